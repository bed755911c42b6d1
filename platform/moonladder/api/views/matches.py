"""Matches: who plays, who won, and the record of it."""

import gzip
from http import HTTPStatus

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from rest_framework.request import Request
from rest_framework.response import Response

from matches import selectors, watching
from matches.visibility import may_look_into_seat
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import page_of
from moonladder.api.permissions import SignedIn
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.matches import (
    FramesShape,
    LogAsked,
    LogShape,
    MatchDetailShape,
    MatchesAsked,
    MatchShape,
    RecordShape,
)
from moonladder.bots.names import Unknown

NOT_FOUND = (HTTPStatus.NOT_FOUND,)
FILTERS = ("ladder", "bot", "status", "kind")


class Matches(Endpoint):
    """Matches, those planned last first."""

    asks = MatchesAsked

    @operation("list_matches", "List matches", page_shape(MatchShape), asks=MatchesAsked)
    def get(self, request: Request) -> Response:
        wanted = {name: self.asked.get(name) for name in FILTERS}
        found = selectors.matches_wanted(user=request.user, **wanted)
        if "block" in self.asked:
            found = found.filter(block__number=self.asked["block"])
        page = page_of(request, self.asked, found, "-pk")
        return Response(page_shape(MatchShape)(page, context={"request": request}).data)


class Match(Endpoint):
    """One match; ask with If-None-Match to follow it, which takes the site one look at one row."""

    @operation("show_match", "Show a match with its verdicts", MatchDetailShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        match = selectors.match_named(f"{slug}/{number}", request.user)

        def answer() -> Response:
            shape = MatchDetailShape(selectors.match_whole(match), context={"request": request})
            return Response(shape.data)

        return self.unless_still(request, selectors.match_stamp(match), answer)


class Record(Endpoint):
    """Everything needed to play a match again, without what bots said to other owners than you."""

    @operation("download_record", "Download the record of a match", RecordShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        match = selectors.match_named(f"{slug}/{number}", request.user)
        tag = selectors.record_tag(match, request.user)

        def file() -> HttpResponse:
            answer = json_answer(selectors.record_for(match, request.user))
            name = f"{slug}-{number}.json"
            answer["Content-Disposition"] = content_disposition_header(True, name)
            return answer

        return self.unless_known(request, tag, file)


class Frames(Endpoint):
    """A finished match as one audience lived it, frame by frame: what the viewer shows."""

    @operation("read_frames", "Read a match as one audience saw it", FramesShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int, audience: str) -> HttpResponseBase:
        match = selectors.match_named(f"{slug}/{number}", request.user)
        known = watching.audiences(match.ladder.seats)
        if audience not in known:
            raise Unknown(f"There is no audience {audience!r}: choose from {', '.join(known)}.")
        record = selectors.record_for(match, request.user)
        return self.unless_known(
            request,
            watching.name_of(record, audience),
            lambda: json_answer(gzip.decompress(watching.frames_of(record, audience))),
        )


class Log(Endpoint):
    """What your bot wrote to its log in a match."""

    permission_classes = (SignedIn,)
    asks = LogAsked

    @operation("read_log", "Read your bot's log", LogShape, asks=LogAsked, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, number: int) -> Response:
        match = selectors.match_named(f"{slug}/{number}", request.user)
        table = match.table.select_related("version__bot").filter(number=self.asked["seat"])
        seat = table.first()
        if seat is None or not may_look_into_seat(request.user, seat):
            raise Unknown(f"Seat {self.asked['seat']} of {slug}/{number} is none of yours.")
        return Response(LogShape(seat).data)


def json_answer(content: bytes) -> HttpResponse:
    """JSON that is there already."""
    return HttpResponse(content, content_type="application/json")
