"""What owners do with their bots, and organisers with their reason: forms on the bot's page."""

from collections.abc import Callable
from typing import TypedDict, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from moonladder.audit.services import ReasonMissing
from moonladder.bots.models import Bot
from moonladder.bots.selectors import version_named
from moonladder.bots.visibility import may_look_inside, owns
from moonladder.ladders import selectors, services
from moonladder.ladders.models import Entry
from moonladder.web import addresses
from moonladder.web.bots import bot_or_404
from moonladder.web.found import found_or_404
from moonladder.web.ladders import ladder_called

FORMS = "look-after"
"""Where on the page the forms are."""

Act = Callable[[HttpRequest, Bot], str]
"""Does what a form asks for, and returns a sentence about it."""


def act(do: Act) -> Callable[..., HttpResponse]:
    """A view that does it for the owner or an organiser, and leads back to the bot."""

    @require_POST
    def view(request: HttpRequest, owner: str, name: str) -> HttpResponse:
        bot = bot_or_404(request, owner, name)
        page = addresses.bot(owner, name)
        if not request.user.is_authenticated:
            return redirect_to_login(page)
        if not may_look_inside(request.user, bot):
            raise PermissionDenied
        try:
            messages.success(request, do(request, bot))
        except (services.Refused, ReasonMissing) as refused:
            messages.error(request, str(refused))
        return redirect(f"{page}#{FORMS}")

    return view


def activate(request: HttpRequest, bot: Bot) -> str:
    """Let another version play."""
    name = f"{bot.owner.username}/{bot.name}/v{request.POST.get('version', '')}"
    version = found_or_404(version_named, name, request.user)
    if services.version_activate(version=version, **_who(request)):
        return f"v{version.number} plays from now on. What is planned is played by what was to."
    return f"v{version.number} plays already."


def enter(request: HttpRequest, bot: Bot) -> str:
    """Give the bot a place on a ladder: that is for its owner alone."""
    if not owns(request.user, bot):
        raise PermissionDenied
    ladder = ladder_called(request.POST.get("ladder", ""))
    services.bot_enter(ladder=ladder, bot=bot)
    return f"{bot} is entered on {ladder.title}."


def withdraw(request: HttpRequest, bot: Bot) -> str:
    """Give it no more matches there."""
    entry = _entry(request, bot)
    if services.entry_withdraw(entry=entry, **_who(request)):
        return f"{bot} leaves {entry.ladder.title}. What is planned is played, and counts."
    return f"{bot} has left {entry.ladder.title} already."


def come_back(request: HttpRequest, bot: Bot) -> str:
    """Give it matches there again."""
    entry = _entry(request, bot)
    if services.entry_return(entry=entry, **_who(request)):
        return f"{bot} is back on {entry.ladder.title}, with the rating it had."
    return f"{bot} is on {entry.ladder.title} already."


def _entry(request: HttpRequest, bot: Bot) -> Entry:
    """The bot's place on the ladder the form names."""
    ladder = ladder_called(request.POST.get("ladder", ""))
    entry = selectors.entry_of(ladder=ladder, bot=bot)
    if entry is None:
        raise Http404
    return entry


class Who(TypedDict):
    """Who acts, and why; organisers have to say."""

    actor: User
    reason: str


def _who(request: HttpRequest) -> Who:
    return {"actor": cast(User, request.user), "reason": request.POST.get("reason", "")}


urlpatterns = [
    path("bots/<slug:owner>/<slug:name>/activate/", act(activate), name="bot-activate"),
    path("bots/<slug:owner>/<slug:name>/enter/", act(enter), name="bot-enter"),
    path("bots/<slug:owner>/<slug:name>/withdraw/", act(withdraw), name="bot-withdraw"),
    path("bots/<slug:owner>/<slug:name>/return/", act(come_back), name="bot-return"),
]
