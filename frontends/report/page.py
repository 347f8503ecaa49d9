"""A report as one HTML page, with its plots and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from greyc.frontends.cells import number_of
from greyc.frontends.report.document import document, table
from greyc.frontends.report.forms import CardJson, CellJson, ReportJson, SpreadJson
from greyc.frontends.report.plots import DIFFERENCES, SHARES, Mark, Row, bar, box, chart, counts, dot, legend
from greyc.frontends.report.told import (
    alone,
    end_title,
    head,
    length_of,
    length_title,
    named,
    percent,
    players,
    points,
    win,
)

COLOURS = 8  # classes s0 to s7 of page.css

READING = """<p class="note">A dot is the share of games won, the line its interval of 95 % (Wilson). All cells have the same
seeds. <b>Seen</b>: games in which some player saw a copy of the card. <b>Used</b>: an option is set to it, a player brought it or
named it in an answer, or something of its own words did something. <b>Difference</b>: win rate of games with the card used less
those without, in points, compared within cells (Mantel and Haenszel); that games differ in more than this card is not ruled out: a card that is used only
late is used in games that lasted. Of a hundred cards that do nothing, about five will look as if they did.</p>"""


def page(report: ReportJson) -> str:
    """The whole page."""
    parts = [
        ("wins", "Win rate", wins(report)),
        ("length", f"Length ({length_title(report)})", lengths(report)),
        ("losses", "How games end", ends(report)),
        ("alone", "Who wins alone", winners(report)),
        ("bots", "Bots compared", bots(report)),
        ("cards", "Cards", cards(report)),
        ("lines", "Lines of cards that never did anything", lines(report)),
        ("broken", "Games that broke", broken(report)),
    ]
    shown = [(name, title, html) for name, title, html in parts if html]
    body = "\n".join(
        f'<section id="{name}"><h2>{escape(title)}</h2>\n{html}\n</section>' for name, title, html in shown
    )
    menu = [(name, title) for name, title, _ in shown]
    title = f"{report.title}: balance from play"
    return document(title, head(report), menu, f"{body}\n<h2>How to read it</h2>\n{READING}", scripts=["page.js"])


# ---- cells ----------------------------------------------------------------------------------


def grouped(report: ReportJson) -> Iterator[tuple[tuple[str, ...], list[list[CellJson]]]]:
    """For each value of the options, for each number of seats: the cells of all bots."""
    for values in dict.fromkeys(cell.values for cell in report.cells):
        of_value = [cell for cell in report.cells if cell.values == values]
        yield values, [[cell for cell in of_value if cell.seats == count] for count in report.seats]


def wins(report: ReportJson) -> str:
    rows = []
    for values, seats in grouped(report):
        rows.append(Row(named(report, values)))
        for cells in seats:
            marks = [
                Mark(
                    report.bots.index(cell.bot),
                    (cell.win.low, cell.win.rate, cell.win.high),
                    f"{cell.bot}: {_rate(cell)}",
                )
                for cell in cells
                if cell.win.games
            ]
            rows.append(Row(players(cells[0].seats), tuple(marks)))
    as_table = table(
        ["", "bot", *map(players, report.seats), "mean", "furthest"],
        [
            [
                escape(named(report, group.values)),
                escape(group.bot),
                *(_rate(c) for c in report.cells if c.values == group.values and c.bot == group.bot),
                percent(group.mean),
                points(group.furthest),
            ]
            for group in report.groups
        ],
    )
    return (
        legend(report.bots) + chart(rows, SHARES, dot) + f"<details><summary>As a table</summary>{as_table}</details>"
    )


def _rate(cell: CellJson) -> str:
    return f"{win(cell)}, {cell.win.won} of {cell.win.games}"


def lengths(report: ReportJson) -> str:
    rows = []
    greatest = max((s.greatest for cell in report.cells if (s := length_of(cell)) is not None), default=1)
    for values, seats in grouped(report):
        rows.append(Row(named(report, values)))
        for cells in seats:
            marks = []
            for cell in cells:
                if (s := length_of(cell)) is not None:
                    span = (s.least, s.lower, s.median, s.upper, s.greatest)
                    marks.append(Mark(report.bots.index(cell.bot), span, f"{cell.bot}: {_spread(s)}"))
            rows.append(Row(players(cells[0].seats), tuple(marks)))
    body = [
        [
            escape(named(report, cell.values)),
            str(cell.seats),
            escape(cell.bot),
            _spread(cell.decisions) if cell.decisions else "",
            *(_spread(period.spread) for period in cell.periods),
        ]
        for cell in report.cells
    ]
    periods = next((cell.periods for cell in report.cells if cell.periods), ())
    as_table = table(["", "players", "bot", "decisions", *(period.title for period in periods)], body)
    return (
        legend(report.bots)
        + chart(rows, counts(greatest), box)
        + f"<details><summary>As a table</summary>{as_table}</details>"
    )


def _spread(s: SpreadJson) -> str:
    return f"{s.median} ({s.lower} to {s.upper}, all {s.least} to {s.greatest})"


def ends(report: ReportJson) -> str:
    """For each value and number of players what its games ended with, all bots together."""
    totals: Counter[tuple[str, str]] = Counter()
    for cell in report.cells:
        for end in cell.ends:
            totals[end.outcome, end_title(end)] += end.games
    order = sorted(totals, key=lambda key: (key[0] != "won", -totals[key], key))
    if len(order) > COLOURS:
        order = order[: COLOURS - 1]
    rows = []
    for values, seats in grouped(report):
        rows.append(Row(named(report, values)))
        for cells in seats:
            counted: Counter[tuple[str, str]] = Counter()
            for cell in cells:
                for end in cell.ends:
                    counted[end.outcome, end_title(end)] += end.games
            marks, start = [], 0
            for key, games in sorted(
                counted.items(), key=lambda each: order.index(each[0]) if each[0] in order else 99
            ):
                series = order.index(key) if key in order else COLOURS - 1
                span = (start / counted.total(), (start + games) / counted.total())
                marks.append(Mark(series, span, f"{key[0]}: {key[1]} ({number_of(games, 'game')})"))
                start += games
            rows.append(Row(players(cells[0].seats), tuple(marks)))
    names = [f"{outcome}: {text}" for outcome, text in order] + (["others"] if len(totals) > len(order) else [])
    note = "<p>The games of all bots together.</p>" if len(report.bots) > 1 else ""
    return note + legend(names) + chart(rows, SHARES, bar)


def winners(report: ReportJson) -> str:
    """Which seats win alone, and with which cards."""
    seats = [
        [escape(named(report, cell.values)), str(cell.seats), escape(cell.bot), str(sum(cell.alone)), alone(cell)]
        for cell in report.cells
        if cell.alone
    ]
    if not seats:
        return ""
    having = [
        [
            escape(card.title),
            escape(card.kind),
            *(str(number) for number in (each.seats, each.won)),
            points(each.difference),
            f"{points(each.low)} to {points(each.high)}",
        ]
        for card in report.cards
        if (each := card.alone) is not None
    ]
    by_card = table(["card", "kind", "seats that had it", "won", "less the even share", "interval"], having)
    return (
        table(["", "players", "bot", "games", "by seat"], seats)
        + f"<details><summary>By the cards that seats had</summary>{by_card}</details>"
    )


def bots(report: ReportJson) -> str:
    if not report.compared:
        return ""
    rows = []
    pairs = dict.fromkeys((each.first, each.second) for each in report.compared)
    for first, second in pairs:
        rows.append(Row(f"{first} less {second}"))
        for each in report.compared:
            if (each.first, each.second) == (first, second):
                interval = f"{points(each.difference)} ({points(each.low)} to {points(each.high)}), {number_of(each.pairs, 'pair')}"
                name = "all" if each.values is None else named(report, each.values)
                rows.append(Row(name, (Mark(0, (each.low, each.difference, each.high), interval),)))
    note = (
        "<p>Points of the win rate, on the same seeds: a dot to the right of 0 means that the first bot wins more.</p>"
    )
    return note + chart(rows, DIFFERENCES, dot)


# ---- cards ----------------------------------------------------------------------------------


def cards(report: ReportJson) -> str:
    """All cards as a table that can be sorted, with a small plot of the difference."""
    titles = [
        "card",
        "kind",
        "pack",
        "seen",
        "used in",
        "of seen",
        "chosen",
        "own words ran",
        "difference",
        "interval",
        "verdict",
    ]
    body = "".join(f"<tr>{_card(card)}</tr>" for card in report.cards)
    never = [card for card in report.cards if card.seen and not card.used]
    unseen = [card for card in report.cards if not card.seen]
    same = [card for card in report.cards if card.verdict == "no difference"]
    lists = "".join(
        f"<details><summary>{escape(title)}: {len(some)}</summary><p>{escape(', '.join(card.title for card in some))}</p></details>"
        for title, some in (("Seen, but never used", never), ("Never seen", unseen), ("Never moved the win rate", same))
        if some
    )
    heads = "".join(f"<th>{escape(title)}</th>" for title in titles)
    return (
        f'{lists}<input type="search" placeholder="Show only cards with ..." aria-label="Show only cards with">'
        f'<div class="scroll"><table class="sorts"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _card(card: CardJson) -> str:
    share = card.used / card.seen if card.seen else None
    cells = [
        f"<td>{escape(card.title)}</td>",
        f'<td class="left">{escape(card.kind)}</td>',
        f'<td class="left">{escape(card.pack)}</td>',
        *(f"<td>{count}</td>" for count in (card.seen, card.used)),
        f'<td data-value="{"" if share is None else round(share, 4)}">{"" if share is None else percent(share)}</td>',
        *(f"<td>{count}</td>" for count in (card.chosen, card.ran)),
        f'<td data-value="{"" if card.difference is None else card.difference}">{points(card.difference)}</td>',
        f"<td>{_interval(card)}</td>",
        f'<td class="left {card.verdict}">{escape(card.verdict)}</td>',
    ]
    return "".join(cells)


def _interval(card: CardJson) -> str:
    if card.difference is None or card.low is None or card.high is None:
        return ""
    x = [60 + 60 * value for value in (card.low, card.difference, card.high)]
    return (
        f'<svg width="120" height="14" class="s0"><title>{points(card.low)} to {points(card.high)}</title>'
        f'<line x1="60" x2="60" y1="0" y2="14" stroke="var(--rule)"/>'
        f'<line x1="{x[0]:.1f}" x2="{x[2]:.1f}" y1="7" y2="7" stroke="currentColor"/>'
        f'<circle cx="{x[1]:.1f}" cy="7" r="3" fill="currentColor"/></svg>'
    )


def lines(report: ReportJson) -> str:
    body = [
        [f"<code>{escape(each.path)}:{each.line}</code>", escape(each.message), f"<code>{escape(each.source)}</code>"]
        for each in report.lines
    ]
    return f'<div class="scroll">{table(["where", "what", "line"], body, left=True)}</div>' if body else ""


def broken(report: ReportJson) -> str:
    return "".join(f"<p>{escape(each.message)}<br><code>{escape(each.command)}</code></p>" for each in report.broken)


__all__ = ["page"]
