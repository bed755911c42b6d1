"""`manage.py sandbox_check`: what this machine can isolate, by name, and what may play on it."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches import ground, runner


class Command(BaseCommand):
    """Try every protection."""

    help = (
        "Makes a box, tries its doors from inside, and lists every protection and every runtime: "
        "what is there, what is missing, what to install. Exits with 1 if a player of a cluster "
        "would not start here, and says what `make run` would play then. MOONLADDER_SANDBOX names "
        "the backend; by default it is the best there is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer the answer to programs."""
        parser.add_argument(
            "--standing", action="store_true", help="print only what a player may do here, as JSON"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Try and tell."""
        if options["standing"]:
            self._tell_player()
        else:
            self._tell_people()

    def _tell_people(self) -> None:
        asked = "" if settings.SANDBOX == ground.AUTO else settings.SANDBOX
        found = runner.protection(asked)
        self.stdout.write(str(found.report))
        plays = ground.PLAYS[ground.best(found).ground]
        if not found.report.protected:
            raise CommandError(f"Not everything promised holds here. With `make run`: {plays}")
        self.stdout.write(plays)

    def _tell_player(self) -> None:
        try:
            self.stdout.write(json.dumps(ground.standing()))
        except ground.Refused as refused:
            raise CommandError(str(refused)) from None
