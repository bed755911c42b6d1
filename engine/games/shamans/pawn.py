"""The Shadow pawn and the Portals that move it at any time.

"At any time" is made of windows: moments at which every owner of a Portal is asked, one after
another, and nobody else. A Portal only moves the pawn by one, so waiting for the next window costs
its owner nothing; README.md says where the windows are and why they suffice.
"""

from collections.abc import Generator, Sequence

from engine.games.shamans.rounds import MOON, RoundOver
from engine.games.shamans.state import State
from engine.games.shamans.tables import KIND_OF, NOTHING, PORTAL, PORTALS
from engine.kernel import Ask, Steps


def advance(state: State, actor: int, steps: int = 1) -> Steps:
    """Move the pawn towards the Moon, step by step; there the Shadows win the round at once."""
    state.steps_due += steps
    for _ in range(steps):
        if state.distance == 1:
            yield from window(state, "portal_moon", state.table.after[actor])
        state.distance -= 1
        state.steps_due -= 1
        state.tell("pawn", steps=1, distance=state.distance)
        if state.distance == 0:
            raise RoundOver(MOON)


def retreat(state: State, spaces: int) -> None:
    """Move the pawn back, at most to the first space of its track."""
    spaces = min(spaces, state.table.furthest - state.distance)
    state.distance += spaces
    state.tell("pawn", steps=-spaces, distance=state.distance)


def general_window(state: State, actor: int) -> Steps:
    """Portals may be used now that the action of a seat is carried out; that seat is asked last."""
    return window(state, "portal", state.table.after[actor])


def target_window(state: State, killer: int, victim: int) -> Steps:
    """Portals may be used before the one named is eliminated, who is asked first."""
    others = [seat for seat in state.table.after[killer] if seat != victim]
    return window(state, "portal_target", [victim, *others])


def window(state: State, kind: str, order: Sequence[int]) -> Steps:
    """Ask the owners of Portals, again after every use, until all of them keep theirs."""
    while state.portals and (yield from _poll(state, kind, order)):
        pass


def _poll(state: State, kind: str, order: Sequence[int]) -> Generator[Ask, int, bool]:
    """Ask each owner once, up to the first who uses a Portal; give whether somebody did."""
    for seat in order:
        if find(state.up[seat] + state.down[seat], PORTAL) != NOTHING:
            answer = yield Ask(seat, kind, PORTALS)
            if PORTALS[answer]["portal"] != "keep":
                yield from _use(state, seat, PORTALS[answer]["portal"])
                return True
    return False


def _use(state: State, seat: int, way: str) -> Steps:
    """A Portal moves the pawn by one and is gone; one used from face down is seen then."""
    state.portals -= 1
    state.tell("portal", seat=seat, way=way, face_down=spend(state, seat, PORTAL))
    if way == "forward":
        yield from advance(state, seat)
    else:
        retreat(state, 1)


def find(tiles: Sequence[int], kind: str) -> int:
    """The first tile of that kind, or NOTHING."""
    return next((tile for tile in tiles if KIND_OF[tile] == kind), NOTHING)


def spend(state: State, seat: int, kind: str) -> bool:
    """Discard a tile of that kind, a face-up one first; give whether it had lain face down."""
    tile = find(state.up[seat] + state.down[seat], kind)
    place = state.up if tile in state.up[seat] else state.down
    place[seat] = tuple(other for other in place[seat] if other != tile)
    state.discard += (tile,)
    return place is state.down
