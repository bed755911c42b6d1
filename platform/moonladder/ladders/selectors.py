"""Reads of ladders and standings."""

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

import numpy as np
from django.contrib.auth.models import User
from django.db.models import (
    BinaryField,
    Case,
    Exists,
    F,
    Max,
    OuterRef,
    Prefetch,
    QuerySet,
    Subquery,
    When,
)

from moonladder.bots.models import Bot, Version
from moonladder.bots.visibility import Visitor
from moonladder.ladders import seeds
from moonladder.ladders.fit import interval_sd, likelihood
from moonladder.ladders.models import Block, Covariance, Entry, Ladder, LadderState, Stint


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


def ranked_standings(*, ladder: Ladder) -> QuerySet[Entry]:
    """Everybody who plays and has a rank, best first, in the order of an index."""
    return ladder_standings(ladder=ladder).filter(rank__isnull=False).order_by("rank", "pk")


def entry_of(*, ladder: Ladder, bot: Bot) -> Entry | None:
    """A bot's place on a ladder, if it was ever entered."""
    entries = Entry.objects.select_related("bot__owner", "stint__version")
    return entries.filter(ladder=ladder, bot=bot).first()


class Place(NamedTuple):
    """A place in the standings; who has no rank comes after all who have one."""

    rank: int
    """0 where there is none."""
    entry: int


class Standing(NamedTuple):
    """One line of the standings, with nothing in it that a page does not show."""

    entry: int
    rank: int | None
    """Empty while nothing it played counts."""
    best_rank: int | None
    worst_rank: int | None
    owner: str
    bot: str
    is_house: bool
    version: int
    rating: float
    low: float
    high: float
    elo: float
    matches: int
    is_active: bool
    disabled_at: datetime | None

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.rank or 0, self.entry)


STANDING = (
    *("pk", "rank", "best_rank", "worst_rank", "bot__owner__username", "bot__name"),
    *("bot__is_house", "stint__version__number", "stint__rating", "stint__low", "stint__high"),
    *("elo", "matches", "is_active", "bot__disabled_at"),
)
"""The columns of a `Standing`."""


def standings_page(
    *, ladder: Ladder, after: Place | None = None, size: int = 100
) -> list[Standing]:
    """So many lines of the standings behind a place, without counting or skipping any."""
    playing = Entry.objects.filter(ladder=ladder, stint__isnull=False)
    lines: list[tuple[Any, ...]] = []
    last_unranked = after.entry if after and not after.rank else 0
    if not last_unranked:
        ranked = playing.filter(rank__gt=after.rank if after else 0)
        lines += ranked.order_by("rank", "pk").values_list(*STANDING)[:size]
    if len(lines) < size:
        unranked = playing.filter(rank=None, pk__gt=last_unranked)
        lines += unranked.order_by("pk").values_list(*STANDING)[: size - len(lines)]
    return [Standing._make(line) for line in lines]


def leaders(*, most: int = 3) -> QuerySet[Entry]:
    """The best so many of every ladder."""
    # Named one by one, each ladder's best are found by the index of its standings.
    ladders = list(Ladder.objects.values_list("pk", flat=True))
    entries = Entry.objects.filter(ladder__in=ladders, rank__lte=most)
    return entries.select_related("bot__owner", "stint").order_by("ladder", "rank")


def entries_named(*, ladder: Ladder, entries: Sequence[int]) -> list[Entry]:
    """These entries of a ladder, in the order they are named in."""
    found = Entry.objects.filter(ladder=ladder).select_related("bot__owner").in_bulk(entries)
    return [found[entry] for entry in entries if entry in found]


def places_of(*, bot: Bot) -> QuerySet[Entry]:
    """The places of a bot on the ladders it was entered on."""
    entries = Entry.objects.filter(bot=bot)
    return entries.select_related("ladder", "bot__owner", "stint__version").order_by("ladder__slug")


def entry_stints(*, entry: Entry) -> QuerySet[Stint]:
    """The versions that have played for an entry, the latest first."""
    return Stint.objects.filter(entry=entry).select_related("version").order_by("-version__number")


def ladders_new_to(*, bot: Bot) -> QuerySet[Ladder]:
    """The ladders of its game that a bot may be entered on and never was."""
    return ladders_at_play().filter(game=bot.game).exclude(entries__bot=bot)


def bots_with_places(bots: QuerySet[Bot]) -> QuerySet[Bot]:
    """These bots, each with its places on ladders."""
    entries = Entry.objects.select_related("ladder", "stint").order_by("ladder__slug")
    return bots.prefetch_related(Prefetch("entries", entries))


