"""The values behind a property's name, read by the type of the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from greyc.compiler.acts import Pack
from greyc.compiler.declare_members import seat_numbers
from greyc.compiler.entries import Member
from greyc.compiler.expr import lower
from greyc.compiler.guesses import words_for
from greyc.compiler.scope import Scope
from greyc.compiler.types import (
    ERROR,
    FLAG,
    WORDS,
    By,
    Die,
    Int,
    List,
    Optional,
    Printed,
    Tally,
    Type,
    Word,
    say,
)
from greyc.dsl import nodes
from greyc.runtime import ir
from greyc.runtime.ir.words import PIECE

MOST: Final = 1000
"""Copies that one number in a list of values may stand for; a slip of the finger should not fill the memory."""


def printed_value(
    member: Member, values: Sequence[nodes.Node], node: nodes.Prop, scope: Scope, pack: Pack
) -> ir.Expr | None:
    """The value of a field; None if it made no sense (reported)."""
    of = member.type
    if of is ERROR:
        return None
    return _Reader(member.name, node, scope, pack).read(of, values)


def is_value(name: str, of: Type, pack: Pack) -> bool:
    """Whether a name can be (part of) a value of that type."""
    symbols = pack.symbols
    if isinstance(of, Optional | List | Tally | By):
        return (isinstance(of, Optional) and name == "nothing") or is_value(name, of.of, pack)
    if isinstance(of, Word):
        return bool(symbols.word(name, of.name))
    if isinstance(of, Die):
        return symbols.die(name) is not None
    if isinstance(of, Printed):
        return symbols.card(name) is not None
    return of == FLAG and name in ("yes", "no")


class _Reader:
    def __init__(self, name: str, node: nodes.Prop, scope: Scope, pack: Pack) -> None:
        self.name = name
        self.node = node
        self.scope = scope
        self.pack = pack

    def read(self, of: Type, values: Sequence[nodes.Node]) -> ir.Expr | None:
        if of == FLAG and not values:
            return ir.Flag(True)
        if isinstance(of, List):
            return self.list_of(of, values)
        if isinstance(of, Tally):
            if len(values) == 1 and isinstance(values[0], nodes.MapLiteral):
                return lower(values[0], self.scope, of)[0]
            return self.tally_of(of, values)
        if not values:
            guess = words_for(of, self.pack.symbols)
            self.scope.report("value-missing", self.node.name, suggestion=guess, name=self.name, what=say(of))
            return None
        if isinstance(of, Optional):
            return self.optional(of, values)
        if len(values) > 1:
            self.scope.report("too-many-values", values[1], name=self.name, what=say(of))
            return None
        if isinstance(of, By):
            return self.by_seats(of, values[0])
        return self.single(of, values[0])

    def single(self, of: Type, value: nodes.Node) -> ir.Expr | None:
        if isinstance(of, Int) and isinstance(value, nodes.Number):
            if not of.allows(value.value):
                self.scope.report("out-of-range", value, wanted=say(of), value=value.value)
            return ir.Int(value.value)
        if of == WORDS and isinstance(value, nodes.String):
            self.pack.texts.add(f"{self.scope.frame.name}.{self.name}", value.value)
            hole = next((piece["hole"] for piece in PIECE.finditer(value.value) if piece["hole"]), None)
            if hole is not None:
                self.scope.report("placeholder-on-card", value, name=hole, field=self.name)
            return ir.Str(value.value)
        if not isinstance(value, nodes.Expr) or isinstance(value, nodes.MapLiteral):
            guess = words_for(of, self.pack.symbols)
            self.scope.report("wrong-value", value, suggestion=guess, name=self.name, what=say(of))
            return None
        return lower(value, self.scope, of)[0]

    def optional(self, of: Optional, values: Sequence[nodes.Node]) -> ir.Expr | None:
        first = values[0]
        if len(values) == 1 and isinstance(first, nodes.Name) and first.text == "nothing":
            return ir.Nothing()
        return self.read(of.of, values)

    def list_of(self, of: List, values: Sequence[nodes.Node]) -> ir.Expr | None:
        """Numbers are members of a list of numbers; in any other list they say how many of what follows."""
        items: list[ir.Expr] = []
        for count, value in self.counted(of.of, values):
            item = self.single(of.of, value)
            if item is not None:
                items += [item] * count
        return ir.ListOf(items)

    def tally_of(self, of: Tally, values: Sequence[nodes.Node]) -> ir.Expr | None:
        """`2 wheat 1 corn`, or as a map where it counts numbers or the list is long: `{1: 2, 3: 2}`."""
        if len(values) == 1 and isinstance(values[0], nodes.MapLiteral):
            return lower(values[0], self.scope, of)[0]
        entries = []
        for count, value in self.counted(of.of, values):
            item = self.single(of.of, value)
            if item is not None:
                entries.append((item, ir.Int(count)))
        keys = [key for key, _ in entries]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                self.scope.report("given-twice", self.node.name, name=self.name)
        made: list[tuple[ir.Expr, ir.Expr]] = [(key, count) for key, count in entries]
        return ir.Table(made)

    def counted(self, of: Type, values: Sequence[nodes.Node]) -> list[tuple[int, nodes.Node]]:
        found: list[tuple[int, nodes.Node]] = []
        count: nodes.Number | None = None
        for value in values:
            if isinstance(value, nodes.Number) and not isinstance(of, Int):
                if count is not None:
                    self.scope.report("count-of-nothing", count, value=count.value)
                count = value
                if not 1 <= value.value <= MOST:
                    self.scope.report("out-of-range", value, wanted=f"from 1 to {MOST}", value=value.value)
                    count = nodes.Number(value.span, 1)
                continue
            found.append((1 if count is None else count.value, value))
            count = None
        if count is not None:
            self.scope.report("count-of-nothing", count, value=count.value)
        return found

    def by_seats(self, of: By, value: nodes.Node) -> ir.Expr | None:
        """A table by number of seats; one value stands for all numbers. A number left out is an error."""
        numbers = seat_numbers(self.pack)
        if not isinstance(value, nodes.MapLiteral):
            single = self.single(of.of, value)
            return None if single is None else ir.Table([(ir.Int(number), single) for number in numbers])
        entries: list[tuple[ir.Expr, ir.Expr]] = []
        seen: set[int] = set()
        for entry in value.entries:
            if not isinstance(entry.key, nodes.Number):
                self.scope.report("table-key", entry.key, name=self.name)
                continue
            if entry.key.value in seen:
                self.scope.report("key-twice", entry.key, key=entry.key.value)
                continue
            seen.add(entry.key.value)
            single = self.single(of.of, entry.value)
            if single is not None:
                entries.append((ir.Int(entry.key.value), single))
        left_out = [number for number in numbers if number not in seen]
        if left_out and self.pack.symbols.games:
            self.scope.report("table-leaves-out", value, name=self.name, missing=" and ".join(map(str, left_out)))
        return ir.Table(entries)
