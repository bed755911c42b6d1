"""What a player may do: step with the shaman, place a totem, move a totem; or be blocked.

Sets of cells are ints (see `board`), so each condition of the rules is one operation on all
destinations at once.
"""

from dataclasses import dataclass

from engine.games.shamanix.actions import HAND, SHAMAN, Move, move
from engine.games.shamanix.board import BIT, CROSS, NEIGHBOURS, Cell, Cells, cells, spread
from engine.games.shamanix.powers import POWERS, terrain_for
from engine.games.shamanix.state import Ground, State


@dataclass(slots=True)
class Lie:
    """How things lie for the player to move."""

    ground: Ground
    hand: int
    shaman: Cell
    own: Cells
    """The player's totems on the table."""
    enemies: Cells
    """The totems of all others, those of players who are out included."""
    pieces: Cells
    """Everything that stands on the table."""
    empty: Cells
    beside_own: Cells
    """The cells that touch an own totem."""
    beside_two: Cells
    """Those that touch two or more, and so still touch one when another is lifted."""


def survey(state: State) -> Lie:
    """How things lie for the player to move."""
    mover, own, totems = state.mover, state.totems[state.mover], 0
    for group in state.totems:
        totems |= group
    shaman, hand = state.shamans[mover], state.hands[mover]
    return _lie(state.ground, hand, shaman, own, totems ^ own, state.pieces())


def _lie(ground: Ground, hand: int, shaman: Cell, own: Cells, enemies: Cells, pieces: Cells) -> Lie:
    once = twice = 0
    for totem in cells(own):
        twice |= once & NEIGHBOURS[totem]
        once |= NEIGHBOURS[totem]
    return Lie(ground, hand, shaman, own, enemies, pieces, ground.table & ~pieces, once, twice)


def with_totem(lie: Lie, at: Cell) -> Lie:
    """How things would lie with a totem from the hand placed there."""
    own, pieces = lie.own | BIT[at], lie.pieces | BIT[at]
    return _lie(lie.ground, lie.hand - 1, lie.shaman, own, lie.enemies, pieces)


def is_blocked(lie: Lie) -> bool:
    """Whether the shaman cannot step and no placement would let it; no totem move saves it."""
    if shaman_steps(lie):
        return False
    freeing = placements(lie) if lie.hand else 0
    return not any(shaman_steps(with_totem(lie, at)) for at in cells(freeing))


def legal_moves(state: State, lie: Lie) -> list[Move]:
    """All the player to move may do: shaman steps, placements, then totem moves.

    Within each kind cells run as one reads a page; totem moves go by the symbol shown, then by the
    cell left, then by the cell reached.
    """
    moves = cells(shaman_steps(lie), move(SHAMAN, 0))
    if lie.hand:
        moves += cells(placements(lie), move(HAND, 0))
    if lie.own:
        moves += _totem_moves(state, lie)
    return moves


def _totem_moves(state: State, lie: Lie) -> list[Move]:
    """Every move of an own totem to a cell that its power reaches and where it may rest."""
    moves: list[Move] = []
    terrain, firm = terrain_for(lie.own, lie.enemies, lie.pieces, lie.empty), firm_cells(lie)
    for face in state.faces:
        alike = face & lie.own
        if alike:
            power = POWERS[alike.bit_count()]
            for origin in cells(alike):
                targets = power(terrain, origin) & resting_places(lie, firm, origin)
                moves += cells(targets, move(origin, 0))
    return moves


def shaman_steps(lie: Lie) -> Cells:
    """One orthogonal step, on the leash, linked, and no totem abandoned."""
    ground, own, shaman = lie.ground, lie.own, lie.shaman
    targets = CROSS[shaman] & lie.empty & ground.leash & (ground.tower_sides | lie.beside_own)
    if targets:
        for totem in cells(own & NEIGHBOURS[shaman]):
            if not NEIGHBOURS[totem] & (ground.towers | own):
                targets &= NEIGHBOURS[totem] if ground.shaman_anchors else 0
    return targets


def placements(lie: Lie) -> Cells:
    """Beside the own shaman, an own totem, or a tower that one of them touches."""
    reach = lie.beside_own | NEIGHBOURS[lie.shaman]
    standing = lie.own | BIT[lie.shaman]
    for sides in lie.ground.sides_by_tower:
        if sides & standing:
            reach |= sides
    return reach & lie.empty


def firm_cells(lie: Lie) -> Cells:
    """The cells where something else than the own totems gives a totem hold."""
    sides = lie.ground.tower_sides | spread(lie.enemies)
    return sides | NEIGHBOURS[lie.shaman] if lie.ground.shaman_anchors else sides


def resting_places(lie: Lie, firm: Cells, origin: Cell) -> Cells:
    """Where the totem lifted from there may come to rest, however it gets there.

    It must be anchored or lean on an enemy totem; the shaman must stay linked; and the totems it
    held must find hold without it, or it must touch them again.
    """
    ground, shaman, sides = lie.ground, lie.shaman, NEIGHBOURS[origin]
    allowed = (firm | lie.beside_two | lie.beside_own & ~sides) & lie.empty
    others = lie.own ^ BIT[origin]
    holders = ground.towers | others
    if not NEIGHBOURS[shaman] & holders:
        allowed &= NEIGHBOURS[shaman]
    if ground.shaman_anchors:
        holders |= BIT[shaman]
    for totem in cells(others & sides):
        if not NEIGHBOURS[totem] & holders:
            allowed &= NEIGHBOURS[totem]
    return allowed
