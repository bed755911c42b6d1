"""Tables for the tests: built in a few words, and read back in a few."""

from typing import Any

from engine.games.shadow_hunters import board, cards, characters
from engine.games.shadow_hunters.state import HouseRules, State, bare
from engine.kernel import Ask, Event
from tests.engine.helpers import Dice

BOARD = tuple(range(6))
"""Hermit and Gate, Church and Cemetery, Woods and Altar are the three territories."""

STAY, REVEAL = {"action": "stay"}, {"action": "reveal"}
WAIT, SKIP, PASS = {"action": "wait"}, {"action": "skip"}, {"action": "pass"}


def character(slug: str) -> int:
    return characters.SLUG.index(slug)


def card(slug: str) -> int:
    return cards.SLUG.index(slug)


def slot(location: str) -> int:
    return board.LOCATIONS.index(location)


def table(*slugs: str, revealed: bool = False, **rules: Any) -> State:
    """These characters round a table, all in the Church, hidden unless said, a card to a pile."""
    state = bare(len(slugs), BOARD, tuple(character(slug) for slug in slugs))
    state.log = []
    state.rules = HouseRules(**rules)
    state.at = [slot("church")] * len(slugs)
    state.revealed = [revealed] * len(slugs)
    state.dice = [Dice() for _ in slugs]  # type: ignore[misc]
    state.deck_chance = [Dice(), Dice(), Dice()]  # type: ignore[list-item]
    for deck, slug in (("light", "holy_water"), ("darkness", "bat"), ("vision", "aid")):
        stack(state, deck, slug)
    return state


def roll(state: State, seat: int, *faces: int) -> None:
    """What that seat will roll."""
    state.dice[seat] = Dice(*faces)  # type: ignore[call-overload]


def give(state: State, seat: int, *slugs: str) -> None:
    """Lay equipment in front of a seat."""
    state.gear[seat] |= cards.gear(*(card(slug) for slug in slugs))


def stack(state: State, deck: str, *slugs: str) -> None:
    """A draw pile, the card drawn first named first."""
    state.piles[cards.DECKS.index(deck)] = tuple(card(slug) for slug in reversed(slugs))


def equipment(state: State, seat: int) -> list[str]:
    return [cards.SLUG[number] for number in cards.cards_in(state.gear[seat])]


def discards(state: State, deck: str) -> list[str]:
    return [cards.SLUG[number] for number in state.discards[cards.DECKS.index(deck)]]


def events(state: State, kind: str) -> list[dict[str, Any]]:
    """The facts of the events of that kind, in order."""
    assert state.log is not None
    return [event.facts for event in state.log if event.kind == kind]


def heard(state: State) -> list[Event]:
    """What everybody has been told."""
    assert state.log is not None
    return [event for event in state.log if event.to is None]


def kinds(asks: list[Ask]) -> list[str]:
    return [ask.kind for ask in asks]


def target(seat: int) -> dict[str, int]:
    return {"target": seat}


def attack(*seats: int) -> dict[str, Any]:
    return {"action": "attack", "targets": list(seats)}


def take(seat: int, slug: str) -> dict[str, Any]:
    return {"action": "take", "target": seat, "equipment": slug}
