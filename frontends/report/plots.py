"""The plots of a report's page as SVG: dots with intervals, boxes, stacked bars. All have rows with a name at the left.

Written here because it is little (decision 0231): a library that draws as much brings megabytes of script into each page. Colours
and fonts are classes of page.css, so a plot follows the reader's light or dark page; what a mark says in numbers is in its title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from attrs import frozen

RIGHT, ROW, TOP = 30, 22, 30
WIDTH = 860
LETTER = 6.7  # about what a letter takes of the width


@frozen
class Mark:
    """One of a row: `series` chooses its colour; `values` are a dot with its interval (low, middle, high), a box (least, lower,
    median, upper, greatest) or a piece of a bar (from, to). `title` is shown when it is pointed at."""

    series: int
    values: tuple[float, ...]
    title: str


@frozen
class Row:
    """A line of a plot; a row without marks is a heading."""

    name: str
    marks: tuple[Mark, ...] = ()


def scale(low: float, high: float, left: float) -> Callable[[float], float]:
    """From values to places across, from `left` on."""
    span = (high - low) or 1
    return lambda value: left + (min(max(value, low), high) - low) / span * (WIDTH - left - RIGHT)


def chart(
    rows: Sequence[Row],
    ticks: Sequence[tuple[float, str]],
    draw: Callable[[Mark, Callable[[float], float], float], str],
) -> str:
    """A plot whose axis goes from the first tick to the last; `draw` gives a mark's SVG at a height."""
    longest = max((len(row.name) for row in rows if row.marks), default=0)
    left = min(WIDTH / 2, max(130.0, 24 + LETTER * longest))
    x = scale(ticks[0][0], ticks[-1][0], left)
    height = TOP + ROW * len(rows) + 10
    out = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" class="chart">']
    for value, label in ticks:
        out.append(f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP - 6}" y2="{height - 8}"/>')
        out.append(f'<text class="tick" x="{x(value):.1f}" y="{TOP - 12}">{escape(label)}</text>')
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        kind = "name" if row.marks else "heading"
        place = left - 12 if row.marks else 4
        out.append(f'<text class="{kind}" x="{place}" y="{y + 4:.1f}">{escape(row.name)}</text>')
        middle = (len(row.marks) - 1) / 2
        lanes = draw is not bar
        for k, mark in enumerate(row.marks):
            offset = (k - middle) * min(7.0, (ROW - 6) / len(row.marks)) if lanes else 0.0
            out.append(f'<g class="s{mark.series}">{draw(mark, x, y + offset)}<title>{escape(mark.title)}</title></g>')
    return "\n".join([*out, "</svg>"])


def dot(mark: Mark, x: Callable[[float], float], y: float) -> str:
    low, middle, high = mark.values
    return (
        f'<line class="whisker" x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{x(middle):.1f}" cy="{y:.1f}" r="4"/>'
    )


def box(mark: Mark, x: Callable[[float], float], y: float) -> str:
    least, lower, median, upper, greatest = mark.values
    return (
        f'<line class="whisker" x1="{x(least):.1f}" x2="{x(greatest):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<rect x="{x(lower):.1f}" y="{y - 4:.1f}" width="{max(3.0, x(upper) - x(lower)):.1f}" height="8"/>'
        f'<line class="median" x1="{x(median):.1f}" x2="{x(median):.1f}" y1="{y - 5:.1f}" y2="{y + 5:.1f}"/>'
    )


def bar(mark: Mark, x: Callable[[float], float], y: float) -> str:
    start, end = mark.values
    return f'<rect x="{x(start):.1f}" y="{y - 7:.1f}" width="{max(0.0, x(end) - x(start)):.1f}" height="14"/>'


def legend(names: Sequence[str]) -> str:
    """Which colour is what."""
    entries = "".join(f'<span class="s{k}"><i></i>{escape(name)}</span>' for k, name in enumerate(names))
    return f'<p class="legend">{entries}</p>'


SHARES = tuple((k / 4, f"{25 * k} %") for k in range(5))
DIFFERENCES = tuple((k / 4, f"{25 * k:+d}" if k else "0") for k in range(-4, 5))


def counts(greatest: int) -> list[tuple[float, str]]:
    """Ticks from nought to a count, at most six of them, at round numbers."""
    step = next(unit * 10**tens for tens in range(19) for unit in (1, 2, 5) if 5 * unit * 10**tens >= greatest)
    return [(k * step, str(k * step)) for k in range(max(1, -(-greatest // step)) + 1)]


__all__ = ["DIFFERENCES", "SHARES", "Mark", "Row", "bar", "box", "chart", "counts", "dot", "legend"]
