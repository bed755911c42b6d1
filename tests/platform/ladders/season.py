"""Seasons made up for tests: entries of known strength, in matches decided by chance."""

import math
from collections.abc import Sequence
from random import Random

from moonladder.ladders.fit import SCALE
from moonladder.ladders.log import Played
from moonladder.ladders.pairing import rotations


def season(
    strengths: Sequence[float], *, seats: int, blocks: int, seed: int, luck: float = 0
) -> list[Played]:
    """Blocks of random tables; `luck` is the standard deviation of what a hand is worth.

    Entries are numbered from 0 and placed by strength, hand and a Gumbel variable, all in points:
    without luck one beats the other with the odds that their ratings say.
    """
    rng = Random(seed)
    played = []
    for block in range(blocks):
        hands = [rng.gauss(0, luck) for _ in range(seats)]
        for table in rotations(rng.sample(range(len(strengths)), seats)):
            shown = [
                strengths[entry] + hand + _gumbel(rng)
                for entry, hand in zip(table, hands, strict=True)
            ]
            placements = tuple(1 + sum(other > mine for other in shown) for mine in shown)
            played.append(Played(block, table, placements))
    return played


def _gumbel(rng: Random) -> float:
    return -SCALE * math.log(rng.expovariate(1))
