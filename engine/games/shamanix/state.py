"""The state of a game: what stands where, what is in hand, what was taken, and who moves."""

from dataclasses import dataclass
from functools import cache

from engine import kernel
from engine.games.shamanix.actions import SYMBOLS
from engine.games.shamanix.board import (
    BIT,
    NEIGHBOURS,
    Cell,
    Cells,
    cell,
    rectangle,
    spread,
    union,
)
from engine.spec import Options

TOTEMS = 5
"""How many totems each player owns."""

TOWERS = {
    2: (cell(-3, 0), cell(0, 0), cell(3, 0)),
    4: (cell(-3, 0), cell(0, 0), cell(3, 0), cell(0, 3), cell(0, -3)),
}
SIDES = {2: ("east", "west"), 4: ("east", "south", "west", "north")}
"""The sides of the table the seats sit at, in the order of play."""
SHAMANS = {"east": cell(5, 0), "south": cell(0, -5), "west": cell(-5, 0), "north": cell(0, 5)}
"""Where each side's shaman begins."""
FAR_TOWERS = {"east": cell(-3, 0), "south": cell(0, 3), "west": cell(3, 0), "north": cell(0, -3)}
"""The tower that keeps each side's fifth totem."""
TABLES = {2: rectangle(9, 6), 4: rectangle(9, 9)}

Position = tuple[int, ...]
"""Everything that makes two positions the same, for the repetition rule."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What never changes during a game: the table, its towers, and the options."""

    seats: int
    table: Cells
    towers: Cells
    tower_sides: Cells
    """All cells beside a tower."""
    sides_by_tower: tuple[Cells, ...]
    """For each tower the cells beside it."""
    far_sides: tuple[Cells, ...]
    """For each seat the cells beside its far tower."""
    leash: Cells
    """The cells a shaman may step to: near enough to a tower."""
    shaman_anchors: bool
    repetition: bool
    max_plies: int
    options: Options


@cache
def _ground(
    seats: int, shaman_anchors: bool, leash: int, repetition: bool, max_plies: int
) -> Ground:
    towers = union(TOWERS[seats])
    near = towers
    for _ in range(leash):
        near = spread(near)
    return Ground(
        seats=seats,
        table=TABLES[seats],
        towers=towers,
        tower_sides=spread(towers) & ~towers,
        sides_by_tower=tuple(NEIGHBOURS[tower] for tower in TOWERS[seats]),
        far_sides=tuple(NEIGHBOURS[FAR_TOWERS[side]] for side in SIDES[seats]),
        leash=near & TABLES[seats],
        shaman_anchors=shaman_anchors,
        repetition=repetition,
        max_plies=max_plies,
        options={
            "shaman_anchors": shaman_anchors,
            "leash": leash,
            "repetition": repetition,
            "max_plies": max_plies,
        },
    )


class State(kernel.State):
    """One position and how often each earlier one has stood."""

    __slots__ = (
        "captives",
        "faces",
        "ground",
        "hands",
        "mover",
        "out",
        "ply",
        "seen",
        "shamans",
        "stored",
        "totems",
    )

    ground: Ground
    totems: list[Cells]
    """For each seat the cells of its totems on the table."""
    faces: list[Cells]
    """For each symbol, from 2 on, the cells of all totems that show it."""
    shamans: list[Cell]
    hands: list[int]
    """For each seat how many totems are in its hand."""
    stored: list[int]
    """For each seat 1 while its fifth totem is on the far tower, then 0."""
    captives: list[int]
    """At `holder * seats + owner`, how many totems of the owner the holder has taken."""
    out: list[int]
    """The seats that are out, first out first."""
    mover: int
    ply: int
    seen: dict[Position, int]
    """How often each position has stood at the start of a turn."""

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.log = None
        twin.ground = self.ground
        twin.totems = self.totems[:]
        twin.faces = self.faces[:]
        twin.shamans = self.shamans[:]
        twin.hands = self.hands[:]
        twin.stored = self.stored[:]
        twin.captives = self.captives[:]
        twin.out = self.out[:]
        twin.mover = self.mover
        twin.ply = self.ply
        twin.seen = self.seen.copy()
        return twin

    def position(self) -> Position:
        """What must be the same for a position to have come back."""
        return (
            self.mover,
            *self.totems,
            *self.faces,
            *self.shamans,
            *self.hands,
            *self.stored,
            *self.captives,
            *self.out,
        )

    def put(self, owner: int, at: Cell, symbol: int) -> None:
        """Stand a totem on the table."""
        self.totems[owner] |= BIT[at]
        self.faces[symbol - SYMBOLS[0]] |= BIT[at]

    def lift(self, owner: int, at: Cell) -> None:
        """Take a totem off the table."""
        self.totems[owner] &= ~BIT[at]
        self.faces = [face & ~BIT[at] for face in self.faces]

    def pieces(self) -> Cells:
        """Every cell something stands on: a tower, a totem or a shaman."""
        standing = self.ground.towers
        for totems in self.totems:
            standing |= totems
        for shaman in self.shamans:
            standing |= BIT[shaman]
        return standing


def setup(seats: int, seed: int, options: Options) -> State:
    """The table before the first turn. Nothing is left to chance, so the seed changes nothing."""
    state = State()
    state.log = None
    state.ground = _ground(seats, **options)
    state.totems = [0] * seats
    state.faces = [0] * len(SYMBOLS)
    state.shamans = [SHAMANS[side] for side in SIDES[seats]]
    state.hands = [TOTEMS - 1] * seats
    state.stored = [1] * seats
    state.captives = [0] * (seats * seats)
    state.out = []
    state.mover = 0
    state.ply = 0
    state.seen = {state.position(): 1}
    return state
