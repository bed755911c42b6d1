"""Ladders and what is told of them."""

from http import HTTPStatus

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches import selectors as matches
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Paged, page_of
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.ladders import DealtShape, LadderDetailShape, LadderShape, StandingShape
from moonladder.ladders import selectors
from moonladder.ladders.models import Ladder as LadderModel

NOT_FOUND = (HTTPStatus.NOT_FOUND,)


def ladder_called(slug: str) -> LadderModel:
    """The ladder of that name; 404 if there is none."""
    return get_object_or_404(LadderModel, slug=slug)


class Ladders(Endpoint):
    """All ladders, the oldest first."""

    asks = Paged

    @operation("list_ladders", "List the ladders", page_shape(LadderShape), asks=Paged)
    def get(self, request: Request) -> Response:
        page = page_of(request, self.asked, selectors.all_ladders(), "pk")
        return Response(page_shape(LadderShape)(page).data)


class Ladder(Endpoint):
    """One ladder."""

    @operation(
        "show_ladder", "Show a ladder with its settings", LadderDetailShape, refuses=NOT_FOUND
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(LadderDetailShape(ladder_called(slug)).data)


class Standings(Endpoint):
    """Everybody who plays on a ladder, best first."""

    asks = Paged

    @operation(
        "read_standings",
        "Read the standings",
        page_shape(StandingShape),
        asks=Paged,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        standings = selectors.ladder_standings(ladder=ladder_called(slug))
        page = page_of(request, self.asked, standings, "rank", "pk", gaps=True)
        return Response(page_shape(StandingShape)(page).data)


class Seeds(Endpoint):
    """The seeds a ladder has dealt from, for whoever checks them against the commitment."""

    asks = Paged

    @operation(
        "list_seeds",
        "List the seeds dealt so far",
        page_shape(DealtShape),
        asks=Paged,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        blocks = matches.dealt_blocks(ladder=ladder_called(slug))
        page = page_of(request, self.asked, blocks, "-number")
        return Response(page_shape(DealtShape)(page).data)
