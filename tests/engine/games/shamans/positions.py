"""Positions of Shamans for rule tests, written as on the table: cards and tiles by their names."""

from collections.abc import Mapping, Sequence

import engine
from engine import kernel
from engine.games.shamans.rules import turn
from engine.games.shamans.state import State, setup
from engine.games.shamans.tables import (
    BIT_OF,
    CARDS,
    ECLIPSE,
    KIND_OF,
    NOTHING,
    PORTAL,
    TOP_VALUE,
    WORLD_OF,
    WORLDS,
)
from engine.kernel import Ask, Event, Game, Json
from tests.engine.helpers import drive

TOP = {"from": "pile"}
FACE_UP = "face_up"
FACE_DOWN = "face_down"
RETREAT = {"do": "retreat", "spaces": 2}
TAKE = {"do": "take"}
KEEP_DAGGER = {"dagger": "keep"}
SPEND_DAGGER = {"dagger": "spend"}
KEEP = {"portal": "keep"}
FORWARD = {"portal": "forward"}
BACK = {"portal": "back"}


def card(name: str) -> Json:
    """The option 'purple 3'."""
    world, value = name.split()
    return {"world": world, "value": int(value)}


def seat(number: int) -> Json:
    return {"seat": number}


def slot(number: int, tile: str) -> Json:
    return {"from": "slot", "slot": number, "tile": tile}


def keep(side: str, tile: str) -> Json:
    return {"keep": side, "tile": tile}


def perform(world: str, ritual: str) -> Json:
    return {"world": world, "ritual": ritual}


def number(name: str) -> int:
    return CARDS.index(card(name))


def cards(names: str) -> tuple[int, ...]:
    """The numbers of 'purple 3, red 6', sorted as in a hand."""
    return tuple(sorted(number(name) for name in names.split(", ") if name))


def named(numbers: Sequence[int]) -> str:
    """The other way round."""
    return ", ".join(f"{CARDS[n]['world']} {CARDS[n]['value']}" for n in numbers)


def kinds(tiles: Sequence[int]) -> list[str]:
    return ["eclipse" if tile == ECLIPSE else KIND_OF[tile] for tile in tiles]


class Box:
    """The tiles not yet given a place."""

    def __init__(self) -> None:
        self.tiles: list[int] = [*range(len(KIND_OF)), ECLIPSE]

    def pick(self, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(self._pick(name) for name in names)

    def _pick(self, name: str) -> int:
        tile = next(tile for tile in self.tiles if kinds([tile]) == [name])
        self.tiles.remove(tile)
        return tile


def position(
    *hands: str,
    roles: str = "",
    guide: int = 0,
    distance: int = 8,
    laid: str = "",
    up: Mapping[int, list[str]] | None = None,
    down: Mapping[int, list[str]] | None = None,
    slots: Sequence[str] = ("shard", "dagger"),
    pile: Sequence[str] | None = None,
    eclipse: str = "left",
    options: Mapping[str, Json] | None = None,
) -> State:
    """A position before the second trick of a round, with as many seats as hands.

    Roles are 'shaman shadow shaman'; the pile is named from its top down, and without one all tiles
    not named elsewhere are in it, the Eclipse at the bottom. Events are told to `state.log`.
    """
    seats = len(hands)
    state = setup(seats, 1, engine.get("shamans").complete_options(seats, options))
    state.log = []
    state.tricks = 1
    state.guide = guide
    state.distance = distance
    state.hands = [cards(hand) for hand in hands]
    lay_out(state, laid)
    lay_tiles(state, up or {}, down or {}, slots, pile)
    state.eclipse = eclipse
    if roles:
        state.faces = tuple(roles.split())
    return state


def lay_out(state: State, laid: str) -> None:
    """Lay 'purple 1-5, red 6' at their worlds."""
    state.laid = [0] * len(state.laid)
    for name in laid.split(", ") if laid else []:
        world, values = name.split()
        first, _, last = values.partition("-")
        for value in range(int(first), int(last or first) + 1):
            place = number(f"{world} {value}")
            state.laid[WORLD_OF[place]] |= BIT_OF[place]


def lay_tiles(
    state: State,
    up: Mapping[int, list[str]],
    down: Mapping[int, list[str]],
    slots: Sequence[str],
    pile: Sequence[str] | None,
) -> None:
    box = Box()
    seats = range(len(state.hands))
    state.up = [box.pick(up.get(seat, [])) for seat in seats]
    state.down = [box.pick(down.get(seat, [])) for seat in seats]
    state.slots = [*box.pick(slots), NOTHING, NOTHING][:2]
    # A pile ends with its top, and is named from there.
    state.pile = tuple(box.tiles[::-1] if pile is None else box.pick(pile)[::-1])
    state.eclipse_came = ECLIPSE not in state.pile
    state.portals = sum(kinds(tiles).count(PORTAL) for tiles in state.up + state.down)


def told(state: kernel.State, kind: str) -> list[Json]:
    """The facts of every event of that kind so far."""
    return [event.facts for event in log(state) if event.kind == kind]


def log(state: kernel.State) -> list[Event]:
    assert state.log is not None
    return state.log


def laid_at(state: State, world: str) -> list[int]:
    """The values that lie at a world."""
    marks = state.laid[WORLDS.index(world)]
    return [value for value in range(1, TOP_VALUE + 1) if marks & 1 << value - 1]


def trick(state: State, *answers: Json) -> list[Ask]:
    """Play one trick with these answers; give what was asked."""
    return drive(turn(state), *answers)[0]


def begun(state: State, *answers: Json) -> Game:
    """The game from this position on, after these answers."""
    game = Game(engine.get("shamans"), state)
    for answer in answers:
        assert game.ask is not None
        game.choose(list(game.ask.options).index(answer))
    return game


def asked(asks: Sequence[Ask]) -> list[tuple[int, str]]:
    """Who was asked what."""
    return [(ask.seat, ask.kind) for ask in asks]
