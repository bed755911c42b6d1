"""How sure one can be that one bot is better than another.

The unit is the block: one seed, played once for each rotation of the seats. Matches of a block
share their luck, so they are not independent; blocks are. A block's score is the share of its
pairings a bot came out ahead in, ties counting half: 0.5 says nothing, 1 is a clean sweep.

Few blocks that all end alike would seem to prove anything. So two more are imagined with those that
were played, one won and one lost: intervals stay honest from the first block on, and the two count
for less and less.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

DOUBT = (0.0, 1.0)
"""The scores of the two imagined blocks."""
CONFIDENCE = 0.95
EVEN = 0.5


def elo_of(score: float) -> float:
    """The rating difference at which this score is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - EVEN)
    return 400 * math.log10(score / (1 - score))


def score_at(elo: float) -> float:
    """The score expected of whoever is rated so much higher."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Estimate(NamedTuple):
    """What blocks say of one bot against another."""

    blocks: int
    score: float
    low: float
    high: float
    """The ends of the 95 % interval of the score."""
    p_value: float
    """How likely scores at least this good are for a bot that is not better."""

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        return elo_of(self.low), elo_of(self.high)


def estimate(scores: Sequence[float]) -> Estimate:
    """The difference between two bots, from the scores of their blocks."""
    mean, deviation, count = _moments(scores)
    error = deviation / math.sqrt(count)
    reach = student_quantile((1 + CONFIDENCE) / 2, count - 1) * error
    p_value = 1 - student_cdf((mean - EVEN) / error, count - 1)
    return Estimate(len(scores), mean, max(0.0, mean - reach), min(1.0, mean + reach), p_value)


def _moments(scores: Sequence[float]) -> tuple[float, float, int]:
    """Mean, standard deviation and number of the scores, doubt included."""
    doubted = [*scores, *DOUBT]
    mean = math.fsum(doubted) / len(doubted)
    squares = math.fsum((score - mean) ** 2 for score in doubted)
    return mean, math.sqrt(squares / (len(doubted) - 1)), len(doubted)


class Sprt(NamedTuple):
    """A sequential test of two differences in Elo: it stops as soon as one of them is unlikely."""

    elo0: float
    elo1: float
    error: float = 0.05
    """How often each of the two is given up although it is true."""

    @property
    def bound(self) -> float:
        """The test ends when the log-likelihood ratio is that far from zero."""
        return math.log((1 - self.error) / self.error)

    def llr(self, scores: Sequence[float]) -> float:
        """The log of how much likelier elo1 makes the blocks than elo0, in normal approximation."""
        mean, deviation, count = _moments(scores)
        score0, score1 = score_at(self.elo0), score_at(self.elo1)
        return count * (score1 - score0) * (2 * mean - score0 - score1) / (2 * deviation**2)

    def decided(self, scores: Sequence[float]) -> bool | None:
        """Whether it is elo1 rather than elo0; None while that is open."""
        llr = self.llr(scores)
        return llr > 0 if abs(llr) >= self.bound else None


def student_cdf(t: float, freedom: int) -> float:
    """The share of Student's t distribution below t, by its finite series for whole numbers."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * step / (step + 1)
    between = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return (1 + between) / 2


def student_quantile(share: float, freedom: int) -> float:
    """Below which t that share of the distribution lies; for shares of a half and more."""
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < share:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < share else (low, middle)
    return high
