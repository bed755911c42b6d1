"""Who plays next, and who sits where.

A block is played once per seat: the same table, the same seed, and everybody in another seat each
time. So every bot gets every seat, hand and role of the deal once, and its luck is shared out.

Tables are filled from the least known up: new entries first, then entries drawn by how uncertain
their ratings are, so that nobody is ever left out. Their opponents are drawn by how much the result
is expected to say about who stands above whom.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

PLACEMENT_BLOCKS = 5
"""Whoever has fewer blocks goes first."""

SAMPLE = 100
"""How many candidates are compared for a seat; among more, the best are much alike."""

ORDERS = {
    2: (0, 1),
    3: (0, 1, 2),
    4: (0, 1, 3, 2),
    5: (0, 1, 2, 4, 3),
    6: (0, 1, 4, 3, 5, 2),
    7: (0, 1, 2, 4, 6, 5, 3),
    8: (0, 1, 3, 7, 4, 2, 6, 5),
}
"""Seatings whose rotations put everybody behind everybody else as equally often as can be.

With an even number of seats everybody follows each other bot once, and one of them twice. With an
odd number that cannot be had in one block; the random order of tables evens it out over many.
"""


class Candidate(NamedTuple):
    """An entry that may be put at a table."""

    entry: int
    owner: int
    house: bool
    """House bots have one owner, and may meet each other all the same."""
    rating: float
    sd: float
    """The standard deviation of the rating: how uncertain it is."""
    blocks: int
    """How many blocks it has played or is booked for."""


Met = Callable[[int], Mapping[int, int]]
"""How many blocks an entry has shared with each other; asked once for each who sits down."""


def rotations(table: Sequence[int]) -> list[tuple[int, ...]]:
    """The seatings of a block: everybody once in each seat, and behind everybody else."""
    size = len(table)
    if size not in ORDERS:
        raise ValueError(f"There are no seatings for {size} entries: a table has 2 to 8 seats.")
    return [tuple(table[(place + turn) % size] for place in ORDERS[size]) for turn in range(size)]


def next_table(
    candidates: Sequence[Candidate], seats: int, met: Met, rng: Random
) -> tuple[int, ...] | None:
    """The entries that should play the next block; None when too few may sit together."""
    table: list[Candidate] = []
    shared: list[Mapping[int, int]] = []
    while len(table) < seats:
        free = _free(candidates, table)
        if not free:
            return None
        if table:
            shared.append(met(table[-1].entry))
        table.append(_opponent(table, free, shared, rng) if table else _least_known(free, rng))
    entries = [candidate.entry for candidate in table]
    rng.shuffle(entries)
    return tuple(entries)


def _free(candidates: Sequence[Candidate], table: Sequence[Candidate]) -> list[Candidate]:
    """Who may still sit down: one bot of each owner, and any number of house bots."""
    seated = {candidate.entry for candidate in table}
    owners = {candidate.owner for candidate in table if not candidate.house}
    return [
        each
        for each in candidates
        if each.entry not in seated and (each.house or each.owner not in owners)
    ]


def _least_known(candidates: Sequence[Candidate], rng: Random) -> Candidate:
    """Who plays in any case."""
    fewest = min(each.blocks for each in candidates)
    if fewest < PLACEMENT_BLOCKS:
        return rng.choice([each for each in candidates if each.blocks == fewest])
    return rng.choices(candidates, [each.sd**2 + 1 for each in candidates])[0]


def _opponent(
    table: Sequence[Candidate],
    candidates: Sequence[Candidate],
    shared: Sequence[Mapping[int, int]],
    rng: Random,
) -> Candidate:
    """Somebody who tells much at this table: drawn by the square of what is expected."""
    sample = rng.sample(candidates, min(SAMPLE, len(candidates)))
    worth = [
        sum(
            _worth(seated, each) / (1 + len(candidates) * _share(seated, each, met))
            for seated, met in zip(table, shared, strict=True)
        )
        for each in sample
    ]
    return rng.choices(sample, [each**2 for each in worth])[0]


def _worth(one: Candidate, other: Candidate) -> float:
    """What a block is expected to tell about which of two is better.

    It tells the more, the less is known of both, the closer they may be, and the more open a match
    between them is.
    """
    spread = math.hypot(one.sd, other.sd, 1)
    gap = one.rating - other.rating
    openness = 1 / math.cosh(gap * math.log(10) / 800) ** 2
    return spread * openness / (1 + (gap / spread) ** 2) ** 2


def _share(one: Candidate, other: Candidate, met: Mapping[int, int]) -> float:
    """How large a share of their blocks two have had together, seen by who has fewer."""
    return met.get(other.entry, 0) / max(1, min(one.blocks, other.blocks))
