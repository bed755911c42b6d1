"""Reads of bots and versions, cut to what the one who looks may see (visibility.py)."""

from django.db.models import Q, QuerySet

from moonladder.bots.models import Bot, Stage, Version, VersionStatus
from moonladder.bots.names import Unknown, read_bot_name
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
