"""The small acts every rule is made of: looking round the table, revealing, healing, cards."""

from functools import cache

from engine.games.shadow_hunters.cards import CARDS, DECKS, SLUG, cards_in
from engine.games.shadow_hunters.characters import CHARACTERS, HIT_POINTS
from engine.games.shadow_hunters.state import State, shuffled
from engine.games.shadow_hunters.victory import check_victory


@cache
def clockwise(seats: tuple[int, ...], after: int) -> tuple[int, ...]:
    """These seats in the order of play, beginning with the first after that one."""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))


@cache
def _but(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in clockwise(seats, seat) if other != seat)


def others(state: State, seat: int) -> tuple[int, ...]:
    """The other living players, clockwise from that seat."""
    return _but(state.living, seat)


def around(state: State, seat: int) -> tuple[int, ...]:
    """That living player and the others, clockwise."""
    return (seat, *others(state, seat))


def holds(state: State, seat: int, card: int) -> bool:
    """Whether that equipment lies in front of the seat."""
    return state.gear[seat] >> card & 1 == 1


def reveal(state: State, seat: int) -> None:
    """Turn a character face up, for good; nothing happens if it is."""
    if not state.revealed[seat]:
        state.revealed[seat] = True
        state.tell("reveal", seat=seat, character=CHARACTERS[state.characters[seat]].slug)


def heal(state: State, seat: int, amount: int, source: str) -> None:
    """Take away up to that much damage."""
    healed = min(amount, state.damage[seat])
    if healed:
        state.damage[seat] -= healed
        state.tell("heal", seat=seat, amount=healed, source=source)


def heal_fully(state: State, seat: int, source: str) -> None:
    heal(state, seat, HIT_POINTS[state.characters[seat]], source)


def roll(state: State, seat: int, sides: int, purpose: str) -> int:
    """Roll one die for everybody to see."""
    dice = state.dice[seat] = state.dice[seat].copy()
    face = dice.roll(sides)
    state.tell("roll", seat=seat, purpose=purpose, **{f"d{sides}": face})
    return face


def roll_both(state: State, seat: int, purpose: str) -> tuple[int, int]:
    """Roll the six-sided and the four-sided die for everybody to see."""
    dice = state.dice[seat] = state.dice[seat].copy()
    six, four = dice.roll(6), dice.roll(4)
    state.tell("roll", seat=seat, purpose=purpose, d6=six, d4=four)
    return six, four


def can_draw(state: State, deck: int) -> bool:
    return bool(state.piles[deck] or state.discards[deck])


def draw(state: State, deck: int) -> int:
    """Take the top card; an empty pile is first made anew from its discards (A17)."""
    if not state.piles[deck]:
        chance = state.deck_chance[deck] = state.deck_chance[deck].copy()
        state.piles[deck] = shuffled(state.discards[deck], chance)
        state.discards[deck] = ()
        state.tell("reshuffle", deck=DECKS[deck])
    *rest, top = state.piles[deck]
    state.piles[deck] = tuple(rest)
    return top


def discard(state: State, card: int) -> None:
    """Lay a card on the discards of its deck."""
    state.discards[CARDS[card].deck] += (card,)


def equip(state: State, seat: int, card: int) -> None:
    """Lay drawn equipment in front of its owner."""
    state.gear[seat] |= 1 << card
    state.tell("equip", seat=seat, equipment=SLUG[card])
    check_victory(state)


def hand_over(state: State, giver: int, taker: int, card: int) -> None:
    """Move equipment from one player to another, by gift or theft."""
    state.gear[giver] &= ~(1 << card)
    state.gear[taker] |= 1 << card
    state.tell("hand_over", giver=giver, taker=taker, equipment=SLUG[card])


def transfer(state: State, giver: int, taker: int, card: int) -> None:
    """Move equipment; if that makes Bob rich enough the game is over."""
    hand_over(state, giver, taker, card)
    check_victory(state)


def lose_everything(state: State, seat: int) -> None:
    """Discard all equipment of a seat."""
    for card in cards_in(state.gear[seat]):
        discard(state, card)
        state.gear[seat] &= ~(1 << card)
        state.tell("lose", seat=seat, equipment=SLUG[card])


def thefts(state: State, thief: int) -> list[tuple[int, int]]:
    """Every equipment of the other living players, as (owner, card)."""
    return [(seat, card) for seat in others(state, thief) for card in cards_in(state.gear[seat])]
