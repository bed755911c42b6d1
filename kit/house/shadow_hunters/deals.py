"""Who is who in Shadow Hunters: the characters every seat may have, and how likely each is.

For each seat and character there is how well what was seen of the seat fits that character: 0 rules
it out. All ways to give out the factions are gone through, and within each the ways to give out
their characters; each weighs as much as all its characters fit, and what they give to a seat is how
likely its characters are.
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
    members,
)
from engine.games.shadow_hunters.state import Answer
from engine.games.shadow_hunters.visions import could_answer

PILES = (HUNTERS, SHADOWS, NEUTRALS)
"""The characters of each faction; factions are numbered in this order."""
NUMBERS = range(len(CHARACTERS))

Seats = tuple[int, ...]
Odds = list[list[float]]
"""For each seat the probability of each character."""


def known_faces(view: Any) -> Odds:
    """What fits when one looks at nothing but the cards one has seen."""
    free = box(len(view["players"]))
    fits = []
    for player in view["players"]:
        seen = player["character"]
        if seen is None:
            fits.append([float(free >> number & 1) for number in NUMBERS])
        else:
            fits.append([float(SLUG[number] == seen) for number in NUMBERS])
    return fits


def rule_out(fits: Odds, view: Any) -> None:
    """Strike out what everybody has seen a seat not to be, and what the own Visions told."""
    for player in view["players"]:
        for slug in player["cannot_be"]:
            fits[player["seat"]][SLUG.index(slug)] = 0.0
    for vision in view["you"]["visions"]:
        if vision["giver"] == view["you"]["seat"] and vision["outcome"] not in ("pending", "show"):
            keep(fits[vision["receiver"]], told_by(vision))


def told_by(vision: Any) -> int:
    """The characters who could have answered that card so, as a mask."""
    card = CARD_SLUG.index(vision["card"])
    given = vision["equipment"]
    equipment = NO_CARD if given is None else CARD_SLUG.index(given)
    answer = Answer(vision["outcome"], vision["amount"], equipment)
    return could_answer(card, answer, True) | could_answer(card, answer, False)


def keep(fit: list[float], characters: int) -> None:
    """Strike out all other characters."""
    for number in NUMBERS:
        fit[number] *= characters >> number & 1


def weigh(fits: Odds) -> Odds:
    """How likely each seat has each character, by what is known of all seats together."""
    seats = len(fits)
    ways = {
        (faction, group): list(_castings(fits, faction, group))
        for faction, count in enumerate(DEALT[seats])
        for group in combinations(range(seats), count)
    }
    sums = {key: sum(weight for _, weight in castings) for key, castings in ways.items()}
    shares = dict.fromkeys(ways, 0.0)
    for groups in _factions(seats):
        weights = [sums[faction, group] for faction, group in enumerate(groups)]
        weight = prod(weights)
        if weight:
            for faction, group in enumerate(groups):
                shares[faction, group] += weight / weights[faction]
    return _spread(seats, ways, shares)


def _castings(fits: Odds, faction: int, group: Seats) -> Iterator[tuple[Seats, float]]:
    """The ways to give these seats characters of that faction, with their weights."""
    for characters in permutations(members(PILES[faction]), len(group)):
        weight = prod(fits[seat][one] for seat, one in zip(group, characters, strict=True))
        if weight:
            yield characters, weight


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
    ways: dict[tuple[int, Seats], list[tuple[Seats, float]]],
    shares: dict[tuple[int, Seats], float],
) -> Odds:
    odds = [[0.0] * len(CHARACTERS) for _ in range(seats)]
    for key, castings in ways.items():
        for characters, weight in castings:
            for seat, character in zip(key[1], characters, strict=True):
                odds[seat][character] += weight * shares[key]
    return [[chance / sum(chances) for chance in chances] for chances in odds]


def beliefs(odds: Odds) -> list[dict[str, float] | None]:
    """The odds as the protocol wants them."""
    return [
        {SLUG[number]: round(chance, 4) for number, chance in enumerate(chances) if chance > 0}
        for chances in odds
    ]
