"""Matches played again from their seeds: asked for by people, drawn by lot, typed by organisers.

Theory of operation. A reproduction is a row that is held like a match: by a claim and a lease that
a thread renews, given back by the sweeper when its worker is lost, tried three times. Of a match
one at most is undone, so whoever asks meanwhile is given that one. What comes of it is told in the
messages and choices that a finished match shows to everybody, and in nothing else.
"""

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet
from django.utils import timezone

from matches import queue, visibility
from matches.models import UNDONE, Match, MatchStatus, Reproduction, ReproductionStatus, Seat
from matches.replay import Difference
from matches.services import MOST_ATTEMPTS, lease
from moonladder.audit.services import audit_record
from moonladder.bots.quotas import DAY, Quota, quota_check, quota_of
from moonladder.bots.visibility import Visitor
from moonladder.ladders.services import Refused

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""So many of those that wait are told to workers; they must never hold up the ladders."""

SHOWN = 50
"""So many of a match are listed."""


class Hold(NamedTuple):
    """A worker's hold on a reproduction."""

    reproduction: int
    match: int
    claim: str


# ── asking ────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def reproduction_request(match: Match, user: User) -> Reproduction:
    """Have a finished match played again for somebody, or return the one that is on its way.

    Raises `Refused` if the match is not finished, `QuotaReached` if this user asked too often.
    """
    User.objects.select_for_update().get(pk=user.pk)  # or two requests take the last place
    undone = Reproduction.objects.filter(match=match, status__in=UNDONE).first()
    if undone is None:
        quota_check(reproduction_quota(user), what="reproductions", now=timezone.now())
        undone = reproduction_begin(match=match, requested_by=user)
    if undone.status == ReproductionStatus.WAITING and undone.sent_at is None:
        queue.send_reproduction(undone)
    return undone


def reproduction_quota(user: User) -> Quota:
    """How many matches somebody may still have played again today; what failed does not count."""
    asked = Reproduction.objects.filter(requested_by=user, requested_at__gt=timezone.now() - DAY)
    counted = asked.exclude(status=ReproductionStatus.FAILED).order_by("requested_at")
    return quota_of(
        settings.REPRODUCTIONS_PER_DAY, list(counted.values_list("requested_at", flat=True))
    )


def reproduction_begin(*, match: Match, requested_by: User | None = None) -> Reproduction:
    """Write down that a match is to be played again, unless it is already."""
    if match.status != MatchStatus.FINISHED:
        raise Refused(f"{match} is {match.status}: only a finished match can be played again.")
    return Reproduction.objects.get_or_create(
        match=match, status__in=UNDONE, defaults={"requested_by": requested_by}
    )[0]


# ── holding ───────────────────────────────────────────────────────────────────────────────────────


def reproduction_claim(*, reproduction_id: int, worker: str) -> Hold | None:
    """Take hold of one that waits; None if it is done or held by somebody else."""
    claim, now = uuid.uuid4().hex, timezone.now()
    waiting = Reproduction.objects.filter(pk=reproduction_id, status=ReproductionStatus.WAITING)
    taken = waiting.update(
        status=ReproductionStatus.RUNNING,
        claim=claim,
        worker=worker,
        lease_until=now + lease(),
        started_at=now,
        attempts=F("attempts") + 1,
    )
    if not taken:
        return None
    match_id = Reproduction.objects.values_list("match", flat=True).get(pk=reproduction_id)
    return Hold(reproduction_id, match_id, claim)


def reproduction_renew(*, hold: Hold) -> bool:
    """Say that it is still being played; False when it was given to somebody else."""
    return bool(_held(hold).update(lease_until=timezone.now() + lease()))


@transaction.atomic
def reproduction_record(*, hold: Hold, difference: Difference | None) -> bool:
    """Keep what came of it; False when the report is late or a duplicate."""
    if difference is None:
        return _let_go(hold, status=ReproductionStatus.IDENTICAL, trouble="")
    counts = _let_go(
        hold, status=ReproductionStatus.DIVERGED, difference=difference._asdict(), trouble=""
    )
    if counts:
        _raise_alarm(hold, difference)
    return counts


def reproduction_release(*, hold: Hold, trouble: str) -> bool:
    """Give it back after the site failed at it: it waits again, or has failed the third time."""
    attempts = _held(hold).values_list("attempts", flat=True).first()
    if attempts is not None and attempts >= MOST_ATTEMPTS:
        return reproduction_fail(hold=hold, trouble=trouble)
    return _let_go(hold, status=ReproductionStatus.WAITING, trouble=trouble)


def reproduction_fail(*, hold: Hold, trouble: str) -> bool:
    """Give it up: no worker will ever do better."""
    return _let_go(hold, status=ReproductionStatus.FAILED, trouble=trouble)


