"""Boards and drawings to IR: a picture in letters, read with its legend.

In a drawing each word is a place. On a grid words that stand below each other share a column; `.` or nothing is a hole.
On a hex board every other row is drawn half a place to the right. A word stands in the legend, or is the name of a
printed place itself. A graph has no drawing: its places are named by its links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from attrs import frozen

from greyc.compiler.acts import Pack
from greyc.compiler.entries import BoardInfo, CardInfo
from greyc.compiler.expr import lower_test
from greyc.compiler.names import report_unknown
from greyc.compiler.printing import Printing
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.nodes import Span
from greyc.runtime import ir

Shifted = Literal["odd", "even"]
_QUOTES = 3


@frozen
class _Token:
    """A word of a drawing; `x` is its offset in its line, `row` counts from 1."""

    text: str
    x: int
    row: int
    span: Span


@frozen
class _Legend:
    """What a word of a drawing stands for."""

    node: nodes.Legend
    card: str | None
    fields: dict[str, ir.Expr]


def declare_board(info: BoardInfo, unit: Unit, pack: Pack) -> ir.Board:
    node = info.node
    frame = Frame(pack.symbols, pack.reporter, unit, "board", info.name)
    scope = scope_of(frame)
    cells: list[ir.Cell] = []
    shifted: Shifted = "odd"
    links: list[tuple[str, str]] = []
    rule = None
    legends = [each for each in node.members if isinstance(each, nodes.Legend)]
    drawings = [each for each in node.members if isinstance(each, nodes.Drawing)]
    for again in drawings[1:]:
        scope.report("second-drawing", again)
    if info.shape == "graph":
        for useless in [*drawings, *legends]:
            scope.report("drawn-graph", useless)
        links, cells = _graph(info, scope, pack)
    else:
        for link in node.members:
            if isinstance(link, nodes.Link):
                scope.report("links-on-drawing", link, shape=info.shape)
        if drawings:
            cells, shifted = drawing_cells(drawings[0], legends, info.place, info.shape, scope, pack)
    for member in node.members:
        if isinstance(member, nodes.LinkRule):
            rule = _rule(info, member, scope, pack)
    return ir.Board(
        name=info.name,
        shape=info.shape,
        kind=info.place,
        cells=cells,
        links=links,
        rule=rule,
        title=pack.texts.title(f"board.{info.name}", node.title),
        file=unit.index,
        at=unit.at(node.name),
        shifted=shifted,
    )


def _rule(info: BoardInfo, node: nodes.LinkRule, scope: Scope, pack: Pack) -> tuple[str, str, ir.Expr] | None:
    inside = scope.block()
    place = pack.symbols.kinds.get(info.place)
    if place is None:
        return None
    inside.bind(node.first.text, place.type, node.first.span)
    inside.bind(node.second.text, place.type, node.second.span)
    return node.first.text, node.second.text, lower_test(node.condition, inside).expr


def _graph(info: BoardInfo, scope: Scope, pack: Pack) -> tuple[list[tuple[str, str]], list[ir.Cell]]:
    """Links both ways once, and each place that they name in the order of its first mention."""
    places: dict[str, nodes.Name] = {}
    links: dict[tuple[str, str], None] = {}
    for node in info.node.members:
        if not isinstance(node, nodes.Link):
            continue
        names = [name for name in [node.place, *node.to] if _is_place(name, info, scope, pack)]
        for name in names:
            places.setdefault(name.text, name)
        if node.place not in names:
            continue
        for other in names[1:]:
            pair = (node.place.text, other.text)
            if pair[0] == pair[1]:
                scope.report("link-to-itself", other, name=other.text)
            elif pair not in links and pair[::-1] not in links:
                links[pair] = None
    cells = [ir.Cell(x, 1, name, {}, scope.frame.unit.at(node)) for x, (name, node) in enumerate(places.items(), 1)]
    return list(links), cells


def _is_place(name: nodes.Name, info: BoardInfo, scope: Scope, pack: Pack) -> bool:
    card = pack.symbols.card(name.text)
    if card is not None and info.place in card.type.lineage:
        return True
    known = [each for each in pack.symbols.values if (c := pack.symbols.card(each)) and info.place in c.type.lineage]
    report_unknown(pack.symbols, scope.frame.unit, pack.reporter, name, info.place, known=known)
    return False


def card_drawing(
    drawing: nodes.Drawing, legends: Sequence[nodes.Legend], scope: Scope, pack: Pack
) -> tuple[list[ir.Cell], str | None, Shifted]:
    """The drawing of a card: its places, their kind, and which rows are shifted. It is read as for the board on which it
    can be laid: the first with a drawing's shape whose places have all that the legend says."""
    boards = [
        board for board in pack.symbols.values.values() if isinstance(board, BoardInfo) and board.shape != "graph"
    ]
    said = {prop.name.text for legend in legends for prop in legend.props}
    fitting = [
        board for board in boards
        if all(pack.symbols.members(board.place).get(name) or pack.symbols.keyword(name) or pack.symbols.card(name) for name in said)
    ]  # fmt: skip
    if not boards:
        scope.report("no-board", drawing)
        return [], None, "odd"
    board = (fitting or boards)[0]
    cells, shifted = drawing_cells(drawing, legends, board.place, board.shape, scope, pack)
    return cells, board.place, shifted


