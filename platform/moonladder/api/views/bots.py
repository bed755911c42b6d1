"""Bots and their versions: named, uploaded, followed, activated, fetched by their owner."""

from http import HTTPStatus

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches import uploads
from matches.inbox import crash_inbox
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page, Paged, page_of
from moonladder.api.permissions import SignedIn, SignedInToWrite
from moonladder.api.problems import Conflict
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.bots import (
    BotBody,
    BotsAsked,
    BotShape,
    CrashShape,
    ReasonBody,
    StageShape,
    UploadBody,
    VersionChangesShape,
    VersionDetailShape,
    VersionShape,
)
from moonladder.api.views.ladders import ladder_called
from moonladder.api.views.owned import own_bot, refuse_strangers
from moonladder.bots import selectors, services
from moonladder.bots.models import Bot as BotModel
from moonladder.bots.models import Version as VersionModel
from moonladder.bots.visibility import may_look_inside
from moonladder.ladders import services as ladders

NOT_FOUND = (HTTPStatus.NOT_FOUND,)


class Bots(Endpoint):
    """Bots that have been accepted, and your own; the newest first."""

    permission_classes = (SignedInToWrite,)
    asks = BotsAsked

    @operation("list_bots", "List bots", page_shape(BotShape), asks=BotsAsked)
    def get(self, request: Request) -> Response:
        columns = {"owner": "owner__username", "game": "game"}
        wanted = {columns[name]: self.asked[name] for name in columns if name in self.asked}
        bots = selectors.bots_visible_to(request.user).filter(**wanted)
        page = page_of(request, self.asked, bots, "-pk")
        return Response(page_shape(BotShape)(page, context={"request": request}).data)

    @operation(
        "create_bot",
        "Name a new bot",
        BotShape,
        status=HTTPStatus.CREATED,
        body=BotBody,
        refuses=(HTTPStatus.CONFLICT,),
    )
    def post(self, request: Request) -> Response:
        said = self.said(BotBody)
        try:
            uploads.name_check(owner=request.user, name=said["name"])
        except uploads.NameTaken as taken:
            raise Conflict(str(taken)) from None
        bot = services.bot_create(owner=request.user, **said)
        shape = BotShape(bot, context={"request": request})
        where = reverse("api:bot", args=(bot.owner.username, bot.name))
        return Response(shape.data, HTTPStatus.CREATED, headers={"Location": where})


class Bot(Endpoint):
    """One bot."""

    @operation("show_bot", "Show a bot", BotShape, refuses=NOT_FOUND)
    def get(self, request: Request, owner: str, name: str) -> Response:
        bot = selectors.bot_named(f"{owner}/{name}", request.user)
        return Response(BotShape(bot, context={"request": request}).data)


class Crashes(Endpoint):
    """What put your bot out, in all its matches; the latest first."""

    permission_classes = (SignedIn,)

    @operation(
        "list_crashes", "List what put your bot out", page_shape(CrashShape), refuses=NOT_FOUND
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        bot = selectors.bot_named(f"{owner}/{name}", request.user)
        if not may_look_inside(request.user, bot):
            raise NotFound(f"What put {owner}/{name} out is there for its owner only.")
        crashes = crash_inbox(bot=bot, user=request.user)
        return Response(page_shape(CrashShape)(Page(crashes, None)).data)


class Versions(Endpoint):
    """The versions of a bot that were accepted, all of them for its owner; the latest first."""

    permission_classes = (SignedInToWrite,)
    parser_classes = (MultiPartParser,)
    asks = Paged

    def most_body_bytes(self) -> int:
        return services.upload_most_bytes() + services.FORM_BYTES

    @operation(
        "list_versions",
        "List a bot's versions",
        page_shape(VersionShape),
        asks=Paged,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        bot = selectors.bot_named(f"{owner}/{name}", request.user)
        versions = selectors.versions_visible_to(request.user).filter(bot=bot)
        page = page_of(request, self.asked, versions, "-number")
        return Response(page_shape(VersionShape)(page).data)

    @operation(
        "upload_version",
        "Upload a version of your bot",
        VersionShape,
        status=HTTPStatus.CREATED,
        body={"multipart/form-data": UploadBody},
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
    )
    def post(self, request: Request, owner: str, name: str) -> Response:
        bot = own_bot(request, f"{owner}/{name}")
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        services.upload_check(owner=bot.owner, size=max(0, length - services.FORM_BYTES))
        version = self.uploaded(bot)
        where = reverse("api:version", args=(owner, name, version.number))
        shape = VersionShape(version)
        return Response(shape.data, HTTPStatus.CREATED, headers={"Location": where})

    def uploaded(self, bot: BotModel) -> VersionModel:
        """Read the file, take it, and tell the workers."""
        said = self.said(UploadBody)
        wanted = [ladder_called(said["ladder"])] if "ladder" in said else []
        file = said["file"]
        return uploads.upload_take(bot=bot, ladders=wanted, name=file.name, content=file.read())


class Version(Endpoint):
    """One version; its owner follows the stages of an upload here, with If-None-Match."""

    @operation(
        "show_version", "Show a version with its stages", VersionDetailShape, refuses=NOT_FOUND
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> HttpResponseBase:
        version = selectors.version_named(f"{owner}/{name}/v{number}", request.user)

        def answer() -> Response:
            stages = None
            if may_look_inside(request.user, version.bot):
                stages = StageShape(selectors.stages_of(version, request.user), many=True).data
            return Response({**VersionShape(version).data, "stages": stages})

        return self.unless_still(request, selectors.version_stamp(version), answer)


class VersionChanges(Endpoint):
    """What is new in a version."""

    @operation(
        "show_version_changes",
        "Compare the files of a version with those before",
        VersionChangesShape,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> Response:
        version = selectors.version_named(f"{owner}/{name}/v{number}", request.user)
        before = selectors.version_before(version, request.user)
        found = before and selectors.version_differences(before, version, request.user)
        changes = found._asdict() if found else {"files": None, "settings": None}
        return Response(VersionChangesShape({"before": before, "after": version, **changes}).data)


class Activation(Endpoint):
    """Which version plays."""

    permission_classes = (SignedIn,)

    @operation(
        "activate_version",
        "Let an accepted version play from now on",
        VersionShape,
        body=ReasonBody,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
        known=False,
    )
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        version = selectors.version_named(f"{owner}/{name}/v{number}", request.user)
        refuse_strangers(request, version.bot)
        said = self.said(ReasonBody)
        ladders.version_activate(version=version, actor=request.user, reason=said["reason"])
        return Response(VersionShape(version).data)


class Source(Endpoint):
    """What was uploaded, for whoever uploaded it."""

    permission_classes = (SignedIn,)

    @operation(
        "download_source",
        "Download the upload of your version",
        OpenApiTypes.BINARY,
        of="application/octet-stream",
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> HttpResponseBase:
        version = selectors.version_named(f"{owner}/{name}/v{number}", request.user)
        if not may_look_inside(request.user, version.bot):
            raise NotFound(f"The source of {version} is there for its owner only.")

        def file() -> HttpResponse:
            content = services.upload_content(version)
            answer = HttpResponse(content, content_type="application/octet-stream")
            answer["Content-Disposition"] = content_disposition_header(True, version.upload_name)
            return answer

        return self.unless_known(request, f"source-{version.pk}", file)
