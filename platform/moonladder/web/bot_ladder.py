"""How a bot fares on one ladder: its rating over time, by what it was dealt, against whom."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.template.loader import render_to_string

from matches import selectors as matches
from matches.models import Meeting
from moonladder.ladders import selectors
from moonladder.ladders.elo import START
from moonladder.ladders.models import Entry, Stint
from moonladder.web import charts
from moonladder.web.grid import ASPECTS

MET = 12
"""So many of those it met most often are listed."""

VERSIONS = 8
"""So many of its versions are compared, the latest first."""

LEAST_REACH = 250.0
"""How far the pictures of intervals go at least, to both sides of where everybody begins."""


class Opponent(NamedTuple):
    """Somebody a bot has met."""

    entry: Entry
    matches: int
    score: float
    """The share of these matches in which the bot came in first, ties counted half."""
    likelihood: float | None
    """How likely it is that the bot is the better one; empty where one of them is unrated."""


def on_ladder(place: Entry) -> str:
    """All of it, as a part of the bot's page."""
    stints = list(selectors.entry_stints(entry=place)[:VERSIONS])
    context = {
        "place": place,
        "chart": _chart(place),
        "stints": stints,
        "reach": reach_of(stints),
        "aspects": _aspects(matches.entry_aspects(entry=place)),
        "opponents": _opponents(place),
    }
    return render_to_string("web/bots/on_ladder.html", context)


def reach(places: Iterable[Entry]) -> tuple[float, float]:
    """The ends of the pictures of some places' intervals."""
    return reach_of([place.stint for place in places if place.stint is not None])


def reach_of(stints: Sequence[Stint]) -> tuple[float, float]:
    """The ends of pictures that hold all these intervals, and the start in the middle."""
    ends = [end for stint in stints for end in (stint.low, stint.high)]
    far = max([LEAST_REACH, *(abs(end - START) for end in ends)])
    return START - far, START + far


def _chart(place: Entry) -> str:
    points = matches.rating_history(entry=place, most=200)
    if not points:
        return ""
    name = f"{place.bot.owner.username}/{place.bot.name}"
    line = charts.Line(name, [(point.step, point.elo) for point in points])
    times = (points[0].played_at, points[-1].played_at)
    return charts.line_chart([line], title=f"Live rating of {name}, match by match", times=times)


def _aspects(
    results: Iterable[matches.AspectResult],
) -> list[tuple[str, list[matches.AspectResult]]]:
    """What it scores by seat, by role and by faction, each with its title."""
    order = list(ASPECTS)
    ordered = sorted(results, key=lambda result: order.index(result.aspect))
    return [
        (ASPECTS[aspect], list(found))
        for aspect, found in groupby(ordered, lambda result: result.aspect)
    ]


def _opponents(place: Entry) -> list[Opponent]:
    """Whom it met most often, and how sure it is which of the two is better."""
    met: list[Meeting] = list(matches.entry_meetings(entry=place)[:MET])
    likely = selectors.superiorities(one=place, others=[meeting.other for meeting in met])
    return [
        Opponent(
            meeting.other,
            meeting.matches,
            meeting.score / meeting.matches,
            likely.get(meeting.other_id),
        )
        for meeting in met
    ]
