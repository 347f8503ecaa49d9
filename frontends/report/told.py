"""A report as text for a terminal: win rates by option and seats, lengths, how players lose, cards, lines that never ran."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from greyc.frontends.cells import number_of, pad, wrap
from greyc.frontends.cells import width as width_of
from greyc.frontends.report.forms import CardJson, CellJson, EndJson, ReportJson, SpreadJson

MOST_CARDS = 8  # of each sort; --format json and the page have all
MOST_LINES = 12
ENOUGH = 20
"""Seats with a card from which on their share of the wins is told."""

Row = Sequence[str]
Entry = Callable[[CellJson], str]


def told(report: ReportJson, width: int) -> list[str]:
    """The lines of the report."""
    out = [head(report)]
    for bot in report.bots:
        cells = [cell for cell in report.cells if cell.bot == bot]
        out += ["", f"Win rate, bot {bot} (95 % interval)", *grid(report, cells, win)]
        out += [
            "",
            f"Length, bot {bot}: {length_title(report)} (middle half of the games)",
            *grid(report, cells, length),
        ]
        if any(cell.alone for cell in cells):
            out += ["", f"Games won alone by each seat, bot {bot}", *grid(report, cells, alone)]
    out += [*compared(report), *losses(report), *cards(report, width), *lines(report, width)]
    return out


def head(report: ReportJson) -> str:
    last = report.seed + report.games - 1
    seeds = f"seed {last}" if report.games == 1 else f"seeds {report.seed} to {last}"
    games = f"{number_of(report.games, 'game')} ({seeds}) in each of {number_of(len(report.cells), 'cell')}"
    fixed = "".join(f", {name} {value}" for name, value in report.fixed.items())
    stopped = (
        f"; stopped after {number_of(sum(c.win.games + c.broken for c in report.cells), 'game')}"
        if report.stopped
        else ""
    )
    return f"{report.title}: {games}{fixed}{stopped}"


# ---- tables ---------------------------------------------------------------------------------


def grid(report: ReportJson, cells: Sequence[CellJson], entry: Entry) -> list[str]:
    """One row for each value of the options, one column for each number of players."""
    values = list(dict.fromkeys(cell.values for cell in cells))
    rows: list[Row] = [["", *map(players, report.seats), *(["all"] if entry is win else [])]]
    for each in values:
        row = [named(report, each)]
        for count in report.seats:
            row += [entry(cell) for cell in cells if cell.values == each and cell.seats == count]
        if entry is win:
            row += [f"{percent(g.mean)}" for g in report.groups if g.values == each and g.bot == cells[0].bot]
        rows.append(row)
    return table(rows)


def table(rows: Sequence[Row]) -> list[str]:
    """Columns as wide as they must be, the first to the left, the others to the right."""
    widths = [max(width_of(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows)))]
    return [
        "  " + "  ".join(pad(text, size) if k == 0 else text.rjust(size) for k, (text, size) in enumerate(zip(row, widths, strict=False)))
        for row in rows
    ]  # fmt: skip


def win(cell: CellJson) -> str:
    if not cell.win.games:
        return "-"
    return f"{percent(cell.win.rate)} ({whole(cell.win.low)}-{whole(cell.win.high)})"


def alone(cell: CellJson) -> str:
    total = sum(cell.alone)
    return f"{', '.join(whole(won / total) for won in cell.alone)} %" if total else "-"


def length(cell: CellJson) -> str:
    spread = length_of(cell)
    return "-" if spread is None else f"{spread.median} ({spread.lower}-{spread.upper})"


def length_of(cell: CellJson) -> SpreadJson | None:
    """How often the first of the game's periods began, else the decisions; None where no game came to its end."""
    return cell.periods[0].spread if cell.periods else cell.decisions


def length_title(report: ReportJson) -> str:
    cell = next((cell for cell in report.cells if cell.periods), None)
    return f"times “{cell.periods[0].title}”" if cell is not None else "decisions"


def end_title(end: EndJson) -> str:
    """What an end of the game says, else where it stands."""
    return end.text or f"{end.path}:{end.line}"


def named(report: ReportJson, values: Sequence[str]) -> str:
    """The values of a row by their titles."""
    titles = [dict(option.values).get(value, value) for option, value in zip(report.options, values, strict=True)]
    return ", ".join(titles) if titles else report.title


def percent(share: float) -> str:
    return f"{whole(share)} %"


