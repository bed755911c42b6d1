"""Turns results into ratings: in match order, once, each change with its reason in numbers.

Theory of operation. Matches finish in any order and are settled in the order of their numbers: a
result waits until every earlier ranked match of its ladder is finished or void. So live ratings do
not depend on which worker was quicker. A ladder's ratings move one step at a time, under the lock
of its row; no other transaction writes the rows that are changed here. The fitted ratings follow
from the settled log as a whole (fit.py) and are stored for pages to read.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple, TypeVar

from django.db import transaction
from django.db.models import F, Manager, Min
from django.utils import timezone

from matches.models import (
    UNDECIDED,
    Aspect,
    Match,
    MatchStatus,
    Meeting,
    RatingChange,
    Seat,
    Tally,
)
from moonladder.ladders import elo, services
from moonladder.ladders.fit import Fitted, Prior, fit
from moonladder.ladders.log import Played
from moonladder.ladders.models import BlockKind, Entry, Ladder, Stint
from moonladder.ladders.ranks import rank_ranges

BATCH = 200
"""So many matches are settled in one transaction."""

FIT_AFTER = timedelta(seconds=60)
"""Few new results are worth a fit after this long."""

FIT_GROWTH = 100
"""One new result in so many old ones is worth a fit at once."""


# ── live ratings ──────────────────────────────────────────────────────────────────────────────────


def ladder_settle(*, ladder_id: int) -> int:
    """Settle every result whose turn it is; return how many that were."""
    settled = 0
    while (batch := _settle_batch(ladder_id)) == BATCH:
        settled += batch
    return settled + batch


@transaction.atomic
def _settle_batch(ladder_id: int) -> int:
    ladder = services.ladder_lock(ladder_id)
    ranked = Match.objects.filter(ladder=ladder, kind=BlockKind.RANKED)
    # Asked first: what finishes meanwhile is later than this or waits for the next time.
    first_undecided = ranked.filter(status__in=UNDECIDED).aggregate(at=Min("number"))["at"]
    due = ranked.filter(status=MatchStatus.FINISHED, settled_at=None)
    if first_undecided is not None:
        due = due.filter(number__lt=first_undecided)
    matches = list(due.order_by("number")[:BATCH])
    if matches:
        _settle(ladder, matches)
    return len(matches)


def _settle(ladder: Ladder, matches: Sequence[Match]) -> None:
    tables = tables_of(matches)
    elos = dict(Entry.objects.filter(ladder=ladder).values_list("pk", "elo"))
    changes: list[RatingChange] = []
    for match in matches:
        ladder.settled_steps += 1
        table = tables[match.pk]
        moved = settled(match, table, elos, step=ladder.settled_steps, k=ladder.elo_k)
        for seat, change in zip(table, moved, strict=True):
            seat.elo_before, seat.elo_after = change.before, change.after
        changes += moved
    RatingChange.objects.bulk_create(changes)
    Seat.objects.bulk_update(
        [seat for table in tables.values() for seat in table], ("elo_before", "elo_after")
    )
    Match.objects.filter(pk__in=tables).update(settled_at=timezone.now())
    _store_steps(ladder, changes)
    counts_add(tables.values(), sign=1)


def tables_of(matches: Iterable[Match]) -> dict[int, list[Seat]]:
    """The seats of each match, in their order."""
    tables: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    for seat in Seat.objects.filter(match__in=tables).select_related("stint").order_by("number"):
        tables[seat.match_id].append(seat)
    return tables


def settled(
    match: Match, table: Sequence[Seat], elos: dict[int, float], *, step: int, k: float
) -> list[RatingChange]:
    """What a match does to the live ratings, row by row as the seats are; `elos` follows."""
    entries = [entry_of(seat) for seat in table]
    results = elo.settle([elos[entry] for entry in entries], placements_of(table), k=k)
    changes = []
    for entry, (expected, scored, delta) in zip(entries, results, strict=True):
        before, elos[entry] = elos[entry], elos[entry] + delta
        changes.append(
            RatingChange(
                entry_id=entry,
                match=match,
                revision=0,
                step=step,
                before=before,
                after=elos[entry],
                expected=expected,
                scored=scored,
                k=k,
            )
        )
    return changes


def entry_of(seat: Seat) -> int:
    """Whose rating is at stake in a ranked seat."""
    assert seat.stint is not None
    return seat.stint.entry_id


def placements_of(table: Iterable[Seat]) -> list[int]:
    """The placements of a finished match."""
    return [seat.placement or 0 for seat in table]


def revised(
    played: Sequence[RatingChange], elos: dict[int, float], *, revision: int, step: int
) -> list[RatingChange]:
    """The rows that take a match out of the ratings (odd revisions), or put it back as it was."""
    sign = -1 if revision % 2 else 1
    changes = []
    for change in played:
        before = elos[change.entry_id]
        elos[change.entry_id] = before + sign * (change.after - change.before)
        changes.append(
            RatingChange(
                entry_id=change.entry_id,
                match_id=change.match_id,
                revision=revision,
                step=step,
                before=before,
                after=elos[change.entry_id],
                expected=change.expected,
                scored=change.scored,
                k=sign * change.k,
            )
        )
    return changes


@transaction.atomic
def match_revise(*, match: Match) -> None:
    """Take a settled match out of the ratings, or put it back; the caller has locked its ladder."""
    ladder = services.ladder_lock(match.ladder_id)
    match.refresh_from_db()
    match.revision += 1
    ladder.settled_steps += 1
    played = list(match.changes.filter(revision=0).order_by("pk"))
    elos = dict(Entry.objects.filter(ladder=ladder).values_list("pk", "elo"))
    changes = revised(played, elos, revision=match.revision, step=ladder.settled_steps)
    RatingChange.objects.bulk_create(changes)
    Match.objects.filter(pk=match.pk).update(revision=match.revision)
    _store_steps(ladder, changes)
    counts_add(tables_of([match]).values(), sign=-1 if match.is_excluded else 1)


def _store_steps(ladder: Ladder, changes: Sequence[RatingChange]) -> None:
    latest = {change.entry_id: change.after for change in changes}
    Entry.objects.bulk_update([Entry(pk=pk, elo=after) for pk, after in latest.items()], ("elo",))
    Ladder.objects.filter(pk=ladder.pk).update(settled_steps=ladder.settled_steps)


# ── counts ────────────────────────────────────────────────────────────────────────────────────────


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
    Entry.objects.bulk_update(entries.values(), ("matches",))
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
    table.bulk_update([row for row in rows if row.pk is not None], ("matches", "score"), 500)
    table.bulk_create([row for row in rows if row.pk is None])


# ── fitted ratings ────────────────────────────────────────────────────────────────────────────────


def ladder_fit_if_due(*, ladder_id: int) -> bool:
    """Fit when enough has been settled since the last time, or anything at all for a while."""
    ladder = Ladder.objects.get(pk=ladder_id)
    new = ladder.settled_steps - ladder.fitted_steps
    waited = ladder.fitted_at is None or timezone.now() - ladder.fitted_at > FIT_AFTER
    is_due = new > 0 and (waited or new * FIT_GROWTH > ladder.fitted_steps)
    if is_due:
        ladder_fit(ladder_id=ladder_id)
    return is_due


def ladder_fit(*, ladder_id: int) -> None:
    """Fit the ratings to the settled log and store them, unless somebody has stored newer ones."""
    steps = Ladder.objects.get(pk=ladder_id).settled_steps
    fitted, blocks = ladder_fitted(ladder_id=ladder_id)
    with transaction.atomic():
        ladder = services.ladder_lock(ladder_id)
        if ladder.fitted_steps <= steps:
            _store_fit(ladder, steps, fitted, blocks)


def ladder_fitted(*, ladder_id: int) -> tuple[Fitted, dict[int, int]]:
    """The fit of a ladder's settled log, by stint, and how many blocks it knows of each."""
    played = settled_log(ladder_id=ladder_id)
    blocks: dict[int, set[int]] = defaultdict(set)
    for match in played:
        for stint in match.entries:
            blocks[stint].add(match.block)
    stints = Stint.objects.filter(entry__ladder=ladder_id)
    priors = {stint.pk: Prior(stint.prior_mean, stint.prior_sd) for stint in stints}
    return fit(played, priors), {stint: len(of) for stint, of in blocks.items()}


