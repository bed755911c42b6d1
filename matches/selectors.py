"""Reads of matches and results."""

import gzip
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2s
from math import log
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    prefetch_related_objects,
)
from django.utils import timezone

from matches import replay, visibility
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
from moonladder.ladders.selectors import ranked_standings
from moonladder.players import selectors as players

USUAL_SECONDS = 600
"""How long at most it is kept what all entries of a ladder score."""


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
    if players.is_unboxed():
        uploads = uploads.filter(bot__is_house=True)
        matches = matches.filter(block__in=of_the_house(Block.objects.all()))
    return than.priority > 0 and (uploads.exists() or matches.exclude(block__in=begun).exists())


def of_the_house(blocks: QuerySet[Block]) -> QuerySet[Block]:
    """Of these blocks those that need no box: only the site's own bots are at the table."""
    return blocks.exclude(places__version__bot__is_house=False)


def may_be_played_here(*, block: Block) -> bool:
    """Whether this process may play a block: without boxes it plays the house's bots alone."""
    return not players.is_unboxed() or of_the_house(Block.objects.filter(pk=block.pk)).exists()


class Queue(NamedTuple):
    """What waits to be played, and whether anybody plays."""

    blocks: int
    """How many blocks wait that nobody has begun, or whose rest was given back."""

    head_waits: timedelta
    """How long the next of them has waited; nothing when none waits."""

    matches_running: int
    """How many matches are held by a player that gives signs of life."""

    stands_still: bool
    """Whether something has waited for long while nothing was played."""


def queue_now() -> Queue:
    """What waits for the players there are. Where only the house plays, only the house waits."""
    now = timezone.now()
    blocks = Block.objects.filter(matches__status=MatchStatus.WAITING)
    blocks = blocks.exclude(matches__status=MatchStatus.RUNNING).distinct()
    if players.only_house_plays():
        blocks = of_the_house(blocks)
    head = blocks.order_by("priority", "pk").first()
    waits = now - head.created_at if head else timedelta()
    running = Match.objects.filter(status=MatchStatus.RUNNING, lease_until__gt=now).count()
    return Queue(blocks.count(), waits, running, not running and _stands_still(waits, now))


def _stands_still(waits: timedelta, now: datetime) -> bool:
    """Whether no match has ended for as long as a message may be lost, and then some."""
    patience = 4 * timedelta(seconds=settings.LEASE_SECONDS)
    return waits > patience and not Match.objects.filter(finished_at__gt=now - patience).exists()


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


def matches_wanted(
    *,
    user: Visitor,
    ladder: str | None = None,
    bot: str | None = None,
    status: str | None = None,
    kind: str | None = None,
) -> QuerySet[Match]:
    """The matches there are for somebody, with everything a list of them tells."""
    wanted = {"ladder__slug": ladder, "status": status, "kind": kind}
    found = matches_visible_to(user).filter(**{k: v for k, v in wanted.items() if v is not None})
    if bot is not None:
        owner, _, name = bot.partition("/")
        seats = Seat.objects.filter(version__bot__owner__username=owner, version__bot__name=name)
        found = found.filter(pk__in=seats.values("match"))
    return found.select_related("ladder", "block").prefetch_related("table__version__bot__owner")


def dealt_blocks(*, ladder: Ladder) -> QuerySet[Block]:
    """A ladder's ranked blocks; `is_over` tells whether the seed may be told, the latest first."""
    undecided = Match.objects.filter(block=OuterRef("pk"), status__in=UNDECIDED)
    blocks = Block.objects.filter(ladder=ladder, kind=BlockKind.RANKED)
    return blocks.annotate(is_over=~Exists(undecided)).order_by("-number")


def live_matches(user: Visitor) -> QuerySet[Match]:
    """What is being played now, the longest first."""
    return (
        matches_visible_to(user)
        .filter(status=MatchStatus.RUNNING)
        .select_related("ladder", "block")
        .prefetch_related("table__version__bot__owner")
        .order_by("started_at")
    )


def queue_ahead(user: Visitor) -> QuerySet[Match]:
    """What waits on all ladders, in the order in which workers take it."""
    return (
        matches_visible_to(user)
        .filter(status=MatchStatus.WAITING)
        .select_related("ladder", "block")
        .prefetch_related("table__version__bot__owner")
        .order_by("block__priority", "block", "part")
    )


def queued_matches(*, ladder: Ladder, user: Visitor) -> QuerySet[Match]:
    """What a ladder plays and is going to play, in the order in which workers are told."""
    return (
        matches_visible_to(user)
        .filter(ladder=ladder, status__in=UNDECIDED)
        .select_related("ladder", "block")
        .prefetch_related("table__version__bot__owner")
        .order_by("block__priority", "number")
    )


