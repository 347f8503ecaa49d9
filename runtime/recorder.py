"""Counts what runs, for `greyc coverage`: what generated code is given to say it, and where it says it.

Code generation asks a recorder, where its bundle has one, for the source around a statement, an expression or a change of
a modifier. Without one nothing of this is in the code. With `mutants` all of them are, behind their numbers, and `on` says
which one is in force (docs/coverage.md).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from . import ir
from .layout import THINGS
from .points import SWAPPED, Survey

if TYPE_CHECKING:
    from .emit_body import Statements
    from .emit_expr import Expressions
    from .program import Program
    from .state import State

SIGNS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Recorder:
    """See the module. The arrays hold a byte for each point or mutant and are cleared, never replaced."""

    def __init__(self, bundle: ir.Bundle, mutants: bool = False) -> None:
        self.survey = Survey(bundle)
        self.mutants = mutants
        points = len(self.survey.points)
        self.ran = bytearray(points)
        """Statements that ran, changes that were applied, cards of which there was a copy."""
        self.true = bytearray(points)
        self.false = bytearray(points)
        self.reached = bytearray(len(self.survey.mutants))
        self.on = [-1]
        """The mutant in force; -1: none."""

    def clear(self) -> None:
        """Forgets what ran."""
        for array in (self.ran, self.true, self.false, self.reached):
            array[:] = bytes(len(array))

    def namespace(self) -> dict[str, Any]:
        """What generated code calls."""
        true, false, reached, on = self.true, self.false, self.reached, self.on
        signs = {
            m: (SIGNS[n.node.sign], SIGNS[SWAPPED[n.node.sign]])
            for m, n in enumerate(self.survey.mutants)
            if n.what == "comparison"
        }

        def seen(point: int, value: Any) -> Any:
            (true if value else false)[point] = 1
            return value

        def stays(mutant: int) -> bool:
            reached[mutant] = 1
            return on[0] != mutant

        def forced(mutant: int, value: Any, to: bool) -> Any:
            if bool(value) is not to:
                reached[mutant] = 1
                if on[0] == mutant:
                    return to
            return value

        def compared(mutant: int, left: Any, right: Any) -> bool:
            as_is, other = signs[mutant]
            value: bool = as_is(left, right)
            if value is not other(left, right):
                reached[mutant] = 1
                if on[0] == mutant:
                    return not value
            return value

        return {"RAN": self.ran, "seen": seen, "stays": stays, "forced": forced, "compared": compared}

    # ---- what code generation asks for ------------------------------------------------------

    def statement(self, body: Statements, n: ir.Stmt, as_node: ir.Node | None = None) -> None:
        """Writes a statement. `as_node`: what it was made from, where it is none of the author's statements."""
        key = id(n if as_node is None else as_node)
        point, mutant = self.survey.statement.get(key), self._mutant(self.survey.left_out, key)
        if point is not None:
            body.line(f"RAN[{point}] = 1")
        if mutant is None:
            body.plain(n)
        elif body.straight(n):
            body.line(f"if stays({mutant}):")
            body.indent += 1
            body.plain(n)
            body.indent -= 1
        else:
            after = body.label()
            body.jump_if(f"not stays({mutant})", after)
            body.plain(n)
            body.put(after)

    def marks(self, n: ir.Stmt) -> list[str]:
        """The lines before a statement of a function."""
        point = self.survey.statement.get(id(n))
        return [] if point is None else [f"RAN[{point}] = 1"]

    def expression(self, x: Expressions, n: ir.Expr, source: str) -> str:
        """The source of an expression with what is to be said of it."""
        key, survey = id(n), self.survey
        mutant = self._mutant(survey.compared, key)
        if mutant is not None and isinstance(n, ir.Compare):
            left, right = x(n.left), x(n.right)
            if n.kind and n.sign not in ("==", "!="):
                order = x.gen.word_table(n.kind)
                left, right = f"{order}[{left}]", f"{order}[{right}]"
            source = f"compared({mutant}, {left}, {right})"
        if self.mutants and key in survey.held:
            mutant, value = survey.held[key]
            source = f"forced({mutant}, {source}, {value})"
        point = survey.condition.get(key)
        return source if point is None else f"seen({point}, {source})"

    def change(self, mod: ir.Mod | ir.GrantKeyword, line: str) -> list[str]:
        """The lines that apply one change of a modifier to one of its targets."""
        point, mutant = self.survey.change.get(id(mod)), self._mutant(self.survey.left_out, id(mod))
        lines = [] if point is None else [f"RAN[{point}] = 1"]
        return [*lines, line] if mutant is None else [*lines, f"if stays({mutant}):", f"    {line}"]

    def cost(self, cost: ir.Cost, test: str) -> str:
        """The condition that there is as much as an action costs."""
        mutant = self._mutant(self.survey.left_out, id(cost))
        return test if mutant is None else f"forced({mutant}, {test}, True)"

    def _mutant(self, table: dict[int, int], key: int) -> int | None:
        return table.get(key) if self.mutants else None

    # ---- what runs tell ---------------------------------------------------------------------

    def things(self, program: Program, state: State) -> None:
        """Notes the cards of which there are copies."""
        for thing in state.cells[THINGS]:
            point = self.survey.card.get(id(program.defs[state.cells[thing]].card))
            if point is not None:
                self.ran[point] = 1


__all__ = ["Recorder"]
