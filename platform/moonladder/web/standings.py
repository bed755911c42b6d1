"""The table of the standings: made of prepared strings, because it has many rows."""

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe

from moonladder.ladders.selectors import Standing
from moonladder.web import pieces

HEAD = (
    '<table class="as-cards standings"><caption>Ranked by the fitted rating, with the interval '
    "that holds it 95 times in 100; in brackets the ranks that the results leave possible."
    "</caption><thead><tr>"
    '<th scope="col">Rank</th><th scope="col">Bot</th><th scope="col" class="number">Rating</th>'
    '<th scope="col" class="picture">Interval</th><th scope="col" class="number">Live Elo</th>'
    '<th scope="col" class="number">Matches</th></tr></thead><tbody>'
)
TAIL = "</tbody></table>"


def standings_table(standings: Sequence[Standing]) -> SafeString:
    """The lines, with their intervals on one scale."""
    rated = [line for line in standings if line.rank]
    least = min((line.low for line in rated), default=0.0)
    most = max((line.high for line in rated), default=0.0)
    rows = [_row(line, least, most) for line in standings]
    return mark_safe(f"{HEAD}{''.join(rows)}{TAIL}")


def _row(line: Standing, least: float, most: float) -> str:
    name = pieces.bot_link(line.owner, line.bot)
    return (
        f'<tr><td class="rank">{_rank(line)}</td><th scope="row">{name} '
        f'<span class="badge">v{line.version}</span>{_badges(line)}</th>'
        f"{_rating(line, least, most)}"
        f'<td class="number" data-label="Live Elo">{line.elo:.0f}</td>'
        f'<td class="number" data-label="Matches">{line.matches}</td></tr>'
    )


def _rank(line: Standing) -> str:
    if line.rank is None:
        return '<span class="soft">&ndash;<span class="hidden-text">not ranked yet</span></span>'
    best, worst = line.best_rank or line.rank, line.worst_rank or line.rank
    if best == worst:
        return f"<b>{line.rank}</b>"
    return f'<b>{line.rank}</b> <span class="soft small nowrap">({best}&ndash;{worst})</span>'


def _rating(line: Standing, least: float, most: float) -> str:
    if line.rank is None:
        return '<td class="number soft" data-label="Rating">not yet</td><td class="picture"></td>'
    drawn = pieces.interval(line.rating, line.low, line.high, least, most)
    return (
        f'<td class="number" data-label="Rating">'
        f"{pieces.rating(line.rating, line.low, line.high)}</td>"
        f'<td class="picture">{drawn}</td>'
    )


def _badges(line: Standing) -> str:
    badges = ""
    if line.is_house:
        badges += ' <span class="badge">house</span>'
    if line.disabled_at:
        badges += ' <span class="badge bad">disabled</span>'
    elif not line.is_active:
        badges += ' <span class="badge warn">withdrawn</span>'
    return badges
