"""Reads of matches and results."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from matches.models import (
    UNDECIDED,
    Match,
    MatchStatus,
    Meeting,
    RatingChange,
    Record,
    Seat,
    Tally,
)
from moonladder.bots.models import Version, VersionStatus
from moonladder.bots.names import Unknown
from moonladder.bots.visibility import Visitor, is_organiser
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder


def matches_visible_to(user: Visitor) -> QuerySet[Match]:
    """The matches that are there for somebody, in no order (visibility.py)."""
    if is_organiser(user):
        return Match.objects.all()
    public = ~Q(kind=BlockKind.TRIAL)
    if user.pk is None:
        return Match.objects.filter(public)
    own = Seat.objects.filter(match=OuterRef("pk"), version__bot__owner=user.pk)
    return Match.objects.filter(public | Exists(own))


def match_named(name: str, user: Visitor) -> Match:
    """The match called `ladder/number`; raises `Unknown` when it is not there for this user."""
    slug, _, number = name.rpartition("/")
    if not slug or not number.isdecimal() or len(number) > 9:
        raise Unknown(f"Write LADDER/NUMBER, such as shamans/17, not {name!r}.")
    matches = matches_visible_to(user).select_related("ladder", "block")
    match = matches.filter(ladder__slug=slug, number=int(number)).first()
    if match is None:
        raise Unknown(f"There is no match {name}.")
    return match


def waiting_matches(*, block_id: int) -> list[int]:
    """The matches of a block that nobody has claimed, in their order."""
    waiting = Match.objects.filter(block=block_id, status=MatchStatus.WAITING)
    return list(waiting.order_by("part").values_list("pk", flat=True))


def is_something_urgent(*, than: Block) -> bool:
    """Whether something waits that should be played before the rest of this block."""
    uploads = Version.objects.filter(
        status__in=(VersionStatus.RECEIVED, VersionStatus.UNPACKED), claim=""
    )
    begun = Match.objects.filter(status=MatchStatus.RUNNING).values("block")
    matches = Match.objects.filter(status=MatchStatus.WAITING, block__priority__lt=than.priority)
    return than.priority > 0 and (uploads.exists() or matches.exclude(block__in=begun).exists())


def forgotten_blocks(*, silence: timedelta) -> QuerySet[Block]:
    """Blocks with matches that wait, of which no worker was told for so long."""
    since = timezone.now() - silence
    return (
        Block.objects.filter(matches__status=MatchStatus.WAITING)
        .exclude(matches__status=MatchStatus.RUNNING)
        .exclude(sent_at__gt=since)
        .select_related("ladder")
        .distinct()
        .order_by("priority", "pk")
    )


def forgotten_versions() -> QuerySet[Version]:
    """Uploads that wait to be unpacked, built or tried, and on which nobody works."""
    waiting = (VersionStatus.RECEIVED, VersionStatus.UNPACKED)
    return Version.objects.filter(status__in=waiting, claim="").order_by("pk")


def untried_versions() -> QuerySet[Version]:
    """Built versions that are entered somewhere and for which no trial is planned."""
    return (
        Version.objects.filter(status=VersionStatus.BUILT, bot__entries__isnull=False)
        .select_related("bot")
        .distinct()
        .order_by("pk")
    )


def live_matches(user: Visitor) -> QuerySet[Match]:
    """What is being played now, the longest first."""
    return (
        matches_visible_to(user)
        .filter(status=MatchStatus.RUNNING)
        .select_related("ladder", "block")
        .prefetch_related("table__version__bot__owner")
        .order_by("started_at")
    )


def queued_matches(*, ladder: Ladder, user: Visitor) -> QuerySet[Match]:
    """What a ladder plays and is going to play, in the order in which workers are told."""
    return (
        matches_visible_to(user)
        .filter(ladder=ladder, status__in=UNDECIDED)
        .select_related("block")
        .prefetch_related("table__version__bot__owner")
        .order_by("block__priority", "number")
    )


def finished_matches(*, ladder: Ladder, user: Visitor) -> QuerySet[Match]:
    """A ladder's results, the latest first."""
    return (
        matches_visible_to(user)
        .filter(ladder=ladder, status=MatchStatus.FINISHED)
        .prefetch_related("table__version__bot__owner")
        .order_by("-number")
    )


def record_content(*, match_id: int) -> bytes:
    """The record of a finished match, gzip-compressed."""
    return bytes(Record.objects.values_list("content", flat=True).get(pk=match_id))


def entry_history(*, entry: Entry) -> QuerySet[RatingChange]:
    """Every change of an entry's live rating, the latest first."""
    return RatingChange.objects.filter(entry=entry).select_related("match").order_by("-step")


@dataclass(frozen=True)
class AspectResult:
    """What an entry scores with a seat, role or faction, against what that usually scores."""

    aspect: str
    value: str
    matches: int
    score: float
    """The mean score of this entry."""
    usual: float
    """The mean score of all entries of the ladder."""

    @property
    def surplus(self) -> float:
        """How much better this entry does than is usual there."""
        return self.score - self.usual


def entry_aspects(*, entry: Entry) -> list[AspectResult]:
    """An entry's results by seat, role and faction."""
    usual = {
        (row["aspect"], row["value"]): row["sum"] / row["n"]
        for row in Tally.objects.filter(entry__ladder=entry.ladder_id)
        .values("aspect", "value")
        .annotate(n=Sum("matches"), sum=Sum("score"))
        .filter(n__gt=0)
    }
    mine = Tally.objects.filter(entry=entry, matches__gt=0).order_by("aspect", "value")
    return [
        AspectResult(
            tally.aspect,
            tally.value,
            tally.matches,
            tally.score / tally.matches,
            usual[tally.aspect, tally.value],
        )
        for tally in mine
    ]


def entry_meetings(*, entry: Entry) -> QuerySet[Meeting]:
    """How an entry fared against each other it has met, the most frequent first."""
    met = Meeting.objects.filter(entry=entry, matches__gt=0)
    return met.select_related("other__bot").order_by("-matches", "other")
