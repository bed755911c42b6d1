"""The Vision cards: on whom each is true, what it then does, and how one is given and answered."""

from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from engine.games.shadow_hunters import asks
from engine.games.shadow_hunters.cards import (
    AID,
    ANGER,
    BLACKMAIL,
    BULLY,
    EXORCISM,
    GREED,
    HUDDLE,
    LESSON,
    NO_CARD,
    NURTURANCE,
    PREDICTION,
    SLAP,
    SPELL,
    VISION,
    cards_in,
    gear,
)
from engine.games.shadow_hunters.cards import SLUG as CARD_SLUG
from engine.games.shadow_hunters.characters import (
    CHARACTERS,
    EVERYBODY,
    HUNTERS,
    NEUTRALS,
    SHADOWS,
    SLUG,
    UNKNOWN,
    mask,
)
from engine.games.shadow_hunters.harm import harm
from engine.games.shadow_hunters.state import Answer, State, Vision
from engine.games.shadow_hunters.table import discard, draw, heal, transfer
from engine.kernel import Ask, Steps

NOTHING = Answer("nothing")
HEAL = Answer("heal", 1)
DAMAGE = {amount: Answer("damage", amount) for amount in (1, 2)}
SHOW = Answer("show")

Effect = Callable[[bool, int], tuple[Answer, ...]]
"""(receiver unhurt?, receiver's equipment) -> the ways to obey a card that is true."""


def soothe(unhurt: bool, equipment: int) -> tuple[Answer, ...]:
    """Heal 1, but take 1 if there is nothing to heal."""
    return (DAMAGE[1],) if unhurt else (HEAL,)


def extort(unhurt: bool, equipment: int) -> tuple[Answer, ...]:
    """Take 1, or give the giver one equipment."""
    return (DAMAGE[1], *(Answer("give", equipment=card) for card in cards_in(equipment)))


def sting(amount: int) -> Effect:
    """Take that much."""
    return lambda unhurt, equipment: (DAMAGE[amount],)


def show(unhurt: bool, equipment: int) -> tuple[Answer, ...]:
    """Let the giver see the character."""
    return (SHOW,)


class Text(NamedTuple):
    """What a Vision says: the characters it is true of, its effect, who may lie about it."""

    true_of: int
    effect: Effect
    liars: int = mask(UNKNOWN)


SMALL = mask(*(number for number, one in enumerate(CHARACTERS) if one.hit_points <= 11))
LARGE = EVERYBODY & ~SMALL

TEXTS = {
    AID: Text(HUNTERS, soothe),
    HUDDLE: Text(SHADOWS, soothe),
    NURTURANCE: Text(NEUTRALS, soothe),
    ANGER: Text(HUNTERS | SHADOWS, extort),
    BLACKMAIL: Text(NEUTRALS | HUNTERS, extort),
    GREED: Text(NEUTRALS | SHADOWS, extort),
    SLAP: Text(HUNTERS, sting(1)),
    SPELL: Text(SHADOWS, sting(1)),
    EXORCISM: Text(SHADOWS, sting(2)),
    BULLY: Text(SMALL, sting(1)),
    LESSON: Text(LARGE, sting(2)),
    PREDICTION: Text(EVERYBODY, show, liars=0),
}


def draw_vision(state: State, giver: int, receivers: Sequence[int]) -> Steps:
    """Read a Vision in secret, and give it to one of these players."""
    card = draw(state, VISION)
    state.visions += (Vision(card, giver),)
    state.tell("draw_vision", seat=giver)
    state.whisper((giver,), "vision_drawn", card=CARD_SLUG[card])
    index = yield Ask(giver, "vision_give", [asks.TARGET[seat] for seat in receivers])
    yield from _hand_on(state, giver, receivers[index])


def _hand_on(state: State, giver: int, receiver: int) -> Steps:
    """The receiver reads the card and answers; only these two ever know which it was."""
    vision = _note(state, receiver=receiver, unhurt=not state.damage[receiver])
    state.tell("vision_given", giver=giver, receiver=receiver)
    state.whisper((giver, receiver), "vision_read", receiver=receiver, card=CARD_SLUG[vision.card])
    answers, honest = answers_to(vision.card, state, receiver)
    options = [asks.vision_answer(answer) for answer in answers]
    answer = answers[(yield Ask(receiver, "vision_answer", options, honest))]
    vision = _note(state, answer=answer)
    discard(state, vision.card)
    state.ruled_out[receiver] |= EVERYBODY & ~could_be(answer, vision.unhurt)
    yield from _come_true(state, giver, receiver, answer)


def _note(state: State, **news: object) -> Vision:
    """Write down what has become of the Vision drawn last."""
    *past, vision = state.visions
    vision = vision._replace(**news)  # type: ignore[arg-type]
    state.visions = (*past, vision)
    return vision


def answers_to(card: int, state: State, receiver: int) -> tuple[tuple[Answer, ...], int]:
    """The ways the receiver may answer, and which of them is honest."""
    text, character = TEXTS[card], state.characters[receiver]
    is_true = text.true_of >> character & 1
    obeying = text.effect(not state.damage[receiver], state.gear[receiver])
    if text.liars >> character & 1:
        return (NOTHING, *obeying), is_true
    return (obeying if is_true else (NOTHING,)), 0


def _come_true(state: State, giver: int, receiver: int, answer: Answer) -> Steps:
    """What everybody sees of it."""
    seen = {"outcome": answer.outcome, "amount": answer.amount}
    state.tell("vision_outcome", giver=giver, receiver=receiver, **seen)
    if answer.outcome == "damage":
        yield from harm(state, [receiver], answer.amount, "vision", giver)
    elif answer.outcome == "heal":
        heal(state, receiver, answer.amount, "vision")
    elif answer.outcome == "give":
        transfer(state, receiver, giver, answer.equipment)
    elif answer.outcome == "show":
        face = SLUG[state.characters[receiver]]
        state.whisper((giver, receiver), "character_shown", seat=receiver, character=face)


@cache
def could_be(answer: Answer, unhurt: bool) -> int:
    """The characters a receiver who answers so may have, for all who did not see the card."""
    return reduce(or_, (could_answer(card, answer, unhurt) for card in TEXTS))


@cache
def could_answer(card: int, answer: Answer, unhurt: bool) -> int:
    """The characters who could answer that card so, being unhurt or not."""
    text = TEXTS[card]
    if answer == NOTHING:
        return EVERYBODY & ~text.true_of | text.liars
    offered = 0 if answer.equipment == NO_CARD else gear(answer.equipment)
    return text.true_of | text.liars if answer in text.effect(unhurt, offered) else 0
