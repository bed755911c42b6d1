"""`manage.py challenge`: ask for an unrated match."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from matches.challenges import challenge_create
from moonladder.bots.names import Unknown
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.selectors import version_named
from moonladder.ladders.models import Ladder
from moonladder.ladders.services import Refused


class Command(BaseCommand):
    """Have chosen bots play one match."""

    help = (
        "Has chosen bots play one unrated match with a ladder's settings, in the order of the "
        "seats, and says which match it is. One of the bots must be the user's own, unless the "
        "user is an organiser. Example: manage.py challenge shamanix ada/greedy "
        "house/shamanix-random/v1 --user ada --seed 7"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where, who, and from which seed."""
        parser.add_argument("ladder", help="slug of the ladder")
        parser.add_argument("bots", nargs="+", help="OWNER/NAME, or OWNER/NAME/v3, for each seat")
        parser.add_argument("--user", required=True, help="name of the user who asks")
        parser.add_argument("--seed", type=int, help="the seed to play from (a fresh one)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, and tell what came of it."""
        ladder = Ladder.objects.filter(slug=options["ladder"]).first()
        user = User.objects.filter(username=options["user"]).first()
        if ladder is None or user is None:
            missing = f"ladder {options['ladder']!r}" if user else f"user {options['user']!r}"
            raise CommandError(f"There is no {missing}.")
        try:
            versions = [version_named(name, user) for name in options["bots"]]
            challenge = challenge_create(
                user=user, ladder=ladder, versions=versions, seed=options["seed"]
            )
        except (Unknown, Refused, QuotaReached) as refused:
            raise CommandError(str(refused)) from None
        match = challenge.block.matches.get()
        self.stdout.write(f"{ladder.slug}/{match.number} waits to be played")
