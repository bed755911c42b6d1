"""`manage.py submit`: upload a bot from the command line."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from matches.models import Match
from matches.uploads import upload_take
from moonladder.bots import services
from moonladder.bots.models import Bot, Stage, Version, VersionStatus
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders.models import Ladder
from moonladder.ladders.services import Refused

ENDED = (VersionStatus.READY, VersionStatus.REJECTED, VersionStatus.FAILED)
LOOK_SECONDS = 0.5


class Command(BaseCommand):
    """Upload a bot, enter it, and tell what becomes of it."""

    help = (
        "Uploads a file, an archive (zip or tar.gz) or a folder as a new version of a bot, enters "
        "the bot on a ladder, and tells each stage as it ends: received, unpacked, built, tried. "
        "The bot is called after the file unless --name says otherwise; a second upload under the "
        "same name is its next version. Exits with 0 when the version is accepted, with 1 when it "
        "is rejected. Example: manage.py submit ./mybot --owner ada --ladder shamans"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what is uploaded, for whom, where to."""
        parser.add_argument("path", type=Path, help="a source file, an archive or a folder")
        parser.add_argument("--owner", required=True, help="user name of the bot's owner")
        parser.add_argument("--ladder", required=True, help="slug of the ladder to enter it on")
        parser.add_argument("--name", help="the bot's name (that of the file)")
        parser.add_argument(
            "--no-wait", action="store_true", help="return as soon as it is received"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Upload, then watch."""
        path: Path = options["path"]
        try:
            ladder = self._ladder(options["ladder"])
            bot = self._bot(options["name"] or path.stem, options["owner"], ladder.game)
            name, content = services.upload_of(path)
            version = upload_take(bot=bot, ladders=[ladder], name=name, content=content)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except (
            OSError,
            Refused,
            services.UploadsClosed,
            services.UploadTooLarge,
            QuotaReached,
        ) as error:
            raise CommandError(str(error)) from error
        except services.UploadRefused as refused:
            raise CommandError(refused.log.strip()) from None
        if not options["no_wait"]:
            self._watch(version, options["ladder"])

    def _ladder(self, slug: str) -> Ladder:
        ladder = Ladder.objects.filter(slug=slug).first()
        if ladder is None:
            known = ", ".join(Ladder.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no ladder {slug!r}; there are: {known}.")
        return ladder

    def _bot(self, name: str, owner: str, game: str) -> Bot:
        user, _ = User.objects.get_or_create(username=owner)
        bot = Bot.objects.filter(owner=user, name=name).first()
        return bot or services.bot_create(owner=user, name=name, game=game)

    def _watch(self, version: Version, slug: str) -> None:
        """Tell each stage once, then how it ended."""
        told: set[int] = set()
        while True:
            version.refresh_from_db()
            for stage in version.stages.exclude(pk__in=told):
                told.add(stage.pk)
                self._tell(stage)
            if version.status in ENDED:
                break
            time.sleep(LOOK_SECONDS)
        if version.status != VersionStatus.READY:
            raise CommandError(f"{version} was {version.status}.")
        self._tell_first_match(version, slug)

    def _tell(self, stage: Stage) -> None:
        self.stdout.write(f"{stage.name}: {stage.outcome} after {stage.seconds:.1f} s")
        for line in stage.log.strip().splitlines():
            self.stdout.write(f"    {line}")

    def _tell_first_match(self, version: Version, slug: str) -> None:
        ranked = Match.objects.filter(table__version=version, kind="ranked", ladder__slug=slug)
        while not (first := ranked.exclude(started_at=None).order_by("started_at").first()):
            time.sleep(LOOK_SECONDS)
        seconds = (first.started_at - version.created_at).total_seconds()  # type: ignore[operator]
        self.stdout.write(f"{version} is accepted; it sat down to play after {seconds:.0f} s")
