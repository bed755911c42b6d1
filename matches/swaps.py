"""Swap tests: a new version in the seats that an earlier one of its bot has played in.

The latest ranked blocks that the earlier version played to the end are played again from their
seeds, with the new version in its place and every other seat as it was: the same versions, the same
rotations. What comes of it is compared seat by seat (swap_reports.py). The blocks are a batch of
chosen seeds: no rating moves, and they take their turn behind what is more urgent
(planning.batch_turn).

Left out are blocks with a match that is void or taken out of the ratings, and those with a bot at
the table that was disabled or has left the ladder since: its owner wants no more matches. A block
is swapped once for the same two versions; whoever asks again, with more blocks, adds to the test.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from matches import planning, queue
from matches.models import Match, MatchStatus, Seat, Swap, SwapBlock
from matches.selectors import of_the_house
from matches.services import Chair, matches_plan
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.quotas import DAY, Quota, QuotaReached, quota_check, quota_of
from moonladder.bots.selectors import versions_now
from moonladder.bots.visibility import Visitor, is_organiser, owns
from moonladder.ladders import services
from moonladder.ladders.models import Block, BlockKind, Ladder, LadderState, Place, Stint
from moonladder.ladders.services import Refused
from moonladder.players import selectors as players

USUAL = 10
"""How many blocks a test has unless somebody asks for more or fewer."""

MOST = 25
"""How many it may have."""


@transaction.atomic
def swap_request(
    *, user: User, ladder: Ladder, version: Version, against: Version, blocks: int = USUAL
) -> Swap:
    """Have a version play that many of the blocks another version of its bot has played.

    What was asked for before counts: only the blocks that are missing are planned.
    """
    if not 1 <= blocks <= MOST:
        raise Refused(f"A swap test has 1 to {MOST} blocks, not {blocks}.")
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    held = services.ladder_lock(ladder.pk)
    version, against = versions_now((version, against))
    swap_check(user=user, ladder=held, version=version, against=against)
    known = Swap.objects.filter(ladder=held, version=version, against=against).first()
    missing = blocks - (known.blocks.count() if known else 0)
    originals = list(_originals(held, version, against)[: max(missing, 0)])
    if known and not originals:
        return known
    if not originals:
        raise Refused(
            f"{against} has no block on {held} that could be played again: it takes one that it "
            "played to the end, against bots that are all still there."
        )
    _check_quota(user, len(originals))
    swap = known or Swap.objects.create(ladder=held, version=version, against=against)
    for original in originals:
        _plan(held, swap, original, user)
    planning.batch_turn(ladder_id=held.pk)
    return swap


def swap_check(*, user: Visitor, ladder: Ladder, version: Version, against: Version) -> None:
    """Refuse two versions that cannot be compared there, or not for this user."""
    if not may_ask(user, version):
        raise Refused(f"{version.bot} is not yours: only its owner can have it compared.")
    if ladder.state != LadderState.OPEN:
        raise Refused(f"{ladder} is {ladder.state}: only an open ladder plays swap tests.")
    if version.bot_id != against.bot_id or version.pk == against.pk:
        raise Refused(f"Name another version of {version.bot} for {version} to be compared with.")
    if version.status != VersionStatus.READY:
        raise Refused(f"{version} is {version.status}: only a version that is ready can play.")
    if version.bot.disabled_at is not None:
        raise Refused(f"{version.bot} was disabled by the organisers: it plays nothing.")
    if players.only_house_plays() and not version.bot.is_house:
        raise Refused(players.WITHOUT_BOXES)


def may_ask(user: Visitor, version: Version) -> bool:
    """Whether somebody may have a version compared: its owner, and organisers."""
    return is_organiser(user) or owns(user, version.bot)


class Choice(NamedTuple):
    """What a version may be compared with."""

    stint: Stint
    """An earlier version's time on a ladder that is open."""
    blocks: int
    """How many blocks there are to be played again, or played again already."""


