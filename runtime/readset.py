"""What an expression reads, so that it is looked at again only when something it read was written.

Keys: ("m", kind, member) a field or state of a kind, ("t", name) a state or option of the table, ("z", kind, zone) what
lies in a zone, ("moves",) where things lie, ("every", kind), ("seats",), ("running",), ("keywords",), ("once",),
("boards",), ("faces",) what dice show, ("all",) anything.
"""

from __future__ import annotations

from typing import Any

from . import ir
from .program import Program, walk_node

Key = tuple[str, ...]

BOARD_FUNCTIONS = {
    "neighbours",
    "adjacent",
    "distance",
    "reachable",
    "path",
    "place_at",
    "spots",
    "places",
    "side",
    "toward",
}


class ReadSets:
    """Read sets of expressions and functions of one Program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions: dict[str, frozenset[Key]] = {}
        self.modified: dict[tuple[str, str], frozenset[Key]] = {}
        self._open: set[Any] = set()
        self.links: frozenset[Key] | None = None
        self.movable: set[str] | None = None
        """Keywords that play may give or take; None: not known yet, so all of them."""
        self.passing: set[str] | None = None
        """Fields and keywords that a `modify ... until` may change; None as above."""

    def of(self, node: Any) -> frozenset[Key]:
        found: set[Key] = set()
        for n in walk_node(node):
            match n:
                case ir.Get() | ir.Base():
                    found |= self.member(n.kind, n.name)
                case ir.State() | ir.Option():
                    found.add(("t", n.name))
                case ir.ZoneRef():
                    found.add(("z", self.first(n), n.name))
                case ir.Contents() | ir.SlotRead() if not isinstance(n.zone, ir.ZoneRef):
                    found.add(("moves",))
                case ir.Attr() if n.name == "face":
                    found.add(("faces",))
                case ir.Attr() if n.name in ("zone", "owner", "holder", "place"):
                    found.add(("moves",))
                case ir.In():
                    if isinstance(n.source, ir.Contents):
                        found.add(("moves",))
                case ir.Every() | ir.Copy():
                    found.add(("every", getattr(n, "kind", "")))
                case ir.Players():
                    found.add(("seats",))
                case ir.During():
                    found.add(("running",))
                case ir.Has():
                    found |= self.has(n)
                case ir.Call():
                    found |= self.function(n.function)
                case ir.Builtin() if n.name in BOARD_FUNCTIONS:
                    found |= self.board()
                case ir.Builtin() if n.name in ("next", "seats_from"):
                    found.add(("seats",))
                case ir.Can():
                    found.add(("all",))
                case _:
                    pass
        return frozenset(found)

    def first(self, zone: ir.ZoneRef) -> str:
        """The kind that has a zone first: the same zone may be read by any kind that writes it again."""
        return self.program.layouts[zone.kind].members[zone.name].kind if zone.kind else ""

    def member(self, kind: str, name: str) -> frozenset[Key]:
        key = (kind, name)
        if key in self.modified:
            return self.modified[key]
        if key in self._open:
            return frozenset()
        self._open.add(key)
        found: set[Key] = {("m", kind, name)}
        for placed in self.program.linked.modifiers:
            if any(isinstance(m, ir.Mod) and m.field == name for m in placed.node.mods):
                found |= self.of(placed.node) | {("moves",), ("keywords",)}
                if placed.bearer.what == "keyword":
                    found |= self.grants(placed.bearer.name)
        if self.passing is None or name in self.passing:
            found.add(("temporary",))
        self._open.discard(key)
        self.modified[key] = frozenset(found)
        return self.modified[key]

    def has(self, node: ir.Has) -> frozenset[Key]:
        if node.what == "run":
            return frozenset({("all",)})
        if node.what == "ability":
            found: set[Key] = {("once",), ("keywords",)}
            for placed in self.program.linked.blocks:
                if placed.node.ability == node.name and placed.node.when is not None:
                    found |= self.of(placed.node.when)
            return frozenset(found)
        return self.grants(node.name)

    def grants(self, keyword: str) -> frozenset[Key]:
        """What decides whether a thing has a keyword."""
        found: set[Key] = set()
        if self.movable is None or keyword in self.movable:
            found.add(("keywords",))
        if self.passing is None or keyword in self.passing:
            found.add(("temporary",))
        for placed in self.program.linked.modifiers:
            if any(isinstance(m, ir.GrantKeyword) and m.keyword == keyword for m in placed.node.mods):
                found.add(("moves",))
                key = ("grant", str(placed.number))
                if key not in self._open:
                    self._open.add(key)
                    found |= self.of(placed.node)
                    self._open.discard(key)
        return frozenset(found)

    def board(self) -> frozenset[Key]:
        """What lies side by side and is linked: the boards, and what the rules of their links read."""
        if self.links is None:
            self.links = frozenset({("boards",)})  # a rule that itself asks where places lie adds nothing by that
            rules = [b.rule[2] for b in self.program.linked.boards.values() if b.rule is not None]
            self.links = self.links.union(*[self.of(rule) for rule in rules])
            self.functions.clear()  # what was found meanwhile lacks the rules
            self.modified.clear()
        return self.links

    def function(self, name: str) -> frozenset[Key]:
        if name not in self.functions:
            self.functions[name] = frozenset()
            self.functions[name] = self.of(self.program.linked.functions[name].body)
        return self.functions[name]
