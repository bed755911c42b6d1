"""Ladders: who stands where, how sure that is, what was and will be played."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import path
from django.views.decorators.http import require_safe

from matches import selectors as matches
from matches.models import MatchStatus
from moonladder.ladders import selectors
from moonladder.ladders.models import BlockKind, Entry, Ladder
from moonladder.players import selectors as players
from moonladder.web import charts, grid
from moonladder.web.live import kept, live
from moonladder.web.paging import page_of
from moonladder.web.standings import standings_table

LINES = 100
"""Of the standings, on one page."""

NEXT = 5
"""How many matches to come are shown beside the standings."""

NO_RESULTS = "web/ladder/no_results.html"
PUBLIC = AnonymousUser()
"""For whom the parts are made that are the same for everybody."""


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """All ladders, with who leads them."""
    listed = ladders_listed(list(selectors.all_ladders()))
    return render(request, "web/ladders.html", {"listed": listed})


def ladders_listed(ladders: Sequence[Ladder]) -> list[tuple[Ladder, list[Entry]]]:
    """Ladders, each with its best."""
    best: dict[int, list[Entry]] = {}
    for entry in selectors.leaders():
        best.setdefault(entry.ladder_id, []).append(entry)
    return [(ladder, best.get(ladder.pk, [])) for ladder in ladders]


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, and what is played now."""
    after = _place(request.GET.get("after", ""))
    cursor = cursor_of(slug)

    def page() -> HttpResponse:
        found = ladder_called(slug)
        standings = kept(
            "standings", (*standings_stamp(found), after), lambda: _standings(found, after)
        )
        now = kept("now", (found.commitment, cursor), lambda: _now(found))
        own = (
            list(selectors.entries_of(owner=request.user, ladder=found)) if request.user.pk else []
        )
        context = {"standings": standings, "now": now, "own": own}
        return _tab(request, found, "standings", context)

    return live(request, (cursor, after), page, for_all=True)


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """How the live ratings of the best have moved."""
    found = ladder_called(slug)
    return _live_tab(request, found, "history", lambda: _history(found))


@require_safe
def head_to_head(request: HttpRequest, slug: str) -> HttpResponse:
    """How the best fare against each other."""
    found = ladder_called(slug)
    return _live_tab(request, found, "grid", lambda: _duels(found))


@require_safe
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who does well with which seat and role."""
    found = ladder_called(slug)
    return _live_tab(request, found, "roles", lambda: _aspects(found))


@require_safe
def ladder_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a ladder, the latest first, narrowed down as the reader likes."""
    asked = {name: request.GET.get(name, "").strip() for name in ("bot", "status", "kind")}
    wanted = {name: value for name, value in asked.items() if value and "\0" not in value}

    def page() -> HttpResponse:
        rows = matches.matches_wanted(user=request.user, ladder=slug, **wanted)
        context = {
            "page": page_of(request, rows, "number"),
            "asked": asked,
            "is_filtered": bool(wanted),
            "statuses": MatchStatus.choices,
            "kinds": BlockKind.choices,
        }
        return _tab(request, ladder_called(slug), "matches", context)

    return live(request, (cursor_of(slug), sorted(request.GET.items())), page, for_all=True)


@require_safe
def seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """What was published before the first deal, and how to check every deal against it."""
    found = ladder_called(slug)
    blocks = page_of(request, matches.dealt_blocks(ladder=found), "number")
    context = {"secret": found.revealed_secret, "page": blocks}
    return _tab(request, found, "seeds", context)


def cursor_of(slug: str) -> str:
    """Where the ladder of that name stands, or 404: what is kept of its pages needs no more."""
    cursor = matches.ladder_cursor(slug=slug)
    if cursor is None:
        raise Http404
    return cursor


def ladder_called(slug: str) -> Ladder:
    """The ladder of that name, or 404."""
    return get_object_or_404(Ladder, slug=slug)


def standings_stamp(ladder: Ladder) -> tuple[object, ...]:
    """What changes with everything that follows from results and from who plays."""
    return (
        *(ladder.commitment, ladder.title, ladder.state),
        *(ladder.roster_changes, ladder.settled_steps, ladder.fitted_steps),
    )


def _live_tab(
    request: HttpRequest, ladder: Ladder, tab: str, make: Callable[[], str]
) -> HttpResponse:
    """A tab that is the same for everybody, until results change it."""
    stamp = standings_stamp(ladder)

    def page() -> HttpResponse:
        return _tab(request, ladder, tab, {"part": kept(tab, stamp, make)})

    return live(request, stamp, page, for_all=True)


def _tab(request: HttpRequest, ladder: Ladder, tab: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"web/ladder/{tab}.html", {"ladder": ladder, "tab": tab, **context})


def _standings(ladder: Ladder, after: selectors.Place | None) -> str:
    lines = selectors.standings_page(ladder=ladder, after=after, size=LINES + 1)
    shown, more = lines[:LINES], lines[LINES:]
    last = shown[-1].place if more else None
    return render_to_string(
        "web/ladder/standings_part.html",
        {
            "ladder": ladder,
            "table": standings_table(shown) if shown else "",
            "newer": f"/ladders/{ladder.slug}/" if after else None,
            "older": f"?after={last.rank}-{last.entry}" if last else None,
        },
    )


def _now(ladder: Ladder) -> str:
    coming = matches.queued_matches(ladder=ladder, user=PUBLIC)
    results = matches.finished_matches(ladder=ladder, user=PUBLIC)
    return render_to_string(
        "web/ladder/now_part.html",
        {
            "ladder": ladder,
            "coming": list(coming[:NEXT]),
            "results": list(results[:NEXT]),
            "nobody_plays": players.nobody_plays(),
        },
    )


def _duels(ladder: Ladder) -> str:
    table = matches.head_to_head(ladder=ladder)
    return grid.duels(table) if table.duels else render_to_string(NO_RESULTS)


def _aspects(ladder: Ladder) -> str:
    table = matches.ladder_aspects(ladder=ladder)
    return grid.aspects(table) if table.usual else render_to_string(NO_RESULTS)


def _history(ladder: Ladder) -> str:
    best = selectors.standings_page(ladder=ladder, size=charts.TONES)
    return _history_of(ladder, [line.entry for line in best])


def _history_of(ladder: Ladder, entries: list[int]) -> str:
    lines = []
    times = []
    for entry in selectors.entries_named(ladder=ladder, entries=entries):
        points = matches.rating_history(entry=entry, most=200)
        if points:
            lines.append(
                charts.Line(
                    f"{entry.bot.owner.username}/{entry.bot.name}",
                    [(point.step, point.elo) for point in points],
                )
            )
            times += [points[0].played_at, points[-1].played_at]
    if not lines:
        return render_to_string(NO_RESULTS)
    chart = charts.line_chart(
        lines, title="Live ratings, match by match", times=(min(times), max(times))
    )
    return chart + charts.legend(lines)


def _place(text: str) -> selectors.Place | None:
    """Where a page of the standings begins."""
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    if found is None:
        raise Http404
    return selectors.Place(int(found[1]), int(found[2]))


urlpatterns = [
    path("ladders/", ladders, name="ladders"),
    path("ladders/<slug:slug>/", ladder, name="ladder"),
    path("ladders/<slug:slug>/history/", history, name="ladder-history"),
    path("ladders/<slug:slug>/grid/", head_to_head, name="ladder-grid"),
    path("ladders/<slug:slug>/roles/", roles, name="ladder-roles"),
    path("ladders/<slug:slug>/seeds/", seeds, name="ladder-seeds"),
    path("ladders/<slug:slug>/matches/", ladder_matches, name="ladder-matches"),
]
