"""What each seat may know, built from nothing; and for replays everything there is."""

from functools import cache

from engine.games.shadow_hunters.board import LOCATIONS, OFF_BOARD
from engine.games.shadow_hunters.cards import DECKS, NO_CARD, VISION, cards_in
from engine.games.shadow_hunters.cards import SLUG as CARD_SLUG
from engine.games.shadow_hunters.characters import (
    CHARACTERS,
    DEALT,
    FACTIONS,
    SLUG,
    members,
)
from engine.games.shadow_hunters.state import NOBODY, PENDING, State, Vision
from engine.games.shadow_hunters.visions import SHOW
from engine.kernel import Json


def view(state: State, seat: int | None) -> Json:
    """What that seat, or with None the public, knows."""
    held = [vision for vision in state.visions if vision.known_to(seat)]
    shown = {vision.receiver for vision in held if vision.answer == SHOW}
    return {
        "turn": state.turn,
        "quick_start": state.opening > 0,
        "active": state.active,
        "extra_turn": state.extra_turn,
        "board": list(_locations(state.board)),
        "factions": dict(zip(FACTIONS, DEALT[state.seats], strict=True)),
        "players": [_player(state, one, one == seat or one in shown) for one in range(state.seats)],
        "deaths": list(state.dead),
        "decks": {name: _deck(state, deck) for deck, name in enumerate(DECKS)},
        "card": None if state.card == NO_CARD else CARD_SLUG[state.card],
        "attack": _attack(state),
        "vision": _pending(state),
        "you": None if seat is None else _private(state, seat, held),
    }


@cache
def _locations(board: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(LOCATIONS[place] for place in board)


@cache
def _names(characters: int) -> tuple[str, ...]:
    return tuple(SLUG[character] for character in members(characters))


@cache
def _equipment(gear: int) -> tuple[str, ...]:
    return tuple(CARD_SLUG[card] for card in cards_in(gear))


def _player(state: State, seat: int, known: bool) -> Json:
    """One player as everybody sees him, with his character if it is known to the viewer."""
    at, revealed = state.at[seat], state.revealed[seat]
    return {
        "seat": seat,
        "alive": seat in state.living,
        "damage": state.damage[seat],
        "location": None if at == OFF_BOARD else LOCATIONS[state.board[at]],
        "equipment": list(_equipment(state.gear[seat])),
        "angel": state.angel == seat,
        "revealed": revealed,
        "character": SLUG[state.characters[seat]] if revealed or known else None,
        "power_used": state.power_used[seat],
        "cannot_be": [] if revealed else list(_names(state.ruled_out[seat])),
    }


def _deck(state: State, deck: int) -> Json:
    """The discarded Visions are counted only: nobody may look at them."""
    discards = state.discards[deck]
    shown = len(discards) if deck == VISION else [CARD_SLUG[card] for card in discards]
    return {"pile": len(state.piles[deck]), "discards": shown}


def _attack(state: State) -> Json:
    fight = state.fight
    return None if fight is None else {**fight._asdict(), "targets": list(fight.targets)}


def _pending(state: State) -> Json:
    """Who is about to give a Vision, and to whom."""
    if not state.visions or state.visions[-1].answer != PENDING:
        return None
    vision = state.visions[-1]
    return {"giver": vision.giver, "receiver": _seat(vision.receiver)}


def _private(state: State, seat: int, held: list[Vision]) -> Json:
    character = CHARACTERS[state.characters[seat]]
    return {
        "seat": seat,
        "character": character.slug,
        "faction": character.faction,
        "hit_points": character.hit_points,
        "visions": [_vision(vision) for vision in held],
    }


def _vision(vision: Vision) -> Json:
    """A Vision as its giver and its receiver know it."""
    given = vision.answer.equipment
    return {
        "card": CARD_SLUG[vision.card],
        "giver": vision.giver,
        "receiver": _seat(vision.receiver),
        "outcome": vision.answer.outcome,
        "amount": vision.answer.amount,
        "equipment": None if given == NO_CARD else CARD_SLUG[given],
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def full_view(state: State) -> Json:
    """The whole state: what is public, and under it what is hidden, down to the chance to come."""
    return {
        **view(state, None),
        "characters": [SLUG[character] for character in state.characters],
        "piles": {name: _slugs(state.piles[deck]) for deck, name in enumerate(DECKS)},
        "vision_discards": _slugs(state.discards[VISION]),
        "visions": [{**_vision(vision), "unhurt": vision.unhurt} for vision in state.visions],
        "first_dead": list(state.first_dead),
        "feasted": state.feasted,
        "opening": state.opening,
        "ruled_out": [list(_names(ruled_out)) for ruled_out in state.ruled_out],
        "rules": state.rules._asdict(),
        "dice": [dice.state for dice in state.dice],
        "deck_chance": [chance.state for chance in state.deck_chance],
    }


def _slugs(cards: tuple[int, ...]) -> list[str]:
    return [CARD_SLUG[card] for card in cards]