def drawing_cells(
    drawing: nodes.Drawing, legends: Sequence[nodes.Legend], kind: str, shape: str, scope: Scope, pack: Pack
) -> tuple[list[ir.Cell], Shifted]:
    """The places of a drawing, and which rows of a hex board are drawn half a place to the right."""
    known = _legends(legends, kind, scope, pack)
    tokens = _tokens(drawing)
    used: set[str] = set()
    unknown: dict[str, Span] = {}
    cells = []
    columns, shifted = _columns(tokens, shape, scope)
    for token, column in zip(tokens, columns, strict=True):
        if token.text == ".":
            continue
        used.add(token.text)
        legend = known.get(token.text)
        at = scope.frame.unit.place(token.span[0])
        if legend is not None:
            cells.append(ir.Cell(column, token.row, legend.card, legend.fields, at))
        elif (card := pack.symbols.card(token.text)) is not None and kind in card.type.lineage:
            cells.append(ir.Cell(column, token.row, card.name, {}, at))
        else:
            unknown.setdefault(token.text, token.span)
    _report_legend(unknown, [each for each in known if each not in used], known, scope)
    return cells, shifted


def _report_legend(unknown: dict[str, Span], unused: Sequence[str], known: dict[str, _Legend], scope: Scope) -> None:
    """Words of the drawing that the legend lacks, each at its first place, else those of the legend that the drawing lacks: with
    both, the ones are likely meant by the others."""
    for text, span in unknown.items():
        meant = [each for each in unused if each.casefold() == text.casefold() or len(unknown) == len(unused) == 1]
        guess = did_you_mean(text, known) or f'write a line "{text}": ... below the drawing'
        if meant:
            guess = f'write "{text}" in the legend where "{meant[0]}" stands, or {meant[0]} in the drawing'
        scope.report("unknown-token", span, suggestion=guess, token=text)
    for each in unused if not unknown else ():
        scope.report("unused-token", known[each].node.symbol, token=each)


def _legends(legends: Sequence[nodes.Legend], kind: str, scope: Scope, pack: Pack) -> dict[str, _Legend]:
    known: dict[str, _Legend] = {}
    for node in legends:
        symbol = node.symbol.value
        if symbol in known:
            place = (scope.frame.unit.path, known[symbol].node.symbol.span, "the first time")
            scope.report("token-twice", node.symbol, related=[place], token=symbol)
            continue
        card = None if node.props[0].values else pack.symbols.card(node.props[0].name.text)
        if card is not None and kind in card.type.lineage:
            known[symbol] = _Legend(node, card.name, _first_states(node.props[1:], card, scope, pack))
            continue
        printing = Printing(pack, scope, [kind], scope.frame.name, states=True)
        for prop in node.props:
            printing.prop(prop)
        printing.report_twice()
        if kind in pack.symbols.kinds:
            printing.report_missing(node.symbol)
        known[symbol] = _Legend(node, None, printing.fields)
    return known


def _first_states(props: Sequence[nodes.Prop], card: CardInfo, scope: Scope, pack: Pack) -> dict[str, ir.Expr]:
    """What the states of a printed place begin with in this drawing; its fields are its own."""
    printing = Printing(pack, scope, [card.kind], scope.frame.name, states=True)
    for prop in props:
        member = pack.symbols.member(card.type, prop.name.text)
        if (member is not None and member.what == "field") or pack.symbols.keyword(prop.name.text):
            scope.report("printed-already", prop.name, name=prop.name.text, card=card.name)
        else:
            printing.prop(prop)
    printing.report_twice()
    return printing.fields


def _tokens(drawing: nodes.Drawing) -> list[_Token]:
    start = drawing.span[0] + _QUOTES
    found: list[_Token] = []
    first_row: int | None = None
    for number, line in enumerate(drawing.value.split("\n")):
        for word in re.finditer(r"\S+", line):
            first_row = number if first_row is None else first_row
            at = start + word.start()
            found.append(_Token(word[0], word.start(), number - first_row + 1, (at, at + len(word[0]))))
        start += len(line) + 1
    return found


def _columns(tokens: Sequence[_Token], shape: str, scope: Scope) -> tuple[list[int], Shifted]:
    """The column of each word, from 1. A word that stands between two columns is reported once for its row."""
    if not tokens:
        return [], "odd"
    gaps = [b.x - a.x for a, b in pairwise(tokens) if a.row == b.row]
    step = min(gaps, default=1)
    left = min(token.x for token in tokens)
    shift: dict[int, int] = {}
    columns = []
    wrong: set[int] = set()
    for token in tokens:
        column, rest = divmod(token.x - left, step)
        columns.append(column + 1)
        if shape == "hex":
            rest -= shift.setdefault(token.row, rest)
        if rest and token.row not in wrong:
            wrong.add(token.row)
            scope.report("misaligned", token.span, token=token.text)
    moved = [row for row, rest in shift.items() if rest]
    shifted: Shifted = "odd" if not moved or moved[0] % 2 else "even"
    for row, rest in shift.items():
        if bool(rest) != ((row % 2 == 1) == (shifted == "odd")) and moved and row not in wrong:
            token = next(each for each in tokens if each.row == row)
            scope.report("misaligned", token.span, token=token.text)
            break
    return columns, shifted
