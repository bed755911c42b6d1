"""What came of swap tests: each seat now beside the same seat then, block by block, and in words.

Everybody may read it: it is added up from ranked matches and batches, which are public
(visibility.py), and it compares versions that were accepted, which are too.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from matches import pairs
from matches.models import UNDECIDED, Match, MatchStatus, Seat, Swap, SwapBlock
from moonladder.bots.models import Version
from moonladder.bots.names import Unknown
from moonladder.ladders.models import Block

WORST = 12
"""So many of the pairs in which a version did worse are listed."""


class Pair(NamedTuple):
    """One seat of one deal, then and now, each with its match."""

    then: Seat
    now: Seat

    @property
    def difference(self) -> float | None:
        """How much more was scored now; empty while it is played, and where one does not count."""
        is_out = self.then.match.is_excluded or self.now.match.status != MatchStatus.FINISHED
        if is_out or self.now.score is None or self.then.score is None:
            return None
        return self.now.score - self.then.score


@dataclass(frozen=True)
class SwappedBlock:
    """A block now, beside the one it has its seed and seatings from."""

    original: Block
    block: Block
    pairs: list[Pair]
    """By rotation."""

    @property
    def difference(self) -> float | None:
        """How much more was scored now, on average; empty unless every pair counts."""
        known = [each for pair in self.pairs if (each := pair.difference) is not None]
        return sum(known) / len(known) if known and len(known) == len(self.pairs) else None

    @property
    def is_undecided(self) -> bool:
        """Whether some of it is still to be played."""
        return any(pair.now.match.status in UNDECIDED for pair in self.pairs)

    @property
    def is_left_out(self) -> bool:
        """Whether it can no longer be compared: a match of it is void, or was excluded."""
        return self.difference is None and not self.is_undecided


@dataclass(frozen=True)
class SwapReport:
    """How a swap test stands."""

    swap: Swap
    blocks: list[SwappedBlock]
    """The latest of the originals first."""

    @property
    def matches(self) -> int:
        """How many matches the test has."""
        return len(self._pairs)

    @property
    def left(self) -> int:
        """How many matches are still to be played."""
        return sum(pair.now.match.status in UNDECIDED for pair in self._pairs)

    @property
    def played(self) -> int:
        """How many are not."""
        return self.matches - self.left

    @property
    def left_out(self) -> int:
        """How many blocks can no longer be compared."""
        return sum(block.is_left_out for block in self.blocks)

    @property
    def estimate(self) -> pairs.Estimate | None:
        """What all whole blocks say; empty while there is none."""
        known = [each for block in self.blocks if (each := block.difference) is not None]
        return pairs.estimate(known, self.swap.ladder.seats) if known else None

    @property
    def worse(self) -> list[Pair]:
        """Where it did worse than its forerunner, the worst first."""
        lost = [(each, pair) for pair in self._pairs if (each := pair.difference or 0.0) < 0]
        return [pair for _, pair in sorted(lost, key=lambda one: one[0])][:WORST]

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        found = self.estimate
        if found is None:
            return self._nothing()
        new, old = f"v{self.swap.version.number}", f"v{self.swap.against.number}"
        so_far = "So far " if self.left else ""
        return (
            f"{so_far}{new} scores {_more(found.mean)} {old} in the same seats "
            f"({_signed(found.low)} to {_signed(found.high)}): {found.verdict}."
        )

    @property
    def _pairs(self) -> list[Pair]:
        return [pair for block in self.blocks for pair in block.pairs]

    def _nothing(self) -> str:
        if self.left:
            return "No block of this test is over yet, so there is nothing to compare."
        return "Nothing came of this test: none of its blocks can be compared."


def _more(mean: float) -> str:
    by = f"{abs(mean):.2f}"
    if by == "0.00":
        return "the same as"
    return f"{by} {'more' if mean > 0 else 'less'} than"


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "\N{MINUS SIGN}")


def swaps_listed() -> QuerySet[Swap]:
    """All swap tests in no order, each with how many matches it has and how many are left."""
    now = "blocks__block__matches"
    return Swap.objects.select_related("ladder", "version__bot__owner", "against").annotate(
        matches=Count(now), left=Count(now, filter=Q(**{f"{now}__status__in": UNDECIDED}))
    )


def swaps_of(version: Version) -> QuerySet[Swap]:
    """The swap tests of a version, the latest first."""
    return swaps_listed().filter(version=version).order_by("-pk")


def swap_numbered(number: int) -> Swap:
    """The swap test of that number; raises `Unknown` if there is none."""
    swaps = Swap.objects.select_related("ladder", "version__bot__owner", "against__bot")
    found = swaps.filter(pk=number).first()
    if found is None:
        raise Unknown(f"There is no swap test {number}.")
    return found


def swap_stamp(swap: Swap) -> list[tuple[object, ...]]:
    """What changes with everything a report says."""
    now = Match.objects.filter(block__swap_block__swap=swap).order_by("pk")
    then = Match.objects.filter(block__swap_blocks__swap=swap).order_by("pk")
    return [*now.values_list("pk", "status"), *then.values_list("pk", "revision")]


def swap_report(swap: Swap) -> SwapReport:
    """How a swap test stands, in as many questions however large it is."""
    blocks = SwapBlock.objects.filter(swap=swap).select_related("block", "original")
    now = _seats(Seat.objects.filter(match__block__swap_block__swap=swap, version=swap.version))
    then = _seats(Seat.objects.filter(match__block__swap_blocks__swap=swap, version=swap.against))
    return SwapReport(
        swap,
        [
            SwappedBlock(
                each.original,
                each.block,
                [Pair(*two) for two in zip(then[each.original_id], now[each.pk], strict=True)],
            )
            for each in blocks.order_by("-original__number")
        ],
    )


def _seats(found: QuerySet[Seat]) -> dict[int, list[Seat]]:
    """Seats with their matches, by block and in the order of its rotations."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in found.select_related("match").order_by("match__part"):
        seats[seat.match.block_id].append(seat)
    return seats
