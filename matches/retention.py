"""What bots said to their owners is forgotten after a while; the records it is cut from still hold.

That is their logs, their notes and the wording of their faults. No fingerprint covers any of it.
"""

import gzip
import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches import replay
from matches.models import Record, Seat
from matches.rows import rows_update
from matches.services import packed

logger = logging.getLogger(__name__)

AT_ONCE = 1000
"""So many records are looked at in one run: more than are played between two runs."""

TOGETHER = 20
"""So many are rewritten in one transaction, so that nobody waits for long."""


def remarks_forget() -> int:
    """Forget what was said longer ago than such things are kept; return of how many matches."""
    since = timezone.now() - timedelta(days=settings.KEEP_LOGS_DAYS)
    old = Record.objects.filter(remarks_since__lt=since).order_by("remarks_since")
    chosen = list(old.values_list("pk", flat=True)[:AT_ONCE])
    for first in range(0, len(chosen), TOGETHER):
        _forget(chosen[first : first + TOGETHER])
    return len(chosen)


def _forget(chosen: list[int]) -> None:
    records = list(Record.objects.filter(pk__in=chosen))
    for record in records:
        record.content, record.remarks_since = _without_remarks(record), None
    with transaction.atomic():
        rows_update(records, ["content", "remarks_since"])
        Seat.objects.filter(match__in=chosen).exclude(stderr="").update(stderr="")


def _without_remarks(record: Record) -> bytes:
    """The content of a record as anybody may read it; as it is if it cannot be read."""
    content = bytes(record.content)
    try:
        return packed(replay.cut(gzip.decompress(content), ()))
    except replay.UNREADABLE as error:
        logger.warning("The %s was left as it is: %s", record, error)
        return content
