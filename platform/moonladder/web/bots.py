"""Bots: all there are, and one with its places, its results and its versions."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from matches.inbox import crash_inbox
from matches.selectors import matches_wanted
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.selectors import bot_named, bots_visible_to, versions_visible_to
from moonladder.bots.visibility import may_look_inside, owns
from moonladder.ladders import games, selectors
from moonladder.ladders.models import Entry
from moonladder.web import bot_ladder
from moonladder.web.found import found_or_404
from moonladder.web.ladders import standings_stamp
from moonladder.web.live import kept, live
from moonladder.web.paging import Page, page_of

FILTERS = {"game": "game", "owner": "owner__username"}
"""What the list of bots may be asked for, and the column of each."""

LATEST = 5
"""How many matches are shown on a bot's page."""

OFFERED = 50
"""So many accepted versions are offered to play, the latest first."""


@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """The bots there are for the reader, or those like what was asked for; the newest first."""
    asked = {name: request.GET.get(name, "").strip() for name in FILTERS}
    wanted = {FILTERS[name]: value for name, value in asked.items() if value}
    if any("\0" in value for value in wanted.values()):
        raise Http404
    found = selectors.bots_with_places(bots_visible_to(request.user).filter(**wanted))
    shown = {
        "page": page_of(request, found),
        "asked": asked,
        "is_filtered": bool(wanted),
        "games": games.known_games(),
    }
    return render(request, "web/bots/list.html", shown)


@require_safe
def bot_page(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """One bot, with its results on the ladder that was asked for, or on its first."""
    bot = bot_or_404(request, owner, name)
    places = list(selectors.places_of(bot=bot))
    place = _chosen(places, request.GET.get("ladder", ""))
    versions = page_of(request, versions_visible_to(request.user).filter(bot=bot), "number")
    latest = matches_wanted(user=request.user, bot=f"{owner}/{name}").order_by("-pk")
    states = latest.prefetch_related(None).values_list("pk", "status", "revision")
    stamp = (
        *(bot.pk, bot.current_id, bot.disabled_at, place and place.pk),
        [(each.pk, each.elo, *standings_stamp(each.ladder)) for each in places],
        [(each.pk, each.status, each.deterministic) for each in versions.rows],
        list(states[:LATEST]),
    )

    def page() -> HttpResponse:
        shown = {
            "bot": bot,
            "places": places,
            "place": place,
            "on_ladder": _on_ladder(place),
            "reach": bot_ladder.reach(places),
            "latest": latest[:LATEST],
            **_versions(versions),
            **_inside(request, bot, places),
        }
        return render(request, "web/bots/bot.html", shown)

    return live(request, stamp, page, for_all=True)


def bot_or_404(request: HttpRequest, owner: str, name: str) -> Bot:
    """The bot of that address, if it is there for whoever asks."""
    return found_or_404(bot_named, f"{owner}/{name}", request.user)


def _chosen(places: Sequence[Entry], slug: str) -> Entry | None:
    """The place on that ladder; without a name the best known one, if there is any."""
    if not slug:
        return max(places, key=lambda place: place.matches, default=None)
    found = next((place for place in places if place.ladder.slug == slug), None)
    if found is None:
        raise Http404
    return found


def _on_ladder(place: Entry | None) -> str:
    """The results there, which are the same for everybody until there are more."""
    if place is None or place.stint is None:
        return ""
    stamp = (*standings_stamp(place.ladder), place.pk, place.elo)
    return kept("bot on ladder", stamp, lambda: bot_ladder.on_ladder(place))


def _versions(page: Page) -> dict[str, Any]:
    return {"versions": page.rows, "newer": page.newer, "older": page.older}


def _inside(request: HttpRequest, bot: Bot, places: Sequence[Entry]) -> dict[str, Any]:
    """What only the owner and organisers are shown: what to look at, and what they may do."""
    if not may_look_inside(request.user, bot):
        return {}
    is_own = owns(request.user, bot)
    return {
        "is_inside": True,
        "is_own": is_own,
        "crashes": crash_inbox(bot=bot, user=request.user),
        "to_activate": _others_ready(bot),
        "to_withdraw": [place for place in places if place.is_active],
        "to_return": [place for place in places if not place.is_active],
        "to_enter": selectors.ladders_new_to(bot=bot) if is_own else [],
    }


def _others_ready(bot: Bot) -> Sequence[Version]:
    """The accepted versions that do not play at the moment."""
    if bot.current is None:
        return []
    ready = bot.versions.filter(status=VersionStatus.READY).exclude(pk=bot.current.pk)
    return list(ready.order_by("-number")[:OFFERED])


urlpatterns = [
    path("bots/", bot_list, name="bots"),
    path("bots/<slug:owner>/<slug:name>/", bot_page, name="bot"),
]
