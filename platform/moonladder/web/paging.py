"""Long lists, page by page: a page begins beside a row, so rows that are new shift nothing."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

ROWS = 25
MOST_DIGITS = 18
"""Of a number in an address: what is longer fits into no database."""


class Page(NamedTuple):
    """Some rows, the latest first, and the addresses of those beside them; empty at the ends."""

    rows: Sequence[Any]
    newer: str
    older: str


def page_of(request: HttpRequest, found: QuerySet[Any], by: str = "pk") -> Page:
    """The rows after `?after=` or before `?before=`, counted by that column; else the latest."""
    after, before = (_number(request, name) for name in ("after", "before"))
    if after is not None:
        rows = list(found.filter(**{f"{by}__gt": after}).order_by(by)[: ROWS + 1])
        more, shown = len(rows) > ROWS, rows[:ROWS][::-1]
        return _page(request, shown, by, newer=more, older=True)
    if before is not None:
        found = found.filter(**{f"{by}__lt": before})
    rows = list(found.order_by(f"-{by}")[: ROWS + 1])
    return _page(request, rows[:ROWS], by, newer=before is not None, older=len(rows) > ROWS)


def _page(request: HttpRequest, shown: Sequence[Any], by: str, *, newer: bool, older: bool) -> Page:
    if not shown:
        return Page(shown, "", "")
    return Page(
        shown,
        _address(request, "after", getattr(shown[0], by)) if newer else "",
        _address(request, "before", getattr(shown[-1], by)) if older else "",
    )


def _number(request: HttpRequest, name: str) -> int | None:
    """The number under that name in the address; None where there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _address(request: HttpRequest, name: str, place: int) -> str:
    """The same list from that place on."""
    query = request.GET.copy()
    for other in ("after", "before"):
        query.pop(other, None)
    query[name] = str(place)
    return f"{request.path}?{query.urlencode()}"
