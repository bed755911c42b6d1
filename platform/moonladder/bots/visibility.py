"""Who may see what of bots and uploads. Pure: no question here goes to the database.

Public are the bots that have played and the versions that were accepted: names, numbers, times,
language, digest, badge. What was rejected or is on its way, the logs of the stages, the source and
what bots say to their owners belong to the owner and to organisers. What somebody may not see is
not there: selectors leave it out, so pages and the API answer 404.
"""

from django.contrib.auth.models import AnonymousUser, User

from moonladder.bots.models import Bot, Version, VersionStatus

Visitor = User | AnonymousUser
"""Whoever looks, logged in or not."""


def is_organiser(user: Visitor) -> bool:
    """Whether somebody helps to run the site and may look at everything."""
    return bool(user.is_active and user.is_staff)


def may_look_inside(user: Visitor, bot: Bot) -> bool:
    """Whether somebody may read the private side of a bot: source, logs, notes, rejections."""
    return is_organiser(user) or owns(user, bot)


def owns(user: Visitor, bot: Bot) -> bool:
    """Whether a bot is somebody's own."""
    return user.pk is not None and bot.owner_id == user.pk


def may_see_bot(user: Visitor, bot: Bot) -> bool:
    """Whether a bot is there for somebody: for all, once a version of it was accepted."""
    return bot.current_id is not None or may_look_inside(user, bot)


def may_see_version(user: Visitor, version: Version) -> bool:
    """Whether a version is there for somebody: for all, once it was accepted."""
    return version.status == VersionStatus.READY or may_look_inside(user, version.bot)
