"""Lists that are worked out: *2 white dice*, *the might of each shade in the row*, *the guests and the hosts*.

A list that is made of what its members say is told with *each ...* in the place of the member, so that it is one phrase in
every clause. Nothing here may name a list by that list itself again: what can't be told otherwise would never end.
"""

from __future__ import annotations

from collections.abc import Iterator

from greyc.runtime import ir

from . import conditions, names, numbers, queries
from .language import Said
from .phrase import Phrase
from .scope import Scope
from .sorts import sort_of_type


def told(scope: Scope, expr: ir.Join | ir.Without | ir.MapList | ir.Aggregate) -> Phrase:
    """What is worked out from lists, as a phrase; also a number or a flag of them, where a phrase is wanted."""
    match expr:
        case ir.Without(left=left, right=right):
            list_, x = names.name(scope, left), names.name(scope, right)
            return names.fixed(scope, scope.say("number.without", list=list_, x=x), many=True)
        case ir.Join():
            parts = [names.name(scope, each).text for each in _joined(expr)]
            return names.fixed(scope, scope.language.listed(parts), many=True)
        case ir.MapList(
            value=ir.DieRef(), query=ir.Query(source=ir.RangeList(low=ir.Int(value=1), high=high), where=None)
        ):
            return dice(scope, expr.value, high)
        case ir.Aggregate(function="first" | "last" as function, query=query, value=None):
            return queries.candidates(scope, query, function)
        case ir.Aggregate(function="first" | "last" as function, query=query, value=value) if value is not None:
            noun = scope.lexicon.noun(scope.sort(expr).name)
            said = scope.say(f"fn.{function}", list=each(scope, query, value), noun=noun.one, counter=noun.counter)
            return names.fixed(scope, said)
        case (
            ir.MapList(query=query, value=value) | ir.Aggregate(function="join", query=query, value=ir.Node() as value)
        ):
            return names.fixed(scope, each(scope, query, value), many=True)
        case ir.Aggregate(function="any" | "all"):
            return names.fixed(scope, conditions.statement(scope, expr))
        case ir.Aggregate(function="join", query=query):
            return queries.candidates(scope, query, "all", many=True)
    return names.fixed(scope, numbers.text(scope, expr))


def _joined(expr: ir.Expr) -> Iterator[ir.Expr]:
    if isinstance(expr, ir.Join):
        yield from _joined(expr.left)
        yield from _joined(expr.right)
    else:
        yield expr


def dice(scope: Scope, die: ir.Expr, number: ir.Expr) -> Phrase:
    """*2 white dice*"""
    n = numbers.amount(scope, number)
    phrase = names.name(scope, die)
    phrase.det, phrase.many, phrase.n = "n", n.number != 1, Said(n.spoken(""), n.number, counts=True)
    return phrase


def each(scope: Scope, query: ir.Query, value: ir.Expr) -> str:
    """*2 times the might of each shade in the row*: the value, with *each ...* where it first speaks of the member."""
    inner = scope.child()
    sort = sort_of_type(query.type)
    if isinstance(value, ir.IfElse) or (
        isinstance(value, ir.Arith) and value.sign in "+-"
    ):  # which is long, and in brackets
        phrase = queries.candidates(scope, query, "each")
        inner.bind(query.name, scope.entity(sort, noun=phrase.later))
        return scope.say("fn.each", what=scope.say("number.bracket", n=numbers.text(inner, value)), np=phrase)
    member = inner.bind(query.name, scope.entity(sort, intro=lambda: queries.candidates(scope, query, "each")))
    words = numbers.text(inner, value) if inner.sort(value).number else names.name(inner, value).text
    if member.mentions:
        return words
    return scope.say("fn.each", what=words, np=queries.candidates(scope, query, "each"))
