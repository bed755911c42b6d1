"""What a game declares about itself: seats, options, roles, and the functions of its rules."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel import Event, Game, Json, State, Steps, Terms
from engine.resample import resample
from engine.rng import MAX_SEED, Rng


class BadOptions(ValueError):
    """The game cannot be set up this way; the sentence says what to change."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """One typed option of a game: its kind, its default, and a sentence of help.

    Kinds: `int` (between minimum and maximum), `bool`, `choice` (one of choices) and
    `choices` (exactly `length` of them, in order). A default may depend on the seat count.
    """

    name: str
    kind: str
    default: Json
    help: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    length: int = 0
    default_by_seats: Mapping[int, Json] | None = None

    def default_for(self, seats: int) -> Json:
        """The value when nobody sets one."""
        return self.default if self.default_by_seats is None else self.default_by_seats[seats]

    def check(self, value: Json) -> Json:
        """The value, or a refusal that says what would be accepted."""
        if not self._accepts(value):
            raise BadOptions(f"option {self.name} must be {self.accepted()}, not {value!r}")
        return value

    def accepted(self) -> str:
        """The accepted values, in words."""
        return {
            "int": f"a whole number from {self.minimum} to {self.maximum}",
            "bool": "true or false",
            "choice": f"one of {', '.join(self.choices)}",
            "choices": f"a list of {self.length} out of {', '.join(self.choices)}",
        }[self.kind]

    def in_words(self, seat_counts: Sequence[int]) -> str:
        """The accepted values, and the default at each of these seat counts."""
        defaults = {seats: json.dumps(self.default_for(seats)) for seats in seat_counts}
        if len(set(defaults.values())) == 1:
            default = defaults[seat_counts[0]]
        else:
            default = ", ".join(f"{value} at {seats} seats" for seats, value in defaults.items())
        return f"{self.accepted()}; default {default}"

    def _accepts(self, value: Json) -> bool:
        if self.kind == "int":
            return type(value) is int and self.minimum <= value <= self.maximum
        if self.kind == "bool":
            return type(value) is bool
        if self.kind == "choice":
            return type(value) is str and value in self.choices
        return (
            type(value) is list
            and len(value) == self.length
            and all(type(item) is str and item in self.choices for item in value)
        )


Options = dict[str, Json]
"""The value of every option of one game: complete and checked."""


def options_of(settings: Sequence[str]) -> dict[str, Json]:
    """Options as somebody types them, NAME=VALUE: values are JSON, or else plain words."""
    options: dict[str, Json] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadOptions(f"write options as NAME=VALUE, not {setting!r}")
        try:
            options[name] = json.loads(text)
        except ValueError:
            options[name] = text
    return options


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game: its facts, its rules, and how to show it to a person."""

    name: str
    title: str
    seat_counts: tuple[int, ...]
    rules_version: int
    options: tuple[GameOption, ...]
    roles: Mapping[str, str]
    """Every role a seat can hold, with its faction."""

    setup: Callable[[int, int, Options], Any]
    """(seats, seed, options) -> the state before the first turn."""
    turn: Callable[[Any], Steps]
    """The rules of one turn; called again and again until `Over`."""
    view: Callable[[Any, int | None], Json]
    """What a seat, or with None the public, may know: built from nothing, JSON-ready."""
    full_view: Callable[[Any], Json]
    """The whole state, JSON-ready; two states are equal when these are."""
    redeal: Callable[[Any, Any, int, Rng], Any]
    """(boundary state to rewrite, state now, seat, rng) -> a boundary state the seat could not
    tell from the real one, given what it has learnt until now."""

    draw: Callable[[Json], str]
    """A view as text for a terminal."""
    sentence: Callable[[Event], str]
    """An event as a plain sentence."""
    label: Callable[[str, Json], str]
    """(ask kind, option) -> the option in words."""

    moments: Callable[[Event], tuple[str, ...]] = lambda event: ()
    """What makes an event a big one, in a word or two (`death`): a replay marks where they are."""

    most_decisions: int = 10_000
    """No game takes more decisions than this, however it is played."""

    def new(self, *, seats: int, seed: int, options: Mapping[str, Json] | None = None) -> Game:
        """A new game, the same for the same arguments on every machine."""
        terms = Terms(seats, seed, self.complete_options(seats, options))
        return Game(self, self._set_up(terms), terms=terms)

    def complete_options(self, seats: int, given: Mapping[str, Json] | None = None) -> Options:
        """Defaults with the given values over them; refuses unknown names and bad values."""
        if type(seats) is not int or seats not in self.seat_counts:
            allowed = ", ".join(map(str, self.seat_counts))
            raise BadOptions(f"{self.title} is played by {allowed} seats, not {seats!r}")
        given = given or {}
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOptions(f"{self.title} has no option {name!r}; its options are: {names}")
        return {
            name: option.check(given[name]) if name in given else option.default_for(seats)
            for name, option in known.items()
        }

    def _set_up(self, terms: Terms) -> State:
        seed = terms.seed
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise BadOptions(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
        state: State = self.setup(*terms)
        return state

    def resample(self, game: Game, seat: int, rng: Rng) -> Game:
        """Another game the seat could not tell from this one; a copy if no other is found."""
        return resample(game, seat, rng)
