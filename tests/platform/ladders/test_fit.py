"""The fitted Elo: what the whole log says about everybody, and how sure that is."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonladder.ladders import certainty
from moonladder.ladders.elo import settle
from moonladder.ladders.fit import NEWCOMER, TOLERANCE, Fitted, Log, Played, Prior, fit
from moonladder.ladders.ranks import rank_ranges
from tests.platform.ladders.season import season

VAGUE = Prior(1500, 10_000)
"""A prior that hardly pulls."""

STRENGTHS = [1200, 1300, 1400, 1450, 1550, 1600, 1700, 1800]


def newcomers(count: int) -> dict[int, Prior]:
    return dict.fromkeys(range(count), NEWCOMER)


def widths(fitted: Fitted) -> list[float]:
    return [standing.high - standing.low for standing in fitted.standings.values()]


def ratings(fitted: Fitted) -> list[float]:
    return [standing.rating for standing in fitted.standings.values()]


def same(one: Fitted, other: Fitted) -> bool:
    """Equal to the last bit."""
    return one.standings == other.standings and np.array_equal(one.covariance, other.covariance)


# The ratings


def test_three_wins_in_four_are_odds_of_three_to_one() -> None:
    log = [Played(block, (1, 2), (1, 2) if block % 4 else (2, 1)) for block in range(40)]
    better, worse = ratings(fit(log, {1: VAGUE, 2: VAGUE}))
    assert better - worse == pytest.approx(400 * math.log10(3), abs=0.1)


def test_a_tie_is_half_a_win_for_both() -> None:
    ties = [Played(block, (1, 2), (1, 1)) for block in range(10)]
    wins = [Played(block, (1, 2), (1 + block % 2, 2 - block % 2)) for block in range(10)]
    priors = {1: Prior(1600, 100), 2: Prior(1400, 100)}
    assert ratings(fit(ties, priors)) == ratings(fit(wins, priors))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_at_the_fitted_ratings_all_elo_changes_add_up_to_nothing(seats: int) -> None:
    log = season(STRENGTHS, seats=seats, blocks=60, seed=1)
    fitted = fit(log, dict.fromkeys(range(8), VAGUE))
    sums = dict.fromkeys(range(8), 0.0)
    for played in log:
        now = [fitted.standings[entry].rating for entry in played.entries]
        for entry, change in zip(played.entries, settle(now, played.placements, k=32), strict=True):
            sums[entry] += change.delta
    assert list(sums.values()) == pytest.approx([0] * 8, abs=0.1)


def test_a_long_season_shows_the_true_differences() -> None:
    fitted = fit(season(STRENGTHS, seats=2, blocks=4000, seed=2), newcomers(8))
    assert ratings(fitted) == pytest.approx(STRENGTHS, abs=30)


def test_whoever_has_not_played_stands_where_the_prior_says() -> None:
    log = season(STRENGTHS, seats=4, blocks=100, seed=1)
    fitted = fit(log, newcomers(8) | {8: Prior(1620, 300)})
    standing = fitted.standings[8]
    assert standing.rating == 1620
    assert standing.high - 1620 == pytest.approx(1.96 * 300, rel=0.1)
    assert rank_ranges(fitted, range(9))[8] == (1, 9)


def test_a_successor_starts_from_its_predecessor_and_is_soon_itself() -> None:
    """The wider its prior, the sooner."""
    log = [Played(block, (1, 2), (2, 1)) for block in range(4)]

    def successor(sd: float) -> float:
        return fit(log, {1: Prior(1700, sd), 2: Prior(1500, 30)}).standings[1].rating

    assert successor(300) + 200 < successor(100) < successor(30) - 100
    assert successor(1) == pytest.approx(1700, abs=1)


def test_the_priors_hold_the_middle_of_the_ladder() -> None:
    priors = {1: Prior(1500, 100), 2: Prior(1600, 200), 3: Prior(1400, 50)}
    fitted = fit([Played(b, (1, 2, 3), (1, 2, 3)) for b in range(9)], priors)
    pulls = [
        (fitted.standings[entry].rating - prior.mean) / prior.sd**2
        for entry, prior in priors.items()
    ]
    assert sum(pulls) == pytest.approx(0, abs=1e-9)


def test_nobody_on_the_ladder_is_no_standings() -> None:
    assert fit([], {}).standings == {}


# A function of the set of matches


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_matches_and_seats_does_not_matter(seed: int, seats: int) -> None:
    rng = Random(seed)
    log = season(STRENGTHS, seats=seats, blocks=15, seed=3)
    shuffled = []
    for played in rng.sample(log, len(log)):
        order = rng.sample(range(seats), seats)
        shuffled.append(
            Played(
                played.block,
                tuple(played.entries[seat] for seat in order),
                tuple(played.placements[seat] for seat in order),
            )
        )
    assert same(fit(shuffled, newcomers(8)), fit(log, newcomers(8)))


def test_the_order_of_matches_does_not_matter_among_very_many_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certainty, "WHOLE", 4)
    log = season(STRENGTHS, seats=3, blocks=30, seed=3)
    assert same(fit(log[::-1], newcomers(8)), fit(log, newcomers(8)))


def test_tables_of_different_sizes_are_fitted_together() -> None:
    pairs = season(STRENGTHS, seats=2, blocks=20, seed=1)
    fours = season(STRENGTHS, seats=4, blocks=20, seed=2)
    log = pairs + [played._replace(block=played.block + 1000) for played in fours]
    assert same(fit(log[::-1], newcomers(8)), fit(log, newcomers(8)))
    assert sum(widths(fit(log, newcomers(8)))) < sum(widths(fit(fours, newcomers(8))))


def test_rows_of_a_database_are_the_same_log() -> None:
    log = season(STRENGTHS, seats=3, blocks=10, seed=4)
    rows = [
        (number, played.block, entry, placement)
        for number, played in enumerate(log, start=500)
        for entry, placement in zip(played.entries, played.placements, strict=True)
    ]
    Random(1).shuffle(rows)
    assert same(fit(Log.of_rows(rows), newcomers(8)), fit(log, newcomers(8)))


@pytest.mark.parametrize("far", [0, -3000, 6000])
def test_where_the_search_starts_does_not_matter(far: float) -> None:
    log = season(STRENGTHS, seats=4, blocks=40, seed=5)
    start = {entry: 1500 + far * (-1) ** entry for entry in range(6)}
    there = ratings(fit(log, newcomers(8), start=start))
    assert there == pytest.approx(ratings(fit(log, newcomers(8))), abs=TOLERANCE)


# How sure


def test_ninety_five_percent_of_intervals_hold_the_truth() -> None:
    """Over forty seasons of few blocks each, where intervals are hardest to get right."""
    held = []
    for seed in range(40):
        strengths = [Random(seed * 100 + entry).gauss(1500, 200) for entry in range(10)]
        middle = sum(strengths) / 10
        fitted = fit(season(strengths, seats=4, blocks=20, seed=seed), newcomers(10))
        for strength, standing in zip(strengths, fitted.standings.values(), strict=True):
            held.append(standing.low <= strength - middle + 1500 <= standing.high)
    assert 0.93 <= sum(held) / len(held) <= 0.99


def test_likelihoods_of_superiority_come_true() -> None:
    likely = []
    for seed in range(40):
        strengths = [Random(seed * 100 + entry).gauss(1500, 100) for entry in range(8)]
        fitted = fit(season(strengths, seats=2, blocks=60, seed=seed), newcomers(8))
        for a in range(8):
            for b in range(a):
                likelihood = fitted.superiority(a, b)
                if 0.6 < max(likelihood, 1 - likelihood) < 0.8:
                    likely.append((likelihood > 0.5) == (strengths[a] > strengths[b]))
    assert len(likely) > 100
    assert 0.6 <= sum(likely) / len(likely) <= 0.8


def test_matches_of_one_block_are_not_independent() -> None:
    """The same results say less when they come from one deal than from many."""
    results = [(1, 2), (1, 2), (2, 1), (1, 2)] * 12
    apart = [Played(n, (1, 2), placements) for n, placements in enumerate(results)]
    dealt = [Played(n % 4, (1, 2), placements) for n, placements in enumerate(results)]
    one, other = fit(apart, {1: NEWCOMER, 2: NEWCOMER}), fit(dealt, {1: NEWCOMER, 2: NEWCOMER})
    assert ratings(one) == ratings(other)
    assert max(widths(other)) > 1.5 * max(widths(one))


def test_rotations_that_cancel_luck_make_ratings_surer() -> None:
    """When the deal decides nearly everything, a block tells more than its matches would."""
    log = season(STRENGTHS, seats=2, blocks=300, seed=6, luck=600)
    torn = [played._replace(block=number) for number, played in enumerate(log)]
    blocks, matches = fit(log, newcomers(8)), fit(torn, newcomers(8))
    assert ratings(blocks) == pytest.approx(ratings(matches))
    assert sum(widths(blocks)) < 0.8 * sum(widths(matches))


def test_intervals_narrow_as_blocks_are_played() -> None:
    log = season(STRENGTHS, seats=4, blocks=400, seed=7)
    few = fit([played for played in log if played.block < 100], newcomers(8))
    many = fit(log, newcomers(8))
    assert 0.4 < sum(widths(many)) / sum(widths(few)) < 0.6


def test_one_more_newcomer_makes_nobody_less_sure() -> None:
    log = season(STRENGTHS, seats=4, blocks=50, seed=8)
    alone, joined = fit(log, newcomers(8)), fit(log, newcomers(9))
    assert widths(joined)[:8] == pytest.approx(widths(alone), rel=0.02)


def test_among_very_many_entries_variances_do_without_the_matrix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strengths = [1000 + 5 * entry for entry in range(200)]
    log = season(strengths, seats=4, blocks=1500, seed=9)
    whole = fit(log, newcomers(200))
    monkeypatch.setattr(certainty, "WHOLE", 199)
    short = fit(log, newcomers(200))
    assert ratings(short) == ratings(whole)
    assert widths(short) == pytest.approx(widths(whole), rel=0.1)
    assert short.superiority(120, 100) == pytest.approx(whole.superiority(120, 100), abs=0.03)


# Ranks


def test_ranks_are_certain_once_ratings_are_far_apart() -> None:
    strengths = [500, 1000, 1500, 2000]
    fitted = fit(season(strengths, seats=4, blocks=300, seed=10), newcomers(4))
    assert rank_ranges(fitted, range(4)) == [(4, 4), (3, 3), (2, 2), (1, 1)]


def test_without_matches_every_rank_is_possible() -> None:
    assert set(rank_ranges(fit([], newcomers(5)), range(5))) == {(1, 5)}


@given(st.integers(2, 4), st.integers(0, 25), st.integers())
@settings(max_examples=30)
def test_every_rank_is_within_its_range(seats: int, blocks: int, seed: int) -> None:
    fitted = fit(season(STRENGTHS, seats=seats, blocks=blocks, seed=seed), newcomers(8))
    order = sorted(fitted.standings, key=lambda entry: -fitted.standings[entry].rating)
    ranges = rank_ranges(fitted, order)
    for rank, (entry, (best, worst)) in enumerate(zip(order, ranges, strict=True), start=1):
        standing = fitted.standings[entry]
        assert best <= rank <= worst
        assert standing.low < standing.rating < standing.high
        assert math.isfinite(standing.low + standing.high)


def test_superiority_is_shared_out_between_two() -> None:
    fitted = fit(season(STRENGTHS, seats=3, blocks=40, seed=11), newcomers(8))
    for a in range(8):
        assert fitted.superiority(a, a) == 0.5
        for b in range(a):
            assert fitted.superiority(a, b) + fitted.superiority(b, a) == pytest.approx(1)
            better = ratings(fitted)[a] > ratings(fitted)[b]
            assert (fitted.superiority(a, b) > 0.5) == better


def test_those_surely_better_are_above_the_best_rank() -> None:
    fitted = fit(season(STRENGTHS, seats=4, blocks=30, seed=12), newcomers(8))
    for entry, ranks in enumerate(rank_ranges(fitted, range(8))):
        above = sum(fitted.superiority(other, entry) > 0.975 for other in range(8))
        below = sum(fitted.superiority(entry, other) > 0.975 for other in range(8))
        assert ranks == (1 + above, 8 - below)


# What is refused


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([Played(1, (1, 7), (1, 2))], "Entry 7 has played but has no prior: give it one"),
        ([Played(3, (1, 1), (1, 2))], "An entry sits twice at the table of block 3"),
        (
            [Played(3, (1, 2), (1, 2)), Played(3, (1, 3), (1, 2))],
            "The matches of block 3 have different tables: give each table a block of its own",
        ),
    ],
)
def test_a_log_that_cannot_be_is_refused(log: list[Played], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        fit(log, {1: NEWCOMER, 2: NEWCOMER, 3: NEWCOMER})


def test_a_prior_that_leaves_no_doubt_is_refused() -> None:
    with pytest.raises(ValueError, match="The prior of entry 2 leaves no doubt: give it an sd"):
        fit([], {1: NEWCOMER, 2: Prior(1500, 0)})
