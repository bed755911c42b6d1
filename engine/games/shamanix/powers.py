"""The five powers of totems: the cells each can get to, whether or not it may rest there."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.games.shamanix.board import (
    BIT,
    FLANKS,
    NEIGHBOURS,
    RING,
    ROW,
    WALKS,
    Cell,
    Cells,
    cells,
    spread,
)


@dataclass(slots=True)
class Field:
    """What stands in a moving totem's way, and what it moves by."""

    empty: Cells
    pieces: Cells
    """Everything that stands on the table."""
    totems: Cells
    enemies: Cells
    """The totems of all but the mover."""
    crooks: Cells
    """The cells with enemy totems on two sides that meet: a wall closes the diagonal between."""


def field(empty: Cells, pieces: Cells, own: Cells, enemies: Cells) -> Field:
    """The field as the owner of these totems finds it."""
    crooks = (enemies << ROW | enemies >> ROW) & (enemies << 1 | enemies >> 1)
    return Field(empty, pieces, own | enemies, enemies, crooks)


def one_step(field: Field, origin: Cell) -> Cells:
    """One king step."""
    if BIT[origin] & field.crooks:
        return sum(BIT[origin + way] for way in RING if _is_open(field, origin, way))
    return NEIGHBOURS[origin] & field.empty


def two_steps(field: Field, origin: Cell) -> Cells:
    """One or two king steps."""
    return _and_one_more(field, one_step(field, origin))


def ring_walk(field: Field, origin: Cell) -> Cells:
    """Round any piece it touches, either way, as far as cells are empty."""
    reach, empty = 0, field.empty
    for pivot in cells(NEIGHBOURS[origin] & field.pieces):
        for walk in WALKS[origin - pivot]:
            for place in walk:
                bit = BIT[pivot + place]
                if not bit & empty:
                    break
                reach |= bit
    return reach


def leap(field: Field, origin: Cell) -> Cells:
    """Over a whole straight run of totems to the first cell beyond, then perhaps a king step."""
    landings, totems = 0, field.totems
    for neighbour in cells(NEIGHBOURS[origin] & totems):
        way, at = neighbour - origin, neighbour
        while BIT[at] & totems:
            at += way
        landings |= BIT[at] & field.empty
    return _and_one_more(field, landings)


def slide(field: Field, origin: Cell) -> Cells:
    """Straight on in any direction, as far as king steps lead."""
    reach = 0
    for way in RING:
        at = origin
        while _is_open(field, at, way):
            at += way
            reach |= BIT[at]
    return reach


def _and_one_more(field: Field, reached: Cells) -> Cells:
    """These cells and those one king step further."""
    walled = reached & field.crooks
    reach = reached | spread(reached ^ walled) & field.empty
    for at in cells(walled):
        reach |= one_step(field, at)
    return reach


def _is_open(field: Field, at: Cell, way: int) -> bool:
    """Whether a king step leads to an empty cell, and not between two enemy totems."""
    if not BIT[at + way] & field.empty:
        return False
    flanks = FLANKS.get(way)
    return flanks is None or not all(BIT[at + flank] & field.enemies for flank in flanks)


Power = Callable[[Field, Cell], Cells]

POWERS: dict[int, Power] = {1: one_step, 2: two_steps, 3: ring_walk, 4: leap, 5: slide}
"""The power of a totem, by how many of its owner's totems on the table show its symbol."""
