"""Members of kinds, keywords, cards and the table: their types, and that no name is given twice on one thing.

A kind may write a *field* again that a kind above it has, with the same type: that gives its cards another default; and
a *zone*, for fewer kinds or with more modifiers (decision 0325). States are given once. Since an extension can add to a
kind that others stand below, names are compared down the tree as well as up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import CardInfo, KeywordInfo, KindInfo, Member, MemberSort
from greyc.compiler.names import declared_here, is_reserved
from greyc.compiler.spell import did_you_mean
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, Type, Zone, fits, subkind
from greyc.compiler.unit import Unit
from greyc.compiler.written_types import TypeReader, kinds_type
from greyc.dsl import nodes
from greyc.runtime.ir import core

MemberNode = nodes.Field | nodes.State | nodes.Zone | nodes.Slot
_SORTS: dict[type, MemberSort] = {
    nodes.Field: "field",
    nodes.State: "state",
    nodes.Zone: "zone",
    nodes.Slot: "slot",
}


@define(eq=False)
class MemberReader:
    symbols: Symbols
    reporter: Reporter

    def kind(self, info: KindInfo) -> None:
        if info.node is not None and info.pack == self.symbols.pack and info.unit is not None:
            self.read(info.members, info.name, info.unit, info.node.members)
        for unit, extension in info.extensions:
            self.read(info.members, info.name, unit, extension.members)

    def keyword(self, info: KeywordInfo, unit: Unit, members: Iterable[nodes.Node]) -> None:
        self.read(info.members, info.name, unit, members)

    def card(self, info: CardInfo) -> None:
        assert info.unit is not None
        self.read(info.members, info.name, info.unit, info.node.members)

    def table(self, info: Member) -> None:
        """A state, zone or slot of the table; pass 1 declared it."""
        assert info.unit is not None and info.node is not None
        info.type = self.type_of(info.node, info.unit)
        kind = self.symbols.kinds.get(info.name) or self.symbols.word_kinds.get(info.name)
        if kind is not None and info.type is not ERROR:
            held = info.type.of if isinstance(info.type, Zone) else info.type
            if held.text.rstrip("?") != info.name:
                self.reporter.report(
                    "duplicate-name",
                    info.unit.path,
                    info.span,
                    related=declared_here(kind),
                    name=info.name,
                    what=f"a {kind.sort}",
                )

    def read(self, into: dict[str, Member], of: str, unit: Unit, members: Iterable[nodes.Node]) -> None:
        for node in members:
            if not isinstance(node, nodes.Field | nodes.State | nodes.Zone | nodes.Slot):
                continue
            if is_reserved(unit, self.reporter, node.name, core.ATTRIBUTES, _SORTS[type(node)]):
                continue
            name = node.name.text
            made = Member(
                name=name,
                pack=self.symbols.pack,
                unit=unit,
                span=node.name.span,
                what=_SORTS[type(node)],
                of=of,
                node=node,
            )
            made.type = self.type_of(node, unit)
            if name in into:
                self.twice(made, into[name])
                continue
            into[name] = made

    def type_of(self, node: MemberNode, unit: Unit) -> Type:
        reader = TypeReader(self.symbols, unit, self.reporter)
        if isinstance(node, nodes.Field | nodes.State):
            return reader.read(node.type)
        kinds = kinds_type(node.kinds, reader)
        return ERROR if kinds is None else Zone(kinds)

    def finish(self) -> None:
        """Compare members up and down the kinds, and look at the zones in which kinds are active."""
        changed = {e.name for e in self.symbols.own if isinstance(e, KindInfo)}
        for info in self.symbols.kinds.values():
            if info.parent is not None and not changed.isdisjoint(info.type.lineage):
                self.inherited(info)
        for entry in self.symbols.own:
            if isinstance(entry, KindInfo):
                self.active_zones(entry)

    def inherited(self, info: KindInfo) -> None:
        assert info.parent is not None
        above = self.symbols.members(info.parent)
        for name, member in list(info.members.items()):
            other = above.get(name)
            if other is None:
                continue
            both_fields = member.what == "field" and other.what == "field"
            if both_fields and fits(member.type, other.type) and fits(other.type, member.type):
                if member.pack == self.symbols.pack:
                    member.of = other.of  # one field with another default
                continue
            if member.what in ("zone", "slot") and member.what == other.what:
                if member.pack == self.symbols.pack:
                    self.narrowed(member, other)
                if member.above is not None:
                    continue
            # Of the two, the one this pack added is in the wrong.
            if member.pack == self.symbols.pack:
                self.twice(member, other)
            elif other.pack == self.symbols.pack:
                self.twice(other, member)

    def narrowed(self, member: Member, other: Member) -> None:
        """A zone that a kind writes again: for things that may lie in the zone above, or it would be another zone."""
        member.above = other
        known = self.symbols.kinds
        if not (isinstance(member.node, nodes.Zone | nodes.Slot) and isinstance(other.type, Zone) and member.unit):
            return  # what is wrong there was reported
        for name in member.node.kinds:
            if name.text in known and not subkind(known[name.text].type, other.type.of):
                self.reporter.report(
                    "zone-not-narrower",
                    member.unit.path,
                    name.span,
                    suggestion=f"give it another name, or let the {other.what} of {other.of} be for {name.text} too",
                    related=declared_here(other),
                    kind=name.text,
                    zone=member.name,
                    above=other.of,
                    kinds=other.type.of.text.replace("|", " or "),
                )

    def twice(self, member: Member, other: Member) -> None:
        assert member.unit is not None
        self.reporter.report(
            "duplicate-name",
            member.unit.path,
            member.span,
            related=declared_here(other),
            name=member.name,
            what=f"a {other.what} of {other.of}",
        )

    def active_zones(self, info: KindInfo) -> None:
        nodes_of: list[tuple[Unit, Sequence[nodes.Node]]] = []
        if info.node is not None and info.unit is not None and info.pack == self.symbols.pack:
            nodes_of.append((info.unit, info.node.members))
        nodes_of += [(unit, extension.members) for unit, extension in info.extensions]
        for unit, members in nodes_of:
            for node in members:
                if isinstance(node, nodes.ActiveIn):
                    for name in node.zones:
                        check_zone_name(name, self.symbols, unit, self.reporter)


def check_zone_name(name: nodes.Name, symbols: Symbols, unit: Unit, reporter: Reporter) -> bool:
    """Whether some kind, card, keyword or the table has a zone or slot of that name; reports if not."""
    known = zone_names(symbols)
    if name.text in known or name.text in symbols.broken:
        return True
    reporter.report(
        "unknown-name", unit.path, name.span, suggestion=did_you_mean(name.text, known), what="zone", name=name.text
    )
    return False


def zone_names(symbols: Symbols) -> set[str]:
    found = {n for n, v in symbols.values.items() if isinstance(v, Member) and v.what in ("zone", "slot")}
    for info in symbols.kinds.values():
        found.update(n for n, m in info.members.items() if m.what in ("zone", "slot"))
    for value in symbols.values.values():
        if isinstance(value, CardInfo | KeywordInfo):
            found.update(n for n, m in value.members.items() if m.what in ("zone", "slot"))
    return found
