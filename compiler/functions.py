"""Functions of packs: lowered when first called or when their pack is, whichever comes first.

A function has no written result type; it is that of its body. Since functions are not recursive, lowering a function
when a call of it is met always ends, and a function met while it is being lowered is a cycle, which is reported once.

Actions are asked for their labels in the same way: the type of a parameter is that of what it may be picked from.
"""

from __future__ import annotations

from collections.abc import Sequence

from greyc.compiler.coerce import as_list
from greyc.compiler.conditions import test
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.dispatch import lower, lower_present
from greyc.compiler.entries import ActionInfo, FunctionInfo
from greyc.compiler.frames import frame_of_rule, scope_of
from greyc.compiler.query import lower_query
from greyc.compiler.scope import Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, INT, Int, List, Type, join, say
from greyc.dsl import nodes
from greyc.runtime import ir


def lower_function(info: FunctionInfo, symbols: Symbols, reporter: Reporter) -> ir.Function | None:
    """The function's IR; None if its header or a cycle made it impossible (reported). `info.result` is set."""
    if info.result is not None:
        return info.lowered
    if info.running:
        assert info.unit is not None
        reporter.report("function-cycle", info.unit.path, info.span, name=info.name)
        info.result = ERROR
        return None
    info.running = True
    unit = info.unit
    assert unit is not None
    scope = scope_of(frame_of_rule("function", info.name, symbols, unit, reporter), info.params, info.override)
    node = info.node
    results: list[tuple[ir.Expr, Type, nodes.Node]] = []
    if node.value is not None:
        value, of = lower(node.value, scope)
        body: list[ir.Stmt] = [ir.Result(value, unit.at(node.value))]
    else:
        body = _block(node.body or [], scope, results)
        of = _result_of(info, results, body, scope)
    info.running = False
    if info.result is None:
        info.result = INT if isinstance(of, Int) else of
    if info.result is not ERROR:
        params = [ir.Param(p.name, p.type.text) for p in info.params]
        info.lowered = ir.Function(
            info.name, params, info.result.text, body, info.override, None, unit.index, unit.at(node)
        )
    return info.lowered


def _result_of(
    info: FunctionInfo, results: Sequence[tuple[ir.Expr, Type, nodes.Node]], body: Sequence[ir.Stmt], scope: Scope
) -> Type:
    """What the `result` lines have in common; each is made a value of that."""
    if not results:
        scope.report("no-result-line", info.span, name=info.name)
        return ERROR
    of: Type = results[0][1]
    for _, each, node in results[1:]:
        joined = join(of, each)
        if joined is None:
            scope.report("mixed-results", node, one=say(of), other=say(each), name=info.name)
            return ERROR
        of = joined
    if not _always(body):
        scope.report("path-without-result", info.span, name=info.name)
    if isinstance(of, List):
        for stmt in _results_in(body):
            found = next(t for e, t, _ in results if e is stmt.value)
            listed = as_list(stmt.value, found, scope)
            if listed is not None:
                stmt.value = listed[0]
    return of


def _block(
    block: Sequence[nodes.Statement], scope: Scope, results: list[tuple[ir.Expr, Type, nodes.Node]]
) -> list[ir.Stmt]:
    body: list[ir.Stmt] = []
    at = scope.frame.unit.at
    for node in block:
        if isinstance(node, nodes.Let):
            value, of = lower(node.value, scope)
            scope.bind(node.name.text, INT if isinstance(of, Int) else of, node.name.span)
            body.append(ir.Let(node.name.text, value, at(node)))
        elif isinstance(node, nodes.Result):
            value, of = lower(node.value, scope)
            results.append((value, of, node.value))
            body.append(ir.Result(value, at(node)))
        elif isinstance(node, nodes.If):
            body.append(_if(node, 0, scope, results))
        else:
            scope.report("effect-in-function", node, name=scope.frame.name)
    return body


def _if(node: nodes.If, index: int, scope: Scope, results: list[tuple[ir.Expr, Type, nodes.Node]]) -> ir.Stmt:
    branch = node.branches[index]
    inside = scope
    if branch.alias is not None:
        cond, of = lower_present(branch.condition, scope)
        inside = scope.block()
        inside.bind(branch.alias.text, of, branch.alias.span)
        rest = scope
    else:
        asked = test(branch.condition, scope)
        # A function changes nothing, so what was asked stays true in the whole block.
        cond, inside, rest = asked.expr, scope.child(asked.yes), scope.child(asked.no)
    body = _block(branch.body, inside, results)
    if index + 1 < len(node.branches):
        other: list[ir.Stmt] = [_if(node, index + 1, rest, results)]
    else:
        other = _block(node.otherwise or [], rest.child(), results)
    alias = branch.alias.text if branch.alias is not None else None
    if branch.alias is None and _always(body) and not other:
        # Behind `if ...: result ...` the condition does not hold.
        scope.facts.update(rest.facts)
    return ir.If(cond, alias, body, other, scope.frame.unit.at(branch))


def _always(body: Sequence[ir.Stmt]) -> bool:
    """Whether every way through gives a result."""
    return any(
        isinstance(s, ir.Result) or (isinstance(s, ir.If) and _always(s.body) and _always(s.other)) for s in body
    )


def _results_in(body: Sequence[ir.Stmt]) -> list[ir.Result]:
    found: list[ir.Result] = []
    for s in body:
        if isinstance(s, ir.Result):
            found.append(s)
        elif isinstance(s, ir.If):
            found += _results_in(s.body) + _results_in(s.other)
    return found


def action_labels(info: ActionInfo, symbols: Symbols, reporter: Reporter) -> dict[str, Type]:
    """Actor, givens and parameters of an action with their types, in order; a set parameter is a list."""
    if info.labels is not None:
        return info.labels
    assert info.unit is not None
    # An action that can ask `can` of itself is answered with what is known so far.
    labels = info.labels = {info.actor.name: info.actor.type, **{given.name: given.type for given in info.givens}}
    # Its own pack reports what is wrong with it, when it is lowered.
    frame = frame_of_rule("action", info.name, symbols, info.unit, Reporter())
    scope = scope_of(frame, [info.actor, *info.givens], info.override)
    for member in info.node.members:
        if isinstance(member, nodes.Parameter):
            pick = member.pick
            found = lower_query(pick.query, scope)
            name = pick.alias if pick.alias is not None and pick.amount is not None else pick.query.name
            of = found.element if pick.amount is None else List(found.element)
            labels[name.text] = of if found.element is not ERROR else ERROR
            scope.bind(name.text, labels[name.text], name.span)
    return labels
