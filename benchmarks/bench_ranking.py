"""How many matches it takes to know who is better, and how long to work all ratings out again.

The first races count matches, not seconds: how many each bot of a league needs until the ranking
agrees with the truth. (a) is what a simple site does: tables and seats at random, a deal for each
match, Elo with K = 32. (b) is what the ladders here do: tables by `next_table`, each played once
per seat from the same deal, ranked by `fit`. A ranking agrees when it has reached the mark on
average since half as many matches, so that neither a lucky moment nor a lucky stretch counts. A
league is given up after `GIVE_UP` matches for each bot: where (a) shows that many, it needs more,
and the ratio is less than what is shown.

The luck of the deal is set by what it explains of the results among equals: with 40 points it is
3 %, as in Shamanix, with 100 points 15 %, as in Shadow Hunters, and with 400 points 65 %, as in
Shamans with three seats. Those shares were measured on random players, many games from each deal.
"""

import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, permutations
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.harness import Cases, Counted, race
from benchmarks.league import BOTS, League, kendall, spearman
from moonladder.ladders.elo import START, settle
from moonladder.ladders.fit import NEWCOMER, SURE, Fitted, Log, Prior, fit
from moonladder.ladders.pairing import Candidate, next_table, rotations

AGREED = 0.9
GIVE_UP = 600
"""Matches for each bot after which a ranking that does not agree is given up."""

LOOK_EVERY = 2
"""Matches for each bot between two looks at the ranking."""

LEAST_LOOKS = 5
"""So many looks must agree on average."""

SIMPLE = f"(a) random tables, Elo K=32, given up at {GIVE_UP}"
OURS = "(b) our tables, blocks and fit"

Ratings = Sequence[float]
Agreement = Callable[[Ratings, Ratings], float]
Way = Callable[[League, Random], Iterator[tuple[int, Ratings]]]
"""Plays a league on and on; yields the matches played so far and the ratings, now and then."""


def simple(league: League, chance: Random) -> Iterator[tuple[int, Ratings]]:
    """The matches played and the ratings, after every match."""
    ratings = [START] * BOTS
    for matches in count(1):
        table = chance.sample(range(BOTS), league.seats)
        (placements,) = league.play([table])
        changes = settle([ratings[bot] for bot in table], placements, k=32)
        for bot, change in zip(table, changes, strict=True):
            ratings[bot] += change.delta
        yield matches, ratings


