"""The queue: what is played now, and what will be, over all ladders."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from matches import selectors as matches
from moonladder.players import selectors as players
from moonladder.web.live import live

MOST = 50
"""How many matches to come are listed."""


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """What is under way, and who waits for what."""
    running = list(matches.live_matches(request.user))
    waiting = list(matches.queue_ahead(request.user)[:MOST])
    stamp = [(match.pk, match.attempts) for match in (*running, *waiting)]

    def page() -> HttpResponse:
        context = {"running": running, "waiting": waiting, "nobody_plays": players.nobody_plays()}
        return render(request, "web/queue.html", context)

    return live(request, stamp, page)


urlpatterns = [path("queue/", queue, name="queue")]
