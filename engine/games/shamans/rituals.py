"""The four rituals, and what a Neutralisation leads to: eliminations and their chains."""

from collections.abc import Callable, Generator

from engine.games.shamans.artefacts import can_take, take
from engine.games.shamans.pawn import advance, find, general_window, retreat, spend, target_window
from engine.games.shamans.rounds import SHADOWS_ELIMINATED, RoundOver, role_of
from engine.games.shamans.state import State
from engine.games.shamans.tables import (
    BIT_OF,
    CARDS,
    DAGGER,
    DAGGERS,
    ILLUMINATION,
    KIND_OF,
    NEUTRALISATION,
    NOTHING,
    PERFORM,
    PERMUTATION,
    PORTAL,
    SEATS,
    SHADOW,
    SPEND_DAGGER,
    STABILISATION,
    STABILISE,
    WORLD_OF,
    WORLDS,
)
from engine.kernel import Ask, Steps


def lay(state: State, card: int) -> bool:
    """Lay a card at its world; give whether the world is complete with it."""
    world = WORLD_OF[card]
    state.laid[world] |= BIT_OF[card]
    return state.laid[world] == state.table.complete


def perform(state: State, seat: int, world: int) -> Steps:
    """The seat must perform the ritual of a complete world."""
    ritual = state.table.rituals[world]
    state.tell("ritual", seat=seat, world=WORLDS[world], ritual=ritual)
    yield from EFFECTS[ritual](state, seat) or ()


def illuminate(state: State, seat: int) -> None:
    """One point at once, for good."""
    state.points[seat] += 1
    state.tell("illuminated", seat=seat, points=state.points[seat])


def stabilise(state: State, seat: int) -> Steps:
    """Either the pawn goes back two spaces, or the seat takes an artefact."""
    options = STABILISE if can_take(state) else STABILISE[:1]
    option = options[(yield Ask(seat, "stabilise", options))]
    if option["do"] == "take":
        yield from take(state, seat)
    else:
        retreat(state, option["spaces"])
        yield from general_window(state, seat)


def permute(state: State, seat: int) -> Steps:
    """Exchange role cards with another living seat; both know both cards then."""
    others = _others(state, seat)
    if not others:
        return
    other = others[(yield Ask(seat, "permute", [SEATS[other] for other in others]))]
    held, known = state.held, state.known
    both = 1 << held[seat] | 1 << held[other]
    held[seat], held[other] = held[other], held[seat]
    known[seat] |= both
    known[other] |= both
    state.tell("swapped", seats=[seat, other])
    roles = {str(partner): role_of(state, partner) for partner in (seat, other)}
    state.whisper((seat, other), "roles_seen", roles=roles)


def neutralise(state: State, seat: int) -> Steps:
    """Spend a Dagger to eliminate another seat: a face-up one must be, a face-down one may be."""
    if not _others(state, seat) or not (yield from _spends_dagger(state, seat)):
        return
    state.tell("dagger", seat=seat, face_down=spend(state, seat, DAGGER))
    yield from strike(state, seat)


def _spends_dagger(state: State, seat: int) -> Generator[Ask, int, bool]:
    if find(state.up[seat], DAGGER) != NOTHING:
        return True
    if find(state.down[seat], DAGGER) == NOTHING:
        return False
    return DAGGERS[(yield Ask(seat, "dagger", DAGGERS))] is SPEND_DAGGER


def strike(state: State, seat: int) -> Steps:
    """The Dagger is spent: one of the others will be eliminated."""
    others = _others(state, seat)
    victim = others[(yield Ask(seat, "eliminate", [SEATS[other] for other in others]))]
    yield from eliminate(state, seat, victim)


def _others(state: State, seat: int) -> list[int]:
    """The other living seats."""
    return [other for other, alive in enumerate(state.alive) if alive and other != seat]


EFFECTS: dict[str, Callable[[State, int], Steps | None]] = {
    ILLUMINATION: illuminate,
    STABILISATION: stabilise,
    PERMUTATION: permute,
    NEUTRALISATION: neutralise,
}


def eliminate(state: State, killer: int, victim: int) -> Steps:
    """After a last chance for Portals the victim's role is shown and the victim is out."""
    state.killer, state.victim = killer, victim
    state.tell("named", seat=victim, killer=killer)
    yield from target_window(state, killer, victim)
    state.killer = state.victim = NOTHING
    _leave(state, victim)
    if role_of(state, victim) == SHADOW:
        yield from _expose_shadow(state, killer, victim)
    else:
        yield from _mourn_shaman(state, killer, victim)


def _leave(state: State, victim: int) -> None:
    """Role shown, out until the end of the round, with all tiles; face-down ones go unseen."""
    state.alive[victim] = False
    state.shown |= 1 << state.held[victim]
    tiles = state.up[victim] + state.down[victim]
    state.portals -= sum(KIND_OF[tile] == PORTAL for tile in tiles)
    state.discard += state.up[victim]
    state.lost[victim] = state.down[victim]
    state.up[victim] = state.down[victim] = ()
    cards = len(state.hands[victim])
    state.tell("eliminated", seat=victim, role=role_of(state, victim), cards=cards)


def _mourn_shaman(state: State, killer: int, victim: int) -> Steps:
    """A Shaman's hand is set aside face down, and the pawn advances by its number of cards."""
    hand = state.hands[victim]
    state.aside[victim], state.hands[victim] = hand, ()
    yield from advance(state, killer, len(hand))
    yield from general_window(state, killer)


def _expose_shadow(state: State, killer: int, victim: int) -> Steps:
    """The last Shadow's end ends the round; the hand of another is laid, and may complete worlds.

    All cards are laid before any ritual; a kill among the rituals adds its worlds to those still
    pending.
    """
    if SHADOW not in (role_of(state, other) for other in _others(state, victim)):
        raise RoundOver(SHADOWS_ELIMINATED)
    hand = state.hands[victim]
    state.hands[victim] = ()
    state.pending += tuple(WORLD_OF[card] for card in hand if lay(state, card))
    state.tell("laid", seat=victim, cards=[CARDS[card] for card in hand])
    yield from perform_pending(state, killer)


def perform_pending(state: State, killer: int) -> Steps:
    """The rituals of the worlds that an eliminated Shadow's hand has completed, in any order."""
    while state.pending:
        options = [PERFORM[world][state.table.rituals[world]] for world in state.pending]
        world = state.pending[(yield Ask(killer, "next_ritual", options))]
        state.pending = tuple(other for other in state.pending if other != world)
        yield from perform(state, killer, world)
