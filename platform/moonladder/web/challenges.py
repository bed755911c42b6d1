"""Challenges: one's own, with what came of them, and the form that asks for another."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_safe

from matches import challenges
from matches.models import Match
from moonladder.bots.models import VersionStatus
from moonladder.bots.selectors import versions_visible_to
from moonladder.ladders import selectors
from moonladder.ladders.models import Ladder, LadderState
from moonladder.web.challenge_form import BOTS, ChallengeForm
from moonladder.web.ladders import ladder_called
from moonladder.web.live import live
from moonladder.web.paging import page_of

OFFERED = 200
"""So many bots of a ladder are offered by name; any other can be typed."""

OWN = 20
"""So many of one's own versions are."""


@require_safe
@login_required
def challenge_list(request: HttpRequest) -> HttpResponse:
    """What somebody asked for, with the results."""
    user = cast(User, request.user)
    page = page_of(request, challenges.challenges_of(user))
    played = [match for asked in page.rows for match in asked.block.matches.all()]
    quota = challenges.challenge_quota(user)

    def shown() -> HttpResponse:
        context = {"page": page, "matches": played, "quota": quota}
        return render(request, "web/challenges/list.html", context)

    return live(request, ([(match.pk, match.status) for match in played], quota), shown)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def challenge_new(request: HttpRequest) -> HttpResponse:
    """Ask for a match: first on which ladder, then between whom."""
    user = cast(User, request.user)
    slug = request.GET.get("ladder", "")
    if not slug:
        query = request.GET.urlencode()
        shown = {"ladders": selectors.open_ladders(), "query": query}
        return render(request, "web/challenges/where.html", shown)
    ladder = ladder_called(slug)
    form = _form(request, ladder, user)
    if form.is_valid() and (made := form.create()):
        match = Match.objects.get(block=made.block)
        return redirect("match", slug, match.number)
    context = {
        "ladder": ladder,
        "is_open": ladder.state == LadderState.OPEN,
        "form": form,
        "quota": challenges.challenge_quota(user),
        "names": [*_own(user, ladder), *_playing(ladder)],
        "list_id": BOTS,
    }
    return render(request, "web/challenges/new.html", context)


def _form(request: HttpRequest, ladder: Ladder, user: User) -> ChallengeForm:
    """The form as it was sent, or as the address fills it in."""
    if request.method == "POST":
        return ChallengeForm(request.POST, ladder=ladder, user=user)
    seats = request.GET.getlist("seat") or _table(request.GET.getlist("against"), ladder, user)
    initial = {"seed": request.GET.get("seed", "")}
    return ChallengeForm(ladder=ladder, user=user, seats=seats, initial=initial)


def _table(against: list[str], ladder: Ladder, user: User) -> list[str]:
    """A table to begin with: one's own bot, whom one wants to meet, then the best there are."""
    own = [name for name in _own(user, ladder)[:1] if name not in against]
    best = [name for name in _playing(ladder) if name not in (*own, *against)]
    return [*own, *against, *best][: ladder.seats]


def _own(user: User, ladder: Ladder) -> list[str]:
    """One's own bots of that game, and their versions, the latest first."""
    ready = versions_visible_to(user).filter(
        bot__owner=user, bot__game=ladder.game, status=VersionStatus.READY
    )
    latest = ready.select_related("bot__owner")[:OWN]
    return [f"{each.bot.owner.username}/{each.bot.name}/v{each.number}" for each in latest]


def _playing(ladder: Ladder) -> list[str]:
    """Who plays there, the best first."""
    lines = selectors.standings_page(ladder=ladder, size=OFFERED)
    there = (line for line in lines if line.is_active and line.disabled_at is None)
    return [f"{line.owner}/{line.bot}" for line in there]


urlpatterns = [
    path("challenges/", challenge_list, name="challenges"),
    path("challenges/new/", challenge_new, name="challenge-new"),
]
