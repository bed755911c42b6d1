"""The settled log: a row for each seat of each match, summed up block by block."""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_MOST_PLACEMENTS = 2**10


class Played(NamedTuple):
    """A settled match: who sat where and how they placed, and the block whose deal it shared."""

    block: int
    entries: tuple[int, ...]
    placements: tuple[int, ...]


class Log(NamedTuple):
    """Settled matches as four columns, in any order, with one line for each seat.

    This is how a database keeps them, and a shape that millions fit into.
    """

    match: Ints
    block: Ints
    entry: Ints
    placement: Ints

    @classmethod
    def of(cls, matches: Iterable[Played]) -> "Log":
        """The columns of some matches."""
        return cls.of_rows(
            (number, played.block, entry, placement)
            for number, played in enumerate(matches)
            for entry, placement in zip(played.entries, played.placements, strict=True)
        )

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[int, int, int, int]]) -> "Log":
        """The columns of rows of (match, block, entry, placement)."""
        lines = np.fromiter(rows, dtype=np.dtype((np.int64, 4)))
        return cls(*np.ascontiguousarray(lines.T))


class Blocks(NamedTuple):
    """All blocks with the same number of seats, a line for each, in the order of their numbers."""

    tables: Ints
    """The entries at the table, ascending."""
    matches: Ints
    """How many matches of the block are settled."""
    points: Ints
    """Twice what the one scored against the other, summed over matches; a column for each pair."""


def pairs(seats: int) -> list[tuple[int, int]]:
    """The columns of each pair at a table, in the order in which `Blocks.points` has them."""
    return list(combinations(range(seats), 2))


def blocks(log: Log) -> list[Blocks]:
    """The log summed up, fewest seats first. Whole numbers, so the order of rows is forgotten."""
    # Sorting is next to nothing where the rows come in the order of matches and blocks.
    order = np.argsort(log.match, kind="stable")
    starts = _starts(log.match[order])
    seats = np.diff(starts, append=len(order))
    return [
        _summed(log, order[starts[seats == size][:, None] + np.arange(size)])
        for size in np.unique(seats)
    ]


def _summed(log: Log, lines: Ints) -> Blocks:
    """Sum up matches of the same number of seats, given the lines of each match's seats."""
    lines = lines[np.argsort(log.block[lines[:, 0]], kind="stable")]
    starts = _starts(log.block[lines[:, 0]])
    matches = np.diff(starts, append=len(lines))
    tables, placements = _by_entry(log.entry[lines], log.placement[lines])
    _check(log.block[lines[:, 0]], tables, np.repeat(tables[starts], matches, axis=0))
    points = [1 + np.sign(placements[:, b] - placements[:, a]) for a, b in pairs(lines.shape[1])]
    sums = [np.add.reduceat(column, starts) for column in points]
    return Blocks(tables[starts], matches, np.array(sums).T)


def _starts(sorted_numbers: Ints) -> Ints:
    """Where each number is found first."""
    return np.flatnonzero(np.diff(sorted_numbers, prepend=sorted_numbers[:1] - 1))


def _by_entry(entries: Ints, placements: Ints) -> tuple[Ints, Ints]:
    """Order every line by entry; both numbers in one word are sorted faster than by index."""
    words = np.sort(entries * _MOST_PLACEMENTS + placements, axis=1)
    return np.divmod(words, _MOST_PLACEMENTS)


def _check(block: Ints, tables: Ints, firsts: Ints) -> None:
    """Every match of a block has the same table, and nobody sits there twice."""
    twice = (tables[:, 1:] == tables[:, :-1]).any(axis=1)
    if twice.any():
        raise ValueError(f"An entry sits twice at the table of block {block[twice][0]}.")
    other = (tables != firsts).any(axis=1)
    if other.any():
        raise ValueError(
            f"The matches of block {block[other][0]} have different tables: "
            "give each table a block of its own."
        )
