"""Runs a bot again in a match of the past, against what the others said then.

Every other seat repeats its record, so nobody else's code is needed. From the first difference on
they take defaults: what they would have said is unknown, and the match ends all the same.
"""

import json

from engine.clock import Deadline
from engine.difference import Difference
from engine.faults import Spent
from engine.protocol.messages import Answer, encode
from engine.record import Record, Replayed, Script, new_game
from engine.referee import Report, play
from engine.transport import Reply, Transport


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
    assert difference.seat is not None, "the others repeat their record"
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
