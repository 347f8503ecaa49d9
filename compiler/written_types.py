"""Types as an author writes them, to types as the compiler has them."""

from __future__ import annotations

from attrs import define

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.names import report_unknown
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, By, Die, Int, Kind, List, OneOf, Optional, Printed, Tally, Type, Zone, one_of
from greyc.compiler.unit import Unit
from greyc.dsl import nodes


@define(eq=False)
class TypeReader:
    """Resolves the types of one file."""

    symbols: Symbols
    unit: Unit
    reporter: Reporter

    def read(self, node: nodes.TypeExpr) -> Type:
        """A written type; ERROR if it is unknown or makes no sense (reported)."""
        if isinstance(node, nodes.NamedType):
            return self._named(node)
        if isinstance(node, nodes.RangeType):
            low = node.low.value
            return Int(choices=(low,)) if node.high is None else Int(low, node.high.value)
        if isinstance(node, nodes.OfType):
            return self._of(node)
        assert isinstance(node, nodes.UnionType)
        return self._union(node)

    def name(self, name: nodes.Name) -> Type:
        """The type called `name`; reports an unknown one."""
        found = self.known(name.text)
        if found is None:
            report_unknown(self.symbols, self.unit, self.reporter, name, "kind")
            return ERROR
        return found

    def known(self, name: str) -> Type | None:
        """The type called `name`, if there is one."""
        symbols = self.symbols
        if (kind := symbols.kinds.get(name)) is not None:
            return symbols.seat if name == "seat" else kind.type
        if (words := symbols.word_kinds.get(name)) is not None:
            return words.type
        found = NAMED_TYPES.get(name)
        return Die(found.rolled, symbols.face) if isinstance(found, Die) else found

    def _named(self, node: nodes.NamedType) -> Type:
        of = self.name(node.name)
        if of is ERROR:
            return ERROR
        if node.printed:
            if not isinstance(of, Kind) or of.root not in ("card", "place"):
                return self._wrong(node, "only cards are printed", node.name.text)
            of = Printed(of)
        if node.optional:
            of = Optional(of)
        return By(of) if node.by_players else of

    def _of(self, node: nodes.OfType) -> Type:
        of = self.name(node.name)
        if of is ERROR:
            return ERROR
        if node.printed:
            if not isinstance(of, Kind) or of.root not in ("card", "place"):
                return self._wrong(node, "only cards are printed", node.name.text)
            of = Printed(of)
        if node.container == "list":
            return List(of)
        if node.container == "tally":
            return Tally(of)
        if not isinstance(of, Kind):
            return self._wrong(node, "zones hold things", node.name.text)
        return Zone(of)

    def _union(self, node: nodes.UnionType) -> Type:
        members = [self.read(member) for member in node.members]
        if ERROR in members:
            return ERROR
        if all(isinstance(m, Int) for m in members):
            numbers: list[int] = []
            for m in members:
                assert isinstance(m, Int)
                low, high = (m.low, m.high) if m.low is not None and m.high is not None else (0, -1)
                numbers += m.choices or range(low, min(high, low + 1000) + 1)
            return Int(choices=tuple(dict.fromkeys(numbers)))
        kinds = tuple(m for m in members if isinstance(m, Kind))
        if len(kinds) == len(members):
            return one_of(kinds)
        return self._wrong(node, "only numbers, or kinds of things, stand side by side", self.unit.source(node))

    def _wrong(self, node: nodes.Node, why: str, what: str) -> Type:
        self.reporter.report("senseless-type", self.unit.path, node.span, what=what, why=why)
        return ERROR


def kinds_type(names: list[nodes.Name], reader: TypeReader) -> Kind | OneOf | None:
    """What a zone holds: `deed | wound`."""
    kinds: list[Kind] = []
    for name in names:
        of = reader.name(name)
        if of is ERROR:
            return None
        if not isinstance(of, Kind):
            reader.reporter.report(
                "senseless-type", reader.unit.path, name.span, what=name.text, why="zones hold things"
            )
            return None
        kinds.append(of)
    return one_of(tuple(kinds))
