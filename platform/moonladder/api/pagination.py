"""Lists by cursor: a page begins behind the last row of the one before, so inserts move nothing."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Model, Q, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

MOST = 100
USUAL = 50

BAD_CURSOR = "This is no cursor of this list: begin without one, then follow `next`."

Place = tuple[int | None, ...]
"""Where a row stands in its list: the values it is ordered by."""


class Page(NamedTuple):
    """Some rows of a list, and the address of those that follow."""

    results: Sequence[Any]
    next: str | None


class Paged(serializers.Serializer):
    """How much of a list is asked for."""

    cursor = serializers.CharField(
        required=False, max_length=200, help_text="Where to go on: part of what `next` said."
    )
    limit = serializers.IntegerField(
        default=USUAL, min_value=1, max_value=MOST, help_text="How many at most."
    )


def page_of(
    request: Request, asked: dict[str, Any], rows: QuerySet[Any], *order: str, gaps: bool = False
) -> Page:
    """The rows behind the cursor; `order` names whole numbers that place every row, `-` downwards.

    With `gaps` the first of them may be empty; such rows come last.
    """
    place = read_cursor(asked.get("cursor"), len(order))
    if place is not None and place[0] is None and not gaps:
        raise ValidationError({"cursor": [BAD_CURSOR]})
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
    """A place as text for an address."""
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def read_cursor(text: str | None, length: int) -> Place | None:
    """A place from an address; what was not written here is refused."""
    if text is None:
        return None
    try:
        place = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        raise ValidationError({"cursor": [BAD_CURSOR]}) from None
    if not isinstance(place, list) or len(place) != length or not _is_place(place):
        raise ValidationError({"cursor": [BAD_CURSOR]})
    return tuple(place)


def _is_place(values: list[Any]) -> bool:
    first, *others = values
    numbers = others if first is None and others else values
    return all(type(value) is int and 0 <= value < 2**53 for value in numbers)
