"""How a version gets on once it is built: the plays of its trial, and its matches."""

from django.db.models import QuerySet, prefetch_related_objects

from matches import replay
from matches.models import UNDECIDED, Match, MatchStatus, Seat
from matches.trials import plays_difference
from moonladder.bots.models import Version
from moonladder.bots.visibility import Visitor, may_look_inside
from moonladder.ladders.models import BlockKind

SHOWN = 6
"""So many matches of a kind are told."""

TABLE = "table__version__bot__owner"


def trial_plays(version: Version, user: Visitor) -> list[Match]:
    """The plays of its last trial, for its owner and organisers; nothing for others."""
    if not may_look_inside(user, version.bot):
        return []
    trials = Match.objects.filter(
        kind=BlockKind.TRIAL, block__places__position=0, block__places__version=version
    )
    plays = list(trials.select_related("ladder").order_by("-block", "part")[:2])
    return [play for play in plays if play.block_id == plays[0].block_id]


def trial_faults(plays: list[Match]) -> list[str]:
    """What put the newcomer out in the plays of its trial, each thing once."""
    seats = Seat.objects.filter(match__in=plays, number=0).exclude(fault="")
    return sorted(set(seats.values_list("fault", flat=True)))


def trial_difference(plays: list[Match]) -> replay.Difference | None:
    """Where the two plays of a trial part, once both are over."""
    if len(plays) < 2 or any(play.status != MatchStatus.FINISHED for play in plays):
        return None
    return plays_difference(plays)


def matches_ahead(version: Version) -> list[Match]:
    """What a version plays and is going to play, the first ones first; trials are not told."""
    ahead = Match.objects.filter(status__in=UNDECIDED, table__version=version)
    return list(_public(ahead.distinct()).order_by("block__priority", "block", "part")[:SHOWN])


def matches_behind(version: Version) -> list[Match]:
    """What a version has played, the latest first; trials are not told."""
    # By seats, whose index has a version's matches in their order, however many there are.
    seats = Seat.objects.filter(version=version).exclude(match__status__in=UNDECIDED)
    seats = seats.exclude(match__kind=BlockKind.TRIAL).order_by("-match")
    latest = list(seats.values_list("match", flat=True).distinct()[:SHOWN])
    return list(_public(Match.objects.filter(pk__in=latest)).order_by("-pk"))


def tables_read(*lists: list[Match]) -> None:
    """Read who sits at these matches, which a list of them tells."""
    prefetch_related_objects([each for some in lists for each in some], TABLE)


def _public(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.exclude(kind=BlockKind.TRIAL).select_related("ladder", "block")
