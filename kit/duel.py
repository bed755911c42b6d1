"""A duel: who sits where in which match, and what the results add up to.

A block is one seed, played once for each rotation of the bots around the table. So within every
block each bot holds every seat, with its cards and role, exactly as often as every other bot.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.clock import Clock
from engine.rng import MAX_SEED, Rng


class Terms(Struct, frozen=True, kw_only=True):
    """What is played, by whom: results of different terms are never added up."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seed: int
    clock: Clock
    sandbox: str
    """What stood between the bots and the machine, and how their time was taken."""
    bots: list[str]
    """Name and version of each."""

    @property
    def names(self) -> list[str]:
        return [bot.rpartition("@")[0] for bot in self.bots]

    def seed_of(self, block: int) -> int:
        """The match seed of a block: any block can be played without those before it."""
        return Rng.stream(self.seed, "duel", block).word() & MAX_SEED

    def seating(self, rotation: int) -> list[int]:
        """Which bot holds each seat. With fewer bots than seats they come again in turn."""
        return [(seat + rotation) % len(self.bots) for seat in range(self.seats)]


class Pairing(NamedTuple):
    """One match to play."""

    block: int
    rotation: int


class Result(Struct, frozen=True, kw_only=True):
    """What came of one match; lists go by seats."""

    block: int
    rotation: int
    seed: int
    placements: list[int]
    points: list[float]
    roles: list[str]
    """Those the seats began with."""
    faults: list[list[str]]
    out: list[bool]
    answers: list[int]
    seconds: list[float]
    """Charged for all answers."""
    worst: list[float]
    """Charged for the slowest one."""
    fingerprint: str

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.block, self.rotation)


def schedule(terms: Terms, blocks: int) -> Iterator[Pairing]:
    """All matches, block after block."""
    for block in range(blocks):
        for rotation in range(len(terms.bots)):
            yield Pairing(block, rotation)


class Share(NamedTuple):
    """So many won of so many played; a first place that is shared is won in part."""

    won: float = 0.0
    played: int = 0

    @property
    def rate(self) -> float:
        return self.won / self.played


class Tally:
    """What one bot has done."""

    def __init__(self) -> None:
        self.seats = 0
        """How often it sat at a table, counting each of its seats."""
        self.won = self.points = self.seconds = self.worst = 0.0
        self.places = self.answers = self.out = 0
        self.faults: Counter[str] = Counter()

    def add(self, result: Result, seat: int) -> None:
        self.seats += 1
        self.won += win(result, seat)
        self.places += result.placements[seat]
        self.points += result.points[seat]
        self.faults.update(result.faults[seat])
        self.out += result.out[seat]
        self.answers += result.answers[seat]
        self.seconds += result.seconds[seat]
        self.worst = max(self.worst, result.worst[seat])


def win(result: Result, seat: int) -> float:
    """The seat's share of the first place."""
    first = result.placements.count(1)
    return 1 / first if result.placements[seat] == 1 else 0.0


class Standings:
    """All results so far, added up."""

    def __init__(self, terms: Terms, results: Iterable[Result] = ()) -> None:
        self.terms = terms
        self.tallies = [Tally() for _ in terms.bots]
        self.by_role: dict[tuple[str, int], Share] = defaultdict(Share)
        self.by_seat: dict[tuple[int, int], Share] = defaultdict(Share)
        self.first_faults: dict[tuple[int, str], Result] = {}
        """For each bot and fault a match in which it happened."""
        self._blocks: dict[int, dict[int, Result]] = defaultdict(dict)
        for result in results:
            self.add(result)

    @property
    def matches(self) -> int:
        return sum(map(len, self._blocks.values()))

    def add(self, result: Result) -> None:
        self._blocks[result.block][result.rotation] = result
        for seat, bot in enumerate(self.terms.seating(result.rotation)):
            self.tallies[bot].add(result, seat)
            share = win(result, seat)
            _count(self.by_role, (result.roles[seat], bot), share)
            _count(self.by_seat, (seat, bot), share)
            for fault in result.faults[seat]:
                self.first_faults.setdefault((bot, fault), result)

    def has(self, pairing: Pairing) -> bool:
        return pairing.rotation in self._blocks.get(pairing.block, {})

    @property
    def whole_blocks(self) -> int:
        """How many blocks are played to the last match, up to the first that is not: quick matches
        end first, and must not decide more than slow ones."""
        rotations, block = len(self.terms.bots), 0
        while len(self._blocks.get(block, {})) == rotations:
            block += 1
        return block

    def scores(self, one: int, other: int) -> list[float]:
        """One bot's score against another, for each whole block."""
        return [self._score(block, one, other) for block in range(self.whole_blocks)]

    def _score(self, block: int, one: int, other: int) -> float:
        points = [
            _ahead(result, mine, theirs)
            for result in self._blocks[block].values()
            for mine, theirs in self._pairings(result, one, other)
        ]
        return sum(points) / len(points)

    def _pairings(self, result: Result, one: int, other: int) -> Iterator[tuple[int, int]]:
        """Every seat of one bot against every seat of the other."""
        seating = self.terms.seating(result.rotation)
        for mine, bot in enumerate(seating):
            for theirs, opponent in enumerate(seating):
                if (bot, opponent) == (one, other):
                    yield mine, theirs


def _count(shares: dict[Any, Share], key: Any, won: float) -> None:
    old = shares[key]
    shares[key] = Share(old.won + won, old.played + 1)


def _ahead(result: Result, mine: int, theirs: int) -> float:
    """1 for the better place, a half for the same."""
    places = result.placements
    return 0.5 if places[mine] == places[theirs] else float(places[mine] < places[theirs])


def total(shares: Mapping[tuple[Any, int], Share], key: Any) -> Share:
    """What all bots together did in that role or seat."""
    found: Sequence[Share] = [share for (one, _), share in shares.items() if one == key]
    return Share(sum(share.won for share in found), sum(share.played for share in found))
