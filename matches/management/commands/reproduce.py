"""`manage.py reproduce`: play a match again and compare."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches import rechecks
from matches.jobs import PlatformFault
from matches.models import Match, MatchStatus


class Command(BaseCommand):
    """Play a finished match again from its seed."""

    help = (
        "Plays a finished match again: the same seed, the same versions, new boxes. Says "
        "`identical`, or names the first decision that came out otherwise and exits with 1. "
        "Nothing is stored. Example: manage.py reproduce shamans/17, or the match's id."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which match."""
        parser.add_argument("match", help="LADDER/NUMBER, or an id as the admin shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, compare, tell."""
        match = named(options["match"])
        try:
            difference = rechecks.match_reproduce(match_id=match.pk)
        except PlatformFault as fault:
            raise CommandError(f"{match} could not be played again here: {fault}") from fault
        if difference is not None:
            raise CommandError(f"{match} came out otherwise at {difference}", returncode=1)
        self.stdout.write(f"{match}: identical, {match.decisions} decisions, {match.fingerprint}")


def named(name: str) -> Match:
    """The finished match of that name."""
    slug, slash, number = name.rpartition("/")
    found = {"ladder__slug": slug, "number": number} if slash else {"pk": number}
    if not number.isdecimal():
        raise CommandError(f"Write LADDER/NUMBER, such as shamans/17, not {name!r}.")
    match = Match.objects.filter(**found).select_related("ladder").first()
    if match is None:
        raise CommandError(f"There is no match {name}.")
    if match.status != MatchStatus.FINISHED:
        raise CommandError(f"{match} is {match.status}: only a finished match can be reproduced.")
    return match
