"""Fitted Elo: the ratings that explain the whole settled log best, and how sure they are.

**The model** is Elo's own: one entry beats another with the odds 10^(difference / 400), and a tie
is half a win for both. The fitted ratings are those at which all Elo changes of the whole log would
add up to nothing, but for the pull of each entry's prior: the maximum a posteriori estimate of a
Bradley-Terry model with normal priors. They are on the scale of the live Elo and owe nothing to
order or K. Pairs, and not whole orders as in Plackett-Luce, because games of hidden roles are won
by factions: their placements are mostly ties, which only pairs take as they come.

**What a match weighs.** The pairs of a match are not independent. Each of them counts 3 / (n + 1)
at n seats: then the curvature of the likelihood is the variance of its slope where equal entries
come in in any order, as it must be if both are to measure what the match tells.

Neither seat, role nor deal is adjusted for: the rotations of a block give everybody each of them.
How sure the ratings are is worked out in `certainty`.

The result is a function of the set of matches: sums over the matches of a block are of whole
numbers, everything else runs in the order of blocks and entries.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from moonladder.ladders.certainty import apart, covariance
from moonladder.ladders.evidence import Evidence, Floats, bend, gather, surprise, total
from moonladder.ladders.log import Log, Played

SCALE = 400 / math.log(10)
"""Points in one unit of the logarithm of the odds."""

TOLERANCE = 1e-6
"""How far from the exact answer a rating may be, in points, wherever the search began."""

SURE = 1.96
"""Standard deviations to each side of a 95 % interval."""

EXACT = 1e-9
"""The share of the slope that may remain after a step."""

MOST_STEPS = 100
"""From anywhere within some thousand points it takes ten or so."""


class Prior(NamedTuple):
    """What is assumed of an entry before its first match: a normal distribution."""

    mean: float
    sd: float


NEWCOMER = Prior(1500.0, 350.0)


class Standing(NamedTuple):
    """Where an entry stands."""

    rating: float
    low: float
    """The lower end of the 95 % interval of the rating."""
    high: float


class Fitted(NamedTuple):
    """What a log says about all entries that have a prior."""

    standings: dict[int, Standing]
    places: dict[int, int]
    covariance: Floats
    """Of the ratings, in points squared, by the places of their entries."""

    def superiority(self, a: int, b: int) -> float:
        """How likely it is that entry a is better than entry b."""
        gap = self.standings[a].rating - self.standings[b].rating
        return likelihood(gap, float(apart(self.covariance, self.places[a])[self.places[b]]))


def likelihood(gap: float, sd: float) -> float:
    """How likely two entries differ in the direction in which their ratings do."""
    return math.erfc(-gap / sd / math.sqrt(2)) / 2 if sd else 0.5


def interval_sd(low: float, high: float) -> float:
    """The standard deviation that a 95 % interval says."""
    return (high - low) / (2 * SURE)


def fit(
    matches: Iterable[Played] | Log,
    priors: Mapping[int, Prior],
    *,
    start: Mapping[int, float] | None = None,
) -> Fitted:
    """Rate all entries that have a prior; `start` says where to look first, which saves time."""
    entries = sorted(priors)
    for entry in entries:
        if not priors[entry].sd > 0:
            raise ValueError(f"The prior of entry {entry} leaves no doubt: give it an sd above 0.")
    log = matches if isinstance(matches, Log) else Log.of(matches)
    evidence = gather(log, np.array(entries, dtype=np.int64))
    mean = np.array([priors[entry].mean for entry in entries]) / SCALE
    precision = np.array([SCALE / priors[entry].sd for entry in entries]) ** 2
    guess = np.array([(start or {}).get(entry, priors[entry].mean) for entry in entries]) / SCALE
    ratings = _most_likely(evidence, mean, precision, guess)
    spread = covariance(evidence, ratings, precision)
    return _fitted(entries, ratings * SCALE, spread * SCALE**2)


def _most_likely(evidence: Evidence, mean: Floats, precision: Floats, guess: Floats) -> Floats:
    """Newton's method, with steps short enough to get there from anywhere.

    The third derivative of the likelihood is never larger than the second. So a step that changes
    differences between ratings by r goes downhill when it is shortened by log(1 + r) / r.
    """
    ratings = guess
    for _ in range(MOST_STEPS):
        step = _newton_step(evidence, mean, precision, ratings)
        reach = float(np.ptp(step)) if len(step) else 0.0
        if np.abs(step).max(initial=0.0) < TOLERANCE / SCALE:
            return ratings + step
        ratings = ratings + step * (math.log1p(reach) / reach if reach else 1)
    raise ArithmeticError(f"The fit found no end in {MOST_STEPS} steps: look at its priors.")


def _newton_step(evidence: Evidence, mean: Floats, precision: Floats, ratings: Floats) -> Floats:
    """Where the slope would be level if the curvature stayed as it is."""
    meetings, size = evidence.meetings, evidence.size
    bends = bend(meetings, ratings)
    extra = surprise(meetings, ratings)

    def curved(values: Floats) -> Floats:
        pulls = bends * (values[meetings.one] - values[meetings.other])
        return total(meetings, pulls, -pulls, size) + precision * values

    slope = total(meetings, extra, -extra, size) - precision * (ratings - mean)
    return _solved(curved, slope, total(meetings, bends, bends, size) + precision)


def _solved(matrix: Callable[[Floats], Floats], right: Floats, diagonal: Floats) -> Floats:
    """The solution of a linear equation by conjugate gradients, which need no matrix in memory."""
    solution, residual = np.zeros_like(right), right
    scaled = residual / diagonal
    direction, norm = scaled, float(residual @ scaled)
    target = norm * EXACT**2
    for _ in range(10 * len(right)):
        if norm <= target:
            break
        image = matrix(direction)
        length = norm / float(direction @ image)
        solution = solution + length * direction
        residual = residual - length * image
        scaled = residual / diagonal
        norm, before = float(residual @ scaled), norm
        direction = scaled + norm / before * direction
    return solution


def _fitted(entries: list[int], ratings: Floats, spread: Floats) -> Fitted:
    variance = spread if spread.ndim == 1 else np.diag(spread)
    reach = SURE * np.sqrt(variance)
    ends = zip(
        ratings.tolist(), (ratings - reach).tolist(), (ratings + reach).tolist(), strict=True
    )
    standings = {entry: Standing(*each) for entry, each in zip(entries, ends, strict=True)}
    return Fitted(standings, {entry: place for place, entry in enumerate(entries)}, spread)
