"""What waits to be played, for how long, and who plays."""

from http import HTTPStatus
from typing import Any

from django.db.models import F
from rest_framework.request import Request
from rest_framework.response import Response

from matches import selectors, waiting
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page, page_of
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.queue import PlayerShape, QueueAsked, QueuedShape, WaitShape
from moonladder.bots.selectors import version_named
from moonladder.players.selectors import players

NOT_FOUND = (HTTPStatus.NOT_FOUND,)


class Queue(Endpoint):
    """Matches that wait, in the order in which players take them; `matches/` has what is played."""

    asks = QueueAsked

    @operation(
        "read_queue", "Read what waits to be played", page_shape(QueuedShape), asks=QueueAsked
    )
    def get(self, request: Request) -> Response:
        ahead = selectors.queue_ahead(request.user).annotate(priority=F("block__priority"))
        if "ladder" in self.asked:
            ahead = ahead.filter(ladder__slug=self.asked["ladder"])
        page = page_of(request, self.asked, ahead, "priority", "block_id", "part")
        line = waiting.line_now()
        rows = [{"match": match, "wait": line.wait(match)} for match in page.results]
        told = page_shape(QueuedShape)(page._replace(results=rows), context={"request": request})
        return Response(told.data)


class Players(Endpoint):
    """Everybody who plays matches here, or is expected to."""

    @operation("list_players", "List who plays matches", page_shape(PlayerShape))
    def get(self, request: Request) -> Response:
        return Response(page_shape(PlayerShape)(Page(list(players()), None)).data)


class MatchWait(Endpoint):
    """How long a match still waits."""

    @operation("show_match_wait", "Show how long a match waits", WaitShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int) -> Response:
        match = selectors.match_named(f"{slug}/{number}", request.user)
        return Response(told(waiting.queue_position(match)))


class VersionWait(Endpoint):
    """How long an upload, or its trial, still waits."""

    @operation("show_version_wait", "Show how long an upload waits", WaitShape, refuses=NOT_FOUND)
    def get(self, request: Request, owner: str, name: str, number: int) -> Response:
        version = version_named(f"{owner}/{name}/v{number}", request.user)
        return Response(told(waiting.queue_position(version)))


def told(wait: waiting.Wait | None) -> dict[str, Any]:
    """A wait, or that there is none."""
    known = {"ahead": None, "seconds": None} if wait is None else wait._asdict()
    return dict(WaitShape({"is_waiting": wait is not None, **known}).data)
