"""Records held against each other and against the rules: what the engine says of a match again.

Besides the runner the only module of this room that knows the engine. No box is opened here.
"""

import gzip
import zlib
from collections.abc import Container
from typing import Any, NamedTuple

import engine
from engine import difference, record
from engine.record import Record, RecordError

UNREADABLE = (RecordError, OSError, EOFError, zlib.error)
"""What comes of reading a stored record that is none, or of another version."""


class Difference(NamedTuple):
    """The first message that two plays of a match do not share, as anybody may read it."""

    seat: int | None
    """Whose it is; None where one play was over already."""

    turn: int

    decision: int | None
    """Which decision of the match, from 0; None before the first."""

    recorded: dict[str, Any]
    now: dict[str, Any]
    """The message in the one play and in the other."""

    sentence: str
    """What was done in the one and in the other."""

    def __str__(self) -> str:
        return self.sentence


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
    parted = difference.first_difference(one, other)
    if parted is None:
        return None
    return Difference(
        seat=parted.seat,
        turn=parted.turn,
        decision=parted.decision,
        recorded=_public(parted.recorded),
        now=_public(parted.now),
        sentence=_sentence(one, parted),
    )


def _public(message: dict[str, Any]) -> dict[str, Any]:
    """The message without the wording of a fault, which is for the bot's owner."""
    return {name: value for name, value in message.items() if name != "detail"}


def _sentence(match: Record, parted: difference.Difference) -> str:
    """Where two plays parted and what was done, without anything a bot said to its owner."""
    number = parted.decision
    where = "before the first decision" if number is None else f"at decision {number}"
    if parted.seat is None:
        return f"{where}: one of the plays was over by then"
    who = f"seat {parted.seat} ({match.bots[parted.seat].partition('@')[0]})"
    asked = f", asked to {parted.ask.kind}," if parted.ask else ""
    if parted.field == "told":
        return f"{where}: {who}{asked} was told something else"
    then, now = (_deed(match, parted, said) for said in (parted.recorded, parted.now))
    return f"{where}: {who}{asked} {then} at first and {now} again"


def _deed(match: Record, parted: difference.Difference, said: dict[str, Any]) -> str:
    """What a seat did, in words."""
    if "fault" in said:
        return f"committed {said['fault']}"
    if parted.ask is None:
        return "was ready"
    label = engine.get(match.game).label(parted.ask.kind, parted.ask.options[said["choice"]])
    return f"chose {said['choice']} ({label})"
