"""Expressions: from syntax tree to IR with a type. What other modules of the compiler call stands here.

`lower` is the entry. With `expected` the value is made to be of that type (a zone's contents where a list is wanted, the
only copy of a card where a thing is, see coerce.py), or one diagnostic says why it can't be; without it, the value has
the type it has by itself, tables by players read. A mistake gives one diagnostic, then the type ERROR, which fits all.

Near by: values.py (numbers, lists, tables), reading.py (names and what stands behind a dot), conditions.py (everything that is yes or no, with the facts
that guards make sure), query.py (queries, aggregates), builtin.py (the core's functions), functions.py (functions of
packs), targets.py (what may be assigned, taken as a cost, modified), calls.py (arguments of verb calls, `run`, `stop`,
`offer`), patterns.py (headers of hooks), owners.py (who owns what).
"""

from __future__ import annotations

from greyc.compiler import builtin, values  # noqa: F401  (their node classes register themselves)
from greyc.compiler.coerce import WRONG, coerce, place_on
from greyc.compiler.conditions import test as lower_test
from greyc.compiler.dispatch import Lowered, LoweredQuery, Test, infer, lower, lower_present
from greyc.compiler.query import lower_query
from greyc.compiler.reading import holding_kind
from greyc.compiler.scope import Scope
from greyc.compiler.types import (
    ERROR,
    Kind,
    Optional,
    Printed,
    Spot,
    Type,
    Zone,
    is_thing,
    related,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead
from greyc.runtime import ir

__all__ = [
    "Lowered",
    "LoweredQuery",
    "Test",
    "infer",
    "lower",
    "lower_path",
    "lower_present",
    "lower_query",
    "lower_test",
    "lower_zone",
]


def lower_zone(node: nodes.Expr, scope: Scope, holds: Type) -> Lowered:
    """Where something of type `holds` is put: a zone, a slot, or a thing (or place) with exactly one zone for it."""
    expr, of = infer(node, scope)
    if isinstance(expr, ir.SlotRead):
        inner = unwrap(of)
        if is_thing(inner) and (not is_thing(holds) or related(inner, holds)):
            assert isinstance(inner, Kind) or hasattr(inner, "kinds")
            return expr.zone, Zone(inner)  # type: ignore[arg-type]
    if isinstance(of, Zone):
        if is_thing(holds) and not related(of.of, holds):
            scope.report("wrong-zone", node, zone=say(of), thing=holds.text)
            return WRONG
        return expr, of
    if isinstance(of, Printed) and isinstance(expr, ir.Printed):
        expr, of = coerce(expr, of, of.of, node, scope)
    if isinstance(of, Optional) and is_thing(of.of):
        expr, of = coerce(expr, of, of.of, node, scope)
    if isinstance(of, Spot):
        expr, of = place_on(expr, of, node, scope)
    if not is_thing(of):
        if of is not ERROR:
            scope.report("wrong-type", node, wanted="a zone", actual=say(of))
        return WRONG
    return _zone_of(expr, of, node, scope, holds)


def _zone_of(expr: ir.Expr, of: Type, node: nodes.Expr, scope: Scope, holds: Type) -> Lowered:
    members = scope.frame.symbols.members(of.name) if isinstance(of, Kind) else {}
    zones = [m for m in members.values() if isinstance(m.type, Zone) and not m.absent_never]
    fitting = [m for m in zones if isinstance(m.type, Zone) and (not is_thing(holds) or related(m.type.of, holds))]
    if len(fitting) == 1:
        return ir.ZoneRef(
            expr, holding_kind(fitting[0], of, scope), fitting[0].name, scope.frame.unit.at(node)
        ), fitting[0].type
    if holds is not ERROR:
        source = scope.frame.unit.source(node)
        meant = [f"{source}.{m.name}" for m in (fitting or zones)]
        guess = Instead.of(f"say which: {', '.join(meant)}", *meant) if meant else None
        count = "no zone" if not fitting else "more than one zone"
        scope.report("no-one-zone", node, suggestion=guess, kind=of.text, count=count, thing=say(holds))
    return WRONG


def lower_path(names: list[str], where: nodes.Span, scope: Scope) -> Lowered:
    """What a placeholder `{player.hand_limit}` of a text names; `where` is its place in the text."""
    end = where[0] + len(names[0])
    node: nodes.Expr = nodes.Name((where[0], end), names[0])
    for name in names[1:]:
        start, end = end + 1, end + 1 + len(name)
        node = nodes.Attribute((where[0], end), node, nodes.Name((start, end), name))
    # Facts go by the text that was written, and here that is the placeholder's, not the expression's.
    plain = Scope(scope.frame, scope.locals, {k: of for k, of in scope.facts.items() if k in scope.locals})
    return lower(node, plain)
