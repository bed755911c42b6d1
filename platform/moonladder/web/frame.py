"""What is around every page: the navigation."""

from functools import cache
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

NAVIGATION = (
    ("ladders", "Ladders"),
    ("bots", "Bots"),
    ("matches", "Matches"),
    ("games", "Games"),
    ("queue", "Queue"),
    ("docs", "Docs"),
)
"""The names of addresses in the header, and what they are called there."""


class Link(NamedTuple):
    """One entry of the navigation."""

    address: str
    label: str
    is_here: bool


def frame(request: HttpRequest) -> dict[str, list[Link]]:
    """Lead to the main pages from everywhere; what is below one of them counts as it."""
    return {
        "navigation": [
            Link(address, label, request.path.startswith(address)) for address, label in _links()
        ]
    }


@cache
def _links() -> tuple[tuple[str, str], ...]:
    return tuple((reverse(name), label) for name, label in NAVIGATION)
