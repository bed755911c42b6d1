"""Builds all ratings of a ladder anew from its settled log, and holds them against what is stored.

The log is the matches' placements and the order in which they moved the ratings. Everything else is
arithmetic: the changes of the live rating, who has met whom, the fit, the ranks.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Model

from matches import counts, fitting, settlement
from matches.models import Match, Meeting, RatingChange, Seat, Tally
from moonladder.ladders import elo, services
from moonladder.ladders.models import Entry, Ladder, Stint

CHUNK = 500
"""So many steps are held in memory at a time."""

TOLERANCE = 1e-6
"""Fitted ratings and expectations may differ by this much between processors, and sums of scores,
which are thirds or sevenths, between orders of adding up."""

EXACT = {"elo", "before", "after", "k", "elo_before", "elo_after"}
"""Live ratings are whole steps and may not differ at all."""

CHANGE = ("before", "after", "expected", "scored", "k")
FITTED = ("rating", "low", "high")
RANKED = ("rank", "best_rank", "worst_rank")


class Repair(NamedTuple):
    """One row that is not what it should be, already set right in memory."""

    row: Model
    fields: tuple[str, ...]
    sentence: str


@transaction.atomic
def ladder_recompute(*, ladder_id: int, repair: bool = False) -> list[str]:
    """Name every difference between what is stored and what follows from the log."""
    ladder = services.ladder_lock(ladder_id)
    if fitting.is_behind(ladder):
        fitting.ladder_fit(ladder_id=ladder_id)
    recomputed = _Ladder(ladder)
    repairs = [*recomputed.changes(), *recomputed.totals(), *_fits(ladder)]
    for wrong in repairs if repair else ():
        wrong.row.save(update_fields=wrong.fields)
    return [*recomputed.gaps(), *(wrong.sentence for wrong in repairs)]


class _Ladder:
    """One ladder played through again, step by step."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        entries = Entry.objects.filter(ladder=ladder).values_list("pk", flat=True)
        self.elos = dict.fromkeys(entries, elo.START)
        self.counts = counts.no_counts()
        self.steps: dict[int, int] = {}
        """How many steps each match has made."""
        self._played: dict[int, list[RatingChange]] = {}
        """What the matches did that were taken out or put back later."""

    def changes(self) -> Iterator[Repair]:
        """The changes of the live ratings that are not what they should be."""
        for first in range(1, self.ladder.settled_steps + 1, CHUNK):
            rows = RatingChange.objects.filter(
                entry__ladder=self.ladder, step__gte=first, step__lt=first + CHUNK
            )
            yield from self._chunk(list(rows.select_related("match").order_by("step", "pk")))

    def _chunk(self, rows: Sequence[RatingChange]) -> Iterator[Repair]:
        tables = settlement.tables_of({row.match_id: row.match for row in rows}.values())
        for _, group in groupby(rows, key=lambda row: row.step):
            stored = list(group)
            table, match = tables[stored[0].match_id], stored[0].match
            again = self._step(match, table, stored[0])
            yield from _compared(stored, again)
            if stored[0].revision == 0:
                yield from _compared_seats(table, again)

    def _step(
        self, match: Match, table: Sequence[Seat], stored: RatingChange
    ) -> list[RatingChange]:
        """The rows of one step; K is as it was then, whatever organisers have set since."""
        self.steps[match.pk] = self.steps.get(match.pk, 0) + 1
        sign = -1 if stored.revision % 2 else 1
        counts.count(self.counts, table, sign=sign)
        if stored.revision:
            played = self._played[match.pk]
            return settlement.revised(played, self.elos, revision=stored.revision, step=stored.step)
        again = settlement.settled(match, table, self.elos, step=stored.step, k=stored.k)
        if match.revision:
            self._played[match.pk] = again
        return again

    def totals(self) -> Iterator[Repair]:
        """The stored sums that are not what the steps come to."""
        for entry in Entry.objects.filter(ladder=self.ladder).order_by("pk"):
            sums = {"elo": self.elos[entry.pk], "matches": self.counts.matches.get(entry.pk, 0)}
            yield from _repairs(entry, sums)
        for tally in Tally.objects.filter(entry__ladder=self.ladder).order_by("pk"):
            key = (tally.entry_id, tally.aspect, tally.value)
            yield from _repairs(tally, _sums(self.counts.tallies.get(key)))
        for meeting in Meeting.objects.filter(entry__ladder=self.ladder).order_by("pk"):
            pair = (meeting.entry_id, meeting.other_id)
            yield from _repairs(meeting, _sums(self.counts.meetings.get(pair)))

    def gaps(self) -> Iterator[str]:
        """Matches that moved the ratings too often, too seldom, or to no sum of zero."""
        settled = Match.objects.filter(ladder=self.ladder, settled_at__isnull=False)
        for pk, number, revision in settled.values_list("pk", "number", "revision"):
            if self.steps.pop(pk, 0) != revision + 1:
                yield f"match {number} did not move the ratings {revision + 1} times"
        yield from (f"match id {pk} moved ratings and is not settled" for pk in self.steps)
        if sum(self.elos.values()) != elo.START * len(self.elos):
            yield f"the live ratings do not add up to {elo.START:g} for each entry"


def _sums(found: tuple[int, float] | None) -> dict[str, float]:
    matches, score = found or (0, 0.0)
    return {"matches": matches, "score": score}


def _compared(stored: Iterable[RatingChange], again: Iterable[RatingChange]) -> Iterator[Repair]:
    right = {row.entry_id: row for row in again}
    for row in stored:
        yield from _repairs(row, {name: getattr(right[row.entry_id], name) for name in CHANGE})


def _compared_seats(table: Sequence[Seat], again: Sequence[RatingChange]) -> Iterator[Repair]:
    for seat, change in zip(table, again, strict=True):
        yield from _repairs(seat, {"elo_before": change.before, "elo_after": change.after})


def _repairs(row: Model, right: dict[str, Any]) -> Iterator[Repair]:
    """The row with its fields set right, if any of them is wrong."""
    wrong = {n: getattr(row, n) for n, value in right.items() if _differ(row, n, value)}
    for name in wrong:
        setattr(row, name, right[name])
    if wrong:
        said = ", ".join(f"{name} is {was}, should be {right[name]}" for name, was in wrong.items())
        yield Repair(row, tuple(wrong), f"{row._meta.verbose_name} {row.pk}: {said}")


def _differ(row: Model, name: str, value: Any) -> bool:
    stored = getattr(row, name)
    if isinstance(value, float) and name not in EXACT:
        return abs(stored - value) > TOLERANCE
    return bool(stored != value)


def _fits(ladder: Ladder) -> Iterator[Repair]:
    """The stored fits and ranks that are not what the log comes to."""
    fitted, blocks = fitting.ladder_fitted(ladder_id=ladder.pk)
    for stint in Stint.objects.filter(entry__ladder=ladder).order_by("pk"):
        standing = fitted.standings[stint.pk]
        right = {name: getattr(standing, name) for name in FITTED}
        yield from _repairs(stint, right | {"blocks": blocks.get(stint.pk, 0)})
    ranked = fitting.ranked_entries(ladder.pk, fitted, blocks)
    stored = Entry.objects.filter(ladder=ladder).in_bulk()
    for entry in ranked:
        yield from _repairs(stored[entry.pk], {name: getattr(entry, name) for name in RANKED})
