"""What to type to play a match again, ready to be pasted."""

from django.http import HttpRequest
from django.urls import reverse

from matches import visibility
from matches.models import Match


def match_commands(request: HttpRequest, match: Match, seat: int) -> dict[str, str]:
    """The commands for a match, with one's own bot in that seat."""
    slug, number = match.ladder.slug, match.number
    file = f"{slug}-{number}.json"
    return {
        "fetch": _fetch(request, match, file),
        "verify": f"moonladder verify {file}",
        "view": f"moonladder view {file}",
        "rerun": f"moonladder rerun {file} --seat {seat} --bot ./mybot",
        "reproduce": f".venv/bin/python manage.py reproduce {slug}/{number}",
    }


def _fetch(request: HttpRequest, match: Match, file: str) -> str:
    """How to get the record; of what is not public, it goes to who shows a token."""
    slug, number = match.ladder.slug, match.number
    if not visibility.is_public(match):
        site = request.build_absolute_uri("/").rstrip("/")
        return f"moonladder download {slug}/{number} --site {site}"
    record = request.build_absolute_uri(reverse("match-record", args=(slug, number)))
    return f"curl -fsS -o {file} {record}"