def finished_matches(*, ladder: Ladder, user: Visitor) -> QuerySet[Match]:
    """A ladder's results, the latest first."""
    return (
        matches_visible_to(user)
        .filter(ladder=ladder, status=MatchStatus.FINISHED)
        .select_related("ladder", "block")
        .prefetch_related("table__version__bot__owner")
        .order_by("-number")
    )


def match_table(*, match: Match) -> list[Seat]:
    """Who sits where, and how they fared."""
    seats = Seat.objects.filter(match=match).select_related("version__bot__owner", "stint")
    return list(seats.order_by("number"))


def match_stamp(match: Match) -> tuple[object, ...]:
    """Changes with everything that is told of a match beside its record.

    Whatever goes wrong changes an attempt or an end with it; what it was is not for everybody,
    who could tell by a stamp that holds it whether they had guessed it.
    """
    return (
        *(match.pk, match.status, match.attempts, match.finished_at),
        *(match.settled_at, match.revision),
    )


def match_whole(match: Match) -> Match:
    """The match, with what is told of its table already read."""
    prefetch_related_objects([match], "table__version__bot__owner", "table__stint")
    return match


def match_changes(*, match: Match) -> QuerySet[RatingChange]:
    """What a match did to the live ratings, and what was taken back or put back later."""
    return RatingChange.objects.filter(match=match).order_by("revision", "pk")


def block_rotations(*, match: Match, user: Visitor) -> QuerySet[Match]:
    """The matches of the same seed and bots, this one among them."""
    return matches_visible_to(user).filter(block=match.block_id).order_by("part")


def record_content(*, match_id: int) -> bytes:
    """The whole record of a finished match, gzip-compressed: not for everybody."""
    return bytes(Record.objects.values_list("content", flat=True).get(pk=match_id))


def record_for(match: Match, user: Visitor) -> bytes:
    """The record of a finished match as JSON, without what bots said to owners other than this.

    What remains holds, reruns and is shown like the whole. Raises `Unknown` if there is none here.
    """
    seats = _seats_inside(match, user)
    try:
        whole = gzip.decompress(record_content(match_id=match.pk))
        return whole if len(seats) == match.ladder.seats else replay.cut(whole, seats)
    except replay.UNREADABLE as error:
        raise Unknown(f"The record of {match} cannot be read: {error}.") from error


def record_tag(match: Match, user: Visitor) -> str:
    """Names what `record_for` gives, without reading it: other bytes have another name."""
    inside = "".join(f".{seat}" for seat in sorted(_seats_inside(match, user)))
    said = Record.objects.filter(pk=match.pk, remarks_since__isnull=False)
    return f"{match.fingerprint}{inside}" if inside and said.exists() else match.fingerprint


def _seats_inside(match: Match, user: Visitor) -> frozenset[int]:
    """The seats of a finished match that this user may look into."""
    table = list(match.table.select_related("version__bot"))
    if not visibility.may_see_match(user, match, table):
        raise Unknown(f"There is no match {match.ladder.slug}/{match.number}.")
    if not visibility.has_result(match):
        raise Unknown(f"{match} is {match.status}: its record is there once it is finished.")
    return visibility.seats_inside(user, table)


def entry_history(*, entry: Entry) -> QuerySet[RatingChange]:
    """Every change of an entry's live rating, the latest first."""
    return RatingChange.objects.filter(entry=entry).select_related("match").order_by("-step")


class RatingPoint(NamedTuple):
    """A live rating after a match had been settled, excluded or restored."""

    step: int
    """Counts what moved the ladder's ratings: the order of the points."""
    match: int
    """The match's number."""
    played_at: datetime
    elo: float


def rating_history(*, entry: Entry, most: int = 500) -> list[RatingPoint]:
    """An entry's live rating from its first match to now, thinned out to some hundred points."""
    changes = RatingChange.objects.filter(entry=entry)
    span = changes.aggregate(first=Min("step"), last=Max("step"), all=Count("pk"))
    if span["all"] > most:
        # The latest in each of so many equal parts, which the index knows without the rows.
        width = (span["last"] - span["first"]) // most + 1
        part = (span["last"] - F("step")) / width
        latest = changes.order_by().values(part=part).annotate(latest=Max("step")).values("latest")
        changes = changes.filter(step__in=latest)
    rows = changes.values_list("step", "match__number", "match__finished_at", "after")
    return [RatingPoint._make(row) for row in rows.order_by("step")]


class Duel(NamedTuple):
    """What one entry scored against another."""

    matches: int
    score: float
    """The share of these matches in which it was placed before the other, ties counted half."""


@dataclass(frozen=True)
class HeadToHead:
    """The best of a ladder against each other."""

    entries: list[Entry]
    """In the order of the standings."""
    duels: dict[tuple[int, int], Duel]
    """By entry and other entry; pairs that have not met are missing."""


