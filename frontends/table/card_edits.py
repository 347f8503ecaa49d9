"""What to write where in a file, so that a card prints other values: one edit for each value, and nothing else moves.

A value that is there is written over. One that is not yet printed goes behind the one whose column stands before it, in
the same line; a first keyword gets a line of its own. What is emptied takes its comma along, or its line, or, as the last thing
that stood on the card, the colon. Comments are never taken away: where one is in the way, a person should look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from greyc.dsl import nodes
from greyc.frontends.table.printed import NO, TITLE, YES, Card, Column

Cell = tuple[int, str]
"""Row of the spreadsheet, and the head of a column: where an edit comes from."""
INDENT = "    "


class CannotEdit(ValueError):
    """Why a cell can't be written by itself."""

    def __init__(self, reason: str, column: str) -> None:
        super().__init__(reason)
        self.column = column


@frozen
class Edit:
    """`text` in the place of a span of the file at `path`."""

    path: str
    start: int
    end: int
    text: str
    cell: Cell


def quoted(text: str) -> str:
    """A text as it is written in a file."""
    return '"' + text.replace('"', '\\"') + '"'


def written(column: Column, cell: str) -> str:
    """A property as it is written for a cell."""
    value = quoted(cell) if column.sort == "text" else cell
    bare = column.sort in ("flag", "bare", "keyword") and cell == YES
    return column.prop if bare else f"{column.prop} {value}"


def edits_of(card: Card, row: int, columns: Sequence[Column], cells: Mapping[str, str]) -> list[Edit]:
    """The edits that give a card these cells, by the head of their column. Raises CannotEdit."""
    return _Editor(card, row, columns).edits(cells)


