"""Which function lowers which node, and the few entries that need nothing else.

The modules of expressions call each other around the circle of the grammar. So that they need not import each other in
a circle, each registers its node classes in `INFER` and calls the others through it; expr.py imports all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from greyc.compiler.coerce import WRONG, as_list, coerce, place_on, settle
from greyc.compiler.scope import Facts, Scope
from greyc.compiler.types import (
    ERROR,
    By,
    List,
    Optional,
    Spot,
    Tally,
    Type,
    Zone,
    is_thing,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead
from greyc.runtime import ir

Lowered = tuple[ir.Expr, Type]
INFER: dict[type, Callable[[Any, Scope, Type | None], Lowered]] = {}
"""Node class -> the value as it stands: zones are zones, tables are tables. The last argument is the hint."""


@frozen
class Test:
    """A condition with what is sure where it holds and where it does not. Pass the facts to `Scope.child` for more of
    the same expression, to `Scope.block` for statements."""

    __test__ = False

    expr: ir.Expr
    yes: Facts
    no: Facts


@frozen
class LoweredQuery:
    """`scope` sees the query's variable, with the facts of its `where`: use `scope.block()` for the statements of a
    `for each` or `choose`."""

    query: ir.Query
    element: Type
    scope: Scope


def lower(node: nodes.Expr, scope: Scope, expected: Type | None = None, hint: Type | None = None) -> Lowered:
    """An expression. `hint`: the type that words, numbers and lists in it most likely have; no requirement."""
    expr, of = INFER[type(node)](node, scope, hint or expected)
    if expected is None:
        return settle(expr, of, node, scope) if isinstance(of, By) else (expr, of)
    return coerce(expr, of, expected, node, scope)


def infer(node: nodes.Expr, scope: Scope, hint: Type | None = None) -> Lowered:
    """An expression as it stands, tables by players unread."""
    return INFER[type(node)](node, scope, hint)


def lower_present(node: nodes.Expr, scope: Scope) -> Lowered:
    """E of `if E as NAME`: something that may be absent; the type is that of NAME."""
    expr, of = lower(node, scope)
    if isinstance(of, Optional):
        return expr, of.of
    if of is not ERROR and not may_be_lost(expr):
        scope.report("never-absent", node, suggestion=None, actual=say(of))
    return expr, of


def may_be_lost(expr: ir.Expr) -> bool:
    """Whether it may be absent where the type says it is there: a card has an owner in the zones where it is active, and
    may lie elsewhere when somebody asks."""
    return isinstance(expr, ir.Attr) and expr.name in ("owner", "holder", "place")


def listed_value(node: nodes.Expr, scope: Scope, hint: Type | None = None) -> Lowered:
    """An expression that must be a list; ERROR if it is none (reported)."""
    return as_listed(*lower(node, scope, hint=hint), node, scope)


def as_listed(expr: ir.Expr, of: Type, node: nodes.Expr, scope: Scope) -> Lowered:
    """A value that must be a list; ERROR if it is none (reported)."""
    if of is ERROR:
        return WRONG
    listed = as_list(expr, of, scope)
    if listed is None:
        inner = unwrap(of)
        if isinstance(of, Optional) and isinstance(inner, List | Zone):
            return coerce(expr, of, List(inner.of), node, scope)
        source = scope.frame.unit.source(node)
        guess = f"keys({source})" if isinstance(of, Tally) else f"[{source}]"
        scope.report(
            "wrong-type",
            node,
            suggestion=Instead.of(guess, guess),
            wanted="a list",
            actual=say(of),
        )
        return WRONG
    return listed


def together(
    left: ir.Expr, one: Type, left_node: nodes.Node, right: ir.Expr, two: Type, right_node: nodes.Node, scope: Scope
) -> tuple[ir.Expr, Type, ir.Expr, Type]:
    """Two values that stand side by side: a card's name beside a copy is a copy."""
    if isinstance(left, ir.Printed) and is_thing(unwrap(two)):
        left, one = coerce(left, one, unwrap(two), left_node, scope)
    elif isinstance(right, ir.Printed) and is_thing(unwrap(one)):
        right, two = coerce(right, two, unwrap(one), right_node, scope)
    if isinstance(one, Spot) and is_thing(unwrap(two)):
        left, one = place_on(left, one, left_node, scope)
    elif isinstance(two, Spot) and is_thing(unwrap(one)):
        right, two = place_on(right, two, right_node, scope)
    return left, one, right, two
