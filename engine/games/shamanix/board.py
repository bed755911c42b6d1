"""The table as numbers: cells, sets of cells as bits, and what touches what.

A cell (x, y) is one small number; a set of cells is an int with one bit per cell. Numbers fall
as one reads a page, row by row from the north-west corner to the south-east, and `cells` lists a
set in that order. A margin of one column and one row belongs to no table, so a step over an edge
lands on a cell that is never empty, and no step needs a bounds check.
"""

Cell = int
"""One cell of the table."""
Cells = int
"""A set of cells, one bit each."""

ROW = 20
REACH = 9
"""The largest coordinate there is, in each of the four directions."""

EAST, NORTH, WEST, SOUTH = -1, ROW, 1, -ROW
RING = (EAST, NORTH + EAST, NORTH, NORTH + WEST, WEST, SOUTH + WEST, SOUTH, SOUTH + EAST)
"""The eight directions, counter-clockwise."""
ORTHOGONALS = RING[::2]


def cell(x: int, y: int) -> Cell:
    """The cell of these coordinates."""
    return (y + REACH + 1) * ROW + REACH + 1 - x


def coordinates(number: Cell) -> list[int]:
    """The coordinates [x, y] of a cell, as written in messages."""
    row, column = divmod(number, ROW)
    return [REACH + 1 - column, row - REACH - 1]


COUNT = cell(-REACH, REACH) + NORTH + WEST + 1
"""How many numbers there are, the margin included."""

BIT: tuple[Cells, ...] = tuple(1 << number for number in range(COUNT))
"""Every cell as a set of its own."""

SQUARE = tuple(cell(x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1))
"""All cells any table has."""

COORDINATES = {number: coordinates(number) for number in SQUARE}
"""Ready-made coordinates to put into messages: read them, never change them."""


def _around(directions: tuple[int, ...]) -> tuple[Cells, ...]:
    """For every cell the set of cells one step away in these directions."""
    inside = frozenset(SQUARE)
    return tuple(
        sum(BIT[number + step] for step in directions) if number in inside else 0
        for number in range(COUNT)
    )


NEIGHBOURS = _around(RING)
"""The eight cells that touch a cell."""
CROSS = _around(ORTHOGONALS)
"""The four cells a shaman may step to."""

WALKS = {
    RING[start]: tuple(
        tuple(RING[(start + way * step) % 8] for step in range(1, 8)) for way in (-1, 1)
    )
    for start in range(8)
}
"""From each place on a ring of eight the seven others, clockwise and counter-clockwise."""

FLANKS = {NORTH + side: (NORTH, side) for side in (EAST, WEST)} | {
    SOUTH + side: (SOUTH, side) for side in (EAST, WEST)
}
"""For each diagonal direction the two straight ones it passes between."""


def cells(group: Cells, base: int = 0) -> list[Cell]:
    """The cells of a set, as one reads a page, each joined to the high bits of `base`."""
    listed = []
    while group:
        number = group.bit_length() - 1
        listed.append(base | number)
        group ^= BIT[number]
    return listed


def union(numbers: list[Cell] | tuple[Cell, ...]) -> Cells:
    """The set of these cells."""
    return sum(BIT[number] for number in numbers)


def spread(group: Cells) -> Cells:
    """The set and all cells that touch it."""
    group |= group << 1 | group >> 1
    return group | group << ROW | group >> ROW


def rectangle(x_reach: int, y_reach: int) -> Cells:
    """The cells with coordinates up to these in both directions from the centre."""
    return union([n for n in SQUARE if _within(coordinates(n), x_reach, y_reach)])


def _within(at: list[int], x_reach: int, y_reach: int) -> bool:
    return abs(at[0]) <= x_reach and abs(at[1]) <= y_reach
