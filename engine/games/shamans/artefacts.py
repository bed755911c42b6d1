"""Artefacts: how one is taken, what a Mask does, and the Eclipse that hides among them."""

from engine.games.shamans.rounds import role_of
from engine.games.shamans.state import State
from engine.games.shamans.tables import (
    CARDS,
    ECLIPSE,
    FROM_PILE,
    FROM_SLOT,
    KEEP,
    KIND_OF,
    MASK,
    NOTHING,
    PORTAL,
)
from engine.kernel import Ask, Json, Steps


def can_take(state: State) -> bool:
    """Whether any tile is left to take."""
    return bool(state.pile) or state.slots != [NOTHING, NOTHING]


def take(state: State, seat: int) -> Steps:
    """Take an artefact from a slot or from the pile; then the Eclipse may lie on top of the pile.

    With no tile left, which only a table of many Stabilisation worlds can bring, nothing is taken.
    """
    if not can_take(state):
        return
    options: list[Json] = [
        FROM_SLOT[slot][KIND_OF[tile]] for slot, tile in enumerate(state.slots) if tile != NOTHING
    ]
    if state.pile:
        options.append(FROM_PILE)
    option = options[(yield Ask(seat, "take", options))]
    if option is FROM_PILE:
        yield from _draw(state, seat)
    else:
        _take_from_slot(state, seat, option["slot"])
    if state.pile and state.pile[-1] == ECLIPSE:
        yield from _eclipse(state)


def _take_from_slot(state: State, seat: int, slot: int) -> None:
    """The tile lies face up before its owner, and the next of the pile takes its place."""
    tile = state.slots[slot]
    state.slots[slot] = NOTHING
    _lay_face_up(state, seat, tile)
    state.tell("took", seat=seat, slot=slot, tile=KIND_OF[tile])
    _unmask(state, seat, tile)
    if state.pile:
        state.slots[slot] = _pop_pile(state)
        state.tell("refilled", slot=slot, tile=KIND_OF[state.slots[slot]])


def _draw(state: State, seat: int) -> Steps:
    """The drawer alone sees the tile and chooses its side; a Mask must be shown."""
    tile = _pop_pile(state)
    kind = KIND_OF[tile]
    state.tell("drew", seat=seat)
    face_up = kind == MASK
    if not face_up:
        state.drawn, state.drawer = tile, seat
        state.whisper((seat,), "saw", tile=kind)
        face_up = KEEP[kind][(yield Ask(seat, "keep", KEEP[kind]))]["keep"] == "face_up"
        state.drawn = state.drawer = NOTHING
    if face_up:
        _lay_face_up(state, seat, tile)
    else:
        state.down[seat] += (tile,)
        state.portals += kind == PORTAL
    state.tell("kept", seat=seat, tile=kind if face_up else None)
    _unmask(state, seat, tile)


def _lay_face_up(state: State, seat: int, tile: int) -> None:
    state.up[seat] += (tile,)
    state.portals += KIND_OF[tile] == PORTAL


def _unmask(state: State, seat: int, tile: int) -> None:
    """Who lays a Mask down must show the role."""
    if KIND_OF[tile] == MASK:
        show_role(state, seat)


def _pop_pile(state: State) -> int:
    tile = state.pile[-1]
    state.pile = state.pile[:-1]
    return tile


def show_role(state: State, seat: int) -> None:
    """Turn the seat's role card up for good; one that lies face up stays as it is."""
    card = 1 << state.held[seat]
    if not state.shown & card:
        state.shown |= card
        state.tell("role_shown", seat=seat, role=role_of(state, seat))


def _eclipse(state: State) -> Steps:
    """The Eclipse shows: every living seat with cards gives one to the next that has any."""
    _pop_pile(state)
    state.eclipse_came = True
    state.tell("eclipse", direction=state.eclipse)
    givers = [seat for seat in range(state.table.seats) if state.alive[seat] and state.hands[seat]]
    if len(givers) < 2:
        return
    gifts = []
    for seat in givers:
        hand = state.hands[seat]
        gifts.append(hand[(yield Ask(seat, "eclipse", [CARDS[card] for card in hand]))])
    turn = 1 if state.eclipse == "left" else -1
    receivers = [givers[(place + turn) % len(givers)] for place in range(len(givers))]
    _pass_cards(state, tuple(zip(givers, receivers, gifts, strict=True)))


def _pass_cards(state: State, passes: tuple[tuple[int, int, int], ...]) -> None:
    """All gifts change hands together; giver and receiver alone know the card."""
    state.passes = passes
    for giver, _, gift in passes:
        state.hands[giver] = tuple(card for card in state.hands[giver] if card != gift)
    for giver, receiver, gift in passes:
        state.hands[receiver] = tuple(sorted((*state.hands[receiver], gift)))
        state.whisper((giver, receiver), "passed", giver=giver, receiver=receiver, card=CARDS[gift])
