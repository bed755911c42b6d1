"""`manage.py verify_seeds`: see that all seeds follow from the published secret."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moonladder.ladders import selectors
from moonladder.ladders.models import Ladder


class Command(BaseCommand):
    """Check commit and reveal."""

    help = (
        "Checks that a ladder's secret is the one it was committed to when it opened, and that the "
        "seed of every block follows from it. Anybody can do the same with what a closed ladder "
        "publishes: the rule is in platform/moonladder/ladders/seeds.py. Exits with 1 if not."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which ladder."""
        parser.add_argument("ladder", help="slug of the ladder")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, tell."""
        ladder = Ladder.objects.filter(slug=options["ladder"]).first()
        if ladder is None:
            raise CommandError(f"There is no ladder {options['ladder']!r}.")
        check = selectors.seeds_check(ladder)
        if not check.is_kept:
            raise CommandError(f"The secret of {ladder} is not the one it was committed to.")
        if check.wrong:
            wrong = ", ".join(map(str, check.wrong))
            raise CommandError(f"Blocks of {ladder} with a seed of their own: {wrong}.")
        self.stdout.write(f"All {check.checked} seeds of {ladder} follow from its secret.")
