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
class Terrain:
    """What stands in a moving totem's way, and what it moves by."""

    empty: Cells
    pieces: Cells
    """Everything that stands on the table."""
    totems: Cells
    enemies: Cells
    """The totems of all but the mover."""
    crooks: Cells
    """The cells with enemy totems on two sides that meet: a wall closes the diagonal between."""


def terrain_for(own: Cells, enemies: Cells, pieces: Cells, empty: Cells) -> Terrain:
    """The terrain as the owner of these totems finds it."""
    crooks = (enemies << ROW | enemies >> ROW) & (enemies << 1 | enemies >> 1)
    return Terrain(empty, pieces, own | enemies, enemies, crooks)


def one_step(terrain: Terrain, origin: Cell) -> Cells:
    """One king step."""
    if BIT[origin] & terrain.crooks:
        return sum(BIT[origin + way] for way in RING if _is_open(terrain, origin, way))
    return NEIGHBOURS[origin] & terrain.empty


def two_steps(terrain: Terrain, origin: Cell) -> Cells:
    """One or two king steps."""
    return _and_one_more(terrain, one_step(terrain, origin))


def ring_walk(terrain: Terrain, origin: Cell) -> Cells:
    """Round any piece it touches, either way, as far as cells are empty."""
    reach, empty = 0, terrain.empty
    for pivot in cells(NEIGHBOURS[origin] & terrain.pieces):
        for walk in WALKS[origin - pivot]:
            for place in walk:
                bit = BIT[pivot + place]
                if not bit & empty:
                    break
                reach |= bit
    return reach


def leap(terrain: Terrain, origin: Cell) -> Cells:
    """Over a whole straight run of totems to the first cell beyond, then perhaps a king step."""
    landings, totems = 0, terrain.totems
    for neighbour in cells(NEIGHBOURS[origin] & totems):
        way, at = neighbour - origin, neighbour
        while BIT[at] & totems:
            at += way
        landings |= BIT[at] & terrain.empty
    return _and_one_more(terrain, landings)


def slide(terrain: Terrain, origin: Cell) -> Cells:
    """Straight on in any direction, as far as king steps lead."""
    reach = 0
    for way in RING:
        at = origin
        while _is_open(terrain, at, way):
            at += way
            reach |= BIT[at]
    return reach


def _and_one_more(terrain: Terrain, reached: Cells) -> Cells:
    """These cells and those one king step further."""
    walled = reached & terrain.crooks
    reach = reached | spread(reached ^ walled) & terrain.empty
    for at in cells(walled):
        reach |= one_step(terrain, at)
    return reach


def _is_open(terrain: Terrain, at: Cell, way: int) -> bool:
    """Whether a king step leads to an empty cell, and not between two enemy totems."""
    if not BIT[at + way] & terrain.empty:
        return False
    flanks = FLANKS.get(way)
    return flanks is None or not all(BIT[at + flank] & terrain.enemies for flank in flanks)


Power = Callable[[Terrain, Cell], Cells]

POWERS: dict[int, Power] = {1: one_step, 2: two_steps, 3: ring_walk, 4: leap, 5: slide}
"""The power of a totem, by how many of its owner's totems on the table show its symbol."""
