"""Actions as numbers for rules and search, and as objects for everybody else.

A `Move` packs the cell a piece comes from and the cell it goes to; a totem's move leaves its new
symbol open and so stands for five actions, a shaman's for one. A `Code` is one action: a move and
the face the piece then shows. A totem placed comes from the hand, the shaman from wherever it
stands: both origins are numbers of no cell.
"""

from collections.abc import Callable
from typing import TypeVar

from engine.games.shamanix.board import COORDINATES, Cell, cell
from engine.kernel import Json

Move = int
Code = int

HAND: Cell = 0
SHAMAN: Cell = 1
SHAMAN_FACES = (1,)
SYMBOLS = (2, 3, 4, 5, 6)
"""What a totem may show."""

_FACE_BITS = 3
_CELL_BITS = 9
_FACE_MASK = (1 << _FACE_BITS) - 1
_CELL_MASK = (1 << _CELL_BITS) - 1

T = TypeVar("T")


def move(origin: Cell, target: Cell) -> Move:
    """The move between these cells; moves of one origin differ by their targets alone."""
    return origin << _CELL_BITS | target


def origin_of(one: Move) -> Cell:
    """Where the piece of a move comes from."""
    return one >> _CELL_BITS


def action(one: Move, face: int) -> Code:
    """The move with the face its piece then shows."""
    return one << _FACE_BITS | face


def decode(code: Code) -> tuple[Cell, Cell, int]:
    """Origin, target and face of an action."""
    return code >> _FACE_BITS + _CELL_BITS, code >> _FACE_BITS & _CELL_MASK, code & _FACE_MASK


class _Interned(dict[Move, tuple[T, ...]]):
    """Something about all actions of each move met so far, made once and shared.

    All moves of the large table would fill some hundred megabytes, so a full table is emptied:
    that costs a little time and changes nothing.
    """

    LIMIT = 20_000

    def __init__(self, make: Callable[[Code], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, new: Move) -> tuple[T, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        faces = SHAMAN_FACES if origin_of(new) == SHAMAN else SYMBOLS
        made = self[new] = tuple(self.make(action(new, face)) for face in faces)
        return made


def option_of(code: Code) -> Json:
    """The option object of an action."""
    origin, target, face = decode(code)
    to = COORDINATES[target]
    if origin == SHAMAN:
        return {"do": "shaman", "to": to}
    if origin == HAND:
        return {"do": "place", "cell": to, "symbol": face}
    return {"do": "totem", "from": COORDINATES[origin], "to": to, "symbol": face}


def code_of(option: Json) -> Code:
    """The action of an option object: the way back."""
    if option["do"] == "shaman":
        return _code(SHAMAN, cell(*option["to"]), SHAMAN_FACES[0])
    if option["do"] == "place":
        return _code(HAND, cell(*option["cell"]), option["symbol"])
    return _code(cell(*option["from"]), cell(*option["to"]), option["symbol"])


def _code(origin: Cell, target: Cell, face: int) -> Code:
    return action(move(origin, target), face)


_OPTIONS = _Interned(option_of)
_CODES = _Interned(int)


def options_of(moves: list[Move]) -> list[Json]:
    """The option objects of these moves, in their order, the new symbol running fastest."""
    options: list[Json] = []
    for one in moves:
        options += _OPTIONS[one]
    return options


def codes_of(moves: list[Move]) -> list[Code]:
    """The same as codes."""
    codes: list[Code] = []
    for one in moves:
        codes += _CODES[one]
    return codes
