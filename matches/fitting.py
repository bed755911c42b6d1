"""Fits ratings to the settled log of a ladder and stores them, with ranks, for pages to read."""

from collections import defaultdict
from datetime import timedelta

import numpy as np
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.models import Seat
from matches.rows import rows_update
from moonladder.ladders import services
from moonladder.ladders.fit import Fitted, Prior, fit
from moonladder.ladders.log import Played
from moonladder.ladders.models import Covariance, Entry, Ladder, Stint
from moonladder.ladders.ranks import rank_ranges

FIT_AFTER = timedelta(seconds=60)
"""Few new results are worth a fit after this long."""

FIT_GROWTH = 20
"""One new result in so many old ones is worth a fit at once: a fit reads all of them."""


def ladder_fit_if_due(*, ladder_id: int) -> bool:
    """Fit when enough is new since the last time, or anything at all for a while."""
    ladder = Ladder.objects.get(pk=ladder_id)
    new = ladder.settled_steps - ladder.fitted_steps
    waited = ladder.fitted_at is None or timezone.now() - ladder.fitted_at > FIT_AFTER
    is_due = is_behind(ladder) and (waited or new * FIT_GROWTH > ladder.fitted_steps)
    if is_due:
        ladder_fit(ladder_id=ladder_id)
    return is_due


def is_behind(ladder: Ladder) -> bool:
    """Whether there are results the fit does not know of, or ranks of somebody who has left."""
    has_left = ladder.settled_steps > 0 and ladder.fitted_roster < ladder.roster_changes
    return ladder.fitted_steps < ladder.settled_steps or has_left


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
    rows_update(stints, ("rating", "low", "high", "blocks"))
    _store_covariances(ladder, fitted)
    rows_update(ranked_entries(ladder.pk, fitted, blocks), ("rank", "best_rank", "worst_rank"))
    Ladder.objects.filter(pk=ladder.pk).update(
        fitted_steps=steps, fitted_roster=ladder.roster_changes, fitted_at=timezone.now()
    )


def _store_covariances(ladder: Ladder, fitted: Fitted) -> None:
    """Keep how ratings are uncertain together, where the fit has worked that out."""
    if fitted.covariance.ndim == 1:
        Covariance.objects.filter(stint__entry__ladder=ladder).delete()
        return
    rows = fitted.covariance.astype(np.float32)
    Covariance.objects.bulk_create(
        [
            Covariance(stint_id=stint, place=place, row=rows[place].tobytes())
            for stint, place in fitted.places.items()
        ],
        update_conflicts=True,
        unique_fields=("stint",),
        update_fields=("place", "row"),
    )


def ranked_entries(ladder_id: int, fitted: Fitted, blocks: dict[int, int]) -> list[Entry]:
    """The entries with their ranks: by what plays for them now, once that has played."""
    entries = list(Entry.objects.filter(ladder=ladder_id).select_related("bot").order_by("pk"))
    there = [e for e in entries if e.is_active and e.bot.disabled_at is None]
    playing = [e for e in there if e.stint_id in fitted.standings and blocks.get(e.stint_id)]
    playing.sort(key=lambda entry: -fitted.standings[entry.stint_id or 0].rating)
    ranks = rank_ranges(fitted, [entry.stint_id or 0 for entry in playing])
    for entry in entries:
        entry.rank = entry.best_rank = entry.worst_rank = None
    for rank, (entry, reach) in enumerate(zip(playing, ranks, strict=True), start=1):
        entry.rank, (entry.best_rank, entry.worst_rank) = rank, reach
    return entries