def whole(share: float) -> str:
    return f"{100 * share:.0f}"


def players(count: int) -> str:
    return f"{count} player" if count == 1 else f"{count} players"


def points(difference: float | None) -> str:
    return "" if difference is None else f"{100 * difference:+.0f}"


# ---- what is told besides -------------------------------------------------------------------


def compared(report: ReportJson) -> Iterator[str]:
    if report.compared:
        yield from ("", "Bots compared on the same seeds (points of the win rate, 95 % interval)")
    for each in report.compared:
        where = "all" if each.values is None else named(report, each.values)
        interval = f"{points(each.difference)} ({points(each.low)} to {points(each.high)})"
        yield f"  {each.first} less {each.second}, {where}: {interval}, {number_of(each.pairs, 'pair')}"


def losses(report: ReportJson) -> Iterator[str]:
    """How players lose, for each value of the options."""
    lost: dict[tuple[str, ...], Counter[str]] = {}
    for cell in report.cells:
        for end in cell.ends:
            if end.outcome == "lost":
                lost.setdefault(cell.values, Counter())[end_title(end)] += end.games
    if lost:
        yield from ("", "How players lose")
    for values, counts in lost.items():
        told = "; ".join(f"{percent(count / counts.total())} {text}" for text, count in counts.most_common())
        yield f"  {named(report, values)}: {told}"


def cards(report: ReportJson, width: int) -> Iterator[str]:
    """Cards used most and least, never used, and what they do to the win rate."""
    total = sum(cell.win.games for cell in report.cells)
    seen = [card for card in report.cards if card.seen]
    used = sorted((card for card in seen if card.used), key=lambda card: (-card.used / card.seen, card.card))
    sorts = [
        ("Used most of the games in which they were seen", used[:MOST_CARDS], share),
        ("Used least", used[MOST_CARDS:][-MOST_CARDS:][::-1], share),
        ("Seen but never used", [card for card in seen if not card.used], None),
        ("Never seen", [card for card in report.cards if not card.seen], None),
        ("Won more often with", by_verdict(report, "helps"), effect),
        ("Won less often with", by_verdict(report, "hurts"), effect),
        ("Made no difference", by_verdict(report, "no difference"), effect),
        ("Who had it won alone more often than others", by_seat(report, 1), seat_effect),
        ("Who had it won alone less often", by_seat(report, -1), seat_effect),
    ]
    yield from ("", f"Cards in {number_of(total, 'game')}")
    for title, some, say in sorts:
        if some:
            names = [card.title + (f" {say(card)}" if say is not None else "") for card in some[:MOST_CARDS]]
            more = f" and {len(some) - MOST_CARDS} more" if len(some) > MOST_CARDS else ""
            yield from wrap(f"{title}: {', '.join(names)}{more}.", width, "  ", "    ")


def by_verdict(report: ReportJson, verdict: str) -> list[CardJson]:
    some = [card for card in report.cards if card.verdict == verdict]
    return sorted(some, key=lambda card: (-abs(card.difference or 0), card.card))


def by_seat(report: ReportJson, sign: int) -> list[CardJson]:
    """Cards whose seats won more (1) or less (-1) often than an even share, and not by chance alone."""
    some = [
        (card, card.alone.difference)
        for card in report.cards
        if card.alone is not None
        and card.alone.seats >= ENOUGH
        and (card.alone.low if sign > 0 else -card.alone.high) > 0
    ]
    return [card for card, _ in sorted(some, key=lambda each: (-sign * each[1], each[0].card))]


def seat_effect(card: CardJson) -> str:
    return f"({points(card.alone.difference if card.alone is not None else None)})"


def share(card: CardJson) -> str:
    return f"({percent(card.used / card.seen)})"


def effect(card: CardJson) -> str:
    return f"({points(card.difference)})"


def lines(report: ReportJson, width: int) -> Iterator[str]:
    if report.lines:
        yield from ("", f"Lines of cards that never did anything: {len(report.lines)}")
    for each in report.lines[:MOST_LINES]:
        yield from wrap(f"{each.path}:{each.line}: {each.message}: {each.source}", width, "  ", "    ")
    if len(report.lines) > MOST_LINES:
        yield f"  and {len(report.lines) - MOST_LINES} more (--format json, or the page)"


__all__ = [
    "alone",
    "end_title",
    "head",
    "length_of",
    "length_title",
    "named",
    "percent",
    "players",
    "points",
    "told",
    "win",
]
