"""Random play for the tests: cautious about revealing, so that there is something to hide."""

from collections.abc import Callable, Iterator
from typing import Any

import engine
from engine import Game, Rng

GAME = engine.get("shadow_hunters")


def new(seats: int, seed: int, **options: Any) -> Game:
    return GAME.new(seats=seats, seed=seed, options=options)


def choose_at_random(game: Game, rng: Rng) -> None:
    """Any option, but seldom to reveal without need, and seldom to leave a location unused."""
    ask = game.ask
    assert ask is not None
    if ask.kind == "reveal":
        game.choose(int(rng.below(50) == 0))
    elif ask.kind == "location_use" and rng.below(4):
        game.choose(1 + rng.below(len(ask.options) - 1))
    else:
        game.choose(rng.below(len(ask.options)))


def positions(game: Game, seed: int) -> Iterator[Game]:
    """The game at each of its decisions, played at random."""
    rng = Rng.stream(seed, "player")
    while game.ask is not None:
        yield game
        choose_at_random(game, rng)


def play(game: Game, seed: int, watch: Callable[[Game], None] = lambda game: None) -> Game:
    """Play a game to its end, watching every decision."""
    for position in positions(game, seed):
        watch(position)
    return game


def odd_options(seats: int, seed: int) -> dict[str, Any]:
    """Options that differ from game to game."""
    return {
        "charles_deaths": 3 + seed % 2,
        "robe_scope": ("attacks", "all")[seed // 2 % 2],
        "loot_scope": ("kills", "attacks")[seed // 4 % 2],
        "dynamite_scope": ("location", "territory")[seed // 8 % 2],
        "quick_start": seats >= 6 and seed // 16 % 2 == 1,
    }
