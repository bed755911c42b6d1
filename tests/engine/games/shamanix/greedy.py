"""A player that looks one action ahead: keep the own shaman free, crowd the others."""

from engine.games.shamanix import search
from engine.games.shamanix.board import Cell, cells, coordinates
from engine.games.shamanix.moves import placements, shaman_steps, survey, with_totem
from engine.games.shamanix.state import State
from engine.rng import Rng

WIN = 1_000_000
BLOCKED = -1_000
STEP = 20
NEAR = 40
FAR = 20


def greedy(state: State, rng: Rng) -> search.Code:
    """The action after which things look best; one of them at random if several do."""
    codes = search.actions(state)
    values = [worth(state, code) for code in codes]
    best = max(values)
    return rng.choice([code for code, value in zip(codes, values, strict=True) if value == best])


def worth(state: State, code: search.Code) -> int:
    """How good the position is for the mover once the action is done."""
    me, after = state.mover, state.copy()
    outcome = search.apply(after, code)
    if outcome is not None:
        return WIN * (outcome.placements[me] == 1 and outcome.placements.count(1) == 1)
    rivals = [seat for seat in range(after.ground.seats) if seat != me and seat not in after.out]
    pressure = sum(
        NEAR * closeness(after, me, rival) - 2 * freedom(after, rival) for rival in rivals
    )
    return freedom(after, me) + pressure - len(after.out) * BLOCKED


def freedom(state: State, seat: int) -> int:
    """What the shaman's steps are worth, or, with none, the placements that would give it some."""
    mover, state.mover = state.mover, seat
    lie = survey(state)
    state.mover = mover
    steps = shaman_steps(lie).bit_count()
    if steps:
        return STEP * steps
    freeing = [at for at in cells(placements(lie)) if shaman_steps(with_totem(lie, at))]
    return len(freeing) if lie.hand and freeing else BLOCKED


def closeness(state: State, seat: int, rival: int) -> int:
    """The nearer the own totems stand to the rival's shaman, the more."""
    shaman = state.shamans[rival]
    return sum(FAR - _distance(at, shaman) for at in cells(state.totems[seat]))


def _distance(one: Cell, other: Cell) -> int:
    (x, y), (u, v) = coordinates(one), coordinates(other)
    return max(abs(x - u), abs(y - v))