def ours(league: League, chance: Random) -> Iterator[tuple[int, Ratings]]:
    """The matches played and the ratings, after every fit, with a few blocks between two."""
    rows: list[tuple[int, int, int, int]] = []
    met: dict[int, Counter[int]] = defaultdict(Counter)
    booked: Counter[int] = Counter()
    matches, fitted = 0, fit([], dict.fromkeys(range(BOTS), NEWCOMER))
    for block in count(1):
        table = next_table(candidates(fitted, booked), league.seats, met.__getitem__, chance)
        assert table is not None
        for one, other in permutations(table, 2):
            met[one][other] += 1
        booked.update(table)
        seatings = rotations(table)
        for seating, placements in zip(seatings, league.play(seatings), strict=True):
            matches += 1
            rows += [(matches, block, *seat) for seat in zip(seating, placements, strict=True)]
        if block % max(1, LOOK_EVERY * BOTS // league.seats**2) == 0:
            now = {bot: standing.rating for bot, standing in fitted.standings.items()}
            fitted = fit(Log.of_rows(rows), dict.fromkeys(range(BOTS), NEWCOMER), start=now)
            yield matches, [standing.rating for standing in fitted.standings.values()]


def candidates(fitted: Fitted, booked: Counter[int]) -> list[Candidate]:
    """All bots, each of an owner of its own."""
    return [
        Candidate(
            entry=bot,
            owner=bot,
            house=False,
            rating=standing.rating,
            sd=(standing.high - standing.low) / (2 * SURE),
            blocks=booked[bot],
        )
        for bot, standing in fitted.standings.items()
    ]


def needed(way: Way, agreement: Agreement, league: League, seed: int) -> float:
    """How many matches each bot played, on average, until the ranking agreed with the truth."""
    seen: list[float] = []
    for matches, ratings in way(league, Random(seed)):
        each = matches * league.seats / BOTS
        if each >= LOOK_EVERY * (len(seen) + 1):
            seen.append(agreement(league.strengths, ratings))
            latest = seen[len(seen) // 2 :]
            agrees = len(latest) >= LEAST_LOOKS and sum(latest) / len(latest) >= AGREED
            if agrees or each >= GIVE_UP:
                break
    return min(each, GIVE_UP)


def contest(seats: int, luck: float, agreement: Agreement) -> Iterator[Cases]:
    """Both ways, in a new league for each round."""

    def counted(way: Way) -> Counted:
        seeds = count()

        def case() -> float:
            seed = next(seeds)
            return needed(way, agreement, League(seats=seats, luck=luck, seed=seed), seed)

        return Counted(case, "matches")

    yield {SIMPLE: counted(simple), OURS: counted(ours)}


LEAGUES = (
    (2, 40, "Shamanix"),
    (4, 40, "Shamanix"),
    (4, 100, "Shadow Hunters"),
    (4, 400, "Shamans"),
)
for _seats, _luck, _game in LEAGUES:
    for _agreement in (kendall, spearman):
        race(
            f"ranking of {BOTS} bots, {_seats} seats, luck as in {_game}, "
            f"until {_agreement.__name__} {AGREED}",
            floor=SIMPLE,
        )(partial(contest, _seats, _luck, _agreement))


MATCHES = 10**6
ENTRIES = 300


@race(f"ratings of {MATCHES:,} matches worked out again", floor="reading the log", most_rounds=3)
def recomputation() -> Iterator[Cases]:
    """Four seats, blocks of four matches, one row for each seat in SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite3.connect(Path(folder) / "log.sqlite3")
        database.execute("CREATE TABLE seat (match, block, entry, placement)")
        database.executemany("INSERT INTO seat VALUES (?, ?, ?, ?)", made_up_rows())
        database.commit()
        priors = dict.fromkeys(range(ENTRIES), NEWCOMER)
        yield {
            "reading the log": lambda: read(database),
            "reading and the fitted Elo": lambda: fit(read(database), priors),
            "reading, the fitted and the live Elo": lambda: both(read(database), priors),
        }
        database.close()


def made_up_rows() -> Iterator[tuple[int, ...]]:
    """Tables and placements at random, in the order of matches."""
    chance = np.random.default_rng(1)
    matches = np.arange(MATCHES).repeat(4)
    tables = chance.integers(ENTRIES // 4, size=(MATCHES // 4, 4)) * 4 + np.arange(4)
    entries = tables.repeat(4, axis=0).ravel()
    placements = chance.random((MATCHES, 4)).argsort(axis=1).ravel() + 1
    columns = (matches, matches // 4, entries, placements)
    yield from zip(*(column.tolist() for column in columns), strict=True)


def read(database: sqlite3.Connection) -> Log:
    return Log.of_rows(database.execute("SELECT match, block, entry, placement FROM seat"))


def replay(log: Log) -> list[float]:
    """The live Elo, match by match."""
    ratings = [START] * ENTRIES
    tables, results = (column.reshape(-1, 4).tolist() for column in (log.entry, log.placement))
    for table, placements in zip(tables, results, strict=True):
        changes = settle([ratings[entry] for entry in table], placements, k=16)
        for entry, change in zip(table, changes, strict=True):
            ratings[entry] += change.delta
    return ratings


def both(log: Log, priors: dict[int, Prior]) -> tuple[list[float], Fitted]:
    return replay(log), fit(log, priors)
