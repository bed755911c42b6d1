"""Races: cases measured in turn, over and over, and compared with the floor among them.

The cases of a race are measured one after another in every round, so that whatever slows the
machine down for a while slows all of them, and the ratio of two cases is taken within a round. A
figure is the median over the rounds, given with the range of the middle 80 %.
"""

import contextlib
import time
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass

Case = Callable[[], object]
"""One operation, done once for each call; a `Batch` does several."""

Cases = Mapping[str, Case]
Setup = Callable[[], Iterator[Cases]]

SAMPLE_SECONDS = 0.05
"""How long one measurement lasts at least, so that the clock's own cost does not count."""


@dataclass(frozen=True)
class Batch:
    """A case that does its operation many times in one call; figures are for one of them."""

    case: Callable[[], object]
    size: int

    def __call__(self) -> object:
        return self.case()


@dataclass(frozen=True)
class Timed:
    """A case that tells how many seconds its operation took: not all of the call is to count."""

    case: Callable[[], float]

    def __call__(self) -> float:
        return self.case()


@dataclass(frozen=True)
class Counted:
    """A case that tells how much of something it needed, which is no time; one call a round."""

    case: Callable[[], float]
    unit: str

    def __call__(self) -> float:
        return self.case()


@dataclass(frozen=True)
class Race:
    """Cases that do comparable work, and the name of the one that nothing can beat.

    Cases of several kinds, `KIND, FLOOR` and `KIND, ...`, are compared with the floor of their own.
    """

    name: str
    floor: str
    setup: Setup
    most_rounds: int | None = None
    """How often to measure at most, where that takes long."""


@dataclass(frozen=True)
class Spread:
    """A median and the range of the middle 80 %."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """What one case took, and how that compares with the floor."""

    case: str
    taken: Spread
    ratio: Spread
    unit: str = "s"


RACES: list[Race] = []


def race(name: str, *, floor: str, most_rounds: int | None = None) -> Callable[[Setup], Setup]:
    """Register a function that sets a race up, yields its cases and clears away."""

    def register(setup: Setup) -> Setup:
        RACES.append(Race(name, floor, setup, most_rounds))
        return setup

    return register


def run(race: Race, *, rounds: int, sample_seconds: float = SAMPLE_SECONDS) -> list[Row]:
    """Measure every case of a race in every round."""
    with contextlib.contextmanager(race.setup)() as cases:
        calls = {name: calls_for(case, sample_seconds) for name, case in cases.items()}
        samples: dict[str, list[float]] = {name: [] for name in cases}
        for number in range(min(rounds, race.most_rounds or rounds)):
            for name in rotated(list(cases), number):
                samples[name].append(measure(cases[name], calls[name]))
        units = {name: case.unit for name, case in cases.items() if isinstance(case, Counted)}
    return compare(samples, floor=race.floor, units=units)


def compare(
    samples: Mapping[str, list[float]], *, floor: str, units: Mapping[str, str] | None = None
) -> list[Row]:
    """Turn the samples of each case, one per round, into figures and ratios to its floor."""
    return [
        Row(
            case=name,
            taken=spread(taken),
            ratio=spread([a / b for a, b in zip(taken, samples[beneath], strict=True)]),
            unit=(units or {}).get(name, "s"),
        )
        for name, taken in samples.items()
        for beneath in [floor_of(name, floor, samples)]
    ]


def floor_of(case: str, floor: str, cases: Container[str]) -> str:
    """The case to compare with; where the floor is none, the one of that name of the same kind.

    So `matches, 10,000 bots` is compared with `matches, 10 bots` when the floor is `10 bots`.
    """
    return floor if floor in cases else f"{case.rpartition(', ')[0]}, {floor}"


def rotated(names: list[str], by: int) -> list[str]:
    """Begin each round with another case, so that none always follows the same one."""
    start = by % len(names)
    return names[start:] + names[:start]


def calls_for(case: Case, seconds: float) -> int:
    """Find how many calls fill a sample; it warms the case up too."""
    if isinstance(case, Counted):
        return 1
    calls = 1
    while (taken := time_of(case, calls)) < seconds:
        calls = max(calls + 1, min(calls * 10, round(calls * seconds / max(taken, 1e-9))))
    return calls


def measure(case: Case, calls: int) -> float:
    """Return the seconds that one operation takes, averaged over several calls, or its count."""
    if isinstance(case, Timed | Counted):
        return sum(case() for _ in range(calls)) / calls
    size = case.size if isinstance(case, Batch) else 1
    return time_of(case, calls) / (calls * size)


def time_of(case: Case, calls: int) -> float:
    """Return the seconds that several calls take."""
    started = time.perf_counter()
    for _ in range(calls):
        case()
    return time.perf_counter() - started


def spread(values: list[float]) -> Spread:
    """Return the median with the 10th and 90th percentile, between neighbours where needed."""
    ordered = sorted(values)
    return Spread(*(_percentile(ordered, share) for share in (0.5, 0.1, 0.9)))


def _percentile(ordered: list[float], share: float) -> float:
    position = share * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)
