"""Upload: first for which bot, then its file. What cannot be taken is refused unread."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from moonladder.bots import services
from moonladder.bots.models import Bot
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.selectors import bot_named, upload_quota, versions_on_the_way
from moonladder.bots.visibility import owns
from moonladder.ladders import games
from moonladder.ladders.selectors import bots_of
from moonladder.players import selectors as players
from moonladder.web import addresses
from moonladder.web.found import found_or_404
from moonladder.web.live import live
from moonladder.web.security import body_size
from moonladder.web.upload_form import UploadForm

STATUS: dict[type[Exception], HTTPStatus] = {
    services.UploadsClosed: HTTPStatus.SERVICE_UNAVAILABLE,
    services.UploadTooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    QuotaReached: HTTPStatus.TOO_MANY_REQUESTS,
}


@dataclass(frozen=True)
class Subject:
    """What is uploaded: the next version of a bot, or a new bot of a game."""

    user: User
    game: str
    bot: Bot | None = None

    def form(self, *args: Any) -> UploadForm:
        """The form for it."""
        return UploadForm(*args, user=self.user, game=self.game, bot=self.bot)


# The token against forged forms is in the body, so `_take` asks for it, when that may be read.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a bot, then send its file."""
    user = cast(User, request.user)
    subject = _subject(request, user)
    if subject is None:
        shown = {"bots": bots_of(user), "games": games.known_games()}
        return render(
            request, "web/upload/which.html", shown | {"closed": players.why_no_uploads()}
        )
    if request.method != "POST":
        room = _room(user)
        return live(request, room, lambda: _page(request, subject, subject.form(), room))
    size = max(0, body_size(request) - services.FORM_BYTES)
    try:
        services.upload_check(owner=user, size=size)
    except (services.UploadsClosed, services.UploadTooLarge, QuotaReached) as refused:
        room = _room(user) | {"refused": str(refused)}
        return _page(request, subject, subject.form(), room, STATUS[type(refused)])
    return _take(request, subject)


@csrf_protect
def _take(request: HttpRequest, subject: Subject) -> HttpResponse:
    """Read the body, take the file, and lead to what becomes of it."""
    form = subject.form(request.POST, request.FILES)
    if form.is_valid() and (version := form.create()):
        bot = version.bot
        return redirect(addresses.version(bot.owner.username, bot.name, version.number))
    return _page(request, subject, form, _room(subject.user))


def _subject(request: HttpRequest, user: User) -> Subject | None:
    """What the address names; nothing while it names nothing."""
    name, game = request.GET.get("bot"), request.GET.get("game")
    if name:
        bot = _own_bot(name, user)
        return Subject(user, bot.game, bot)
    if not game:
        return None
    if game not in {facts.name for facts in games.known_games()}:
        raise Http404(f"There is no game {game}.")
    return Subject(user, game)


def _own_bot(name: str, user: User) -> Bot:
    """The bot of that name; what is somebody else's is not there to be uploaded to."""
    bot = found_or_404(bot_named, name, user)
    if not owns(user, bot):
        raise Http404
    return bot


def _room(user: User) -> dict[str, Any]:
    """What may be uploaded now: what the page says changes with this."""
    waiting = versions_on_the_way(user).select_related("bot__owner")
    return {
        "closed": players.why_no_uploads(),
        "nobody_plays": players.nobody_plays(),
        "quota": upload_quota(user),
        "waiting": [(each, each.status) for each in waiting],
        "most_waiting": settings.UPLOADS_WAITING,
        "limits": services.upload_room(),
        "languages": players.languages(),
    }


def _page(
    request: HttpRequest,
    subject: Subject,
    form: UploadForm,
    room: dict[str, Any],
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    shown = {
        "bot": subject.bot,
        "game": games.facts(subject.game),
        "form": form,
        "may_send": not room["closed"]
        and room["quota"].left
        and len(room["waiting"]) < room["most_waiting"],
    }
    return render(request, "web/upload/new.html", room | shown, status=status)


urlpatterns = [path("upload/", upload, name="upload")]
