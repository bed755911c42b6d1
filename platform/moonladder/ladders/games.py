"""What a ladder may be opened with: the engine's games, their options, the clock, a box's limits.

The only module of this room that knows engine and sandbox: what they would refuse in the middle of
a match is refused here, before there is a ladder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import msgspec

import engine
import sandbox
from engine.clock import STANDARD, Clock

MEMORY_MIB = 512
"""What a box may hold where a ladder does not say: enough for every runtime."""

MOST_OF_A_LIMIT = 1_000_000
"""More than any machine has of what is counted in MiB, KiB or pieces."""

BadOptions = engine.BadOptions
UnknownGame = engine.UnknownGame


def checked_options(game: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the game, given or by default; refuses what the game does not take."""
    return engine.get(game).complete_options(seats, _table(options, "options"))


def checked_clock(clock: Mapping[str, float]) -> dict[str, float]:
    """The engine's clock with these values in it."""
    try:
        merged = {**msgspec.to_builtins(STANDARD), **_table(clock, "clock")}
        checked = dict(msgspec.to_builtins(msgspec.convert(merged, Clock, strict=True)))
    except msgspec.ValidationError as error:
        raise BadOptions(f"the clock cannot be set so: {error}") from None
    for name, seconds in checked.items():
        if not isfinite(seconds):
            raise BadOptions(f"the clock cannot be set so: {name} has no end")
    return checked


def checked_limits(limits: Mapping[str, Any]) -> dict[str, Any]:
    """The limits of a box that the ladder sets; the others are the sandbox's own."""
    merged = {"memory_mib": MEMORY_MIB, **_table(limits, "limits")}
    try:
        sandbox.Limits(**merged)
    except TypeError as error:
        raise BadOptions(f"a box has no such limit: {error}") from None
    for name, value in merged.items():
        kinds = {int, type(getattr(sandbox.Limits, name))}
        if type(value) not in kinds or not 0 < value <= MOST_OF_A_LIMIT:
            raise BadOptions(f"the limit {name} must be a number above zero, not {value!r}")
    return merged


def _table(given: Any, what: str) -> Mapping[str, Any]:
    """What was given, if names have values there: JSON may say anything."""
    if not isinstance(given, Mapping):
        raise BadOptions(f'the {what} must be names with values, such as {{"name": 1}}')
    return given


def title(game: str) -> str:
    """The game's name for people."""
    return engine.get(game).title


@dataclass(frozen=True)
class Option:
    """One option of a game, for people to read."""

    name: str
    help: str
    accepts: str


@dataclass(frozen=True)
class Facts:
    """What a game says about itself."""

    name: str
    title: str
    rules_version: int
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    roles: dict[str, str]
    """Every role a seat can hold, with its faction."""


def known_games() -> list[Facts]:
    """All games there are."""
    return [facts(name) for name in engine.names()]


def facts(game: str) -> Facts:
    """What that game says about itself."""
    spec = engine.get(game)
    return Facts(
        name=spec.name,
        title=spec.title,
        rules_version=spec.rules_version,
        seat_counts=spec.seat_counts,
        options=tuple(
            Option(option.name, option.help, option.in_words(spec.seat_counts))
            for option in spec.options
        ),
        roles=dict(spec.roles),
    )
