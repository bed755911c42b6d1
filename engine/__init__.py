"""The referee engine: rules of the games, and everything needed to play and replay them.

>>> import engine
>>> game = engine.get("shamans").new(seats=4, seed=7)
>>> while game.ask:
...     game.choose(game.ask.default)
>>> game.outcome.reason
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.games import NAMES
from engine.kernel import Ask, Event, Game, IllegalChoice, Outcome, SeatRole, Terms
from engine.rng import Rng
from engine.spec import BadOptions, GameOption, GameSpec

if TYPE_CHECKING:
    from engine.referee import Report, play

__all__ = [
    "Ask",
    "BadOptions",
    "Event",
    "Game",
    "GameOption",
    "GameSpec",
    "IllegalChoice",
    "Outcome",
    "Report",
    "Rng",
    "SeatRole",
    "Terms",
    "UnknownGame",
    "get",
    "names",
    "play",
]


class UnknownGame(LookupError):
    """No game has that name; the sentence lists those there are."""


def names() -> tuple[str, ...]:
    """The names of all games."""
    return NAMES


def get(name: str) -> GameSpec:
    """The game of that name."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(NAMES)}")
    spec: GameSpec = import_module(f"engine.games.{name}").GAME
    return spec


def __getattr__(name: str) -> Any:
    """The referee's names, looked up late: the rules alone need only the standard library, so that
    bots can take them into their boxes."""
    if name in {"Report", "play"}:
        return getattr(import_module("engine.referee"), name)
    raise AttributeError(f"module 'engine' has no attribute {name!r}")
