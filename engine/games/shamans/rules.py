"""The rules of Shamans: one turn is one trick, and what follows when it ends the round."""

from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

from engine.games.shamans.artefacts import take
from engine.games.shamans.pawn import advance, general_window
from engine.games.shamans.rituals import lay, perform
from engine.games.shamans.rounds import HANDS_EMPTY, RoundOver, finish_round, role_of
from engine.games.shamans.state import State, marker
from engine.games.shamans.tables import (
    CARDS,
    FIRST_OF,
    KIND_OF,
    NOTHING,
    SEATS,
    WORLD_OF,
    cards_laid,
)
from engine.kernel import Ask, Steps


def turn(state: State) -> Steps:
    """One trick; when it ends the round, the scoring too, and the next deal."""
    if state.tricks == 0:
        _announce(state)
    try:
        yield from trick(state)
    except RoundOver as end:
        finish_round(state, end.reason)


def _announce(state: State) -> None:
    """Tell what the new round looks like, and each seat what it was dealt."""
    slots = [KIND_OF[tile] for tile in state.slots]
    laid = [card for world, marks in enumerate(state.laid) for card in cards_laid(world, marks)]
    state.tell("round", round=state.round, marker=marker(state), slots=slots, laid=laid)
    for seat, hand in enumerate(state.hands):
        cards = [CARDS[card] for card in hand]
        state.whisper((seat,), "dealt", role=role_of(state, seat), hand=cards)


def trick(state: State) -> Steps:
    """The Guide leads, every other living seat follows or not, and the cards are resolved."""
    yield from follow_on(state, state.table.ring[state.guide])


def follow_on(state: State, seats: Sequence[int]) -> Steps:
    """The living of these seats play, then the cards are resolved."""
    for seat in seats:
        if state.alive[seat]:
            yield from play(state, seat)
    yield from resolve(state)


def play(state: State, seat: int) -> Steps:
    """Play any card: the first names the Destination, one of another world is carried out now."""
    hand = state.hands[seat]
    options = [CARDS[card] for card in hand]
    if state.destination == NOTHING:
        index = yield Ask(seat, "lead", options)
    else:
        index = yield Ask(seat, "follow", options, _default(hand, state.destination))
    card = hand[index]
    state.hands[seat] = hand[:index] + hand[index + 1 :]
    state.trick.append((seat, card))
    state.tell("played", seat=seat, card=options[index])
    if state.destination == NOTHING:
        state.destination = WORLD_OF[card]
    elif WORLD_OF[card] != state.destination:
        yield from stray(state, seat, card)
    if state.portals:
        yield from general_window(state, seat)


def _default(hand: tuple[int, ...], destination: int) -> int:
    """The lowest card of the Destination, else of the next world held."""
    return bisect_left(hand, FIRST_OF[destination]) % len(hand)


def stray(state: State, seat: int, card: int) -> Steps:
    """A card of another world: the pawn advances, then the card is laid, then a ritual if due."""
    state.strays[seat] += 1
    yield from advance(state, seat)
    if lay(state, card):
        yield from perform(state, seat, WORLD_OF[card])


def resolve(state: State) -> Steps:
    """The lowest living follower takes an artefact; the highest lays all, and guides next."""
    followed = [play for play in state.trick if WORLD_OF[play[1]] == state.destination]
    living = [(card, seat) for seat, card in followed if state.alive[seat]]
    if not living:
        yield from resolve_without_living(state, followed)
        return
    lowest, highest = min(living)[1], max(living)[1]
    yield from take(state, lowest)
    yield from general_window(state, lowest)
    world = state.destination
    if lay_destination(state, highest, followed):
        yield from perform(state, highest, world)
    yield from conclude(state, highest)


def resolve_without_living(state: State, followed: list[tuple[int, int]]) -> Steps:
    """No living seat followed: no artefact, no ritual; the highest, though out, names the Guide."""
    chooser = guide = max(followed, key=itemgetter(1))[0]
    lay_destination(state, chooser, followed)
    if any(state.hands):
        living = [seat for seat, alive in enumerate(state.alive) if alive]
        guide = living[(yield Ask(chooser, "next_guide", [SEATS[seat] for seat in living]))]
    yield from conclude(state, guide)


def lay_destination(state: State, seat: int, followed: list[tuple[int, int]]) -> bool:
    """Lay the cards of the Destination; give whether its world is complete with the last."""
    complete = [lay(state, card) for _, card in followed][-1]
    state.destination = NOTHING
    state.trick = []
    state.tricks += 1
    state.tell("laid", seat=seat, cards=[CARDS[card] for _, card in followed])
    return complete


def conclude(state: State, guide: int) -> Steps:
    """The next Guide is known; Portals have their chance; without cards the Shamans held out."""
    if any(state.hands):
        state.guide = guide
        state.tell("guide", seat=guide)
    yield from general_window(state, guide)
    if not any(state.hands):
        raise RoundOver(HANDS_EMPTY)
