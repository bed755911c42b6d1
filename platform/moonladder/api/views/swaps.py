"""Swap tests: asked for, listed, and read as they are played."""

from http import HTTPStatus

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from matches import swap_reports, swaps
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page, page_of
from moonladder.api.permissions import SignedIn, SignedInToWrite
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.swaps import (
    SwapBody,
    SwapChoiceShape,
    SwapReportShape,
    SwapsAsked,
    SwapShape,
)
from moonladder.api.views.ladders import ladder_called
from moonladder.api.views.owned import refuse_strangers
from moonladder.bots.selectors import bot_named, version_named


class Swaps(Endpoint):
    """Tests of new versions in the seats of earlier ones, everybody's; the latest first."""

    permission_classes = (SignedInToWrite,)
    asks = SwapsAsked

    @operation(
        "list_swaps",
        "List swap tests",
        page_shape(SwapShape),
        asks=SwapsAsked,
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request) -> Response:
        found = swap_reports.swaps_listed()
        if "bot" in self.asked:
            found = found.filter(version__bot=bot_named(self.asked["bot"], request.user))
        return Response(page_shape(SwapShape)(page_of(request, self.asked, found, "-pk")).data)

    @operation(
        "create_swap",
        "Compare a version with an earlier one in the same seats",
        SwapReportShape,
        status=HTTPStatus.CREATED,
        body=SwapBody,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
    )
    def post(self, request: Request) -> Response:
        said = self.said(SwapBody)
        ladder = ladder_called(said["ladder"])
        version, against = (
            version_named(said[name], request.user) for name in ("version", "against")
        )
        refuse_strangers(request, version.bot)
        made = swaps.swap_request(
            user=request.user,
            ladder=ladder,
            version=version,
            against=against,
            blocks=said["blocks"],
        )
        report = swap_reports.swap_report(swap_reports.swap_numbered(made.pk))
        where = reverse("api:swap", args=(made.pk,))
        return Response(
            SwapReportShape(report).data, HTTPStatus.CREATED, headers={"Location": where}
        )


class Swap(Endpoint):
    """One test; followed with If-None-Match while it is played."""

    @operation("show_swap", "Read a swap test", SwapReportShape, refuses=(HTTPStatus.NOT_FOUND,))
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        swap = swap_reports.swap_numbered(pk)

        def answer() -> Response:
            return Response(SwapReportShape(swap_reports.swap_report(swap)).data)

        return self.unless_still(request, swap_reports.swap_stamp(swap), answer)


class SwapChoices(Endpoint):
    """With which versions of its bot, and where, a version of yours can be compared."""

    permission_classes = (SignedIn,)

    @operation(
        "list_swap_choices",
        "List what your version can be compared with",
        page_shape(SwapChoiceShape),
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> Response:
        version = version_named(f"{owner}/{name}/v{number}", request.user)
        refuse_strangers(request, version.bot)
        choices = swaps.swap_choices(version)
        return Response(page_shape(SwapChoiceShape)(Page(choices, None)).data)
