"""Writes of matches: planned, claimed, renewed, recorded, given back, voided.

Theory of operation. A match is held by a claim, a random name that a worker writes into its row in
one conditional update, together with a lease. While bots play no transaction is open; a thread of
the worker renews the lease (lease.py). Recording is one transaction whose first statement names the
claim: a worker that was given up for lost, or that reports twice, changes nothing. A match whose
lease ran out is given back by the sweeper. The third failure on our side voids it, with the reason.
"""

import gzip
import random
import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.jobs import Job, Player, Result
from matches.models import Match, MatchStatus, Record, Reproduction, Seat
from matches.rows import rows_update
from moonladder.bots.models import Version
from moonladder.ladders.models import Block, Ladder, Stint

MOST_ATTEMPTS = 3
"""So often the site may fail at a match before it is void."""

Chair = tuple[Version, Stint | None]

# What a job is made of, read with its seats at once: whole rows would cost more than twice as much.
RULES = (
    *("match__ladder__game", "match__ladder__seats", "match__block__seed"),
    *("match__ladder__options", "match__ladder__clock", "match__ladder__limits"),
)
PLAYER = (
    *("pk", "version__bot__owner__username", "version__bot__name"),
    *("version__digest", "version__built", "version__runtime", "version__bot__is_house"),
)


def matches_plan(*, ladder: Ladder, block: Block, tables: Sequence[Sequence[Chair]]) -> None:
    """Write down a new block's matches, one for each table; the transaction holds the ladder."""
    first = ladder.matches_planned + 1
    ladder.matches_planned += len(tables)
    Ladder.objects.filter(pk=ladder.pk).update(matches_planned=ladder.matches_planned)
    matches = Match.objects.bulk_create(
        Match(block=block, part=part, ladder=ladder, number=first + part, kind=block.kind)
        for part in range(len(tables))
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, version=version, stint=stint)
        for match, table in zip(matches, tables, strict=True)
        for number, (version, stint) in enumerate(table)
    )


def match_claim(*, match_id: int, worker: str) -> Job | None:
    """Take hold of a waiting match; None if it is finished, void or held by somebody else."""
    claim, now = uuid.uuid4().hex, timezone.now()
    taken = Match.objects.filter(pk=match_id, status=MatchStatus.WAITING).update(
        status=MatchStatus.RUNNING,
        claim=claim,
        worker=worker,
        lease_until=now + lease(),
        started_at=now,
        attempts=F("attempts") + 1,
    )
    return match_job(match_id=match_id, claim=claim) if taken else None


def match_job(*, match_id: int, claim: str = "") -> Job:
    """Everything needed to play that match, whether for the first time or again."""
    table = Seat.objects.filter(match=match_id).order_by("number")
    rows = list(table.values_list(*RULES, *PLAYER))
    game, seats, seed, options, clock, limits = rows[0][: len(RULES)]
    chairs = [row[len(RULES) :] for row in rows]
    return Job(
        match=match_id,
        claim=claim,
        game=game,
        seats=seats,
        seed=seed,
        options=options,
        clock=clock,
        limits=limits,
        backend=settings.SANDBOX,
        players=tuple(
            Player(f"{owner}/{bot}", digest, built, runtime, is_house)
            for _, owner, bot, digest, built, runtime, is_house in chairs
        ),
        table=tuple(seat for seat, *_ in chairs),
    )


def lease() -> timedelta:
    """How long a worker may be silent."""
    return timedelta(seconds=settings.LEASE_SECONDS)


def lease_renew(*, match_id: int, claim: str) -> bool:
    """Say that the match is still being played; False when it was given to somebody else."""
    held = Match.objects.filter(pk=match_id, claim=claim, status=MatchStatus.RUNNING)
    return bool(held.update(lease_until=timezone.now() + lease()))


@transaction.atomic
def match_record(*, job: Job, result: Result) -> bool:
    """Write down what came of a match; False when the report is late or a duplicate."""
    if not _let_go(
        job.match,
        job.claim,
        status=MatchStatus.FINISHED,
        finished_at=timezone.now(),
        trouble="",
        ending=result.ending,
        decisions=result.decisions,
        fingerprint=result.fingerprint,
    ):
        return False
    seats = zip(job.table, result.seats, strict=True)
    fared = [Seat(pk=pk, **seat._asdict()) for pk, seat in seats]
    rows_update(fared, result.seats[0]._fields)
    Record.objects.create(match_id=job.match, content=packed(result.record))
    if random.random() * 100 < settings.RECHECK_PERCENT:
        Reproduction.objects.create(match_id=job.match)  # the sweeper sends it
    return True


def packed(record: bytes) -> bytes:
    """A record as it is stored: the same one is the same bytes whenever it is written."""
    return gzip.compress(record, 6, mtime=0)


def match_release(*, match_id: int, claim: str, trouble: str) -> bool:
    """Give a match back after the site failed at it: it waits again, or is void the third time."""
    attempts = Match.objects.filter(pk=match_id, claim=claim).values_list("attempts", flat=True)
    if attempts.first() in (None, *range(MOST_ATTEMPTS)):
        return _let_go(match_id, claim, status=MatchStatus.WAITING, trouble=trouble)
    trouble = f"given up after {MOST_ATTEMPTS} attempts; the last one: {trouble}"
    return _let_go(
        match_id, claim, status=MatchStatus.VOID, trouble=trouble, finished_at=timezone.now()
    )


def matches_free_lost() -> int:
    """Give back every match whose worker has been silent for longer than its lease."""
    lost = Match.objects.filter(status=MatchStatus.RUNNING, lease_until__lt=timezone.now())
    freed = 0
    for match in lost.select_related("block").order_by("pk"):
        trouble = f"worker {match.worker} was lost"
        if match_release(match_id=match.pk, claim=match.claim, trouble=trouble):
            Block.objects.filter(pk=match.block_id).update(sent_at=None)  # ring at once
            freed += 1
    return freed


def _let_go(match_id: int, claim: str, **changes: object) -> bool:
    """End the hold with these changes, if it was not lost to somebody else."""
    held = Match.objects.filter(pk=match_id, claim=claim, status=MatchStatus.RUNNING)
    return bool(held.update(claim="", lease_until=None, **changes))
