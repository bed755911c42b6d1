"""The rules of a turn: the block check, one action, and what follows from it."""

from engine.games.shamanix.actions import HAND, SHAMAN, Code, code_of, decode, options_of
from engine.games.shamanix.board import COORDINATES, NEIGHBOURS, Cell, cells
from engine.games.shamanix.moves import is_blocked, legal_moves, survey
from engine.games.shamanix.state import SIDES, State
from engine.kernel import Ask, Outcome, Over, SeatRole, Steps, placements_by

REPETITIONS = 3
"""How often a position must stand at the start of a turn for the game to stop."""


def turn(state: State) -> Steps:
    """One player's turn: who is blocked is out, everybody else acts exactly once."""
    lie = survey(state)
    if is_blocked(lie):
        knock_out(state)
    else:
        options = options_of(legal_moves(state, lie))
        index = yield Ask(state.mover, "act", options)
        act(state, code_of(options[index]))
    pass_on(state)


def knock_out(state: State) -> None:
    """The player to move is blocked; the last one left has won."""
    seats = state.ground.seats
    state.tell("blocked", seat=state.mover, place=seats - len(state.out))
    state.out.append(state.mover)
    if len(state.out) == seats - 1:
        raise Over(outcome(state, "last_shaman"))


def act(state: State, code: Code) -> None:
    """Do what was chosen, and all that follows at the end of the turn."""
    origin, target, face = decode(code)
    if origin == SHAMAN:
        step_shaman(state, target)
    elif origin == HAND:
        place_totem(state, target, face)
    else:
        move_totem(state, origin, target, face)
    recover(state)
    state.ply += 1


def pass_on(state: State) -> None:
    """The next living player's turn begins, unless the game has gone on for too long."""
    state.mover = _next_living(state)
    if state.ground.repetition:
        position = state.position()
        times = state.seen[position] = state.seen.get(position, 0) + 1
        if times == REPETITIONS:
            raise Over(outcome(state, "repetition"))
    if state.ply >= state.ground.max_plies:
        raise Over(outcome(state, "max_plies"))


def _next_living(state: State) -> int:
    seat = (state.mover + 1) % state.ground.seats
    while seat in state.out:
        seat = (seat + 1) % state.ground.seats
    return seat


# The three actions


def step_shaman(state: State, target: Cell) -> None:
    """The shaman of the player to move goes there."""
    seat = state.mover
    origin = state.shamans[seat]
    state.shamans[seat] = target
    state.tell("stepped", seat=seat, **{"from": COORDINATES[origin]}, to=COORDINATES[target])
    steal(state, origin)


def place_totem(state: State, target: Cell, symbol: int) -> None:
    """A totem goes from the hand onto the table. It cannot leave any totem alone."""
    seat = state.mover
    state.hands[seat] -= 1
    state.put(seat, target, symbol)
    state.tell("placed", seat=seat, cell=COORDINATES[target], symbol=symbol)


def move_totem(state: State, origin: Cell, target: Cell, symbol: int) -> None:
    """A totem goes from cell to cell and then shows the symbol chosen."""
    seat = state.mover
    state.lift(seat, origin)
    state.put(seat, target, symbol)
    state.tell(
        "moved",
        seat=seat,
        **{"from": COORDINATES[origin]},
        to=COORDINATES[target],
        symbol=symbol,
    )
    steal(state, origin)


# What follows at the end of the turn


def steal(state: State, left: Cell) -> None:
    """Take each living opponent's totem left touching nothing, which touched the cell just left."""
    for owner in _rivals(state):
        for at in cells(state.totems[owner] & NEIGHBOURS[left]):
            if not NEIGHBOURS[at] & state.pieces():
                take(state, owner, at)


def take(state: State, owner: int, at: Cell) -> None:
    """The totem becomes a captive, or is exchanged at once if its owner holds one of the thief."""
    thief, seats = state.mover, state.ground.seats
    state.lift(owner, at)
    state.tell("stolen", seat=thief, owner=owner, cell=COORDINATES[at])
    if state.captives[owner * seats + thief]:
        state.captives[owner * seats + thief] -= 1
        state.hands[owner] += 1
        state.hands[thief] += 1
        state.tell("exchanged", seats=[thief, owner])
    else:
        state.captives[thief * seats + owner] += 1


def recover(state: State) -> None:
    """The fifth totem comes to hand when no living opponent has as many totems at its tower."""
    seat = state.mover
    if state.stored[seat]:
        sides = state.ground.far_sides[seat]
        there = [(totems & sides).bit_count() for totems in state.totems]
        if all(there[seat] > there[rival] for rival in _rivals(state)):
            state.stored[seat] = 0
            state.hands[seat] += 1
            state.tell("recovered", seat=seat)


def _rivals(state: State) -> list[int]:
    """The living opponents of the player to move: there is always one."""
    return [s for s in range(state.ground.seats) if s != state.mover and s not in state.out]


def outcome(state: State, reason: str) -> Outcome:
    """Those still in share the first places; the others follow, last out first."""
    seats = state.ground.seats
    stamina = [state.out.index(seat) if seat in state.out else seats for seat in range(seats)]
    return Outcome(
        placements=placements_by(stamina),
        points=tuple(_points(mine, stamina) for mine in stamina),
        roles=tuple(SeatRole(side, side, side, side) for side in SIDES[seats]),
        reason=reason,
        details={"plies": state.ply, "out": list(state.out)},
    )


def _points(mine: int, stamina: list[int]) -> float:
    """A point for each opponent outlasted, half a point for each one level."""
    return sum(mine > other for other in stamina) + (stamina.count(mine) - 1) / 2
