"""What needs an organiser: reads for the page that tells them in one look. For their eyes only."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from matches.models import UNDECIDED, Match, MatchStatus, Reproduction, ReproductionStatus
from moonladder.audit.models import AuditEvent
from moonladder.audit.selectors import ALARM, events
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders.models import Ladder
from moonladder.ladders.selectors import all_ladders

RECENT = timedelta(days=7)
"""What was void, or came out otherwise, before that has been looked at."""

SHOWN = 8
"""So many of each kind are shown, the latest first."""


class Few(NamedTuple):
    """The latest of some rows, and how many there are."""

    rows: list[Any]
    total: int

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.total - len(self.rows)


@dataclass(frozen=True)
class Concerns:
    """Everything that somebody should look at."""

    alarms: Few
    """Audit events, each with the `match` it is about, if it is about one."""
    failed: Few
    """Versions that the site, not the bot, has failed."""
    void: Few
    """Matches that came to nothing."""
    diverged: Few
    """Matches that came out otherwise when they were played again, or could not be."""
    disabled: Few
    """Bots out of play."""

    @property
    def count(self) -> int:
        """How much that is."""
        return sum(few.total for few in vars(self).values())


def concerns() -> Concerns:
    """What needs an organiser now, in as many questions however much it is."""
    since = timezone.now() - RECENT
    matches = Match.objects.filter(status=MatchStatus.VOID, finished_at__gt=since)
    ended = (ReproductionStatus.DIVERGED, ReproductionStatus.FAILED)
    again = Reproduction.objects.filter(status__in=ended, done_at__gt=since)
    failed = Version.objects.filter(status=VersionStatus.FAILED).select_related("bot__owner")
    disabled = Bot.objects.exclude(disabled_at=None).select_related("owner")
    return Concerns(
        alarms=_with_matches(_few(events(action=ALARM).filter(at__gt=since), "-pk")),
        failed=_few(failed, "-pk"),
        void=_few(matches.select_related("ladder"), "-finished_at"),
        diverged=_few(again.select_related("match__ladder"), "-done_at"),
        disabled=_few(disabled, "-disabled_at"),
    )


def ladders_at_work() -> list[tuple[Ladder, dict[str, int]]]:
    """Every ladder, with how many of its matches are played and how many wait."""
    undecided = Match.objects.filter(status__in=UNDECIDED).values_list("ladder", "status")
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    for ladder, status, count in undecided.annotate(Count("pk")).order_by():
        counts[ladder][status] = count
    return [(ladder, counts[ladder.pk]) for ladder in all_ladders()]


def _few(found: QuerySet[Any], order: str) -> Few:
    return Few(list(found.order_by(order)[:SHOWN]), found.count())


def _with_matches(alarms: Few) -> Few:
    """Give each event the match that its subject names."""
    numbers = {event.pk: _match_number(event) for event in alarms.rows}
    found = Match.objects.select_related("ladder").in_bulk(filter(None, numbers.values()))
    for event in alarms.rows:
        event.match = found.get(numbers[event.pk] or 0)
    return alarms


def _match_number(event: AuditEvent) -> int | None:
    kind, _, number = event.subject.rpartition(" ")
    return int(number) if kind == Match._meta.verbose_name and number.isdecimal() else None
