"""Challenges: unrated matches that somebody asks for, against bots and from a seed of their choice.

A challenge is played with the ladder's game, options, clock and limits, after trials and before
ranked blocks. Like any match it is there for all to see; it never touches a rating. A seed that
nobody chose is dealt by the ladder under a number of its own, so it tells nothing of other seeds; a
seed that was chosen is marked, and left out where seeds are checked.
"""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from matches import queue
from matches.models import UNDECIDED, Challenge, Match
from matches.services import Chair, matches_plan
from moonladder.bots.models import Version, VersionStatus
from moonladder.bots.quotas import DAY, Quota, QuotaReached, quota_check, quota_of
from moonladder.bots.selectors import versions_now
from moonladder.bots.visibility import is_organiser, owns
from moonladder.ladders import services
from moonladder.ladders.models import MAX_SEED, BlockKind, Entry, Ladder, LadderState
from moonladder.ladders.services import Refused
from moonladder.players import selectors as players

MOST_WAITING = 5
"""So many challenges of one person may wait or be played at once: ranked matches wait for them."""


@transaction.atomic
def challenge_create(
    *, user: User, ladder: Ladder, versions: Sequence[Version], seed: int | None = None
) -> Challenge:
    """Have these versions play one match, in this order of seats, as soon as may be.

    The same version may sit there more than once: in an unrated match nobody is harmed by that.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    _check_quota(user)
    held = services.ladder_lock(ladder.pk)
    versions = versions_now(versions)
    table_check(user=user, ladder=held, versions=versions)
    seed_check(seed)
    chairs: list[Chair] = [(version, None) for version in versions]
    block = services.block_plan(ladder=held, kind=BlockKind.CHALLENGE, chairs=chairs, seed=seed)
    matches_plan(ladder=held, block=block, tables=[chairs])
    challenge = Challenge.objects.create(block=block, asked_by=user)
    queue.send_block(block)
    return challenge


def challenge_quota(user: User) -> Quota:
    """How many challenges somebody may still ask for today."""
    today = Challenge.objects.filter(asked_by=user, created_at__gt=timezone.now() - DAY)
    times = today.order_by("created_at").values_list("created_at", flat=True)
    return quota_of(settings.CHALLENGES_PER_DAY, list(times))


def challenges_waiting(user: User) -> int:
    """How many of somebody's challenges are not over yet."""
    return Challenge.objects.filter(asked_by=user, block__matches__status__in=UNDECIDED).count()


def challenges_of(user: User) -> QuerySet[Challenge]:
    """What somebody has asked for, the latest first."""
    return (
        Challenge.objects.filter(asked_by=user)
        .select_related("block__ladder")
        .prefetch_related(
            Prefetch("block__matches", Match.objects.select_related("ladder")),
            "block__matches__table__version__bot__owner",
        )
        .order_by("-pk")
    )


def table_check(*, user: User, ladder: Ladder, versions: Sequence[Version]) -> None:
    """Refuse a table that the ladder could not seat, or that somebody has no business with."""
    if ladder.state != LadderState.OPEN:
        raise Refused(f"{ladder} is {ladder.state}: only an open ladder plays challenges.")
    if len(versions) != ladder.seats:
        raise Refused(
            f"A table of {ladder} has {ladder.seats} seats, and you named {len(versions)} bots: "
            "name one for each seat, the same one again if you like."
        )
    if not (is_organiser(user) or any(owns(user, version.bot) for version in versions)):
        raise Refused("None of these bots is yours: name one of your own for at least one seat.")
    entered = set(
        Entry.objects.filter(
            ladder=ladder, is_active=True, bot__in={version.bot_id for version in versions}
        ).values_list("bot", flat=True)
    )
    if players.only_house_plays() and not all(version.bot.is_house for version in versions):
        raise Refused(players.WITHOUT_BOXES)
    for version in versions:
        is_there = version.bot_id in entered or owns(user, version.bot)
        _check_version(version, ladder, is_there=is_there and version.bot.game == ladder.game)


def _check_version(version: Version, ladder: Ladder, *, is_there: bool) -> None:
    if version.status != VersionStatus.READY:
        raise Refused(f"{version} is {version.status}: only a version that is ready can play.")
    if version.bot.disabled_at is not None:
        raise Refused(f"{version.bot} was disabled by the organisers: choose another bot.")
    if not is_there:
        raise Refused(f"{version.bot} does not play on {ladder}: choose one that does.")


def seed_check(seed: int | None) -> None:
    """Refuse a number that is no seed."""
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise Refused(f"A seed is a whole number from 0 to {MAX_SEED}, not {seed}.")


def _check_quota(user: User) -> None:
    waiting = challenges_waiting(user)
    if waiting >= MOST_WAITING:
        raise QuotaReached(
            f"{waiting} of your challenges are not played yet, and {MOST_WAITING} may wait: ask "
            "again when one of them is over."
        )
    quota_check(challenge_quota(user), what="challenges", now=timezone.now())
