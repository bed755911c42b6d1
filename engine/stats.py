"""Many games at random, counted: how long they last, how they end, and who wins them."""

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from engine.kernel import Game, Json, Outcome
from engine.rng import Rng
from engine.spec import GameSpec


class Tally:
    """What came of some games of one kind."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.reasons: Counter[str] = Counter()
        self.held: Counter[tuple[str, str]] = Counter()
        """How often a seat, role or faction was played."""
        self.first: Counter[tuple[str, str]] = Counter()
        """How often it came first, ties included."""

    def add(self, decisions: int, outcome: Outcome) -> None:
        self.lengths.append(decisions)
        self.reasons[outcome.reason] += 1
        for seat, placement in enumerate(outcome.placements):
            for key in _keys(seat, outcome):
                self.held[key] += 1
                self.first[key] += placement == 1

    def lines(self) -> Iterator[str]:
        """The tally as text."""
        least, most = min(self.lengths), max(self.lengths)
        yield f"decisions in a game: {least} to {most}, median {statistics.median(self.lengths):g}"
        yield "ended by:"
        for reason, count in self.reasons.most_common():
            yield f"  {reason:<24} {_share(count, len(self.lengths))}"
        yield "first places, ties included:"
        for key in sorted(self.held):
            yield f"  {' '.join(key):<24} {_share(self.first[key], self.held[key])}"


def _keys(seat: int, outcome: Outcome) -> list[tuple[str, str]]:
    role = outcome.roles[seat]
    return [("seat", str(seat)), ("role", role.start), ("faction", role.faction_start)]


def _share(count: int, total: int) -> str:
    return f"{count / total:7.1%} of {total}"


def tally(
    spec: GameSpec,
    *,
    seats: int,
    games: int,
    first_seed: int = 0,
    options: Mapping[str, Json] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play so many games, one after another from the first seed on; report each as it is done."""
    total = Tally()
    for seed in range(first_seed, first_seed + games):
        game = spec.new(seats=seats, seed=seed, options=options)
        _play_at_random(game, Rng.stream(seed, "statistics"))
        assert game.outcome is not None
        total.add(len(game.choices), game.outcome)
        progress(seed - first_seed + 1)
    return total


def _play_at_random(game: Game, rng: Rng) -> None:
    while game.ask is not None:
        game.choose(rng.below(len(game.ask.options)))
