"""Lists by cursor: a page begins behind the last row of the one before, so inserts move nothing."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Model, Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

MOST = 100
USUAL = 50

Place = tuple[int | None, ...]
"""Where a row stands in its list: the values it is ordered by."""


class Page(NamedTuple):
    """Some rows of a list, and the address of those that follow."""

    results: Sequence[Any]
    next: str | None


class Paged(serializers.Serializer):
    """How much of a list is asked for."""

    cursor = serializers.RegexField(
        "^[0-9]{1,15}$", required=False, help_text="Where to go on: part of what `next` said."
    )
    limit = serializers.IntegerField(
        default=USUAL, min_value=1, max_value=MOST, help_text="How many at most."
    )


class PagedByRank(Paged):
    """How much of a list is asked for that begins with those who have a rank."""

    cursor = serializers.RegexField(
        r"^([0-9]{1,9}|-)\.[0-9]{1,15}$",
        required=False,
        help_text="Where to go on: part of what `next` said.",
    )


def page_of(
    request: Request, asked: dict[str, Any], rows: QuerySet[Any], *order: str, gaps: bool = False
) -> Page:
    """The rows behind the cursor; `order` names whole numbers that place every row, `-` downwards.

    With `gaps` the first of them may be empty; such rows come last.
    """
    place = read_cursor(asked.get("cursor"))
    find = _with_gaps if gaps else _range
    found = find(rows, order, place, asked["limit"] + 1)
    return whole_page(request, asked["limit"], found, lambda row: place_of(row, order))


def whole_page(request: Request, limit: int, found: Sequence[Any], place: Any) -> Page:
    """The page of these rows, of which the last is only there to tell that there are more."""
    shown = found[:limit]
    more = len(found) > limit
    return Page(shown, next_address(request, place(shown[-1])) if more else None)


def place_of(row: Model, order: Sequence[str]) -> Place:
    """Where a row stands."""
    return tuple(getattr(row, name.lstrip("-")) for name in order)


def _with_gaps(
    rows: QuerySet[Any], order: Sequence[str], place: Place | None, count: int
) -> list[Any]:
    """Rows with the first value, then those without it: two ranges of one index.

    SQLite sorts the whole list when it is told to put empty values last.
    """
    filled, empty = rows.filter(**{f"{order[0]}__isnull": False}), rows.filter(**{order[0]: None})
    if place is not None and place[0] is None:
        return _range(empty, order[1:], place[1:], count)
    found = _range(filled, order, place, count)
    return found + _range(empty, order[1:], None, count - len(found))


def _range(rows: QuerySet[Any], order: Sequence[str], place: Place | None, count: int) -> list[Any]:
    if place is not None:
        rows = rows.filter(_behind(order, place))
    return list(rows.order_by(*order)[:count])


def _behind(order: Sequence[str], place: Place) -> Q:
    """Rows after that place: at or behind it in the first value, so that an index finds them."""
    name, value = order[0].lstrip("-"), place[0]
    further = "lt" if order[0].startswith("-") else "gt"
    if len(order) == 1:
        return Q(**{f"{name}__{further}": value})
    beyond = Q(**{f"{name}__{further}": value}) | _behind(order[1:], place[1:])
    return Q(**{f"{name}__{further}e": value}) & beyond


def next_address(request: Request, place: Place) -> str:
    """The address of the page behind that place."""
    query = request.query_params.copy()
    query["cursor"] = write_cursor(place)
    return str(request.build_absolute_uri(f"{request.path}?{query.urlencode()}"))


def write_cursor(place: Place) -> str:
    """A place as text for an address: its numbers, with `-` where there is none."""
    return ".".join("-" if value is None else str(value) for value in place)


def read_cursor(text: str | None) -> Place | None:
    """A place from an address; what does not look like one was refused before."""
    if text is None:
        return None
    return tuple(None if value == "-" else int(value) for value in text.split("."))
