"""How games go between random and between greedy players: decided how often, and how long.

The ranges are wide enough for any few dozen games of sound rules, and too narrow for rules with a
mistake that matters: measured over thousands of games, random play decides 36 % of games with two
seats and 7 % with four, greedy play well over 90 %.
"""

import os
from collections.abc import Callable
from statistics import mean

import pytest

from engine.games.shamanix import search
from engine.games.shamanix.state import State, setup
from engine.kernel import Json, Outcome
from engine.rng import Rng
from tests.engine.games.shamanix.greedy import greedy
from tests.engine.games.shamanix.table import SPEC

GAMES = int(os.environ.get("MOONLADDER_LONG_GAMES", "100"))
Player = Callable[[State, Rng], search.Code]


def at_random(state: State, rng: Rng) -> search.Code:
    return rng.choice(search.actions(state))


def games(seats: int, player: Player, count: int, **options: Json) -> list[Outcome]:
    """The outcomes and lengths of games between players of one kind."""
    outcomes: list[Outcome] = []
    for seed in range(count):
        state = setup(seats, 0, SPEC.complete_options(seats, options))
        rng, outcome = Rng.stream(seed, "statistics"), None
        while outcome is None:
            outcome = search.apply(state, player(state, rng))
        outcomes.append(outcome)
    return outcomes


def decided(outcomes: list[Outcome]) -> float:
    return mean(outcome.reason == "last_shaman" for outcome in outcomes)


def plies(outcomes: list[Outcome]) -> float:
    return mean(outcome.details["plies"] for outcome in outcomes)


def test_random_games_of_two_are_decided_in_about_a_third_of_cases() -> None:
    outcomes = games(2, at_random, GAMES)
    assert 0.26 < decided(outcomes) < 0.46
    assert 150 < plies(outcomes) < 185


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({"shaman_anchors": False}, 0.45, 0.70),
        ({"leash": 2}, 0.70, 0.90),
        ({"max_plies": 600}, 0.68, 0.90),
    ],
    ids=["shamans hold nothing", "short leash", "long games"],
)
def test_variants_decide_more_random_games(options: Json, low: float, high: float) -> None:
    assert low < decided(games(2, at_random, GAMES // 2, **options)) < high


def test_random_games_of_four_are_rarely_decided() -> None:
    outcomes = games(4, at_random, GAMES // 4)
    assert decided(outcomes) < 0.2
    assert 0.4 < mean(bool(outcome.details["out"]) for outcome in outcomes) < 0.8
    assert plies(outcomes) > 370


def test_greedy_games_of_two_are_short_and_nearly_all_decided() -> None:
    outcomes = games(2, greedy, GAMES // 5)
    assert decided(outcomes) > 0.85
    assert 17 < plies(outcomes) < 42


def test_greedy_games_of_four_are_nearly_all_decided() -> None:
    outcomes = games(4, greedy, GAMES // 20)
    assert decided(outcomes) > 0.75
    assert 50 < plies(outcomes) < 130
