"""Reads of bots and versions, cut to what the one who looks may see (visibility.py)."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from moonladder.bots import building
from moonladder.bots.differences import Differences, Listing, differences, listing
from moonladder.bots.models import Bot, Stage, Version, VersionStatus
from moonladder.bots.names import Unknown, read_bot_name
from moonladder.bots.quotas import DAY, Quota, quota_of
from moonladder.bots.visibility import Visitor, is_organiser, may_look_inside


def bots_visible_to(user: Visitor) -> QuerySet[Bot]:
    """The bots that are there for somebody, by owner and name."""
    bots = Bot.objects.select_related("owner", "current").order_by("owner__username", "name")
    if is_organiser(user):
        return bots
    return bots.filter(Q(current__isnull=False) | Q(owner=user.pk))


def versions_visible_to(user: Visitor) -> QuerySet[Version]:
    """The versions that are there for somebody, the latest first."""
    versions = Version.objects.select_related("bot__owner").order_by("-pk")
    if is_organiser(user):
        return versions
    return versions.filter(Q(status=VersionStatus.READY) | Q(bot__owner=user.pk))


def stages_of(version: Version, user: Visitor) -> QuerySet[Stage]:
    """How far an upload came, with its logs: for its owner and organisers, nothing for others."""
    stages = Stage.objects.filter(version=version).order_by("pk")
    return stages if may_look_inside(user, version.bot) else stages.none()


def version_stamp(version: Version) -> tuple[object, ...]:
    """Changes with everything that is told of a version and its stages."""
    last = Stage.objects.filter(version=version).aggregate(at=Max("ended_at"))["at"]
    return (version.pk, version.status, last)


def bot_named(name: str, user: Visitor) -> Bot:
    """The bot called `owner/name`; raises `Unknown` when it is not there for this user."""
    asked = read_bot_name(name)
    bot = bots_visible_to(user).filter(owner__username=asked.owner, name=asked.bot).first()
    if bot is None:
        raise Unknown(f"There is no bot {asked.owner}/{asked.bot}.")
    return bot


def version_named(name: str, user: Visitor) -> Version:
    """The version called `owner/name/v3`; without a number the one that plays."""
    bot, number = bot_named(name, user), read_bot_name(name).version
    if number is None:
        if bot.current is None:
            raise Unknown(f"No version of {name} was accepted yet.")
        return bot.current
    version = versions_visible_to(user).filter(bot=bot, number=number).first()
    if version is None:
        raise Unknown(f"There is no version {name}.")
    return version


def versions_now(versions: Sequence[Version]) -> list[Version]:
    """The same versions as they stand now: for who holds what was not held when they were found."""
    found = Version.objects.select_related("bot__owner").in_bulk([each.pk for each in versions])
    return [found[each.pk] for each in versions]


def version_before(version: Version, user: Visitor) -> Version | None:
    """The last version before this one whose files are known and which is there for this user."""
    earlier = versions_visible_to(user).filter(bot=version.bot_id, number__lt=version.number)
    return earlier.exclude(digest="").order_by("-number").first()


def version_differences(before: Version, after: Version, user: Visitor) -> Differences | None:
    """How the files of two versions of a bot differ: for its owner and organisers, None for others.

    None as well where an upload cannot be read any more.
    """
    if not (before.digest and after.digest and may_look_inside(user, after.bot)):
        return None
    if before.digest == after.digest:
        return Differences([], [])
    try:
        return differences(_version_listing(before), _version_listing(after))
    except (building.Refused, OSError):
        return None


def _version_listing(version: Version) -> Listing:
    """The facts about a version's files. Its digest stands for all of them, so they are kept."""
    name = f"listing:{version.digest}"
    found: Listing | None = caches["pages"].get(name)
    if found is None:
        with version.upload.open() as file:
            content = bytes(file.read())
        # Whatever an upload may have today, this one was taken.
        most_mib = max(settings.UPLOAD_MIB, len(content) // 1024**2 + 1)
        found = listing(building.files_of_upload(version.upload_name, content, most_mib).files)
        caches["pages"].set(name, found)
    return found


def upload_quota(owner: User) -> Quota:
    """How many versions somebody may still upload today; what the site failed does not count."""
    mine = Version.objects.filter(bot__owner=owner, created_at__gt=timezone.now() - DAY)
    mine = mine.exclude(status=VersionStatus.FAILED).order_by("created_at")
    return quota_of(settings.UPLOADS_PER_DAY, list(mine.values_list("created_at", flat=True)))


def versions_on_the_way(owner: User) -> QuerySet[Version]:
    """Somebody's uploads on which the site still has to work."""
    begun = Q(status__in=(VersionStatus.RECEIVED, VersionStatus.UNPACKED))
    # What is entered nowhere waits for its owner.
    built = Q(status=VersionStatus.BUILT, bot__entries__isnull=False)
    return Version.objects.filter(begun | built, bot__owner=owner).distinct().order_by("pk")
