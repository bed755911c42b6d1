"""Fitted Elo: the ratings that explain the whole settled log best, and how sure they are."""

import math
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

SCALE = 400 / math.log(10)
"""Points in one unit of log odds."""

SURE = 1.959964
"""Standard deviations on each side of a 95 % interval."""


class Played(NamedTuple):
    """A settled match: who sat where and how they placed, and the block whose deal it shared."""

    block: int
    entries: tuple[int, ...]
    placements: tuple[int, ...]


class Prior(NamedTuple):
    """What is assumed of an entry before its first match."""

    mean: float
    sd: float


NEWCOMER = Prior(1500.0, 350.0)


class Standing(NamedTuple):
    """Where an entry stands: its rating, the 95 % interval, and the ranks it may well have."""

    rating: float
    low: float
    high: float
    best_rank: int
    worst_rank: int


class Fitted(NamedTuple):
    """The outcome of a fit."""

    standings: dict[int, Standing]
    places: dict[int, int]
    covariance: np.ndarray

    def superiority(self, a: int, b: int) -> float:
        """How likely it is that entry a is better than entry b."""
        gap = self.standings[a].rating - self.standings[b].rating
        x, y = self.places[a], self.places[b]
        variance = self.covariance[x, x] + self.covariance[y, y] - 2 * self.covariance[x, y]
        return 0.5 * math.erfc(-gap / math.sqrt(2 * variance)) if variance > 0 else 0.5


def fit(
    matches: Iterable[Played],
    priors: Mapping[int, Prior],
    *,
    start: Mapping[int, float] | None = None,
) -> Fitted:
    """Rate every entry that has a prior; `start` only says where to begin looking."""
    entries = sorted(priors)
    places = {entry: place for place, entry in enumerate(entries)}
    mean = np.array([priors[entry].mean for entry in entries]) / SCALE
    precision = (SCALE / np.array([priors[entry].sd for entry in entries])) ** 2
    log = sorted(matches)
    x = mean.copy()
    if start:
        x = np.array([start.get(entry, priors[entry].mean) for entry in entries]) / SCALE
    for _ in range(100):
        scores, curvature, _ = _scores(log, places, x)
        step = np.linalg.solve(curvature + np.diag(precision), scores - precision * (x - mean))
        reach = max(float(np.ptp(step)), 1e-12)
        x = x + step * math.log1p(reach) / reach
        if reach < 1e-9:
            break
    _, curvature, clustered = _scores(log, places, x)
    bread = np.linalg.inv(curvature + np.diag(precision))
    middle = clustered + np.diag(precision) - np.outer(precision, precision) / precision.sum()
    covariance = bread @ middle @ bread * SCALE**2
    return Fitted(_standings(entries, x * SCALE, covariance), places, covariance)


def _scores(
    log: list[Played], places: dict[int, int], x: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    size = len(x)
    total, curvature, clustered = np.zeros(size), np.zeros((size, size)), np.zeros((size, size))
    blocks: dict[int, np.ndarray] = {}
    for match in log:
        weight = 3 / (len(match.entries) + 1)
        score = blocks.setdefault(match.block, np.zeros(size))
        for (a, first), (b, second) in combinations(
            zip(match.entries, match.placements, strict=True), 2
        ):
            i, j = places[a], places[b]
            expected = 1 / (1 + math.exp(x[j] - x[i]))
            surplus = weight * ((1 + (first < second) - (first > second)) / 2 - expected)
            score[i] += surplus
            score[j] -= surplus
            bend = weight * expected * (1 - expected)
            curvature[i, i] += bend
            curvature[j, j] += bend
            curvature[i, j] -= bend
            curvature[j, i] -= bend
    for score in blocks.values():
        total += score
        clustered += np.outer(score, score)
    return total, curvature, clustered


def _standings(
    entries: list[int], ratings: np.ndarray, covariance: np.ndarray
) -> dict[int, Standing]:
    variance = np.diag(covariance)
    apart = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 1e-12))
    gap = (ratings[:, None] - ratings[None, :]) / apart
    worse_than = (gap < -SURE).sum(axis=1)
    better_than = (gap > SURE).sum(axis=1)
    reach = SURE * np.sqrt(variance)
    return {
        entry: Standing(
            float(ratings[i]),
            float(ratings[i] - reach[i]),
            float(ratings[i] + reach[i]),
            1 + int(worse_than[i]),
            len(entries) - int(better_than[i]),
        )
        for i, entry in enumerate(entries)
    }
