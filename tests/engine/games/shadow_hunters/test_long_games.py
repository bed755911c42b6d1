"""Many random games to their end: as many per seat count as MOONLADDER_LONG_GAMES says."""

import os

import pytest

from engine import Game
from tests.engine.games.shadow_hunters.play import new, odd_options, play
from tests.engine.games.shadow_hunters.test_properties import examine

GAMES = int(os.environ.get("MOONLADDER_LONG_GAMES", "20"))


def examine_now_and_then(game: Game) -> None:
    if len(game.choices) % 7 == 0:
        examine(game)


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_random_games_end_well(seats: int) -> None:
    for seed in range(GAMES):
        game = play(new(seats, seed, **odd_options(seats, seed)), seed, examine_now_and_then)
        assert game.outcome is not None
        assert game.outcome.reason != "turn_cap"
