"""The crash inbox of a bot: what put it out, how often, and the shortest match to see it in."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, F, Max, Window
from django.db.models.functions import RowNumber

from matches.models import MatchStatus, Seat
from moonladder.bots.models import Bot
from moonladder.bots.visibility import Visitor, may_look_inside

SAME = F("fault")
"""What makes two of them the same."""


class Crash(NamedTuple):
    """One thing that put a bot out, in all its matches, trials included."""

    fault: str
    """What it was, in the closed list of faults."""
    times: int
    last_seen: datetime
    last_version: int
    """The latest version that it happened to."""
    shortest: Seat
    """Where it happened after the fewest decisions, with its match and version: play that again."""


def crash_inbox(*, bot: Bot, user: Visitor) -> list[Crash]:
    """What put a bot out, the latest first; for its owner and organisers, nothing for others."""
    if not may_look_inside(user, bot):
        return []
    out = Seat.objects.filter(version__bot=bot, match__status=MatchStatus.FINISHED)
    groups = (
        out.exclude(fault="")
        .annotate(
            times=Window(Count("pk"), partition_by=SAME),
            last_seen=Window(Max("match__finished_at"), partition_by=SAME),
            last_version=Window(Max("version__number"), partition_by=SAME),
            place=Window(RowNumber(), partition_by=SAME, order_by=("match__decisions", "-match")),
        )
        .filter(place=1)
        .select_related("match__ladder", "match__block", "version__bot__owner")
        .order_by("-last_seen", "fault")
    )
    return [
        Crash(seat.fault, seat.times, seat.last_seen, seat.last_version, seat) for seat in groups
    ]


def crash_causes(*, owner: User) -> dict[int, int]:
    """How many causes there are in the inbox of each of somebody's bots that has any."""
    out = Seat.objects.filter(version__bot__owner=owner, match__status=MatchStatus.FINISHED)
    causes = out.exclude(fault="").values_list("version__bot")
    return dict(causes.annotate(causes=Count("fault", distinct=True)))
