"""A sheet held against what is printed: what to write where, which cards are new, which are missing, and what can't be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from attrs import define, field, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.spell import did_you_mean, nearest
from greyc.compiler.syntax import report_syntax
from greyc.dsl import Parsed, nodes, parse
from greyc.frontends.formatting import formatted
from greyc.frontends.table.card_edits import INDENT, CannotEdit, Cell, Edit, edits_of, quoted, written
from greyc.frontends.table.printed import KIND, NAME, NO, OWN, TITLE, YES, Card, Column, Printed, column_of, field_names
from greyc.frontends.table.sheet import Sheet

WIDEST: Final = 100
"""Cells of a line of values on a new card."""


@frozen
class Problem:
    """What is wrong at a row and a column ("" where it is about the whole row), as a sentence."""

    row: int
    column: str
    message: str


@define
class Plan:
    """`wanted`: what a card must say afterwards, by its name and the head of a column. `renamed`: new cards that say
    just what a missing one does. `columns`: of the sheet, by head."""

    edits: list[Edit] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    wanted: dict[tuple[str, str], str] = field(factory=dict)
    changed: list[str] = field(factory=list)
    added: list[str] = field(factory=list)
    missing: list[Card] = field(factory=list)
    renamed: list[tuple[str, Card]] = field(factory=list)
    columns: dict[str, Column] = field(factory=dict)


def plan(
    sheet: Sheet, cards: Sequence[Card], printed: Printed, files: Mapping[str, str], folder: str, delete: bool
) -> Plan:
    """`cards`: all of the pack. `printed`: its kinds that the sheet has. `files`: the pack's texts by path, `folder` where they
    lie: there the first card of a kind gets a file."""
    return _Planner(sheet, cards, printed, files, folder).plan(delete)


def kinds_of(sheet: Sheet, cards: Sequence[Card]) -> list[str]:
    """The kinds that a sheet is about: those it names, and those of the cards it has."""
    names = {card.info.name: card.info.kind for card in cards}
    found: dict[str, None] = {}
    for _, cells in sheet.rows:
        row = dict(zip(sheet.header, cells, strict=False))
        kind = row.get(KIND, "").strip() or names.get(row.get(NAME, "").strip(), "")
        found.update({kind: None} if kind else {})
    return list(found)


class _Planner:
    def __init__(
        self, sheet: Sheet, cards: Sequence[Card], printed: Printed, files: Mapping[str, str], folder: str
    ) -> None:
        self.sheet = sheet
        self.cards = {card.info.name: card for card in cards}
        self.printed = printed
        self.files = files
        self.folder = folder
        self.kinds = printed.kinds
        self.made = Plan()
        self.columns = self.made.columns

    def problem(self, row: int, column: str, message: str) -> None:
        self.made.problems.append(Problem(row, column, message))

    def plan(self, delete: bool) -> Plan:
        self.head()
        if self.made.problems:
            return self.made
        seen: dict[str, int] = {}
        above: Card | None = None
        for row, cells in self.sheet.rows:
            given = {head: column.cell(cell) for (head, column), cell in zip(self.columns.items(), cells, strict=False)}
            name = given.get(NAME, "")
            if not name:
                self.problem(row, NAME, "a row needs the name of its card")
            elif name in seen:
                self.problem(row, NAME, f"{name} stands in row {seen[name]} already")
            elif name in self.cards:
                above = self.cards[name]
                self.change(above, row, given)
            else:
                self.new(name, row, given, above)
            seen.setdefault(name, row)
        self.made.missing = [card for card in self.printed.cards if card.info.name not in seen]
        for name in self.made.added:
            said = {head: cell for (card, head), cell in self.made.wanted.items() if card == name}
            for old in self.made.missing:
                if all(old.cell(self.columns[head]) == cell for head, cell in said.items()):
                    self.made.renamed.append((name, old))
                    break
        if delete:
            self.made.edits += [self.gone(card) for card in self.made.missing]
        return self.made

    def head(self) -> None:
        """The columns that the header names."""
        symbols = self.printed.symbols
        row = self.sheet.header_row
        misspelt = False
        for head in self.sheet.header:
            prop = head.removeprefix(".") if head.removeprefix(".") in OWN else head
            prop = "" if head in OWN else prop
            column = Column(head, "", "text" if head == TITLE else "value")
            if head in self.columns:
                self.problem(row, head, "there are two columns of this name")
                continue
            if prop or not head:
                found = column_of(symbols, self.kinds, prop)
                if found is None or not head:
                    fields = {name for kind in self.kinds for name in field_names(symbols, kind)}
                    known = [*OWN, *fields, *(column.head for column in self.printed.columns)]
                    guess = did_you_mean(head, known)
                    misspelt |= nearest(head, known) == NAME
                    what = f"no field of {' or '.join(self.kinds) or 'any card'}, and no keyword, is called so"
                    said = f"{what}: {guess}" if guess else what
                    self.problem(row, head, said if head else "a column with cells in it needs a name")
                    continue
                column = found
            self.columns[head] = column
        if NAME not in self.columns and not misspelt:
            self.problem(row, NAME, "this column is missing: it says which card a row is")

    # ---- cards that there are ---------------------------------------------------------------------

    def change(self, card: Card, row: int, given: dict[str, str]) -> None:
        cells = {}
        for head, cell in given.items():
            column = self.columns[head]
            if cell == card.cell(column):
                continue
            if head == KIND:
                self.problem(row, KIND, f"{card.info.name} is a {card.info.kind}; a table can't make it another kind")
            elif self.is_one_value(row, column, cell):
                cells[head] = cell
        try:
            edits = edits_of(card, row, list(self.columns.values()), cells)
        except CannotEdit as error:
            self.problem(row, error.column, f"{error}")
            return
        self.want(card.info.name, cells)
        if edits:
            self.made.edits += edits
            self.made.changed.append(card.info.name)

    def want(self, name: str, cells: dict[str, str]) -> None:
        for head, cell in cells.items():
            keyword = self.columns[head].is_keyword and cell == NO
            self.made.wanted[name, head] = "" if keyword else cell

    def is_one_value(self, row: int, column: Column, cell: str) -> bool:
        """Whether a cell says one value and nothing more; what it says is for the compiler."""
        if column.head == TITLE or (column.sort == "text" and cell):
            if "\n" in cell or "\r" in cell:
                self.problem(row, column.head, "a text has no line ends")
            elif cell.endswith("\\"):
                self.problem(row, column.head, "a text can't end with a backslash")
            else:
                return True
            return False
        if not cell:
            return True
        if (number := re.fullmatch(r"(-?[0-9]{1,9})[.,][0-9]+", cell)) is not None:
            low = int(number[1]) - number[1].startswith("-")
            self.problem(row, column.head, f"numbers are whole: write {low} or {low + 1}, not {cell}")
            return False
        if column.sort == "bare" and cell not in (YES, NO):
            self.problem(row, column.head, f"a card has {column.prop} or not: write yes, no or nothing")
            return False
        said = f"{INDENT}{written(column, cell)}"
        text = f"a b:\n{said}\n"
        parsed = parse(text)
        if parsed.errors:
            self.problem(row, column.head, _first_error(parsed))
            return False
        (declaration,) = parsed.declarations
        members = declaration.members if isinstance(declaration, nodes.Card) else []
        if len(members) == 1 and isinstance(members[0], nodes.Prop) and members[0].span[1] == len(text) - 1:
            return True
        self.problem(row, column.head, f"this is not one value: {cell}")
        return False

    # ---- new cards --------------------------------------------------------------------------------

    def new(self, name: str, row: int, given: dict[str, str], above: Card | None) -> None:
        kind = given.get(KIND, "") or (self.kinds[0] if len(self.kinds) == 1 else "")
        known = self.printed.symbols.kinds
        if not kind:
            self.problem(row, KIND, f"{name} is a new card; of which kind?")
            return
        if kind not in known:
            self.problem(row, KIND, said_of(f"there is no kind {kind}", did_you_mean(kind, known)))
            return
        said = [
            (self.columns[head], cell)
            for head, cell in given.items()
            if head not in OWN and cell and not (self.columns[head].is_keyword and cell == NO)
        ]
        good = [self.is_one_value(row, column, cell) for column, cell in said]
        if not all([*good, self.is_one_value(row, self.columns[TITLE], given[TITLE]) if given.get(TITLE) else True]):
            return
        title = f" {quoted(given[TITLE])}" if given.get(TITLE) else ""
        lines = _lines([written(column, cell) for column, cell in said if not column.is_keyword])
        lines += _lines([written(column, cell) for column, cell in said if column.is_keyword])
        text = "".join([f"{kind} {name}{title}", *([":"] if lines else []), *(f"\n{INDENT}{line}" for line in lines)])
        parsed = parse(f"{text}\n")
        if parsed.errors or not isinstance(parsed.declarations[0], nodes.Card):
            why = f": {_first_error(parsed)}" if parsed.errors else ""
            self.problem(row, NAME, f"{name} can't be the name of a card{why}")
            return
        self.made.edits.append(self.placed(formatted(f"{text}\n"), kind, (row, ""), above))
        self.made.added.append(name)
        self.want(name, {KIND: kind, **{head: cell for head, cell in given.items() if cell and head != NAME}})

    def placed(self, text: str, kind: str, cell: Cell, above: Card | None) -> Edit:
        """A new card below that of the row above, else below the last of its kind, else in a file of its own."""
        if above is None:
            above = next((card for card in reversed(self.cards.values()) if card.info.kind == kind), None)
        if above is None:
            path = str(PurePosixPath(self.folder) / f"{kind}.grey")
            whole = self.files.get(path, "")
            end, apart = len(whole), bool(whole)
        else:
            path, whole = above.unit.path, above.unit.text
            end = _block_end(whole, above.declaration.span[1])
            apart = whole[end:].startswith(("\n", "\r\n")) if whole[end:].strip() else _is_apart(above)
        text = ("\n" if apart else "") + text
        if end and not whole[:end].endswith("\n"):
            text = "\n" + text
        return Edit(path, end, end, text.replace("\n", "\r\n") if "\r\n" in whole else text, cell)

    # ---- cards that are missing -------------------------------------------------------------------

    def gone(self, card: Card) -> Edit:
        """A card taken out, with what describes it and the blank line behind it."""
        text = card.unit.text
        start = text.rfind("\n", 0, card.declaration.span[0]) + 1
        while start and (line := text[text.rfind("\n", 0, start - 1) + 1 : start]).startswith("##"):
            start -= len(line)
        end = _block_end(text, card.declaration.span[1])
        for blank in ("\r\n", "\n"):
            if text.startswith(blank, end):
                end += len(blank)
                break
        return Edit(card.unit.path, start, end, "", (0, card.info.name))


def said_of(message: str, suggestion: str | None) -> str:
    """A finding in one line, small at its beginning and without the full stop."""
    plain = message.rstrip(".")
    plain = plain[0].lower() + plain[1:] if plain[1:2].islower() or plain[1:2] == " " else plain
    return f"{plain}: {suggestion}" if suggestion else plain


def _first_error(parsed: Parsed) -> str:
    reporter = Reporter()
    report_syntax(parsed.errors[0], "", reporter)
    found = reporter.diagnostics[0]
    return said_of(found.message, found.suggestion)


def _lines(said: Sequence[str]) -> list[str]:
    """Properties in lines that are not too long."""
    lines: list[str] = []
    for each in said:
        if lines and len(lines[-1]) + len(each) + 2 <= WIDEST:
            lines[-1] += f", {each}"
        else:
            lines.append(each)
    return lines


def _block_end(text: str, at: int) -> int:
    """Behind the line in which a declaration ends, and the comments that belong to its block."""
    end = text.find("\n", at) + 1 or len(text)
    while (line := text[end : text.find("\n", end) + 1 or len(text)]).strip() and line[0] in " \t":
        end += len(line)
    return end


def _is_apart(card: Card) -> bool:
    """Whether a blank line stands before a card."""
    before = card.unit.text[: card.declaration.span[0]].replace("\r\n", "\n")
    return before.endswith("\n\n")


__all__ = ["Plan", "Problem", "kinds_of", "plan", "said_of"]
