"""The ten characters, their factions and hit points, and who sits at a table of which size."""

from typing import NamedTuple

from engine.rng import Chance

HUNTER, SHADOW, NEUTRAL = FACTIONS = ("hunter", "shadow", "neutral")


class Character(NamedTuple):
    """One character card; its power is in the rules, where the rulebook has it too."""

    slug: str
    name: str
    faction: str
    hit_points: int


(ALLIE, BOB, CHARLES, DANIEL, EMI, FRANKLIN, GEORGE, UNKNOWN, VAMPIRE, WEREWOLF) = range(10)

CHARACTERS = (
    Character("allie", "Allie", NEUTRAL, 8),
    Character("bob", "Bob", NEUTRAL, 10),
    Character("charles", "Charles", NEUTRAL, 11),
    Character("daniel", "Daniel", NEUTRAL, 13),
    Character("emi", "Emi", HUNTER, 10),
    Character("franklin", "Franklin", HUNTER, 12),
    Character("george", "George", HUNTER, 14),
    Character("unknown", "Unknown", SHADOW, 11),
    Character("vampire", "Vampire", SHADOW, 13),
    Character("werewolf", "Werewolf", SHADOW, 14),
)

SLUG = tuple(character.slug for character in CHARACTERS)
FACTION = tuple(character.faction for character in CHARACTERS)
HIT_POINTS = tuple(character.hit_points for character in CHARACTERS)

DEALT = {4: (2, 2, 0), 5: (2, 2, 1), 6: (2, 2, 2), 7: (2, 2, 3), 8: (3, 3, 2)}
"""Hunters, Shadows and Neutrals in play, by seat count."""

WITHOUT_BOB = (7, 8)
"""Seat counts at which Bob stays in the box."""


def mask(*characters: int) -> int:
    """A set of characters as one bit each: how evidence about a seat is kept."""
    return sum(1 << character for character in characters)


EVERYBODY = mask(*range(10))
HUNTERS, SHADOWS, NEUTRALS = (
    mask(*(c for c in range(10) if FACTION[c] == faction)) for faction in FACTIONS
)
FRAIL = tuple(mask(*(c for c in range(10) if HIT_POINTS[c] <= damage)) for damage in range(15))
"""By damage: the characters who would be dead of it."""


def box(seats: int) -> int:
    """The characters who may be dealt at a table of that size."""
    return EVERYBODY & ~mask(BOB) if seats in WITHOUT_BOB else EVERYBODY


def members(characters: int) -> list[int]:
    """The characters of a mask, in the order of the table."""
    return [character for character in range(10) if characters >> character & 1]


def deal(seats: int, chance: Chance) -> tuple[int, ...]:
    """Draw from each faction's pile as many as the table needs, mix them, one for each seat."""
    dealt: list[int] = []
    for faction, count in zip((HUNTERS, SHADOWS, NEUTRALS), DEALT[seats], strict=True):
        pile = members(faction & box(seats))
        chance.shuffle(pile)
        dealt += pile[:count]
    chance.shuffle(dealt)
    return tuple(dealt)