def superiority(*, one: Entry, other: Entry) -> float:
    """How likely it is that what plays for the one is better than what plays for the other."""
    assert one.stint_id is not None
    assert other.stint_id is not None
    fitted, _ = ladder_fitted(ladder_id=one.ladder_id)
    return fitted.superiority(one.stint_id, other.stint_id)


def settled_log(*, ladder_id: int) -> list[Played]:
    """Every settled match that counts, in match order."""
    rows = (
        Seat.objects.filter(
            match__ladder=ladder_id, match__settled_at__isnull=False, stint__isnull=False
        )
        .annotate(odd=F("match__revision") % 2)
        .filter(odd=0)
        .order_by("match__number", "number")
        .values_list("match_id", "match__block_id", "stint_id", "placement")
    )
    tables: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for match, block, stint, placement in rows.iterator(chunk_size=10_000):
        tables[match, block].append((stint or 0, placement or 0))
    return [
        Played(block, tuple(s for s, _ in table), tuple(p for _, p in table))
        for (_, block), table in tables.items()
    ]


def _store_fit(ladder: Ladder, steps: int, fitted: Fitted, blocks: dict[int, int]) -> None:
    stints = []
    for pk, standing in fitted.standings.items():
        stint = Stint(pk=pk, rating=standing.rating, low=standing.low, high=standing.high)
        stint.blocks = blocks.get(pk, 0)
        stints.append(stint)
    Stint.objects.bulk_update(stints, ("rating", "low", "high", "blocks"), batch_size=500)
    Entry.objects.bulk_update(
        ranked_entries(ladder.pk, fitted, blocks), ("rank", "best_rank", "worst_rank"), 500
    )
    Ladder.objects.filter(pk=ladder.pk).update(fitted_steps=steps, fitted_at=timezone.now())


def ranked_entries(ladder_id: int, fitted: Fitted, blocks: dict[int, int]) -> list[Entry]:
    """The entries with their ranks: by what plays for them now, once that has played."""
    entries = list(Entry.objects.filter(ladder=ladder_id).order_by("pk"))
    playing = [e for e in entries if e.stint_id in fitted.standings and blocks.get(e.stint_id)]
    playing.sort(key=lambda entry: -fitted.standings[entry.stint_id or 0].rating)
    ranks = rank_ranges(fitted, [entry.stint_id or 0 for entry in playing])
    for entry in entries:
        entry.rank = entry.best_rank = entry.worst_rank = None
    for rank, (entry, reach) in enumerate(zip(playing, ranks, strict=True), start=1):
        entry.rank, (entry.best_rank, entry.worst_rank) = rank, reach
    return entries
