"""Expressions: from syntax tree to IR with a type. What other modules of the compiler call stands here.

`lower` is the entry. With `expected` the value is made to be of that type (a zone's contents where a list is wanted, the
only copy of a card where a thing is, see coerce.py), or one diagnostic says why it can't be; without it, the value has
the type it has by itself, tables by players read. A mistake gives one diagnostic, then the type ERROR, which fits all.

Near by: query.py (queries, aggregates), builtin.py (the core's functions), functions.py (functions of packs),
targets.py (what may be assigned, taken as a cost, modified), calls.py (arguments of verb calls, `run`, `stop`, `offer`),
patterns.py (headers of hooks), facts.py (what guards make sure), owners.py (who owns what), actions.py (labels).
"""

from __future__ import annotations

from attrs import frozen

from greyc.compiler.scope import Facts, Scope
from greyc.compiler.types import Type
from greyc.dsl import nodes
from greyc.runtime import ir

Lowered = tuple[ir.Expr, Type]


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
    raise AssertionError("being written")


def lower_test(node: nodes.Expr, scope: Scope) -> Test:
    """A condition (`if`, `where`, `when`, `needs`, `while`, `whenever`, `check`, `expect`)."""
    raise AssertionError("being written")


def lower_present(node: nodes.Expr, scope: Scope) -> Lowered:
    """E of `if E as NAME`: something that may be absent; the type is that of NAME."""
    raise AssertionError("being written")


def lower_zone(node: nodes.Expr, scope: Scope, holds: Type) -> Lowered:
    """Where something of type `holds` is put: a zone, a slot, or a thing (or place) with exactly one zone for it."""
    raise AssertionError("being written")


def lower_query(node: nodes.Query, scope: Scope, bind: Type | None = None) -> LoweredQuery:
    """A query; `bind`: the type its variable must have."""
    raise AssertionError("being written")


def lower_path(names: list[str], where: nodes.Span, scope: Scope) -> Lowered:
    """What a placeholder `{player.hand_limit}` of a text names; `where` is its place in the text."""
    raise AssertionError("being written")
