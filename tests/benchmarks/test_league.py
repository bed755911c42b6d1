"""The made-up league of the benchmarks: fair without luck, and fairly judged."""

from collections import Counter

import pytest

from benchmarks.league import BOTS, League, kendall, spearman


def test_without_luck_bots_meet_at_the_odds_of_their_ratings() -> None:
    league = League(seats=2, luck=0, seed=1)
    league.seat_worth = [0, 0]
    league.strengths[:2] = [1500, 1600]
    wins = sum(league.play([(0, 1)])[0] == [2, 1] for _ in range(4000))
    assert wins / 4000 == pytest.approx(1 / (1 + 10 ** (-100 / 400)), abs=0.02)


def test_matches_of_one_deal_share_what_hands_are_worth() -> None:
    """When hands decide everything, the same seat wins nearly all of them."""
    league = League(seats=4, luck=10**6, seed=2)
    seatings = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    best = Counter[int]()
    for _ in range(100):
        winners = Counter(placements.index(1) for placements in league.play(seatings))
        best[winners.most_common(1)[0][0]] += max(winners.values())
    assert best.total() > 0.75 * 400
    assert len(best) == 4


def test_strengths_are_spread_evenly_about_the_middle() -> None:
    strengths = League(seats=2, luck=0, seed=3).strengths
    assert sum(strengths) / BOTS == pytest.approx(1500)
    assert strengths == sorted(strengths)


def test_agreement_is_one_for_the_right_order_and_minus_one_for_the_reverse() -> None:
    truth = [1.0, 2.0, 3.0, 4.0]
    for agreement in (kendall, spearman):
        assert agreement(truth, [10, 20, 30, 40]) == pytest.approx(1)
        assert agreement(truth, [4, 3, 2, 1]) == pytest.approx(-1)


def test_two_neighbours_in_the_wrong_order() -> None:
    assert kendall([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(4 / 6)
    assert spearman([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(1 - 6 * 2 / (4 * 15))
