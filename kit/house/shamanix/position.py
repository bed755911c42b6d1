"""What a position of Shamanix is worth to a seat: named features, each with a weight.

A shaman with no step to take loses, so most of it is about steps: those a shaman has now, and the
empty cells beside it, which a totem could open for it. A totem in hand can save a shaman that is
walled in; totems near an enemy shaman can wall it in. The weights were set by hand and tried out in
play of `greedy` with itself; HUNT and IN_HAND matter most, for without them nobody ever attacks.
"""

from engine.games.shamanix.board import BIT, COORDINATES, CROSS, NEIGHBOURS, Cell, cells, spread
from engine.games.shamanix.moves import Lie, shaman_steps, survey
from engine.games.shamanix.state import State
from engine.kernel import Outcome

WON = 1000.0
"""More than any position can be worth."""

STEPS = (-6.0, -1.5, 0.0, 0.7, 1.0)
"""By how many steps the shaman has now."""
EXITS = (-8.0, -4.0, -1.5, 0.0, 0.5)
"""By how many of the four cells beside the shaman are empty and on the leash."""
RESERVE = (0.0, 2.0, 2.3, 2.4, 2.4, 2.4)
"""By how many totems are in hand: one is enough to get free once."""
TOTEM = 0.8
"""For each totem on the table or in hand: those stolen or not recovered are missed."""
HUNT = 0.2
"""For each cell that a totem on the table is nearer to an enemy shaman."""
IN_HAND = 12
"""A totem in hand counts as that far away: there is something to be gained by placing it."""
SIEGE = 0.3
"""For each totem within two cells of an enemy shaman."""


def value(state: State, outcome: Outcome | None, seat: int) -> float:
    """How good this is for the seat: its own standing less that of the others still in."""
    if outcome is not None:
        return WON * (2 * outcome.points[seat] / (state.ground.seats - 1) - 1)
    if seat in state.out:
        return -WON
    return standing(state, seat) + pressure(state, seat)


def pressure(state: State, seat: int) -> float:
    """How hard pressed the others still in are by this seat, on average."""
    rivals = [other for other in range(state.ground.seats) if other not in (seat, *state.out)]
    if not rivals:
        return WON
    pressed = (pursuit(state, seat, rival) - standing(state, rival) for rival in rivals)
    return sum(pressed) / len(rivals)


def standing(state: State, seat: int) -> float:
    """How safe a seat's shaman is, and what the seat owns."""
    lie = lie_of(state, seat)
    exits = CROSS[lie.shaman] & lie.empty & lie.ground.leash
    return (
        STEPS[shaman_steps(lie).bit_count()]
        + EXITS[exits.bit_count()]
        + RESERVE[lie.hand]
        + TOTEM * (lie.hand + lie.own.bit_count())
    )


def lie_of(state: State, seat: int) -> Lie:
    """How things would lie if that seat were to move."""
    mover, state.mover = state.mover, seat
    lie = survey(state)
    state.mover = mover
    return lie


def pursuit(state: State, seat: int, rival: int) -> float:
    """How close a seat's totems are upon an enemy shaman."""
    own, shaman = state.totems[seat], state.shamans[rival]
    way = sum(distance(totem, shaman) for totem in cells(own)) + IN_HAND * state.hands[seat]
    return SIEGE * (own & spread(NEIGHBOURS[shaman] | BIT[shaman])).bit_count() - HUNT * way


def distance(one: Cell, other: Cell) -> int:
    """The king steps between two cells."""
    (x, y), (u, v) = COORDINATES[one], COORDINATES[other]
    return max(abs(x - u), abs(y - v))
