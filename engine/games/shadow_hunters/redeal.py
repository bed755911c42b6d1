"""Another table one seat could not tell from the real one: hidden characters, Visions and piles.

Everything seen so far binds. What rules a seat out as some character is kept in the state
(`ruled_out`) or follows from the Visions this seat held; characters are dealt evenly among the
deals these allow. The Visions that others held must fit too: in each run through the deck every
card turned up once, and only Unknown lies. A deal they cannot fit is dealt again.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from engine.games.shadow_hunters.cards import DARKNESS, DECK_SIZE, LIGHT, VISION, deck
from engine.games.shadow_hunters.characters import (
    DEALT,
    HUNTERS,
    NEUTRALS,
    SHADOWS,
    box,
    mask,
    members,
)
from engine.games.shadow_hunters.state import PENDING, State, Vision, shuffled
from engine.games.shadow_hunters.visions import SHOW, could_answer
from engine.rng import Rng

DEALS = 50
"""How many deals are tried before the real characters are kept."""


def redeal(start: State, now: State, seat: int, rng: Rng) -> State:
    """Rewrite what the seat does not know of the turn's start, given all it knows by now."""
    start.characters, cards = imagine(now, seat, rng)
    start.visions = tuple(
        vision._replace(card=card) for vision, card in zip(start.visions, cards, strict=False)
    )
    stack_visions(start, cards, rng)
    for which in (LIGHT, DARKNESS):
        stack_pile(start, now, which, rng)
    for one in range(start.seats):
        if start.dice[one].state == now.dice[one].state:
            start.dice[one] = Rng(rng.word())
    return start


def imagine(now: State, seat: int, rng: Rng) -> tuple[tuple[int, ...], list[int]]:
    """Characters for all seats, and the card of every Vision drawn, that the seat may believe."""
    possible = tuple(possible_characters(now, seat, other) for other in range(now.seats))
    for _ in range(DEALS):
        characters = deal_among(possible, rng)
        cards = read_visions(now.visions, seat, characters, rng)
        if cards is not None:
            return characters, cards
    return now.characters, [vision.card for vision in now.visions]


def possible_characters(now: State, seat: int, other: int) -> int:
    """The characters the other may have, as far as the seat can tell from him alone."""
    real = mask(now.characters[other])
    if other == seat or now.revealed[other]:
        return real
    possible = box(now.seats) & ~now.ruled_out[other]
    for vision in now.visions:
        if (vision.giver, vision.receiver) == (seat, other) and vision.answer != PENDING:
            told = could_answer(vision.card, vision.answer, vision.unhurt)
            possible &= real if vision.answer == SHOW else told
    return possible


def deal_among(possible: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
    """Characters for all seats, each deal that is possible as likely as any other."""
    seats, dealt, used = len(possible), [], 0
    for place in range(seats):
        left = possible[place + 1 :]
        choices = _choices(seats, possible[place], used)
        ways = list(accumulate(_ways(seats, left, used | mask(choice)) for choice in choices))
        character = choices[bisect_right(ways, rng.below(ways[-1]))]
        dealt.append(character)
        used |= mask(character)
    return tuple(dealt)


@lru_cache(maxsize=1 << 16)
def _ways(seats: int, possible: tuple[int, ...], used: int) -> int:
    """In how many ways these last seats can be dealt once those characters are used."""
    if not possible:
        return 1
    return sum(
        _ways(seats, possible[1:], used | mask(character))
        for character in _choices(seats, possible[0], used)
    )


def _choices(seats: int, possible: int, used: int) -> list[int]:
    """The characters possible for one seat whose faction has not all its members yet."""
    for faction, count in zip((HUNTERS, SHADOWS, NEUTRALS), DEALT[seats], strict=True):
        if (used & faction).bit_count() == count:
            possible &= ~faction
    return members(possible & ~used)


def read_visions(
    visions: tuple[Vision, ...], seat: int, characters: tuple[int, ...], rng: Rng
) -> list[int] | None:
    """A card for every Vision drawn, as these characters may have answered; None if none fit."""
    cards: list[int] = []
    for first in range(0, len(visions), DECK_SIZE):
        run = _read_run(visions[first : first + DECK_SIZE], seat, characters, rng)
        if run is None:
            return None
        cards += run
    return cards


def _read_run(
    run: tuple[Vision, ...], seat: int, characters: tuple[int, ...], rng: Rng
) -> list[int] | None:
    """One run through the deck: match the Visions the seat did not hold with the cards left."""
    cards = [vision.card for vision in run]
    hidden = [place for place, vision in enumerate(run) if not vision.known_to(seat)]
    left = _without(deck(VISION), [v.card for v in run if v.known_to(seat)])
    rng.shuffle(left)
    holder: dict[int, int] = {}

    def find_card(place: int, tried: set[int]) -> bool:
        """Give the Vision of that place a card, moving others to other cards if need be."""
        for number, card in enumerate(left):
            if number not in tried and _fits(card, run[place], characters):
                tried.add(number)
                if number not in holder or find_card(holder[number], tried):
                    holder[number] = place
                    return True
        return False

    if not all(find_card(place, set()) for place in hidden):
        return None
    for number, place in holder.items():
        cards[place] = left[number]
    return cards


def _fits(card: int, vision: Vision, characters: tuple[int, ...]) -> bool:
    """Whether that card could have been answered as this Vision was."""
    if vision.answer == PENDING:
        return True
    who = could_answer(card, vision.answer, vision.unhurt)
    return who >> characters[vision.receiver] & 1 == 1


def _without(cards: tuple[int, ...], gone: list[int]) -> list[int]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def stack_visions(start: State, cards: list[int], rng: Rng) -> None:
    """Lay the Vision cards so that the one drawn this turn, if any, is drawn again."""
    drawn_before = len(start.visions)
    run_began = drawn_before - (DECK_SIZE - len(start.piles[VISION]))
    coming = cards[drawn_before:]
    start.discards[VISION] = tuple(cards[run_began:drawn_before])
    start.deck_chance[VISION] = Rng(rng.word())
    if start.piles[VISION]:
        rest = _without(deck(VISION), cards[run_began:])
        start.piles[VISION] = (*shuffled(tuple(rest), rng), *coming)
    elif coming:
        start.deck_chance[VISION] = _chance_that_brings(coming[0], rng)


def _chance_that_brings(card: int, rng: Rng) -> Rng:
    """Chance that shuffles the Visions with that card on top."""
    chance = Rng(rng.word())
    while shuffled(deck(VISION), chance.copy())[-1] != card:
        chance = Rng(rng.word())
    return chance


def stack_pile(start: State, now: State, which: int, rng: Rng) -> None:
    """Shuffle an open deck's pile, but for the card drawn this turn, if any."""
    pile, left = start.piles[which], now.piles[which]
    if pile:
        start.piles[which] = shuffled(pile[: len(left)], rng) + pile[len(left) :]
    if pile or not left:
        # Otherwise the pile was made anew this turn, and chance must bring the same card again.
        start.deck_chance[which] = Rng(rng.word())
