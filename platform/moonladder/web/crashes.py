"""The crash inbox of a bot: what put it out, where to look first, and what to change."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from engine.advice import advice
from matches.inbox import Crash, crash_inbox
from moonladder.bots.models import Bot
from moonladder.bots.visibility import may_look_inside
from moonladder.web.accounts import mine_alone
from moonladder.web.bots import bot_or_404
from moonladder.web.commands import match_commands

LAST_LINES = 30
"""So much of a log is shown here; all that was kept of it is on the match's page."""


@require_safe
@mine_alone
def crashes(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """What put a bot out, the latest first; for others than its owner there is no such page."""
    bot = bot_or_404(request, owner, name)
    if not may_look_inside(request.user, bot):
        raise Http404
    inbox = crash_inbox(bot=bot, user=request.user)
    shown = {"bot": bot, "crashes": [_told(request, bot, crash) for crash in inbox]}
    return render(request, "web/bots/crashes.html", shown)


def _told(request: HttpRequest, bot: Bot, crash: Crash) -> dict[str, object]:
    """One cause, with all that helps against it."""
    seat = crash.shortest
    return {
        "crash": crash,
        "seat": seat,
        "advice": advice(crash.fault),
        "commands": match_commands(request, seat.match, seat.number),
        "log": "\n".join(seat.stderr.splitlines()[-LAST_LINES:]),
        "is_cut": len(seat.stderr.splitlines()) > LAST_LINES,
        "is_past": bot.current is not None and crash.last_version < bot.current.number,
    }


urlpatterns = [path("bots/<slug:owner>/<slug:name>/crashes/", crashes, name="bot-crashes")]