class _Editor:
    def __init__(self, card: Card, row: int, columns: Sequence[Column]) -> None:
        self.card = card
        self.row = row
        self.columns = columns
        self.text = card.unit.text
        self.newline = "\r\n" if "\r\n" in self.text else "\n"
        self.made: list[Edit] = []

    def edits(self, cells: Mapping[str, str]) -> list[Edit]:
        changed = [column for column in self.columns if column.head in cells]
        gone = {column.prop: column.head for column in changed if column.prop and not self.stays(column, cells)}
        kept = [prop for name, prop in self.card.props.items() if name not in gone]
        fresh: list[Column] = []
        for column in changed:
            cell = cells[column.head]
            if column.head == TITLE:
                self.title(cell)
            elif column.prop in self.card.props:
                if column.prop not in gone:
                    self.replace(self.card.props[column.prop], column, cell)
            elif column.prop and self.stays(column, cells):
                fresh.append(column)
        self.remove([name for name in self.card.props if name in gone], gone, bool(fresh))
        self.add(fresh, cells, kept)
        return self.made

    @staticmethod
    def stays(column: Column, cells: Mapping[str, str]) -> bool:
        """Whether the card prints something for a column."""
        cell = cells[column.head]
        return bool(cell) and not (column.is_keyword and cell == NO)

    def edit(self, start: int, end: int, text: str, column: str) -> None:
        self.made.append(Edit(self.card.unit.path, start, end, text, (self.row, column)))

    def title(self, cell: str) -> None:
        node = self.card.node
        if node.title is not None:
            start = node.title.span[0] if cell else node.name.span[1]
            self.edit(start, node.title.span[1], quoted(cell) if cell else "", TITLE)
        elif cell:
            self.edit(node.name.span[1], node.name.span[1], f" {quoted(cell)}", TITLE)

    def replace(self, prop: nodes.Prop, column: Column, cell: str) -> None:
        """Another value for what is printed: that alone, if both have one."""
        value = written(column, cell).removeprefix(column.prop)
        if value and prop.values:
            self.edit(prop.values[0].span[0], prop.span[1], value[1:], column.head)
        else:
            self.edit(prop.name.span[1], prop.span[1], value, column.head)

    # ---- taking away ----------------------------------------------------------------------------

    def remove(self, names: Sequence[str], heads: Mapping[str, str], filled: bool) -> None:
        """Takes properties off the card; `filled`: others come instead."""
        members = self.card.node.members
        if names and len(names) == len(members) and not filled:
            header = self.card.node.title or self.card.node.name
            self.cut(header.span[1], members[-1].span[1], heads[names[0]])
            return
        for line in self.lines():
            going = [prop for prop in line if prop.name.text in names]
            if going and len(going) == len(line):
                start = self.text.rindex("\n", 0, line[0].span[0]) + 1
                end = self.text.find("\n", line[-1].span[1]) + 1 or len(self.text)
                self.cut(start, end, heads[going[0].name.text])
                continue
            for prop in going:
                at = line.index(prop)
                before = [each for each in line[:at] if each not in going]
                if before:
                    self.cut(line[at - 1].span[1], prop.span[1], heads[prop.name.text])
                else:
                    self.cut(prop.span[0], line[at + 1].span[0], heads[prop.name.text])

    def cut(self, start: int, end: int, column: str) -> None:
        if "#" in self.text[start:end]:
            raise CannotEdit("a comment stands there: take the value away in the file", column)
        self.edit(start, end, "", column)

    def lines(self) -> list[list[nodes.Prop]]:
        """The properties by the line of the language that they stand in."""
        lines: list[list[nodes.Prop]] = []
        props = list(self.card.props.values())
        for index, prop in enumerate(props):
            if index and self.text[props[index - 1].span[1] : prop.span[0]].lstrip().startswith(","):
                lines[-1].append(prop)
            else:
                lines.append([prop])
        return lines

    # ---- adding ---------------------------------------------------------------------------------

    def add(self, columns: Sequence[Column], cells: Mapping[str, str], kept: Sequence[nodes.Prop]) -> None:
        """Prints what was not printed."""
        order = {column.prop: index for index, column in enumerate(self.columns) if not column.is_keyword}
        fields = [prop for prop in kept if prop.name.text in order]
        keywords = [prop for prop in kept if prop.name.text not in order]
        own_line: list[tuple[Column, str]] = []
        for column in columns:
            said = written(column, cells[column.head])
            if column.is_keyword:
                if keywords:
                    self.edit(keywords[-1].span[1], keywords[-1].span[1], f", {said}", column.head)
                else:
                    own_line.append((column, said))
                continue
            before = [prop for prop in fields if order[prop.name.text] < order[column.prop]]
            if before:
                nearest = max(before, key=lambda prop: order[prop.name.text])
                self.edit(nearest.span[1], nearest.span[1], f", {said}", column.head)
            elif fields:
                self.edit(fields[0].span[0], fields[0].span[0], f"{said}, ", column.head)
            else:
                own_line.append((column, said))
        if own_line:
            self.add_line(own_line, fields)

    def add_line(self, said: Sequence[tuple[Column, str]], fields: Sequence[nodes.Prop]) -> None:
        """A line behind that of the last field, or the first of the card."""
        node = self.card.node
        header = node.title or node.name
        if fields:
            at, colon = self.line_end(fields[-1].span[1]), ""
        elif node.members:
            at, colon = self.line_end(self.text.index(":", header.span[1])), ""
        else:
            at, colon = header.span[1], ":"
        for index, (column, text) in enumerate(said):
            lead = f"{colon}{self.newline}{self.indent()}" if index == 0 else ", "
            self.edit(at, at, f"{lead}{text}", column.head)

    def line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - 1 if self.text[end - 1 : end] == "\r" else end

    def indent(self) -> str:
        if not self.card.node.members:
            return INDENT
        first = self.card.node.members[0].span[0]
        return self.text[self.text.rindex("\n", 0, first) + 1 : first]


__all__ = ["INDENT", "CannotEdit", "Cell", "Edit", "edits_of", "quoted", "written"]
