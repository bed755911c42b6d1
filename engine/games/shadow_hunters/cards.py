"""The 48 cards as a table; what each of them does is in effects.py and visions.py."""

from functools import cache
from typing import NamedTuple

LIGHT, DARKNESS, VISION = range(3)
DECKS = ("light", "darkness", "vision")


class Card(NamedTuple):
    """One kind of card: equipment stays in front of its owner, the others are used at once."""

    slug: str
    name: str
    deck: int
    copies: int = 1
    equipment: bool = False
    attack: int = 0
    """What it adds to the damage of its owner's successful attacks."""


(ADVENT, BLESSING, CHOCOLATE, CONCEALED, MIRROR, FIRST_AID, FLARE, ANGEL, HOLY_WATER) = range(9)
(BROOCH, ROBE, COMPASS, ROSARY, LANCE, TALISMAN) = range(9, 15)
(BANANA, SPIDER, RITUAL, DYNAMITE, GOBLIN, DOLL, BAT) = range(15, 22)
(CLEAVER, CHAINSAW, AXE, HANDGUN, MACHINE_GUN, MASAMUNE) = range(22, 28)
(AID, HUDDLE, NURTURANCE, ANGER, BLACKMAIL, GREED) = range(28, 34)
(SLAP, SPELL, EXORCISM, BULLY, LESSON, PREDICTION) = range(34, 40)

NO_CARD = -1

CARDS = (
    Card("advent", "Advent", LIGHT),
    Card("blessing", "Blessing", LIGHT),
    Card("chocolate", "Chocolate", LIGHT),
    Card("concealed", "Concealed Knowledge", LIGHT),
    Card("mirror", "Disenchant Mirror", LIGHT),
    Card("first_aid", "First Aid", LIGHT),
    Card("flare", "Flare of Judgement", LIGHT),
    Card("angel", "Guardian Angel", LIGHT),
    Card("holy_water", "Holy Water of Healing", LIGHT, copies=2),
    Card("brooch", "Fortune Brooch", LIGHT, equipment=True),
    Card("robe", "Holy Robe", LIGHT, equipment=True, attack=-1),
    Card("compass", "Mystic Compass", LIGHT, equipment=True),
    Card("rosary", "Silver Rosary", LIGHT, equipment=True),
    Card("lance", "Spear of Longinus", LIGHT, equipment=True),
    Card("talisman", "Talisman", LIGHT, equipment=True),
    Card("banana", "Banana Peel", DARKNESS),
    Card("spider", "Bloodthirsty Spider", DARKNESS),
    Card("ritual", "Diabolic Ritual", DARKNESS),
    Card("dynamite", "Dynamite", DARKNESS),
    Card("goblin", "Moody Goblin", DARKNESS, copies=2),
    Card("doll", "Spiritual Doll", DARKNESS),
    Card("bat", "Vampire Bat", DARKNESS, copies=3),
    Card("cleaver", "Butcher Knife", DARKNESS, equipment=True, attack=+1),
    Card("chainsaw", "Chainsaw", DARKNESS, equipment=True, attack=+1),
    Card("axe", "Rusted Broad Axe", DARKNESS, equipment=True, attack=+1),
    Card("handgun", "Handgun", DARKNESS, equipment=True),
    Card("machine_gun", "Machine Gun", DARKNESS, equipment=True),
    Card("masamune", "Cursed Sword Masamune", DARKNESS, equipment=True),
    Card("aid", "Hermit's Aid", VISION),
    Card("huddle", "Hermit's Huddle", VISION),
    Card("nurturance", "Hermit's Nurturance", VISION),
    Card("anger", "Hermit's Anger", VISION, copies=2),
    Card("blackmail", "Hermit's Blackmail", VISION, copies=2),
    Card("greed", "Hermit's Greed", VISION, copies=2),
    Card("slap", "Hermit's Slap", VISION, copies=2),
    Card("spell", "Hermit's Spell", VISION),
    Card("exorcism", "Hermit's Exorcism", VISION),
    Card("bully", "Hermit's Bully", VISION),
    Card("lesson", "Hermit's Tough Lesson", VISION),
    Card("prediction", "Hermit's Prediction", VISION),
)

SLUG = tuple(card.slug for card in CARDS)
DECK_SIZE = 16


def deck(which: int) -> tuple[int, ...]:
    """Every card of that deck, in the order of the table."""
    return tuple(
        number
        for number, card in enumerate(CARDS)
        if card.deck == which
        for _ in range(card.copies)
    )


def gear(*cards: int) -> int:
    """Equipment as one bit for each card: there is only one of each."""
    return sum(1 << card for card in cards)


@cache
def cards_in(equipment: int) -> tuple[int, ...]:
    """The cards of a set of equipment, in the order of the table."""
    return tuple(card for card in range(len(CARDS)) if equipment >> card & 1)


@cache
def attack_bonus(equipment: int) -> int:
    """What a set of equipment adds to a successful attack, the Lance aside."""
    return sum(CARDS[card].attack for card in cards_in(equipment))
