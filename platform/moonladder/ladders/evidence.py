"""What a log says about some ratings: the surprise in it, block by block and pair by pair.

Ratings are in units of log odds here, and an entry is known by its place in ascending order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonladder.ladders.log import Ints, Log, blocks, pairs

Floats = NDArray[np.float64]


class Group(NamedTuple):
    """All blocks with the same number of seats, a line for each."""

    places: Ints
    """Who is at the table."""
    matches: Ints
    points: Ints
    """Twice what the one scored against the other; a column for each pair."""
    weight: float
    """What a pair in one match counts."""


class Meetings(NamedTuple):
    """All pairs of entries that met, a line for each; what they did is weighted and added up."""

    one: Ints
    other: Ints
    games: Floats
    points: Floats
    """What the one scored; the other scored the rest of the games."""


class Evidence(NamedTuple):
    """A log, ready to be compared with ratings."""

    size: int
    """How many entries there are, those that never played included."""
    groups: list[Group]
    meetings: Meetings


def gather(log: Log, entries: Ints) -> Evidence:
    """Sum a log up; the entries are in ascending order."""
    groups = [
        Group(
            _places(group.tables, entries),
            group.matches,
            group.points,
            weight=3 / (group.tables.shape[1] + 1),
        )
        for group in blocks(log)
    ]
    return Evidence(len(entries), groups, _meetings(groups, len(entries)))


def _places(tables: Ints, entries: Ints) -> Ints:
    places = np.searchsorted(entries, tables)
    known = np.append(entries, -1)[places] == tables
    if not known.all():
        raise ValueError(f"Entry {tables[~known][0]} has played but has no prior: give it one.")
    return places


def _meetings(groups: list[Group], size: int) -> Meetings:
    """Add up all that each two entries did at the same table."""
    columns = [
        (
            group.places[:, a] * size + group.places[:, b],
            group.weight * group.matches,
            group.weight / 2 * group.points[:, pair],
        )
        for group in groups
        for pair, (a, b) in enumerate(pairs(group.places.shape[1]))
    ]
    empty = (np.empty(0, np.int64), np.empty(0), np.empty(0))
    words, games, points = (np.concatenate(parts) for parts in zip(empty, *columns, strict=True))
    met, line = np.unique(words, return_inverse=True)
    one, other = np.divmod(met, size)
    return Meetings(one, other, added(line, games, len(met)), added(line, points, len(met)))


def surprise(meetings: Meetings, ratings: Floats) -> Floats:
    """What the one of each pair scored beyond what the ratings expect."""
    return meetings.points - meetings.games * (0.5 + _edge(meetings, ratings))


def bend(meetings: Meetings, ratings: Floats) -> Floats:
    """How fast that falls when the difference of the two ratings grows."""
    return meetings.games * (0.25 - _edge(meetings, ratings) ** 2)


def _edge(meetings: Meetings, ratings: Floats) -> Floats:
    """The share of points that the one is expected to win, beyond one half."""
    return np.tanh((ratings[meetings.one] - ratings[meetings.other]) / 2) / 2


def block_surprise(group: Group, ratings: Floats) -> Floats:
    """What every seat's entry scored in each block beyond what the ratings expect."""
    totals = np.zeros(group.places.shape)
    for pair, (a, b) in enumerate(pairs(group.places.shape[1])):
        edge = np.tanh((ratings[group.places[:, a]] - ratings[group.places[:, b]]) / 2)
        extra = group.weight / 2 * (group.points[:, pair] - group.matches * (1 + edge))
        totals[:, a] += extra
        totals[:, b] -= extra
    return totals


def total(meetings: Meetings, ones: Floats, others: Floats, size: int) -> Floats:
    """Add up for every entry the numbers of the pairs in which it is the one, and the other."""
    return added(meetings.one, ones, size) + added(meetings.other, others, size)


def added(places: Ints, numbers: Floats, size: int) -> Floats:
    """Add up the numbers of each place."""
    return np.bincount(places.ravel(), numbers.ravel(), size).astype(np.float64, copy=False)
