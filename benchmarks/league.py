"""A league made up for benchmarks: bots of known strength, and how well a ranking agrees with it.

In a match every seat shows the strength of its bot, and on top of it what its hand is worth, how
that hand suits that bot, what the seat is worth, and a Gumbel variable; whoever shows most comes
first. Without luck one bot beats another with exactly the odds that Elo says. Strengths are spread
like a normal distribution. What hands are worth is drawn for each deal, so that all matches of a
block share it.
"""

import math
from collections.abc import Sequence
from random import Random
from statistics import NormalDist

import numpy as np

POINT = math.log(10) / 400
"""One Elo point in the units in which a Gumbel variable is chance."""

BOTS = 24
SPREAD = 200
"""The standard deviation of the bots' strengths, in points like all that follow."""

SEAT = 20
"""The standard deviation of what a seat is worth in every match."""


class League:
    """The bots, and the chance that decides their matches."""

    def __init__(self, *, seats: int, luck: float, seed: int) -> None:
        self.seats = seats
        self.luck = luck
        """The standard deviation of what a hand is worth; a third of it, of how it suits a bot."""
        self.chance = Random(seed)
        ladder = NormalDist(1500, SPREAD)
        self.strengths = [ladder.inv_cdf((bot + 0.5) / BOTS) for bot in range(BOTS)]
        self.seat_worth = [self.chance.gauss(0, SEAT) for _ in range(seats)]

    def play(self, seatings: Sequence[Sequence[int]]) -> list[list[int]]:
        """The placements in some matches of the same bots from one deal."""
        hands = [self.chance.gauss(0, self.luck) for _ in range(self.seats)]
        suits = {
            bot: [hand + self.chance.gauss(0, self.luck / 3) for hand in hands]
            for bot in seatings[0]
        }
        return [self._match(seating, suits) for seating in seatings]

    def _match(self, seating: Sequence[int], suits: dict[int, list[float]]) -> list[int]:
        shown = [
            (self.strengths[bot] + suits[bot][seat] + self.seat_worth[seat]) * POINT
            - math.log(self.chance.expovariate(1))
            for seat, bot in enumerate(seating)
        ]
        return [1 + sum(other > mine for other in shown) for mine in shown]


def kendall(strengths: Sequence[float], ratings: Sequence[float]) -> float:
    """Of all pairs, the share that is ranked right less the share that is ranked wrong."""
    truth, claim = np.array(strengths), np.array(ratings)
    agree = np.sign(truth[:, None] - truth) * np.sign(claim[:, None] - claim)
    return float(agree.sum() / (len(truth) * (len(truth) - 1)))


def spearman(strengths: Sequence[float], ratings: Sequence[float]) -> float:
    """The correlation of the ranks."""
    one, other = (np.argsort(np.argsort(values)) for values in (strengths, ratings))
    return float(np.corrcoef(one, other)[0, 1])
