"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from matches import selectors as matches
from moonladder.ladders import selectors
from moonladder.ladders.models import Ladder
from moonladder.web.ladders import ladders_listed
from moonladder.web.live import live

LIVE = 12
"""How many of the matches being played are shown."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is played now, on which ladders, and how to begin."""
    playing = list(matches.live_matches(request.user)[:LIVE])
    ladders = list(selectors.all_ladders())
    stamp = (
        [(match.pk, match.attempts) for match in playing],
        [counters(each) for each in ladders],
    )

    def page() -> HttpResponse:
        context = {"playing": playing, "listed": ladders_listed(ladders)}
        return render(request, "web/home.html", context)

    return live(request, stamp, page, for_all=True)


def counters(ladder: Ladder) -> tuple[object, ...]:
    """What changes with everything a ladder's card shows."""
    return (
        *(ladder.pk, ladder.title, ladder.state, ladder.matches_planned),
        *(ladder.roster_changes, ladder.fitted_steps),
    )


urlpatterns = [path("", home, name="home")]
