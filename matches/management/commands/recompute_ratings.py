"""`manage.py recompute_ratings`: build all ratings anew from the log and hold them against it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches import recomputation
from moonladder.ladders.models import Ladder


class Command(BaseCommand):
    """Recompute, compare, and repair if asked to."""

    help = (
        "Builds every rating, count and rank of a ladder anew from its settled matches, and "
        "compares with what is stored. Without a ladder it does so for all. Says `identical`, or "
        "lists the differences and exits with 1; --repair then stores what was computed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which ladder."""
        parser.add_argument("ladder", nargs="?", help="slug of the ladder (all of them)")
        parser.add_argument("--repair", action="store_true", help="store what was computed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute ladder by ladder."""
        ladders = Ladder.objects.order_by("pk")
        if options["ladder"]:
            ladders = ladders.filter(slug=options["ladder"])
            if not ladders:
                raise CommandError(f"There is no ladder {options['ladder']!r}.")
        wrong = [ladder for ladder in ladders if not self._check(ladder, repair=options["repair"])]
        if wrong and not options["repair"]:
            raise CommandError("Ratings differ; --repair stores what was computed.")

    def _check(self, ladder: Ladder, *, repair: bool) -> bool:
        differences = recomputation.ladder_recompute(ladder_id=ladder.pk, repair=repair)
        if not differences:
            self.stdout.write(f"{ladder}: identical, {ladder.settled_steps} steps")
        for difference in differences:
            self.stdout.write(f"{ladder}: {difference}")
        return not differences
