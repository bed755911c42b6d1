"""Records held against each other and against the rules: what the engine says of a match again.

Besides the runner the only module of this room that knows the engine. No box is opened here.
"""

import gzip
import zlib
from collections.abc import Container
from typing import NamedTuple

import engine
from engine import record
from engine.record import Record, RecordError

UNREADABLE = (RecordError, OSError, EOFError, zlib.error)
"""What comes of reading a stored record that is none, or of another version."""


class Difference(NamedTuple):
    """The first thing in which two plays of a match are not the same."""

    decision: int
    """Which decision of the match, from 0."""

    seat: int | None
    """Whose decision it was; None where one play was over already."""

    sentence: str
    """What was decided in the one and in the other."""

    def __str__(self) -> str:
        return f"decision {self.decision}: {self.sentence}"


def load(content: bytes) -> Record:
    """The record that is stored under a match."""
    return read(gzip.decompress(content))


def read(text: bytes) -> Record:
    """The record in a JSON file."""
    return record.load(text)


def cut(text: bytes, seats: Container[int]) -> bytes:
    """The record in a JSON file with notes and the wording of faults of these seats alone."""
    return record.dump(record.cut(read(text), seats))


def why_invalid(content: bytes) -> str | None:
    """Replay a stored record by the rules; why it does not hold, or None when it does."""
    try:
        record.verify(load(content))
    except UNREADABLE as error:
        return str(error)
    return None


def first_difference(one: Record, other: Record) -> Difference | None:
    """Where two plays of the same match part; None when they are the same."""
    if one.fingerprint == other.fingerprint:
        return None
    decision = _parting(one, other)
    game = record.new_game(one)
    for choice in one.choices[:decision]:
        game.choose(choice)
    if game.ask is None or decision >= min(len(one.choices), len(other.choices)):
        return Difference(decision, None, "one of the plays was over by then")
    seat, spec = game.ask.seat, engine.get(one.game)
    done = [_deed(spec, game.ask, each, decision) for each in (one, other)]
    bot = one.bots[seat].partition("@")[0]
    asked = f"seat {seat} ({bot}), asked to {game.ask.kind},"
    return Difference(decision, seat, f"{asked} {done[0]} at first and {done[1]} again")


def _parting(one: Record, other: Record) -> int:
    """The first decision whose marks are not the same."""
    marks = zip(one.trail, other.trail, strict=False)
    same = (number for number, (a, b) in enumerate(marks) if a != b)
    return next(same, min(len(one.trail), len(other.trail)))


def _deed(spec: engine.GameSpec, ask: engine.Ask, play: Record, decision: int) -> str:
    """What a seat did at a decision, in words."""
    for fault in play.faults:
        if fault.decision == decision:
            return f"committed {fault.fault}"
    choice = play.choices[decision]
    return f"chose {choice} ({spec.label(ask.kind, ask.options[choice])})"
