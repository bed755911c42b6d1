"""Elo for two seats or more: every pair of seats is a game of its own, all settled at once.

In each pair points go from one seat to the other: K / (seats - 1) times the difference between what
the one scored (1, 1/2 or 0) and what the ratings before the match made expected.

These points are rounded to steps of 2^-20. Sums of such numbers have no rounding error. So a match
leaves the sum of all ratings exactly as it was, and nothing depends on the order of the seats.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

START = 1500.0
"""The rating of whoever has no history."""

STEPS = 2.0**20
"""How many steps a point is divided into: no more than a millionth is lost to rounding."""


class Change(NamedTuple):
    """What a match did to one rating: delta is K * (scored - expected), in whole steps."""

    expected: float
    """The share of the other seats that it was expected to beat."""
    scored: float
    """The share of the other seats that it did beat, ties counted half."""
    delta: float
    """The points won or lost."""


def settle(ratings: Sequence[float], placements: Sequence[int], *, k: float) -> list[Change]:
    """The change for each seat; placement 1 is the best, and equal placements are ties."""
    seats = len(ratings)
    if seats < 2 or len(placements) != seats:
        raise ValueError(
            f"{seats} ratings and {len(placements)} placements: "
            "give one of each for every seat, and two seats at least."
        )
    strengths = [10 ** (rating / 400) for rating in ratings]
    edges, results, steps = [0.0] * seats, [0] * seats, [0] * seats
    stake = k * STEPS / (2 * (seats - 1))
    for one, other in combinations(range(seats), 2):
        # How much more of a point the one expects than the other, how much more it got.
        edge = (strengths[one] - strengths[other]) / (strengths[one] + strengths[other])
        result = (placements[one] < placements[other]) - (placements[one] > placements[other])
        moved = round(stake * (result - edge))
        edges[one] += edge
        edges[other] -= edge
        results[one] += result
        results[other] -= result
        steps[one] += moved
        steps[other] -= moved
    return [
        Change(_share(edges[seat], seats), _share(results[seat], seats), steps[seat] / STEPS)
        for seat in range(seats)
    ]


def _share(surplus: float, seats: int) -> float:
    """The share of points of whoever has so many more of them than the other seats."""
    return (1 + surplus / (seats - 1)) / 2