def version_stints(*, version: Version) -> QuerySet[Stint]:
    """How a version stands, or stood when it played, on each ladder."""
    stints = Stint.objects.filter(version=version)
    return stints.select_related("entry__ladder").order_by("entry__ladder__slug")


def ladders_to_enter(*, game: str, bot: Bot | None) -> list[Ladder]:
    """The open ladders of a game on which a bot does not play; `was_left` marks those it left."""
    places = Entry.objects.filter(bot=bot, ladder=OuterRef("pk"))
    ladders = open_ladders().filter(game=game).annotate(was_left=Exists(places))
    return list(ladders.exclude(Exists(places.filter(is_active=True))))


def entries_of(*, owner: Visitor, ladder: Ladder) -> QuerySet[Entry]:
    """Somebody's own bots on a ladder."""
    entries = Entry.objects.filter(ladder=ladder, bot__owner=owner.pk)
    return entries.select_related("bot__owner", "stint__version").order_by("bot__name")


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


def superiority(*, one: Entry, other: Entry) -> float:
    """How likely it is that what plays for the one is better than what plays for the other."""
    return superiorities(one=one, others=[other])[other.pk]


def superiorities(*, one: Entry, others: Sequence[Entry]) -> dict[int, float]:
    """How likely it is that what plays for the one is better than each of the others, by entry.

    Takes one query however many they are. Who has never had anything to play with is left out.
    """
    stints = {other.pk: other.stint for other in others if other.stint is not None}
    if one.stint is None:
        return {}
    shared = _covariances(one.stint, list(stints.values()))
    return {
        entry: _likelihood(one.stint, stint, shared.get(stint.pk, 0.0))
        for entry, stint in stints.items()
    }


def _likelihood(one: Stint, other: Stint, covariance: float) -> float:
    variances = [interval_sd(each.low, each.high) ** 2 for each in (one, other)]
    apart = sum(variances) - 2 * covariance
    return likelihood(one.rating - other.rating, max(apart, 0.0) ** 0.5)


def _covariances(one: Stint, others: Sequence[Stint]) -> dict[int, float]:
    """How the rating of a stint is uncertain together with others, as the last fit knew it."""
    # Rows are as long as the ladder: of the others only the place is read.
    own = Case(When(stint=one, then="row"), default=None, output_field=BinaryField())
    known = Covariance.objects.filter(stint__in=[one, *others])
    found = {stint: (place, row) for stint, place, row in known.values_list("stint", "place", own)}
    if one.pk not in found:
        return {}
    row = np.frombuffer(found[one.pk][1], np.float32)
    return {stint: float(row[place]) for stint, (place, _) in found.items()}


class SeedsCheck(NamedTuple):
    """Whether a ladder dealt what it was committed to."""

    is_kept: bool
    """Whether the secret is the one whose hash was published when the ladder opened."""

    checked: int
    """How many dealt seeds were held against the secret."""

    wrong: tuple[int, ...]
    """The blocks whose seed does not follow from it."""

    @property
    def holds(self) -> bool:
        """Whether there is nothing to complain of."""
        return self.is_kept and not self.wrong


class SeedsReport(NamedTuple):
    """What everybody may know of a ladder's seeds."""

    commitment: str
    """Public from the first day."""

    secret: str | None
    """Empty until the ladder is closed."""

    check: SeedsCheck | None
    """Likewise: before, nobody could repeat it."""


def seeds_report(ladder: Ladder) -> SeedsReport:
    """The commitment of a ladder, and once it is closed the secret and what that proves."""
    secret = ladder.revealed_secret
    return SeedsReport(ladder.commitment, secret, seeds_check(ladder) if secret else None)


def seeds_check(ladder: Ladder) -> SeedsCheck:
    """Hold the secret against the commitment, and every dealt seed against the secret.

    Seeds that were chosen are left out: they move no ratings, the database sees to it.
    """
    is_kept = seeds.commitment(ladder.secret) == ladder.commitment
    dealt = Block.objects.filter(ladder=ladder, is_seed_chosen=False).order_by("number")
    checked, wrong = 0, []
    for number, seed in dealt.values_list("number", "seed").iterator():
        checked += 1
        if seed != seeds.block_seed(ladder.secret, number):
            wrong.append(number)
    return SeedsCheck(is_kept, checked, tuple(wrong))


def bots_of(owner: User) -> QuerySet[Bot]:
    """Somebody's bots by name, each with its places on ladders and how its last upload stands."""
    latest = Version.objects.filter(bot=OuterRef("pk")).order_by("-number")
    bots = Bot.objects.filter(owner=owner).select_related("owner", "current").order_by("name")
    return bots_with_places(bots).annotate(
        latest_number=Subquery(latest.values("number")[:1]),
        latest_status=Subquery(latest.values("status")[:1]),
    )
