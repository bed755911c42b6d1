"""Matches: who plays, who won, and the record of it."""

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from matches import selectors
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import page_of
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.matches import MatchDetailShape, MatchesAsked, MatchShape

NOT_FOUND = (HTTPStatus.NOT_FOUND,)


class Matches(Endpoint):
    """Matches, those planned last first."""

    asks = MatchesAsked

    @operation("list_matches", "List matches", page_shape(MatchShape), asks=MatchesAsked)
    def get(self, request: Request) -> Response:
        wanted = {name: self.asked.get(name) for name in ("ladder", "bot", "status", "kind")}
        found = selectors.matches_wanted(user=request.user, **wanted)
        page = page_of(request, self.asked, found, "-pk")
        return Response(page_shape(MatchShape)(page, context={"request": request}).data)


class Match(Endpoint):
    """One match."""

    @operation("show_match", "Show a match with its verdicts", MatchDetailShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int) -> Response:
        match = selectors.match_named(f"{slug}/{number}", request.user)
        return Response(MatchDetailShape(match, context={"request": request}).data)
