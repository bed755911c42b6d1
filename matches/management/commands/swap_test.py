"""`manage.py swap_test`: compare a version with an earlier one, in the same seats."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError

from matches import swaps
from matches.swap_reports import swap_report
from moonladder.bots.models import Version
from moonladder.bots.names import Unknown
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.selectors import version_named
from moonladder.ladders.models import Ladder
from moonladder.ladders.services import Refused


class Command(BaseCommand):
    """Have a version play in the seats of another."""

    help = (
        "Has a version play the latest ranked blocks that an earlier version of its bot has played "
        "on a ladder, in the same seats and from the same seeds, and tells how it fares; no rating "
        "moves. Type it again to see how the test stands. It counts as asked for by the bot's "
        "owner. Example: manage.py swap_test ada/greedy/v4 --against v3 --ladder shamans"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which version, in whose place, where, and how often."""
        parser.add_argument("version", help="OWNER/NAME/v4; without a number the one that plays")
        parser.add_argument("--ladder", required=True, help="slug of the ladder")
        parser.add_argument("--against", help="v3 (the latest before it that has played there)")
        parser.add_argument(
            "--blocks",
            type=int,
            default=swaps.USUAL,
            help=f"how many blocks, at most {swaps.MOST} ({swaps.USUAL})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, and tell how it stands."""
        ladder = Ladder.objects.filter(slug=options["ladder"]).first()
        if ladder is None:
            raise CommandError(f"There is no ladder {options['ladder']!r}.")
        try:
            version = version_named(options["version"], AnonymousUser())
            swap = swaps.swap_request(
                user=version.bot.owner,
                ladder=ladder,
                version=version,
                against=_against(version, ladder, options["against"]),
                blocks=options["blocks"],
            )
        except (Unknown, Refused, QuotaReached) as refused:
            raise CommandError(str(refused)) from None
        report = swap_report(swap)
        self.stdout.write(f"{report.left} of {report.matches} matches are still to be played.")
        self.stdout.write(report.sentence)


def _against(version: Version, ladder: Ladder, name: str | None) -> Version:
    """The version it is compared with: the one of that name, or the latest there is."""
    if name is not None:
        owner = version.bot.owner.username
        return version_named(f"{owner}/{version.bot.name}/{name}", AnonymousUser())
    for choice in swaps.swap_choices(version):
        if choice.stint.entry.ladder == ladder:
            return choice.stint.version
    raise Refused(f"No other version of {version.bot} has blocks on {ladder} to be played again.")
