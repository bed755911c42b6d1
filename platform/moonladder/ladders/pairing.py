"""Who plays next, and who sits where."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

PLACEMENT_BLOCKS = 5
"""Whoever has played fewer blocks goes first."""

SAMPLE = 48
"""How many candidates are compared for a seat; more would change little and take longer."""


class Candidate(NamedTuple):
    """An entry that may be put at a table."""

    entry: int
    owner: int
    house: bool
    """House bots are all of one owner, and may meet each other all the same."""
    rating: float
    sd: float
    """How uncertain the rating is, as a standard deviation."""
    blocks: int
    """How many blocks it has played or is booked for."""


Met = Mapping[tuple[int, int], int]
"""How many blocks two entries have shared; the smaller entry comes first in the key."""


def rotations(table: Sequence[int]) -> list[tuple[int, ...]]:
    """The seatings of a block: everybody once in each seat, and beside everybody."""
    size = len(table)
    order = [(seat + 1) // 2 if seat % 2 else -(seat // 2) for seat in range(size)]
    return [tuple(table[(place + turn) % size] for place in order) for turn in range(size)]


def next_table(
    candidates: Sequence[Candidate], seats: int, met: Met, rng: Random
) -> tuple[int, ...] | None:
    """The entries that should play the next block; None when no table can be filled."""
    table: list[Candidate] = []
    while len(table) < seats:
        legal = _legal(candidates, table)
        if not legal:
            return None
        table.append(_opponent(table, _sample(legal, rng), met) if table else _focus(legal, rng))
    entries = [candidate.entry for candidate in table]
    rng.shuffle(entries)
    return tuple(entries)


def _legal(candidates: Sequence[Candidate], table: Sequence[Candidate]) -> list[Candidate]:
    seated = {candidate.entry for candidate in table}
    owners = {candidate.owner for candidate in table if not candidate.house}
    return [
        candidate
        for candidate in candidates
        if candidate.entry not in seated and (candidate.house or candidate.owner not in owners)
    ]


def _sample(candidates: list[Candidate], rng: Random) -> list[Candidate]:
    return rng.sample(candidates, min(SAMPLE, len(candidates)))


def _focus(candidates: list[Candidate], rng: Random) -> Candidate:
    fewest = min(candidate.blocks for candidate in candidates)
    if fewest < PLACEMENT_BLOCKS:
        return rng.choice([each for each in candidates if each.blocks == fewest])
    return max(_sample(candidates, rng), key=lambda candidate: candidate.sd)


def _opponent(table: list[Candidate], candidates: list[Candidate], met: Met) -> Candidate:
    return max(
        candidates,
        key=lambda other: sum(_gain(each, other) / (1 + _past(each, other, met)) for each in table),
    )


def _gain(one: Candidate, other: Candidate) -> float:
    variance = one.sd**2 + other.sd**2
    return variance / math.cosh((one.rating - other.rating) * math.log(10) / 800) ** 2


def _past(one: Candidate, other: Candidate, met: Met) -> int:
    return met.get((min(one.entry, other.entry), max(one.entry, other.entry)), 0)
