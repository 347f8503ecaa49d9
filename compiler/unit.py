"""A parsed file as the compiler's passes see it: its tree, and where an offset stands as line and column."""

from __future__ import annotations

from bisect import bisect_right

from attrs import define, field

from greyc.compiler.diagnostics.text import lines_of
from greyc.dsl import SyntaxProblem, nodes
from greyc.runtime.ir import At


@define(eq=False)
class Unit:
    """`path` as diagnostics name it, `index` into the pack's list of files, `text` as the spans count it. `lost`: names
    of declarations that could not be read; their uses are not reported again. `waiting`: problems that are told once it is
    known which verbs there are."""

    path: str
    index: int
    text: str
    declarations: list[nodes.Declaration]
    lost: frozenset[str] = frozenset()
    waiting: list[SyntaxProblem] = field(factory=list)
    _starts: list[int] = field(init=False)

    @_starts.default
    def _find_lines(self) -> list[int]:
        return list(lines_of(self.text).starts)

    def at(self, where: nodes.Node) -> At:
        """Line and column of a node, both from 1."""
        return self.place(where.span[0])

    def place(self, offset: int) -> At:
        """Line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return (line, offset - self._starts[line - 1] + 1)

    def first_word(self, where: nodes.Node) -> str:
        """The word that the line of a node begins with."""
        start = self._starts[bisect_right(self._starts, where.span[0]) - 1]
        words = self.text[start : where.span[1]].split(maxsplit=1)
        return words[0] if words else ""

    def end_before(self, where: nodes.Node) -> int:
        """Where what stands before a node ends: the node goes together with the blanks before it."""
        return len(self.text[: where.span[0]].rstrip(" \t"))

    def end_of(self, where: nodes.Node) -> int:
        """Where a node ends, without the break behind it."""
        return where.span[0] + len(self.text[slice(*where.span)].rstrip())

    def source(self, where: nodes.Node) -> str:
        """What the author wrote for a node."""
        return self.text[where.span[0] : where.span[1]]
