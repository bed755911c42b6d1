"""Plays finished matches again: the same seed, the same versions, new boxes. The same result?"""

import logging

from django.db import transaction
from django.utils import timezone

from matches import replay, runner, selectors, services
from matches.jobs import PlatformFault
from matches.models import Match, Recheck, Seat
from matches.replay import Difference
from moonladder.audit.services import audit_record

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""So many rechecks may wait for a worker; they must never hold up the ladders."""


def match_reproduce(*, match_id: int) -> Difference | None:
    """Play a match again; the first difference to its record, None when it came out the same."""
    stored = replay.load(selectors.record_content(match_id=match_id))
    again = runner.play(services.match_job(match_id=match_id))
    return replay.first_difference(stored, replay.read(again.record))


def waiting_rechecks() -> list[int]:
    """The matches that were drawn and not played again yet, the oldest first."""
    waiting = Recheck.objects.filter(done_at=None).order_by("drawn_at")
    return list(waiting.values_list("pk", flat=True)[:AT_ONCE])


def match_recheck(*, match_id: int) -> None:
    """Play a drawn match again, keep what came of it, and raise an alarm if it should not have."""
    if not Recheck.objects.filter(pk=match_id, done_at=None).exists():
        return
    try:
        difference = match_reproduce(match_id=match_id)
    except PlatformFault as fault:
        logger.warning("Match %s was not played again and will be later: %s", match_id, fault)
        return
    with transaction.atomic():
        if _store(match_id, difference) and difference is not None:
            _raise_alarm(match_id, difference)


def _store(match_id: int, difference: Difference | None) -> bool:
    """Keep the result, if nobody else was first."""
    return bool(
        Recheck.objects.filter(pk=match_id, done_at=None).update(
            done_at=timezone.now(),
            identical=difference is None,
            difference="" if difference is None else str(difference),
        )
    )


def _raise_alarm(match_id: int, difference: Difference) -> None:
    """A bot that repeats itself did not, or the platform did not: somebody has to look."""
    seats = Seat.objects.filter(match=match_id).select_related("version")
    if difference.seat is not None and not seats[difference.seat].version.deterministic:
        return
    match = Match.objects.select_related("ladder").get(pk=match_id)
    audit_record(actor=None, action="alarm", subject=match, reason=str(difference))
    logger.error("ALARM: %s came out otherwise when played again: %s", match, difference)