def head_to_head(*, ladder: Ladder, most: int = 32) -> HeadToHead:
    """How the best so many entries fared against each other."""
    entries = list(ranked_standings(ladder=ladder)[:most])
    met = Meeting.objects.filter(entry__in=entries, other__in=entries, matches__gt=0)
    rows = met.values_list("entry", "other", "matches", "score")
    return HeadToHead(entries, {(one, other): Duel(n, sum_ / n) for one, other, n, sum_ in rows})


@dataclass(frozen=True)
class AspectTable:
    """What the best of a ladder score with each seat, role and faction."""

    entries: list[Entry]
    """In the order of the standings."""
    usual: dict[tuple[str, str], Duel]
    """By aspect and value: what all entries of the ladder score with it."""
    scores: dict[tuple[int, str, str], Duel]
    """By entry, aspect and value."""


def ladder_aspects(*, ladder: Ladder, most: int = 32) -> AspectTable:
    """How the best so many entries fare by seat, role and faction, and what is usual there."""
    entries = list(ranked_standings(ladder=ladder)[:most])
    own = Tally.objects.filter(entry__in=entries, matches__gt=0)
    return AspectTable(
        entries,
        usual_scores(ladder=ladder),
        {
            (entry, aspect, value): Duel(n, total / n)
            for entry, aspect, value, n, total in own.values_list(
                "entry", "aspect", "value", "matches", "score"
            )
        },
    )


def usual_scores(*, ladder: Ladder) -> dict[tuple[str, str], Duel]:
    """What all entries of a ladder score with each seat, role and faction.

    This reads the results of all of them, so it is kept until a hundredth more has been played.
    """
    played = round(100 * log(1 + ladder.settled_steps))
    name = f"usual:{ladder.commitment}:{played}"
    found: dict[tuple[str, str], Duel] | None = caches["pages"].get(name)
    if found is None:
        found = _usual_scores(ladder)
        caches["pages"].set(name, found, USUAL_SECONDS)
    return found


def _usual_scores(ladder: Ladder) -> dict[tuple[str, str], Duel]:
    counted = Tally.objects.filter(entry__ladder=ladder, matches__gt=0)
    rows = counted.values_list("aspect", "value").annotate(n=Sum("matches"), all=Sum("score"))
    return {(aspect, value): Duel(n, total / n) for aspect, value, n, total in rows}


class Activity(NamedTuple):
    """Where a ladder stands, for somebody who follows it."""

    cursor: str
    """Ask with this the next time."""
    has_moved: bool
    """Whether anything that can be seen on the ladder is new since then."""


STANDS = """
    SELECT ladder.commitment, ladder.title, ladder.state,
        ladder.roster_changes, ladder.matches_planned, ladder.settled_steps, ladder.fitted_steps,
        count(undecided.id), sum(undecided.number),
        sum(CASE WHEN undecided.status = 'running' THEN 1 ELSE 0 END)
    FROM ladders_ladder AS ladder
    LEFT JOIN matches_match AS undecided
        ON undecided.ladder_id = ladder.id AND undecided.status IN ('waiting', 'running')
    WHERE ladder.slug = %s
    GROUP BY ladder.id
"""
"""All that changes with what can be seen on a ladder. Asked for by everybody who has it open, so it
is written out: to put this together from models takes ten times as long as to run it."""


def ladder_cursor(*, slug: str) -> str | None:
    """Where a ladder stands, in a word: planned, began, ended, settled, fitted, who plays.

    One query that reads the ladder's row and its undecided matches, which are few. It holds what is
    there against what was there, so nothing is missed, whatever order transactions end in. Empty
    where there is no such ladder.
    """
    with connection.cursor() as cursor:
        cursor.execute(STANDS, [slug])
        stands = cursor.fetchone()
    return blake2s(repr(stands).encode(), digest_size=12).hexdigest() if stands else None


def ladder_activity(*, ladder: Ladder, after: str = "") -> Activity:
    """Whether a ladder moved since a cursor."""
    cursor = ladder_cursor(slug=ladder.slug) or ""
    return Activity(cursor, cursor != after)


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
    """An entry's results by seat, role and faction.

    What nobody had been dealt when the usual scores were kept is told when they are made anew.
    """
    usual = usual_scores(ladder=entry.ladder)
    mine = Tally.objects.filter(entry=entry, matches__gt=0).order_by("aspect", "value")
    return [
        AspectResult(
            tally.aspect,
            tally.value,
            tally.matches,
            tally.score / tally.matches,
            usual[tally.aspect, tally.value].score,
        )
        for tally in mine
        if (tally.aspect, tally.value) in usual
    ]


def entry_meetings(*, entry: Entry) -> QuerySet[Meeting]:
    """How an entry fared against each other it has met, the most frequent first."""
    met = Meeting.objects.filter(entry=entry, matches__gt=0)
    return met.select_related("other__bot__owner", "other__stint").order_by("-matches", "other")
