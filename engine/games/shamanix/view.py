"""What players see: everything, for nothing is hidden; and the way back from a view to a state."""

from engine.games.shamanix.board import COORDINATES, Cells, cell, cells, coordinates
from engine.games.shamanix.state import FAR_TOWERS, SIDES, TOWERS, State, setup
from engine.kernel import Json
from engine.rng import Rng


def view(state: State, seat: int | None) -> Json:
    """The whole table, the same for every seat and for the public."""
    ground = state.ground
    return {
        "ply": state.ply,
        "mover": state.mover,
        "repeats": state.seen.get(state.position(), 0),
        "table": _bounds(ground.table),
        "towers": [COORDINATES[tower] for tower in TOWERS[ground.seats]],
        "players": [_player(state, seat) for seat in range(ground.seats)],
        "out": state.out[:],
        "options": dict(ground.options),
    }


def _bounds(table: Cells) -> Json:
    """The least and the largest coordinates of the table."""
    last, first = (
        coordinates(table.bit_length() - 1),
        coordinates((table & -table).bit_length() - 1),
    )
    return {"x": [last[0], first[0]], "y": [first[1], last[1]]}


def _player(state: State, seat: int) -> Json:
    seats = state.ground.seats
    side = SIDES[seats][seat]
    return {
        "side": side,
        "shaman": COORDINATES[state.shamans[seat]],
        "totems": [
            {"cell": COORDINATES[at], "symbol": state.symbol(at)}
            for at in cells(state.totems[seat])
        ],
        "hand": state.hands[seat],
        "far_tower": COORDINATES[FAR_TOWERS[side]],
        "stored": state.stored[seat] == 1,
        "captives": state.captives[seat * seats : (seat + 1) * seats],
    }


def full_view(state: State) -> Json:
    """The same: of the positions that stood before, all know as much as they have followed."""
    return view(state, None)


def redeal(start: State, now: State, seat: int, rng: Rng) -> State:
    """The same world: with nothing hidden there is no other."""
    return start


def from_view(seen: Json) -> State:
    """The state a view shows, for bots that search; of earlier positions it remembers none."""
    seats = len(seen["players"])
    state = setup(seats, 0, seen["options"])
    state.ply, state.mover, state.out = seen["ply"], seen["mover"], list(seen["out"])
    for seat, player in enumerate(seen["players"]):
        state.shamans[seat] = cell(*player["shaman"])
        for totem in player["totems"]:
            state.put(seat, cell(*totem["cell"]), totem["symbol"])
        state.hands[seat] = player["hand"]
        state.stored[seat] = int(player["stored"])
        state.captives[seat * seats : (seat + 1) * seats] = player["captives"]
    state.seen = {state.position(): seen["repeats"]} if seen["repeats"] else {}
    return state
