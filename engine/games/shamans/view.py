"""What a seat, the public, or a replay may see of a game of Shamans: each built from nothing."""

from engine.games.shamans.rounds import roles_now
from engine.games.shamans.state import State, marker
from engine.games.shamans.tables import (
    CARDS,
    ECLIPSE,
    KIND_OF,
    NOTHING,
    VALUES_LAID,
    WORLD_OF,
    WORLDS,
)
from engine.kernel import Json


def view(state: State, seat: int | None) -> Json:
    """The table as that seat sees it, or with None as everybody does."""
    table = state.table
    return {
        "round": state.round,
        "points": state.points[:],
        "marker": marker(state),
        "tricks": state.tricks,
        "guide": state.guide,
        "destination": None if state.destination == NOTHING else WORLDS[state.destination],
        "played": [_play(state, seat, card) for seat, card in state.trick],
        "distance": state.distance,
        "steps_due": state.steps_due,
        "worlds": [_world(state, world) for world in range(table.worlds)],
        "slots": [None if tile == NOTHING else KIND_OF[tile] for tile in state.slots],
        "pile": len(state.pile),
        "drawer": _seat(state.drawer),
        "eclipse": state.eclipse if state.eclipse_came else None,
        "discard": _kinds(state.discard),
        "named": None
        if state.victim == NOTHING
        else {"seat": state.victim, "killer": state.killer},
        "pending": [WORLDS[world] for world in state.pending],
        "players": [_player(state, other) for other in range(table.seats)],
        "you": None if seat is None else _private(state, seat),
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def _play(state: State, seat: int, card: int) -> Json:
    return {"seat": seat, "card": CARDS[card], "follows": WORLD_OF[card] == state.destination}


def _world(state: State, world: int) -> Json:
    return {
        "world": WORLDS[world],
        "ritual": state.table.rituals[world],
        "laid": VALUES_LAID[state.laid[world]],
        "complete": state.laid[world] == state.table.complete,
    }


def _kinds(tiles: tuple[int, ...]) -> list[str]:
    return [KIND_OF[tile] for tile in tiles]


def _cards(cards: tuple[int, ...]) -> list[Json]:
    return [CARDS[card] for card in cards]


def _player(state: State, seat: int) -> Json:
    """What everybody knows of a seat."""
    card = state.held[seat]
    return {
        "seat": seat,
        "alive": state.alive[seat],
        "role": state.faces[card] if state.shown & 1 << card else None,
        "role_card": card,
        "hand": len(state.hands[seat]),
        "set_aside": len(state.aside[seat]),
        "strays": state.strays[seat],
        "face_up": _kinds(state.up[seat]),
        "face_down": len(state.down[seat]),
        "lost": len(state.lost[seat]),
    }


def _private(state: State, seat: int) -> Json:
    """What only that seat knows, beside what everybody does."""
    gave = next((gift for gift in state.passes if gift[0] == seat), None)
    received = next((gift for gift in state.passes if gift[1] == seat), None)
    return {
        "seat": seat,
        "role": state.faces[state.held[seat]],
        "roles": _roles_known(state, seat),
        "hand": _cards(state.hands[seat]),
        "set_aside": _cards(state.aside[seat]),
        "face_down": _kinds(state.down[seat]),
        "lost": _kinds(state.lost[seat]),
        "drawn": KIND_OF[state.drawn] if state.drawer == seat else None,
        "gave": gave and {"seat": gave[1], "card": CARDS[gave[2]]},
        "received": received and {"seat": received[0], "card": CARDS[received[2]]},
    }


def _roles_known(state: State, seat: int) -> list[str | None]:
    """The role of every seat whose card this seat has looked at or everybody can see."""
    known = state.known[seat] | state.shown
    return [state.faces[card] if known & 1 << card else None for card in state.held]


def full_view(state: State) -> Json:
    """Everything: the public view with all that is hidden beside it."""
    seats = range(state.table.seats)
    return {
        **view(state, None),
        "everything": {
            "seed": state.seed,
            "roles": roles_now(state),
            "seats": [_private(state, seat) for seat in seats],
            "known": state.known[:],
            "pile": ["eclipse" if tile == ECLIPSE else KIND_OF[tile] for tile in state.pile],
            "eclipse": state.eclipse,
            "drawn": None if state.drawn == NOTHING else KIND_OF[state.drawn],
            "before": list(state.before),
            "history": list(state.history),
            "rules": _rules(state),
        },
    }


def _rules(state: State) -> Json:
    table = state.table
    return {
        "start": table.start,
        "furthest": table.furthest,
        "rituals": list(table.rituals),
        "max_rounds": table.max_rounds,
    }
