"""The messages of protocol version 1: what the referee says, and what a bot may answer.

The types here are the contract: the JSON Schema files are made from them, and
`docs/2-protocol.md` explains them. Field order is part of what is fingerprinted: leave it alone.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from engine.clock import Clock, ClockLeft
from engine.kernel import Ask as Decision
from engine.kernel import Event, Json, Outcome
from engine.rng import MAX_SEED

PROTOCOL = 1
"""The version of the protocol; it changes only when old bots would no longer understand."""

NOTE_LENGTH = 1000
"""Characters of a note that are kept; the rest is cut off."""

Count = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0, description="A seat's number; seats count from 0.")]
Probability = Annotated[float, Meta(ge=0, le=1)]
Thing = Annotated[dict[str, Any], Meta(description="Described in the README of the game.")]
AskId = Annotated[int, Meta(ge=1, description="Counts the asks put to this seat.")]
Happened = Annotated[dict[str, Any], Meta(extra_json_schema={"required": ["type"]})]


class Start(Struct, tag="start", tag_field="type"):
    """The first message: which game, which seat, and how much time and space there is."""

    protocol: Annotated[int, Meta(ge=1)]
    game: str
    rules_version: Annotated[int, Meta(ge=1)]
    options: Annotated[dict[str, Any], Meta(description="The value of every option of the game.")]
    seats: Annotated[int, Meta(ge=1)]
    seat: Annotated[Seat, Meta(description="Your own seat.")]
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED, description="Your own, for dice of your own.")]
    clock: Clock
    limits: Annotated[dict[str, Any], Meta(description="Memory and the like, units in the names.")]


class Ready(Struct, tag="ready", tag_field="type"):
    """The answer to `start`."""


class AskBody(Struct, tag="ask", tag_field="type"):
    """An ask without the time left: the part that is the same whenever the match is replayed."""

    id: AskId
    kind: Annotated[str, Meta(description="What is to be decided.")]
    options: Annotated[list[Thing], Meta(min_length=2, description="Every legal answer.")]
    default: Annotated[Count, Meta(description="The option played when no good answer comes.")]
    view: Annotated[Thing, Meta(description="All this seat knows now.")]
    events: Annotated[list[Happened], Meta(description="What it was told since it was last asked.")]


class Ask(AskBody, tag="ask", tag_field="type"):
    """A decision put to the bot, answered by the index of one option."""

    clock: ClockLeft


class Answer(Struct, omit_defaults=True):
    """The answer to an ask; fields not named here are ignored."""

    id: AskId
    choice: Annotated[Count, Meta(description="The index of the option chosen.")]
    note: Annotated[str, Meta(description="For the bot's owner, beside this turn.")] | None = None
    beliefs: (
        Annotated[
            list[dict[str, Probability] | None],
            Meta(description="Per seat: how likely it holds each role, or each faction."),
        ]
        | None
    ) = None


class Over(Struct, tag="over", tag_field="type"):
    """The last message: how the match ended. No answer is expected."""

    outcome: Annotated[Thing, Meta(description="Placements, points and roles of every seat.")]
    events: list[Happened]


MESSAGES: Mapping[str, type[Struct]] = {
    "start": Start,
    "ready": Ready,
    "ask": Ask,
    "answer": Answer,
    "over": Over,
}
"""Every message there is, by its name."""

_encode = msgspec.json.Encoder().encode


def encode(message: Struct | Json) -> bytes:
    """The message as compact JSON, without the end of the line."""
    return _encode(message)


def encode_event(event: Event) -> Raw:
    """One event, encoded once for all who are told it."""
    return Raw(_encode(event.as_json()))


def ask_body(number: int, ask: Decision, view: Json, events: Iterable[Raw]) -> bytes:
    """The ask as its seat gets it, but for the time left."""
    body = AskBody(number, ask.kind, ask.options, ask.default, view, list(events))  # type: ignore[arg-type]
    return _encode(body)


def ask_line(body: bytes, left: ClockLeft) -> bytes:
    """The line to send: an ask's body with the time left put at its end."""
    return b'%b,"clock":%b}\n' % (body[:-1], _encode(left))


def over_body(outcome: Outcome, events: Iterable[Raw]) -> bytes:
    """The last message a seat gets."""
    return _encode(Over(outcome.as_json(), list(events)))  # type: ignore[arg-type]
