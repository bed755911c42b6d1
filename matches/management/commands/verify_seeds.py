"""`manage.py verify_seeds`: see that all seeds follow from the published secret."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moonladder.ladders import seeds, selectors
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
        if seeds.commitment(ladder.secret) != ladder.commitment:
            raise CommandError(f"The secret of {ladder} is not the one it was committed to.")
        wrong = [str(block.number) for block in selectors.wrong_seeds(ladder=ladder)]
        if wrong:
            raise CommandError(f"Blocks of {ladder} with a seed of their own: {', '.join(wrong)}.")
        self.stdout.write(f"All {ladder.blocks_planned} seeds of {ladder} follow from its secret.")
