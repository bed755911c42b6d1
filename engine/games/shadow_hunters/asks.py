"""The options seats choose from: made once, shared by every ask, in words a stranger understands.

Wherever declining is an option it is the first, so `if (yield asks.REVEAL[seat]):` reads as yes.
"""

from functools import cache

from engine.games.shadow_hunters.board import ANYWHERE, BY_TOTAL, LOCATIONS
from engine.games.shadow_hunters.cards import CARDS, DECKS, NO_CARD
from engine.games.shadow_hunters.state import Answer
from engine.kernel import Ask, Json

SEATS = range(8)
EQUIPMENT = [number for number, card in enumerate(CARDS) if card.equipment]


def _either(kind: str, no: str, yes: str) -> tuple[Ask, ...]:
    """The same question for every seat: a decision between declining and doing."""
    options = ({"action": no}, {"action": yes})
    return tuple(Ask(seat, kind, options) for seat in SEATS)


REVEAL = _either("reveal", "stay", "reveal")
CARD_REVEAL = _either("card_reveal", "stay", "reveal")
LANCE_REVEAL = _either("lance_reveal", "stay", "reveal")
VAMPIRE_REVEAL = _either("vampire_reveal", "stay", "reveal")
ALLIE_HEAL = _either("allie_heal", "wait", "heal")
COUNTER = _either("counter", "wait", "counter")
CHARLES_AGAIN = _either("charles_again", "stop", "again")

SKIP: Json = {"action": "skip"}
WAIT: Json = {"action": "wait"}
ROLL: Json = {"action": "roll"}
PASS: Json = {"action": "pass"}

TARGET: list[Json] = [{"target": seat} for seat in SEATS]
STRIKE: list[Json] = [{"action": "strike", "target": seat} for seat in SEATS]
GO: list[Json] = [{"location": location} for location in LOCATIONS]
TELEPORT: list[Json] = [{"action": "teleport", "location": location} for location in LOCATIONS]
WOODS: dict[tuple[str, int], Json] = {
    (action, seat): {"action": action, "target": seat}
    for action in ("damage", "heal")
    for seat in SEATS
}


def _with_gear(**action: str) -> dict[tuple[int, int], Json]:
    """By seat and equipment: the option that is about that card and that seat."""
    return {
        (seat, card): {**action, "target": seat, "equipment": CARDS[card].slug}
        for seat in SEATS
        for card in EQUIPMENT
    }


STEAL = _with_gear()
BANANA = _with_gear()
ALTAR = _with_gear(action="steal")
ROB = _with_gear(action="rob")
LOOT = _with_gear(action="take")
LEAVE: list[Json] = [{"action": "leave", "target": seat} for seat in SEATS]
"""How a killer declines loot."""

TOTAL: list[Json] = [
    {"total": total, "location": None if place == ANYWHERE else LOCATIONS[place]}
    for total, place in enumerate(BY_TOTAL)
]
"""By the total of the dice: where it leads; no location means any."""


@cache
def draws(decks: tuple[int, ...]) -> tuple[Json, ...]:
    """Leave it, or draw a card from one of these decks."""
    return (SKIP, *({"action": "draw", "deck": DECKS[deck]} for deck in decks))


@cache
def attacks(ways: tuple[tuple[int, ...], ...], *, may_pass: bool) -> tuple[Json, ...]:
    """Attack all targets of one of these ways, or if one may, nobody."""
    options = [{"action": "attack", "targets": list(targets)} for targets in ways]
    return (PASS, *options) if may_pass else tuple(options)


@cache
def damage(target: int, amount: int) -> Json:
    """Bob's option to strike as usual."""
    return {"action": "damage", "target": target, "amount": amount}


@cache
def vision_answer(answer: Answer) -> Json:
    """The option to let a Vision come out like this."""
    if answer.equipment != NO_CARD:
        return {"action": "give", "equipment": CARDS[answer.equipment].slug}
    if answer.amount:
        return {"action": answer.outcome, "amount": answer.amount}
    return {"action": answer.outcome}
