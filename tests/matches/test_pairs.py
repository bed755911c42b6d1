"""The arithmetic of pairs: honest with few blocks, exact with none that differ."""

import math
import random

import pytest

from matches.pairs import chance_variance, estimate


def test_the_mean_is_the_plain_mean_of_the_blocks() -> None:
    found = estimate([0.25, -0.5, 1.0] * 3, seats=3)
    assert found.mean == pytest.approx(0.25)
    assert (found.low + found.high) / 2 == pytest.approx(0.25)


def test_no_interval_reaches_beyond_what_can_be_scored() -> None:
    found = estimate([0.5], seats=2)
    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_one_block_proves_nothing_even_if_it_came_out_well(seats: int) -> None:
    found = estimate([0.6], seats)
    assert found.low < 0 < found.high
    assert found.verdict != "very likely better"


def test_blocks_that_agree_prove_something_in_the_end() -> None:
    assert "cannot be told" in estimate([0.2] * 2, seats=4).verdict
    assert estimate([0.2] * 25, seats=4).verdict == "very likely better"
    assert estimate([-0.2] * 25, seats=4).verdict == "very likely worse"


def test_no_difference_at_all_tells_for_neither() -> None:
    found = estimate([0.0] * 25, seats=4)
    assert found.likelihood == pytest.approx(0.5)
    assert found.low == -found.high < 0


def test_very_likely_is_said_just_where_the_interval_leaves_out_nothing() -> None:
    dice = random.Random(7)
    for _ in range(200):
        drawn = [dice.gauss(0.1, 0.25) for _ in range(dice.randint(2, 25))]
        found = estimate(drawn, seats=4)
        assert found.verdict.startswith("very likely") == (found.low > 0 or found.high < 0)


@pytest.mark.parametrize(("seats", "blocks"), [(2, 10), (4, 3), (4, 10), (8, 25)])
def test_intervals_hold_the_truth_as_often_as_they_say(seats: int, blocks: int) -> None:
    """Where chance alone places everybody, the truth is that neither is better."""
    dice, held, tries = random.Random(11), 0, 1000
    for _ in range(tries):
        found = estimate([chance_block(dice, seats) for _ in range(blocks)], seats)
        held += found.low <= 0 <= found.high
    assert held / tries > 0.93


def chance_block(dice: random.Random, seats: int) -> float:
    """A block's difference between two whom chance places."""
    last = seats - 1
    return math.fsum(dice.randint(0, last) - dice.randint(0, last) for _ in range(seats)) / (
        seats * last
    )


def test_chance_varies_as_much_as_is_said() -> None:
    dice = random.Random(3)
    drawn = [chance_block(dice, 4) for _ in range(20_000)]
    assert math.fsum(each**2 for each in drawn) / len(drawn) == pytest.approx(
        chance_variance(4), rel=0.05
    )
