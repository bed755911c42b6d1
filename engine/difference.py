"""Where two plays of the same match part: the first message that is not the same in both.

What counts is what the fingerprint covers. Notes, beliefs, times and the wording of faults are no
difference.
"""

from collections import Counter
from typing import NamedTuple

from engine.kernel import Ask, Game, Json
from engine.record import Record, new_game
from engine.referee import Report


class Difference(NamedTuple):
    """The first message that is not the same in two plays; both as they were understood."""

    seat: int | None
    """Whose it is; None where only one of the plays goes on."""
    turn: int
    decision: int | None
    """None before the first decision."""
    ask: Ask | None
    recorded: dict[str, Json]
    now: dict[str, Json]

    @property
    def field(self) -> str:
        """What differs: `choice` or `fault`, or else `told`, what the seat was told before."""
        if self.recorded.get("fault") != self.now.get("fault"):
            return "fault"
        return "choice" if self.recorded.get("choice") != self.now.get("choice") else "told"


def first_difference(match: Record, again: Record | Report) -> Difference | None:
    """Where another play left the record; None if it never did."""
    if match.fingerprint == again.fingerprint:
        return None
    for seat in range(match.seats):
        then, now = _start(match, seat), _start(again, seat)
        if then.get("fault") != now.get("fault"):
            return Difference(seat, 1, None, None, then, now)
    decision = _parting(match, again)
    if decision >= min(len(match.choices), len(again.choices)):
        return Difference(None, 1, decision, None, {}, {})
    turn, number, ask = place_of(new_game(match), match, decision)
    then, now = (_said(play, decision, number) for play in (match, again))
    return Difference(ask.seat, turn, decision, ask, then, now)


def place_of(game: Game, play: Record | Report, decision: int) -> tuple[int, int, Ask]:
    """The turn of that decision, the number of its ask, and the ask itself, from a new game on."""
    turn, asks = 1, Counter[int]()
    unsent = {fault.decision for fault in play.faults if fault.fault == "protocol:early_output"}
    for choice in play.choices[:decision]:
        assert game.ask is not None
        asks[game.ask.seat] += len(game.choices) not in unsent
        game.choose(choice)
        turn += game.turn_is_over
    assert game.ask is not None
    return turn, asks[game.ask.seat] + 1, game.ask


def _parting(match: Record, again: Record | Report) -> int:
    """The first decision whose marks are not the same."""
    marks = zip(match.trail, again.trail, strict=False)
    parted = (number for number, (then, now) in enumerate(marks) if then != now)
    return next(parted, min(len(match.trail), len(again.trail)))


def _start(play: Record | Report, seat: int) -> dict[str, Json]:
    """How the seat answered `start`."""
    for fault in play.faults:
        if fault.seat == seat and fault.decision is None:
            return {"fault": fault.fault, "detail": fault.detail}
    return {"type": "ready"}


def _said(play: Record | Report, decision: int, number: int) -> dict[str, Json]:
    """What was said at that decision: a choice, or a fault."""
    for fault in play.faults:
        if fault.decision == decision:
            return {"fault": fault.fault, "detail": fault.detail}
    return {"id": number, "choice": play.choices[decision]}
