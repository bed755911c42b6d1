"""Pictures of ratings and results, drawn on the server as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 24
TONES = 8
"""How many lines can be told apart."""


@dataclass(frozen=True)
class Line:
    """One line of a chart: its name, and its points from left to right."""

    label: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Scale:
    """Where values lie in the picture."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.least) / ((self.most - self.least) or 1.0)
        return self.start + share * (self.end - self.start)


def line_chart(
    lines: Sequence[Line], *, title: str, times: tuple[datetime, datetime]
) -> SafeString:
    """Some lines over one another; what they are called stands in the legend below."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    across = Scale(min(xs), max(xs), LEFT, WIDTH - RIGHT)
    marks = steps(min(ys), max(ys))
    up = Scale(marks[0], marks[-1], HEIGHT - BOTTOM, TOP)
    drawn = "".join(
        f'<g class="t{number % TONES}"><polyline class="line" points="{_path(line, across, up)}">'
        f"<title>{escape(line.label)}</title></polyline></g>"
        for number, line in enumerate(lines)
    )
    return mark_safe(
        '<div class="scroll" tabindex="0" role="region" aria-label="Chart">'
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{_grid(marks, up)}{_ends(times)}{drawn}</svg></div>'
    )


def legend(lines: Sequence[Line]) -> SafeString:
    """Which line is whose, and where it ends."""
    items = "".join(
        f'<li class="t{number % TONES}">{escape(line.label)} '
        f'<span class="soft number">{line.points[-1][1]:.0f}</span></li>'
        for number, line in enumerate(lines)
    )
    return mark_safe(f'<ul class="legend">{items}</ul>')


def steps(least: float, most: float) -> list[float]:
    """Round numbers that enclose all values, not too many of them."""
    size = next(
        size for size in (10, 20, 50, 100, 200, 500, 1000, 10**9) if (most - least) / size <= 6
    )
    first = int(least // size)
    last = max(int(-(-most // size)), first + 1)
    return [float(number * size) for number in range(first, last + 1)]


def _path(line: Line, across: Scale, up: Scale) -> str:
    return " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in line.points)


def _grid(marks: Sequence[float], up: Scale) -> str:
    return "".join(
        f'<path class="grid" d="M{LEFT} {up(mark):.1f}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{up(mark) + 4:.1f}" text-anchor="end">{mark:.0f}</text>'
        for mark in marks
    )


def _ends(times: tuple[datetime, datetime]) -> str:
    first, last = (f"{time:%Y-%m-%d %H:%M}" for time in times)
    return (
        f'<text x="{LEFT}" y="{HEIGHT - 6}">{first}</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{last} UTC</text>'
    )
