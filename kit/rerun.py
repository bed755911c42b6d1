"""Runs a bot again in a match of the past, against what the others said then.

Every other seat repeats its record, so nobody else's code is needed. From the first difference on
they take defaults: what they would have said is unknown, and the match ends all the same.
"""

import json
from collections import Counter
from typing import NamedTuple

from engine.clock import Deadline
from engine.faults import Spent
from engine.kernel import Ask, Game, Json
from engine.protocol.messages import Answer, encode
from engine.record import Record, Replayed, Script, new_game
from engine.referee import Report, play
from engine.transport import Reply, Transport
from kit.story import turn_is_over


class Difference(NamedTuple):
    """The first message that is not what it was; both as they were understood."""

    seat: int
    turn: int
    decision: int | None
    """None before the first decision."""
    ask: Ask | None
    field: str
    recorded: dict[str, Json]
    now: dict[str, Json]


def rerun(match: Record, seat: int, bot: Transport) -> Report:
    """Play the match again with this bot in that seat."""
    game = new_game(match)
    script = Script(match, game)
    others = [_Other(script, number) for number in range(match.seats)]

    def compare(decision: int, mark: str) -> None:
        if match.trail[decision : decision + 1] != [mark]:
            for other in others:
                other.improvises = True

    players: list[Transport] = [*others]
    players[seat] = bot
    return play(game, players, clock=match.clock, limits=match.limits, watch=compare)


class _Other(Replayed):
    """A seat that repeats its record, until there is nothing to repeat."""

    improvises = False

    def __init__(self, script: Script, seat: int) -> None:
        super().__init__(script, seat)
        self._line = b""

    def send(self, line: bytes) -> None:
        self._line = line
        super().send(line)

    def receive(self, deadline: Deadline) -> Reply:
        if not self.improvises:
            return super().receive(deadline)
        ask = json.loads(self._line)
        return Reply(encode(Answer(ask["id"], ask["default"])), Spent())

    def unasked(self) -> list[bytes]:
        return [] if self.improvises else super().unasked()


def first_difference(match: Record, report: Report, seat: int) -> Difference | None:
    """Where the bot in that seat left the record; None if it never did."""
    then, now = _start_of(match, seat), _start_of(report, seat)
    if then.get("fault") != now.get("fault"):
        return Difference(seat, 1, None, None, "fault", then, now)
    marks = zip(match.trail, report.trail, strict=False)
    parted = next((i for i, (old, new) in enumerate(marks) if old != new), None)
    if parted is None:
        return None
    turn, number, ask = place_of(new_game(match), match, parted)
    then, now = (_said(played, parted, number) for played in (match, report))
    field = "fault" if "fault" in now else field_of(then, now)
    return Difference(seat, turn, parted, ask, field, then, now)


def _start_of(played: Record | Report, seat: int) -> dict[str, Json]:
    """How the seat answered `start`."""
    for fault in played.faults:
        if fault.seat == seat and fault.decision is None:
            return {"fault": fault.fault, "detail": fault.detail}
    return {"type": "ready"}


def place_of(game: Game, played: Record | Report, decision: int) -> tuple[int, int, Ask]:
    """The turn of that decision, the number of its ask, and the ask itself, from a new game on."""
    turn, asks = 1, Counter[int]()
    unsent = {f.decision for f in played.faults if f.fault == "protocol:early_output"}
    for choice in played.choices[:decision]:
        assert game.ask is not None
        asks[game.ask.seat] += len(game.choices) not in unsent
        game.choose(choice)
        turn += turn_is_over(game)
    assert game.ask is not None
    return turn, asks[game.ask.seat] + 1, game.ask


def _said(played: Record | Report, decision: int, number: int) -> dict[str, Json]:
    """What was said at that decision: an answer, as it was understood, or a fault."""
    for fault in played.faults:
        if fault.decision == decision:
            return {"fault": fault.fault, "detail": fault.detail}
    answer: dict[str, Json] = {"id": number, "choice": played.choices[decision]}
    remarks = played.remarks if isinstance(played, Record) else played.said
    for remark in remarks:
        if remark.decision == decision:
            answer |= {"note": remark.note, "beliefs": remark.beliefs}
    return {name: value for name, value in answer.items() if value is not None}


def field_of(then: Json, now: Json, path: str = "") -> str:
    """The path of the first field in which two messages differ."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name in [*then, *now]:
            if name not in then or name not in now:
                return f"{path}.{name}".lstrip(".")
            if then[name] != now[name]:
                return field_of(then[name], now[name], f"{path}.{name}")
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (old, new) in enumerate(zip(then, now, strict=True)):
            if old != new:
                return field_of(old, new, f"{path}[{place}]")
    return path.lstrip(".")


def why(match: Record, signature: str, difference: Difference, runs: tuple[Report, Report]) -> str:
    """The likeliest reason, from two runs of the bot and what the record says of its version."""
    faults = [str(said.get("fault")) for said in (difference.recorded, difference.now)]
    if any(fault.startswith("timeout:") for fault in faults):
        return "a time-out: how long an answer takes is not the same on every machine"
    if _differ(*runs, upto=difference.decision):
        return (
            "the bot is not deterministic: run twice just now, it differs from itself. Draw chance "
            "from the seed in `start` only, and do not depend on time or on the order of sets"
        )
    recorded = match.bots[difference.seat]
    if "@" in recorded and recorded.rpartition("@")[2] != signature.rpartition("@")[2]:
        return f"another version: the record is of {recorded}, this is {signature}"
    if "@" in recorded:
        return (
            "this version played otherwise then, and plays the same in two runs now: it depends on "
            "something besides its messages, such as the machine, the date or the time it is given"
        )
    return "probably another version: the record does not say which played"


def _differ(one: Report, other: Report, upto: int | None) -> bool:
    end = 0 if upto is None else upto + 1
    starts = [[f.fault for f in run.faults if f.decision is None] for run in (one, other)]
    return starts[0] != starts[1] or one.trail[:end] != other.trail[:end]
