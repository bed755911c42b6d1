"""Reads of ladders and standings."""

from collections.abc import Iterator
from random import Random

from django.contrib.auth.models import User
from django.db.models import F, Max, OuterRef, Prefetch, QuerySet, Subquery

from moonladder.bots.models import Bot, Version
from moonladder.ladders import seeds
from moonladder.ladders.models import Block, Entry, Ladder, LadderState, Stint


def all_ladders() -> QuerySet[Ladder]:
    """Every ladder, open or not, the oldest first."""
    return Ladder.objects.order_by("pk")


def open_ladders() -> QuerySet[Ladder]:
    """The ladders that schedule matches."""
    return Ladder.objects.filter(state=LadderState.OPEN).order_by("pk")


def ladders_at_play() -> QuerySet[Ladder]:
    """The ladders that may have matches under way."""
    return Ladder.objects.exclude(state=LadderState.CLOSED).order_by("pk")


def ladder_standings(*, ladder: Ladder) -> QuerySet[Entry]:
    """Everybody who plays, best first; who was not rated yet comes last."""
    return (
        Entry.objects.filter(ladder=ladder, stint__isnull=False)
        .filter(is_active=True, bot__disabled_at=None)
        .select_related("bot__owner", "stint__version")
        .order_by(F("rank").asc(nulls_last=True), "pk")
    )


def entry_of(*, ladder: Ladder, bot: Bot) -> Entry | None:
    """A bot's place on a ladder, if it was ever entered."""
    entries = Entry.objects.select_related("bot__owner", "stint__version")
    return entries.filter(ladder=ladder, bot=bot).first()


def stints_to_pair(*, ladder: Ladder) -> QuerySet[Stint]:
    """Everybody who may be given a match: entered, accepted, not withdrawn, not disabled."""
    return (
        Stint.objects.filter(
            entry__ladder=ladder,
            entry__is_active=True,
            entry__stint=F("pk"),
            entry__bot__disabled_at=None,
        )
        .select_related("entry__bot", "version")
        .order_by("pk")
    )


def newcomers(stints: QuerySet[Stint]) -> QuerySet[Stint]:
    """Those of them who have not been given all of their first blocks, fewest first."""
    return stints.filter(entry__owed__gt=0).order_by("booked", "pk")


def drawn(stints: QuerySet[Stint], *, ladder: Ladder, size: int, dice: Random) -> QuerySet[Stint]:
    """So many of them, drawn by rank, or all if the ladder has no more.

    What this reads does not grow with the ladder. Who has no rank yet is not drawn.
    """
    if Entry.objects.filter(ladder=ladder)[: size + 1].count() <= size:
        return stints
    last = Entry.objects.filter(ladder=ladder).aggregate(at=Max("rank"))["at"] or 0
    ranks = dice.sample(range(1, last + 1), min(size, last))
    found = stints.filter(entry__rank__in=ranks)
    return found if found.count() > size // 2 else stints


def wrong_seeds(*, ladder: Ladder) -> Iterator[Block]:
    """The blocks whose seed does not follow from the ladder's secret and their number.

    Those that were given one are left out: they move no ratings, the database sees to it.
    """
    dealt = Block.objects.filter(ladder=ladder, is_seed_chosen=False)
    for block in dealt.order_by("number").iterator():
        if block.seed != seeds.block_seed(ladder.secret, block.number):
            yield block


def bots_of(owner: User) -> QuerySet[Bot]:
    """Somebody's bots by name, each with its places on ladders and how its last upload stands."""
    entries = Entry.objects.select_related("ladder", "stint").order_by("ladder__slug")
    latest = Version.objects.filter(bot=OuterRef("pk")).order_by("-number")
    return (
        Bot.objects.filter(owner=owner)
        .select_related("owner", "current")
        .prefetch_related(Prefetch("entries", entries))
        .annotate(
            latest_number=Subquery(latest.values("number")[:1]),
            latest_status=Subquery(latest.values("status")[:1]),
        )
        .order_by("name")
    )
