"""Which type an expression has, as far as its words need it: a name after "that", a list or one, a number or a thing.

The checker knows types exactly but the IR does not carry them; what text needs can be read off the declarations.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from attrs import frozen

from greyc.runtime import ir

from .lexicon import Lexicon

_OUTER: Final = re.compile(r"^(list|zone|printed|tally|by)<(.*)>$")
_NUMBER: Final = re.compile(r"^-?\d+(\.\.-?\d+)?$|^int$|^far_int$")


@frozen
class Sort:
    """A type taken apart: `name` is a kind, a word kind or a type of the core."""

    name: str
    list: bool = False
    zone: bool = False
    optional: bool = False
    printed: bool = False
    tally: bool = False

    @property
    def number(self) -> bool:
        return not self.list and not self.zone and bool(_NUMBER.match(self.name))

    @property
    def flag(self) -> bool:
        return self.name == "flag" and not self.list

    @property
    def one(self) -> Sort:
        """What a list or zone of it holds."""
        return Sort(self.name, printed=self.printed)


UNKNOWN: Final = Sort("thing")
NUMBER: Final = Sort("int")
FLAG: Final = Sort("flag")


@lru_cache(maxsize=4096)
def sort_of_type(text: str) -> Sort:
    """`list<printed<beast>>?` and the like; of several kinds (`a|b`) the first."""
    optional = text.endswith("?")
    text = text.rstrip("?")
    is_list = is_zone = printed = tally = False
    while match := _OUTER.match(text):
        outer, text = match[1], match[2].rstrip("?")
        is_list = is_list or outer == "list"
        is_zone = is_zone or outer == "zone"
        printed = printed or outer == "printed"
        tally = tally or outer == "tally"
    if "|" in text and not _NUMBER.match(text):
        text = text.split("|")[0]
        text = "int" if _NUMBER.match(text) else text
    return Sort(text, is_list, is_zone, optional, printed, tally)


@frozen
class Sorts:
    """Sorts of expressions; `locals` are the names in scope."""

    lexicon: Lexicon

    def of(self, expr: ir.Expr, local: dict[str, Sort]) -> Sort:
        match expr:
            case ir.Int() | ir.Far() | ir.Arith():
                return NUMBER
            case ir.Flag() | ir.Compare() | ir.And() | ir.Or() | ir.Not() | ir.IsKind() | ir.IsCard():
                return FLAG
            case ir.Has() | ir.In() | ir.Can() | ir.During():
                return FLAG
            case ir.Word(kind=kind):
                return Sort(kind)
            case ir.DieRef():
                return Sort("die")
            case ir.Printed(card=card) | ir.Copy(card=card):
                declared = self.lexicon.cards.get(card)
                return Sort(declared.kind if declared else "card", printed=isinstance(expr, ir.Printed))
            case ir.Local(name=name):
                return local.get(name, UNKNOWN)
            case ir.State(name=name):
                return self.member("", name)
            case ir.Option(name=name):
                found = self.lexicon.options.get(name)
                return sort_of_type(found[0].type) if found else UNKNOWN
            case ir.Get(kind=kind, name=name) | ir.Base(kind=kind, name=name):
                return self.member(kind, name)
            case ir.ZoneRef(kind=kind, name=name):
                return self.member(kind, name)
            case ir.Contents(zone=zone):
                return Sort(self.of(zone, local).name, list=True)
            case ir.SlotRead(zone=zone):
                return Sort(self.of(zone, local).name, optional=True)
            case ir.Attr():
                return self.attribute(expr, local)
            case ir.Players():
                return Sort(self.seat, list=True)
            case ir.Query(type=type_):
                return Sort(sort_of_type(type_).name, list=True, printed=sort_of_type(type_).printed)
            case ir.RangeList():
                return Sort("int", list=True)
            case ir.Every(kind=kind) | ir.CardsOf(kind=kind) | ir.Values(kind=kind):
                return Sort(kind, list=True, printed=isinstance(expr, ir.CardsOf))
            case ir.ListOf(items=items):
                return Sort(self.of(items[0], local).name if items else "thing", list=True)
            case ir.Join(left=left) | ir.Without(left=left):
                found_left = self.of(left, local)
                return Sort(found_left.name, list=True, printed=found_left.printed)
            case ir.MapList(value=value, query=query):
                inner = {**local, query.name: self.of(query, local).one}
                return Sort(self.of(value, inner).name, list=True)
            case ir.Call(function=function):
                declared_function = self.lexicon.functions.get(function)
                return sort_of_type(declared_function.result) if declared_function else UNKNOWN
            case ir.IfElse(then=then):
                return self.of(then, local)
            case ir.Index(of=of) | ir.ByPlayers(of=of):
                return NUMBER if self.of(of, local).tally else self.of(of, local).one
            case ir.Aggregate(function=function, query=query, value=value):
                return self.aggregate(function, query, value, local)
            case ir.Builtin():
                return self.builtin(expr, local)
        return UNKNOWN

    @property
    def seat(self) -> str:
        """The game's own kind of seat, which has the title."""
        found = [kind for kind in self.lexicon.kinds.values() if kind.root == "seat"]
        above = {kind.parent for kind in found}
        return next((kind.name for kind in reversed(found) if kind.name not in above), "seat")

    def member(self, kind: str, name: str) -> Sort:
        found = self.lexicon.member(kind, name)
        if found is None:
            return UNKNOWN
        if isinstance(found, ir.ZoneDecl):
            return Sort(found.kinds[0] if found.kinds else "thing", zone=True)
        return sort_of_type(found.type)

    def attribute(self, expr: ir.Attr, local: dict[str, Sort]) -> Sort:
        of = self.of(expr.of, local)
        match expr.name:
            case "zone":
                return Sort(of.name, zone=True)
            case "owner":
                return Sort(self.seat, optional=True)
            case "card":
                return Sort(of.name, printed=True)
            case "die":
                return Sort("die")
            case "place":
                return Sort("place", optional=True)
            case "face":
                return NUMBER
            case "faces":
                return Sort("int", list=True)
        return UNKNOWN

    def aggregate(self, function: str, query: ir.Query, value: ir.Expr | None, local: dict[str, Sort]) -> Sort:
        if function in ("count", "sum", "min", "max"):
            return NUMBER
        if function in ("any", "all"):
            return FLAG
        one = self.of(query, local).one
        if value is not None:
            one = self.of(value, {**local, query.name: one})
        return Sort(one.name, list=function == "join", optional=function != "join")

    def builtin(self, expr: ir.Builtin, local: dict[str, Sort]) -> Sort:
        first = self.of(expr.args[0], local) if expr.args else UNKNOWN
        match expr.name:
            case "first" | "last":
                return Sort(first.name, optional=True, printed=first.printed)
            case "top":
                return Sort(first.name, list=len(expr.args) > 1, optional=len(expr.args) == 1)
            case "join":
                return Sort(first.name, list=True)
            case "next" | "seat":
                return Sort(self.seat)
            case "seats_from":
                return Sort(self.seat, list=True)
            case "neighbours" | "adjacent" | "reachable" | "path" | "places" | "place_at":
                return Sort("place", list=expr.name != "place_at")
            case "values" | "keys":
                return Sort(first.name, list=True)
            case "spot" | "toward":
                return Sort("spot")
            case "spots":
                return Sort("spot", list=True)
            case "side" | "turn":
                return Sort("side")
            case "any" | "all":
                return FLAG
        return NUMBER
