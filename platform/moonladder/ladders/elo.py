"""Elo for two or more seats: every pair of seats is a game of its own, settled all at once.

Each pair moves points from one seat to the other: K / (seats - 1) times the difference between what
the one scored against the other (1, 1/2 or 0) and what the ratings before the match had expected.
These transfers are rounded to whole steps of 2^-20 points. Such numbers are added without rounding
error, so that a match changes the sum of all ratings by exactly zero, in whatever order the seats
and the matches are added up.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

START = 1500.0
"""The rating of whoever has no history."""

STEP = 2.0**-20
"""The smallest number of points that changes hands: a millionth."""

_HALF_SCALE = math.log(10) / 800
"""400 points more are odds of ten to one."""


class Change(NamedTuple):
    """What a match did to one seat's rating: delta is K * (scored - expected), in whole steps."""

    expected: float
    """The share of the other seats it was expected to beat, 0..1."""
    scored: float
    """The share of the other seats it has beaten, ties counted half."""
    delta: float
    """The points won or lost."""


def settle(ratings: Sequence[float], placements: Sequence[int], *, k: float) -> list[Change]:
    """The change of each seat's rating; placement 1 is the best, equal placements are ties."""
    seats = range(len(ratings))
    if len(placements) != len(ratings) or len(ratings) < 2:
        raise ValueError(
            f"{len(ratings)} ratings and {len(placements)} placements: "
            "give one of each for every seat, and two seats at least."
        )
    return [
        _change(
            [
                (
                    _surplus(ratings[seat], ratings[other]),
                    _result(placements[seat], placements[other]),
                )
                for other in seats
                if other != seat
            ],
            k,
        )
        for seat in seats
    ]


def _change(games: list[tuple[float, float]], k: float) -> Change:
    share = 1 / len(games)
    expected = share * sum(0.5 + surplus for surplus, _ in games)
    scored = share * sum(0.5 + result for _, result in games)
    delta = sum(_whole(k * share * (result - surplus)) for surplus, result in games)
    return Change(expected, scored, delta)


def _surplus(rating: float, other: float) -> float:
    """What one rating expects against another, beyond one half."""
    return math.tanh((rating - other) * _HALF_SCALE) / 2


def _result(placement: int, other: int) -> float:
    """What one placement scored against another, beyond one half."""
    return ((placement < other) - (placement > other)) / 2


def _whole(points: float) -> float:
    return round(points / STEP) * STEP
