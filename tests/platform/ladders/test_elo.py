"""Multi-player Elo: fair, blind to the order of the seats, and zero-sum without rounding."""

import math
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonladder.ladders.elo import START, STEPS, Change, settle

Seats = list[tuple[float, int]]

seats = st.lists(
    st.tuples(st.floats(-1000, 5000), st.integers(1, 8)), min_size=2, max_size=8
)  # (rating, placement)
factors = st.floats(0.1, 100)


def deltas(table: Seats, k: float = 32) -> list[float]:
    ratings, placements = zip(*table, strict=True)
    return [change.delta for change in settle(ratings, placements, k=k)]


def test_the_winner_of_an_even_game_takes_half_of_k() -> None:
    assert settle([1500, 1500], [1, 2], k=32) == [Change(0.5, 1, 16), Change(0.5, 0, -16)]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    strong, weak = settle([1900, 1500], [1, 2], k=22)
    assert strong.expected == pytest.approx(10 / 11)
    assert weak.expected == pytest.approx(1 / 11)
    assert strong.delta == pytest.approx(2, abs=2 / STEPS)


def test_a_tie_is_half_a_win() -> None:
    assert deltas([(1500, 1), (1500, 1)]) == [0, 0]
    strong, weak = deltas([(1900, 1), (1500, 1)], k=22)
    assert strong == pytest.approx(-9, abs=2 / STEPS)
    assert weak == -strong


def test_first_of_four_equals_takes_as_much_as_the_winner_of_two() -> None:
    """Three pairs are won, and each counts a third."""
    changes = settle([1500] * 4, [1, 2, 3, 3], k=30)
    assert [change.scored for change in changes] == pytest.approx([1, 2 / 3, 1 / 6, 1 / 6])
    assert [change.delta for change in changes] == pytest.approx([15, 5, -10, -10], abs=3 / STEPS)


def test_a_season_ends_where_it_always_did() -> None:
    """The ratings after each match, worked out once by the formula of the textbooks."""
    ratings = dict.fromkeys("abcd", START)
    season = [("abcd", (1, 2, 3, 4)), ("dcba", (1, 2, 2, 4)), ("bd", (1, 1)), ("cab", (2, 3, 1))]
    history = []
    for table, placements in season:
        changes = settle([ratings[name] for name in table], placements, k=32)
        for name, change in zip(table, changes, strict=True):
            ratings[name] += change.delta
        history.append([round(ratings[name], 3) for name in "abcd"])
    assert history == [
        [1516.0, 1505.333, 1494.667, 1484.0],
        [1499.019, 1505.006, 1494.994, 1500.981],
        [1499.019, 1504.821, 1494.994, 1501.166],
        [1483.06, 1520.461, 1495.313, 1501.166],
    ]


@given(seats, factors)
def test_a_match_changes_the_sum_of_all_ratings_by_exactly_zero(table: Seats, k: float) -> None:
    assert sum(map(Fraction, deltas(table, k))) == 0
    assert sum(deltas(table, k)) == 0


@given(st.lists(seats, min_size=1, max_size=20))
@settings(max_examples=30)
def test_the_sum_of_a_ladder_never_drifts(matches: list[Seats]) -> None:
    ratings = [START] * 8
    for table in matches:
        placements = [placement for _, placement in table]
        for seat, change in enumerate(settle(ratings[: len(table)], placements, k=32)):
            ratings[seat] += change.delta
    assert sum(ratings) == 8 * START


@given(seats, factors, st.randoms())
def test_the_order_of_the_seats_does_not_matter(table: Seats, k: float, order: Random) -> None:
    shuffled = list(range(len(table)))
    order.shuffle(shuffled)
    moved = deltas([table[seat] for seat in shuffled], k)
    assert moved == [deltas(table, k)[seat] for seat in shuffled]


@given(seats, factors)
def test_every_change_says_why(table: Seats, k: float) -> None:
    for change in settle(*zip(*table, strict=True), k=k):
        assert 0 <= change.expected <= 1
        assert 0 <= change.scored <= 1
        why = k * (change.scored - change.expected)
        assert math.isclose(change.delta, why, abs_tol=len(table) / STEPS)


@given(seats)
def test_a_better_placement_is_never_worth_less(table: Seats) -> None:
    """Everything else being equal, moving past everybody gains points."""
    (rating, placement), *others = table
    assert deltas([(rating, 0), *others])[0] >= deltas([(rating, placement), *others])[0]


def test_only_the_order_of_the_placements_counts() -> None:
    assert deltas([(1500, 1), (1600, 2), (1550, 2)]) == deltas([(1500, 3), (1600, 8), (1550, 8)])


@pytest.mark.parametrize(("ratings", "placements"), [([1500], [1]), ([1500, 1500], [1])])
def test_a_match_that_cannot_be_settled_is_refused(
    ratings: list[float], placements: list[int]
) -> None:
    with pytest.raises(ValueError, match="give one of each for every seat"):
        settle(ratings, placements, k=32)
