"""How sure one can be that one of two scores more in the same seats. Pure.

A pair is the same seat of the same deal, played by the one and by the other; its difference is what
the one scored more. The matches of a block share their luck, so that the unit is the block: the
mean of its differences. What is told of all blocks is their mean, with the 95 % interval of
Student's t distribution.

Few blocks that agree would seem to prove anything. So their variance is taken as if two more blocks
had been played that vary as much as if chance alone had placed everybody. Intervals are honest from
the first block on, and these two count for less and less.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from kit.statistics import student_cdf, student_quantile

LENT = 2
"""How many blocks of chance alone are added to the variance, and to its degrees of freedom."""

SURE = 0.975
LIKELY = 0.9


class Estimate(NamedTuple):
    """What blocks say of one in another's seats."""

    blocks: int
    mean: float
    """How much more the one scored, in shares of the others beaten."""
    low: float
    high: float
    """The ends of the 95 % interval of that."""
    likelihood: float
    """How likely it is that the one is better."""

    @property
    def verdict(self) -> str:
        """What that comes to, in words."""
        for bound, word in ((SURE, "very likely"), (LIKELY, "probably")):
            if self.likelihood >= bound:
                return f"{word} better"
            if self.likelihood <= 1 - bound:
                return f"{word} worse"
        return "which of them is better cannot be told yet"


def estimate(differences: Sequence[float], seats: int) -> Estimate:
    """What the differences of one block or more say, at tables of so many seats."""
    blocks = len(differences)
    mean = math.fsum(differences) / blocks
    squares = math.fsum((difference - mean) ** 2 for difference in differences)
    freedom = blocks - 1 + LENT
    error = math.sqrt((squares + LENT * chance_variance(seats)) / freedom / blocks)
    reach = student_quantile(SURE, freedom) * error
    low, high = max(-1.0, mean - reach), min(1.0, mean + reach)
    return Estimate(blocks, mean, low, high, student_cdf(mean / error, freedom))


def chance_variance(seats: int) -> float:
    """How much a block's difference varies where chance alone places everybody.

    A score is then one of `seats` values as likely as each other, from 0 to 1; a difference varies
    twice as much, and the mean over the rotations of a block by so much less.
    """
    score = (seats + 1) / (12 * (seats - 1))
    return 2 * score / seats
