"""The games: what they are about, what a ladder may choose, and their rules in full."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from moonladder.ladders import games as known
from moonladder.ladders import selectors
from moonladder.web import docs
from moonladder.web.markdown import Document

IN_SHORT = {
    "shamans": "Tricks over several rounds. Most want to play their cards in peace; somebody "
    "at the table, known to nobody else, wants the pawn to reach the Moon.",
    "shadow_hunters": "Two hidden factions and some who go their own way. Dice lead you around "
    "the forest; cards ask questions that only you may answer.",
    "shamanix": "Towers grow and totems climb over an open grid. Everything lies open; only "
    "thinking helps.",
}
"""What each game is about, in two sentences."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games."""
    listed = [(facts, IN_SHORT.get(facts.name, "")) for facts in known.known_games()]
    return render(request, "web/games.html", {"listed": listed})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """One game."""
    try:
        facts = known.facts(game)
    except known.UnknownGame:
        raise Http404 from None
    return render(
        request,
        "web/game.html",
        {
            "game": facts,
            "in_short": IN_SHORT.get(game, ""),
            "factions": factions(facts.roles),
            "ladders": [each for each in selectors.all_ladders() if each.game == game],
            "rules": rules(game),
        },
    )


def factions(roles: dict[str, str]) -> dict[str, list[str]]:
    """The roles of each faction."""
    sides: dict[str, list[str]] = {}
    for role, faction in roles.items():
        sides.setdefault(faction, []).append(role)
    return sides


@cache
def rules(game: str) -> Document:
    """The rules, as the engine's own folder tells them."""
    return docs.rendered(f"engine/games/{game}/README.md")


urlpatterns = [
    path("games/", games, name="games"),
    path("games/<slug:game>/", game, name="game"),
]
