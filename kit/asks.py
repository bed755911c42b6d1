"""Where every kind of ask a game has can be met: matches of players that choose at random.

Some kinds come up once in a thousand matches. Matches in which they do are listed here, so that
nobody has to look for them; a test sees that they are still what they are listed for.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.kernel import Game
from engine.referee import private_seed
from engine.rng import Rng
from engine.spec import GameSpec


class Place(NamedTuple):
    """A seat at some ask of a match at random; asks of a seat count from 1."""

    seats: int
    seed: int
    options: Mapping[str, Any]
    seat: int
    ask: int


class Start(NamedTuple):
    """What a match at random is set up from."""

    seats: int
    seed: int
    options: Mapping[str, Any] = {}


FIRST_SEEDS = 2
"""So many matches at every number of seats are looked at for what comes up all the time."""

BLOODY: Mapping[str, Any] = {"world_rituals": ["neutralisation"] * 7, "start_distance": 40}
"""Options of Shamans with which many are eliminated, and rounds are long."""

RARE = {
    "shamans": (
        Start(4, 4),
        Start(3, 6),
        Start(3, 11),
        Start(4, 0, BLOODY),
        Start(4, 1, BLOODY),
        Start(5, 42, BLOODY),
    ),
    "shadow_hunters": (Start(6, 13), Start(7, 562), Start(6, 1, {"quick_start": True})),
}
"""Matches in which something comes up that seldom does."""


def places(spec: GameSpec) -> dict[str, Place]:
    """For each kind of ask a place where it is put."""
    found: dict[str, Place] = {}
    for seed in range(FIRST_SEEDS):
        for seats in spec.seat_counts:
            _look(spec, Start(seats, seed), found)
    for begun in RARE.get(spec.name, ()):
        _look(spec, begun, found)
    return found


def _look(spec: GameSpec, begun: Start, found: dict[str, Place]) -> None:
    """Add the kinds of ask that come up in that match and in none before."""
    seats, seed, options = begun
    game = spec.new(seats=seats, seed=seed, options=options)
    asks = [0] * seats
    for kind, seat in played_at_random(game, seed):
        asks[seat] += 1
        found.setdefault(kind, Place(seats, seed, options, seat, asks[seat]))


def played_at_random(game: Game, seed: int) -> Iterator[tuple[str, int]]:
    """Play as `engine.players.Random` would in every seat; tell kind and seat of each ask."""
    assert game.terms is not None
    seats = range(game.terms.seats)
    chance = [Rng.stream(private_seed(seed, seat), "random player") for seat in seats]
    while game.ask is not None:
        yield game.ask.kind, game.ask.seat
        game.choose(chance[game.ask.seat].below(len(game.ask.options)))