def swap_choices(version: Version) -> list[Choice]:
    """With which versions of its bot, and on which ladders, a version can be compared.

    The latest that came before it is first.
    """
    stints = (
        Stint.objects.filter(entry__bot=version.bot_id, entry__ladder__state=LadderState.OPEN)
        .exclude(version=version)
        .select_related("entry__ladder", "version__bot")
    )
    played = _whole_blocks(version.bot).filter(places__version__bot=version.bot)
    counts = {
        (ladder, other): min(count, MOST)
        for ladder, other, count in played.values_list("ladder", "places__version").annotate(
            count=Count("pk")
        )
    }
    found = [
        Choice(stint, count)
        for stint in stints
        if (count := counts.get((stint.entry.ladder_id, stint.version_id)))
    ]
    is_later = {one.stint.pk: one.stint.version.number > version.number for one in found}
    return sorted(found, key=lambda one: (is_later[one.stint.pk], -one.stint.version.number))


def swap_quota(user: User) -> Quota:
    """How many blocks of swap tests somebody may still ask for today."""
    today = SwapBlock.objects.filter(asked_by=user, created_at__gt=timezone.now() - DAY)
    times = today.order_by("created_at").values_list("created_at", flat=True)
    return quota_of(settings.SWAP_BLOCKS_PER_DAY, list(times))


def _check_quota(user: User, blocks: int) -> None:
    quota = swap_quota(user)
    quota_check(quota, what="blocks of swap tests", now=timezone.now())
    if blocks > quota.left:
        raise QuotaReached(
            f"This takes {blocks} blocks, and of the {quota.most} that you may ask for in 24 hours "
            f"{quota.left} are left: ask for fewer."
        )


def _whole_blocks(bot: Bot) -> QuerySet[Block]:
    """The ranked blocks that were played to the end, and could be again by whoever met this bot."""
    part = Match.objects.filter(block=OuterRef("pk")).alias(out=F("revision") % 2)
    unfit = Q(version__bot__disabled_at__isnull=False) | ~Q(version__status=VersionStatus.READY)
    absent = unfit | Q(stint__entry__is_active=False)
    others = Place.objects.filter(block=OuterRef("pk")).exclude(version__bot=bot)
    blocks = Block.objects.filter(
        ~Exists(part.exclude(status=MatchStatus.FINISHED, out=0)),
        ~Exists(others.filter(absent)),
        kind=BlockKind.RANKED,
    )
    return of_the_house(blocks) if players.only_house_plays() else blocks


def _originals(ladder: Ladder, version: Version, against: Version) -> QuerySet[Block]:
    """Those of another version that this one has not been swapped into, the latest first."""
    swapped = SwapBlock.objects.filter(swap__version=version, swap__against=against)
    known = swapped.filter(original=OuterRef("pk"))
    played = Place.objects.filter(version=against).values("block")
    blocks = _whole_blocks(against.bot).filter(~Exists(known), ladder=ladder, pk__in=played)
    return blocks.order_by("-number")


def _plan(ladder: Ladder, swap: Swap, original: Block, user: User) -> None:
    """Write down a block with the seed and the seatings of another, but for one player."""
    now = {swap.against_id: swap.version}
    places = Place.objects.filter(block=original).select_related("version").order_by("position")
    seats = Seat.objects.filter(match__block=original).select_related("version", "match")
    seatings = groupby(seats.order_by("match__part", "number"), lambda seat: seat.match.part)
    block = services.block_plan(
        ladder=ladder,
        kind=BlockKind.BATCH,
        chairs=_chairs(places, now),
        seed=original.seed,
    )
    tables = [_chairs(table, now) for _, table in seatings]
    matches_plan(ladder=ladder, block=block, tables=tables)
    SwapBlock.objects.create(block=block, swap=swap, original=original, asked_by=user)
    queue.send_block(block)


def _chairs(seated: Iterable[Place | Seat], now: Mapping[int, Version]) -> list[Chair]:
    """Who sits there now. No stint is named, as nobody's rating is at stake."""
    return [(now.get(each.version_id, each.version), None) for each in seated]
