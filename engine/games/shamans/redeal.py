"""Another deal that a seat could not tell from the real one.

Cards, tiles and role cards have numbers, and most of what a seat does not know is which number is
where. So another deal is made by renaming: the numbers the seat cannot know now change places among
themselves at the boundary of the trick, while all it does know, learnt during the trick included,
stays where it was. What is left is the place and the side of the Eclipse, and rounds to come.
"""

from collections.abc import Iterable

from engine.games.shamans.state import State, Tiles
from engine.games.shamans.tables import (
    BIT_OF,
    DIRECTIONS,
    ECLIPSE,
    KIND_OF,
    MASK,
    NOTHING,
    PORTAL,
    WORLD_OF,
)
from engine.rng import MAX_SEED, Rng


def redeal(start: State, now: State, seat: int, rng: Rng) -> State:
    """Rewrite the state at the boundary into another one that can lead to what the seat knows."""
    _redeal_cards(start, now, seat, rng)
    _redeal_tiles(start, now, seat, rng)
    _redeal_eclipse(start, now, rng)
    _redeal_roles(start, now, seat, rng)
    start.seed = rng.below(MAX_SEED + 1)
    return start


def _redeal_cards(start: State, now: State, seat: int, rng: Rng) -> None:
    """Unknown are the cards others hold or have set aside, except those this seat has seen."""
    given = [card for giver, _, card in now.passes if giver == seat]
    known = (*now.hands[seat], *now.aside[seat], *given)
    played = [card for _, card in now.trick]
    unknown = [
        card
        for other in range(start.table.seats)
        if other != seat
        for card in start.hands[other] + start.aside[other]
        if not (card in known or card in played or now.laid[WORLD_OF[card]] & BIT_OF[card])
    ]
    new = _rename(unknown, rng)
    start.hands = [tuple(sorted(new.get(card, card) for card in hand)) for hand in start.hands]
    start.aside = [tuple(sorted(new.get(card, card) for card in hand)) for hand in start.aside]
    start.passes = tuple(
        (giver, receiver, new.get(card, card)) for giver, receiver, card in start.passes
    )


def _rename(unknown: list[int], rng: Rng) -> dict[int, int]:
    names = unknown[:]
    rng.shuffle(names)
    return dict(zip(unknown, names, strict=True))


def _redeal_tiles(start: State, now: State, seat: int, rng: Rng) -> None:
    """Unknown are the tiles of the pile, and those others drew face down, which are no Masks."""
    held = [
        tile
        for other in range(start.table.seats)
        if other != seat
        for tile in now.down[other] + now.lost[other]
    ]
    if now.drawn != NOTHING and now.drawer != seat:
        held.append(now.drawn)
    piled = [tile for tile in now.pile if tile != ECLIPSE]
    names = [tile for tile in held + piled if KIND_OF[tile] != MASK]
    rng.shuffle(names)
    names, rest = names[: len(held)], names[len(held) :]
    rest += [tile for tile in piled if KIND_OF[tile] == MASK]
    rng.shuffle(rest)
    new = dict(zip(held + piled, names + rest, strict=True))
    start.pile = _renamed(start.pile, new)
    start.down = [_renamed(tiles, new) for tiles in start.down]
    start.lost = [_renamed(tiles, new) for tiles in start.lost]
    start.portals = _count_portals(start.up + start.down)


def _renamed(tiles: Tiles, new: dict[int, int]) -> Tiles:
    return tuple(new.get(tile, tile) for tile in tiles)


def _count_portals(owned: Iterable[Tiles]) -> int:
    return sum(KIND_OF[tile] == PORTAL for tiles in owned for tile in tiles)


def _redeal_eclipse(start: State, now: State, rng: Rng) -> None:
    """An Eclipse yet to come is not on top, unless a tile just drawn still holds up the check."""
    if now.eclipse_came:
        return
    pile = [tile for tile in start.pile if tile != ECLIPSE]
    pile.insert(rng.below(len(now.pile) - (now.drawn == NOTHING)), ECLIPSE)
    start.pile = tuple(pile)
    start.eclipse = rng.choice(DIRECTIONS)


def _redeal_roles(start: State, now: State, seat: int, rng: Rng) -> None:
    """Unknown are the role cards this seat has not looked at and nobody has shown."""
    known = now.known[seat] | now.shown
    unknown = [card for card in range(start.table.seats) if not known & 1 << card]
    new = _rename(unknown, rng)
    start.faces = tuple(start.faces[new.get(card, card)] for card in range(start.table.seats))
