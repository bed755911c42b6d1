"""`manage.py verify_records`: replay what is stored and see that it holds."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from matches import replay, selectors
from matches.models import Match, MatchStatus


class Command(BaseCommand):
    """Replay records by the rules."""

    help = (
        "Replays the records of finished matches by the rules, without bots: every choice, message "
        "and placement must come out as recorded, and the record must be the one that the match "
        "names. Lists those that do not hold and exits with 1 if there are any. Example: "
        "manage.py verify_records --ladder shamans --sample 100"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which records."""
        parser.add_argument("--ladder", help="only the matches of this ladder")
        parser.add_argument("--sample", type=int, help="only so many, drawn by lot")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check them, with a progress bar where somebody watches."""
        finished = Match.objects.filter(status=MatchStatus.FINISHED).order_by("pk")
        if options["ladder"]:
            finished = finished.filter(ladder__slug=options["ladder"])
        matches = list(finished.values_list("pk", "fingerprint"))
        if options["sample"] is not None:
            matches = random.sample(matches, min(options["sample"], len(matches)))
        console = Console(stderr=True)
        shown = track(matches, "Replaying", console=console, disable=not console.is_terminal)
        wrong = [f"match {pk}: {why}" for pk, mark in shown if (why := problem(pk, mark))]
        for line in wrong:
            self.stdout.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(matches)} records do not hold.")
        self.stdout.write(f"All {len(matches)} records hold.")


def problem(pk: int, fingerprint: str) -> str | None:
    """Why the record of a match does not hold, or None."""
    content = selectors.record_content(match_id=pk)
    why = replay.why_invalid(content)
    if why is None and replay.load(content).fingerprint != fingerprint:
        return "the record is of another match"
    return why
