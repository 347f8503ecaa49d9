"""Queries, the lists made of them, and functions over them."""

from __future__ import annotations

from greyc.compiler.coerce import WRONG, Value, coerce
from greyc.compiler.conditions import test
from greyc.compiler.dispatch import INFER, LoweredQuery, listed_value, lower
from greyc.compiler.scope import Scope
from greyc.compiler.types import ERROR, FAR_INT, INT, Int, List, Type, Word, is_thing, say
from greyc.dsl import nodes
from greyc.runtime import ir


def lower_query(node: nodes.Query, scope: Scope, bind: Type | None = None) -> LoweredQuery:
    """A query. The variable is bound in a scope of its own, with what `where` makes sure."""
    source, of = listed_value(node.source, scope, None if bind is None else List(bind))
    element = of.of if isinstance(of, List) else ERROR
    if bind is not None and element is not ERROR:
        _, element = coerce(ir.Local(node.name.text), element, bind, node.source, scope)
    inner = scope.child()
    inner.bind(node.name.text, element, node.name.span).read = True
    where = None
    if node.where is not None:
        asked = test(node.where, inner)
        where = asked.expr
        inner.facts.update(asked.yes)
        element = inner.facts.get(node.name.text, element)
    rank = _rank(node.rank, inner) if node.rank is not None else None
    return LoweredQuery(ir.Query(node.name.text, source, where, rank, element.text), element, inner)


def _rank(node: nodes.Rank, scope: Scope) -> ir.Rank:
    by, of = lower(node.by, scope)
    if isinstance(of, List):
        if not isinstance(of.of, Int) and of.of != FAR_INT:
            scope.report("no-rank", node.by, actual=say(of))
    elif not isinstance(of, Int) and of not in (FAR_INT, ERROR) and not (isinstance(of, Word) and of.ordered):
        coerce(by, of, INT, node.by, scope)
    return ir.Rank("lowest" if node.mode.endswith("lowest") else "highest", node.mode.startswith("from"), by)


def _filter(node: nodes.Filter, scope: Scope, hint: Type | None) -> Value:
    found = lower_query(node.query, scope)
    return (found.query, List(found.element)) if found.element is not ERROR else WRONG


def _map_list(node: nodes.MapList, scope: Scope, hint: Type | None) -> Value:
    found = lower_query(node.query, scope)
    value, of = lower(node.value, found.scope, hint=hint.of if isinstance(hint, List) else None)
    if isinstance(value, ir.Printed) and isinstance(hint, List) and is_thing(hint.of):
        value, of = coerce(value, of, hint.of, node.value, found.scope)
    if ERROR in (of, found.element):
        return WRONG
    return ir.MapList(value, found.query), List(INT if isinstance(of, Int) else of)


INFER[nodes.Filter] = _filter
INFER[nodes.MapList] = _map_list
