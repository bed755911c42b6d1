"""How a Shamans player acts without thinking: the rules of thumb of `greedy`, on a whole state.

The thinker plays imagined rounds to their end with these, so they are kept quick: cards are
numbers, and nobody looks at anything but its own hand, its own tiles and what all can see.
"""

from bisect import bisect_left
from collections.abc import Callable

from engine.games.shamans.state import State
from engine.games.shamans.tables import (
    DAGGER,
    FIRST_OF,
    KIND_OF,
    MASK,
    PORTAL,
    SHADOW,
    SHARD,
    TOP_VALUE,
    VALUES_LAID,
    WORLD_OF,
)
from engine.kernel import Ask

Habit = Callable[[State, Ask], int]

TILE_WORTH: dict[str | None, int] = {SHARD: 4, DAGGER: 3, PORTAL: 2, None: 2, MASK: 0}
"""What a tile is worth; None is the unknown one on top of the pile."""
SUSPICIOUS = 2
"""A Shaman spends a hidden Dagger on somebody who has strayed so often."""


def choose(state: State, ask: Ask) -> int:
    """The index of the option taken without thinking."""
    habit = HABITS.get(ask.kind)
    return ask.default if habit is None else habit(state, ask)


def _is_shadow(state: State, seat: int) -> bool:
    return state.faces[state.held[seat]] == SHADOW


def _cards_out(state: State, hand: tuple[int, ...]) -> dict[int, int]:
    """By each world of the hand, how many cards of it others may still play."""
    values, laid = state.table.complete.bit_length(), state.laid
    out: dict[int, int] = {}
    for card in hand:
        world = WORLD_OF[card]
        if world not in out:
            out[world] = values - len(VALUES_LAID[laid[world]])
        out[world] -= 1
    return out


def _lead(state: State, ask: Ask) -> int:
    """A Shaman leads what most can follow, lowest first; a Shadow what fewest can."""
    hand = state.hands[ask.seat]
    out = _cards_out(state, hand)
    if _is_shadow(state, ask.seat):
        return max(range(len(hand)), key=lambda i: (-out[WORLD_OF[hand[i]]], hand[i]))
    return max(range(len(hand)), key=lambda i: (out[WORLD_OF[hand[i]]], -hand[i]))


def _follow(state: State, ask: Ask) -> int:
    """A Shaman follows, low if that takes a tile; a Shadow strays, where fewest cards are out."""
    hand, world = state.hands[ask.seat], state.destination
    first = bisect_left(hand, FIRST_OF[world])
    end = bisect_left(hand, FIRST_OF[world] + TOP_VALUE)
    if first == end or (_is_shadow(state, ask.seat) and end - first < len(hand)):
        out = _cards_out(state, hand)
        strays = [i for i in range(len(hand)) if not first <= i < end]
        return min(strays, key=lambda i: out[WORLD_OF[hand[i]]])
    lowest = min(card for _, card in state.trick if WORLD_OF[card] == world)
    return first if hand[first] < lowest else end - 1


def _take(state: State, ask: Ask) -> int:
    return max(range(len(ask.options)), key=lambda i: TILE_WORTH[ask.options[i].get("tile")])


def _stabilise(state: State, ask: Ask) -> int:
    return int(_is_shadow(state, ask.seat))


def _dagger(state: State, ask: Ask) -> int:
    return int(_is_shadow(state, ask.seat) or max(state.strays) >= SUSPICIOUS)


def _eliminate(state: State, ask: Ask) -> int:
    """A Shadow strikes whoever has most cards left, a Shaman whoever has strayed most."""
    seats = [option["seat"] for option in ask.options]
    by = [len(h) for h in state.hands] if _is_shadow(state, ask.seat) else state.strays
    return max(range(len(seats)), key=lambda i: by[seats[i]])


def _portal(state: State, ask: Ask) -> int:
    """A Shadow goes forward when its Portals reach the Moon."""
    if not _is_shadow(state, ask.seat):
        return 0
    tiles = state.up[ask.seat] + state.down[ask.seat]
    return int(state.distance <= sum(KIND_OF[tile] == PORTAL for tile in tiles))


def _portal_moon(state: State, ask: Ask) -> int:
    return 1 if _is_shadow(state, ask.seat) else 2


HABITS: dict[str, Habit] = {
    "lead": _lead,
    "follow": _follow,
    "take": _take,
    "keep": lambda state, ask: 1,
    "stabilise": _stabilise,
    "dagger": _dagger,
    "eliminate": _eliminate,
    "portal": _portal,
    "portal_target": _portal,
    "portal_moon": _portal_moon,
}
"""By the kind of ask; other asks get their default."""
