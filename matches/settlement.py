"""Turns results into live ratings: in match order, once, each change with its reason in numbers.

Theory of operation. Matches finish in any order and are settled in the order of their numbers: a
result waits until every earlier ranked match of its ladder is finished or void. So live ratings do
not depend on which worker was quicker. A ladder's ratings move one step at a time, under the lock
of its row; no other transaction writes the rows that are changed here. The fitted ratings follow
from the settled log as a whole (fitting.py).
"""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from matches.counts import counts_add, entry_of
from matches.models import UNDECIDED, Match, MatchStatus, RatingChange, Seat
from matches.rows import rows_update
from moonladder.ladders import elo, services
from moonladder.ladders.models import BlockKind, Entry, Ladder

BATCH = 200
"""So many matches are settled in one transaction."""


def ladder_settle(*, ladder_id: int) -> int:
    """Settle every result whose turn it is; return how many that were."""
    settled = 0
    while (batch := _settle_batch(ladder_id)) == BATCH:
        settled += batch
    return settled + batch


@transaction.atomic
def _settle_batch(ladder_id: int) -> int:
    ladder = services.ladder_lock(ladder_id)
    unsettled = Match.objects.filter(ladder=ladder, kind=BlockKind.RANKED, settled_at=None)
    # Asked first: what finishes meanwhile is later than this or waits for the next time.
    first_undecided = unsettled.filter(status__in=UNDECIDED).aggregate(at=Min("number"))["at"]
    due = unsettled.filter(status=MatchStatus.FINISHED)
    if first_undecided is not None:
        due = due.filter(number__lt=first_undecided)
    matches = list(due.order_by("number")[:BATCH])
    if matches:
        _settle(ladder, matches)
    return len(matches)


def _settle(ladder: Ladder, matches: Sequence[Match]) -> None:
    tables = tables_of(matches)
    elos = _elos({entry_of(seat) for table in tables.values() for seat in table})
    changes: list[RatingChange] = []
    for match in matches:
        ladder.settled_steps += 1
        table = tables[match.pk]
        moved = settled(match, table, elos, step=ladder.settled_steps, k=ladder.elo_k)
        for seat, change in zip(table, moved, strict=True):
            seat.elo_before, seat.elo_after = change.before, change.after
        changes += moved
    RatingChange.objects.bulk_create(changes)
    rows_update([seat for table in tables.values() for seat in table], ("elo_before", "elo_after"))
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
    elos = _elos({change.entry_id for change in played})
    changes = revised(played, elos, revision=match.revision, step=ladder.settled_steps)
    RatingChange.objects.bulk_create(changes)
    Match.objects.filter(pk=match.pk).update(revision=match.revision)
    _store_steps(ladder, changes)
    counts_add(tables_of([match]).values(), sign=-1 if match.is_excluded else 1)


def _elos(entries: Collection[int]) -> dict[int, float]:
    """The live ratings of those entries; the ladder is locked, so nobody else moves them."""
    return dict(Entry.objects.filter(pk__in=entries).values_list("pk", "elo"))


def _store_steps(ladder: Ladder, changes: Sequence[RatingChange]) -> None:
    latest = {change.entry_id: change.after for change in changes}
    rows_update([Entry(pk=pk, elo=after) for pk, after in latest.items()], ("elo",))
    Ladder.objects.filter(pk=ladder.pk).update(settled_steps=ladder.settled_steps)
