"""`manage.py demo`: ladders that play by themselves."""

from typing import Any

from django.core.management.base import BaseCommand

from matches.demo import demo_prepare


class Command(BaseCommand):
    """Make the demo ladders."""

    help = (
        "Makes a ladder for each game and uploads the house bots to it, where they are missing or "
        "have changed. Workers do the rest: they build and try the bots, and the ladders begin to "
        "play. `make run` does this at every start."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing and say what there is."""
        for ladder in demo_prepare():
            if options["verbosity"] > 0:
                bots = ladder.entries.count()
                self.stdout.write(
                    f"{ladder.slug}: {ladder.title}, {ladder.seats} seats, {bots} bots"
                )
