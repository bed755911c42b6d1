"""Matches that are played again, and what came of it."""

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from matches import reproductions
from matches.selectors import match_named
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page
from moonladder.api.permissions import SignedInToWrite
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.reproductions import ReproductionShape


class Reproductions(Endpoint):
    """How often a match was played again, and what came of it; the latest first."""

    permission_classes = (SignedInToWrite,)

    @operation(
        "list_reproductions",
        "Read how playing a match again came out",
        page_shape(ReproductionShape),
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        match = match_named(f"{slug}/{number}", request.user)
        found = reproductions.reproductions_of(match, request.user)
        return Response(page_shape(ReproductionShape)(Page(found, None)).data)

    @operation(
        "start_reproduction",
        "Have a match played again",
        ReproductionShape,
        status=HTTPStatus.ACCEPTED,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        match = match_named(f"{slug}/{number}", request.user)
        reproductions.reproduction_request(match, request.user)
        report = reproductions.reproduction_report(match, request.user)
        return Response(ReproductionShape(report).data, HTTPStatus.ACCEPTED)
