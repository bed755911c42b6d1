"""`manage.py reproduce`: play a match again and compare."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches import playing, reproductions
from matches.jobs import PlatformFault
from matches.models import Match, ReproductionStatus
from moonladder.ladders.services import Refused


class Command(BaseCommand):
    """Play a finished match again from its seed."""

    help = (
        "Plays a finished match again, here and now: the same seed, the same versions, new boxes. "
        "Says `identical`, or names the first message that came out otherwise and exits with 1. "
        "Example: manage.py reproduce shamans/17, or the match's id."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which match."""
        parser.add_argument("match", help="LADDER/NUMBER, or an id as the admin shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, compare, tell."""
        match = named(options["match"])
        try:
            one = reproductions.reproduction_begin(match=match)
            counts = playing.reproduction_play(reproduction_id=one.pk)
        except (Refused, PlatformFault) as error:
            raise CommandError(f"{match} was not played again here: {error}") from error
        if not counts:
            raise CommandError(f"A worker plays {match} again right now: ask once it is done.")
        one.refresh_from_db()
        if one.status == ReproductionStatus.FAILED:
            raise CommandError(f"{match} cannot be played again: {one.trouble}")
        if one.difference is not None:
            raise CommandError(f"{match} came out otherwise {one.difference['sentence']}")
        self.stdout.write(f"{match}: identical, {match.decisions} decisions, {match.fingerprint}")


def named(name: str) -> Match:
    """The match of that name."""
    slug, slash, number = name.rpartition("/")
    found = {"ladder__slug": slug, "number": number} if slash else {"pk": number}
    if not number.isdecimal():
        raise CommandError(f"Write LADDER/NUMBER, such as shamans/17, not {name!r}.")
    match = Match.objects.filter(**found).select_related("ladder").first()
    if match is None:
        raise CommandError(f"There is no match {name}.")
    return match
