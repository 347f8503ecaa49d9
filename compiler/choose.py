"""Choices to IR: everything that asks somebody. Who answers is settled here (answer.py), and what they read.

A pick takes one member of a query, called by the query's name, or with an amount a list, called by `as NAME`.
"""

from __future__ import annotations

import re

from greyc.compiler.acts import LOWER, Acts, Stmts
from greyc.compiler.expr import lower, lower_query, lower_test
from greyc.compiler.scope import Scope
from greyc.compiler.types import ERROR, INT, List, Type
from greyc.dsl import Instead, nodes
from greyc.dsl.problems import insert, leave_out
from greyc.runtime import ir


def lower_pick(node: nodes.Pick, scope: Scope, statement: bool = False) -> tuple[ir.Pick, str, Type, Scope, nodes.Name]:
    """What may be chosen; with the name and type of what is, a scope that sees one candidate, and the name's place."""
    found = lower_query(node.query, scope)
    if node.amount is None:
        if node.alias is not None:
            guess = f"what is chosen is called {node.query.name.text}"
            start, end = node.query.span
            used = re.finditer(rf"(?<![\w.]){node.query.name.text}(?!\w)", scope.frame.unit.text[start:end])
            named = tuple(((start + each.start(), start + each.end()), node.alias.text) for each in used)
            guess = Instead.changing(guess, (*named, ((end, node.alias.span[1]), "")))
            scope.report("needless-as", node.alias, suggestion=guess, name=node.alias.text)
        return ir.Pick(found.query, None, None), node.query.name.text, found.element, found.scope, node.query.name
    amount = _amount(node.amount, scope)
    name = node.alias or node.query.name
    if node.alias is None:
        source, query = scope.frame.unit.source, source_of(node, scope)
        many = f"write {'choose ' if statement else ''}{source(node.amount)} {query} as NAME; below it, NAME is the list of what was chosen"
        guess = insert(many, " as NAME", node.query.span[1])
        if (single := _single(amount, query, statement)) is not None and amount.low == ir.Int(1):
            guess = leave_out(single, at=(node.amount.span[0], node.query.span[0]))
        scope.report("as-missing", node.query.name, suggestion=guess if amount.low == ir.Int(1) else single or guess)
        return ir.Pick(found.query, amount, name.text), name.text, ERROR, found.scope, name
    return ir.Pick(found.query, amount, name.text), name.text, List(found.element), found.scope, name


def source_of(node: nodes.Pick, scope: Scope) -> str:
    """The query as its author wrote it, if it is short."""
    text = scope.frame.unit.source(node.query)
    return text if len(text) <= 60 and "\n" not in text else f"{node.query.name.text} in ..."


def _single(amount: ir.Amount, query: str, statement: bool) -> str | None:
    """How to write it where at most one is chosen, which needs no list."""
    if amount.high != ir.Int(1):
        return None
    if amount.low == ir.Int(1):
        return f"write {'choose' if statement else 'with'} {query}: it is always one"
    return f"write may choose {query}: one or none" if statement else None


def _amount(node: nodes.Amount, scope: Scope) -> ir.Amount:
    low = None if node.low is None else lower(node.low, scope, INT)[0]
    high = None if node.high is None else lower(node.high, scope, INT)[0]
    match node.mode:
        case "exactly":
            low = low or high or ir.Int(1)
            made = ir.Amount(low, low, True)
        case "up to":
            made = ir.Amount(ir.Int(0), high or low, False)
        case "any":
            made = ir.Amount(ir.Int(0), None, False)
        case "some":
            made = ir.Amount(ir.Int(1), None, False)
        case _:
            made = ir.Amount(low or ir.Int(0), high, False)
    if isinstance(made.low, ir.Int) and isinstance(made.high, ir.Int) and made.low.value > made.high.value:
        scope.report("amount-backwards", node, low=made.low.value, high=made.high.value)
    return made


def lower_choose(node: nodes.Choose, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.by(node.by, scope, node)
    prompt = None if node.prompt is None else acts.pack.texts.message(node.prompt, scope, acts.path)
    pick, name, of, candidate, place = lower_pick(node.pick, scope, statement=True)
    inside = candidate.block() if pick.amount is None else scope.block()
    if pick.amount is not None:
        inside.bind(name, of, place.span)
    elif node.pick.alias is not None:
        inside.bind(node.pick.alias.text, of, node.pick.alias.span)  # reported; so that the body is not reported too
    chosen = acts.block(node.body, inside)
    other = [] if node.otherwise is None else acts.block(node.otherwise, scope.block())
    return [ir.Choose(pick, node.optional, by, prompt, chosen, other, acts.at(node))]


def lower_choose_one(node: nodes.ChooseOne, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.by(node.by, scope, node)
    texts = acts.pack.texts
    prompt = None if node.prompt is None else texts.message(node.prompt, scope, acts.path)
    options = []
    for option in node.options:
        title = texts.untitled(acts.path) if option.title is None else texts.message(option.title, scope, acts.path)
        test = None if option.condition is None else lower_test(option.condition, scope)
        inside = scope.block(None if test is None else test.yes)
        stmts = acts.block(option.body, inside)
        options.append(ir.ChoiceOption(title, None if test is None else test.expr, stmts, acts.at(option)))
    return [ir.ChooseOne(by, prompt, options, acts.at(node))]


def lower_either(node: nodes.Either, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.default(scope, node)
    options = [
        ir.ChoiceOption(acts.pack.texts.untitled(acts.path), None, acts.statement(call, scope.block()), acts.at(call))
        for call in node.calls
    ]
    return [ir.ChooseOne(by, None, options, acts.at(node))]


def lower_may(node: nodes.May, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.by(node.by, scope, node)
    prompt = acts.pack.texts.message(node.prompt, scope, acts.path)
    chosen = acts.block(node.body, scope.block())
    other = [] if node.otherwise is None else acts.block(node.otherwise, scope.block())
    return [ir.May(prompt, by, chosen, other, acts.at(node))]


def lower_may_call(node: nodes.MayCall, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.default(scope, node)
    prompt = acts.pack.texts.untitled(acts.path)
    return [ir.May(prompt, by, acts.statement(node.call, scope.block()), [], acts.at(node))]


def lower_split(node: nodes.Split, scope: Scope, acts: Acts) -> Stmts:
    by = acts.pack.answers.by(node.by, scope, node)
    total = lower(node.amount, scope, INT)[0]
    found = lower_query(node.query, scope)
    inside = found.scope.block()
    inside.bind(node.name.text, INT, node.name.span)
    stmts = acts.block(node.body, inside)
    return [ir.Split(total, found.query, by, node.name.text, None, stmts, acts.at(node))]


LOWER.update(
    {
        nodes.Choose: lower_choose,
        nodes.ChooseOne: lower_choose_one,
        nodes.Either: lower_either,
        nodes.May: lower_may,
        nodes.MayCall: lower_may_call,
        nodes.Split: lower_split,
    }
)