def reproductions_free_lost() -> int:
    """Give back whatever a worker has been silent about for longer than its lease."""
    lost = Reproduction.objects.filter(
        status=ReproductionStatus.RUNNING, lease_until__lt=timezone.now()
    )
    freed = 0
    for one in lost.order_by("pk"):
        hold = Hold(one.pk, one.match_id, one.claim)
        if reproduction_release(hold=hold, trouble=f"worker {one.worker} was lost"):
            Reproduction.objects.filter(pk=one.pk).update(sent_at=None)  # ring at once
            freed += 1
    return freed


def _held(hold: Hold) -> QuerySet[Reproduction]:
    return Reproduction.objects.filter(
        pk=hold.reproduction, claim=hold.claim, status=ReproductionStatus.RUNNING
    )


def _let_go(hold: Hold, *, status: ReproductionStatus, **changes: Any) -> bool:
    """End the hold with these changes, if it was not lost to somebody else."""
    done_at = None if status in UNDONE else timezone.now()
    changes |= {"status": status, "claim": "", "lease_until": None, "done_at": done_at}
    return bool(_held(hold).update(**changes))


def _raise_alarm(hold: Hold, difference: Difference) -> None:
    """A bot that repeats itself did not, or the platform did not: somebody has to look, once."""
    seats = Seat.objects.filter(match=hold.match).select_related("version")
    if difference.seat is not None and not seats[difference.seat].version.deterministic:
        return
    known = Reproduction.objects.filter(match=hold.match, status=ReproductionStatus.DIVERGED)
    if known.exclude(pk=hold.reproduction).exists():
        return
    match = Match.objects.select_related("ladder").get(pk=hold.match)
    audit_record(actor=None, action="alarm", subject=match, reason=str(difference))
    logger.error("ALARM: %s came out otherwise when played again: %s", match, difference)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def forgotten_reproductions(*, silence: timedelta) -> list[Reproduction]:
    """Of the first that wait, asked for before drawn, those no worker was told of for so long."""
    drawn = ExpressionWrapper(Q(requested_by=None), BooleanField())
    waiting = Reproduction.objects.filter(status=ReproductionStatus.WAITING)
    first = waiting.alias(drawn=drawn).order_by("drawn", "pk")[:AT_ONCE]
    since = timezone.now() - silence
    return [
        one
        for one in first.select_related("match__ladder")
        if one.sent_at is None or one.sent_at < since
    ]


@dataclass(frozen=True)
class ReproductionReport:
    """What somebody may read of a reproduction; what is empty is not known yet, or is not there."""

    reproduction: int
    status: str
    sentence: str
    """How it stands, in words."""
    requested_at: datetime
    started_at: datetime | None
    done_at: datetime | None
    turn: int | None
    decision: int | None
    seat: int | None
    """Where the plays parted: before the first decision, there is no decision."""
    recorded: dict[str, Any] | None
    now: dict[str, Any] | None
    """The first message that differs, in the record and now."""


def reproduction_report(match: Match, user: Visitor) -> ReproductionReport | None:
    """How the latest reproduction of a match stands; None if there has never been one."""
    return next(iter(reproductions_of(match, user, most=1)), None)


def reproductions_of(match: Match, user: Visitor, *, most: int = SHOWN) -> list[ReproductionReport]:
    """The reproductions of a match that this user may see, the latest first."""
    table = list(match.table.select_related("version__bot"))
    if not visibility.may_see_match(user, match, table):
        return []
    inside = visibility.may_read_trouble(user, table)
    latest = Reproduction.objects.filter(match=match).order_by("-pk")[:most]
    return [_report(match, one, inside) for one in latest]


def _report(match: Match, one: Reproduction, inside: bool) -> ReproductionReport:
    parted = one.difference or {}
    return ReproductionReport(
        reproduction=one.pk,
        status=one.status,
        sentence=_sentence(match, one, inside),
        requested_at=one.requested_at,
        started_at=one.started_at,
        done_at=one.done_at,
        **{name: parted.get(name) for name in ("turn", "decision", "seat", "recorded", "now")},
    )


def _sentence(match: Match, one: Reproduction, inside: bool) -> str:
    said = {
        ReproductionStatus.WAITING: f"{match} waits to be played again.",
        ReproductionStatus.RUNNING: f"{match} is being played again.",
        ReproductionStatus.IDENTICAL: f"{match} came out the same, to the last message.",
        ReproductionStatus.FAILED: f"{match} could not be played again.",
    }
    if one.difference is not None:
        return f"{match} came out otherwise {one.difference['sentence']}."
    sentence = said[ReproductionStatus(one.status)]
    return f"{sentence} {one.trouble}" if inside and one.trouble else sentence
