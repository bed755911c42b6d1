"""Elo for two seats or more: every pair of seats is a game of its own, all settled at once.

In each pair points go from one seat to the other: K / (seats - 1) times the difference between what
the one scored (1, 1/2 or 0) and what the ratings before the match made expected.

These points are rounded to steps of 2^-20. Sums of such numbers have no rounding error. So a match
leaves the sum of all ratings exactly as it was, and nothing depends on the order of the seats.
"""

import math
from collections.abc import Sequence
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
    return [_change(seat, strengths, placements, k) for seat in range(seats)]


def _change(seat: int, strengths: Sequence[float], placements: Sequence[int], k: float) -> Change:
    """What one seat won or lost; the other seat of each pair loses or wins exactly as much."""
    edges, results, steps = [], 0, 0
    mine, place, others = strengths[seat], placements[seat], len(strengths) - 1
    size = k * STEPS / (2 * others)
    for other, theirs in enumerate(strengths):
        if other != seat:
            edge = (mine - theirs) / (mine + theirs)
            result = (place < placements[other]) - (place > placements[other])
            steps += round(size * (result - edge))
            edges.append(edge)
            results += result
    return Change((1 + math.fsum(edges) / others) / 2, (1 + results / others) / 2, steps / STEPS)
