"""The queue: what is played now, and what will be, over all ladders."""

import math
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from matches import selectors as matches
from matches import waiting as waits
from matches.waiting import Wait
from moonladder.bots.quotas import wait_text
from moonladder.players import selectors as players
from moonladder.web.live import live

MOST = 50
"""How many matches to come are listed."""


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """What is under way, and who waits for what."""
    running = list(matches.live_matches(request.user))
    ahead = list(matches.queue_ahead(request.user)[: MOST + 1])
    line = waits.line_now()
    waiting = [(match, about(line.wait(match))) for match in ahead[:MOST]]
    stamp = [(match.pk, match.attempts) for match in (*running, *ahead)]

    def page() -> HttpResponse:
        context = {
            "running": running,
            "waiting": waiting,
            "is_guessed": any(soon for _, soon in waiting),
            "more": len(ahead) > MOST,
            "nobody_plays": players.nobody_plays(),
        }
        return render(request, "web/queue.html", context)

    return live(request, (stamp, [soon for _, soon in waiting]), page)


def about(wait: Wait | None) -> str:
    """In about how long a match begins, rounded up; nothing where that cannot be guessed."""
    if wait is None or wait.seconds is None:
        return ""
    if wait.seconds < 60:
        return f"{max(10, math.ceil(wait.seconds / 10) * 10)} seconds"
    return wait_text(timedelta(seconds=wait.seconds))


urlpatterns = [path("queue/", queue, name="queue")]
