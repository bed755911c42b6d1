"""An upload as people send it: a bot, its ladders, its next version, and word to the workers.

All of it is stored or nothing. A form that an impatient hand has sent twice is one version; a
program that sends the same file again means it.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from matches import queue
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders.models import Ladder
from moonladder.ladders.services import bot_enter

REPEATED = timedelta(minutes=1)
"""The same bytes are the same upload for so long; later somebody means it."""


class NewBot(NamedTuple):
    """A bot that is named together with its first version."""

    owner: User
    name: str
    game: str


class NameTaken(Exception):
    """Somebody has a bot of that name already: a sentence that says what to do."""


@transaction.atomic
def upload_take(
    *,
    bot: Bot | NewBot,
    ladders: Iterable[Ladder],
    name: str,
    content: bytes,
    once: bool = False,
) -> Version:
    """Take a file as the next version of a bot that plays on these ladders, and have it built.

    `once`: what has just come in with the same bytes is this upload, and is not taken again.
    """
    # Whoever asks for something is held before the ladders, as where challenges are asked for.
    User.objects.select_for_update(no_key=True).get(pk=bot.owner.pk)
    if isinstance(bot, NewBot):
        bot = _named(bot, content, once=once)
    for ladder in sorted(ladders, key=lambda each: each.pk):
        bot_enter(ladder=ladder, bot=bot)
    if once and (repeated := _repeated(bot, content)):
        return repeated
    version = bots.version_submit(bot=bot, name=name, content=content)
    queue.send_version(version.pk)
    return version


def name_check(*, owner: User, name: str) -> None:
    """Refuse a name for a new bot that another bot of this owner has."""
    if Bot.objects.filter(owner=owner, name=name).exists():
        raise NameTaken(f"You have a bot {name!r}: upload its next version instead.")


def _named(new: NewBot, content: bytes, *, once: bool) -> Bot:
    """The new bot; if its first upload was sent twice, the one that it was named with."""
    known = Bot.objects.filter(owner=new.owner, name=new.name, game=new.game).first()
    if once and known is not None and _repeated(known, content):
        return known
    name_check(owner=new.owner, name=new.name)
    return bots.bot_create(owner=new.owner, name=new.name, game=new.game)


def _repeated(bot: Bot, content: bytes) -> Version | None:
    """The bot's latest version, if it has just come in with the very same bytes."""
    last = Version.objects.filter(bot=bot).order_by("-number").first()
    if last is None or last.status == VersionStatus.FAILED:
        return None
    is_new = last.created_at > timezone.now() - REPEATED
    return last if is_new and bots.upload_content(last) == content else None
