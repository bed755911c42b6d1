"""Who is who in Shadow Hunters: the characters every seat may have, and how likely each is.

What is known of a seat is the characters it may have. All ways to give out the factions are gone
through, and within each the ways to give out their characters that agree with what is known. One
of these deals is as likely as another, so a character is as likely as it is common among them.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import prod
from typing import Any

from engine.games.shadow_hunters.cards import NO_CARD
from engine.games.shadow_hunters.cards import SLUG as CARD_SLUG
from engine.games.shadow_hunters.characters import (
    CHARACTERS,
    DEALT,
    HUNTERS,
    NEUTRALS,
    SHADOWS,
    SLUG,
    box,
    mask,
    members,
)
from engine.games.shadow_hunters.state import Answer
from engine.games.shadow_hunters.visions import could_answer

PILES = (HUNTERS, SHADOWS, NEUTRALS)
"""The characters of each faction; factions are numbered in this order."""
NUMBERS = range(len(CHARACTERS))

Seats = tuple[int, ...]
Faces = list[int]
"""For each seat the characters it may have, as a mask."""
Odds = list[list[float]]
"""For each seat the probability of each character."""


def possible_faces(view: Any) -> Faces:
    """What the cards one has seen leave, what everybody has seen, and what the own Visions told."""
    faces = [_face(player, box(len(view["players"]))) for player in view["players"]]
    for vision in view["you"]["visions"]:
        if vision["giver"] == view["you"]["seat"] and vision["outcome"] not in ("pending", "show"):
            faces[vision["receiver"]] &= told_by(vision)
    return faces


def _face(player: Any, dealt: int) -> int:
    if player["character"] is not None:
        return mask(SLUG.index(player["character"]))
    return dealt & ~mask(*map(SLUG.index, player["cannot_be"]))


def told_by(vision: Any) -> int:
    """The characters who could have answered that card so, as a mask."""
    card = CARD_SLUG.index(vision["card"])
    given = vision["equipment"]
    equipment = NO_CARD if given is None else CARD_SLUG.index(given)
    answer = Answer(vision["outcome"], vision["amount"], equipment)
    return could_answer(card, answer, True) | could_answer(card, answer, False)


def odds_of(faces: Faces) -> Odds:
    """How likely each seat has each character, by the deals that agree with all that is known."""
    seats = len(faces)
    castings = {
        (faction, group): list(_castings(faces, faction, group))
        for faction, count in enumerate(DEALT[seats])
        for group in combinations(range(seats), count)
    }
    deals = dict.fromkeys(castings, 0)
    for groups in _factions(seats):
        counts = [len(castings[faction, group]) for faction, group in enumerate(groups)]
        if all(counts):
            for faction, group in enumerate(groups):
                deals[faction, group] += prod(counts) // counts[faction]
    return _spread(seats, castings, deals)


def _castings(faces: Faces, faction: int, group: Seats) -> Iterator[Seats]:
    """The ways to give these seats characters of that faction."""
    for characters in permutations(members(PILES[faction]), len(group)):
        if all(faces[seat] >> one & 1 for seat, one in zip(group, characters, strict=True)):
            yield characters


@cache
def _factions(seats: int) -> tuple[tuple[Seats, Seats, Seats], ...]:
    """All ways to give out the factions: the Hunters, the Shadows, the Neutrals."""
    hunters, shadows, _ = DEALT[seats]
    everybody = frozenset(range(seats))
    return tuple(
        (one, other, tuple(sorted(everybody.difference(one, other))))
        for one in combinations(range(seats), hunters)
        for other in combinations(sorted(everybody.difference(one)), shadows)
    )


def _spread(
    seats: int,
    castings: dict[tuple[int, Seats], list[Seats]],
    deals: dict[tuple[int, Seats], int],
) -> Odds:
    """The odds by how many deals each casting of each group is part of."""
    odds = [[0.0] * len(CHARACTERS) for _ in range(seats)]
    for (faction, group), ways in castings.items():
        for characters in ways:
            for seat, character in zip(group, characters, strict=True):
                odds[seat][character] += deals[faction, group]
    return [[chance / sum(chances) for chance in chances] for chances in odds]


def beliefs(odds: Odds) -> list[dict[str, float] | None]:
    """The odds as the protocol wants them."""
    return [
        {SLUG[number]: round(chance, 4) for number, chance in enumerate(chances) if chance > 0}
        for chances in odds
    ]
