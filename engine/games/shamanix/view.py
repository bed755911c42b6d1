"""What players see: everything, for nothing is hidden; and the way back from a view to a state."""

from engine.games.shamanix.actions import SYMBOLS
from engine.games.shamanix.board import cell, cells, coordinates
from engine.games.shamanix.state import FAR_TOWERS, SIDES, TOWERS, State, setup
from engine.kernel import Json
from engine.rng import Rng

BOUNDS = {2: ([-9, 9], [-6, 6]), 4: ([-9, 9], [-9, 9])}
"""The least and the largest x and y of the table."""


def view(state: State, seat: int | None) -> Json:
    """The whole table, the same for every seat and for the public."""
    seats = state.ground.seats
    x, y = BOUNDS[seats]
    return {
        "ply": state.ply,
        "mover": state.mover,
        "repeats": state.seen.get(state.position(), 0),
        "table": {"x": x[:], "y": y[:]},
        "towers": list(map(coordinates, TOWERS[seats])),
        "players": [_player(state, each) for each in range(seats)],
        "out": state.out[:],
        "options": dict(state.ground.options),
    }


def _player(state: State, seat: int) -> Json:
    seats = state.ground.seats
    side = SIDES[seats][seat]
    return {
        "side": side,
        "shaman": coordinates(state.shamans[seat]),
        "totems": _totems(state, seat),
        "hand": state.hands[seat],
        "far_tower": coordinates(FAR_TOWERS[side]),
        "stored": state.stored[seat] == 1,
        "captives": state.captives[seat * seats : (seat + 1) * seats],
    }


def _totems(state: State, seat: int) -> Json:
    own = state.totems[seat]
    shown = {
        at: symbol
        for symbol, face in zip(SYMBOLS, state.faces, strict=True)
        for at in cells(face & own)
    }
    return [{"cell": coordinates(at), "symbol": shown[at]} for at in cells(own)]


def full_view(state: State) -> Json:
    """The same. Which positions have stood before is in no view: events tell it."""
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
