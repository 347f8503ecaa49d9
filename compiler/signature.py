"""Types with a `T` in them, as greyc.runtime.ir.core writes them, matched against what is given.

Both the core's functions and its verbs are generic over what lies in a zone or list. A pattern is matched from left to
right; the first part that says what `T` is binds it for the rest. `place` in a result is the kind of place that was
given, since `neighbours(room)` are rooms.
"""

from __future__ import annotations

from functools import cache

from attrs import define, field

from greyc.compiler.coerce import WRONG, Value, as_list, coerce, settle
from greyc.compiler.dispatch import infer
from greyc.compiler.scope import Scope
from greyc.compiler.types import (
    BOARD,
    ERROR,
    FAR_INT,
    FLAG,
    INT,
    KEYWORD,
    NEVER,
    OUTCOME,
    PLACE,
    POSITION,
    SIDE,
    SPOT,
    THING,
    Board,
    Die,
    Kind,
    List,
    OneOf,
    Printed,
    Spot,
    Table,
    Tally,
    Type,
    Zone,
    fits,
    is_thing,
    optional,
    related,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead
from greyc.runtime import ir


@cache
def alternatives(pattern: str) -> tuple[str, ...]:
    """`seat|list<seat>` in its parts."""
    return tuple(pattern.split("|"))


@define
class Matching:
    """One call. `bound`: what `T` and `place` stand for so far. `printed`: what is laid is a printed card."""

    scope: Scope
    bound: dict[str, Type] = field(factory=dict)
    printed: bool = False

    def take(self, node: nodes.Expr, pattern: str) -> Value:
        """An argument that must match; ERROR after a report."""
        parts = alternatives(pattern)
        hint = self.type_of(parts[0])
        expr, of = infer(node, self.scope, hint)
        return self.given(expr, of, node, pattern)

    def given(self, expr: ir.Expr, of: Type, node: nodes.Expr, pattern: str) -> Value:
        """An argument whose value is there already."""
        parts = alternatives(pattern)
        if of is ERROR:
            return WRONG
        for part in parts[1:] if len(parts) > 1 else ():
            if not self._like(expr, of, parts[0]) and self._like(expr, of, part):
                return self._match(expr, of, node, part)
        return self._match(expr, of, node, parts[0])

    def _like(self, expr: ir.Expr, of: Type, part: str) -> bool:
        """Whether a value is of the sort that a pattern wants, whatever T is."""
        if part.startswith("list<"):
            # What lies in a slot is one thing where a thing does as well.
            return isinstance(of, List) or (isinstance(of, Zone) and not isinstance(expr, ir.SlotRead))
        if part.startswith("zone<"):
            return isinstance(of, Zone)
        if part.startswith("printed<"):
            return isinstance(of, Printed)
        inner, wanted = unwrap(of), self.type_of(part)
        if wanted is None:
            return True
        if is_thing(wanted) and isinstance(inner, Printed):
            return isinstance(expr, ir.Printed) and related(inner.of, wanted)
        return fits(inner, wanted) or (is_thing(inner) and is_thing(wanted) and related(inner, wanted))

    def _match(self, expr: ir.Expr, of: Type, node: nodes.Expr, part: str) -> Value:
        head, _, inner = part.rstrip(">").partition("<")
        if inner:
            known = self.type_of(inner)
            container = _CONTAINERS[head]
            if known is None or inner in _GENERIC:
                return self._bind_inner(expr, of, node, head, inner)
            return coerce(expr, of, container(known), node, self.scope)  # type: ignore[arg-type]
        wanted = self.type_of(part)
        if wanted is None:
            expr, of = settle(expr, of, node, self.scope)
            self.bound[part] = of
            return expr, of
        made, actual = coerce(expr, of, wanted, node, self.scope)
        place = unwrap(actual)
        if part in ("place", "place?") and isinstance(place, Kind | OneOf):
            self.bound.setdefault("place", place)
        elif isinstance(actual, Spot | Board) and actual.place != PLACE:
            self.bound.setdefault("place", actual.place)
        return made, actual

    def _bind_inner(self, expr: ir.Expr, of: Type, node: nodes.Expr, head: str, inner: str) -> Value:
        """`list<T>`, `zone<T>`, `tally<T>`, `printed<T>`, where T may be anything."""
        found: Value | None
        if head == "list":
            found = as_list(*settle(expr, of, node, self.scope), self.scope)
        elif head == "zone":
            found = (expr, of) if isinstance(of, Zone) else _slot(expr, of)
        elif head == "tally":
            found = (expr, Tally(of.key)) if isinstance(of, Table) and of.of == INT else (expr, of)
            found = found if isinstance(found[1], Tally) else None
        else:
            found = (expr, of) if isinstance(of, Printed) else None
        if found is None:
            wanted = {"list": List(NEVER), "zone": Zone(THING), "tally": Tally(THING), "printed": Printed(THING)}[head]
            if isinstance(of, Zone | List) and head == "zone":
                self.scope.report(
                    "wrong-type",
                    node,
                    wanted="a zone",
                    actual=say(of),
                    suggestion=Instead.of(first := f"first({self.scope.frame.unit.source(node)})", first),
                )
                return WRONG
            return self._no_container(expr, of, wanted, node, head)
        held = found[1].of  # type: ignore[attr-defined]
        known = self.bound.get(inner)
        if known is None:
            self.bound[inner] = held
        return found

    def _no_container(self, expr: ir.Expr, of: Type, wanted: Type, node: nodes.Expr, head: str) -> Value:
        inner = unwrap(of)
        if inner is not of and isinstance(inner, type(wanted)):
            return coerce(expr, of, inner, node, self.scope)  # it may be absent
        name = {"list": "a list", "zone": "a zone", "tally": "a tally", "printed": "a printed card or a kind"}[head]
        source = self.scope.frame.unit.source(node)
        guess = f"{source}.card is its printed card" if head == "printed" and is_thing(of) else None
        self.scope.report("wrong-type", node, suggestion=guess, wanted=name, actual=say(of))
        return WRONG

    def result(self, pattern: str) -> Type:
        """The type of a result, with what was bound."""
        if pattern.endswith("?"):
            return optional(self.result(pattern[:-1]))
        head, _, inner = pattern.rstrip(">").partition("<")
        if inner:
            return _CONTAINERS[head](self.result(inner))  # type: ignore[arg-type]
        if pattern == "spot":
            place = self.bound.get("place", PLACE)
            return Spot(place) if isinstance(place, Kind | OneOf) else SPOT
        return self.type_of(pattern) or ERROR

    def type_of(self, name: str) -> Type | None:
        """A type of the core by name; None for a T that nothing has bound yet."""
        if name in self.bound:
            return self.bound[name]
        if name in _GENERIC:
            return None
        if "<" in name:
            return None
        if name.endswith("?"):
            there = self.type_of(name.removesuffix("?"))
            return None if there is None else optional(there)
        symbols = self.scope.frame.symbols
        if name == "seat":
            return symbols.seat
        if name == "place":
            return PLACE
        if name in ("die", "rolled"):
            return Die(name == "rolled", symbols.face)
        return _NAMED[name]


_GENERIC = frozenset(("T",))
_CONTAINERS: dict[str, type[List] | type[Zone] | type[Tally] | type[Printed]] = {
    "list": List,
    "zone": Zone,
    "tally": Tally,
    "printed": Printed,
}
_NAMED: dict[str, Type] = {
    "int": INT,
    "flag": FLAG,
    "far_int": FAR_INT,
    "thing": THING,
    "board": BOARD,
    "spot": SPOT,
    "side": SIDE,
    "position": POSITION,
    "outcome": OUTCOME,
    "keyword": KEYWORD,
}


def _slot(expr: ir.Expr, of: Type) -> Value | None:
    inner = unwrap(of)
    if isinstance(expr, ir.SlotRead) and isinstance(inner, Kind | OneOf):
        return expr.zone, Zone(inner)
    return None
