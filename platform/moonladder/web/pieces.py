"""Small pieces of HTML that many pages share; tables of hundreds of rows are made of them.

What comes from people is escaped here. Templates reach the same pieces with `{% load pieces %}`.
"""

import json
import re
from datetime import UTC, datetime

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from moonladder.ladders import games
from moonladder.web import addresses

WIDTH = 200
"""Of the picture of an interval, in its own units."""

STATES = {
    "open": "live",
    "paused": "warn",
    "closed": "",
    "running": "live",
    "void": "bad",
    "ready": "good",
    "rejected": "bad",
    "failed": "warn",
}
"""How the words for states look, where they are not plain."""

LANGUAGES = {"javascript": "JavaScript", "cpp": "C++"}
"""What languages are called whose short names are not enough."""


def bot_link(owner: str, name: str) -> SafeString:
    """A bot, as it is called everywhere, leading to its page."""
    address = escape(addresses.bot(owner, name))
    named = f'<span class="soft">{escape(owner)}/</span>{escape(name)}'
    return mark_safe(f'<a class="break" href="{address}">{named}</a>')


def version_link(owner: str, name: str, number: int) -> SafeString:
    """One version of a bot, leading to its page."""
    address = escape(addresses.version(owner, name, number))
    return mark_safe(f'<a class="badge" href="{address}">v{number}</a>')


def match_link(slug: str, number: int) -> SafeString:
    """A match by its name, leading to its page."""
    address = escape(addresses.match(slug, number))
    return mark_safe(f'<a class="nowrap" href="{address}">{escape(slug)}/{number}</a>')


def moment(when: datetime | None) -> SafeString:
    """A time: in UTC as it is written here, how long ago once scripts run."""
    if when is None:
        return mark_safe("&ndash;")
    utc = when.astimezone(UTC)
    return mark_safe(
        f'<time class="nowrap" data-ago datetime="{utc:%Y-%m-%dT%H:%M:%SZ}">'
        f"{utc:%Y-%m-%d %H:%M} UTC</time>"
    )


def state(word: str) -> SafeString:
    """How a ladder, match or version stands, in one word."""
    return mark_safe(f'<span class="badge {STATES.get(word, "")}">{escape(word)}</span>')


def rating(mean: float, low: float, high: float) -> SafeString:
    """A fitted rating in numbers, with the interval that holds 95 % of what is likely."""
    return mark_safe(
        f'<span class="nowrap"><b>{mean:.0f}</b> '
        f'<span class="soft small">{low:.0f} to {high:.0f}</span></span>'
    )


def interval(mean: float, low: float, high: float, least: float, most: float) -> SafeString:
    """The same drawn, on a scale from `least` to `most` that a table's rows share."""
    reach = max(most - least, 1.0)
    x, left, right = ((value - least) / reach * WIDTH for value in (mean, low, high))
    return mark_safe(
        f'<svg class="interval" viewBox="0 0 {WIDTH} 16" preserveAspectRatio="none" '
        f'aria-hidden="true"><path class="rail" d="M0 8h{WIDTH}"/>'
        f'<rect class="span" x="{left:.1f}" y="3" width="{right - left:.1f}" height="10" rx="2"/>'
        f'<rect class="mean" x="{x - 1.5:.1f}" y="1" width="3" height="14" rx="1"/></svg>'
    )


def share(part: float, usual: float | None = None) -> SafeString:
    """A part of a whole, from 0 to 1, as a bar; a line marks what is usual."""
    mark = "" if usual is None else f'<path class="usual" d="M{usual * WIDTH:.1f} 0v12"/>'
    return mark_safe(
        f'<svg class="share" viewBox="0 0 {WIDTH} 12" preserveAspectRatio="none" '
        f'aria-hidden="true"><rect class="all" y="2" width="{WIDTH}" height="8" rx="2"/>'
        f'<rect class="part" y="2" width="{part * WIDTH:.1f}" height="8" rx="2"/>{mark}</svg>'
    )


def as_json(value: object) -> str:
    """A message as it went over the wire."""
    return json.dumps(value, ensure_ascii=False)


def signed(change: float, places: int = 1) -> str:
    """A change with its sign; the minus is as wide as the plus."""
    return f"{change:+z.{places}f}".replace("-", "\N{MINUS SIGN}")


def percent(part: float) -> str:
    """A part of a whole in words."""
    return f"{part:.0%}".replace("%", " %")


def points(change: float) -> str:
    """A difference between two shares, in percentage points."""
    return signed(change * 100, 0)


def game_title(game: str) -> str:
    """What a game is called."""
    return games.title(game)


def words(name: str) -> str:
    """A name of the engine as people write it."""
    return name.replace("_", " ").capitalize()


def coded(text: str) -> SafeString:
    """A sentence with what stands between backticks as code."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def language(runtime: str) -> str:
    """What a bot is written in, as people write it; nothing while that is not known."""
    return LANGUAGES.get(runtime, words(runtime))


def hexadecimal(seed: int) -> str:
    """A seed as the first digits of the hash it comes from."""
    return f"{seed:013x}"
