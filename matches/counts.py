"""Counts what settled matches add up to: by seat, role and faction, and against whom."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from django.db.models import Manager

from matches.models import Aspect, Meeting, Seat, Tally
from matches.rows import rows_update
from moonladder.ladders.models import Entry

Count = TypeVar("Count", Tally, Meeting)


class Counts(NamedTuple):
    """Matches and scores, by what they are counted by."""

    matches: dict[int, int]
    tallies: dict[tuple[int, str, str], tuple[int, float]]
    meetings: dict[tuple[int, int], tuple[int, float]]


def no_counts() -> Counts:
    """Nothing counted yet."""
    return Counts(defaultdict(int), defaultdict(lambda: (0, 0.0)), defaultdict(lambda: (0, 0.0)))


def count(counts: Counts, table: Sequence[Seat], *, sign: int) -> None:
    """Add a match to the counts of those who sat there, or with -1 take it away."""
    for seat in table:
        entry = entry_of(seat)
        counts.matches[entry] += sign
        for aspect, value in aspects(seat):
            n, score = counts.tallies[entry, aspect, value]
            counts.tallies[entry, aspect, value] = (n + sign, score + sign * (seat.score or 0))
        for other in table:
            if other is not seat:
                pair = (entry, entry_of(other))
                n, score = counts.meetings[pair]
                counts.meetings[pair] = (n + sign, score + sign * _won(seat, other))


def aspects(seat: Seat) -> list[tuple[str, str]]:
    """What a seat's result is counted by: what it was dealt, not what became of that."""
    dealt = ((Aspect.ROLE, seat.role_start), (Aspect.FACTION, seat.faction_start))
    return [(Aspect.SEAT, str(seat.number)), *((name, value) for name, value in dealt if value)]


def _won(seat: Seat, other: Seat) -> float:
    mine, theirs = seat.placement or 0, other.placement or 0
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def counts_add(tables: Iterable[Sequence[Seat]], *, sign: int) -> None:
    """Bring the stored counts up to date; the ladder is locked, so nobody else writes them."""
    counts = no_counts()
    for table in tables:
        count(counts, table, sign=sign)
    entries = Entry.objects.in_bulk(counts.matches)
    for pk, n in counts.matches.items():
        entries[pk].matches += n
    rows_update(entries.values(), ("matches",))
    tallies = {
        (each.entry_id, each.aspect, each.value): each
        for each in Tally.objects.filter(entry__in=entries)
    }
    for key, (n, score) in counts.tallies.items():
        tally = tallies.setdefault(key, Tally(entry_id=key[0], aspect=key[1], value=key[2]))
        tally.matches, tally.score = tally.matches + n, tally.score + score
    _save(Tally.objects, tallies.values())
    meetings = {
        (each.entry_id, each.other_id): each
        for each in Meeting.objects.filter(entry__in=entries, other__in=entries)
    }
    for pair, (n, score) in counts.meetings.items():
        meeting = meetings.setdefault(pair, Meeting(entry_id=pair[0], other_id=pair[1]))
        meeting.matches, meeting.score = meeting.matches + n, meeting.score + score
    _save(Meeting.objects, meetings.values())


def _save(table: Manager[Count], rows: Iterable[Count]) -> None:
    """Update the rows that are stored, create those that are not."""
    rows_update([row for row in rows if row.pk is not None], ("matches", "score"))
    table.bulk_create([row for row in rows if row.pk is None])


def entry_of(seat: Seat) -> int:
    """Whose rating is at stake in a ranked seat."""
    assert seat.stint is not None
    return seat.stint.entry_id
