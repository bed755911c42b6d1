"""Intervals and tests: against printed tables, and against chance itself."""

import math
import random
from collections.abc import Sequence

import pytest

from kit.statistics import (
    Sprt,
    elo_of,
    estimate,
    score_at,
    student_cdf,
    student_quantile,
)


@pytest.mark.parametrize(
    ("freedom", "share", "t"),
    [
        (1, 0.975, 12.706205),
        (2, 0.975, 4.302653),
        (3, 0.95, 2.353363),
        (4, 0.99, 3.746947),
        (9, 0.975, 2.262157),
        (10, 0.995, 3.169273),
        (29, 0.975, 2.045230),
        (30, 0.9, 1.310415),
        (120, 0.975, 1.979930),
        (1000, 0.975, 1.962339),
    ],
)
def test_students_distribution_is_that_of_the_printed_tables(
    freedom: int, share: float, t: float
) -> None:
    assert student_quantile(share, freedom) == pytest.approx(t, abs=1e-5)
    assert student_cdf(t, freedom) == pytest.approx(share, abs=1e-6)
    assert student_cdf(-t, freedom) == pytest.approx(1 - share, abs=1e-6)
    assert student_cdf(0, freedom) == 0.5


@pytest.mark.parametrize(
    ("elo", "score"),
    [(0, 0.5), (100, 0.640065), (190, 0.749083), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11)],
)
def test_elo_and_score_are_two_ways_to_say_the_same(elo: float, score: float) -> None:
    assert score_at(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of(score_at(elo)) == pytest.approx(elo, abs=1e-9)


def test_a_clean_sweep_is_beyond_every_rating() -> None:
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


def test_an_estimate_is_that_of_a_t_test_on_the_blocks_and_the_doubt() -> None:
    result = estimate([0.5, 0.75, 1.0, 0.5, 0.75, 0.5])
    # With 0 and 1 beside them: mean 5/8, deviation sqrt(0.75/7), so t is 1.0801 at 7 degrees.
    assert result.blocks == 6
    assert result.score == pytest.approx(0.625)
    assert result.p_value == pytest.approx(0.157945, abs=1e-6)
    reach = 2.364624 * math.sqrt(0.75 / 7 / 8)
    assert (result.low, result.high) == pytest.approx((0.625 - reach, 0.625 + reach), abs=1e-6)
    assert result.elo == pytest.approx(elo_of(0.625))


def test_one_bot_is_as_much_better_as_the_other_is_worse() -> None:
    scores = [0.5, 0.75, 1.0, 0.25, 1.0]
    one, other = estimate(scores), estimate([1 - score for score in scores])
    assert one.elo == pytest.approx(-other.elo)
    assert one.elo_interval == pytest.approx((-other.elo_interval[1], -other.elo_interval[0]))
    assert one.p_value == pytest.approx(1 - other.p_value)


def test_a_few_blocks_prove_nothing_however_they_end() -> None:
    assert estimate([1.0]).p_value > 0.05
    assert estimate([1.0]).elo_interval == (-math.inf, math.inf)
    assert estimate([1.0] * 4).p_value > 0.01
    assert estimate([1.0] * 20).p_value < 0.001
    assert math.isfinite(estimate([1.0] * 20).elo)


def played(chance: random.Random, strength: float, blocks: int) -> list[tuple[float, float]]:
    """Blocks of two matches that share their luck: often the same bot wins both."""
    found = []
    for _ in range(blocks):
        first = float(chance.random() < strength)
        second = first if chance.random() < 0.6 else float(chance.random() < strength)
        found.append((first, second))
    return found


def means(blocks: Sequence[tuple[float, float]]) -> list[float]:
    return [sum(block) / 2 for block in blocks]


def test_intervals_hold_the_truth_as_often_as_they_say_because_blocks_are_kept_whole() -> None:
    chance = random.Random(1)
    by_blocks = by_matches = 0
    for _ in range(400):
        blocks = played(chance, 0.6, 40)
        of_blocks = estimate(means(blocks))
        of_matches = estimate([score for block in blocks for score in block])
        by_blocks += of_blocks.low <= 0.6 <= of_blocks.high
        by_matches += of_matches.low <= 0.6 <= of_matches.high
    assert 0.935 <= by_blocks / 400 <= 0.98
    assert by_matches / 400 < 0.92, "matches counted as independent promise too much"


def test_equal_bots_seem_different_as_seldom_as_the_p_value_says() -> None:
    chance = random.Random(2)
    values = [estimate(means(played(chance, 0.5, 25))).p_value for _ in range(600)]
    assert sum(value < 0.05 for value in values) / 600 <= 0.06
    assert sum(value < 0.01 for value in values) / 600 <= 0.015


def decide(test: Sprt, chance: random.Random, strength: float) -> tuple[bool, int]:
    """How the test ends, and after how many blocks."""
    scores: list[float] = []
    while True:
        scores += means(played(chance, strength, 1))
        verdict = test.decided(scores)
        if verdict is not None:
            return verdict, len(scores)


def test_a_sequential_test_is_as_seldom_wrong_as_it_says() -> None:
    chance, test = random.Random(3), Sprt(0, 80)
    worse = [decide(test, chance, score_at(0)) for _ in range(100)]
    better = [decide(test, chance, score_at(80)) for _ in range(100)]
    assert sum(verdict for verdict, _ in worse) / 100 <= 0.08
    assert sum(not verdict for verdict, _ in better) / 100 <= 0.08


def test_a_sequential_test_stops_early_when_the_case_is_clear() -> None:
    chance, test = random.Random(4), Sprt(0, 80)
    clear = [decide(test, chance, 0.9)[1] for _ in range(25)]
    narrow = [decide(test, chance, score_at(40))[1] for _ in range(25)]
    assert sum(clear) < sum(narrow) / 3


def test_the_likelihood_ratio_is_that_of_two_normal_distributions() -> None:
    scores, test = [0.5, 1.0, 0.75, 0.5], Sprt(0, 100)
    doubted = [*scores, 0.0, 1.0]
    mean = sum(doubted) / 6
    variance = sum((score - mean) ** 2 for score in doubted) / 5

    def log_likelihood(truth: float) -> float:
        return -sum((score - truth) ** 2 for score in doubted) / (2 * variance)

    expected = log_likelihood(score_at(100)) - log_likelihood(0.5)
    assert test.llr(scores) == pytest.approx(expected)
    assert test.bound == pytest.approx(math.log(19))
