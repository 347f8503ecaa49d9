"""What the grammar's rules for statements and expressions make; see build.py."""

from __future__ import annotations

from typing import Any

from . import nodes as n
from .nodes import Span
from .problems import Instead, SyntaxProblem, SyntaxStop


# ---- statements -----------------------------------------------------------------------------------------------------
def let(span: Span, name: n.Name, value: n.Expr) -> n.Let:
    return n.Let(span, name, value)


def assign(span: Span, target: n.Expr, op: Any, value: n.Expr) -> n.Assign:
    return n.Assign(span, target, op, value)


def assign_entry(span: Span, name: n.Name, key: n.ListLiteral, op: Any, value: n.Expr) -> n.Assign:
    """`points[red] += 1` begins like the call `points [red]`; only the sign behind it tells."""
    if len(key.items) != 1:
        ways = [
            (((key.items[0].span[0], each.span[0]), ""), ((each.span[1], key.items[-1].span[1]), ""))
            for each in key.items
        ]
        advice = Instead.changing("write one key between [ and ]", *ways[:5])
        raise SyntaxStop(SyntaxProblem("one-key", key.span, {}, advice))
    return n.Assign(span, n.Index((name.span[0], key.span[1]), name, key.items[0]), op, value)


def call_body(
    span: Span,
    verb: n.Name,
    leading: n.Expr | None,
    args: list[n.PrepArg] | None,
    settings: list[n.Setting] | None,
    alias: n.Name | None,
) -> n.VerbCall:
    return n.VerbCall(span, verb, leading, args or [], settings or [], alias)


def prep_arg(span: Span, preposition: Any, value: n.Expr) -> n.PrepArg:
    return n.PrepArg(span, preposition, value)


def setting(span: Span, name: n.Name, value: n.Expr | None) -> n.Setting:
    return n.Setting(span, name, value)


def pick(span: Span, amount: n.Amount | None, query: n.Query, alias: n.Name | None) -> n.Pick:
    return n.Pick(span, amount, query, alias)


def exactly(span: Span, count: n.Expr) -> n.Amount:
    return n.Amount(span, "exactly", count, count)


def up_to(span: Span, most: n.Expr) -> n.Amount:
    return n.Amount(span, "up to", None, most)


def between(span: Span, low: n.Expr, high: n.Expr) -> n.Amount:
    return n.Amount(span, "between", low, high)


def any_number(span: Span) -> n.Amount:
    return n.Amount(span, "any", None, None)


def some(span: Span) -> n.Amount:
    return n.Amount(span, "some", None, None)


def choose(
    span: Span,
    pick: n.Pick,
    by: n.Expr | None,
    prompt: n.String | None,
    body: n.Block,
    otherwise: n.Block | None,
) -> n.Choose:
    return n.Choose(span, False, pick, by, prompt, body, otherwise)


def may_choose(
    span: Span,
    pick: n.Pick,
    by: n.Expr | None,
    prompt: n.String | None,
    body: n.Block,
    otherwise: n.Block | None,
) -> n.Choose:
    return n.Choose(span, True, pick, by, prompt, body, otherwise)


def choose_one(span: Span, by: n.Expr | None, prompt: n.String | None, options: list[n.Option]) -> n.ChooseOne:
    return n.ChooseOne(span, by, prompt, options)


def option(span: Span, title: n.String | None, condition: n.Expr | None, body: n.Block) -> n.Option:
    return n.Option(span, title, condition, body)


def either(span: Span, one: n.VerbCall, others: list[n.VerbCall]) -> n.Either:
    return n.Either(span, [one, *others])


def may(span: Span, prompt: n.String, by: n.Expr | None, body: n.Block, otherwise: n.Block | None) -> n.May:
    return n.May(span, prompt, by, body, otherwise)


def may_call(span: Span, call: n.VerbCall) -> n.MayCall:
    return n.MayCall(span, call)


def split(span: Span, amount: n.Expr, query: n.Query, by: n.Expr | None, name: n.Name, body: n.Block) -> n.Split:
    return n.Split(span, amount, query, by, name, body)


def if_(span: Span, branches: list[n.Branch], otherwise: n.Block | None) -> n.If:
    return n.If(span, branches, otherwise)


def first_branch(span: Span, condition: n.Expr, alias: n.Name | None, body: n.Block) -> list[n.Branch]:
    return [n.Branch(span, condition, alias, body)]


def next_branch(
    span: Span, branches: list[n.Branch], condition: n.Expr, alias: n.Name | None, body: n.Block
) -> list[n.Branch]:
    branches.append(n.Branch((condition.span[0], span[1]), condition, alias, body))
    return branches


def for_each(span: Span, query: n.Query, by: n.Expr | None, body: n.Block) -> n.ForEach:
    return n.ForEach(span, query, by, body)


def repeat(span: Span, count: n.Expr | None, body: n.Block) -> n.Repeat:
    return n.Repeat(span, count, body)


def while_(span: Span, condition: n.Expr, body: n.Block) -> n.While:
    return n.While(span, condition, body)


def together(span: Span, body: n.Block) -> n.Together:
    return n.Together(span, body)


def offer(
    span: Span,
    groups: list[n.Name],
    seats: n.Expr,
    all_pass: str | None,
    until: n.Expr | None,
    givens: list[n.Setting] | None,
) -> n.Offer:
    return n.Offer(span, groups, seats, all_pass is not None, until, givens or [])


def modify_until(span: Span, target: n.ModTarget, until: list[n.Name], mods: list[n.Modification]) -> n.ModifyUntil:
    return n.ModifyUntil(span, target, until, mods)


def run(span: Span, ability: n.Name, of: n.Expr, bearer: n.Expr | None, settings: list[n.Setting] | None) -> n.Run:
    return n.Run(span, ability, of, bearer, settings or [])


def needs(span: Span, condition: n.Expr) -> n.Needs:
    return n.Needs(span, condition)


def result(span: Span, value: n.Expr) -> n.Result:
    return n.Result(span, value)


def stop(span: Span, result: n.Expr | None) -> n.Stop:
    return n.Stop(span, None, None, result)


def stop_verb(
    span: Span,
    verb: n.Name,
    leading: n.Name | None,
    slots: list[n.PatternSlot] | None,
    alias: n.Name | None,
    result: n.Expr | None,
) -> n.Stop:
    return n.Stop(span, verb, pattern(verb, leading, slots, alias), result)


def pattern(verb: n.Name, leading: n.Name | None, slots: list[n.PatternSlot] | None, alias: n.Name | None) -> n.Pattern:
    """What stands behind a verb; without anything an empty place right behind it."""
    parts: list[n.Node] = [part for part in (leading, *(slots or []), alias) if part is not None]
    span = (parts[0].span[0], parts[-1].span[1]) if parts else (verb.span[1], verb.span[1])
    return n.Pattern(span, leading, slots or [], alias)


def end_game(span: Span, outcome: n.Name, winner: n.Expr | None, message: n.String | None) -> n.EndGame:
    return n.EndGame(span, outcome, winner, message)


def fill(span: Span, zone: n.Expr, query: n.Query) -> n.Fill:
    return n.Fill(span, zone, query)


def text(span: Span, text: n.String) -> n.Text:
    return n.Text(span, text)


def log(span: Span, text: n.String) -> n.Log:
    return n.Log(span, text)


# ---- expressions ----------------------------------------------------------------------------------------------------
def query(span: Span, name: n.Name, source: n.Expr, where: n.Expr | None, rank: n.Rank | None) -> n.Query:
    return n.Query(span, name, source, where, rank)


def lowest(span: Span, by: n.Expr) -> n.Rank:
    return n.Rank(span, "lowest", by)


def highest(span: Span, by: n.Expr) -> n.Rank:
    return n.Rank(span, "highest", by)


def from_lowest(span: Span, by: n.Expr) -> n.Rank:
    return n.Rank(span, "from lowest", by)


def from_highest(span: Span, by: n.Expr) -> n.Rank:
    return n.Rank(span, "from highest", by)


def ternary(span: Span, then: n.Expr, condition: n.Expr, otherwise: n.Expr) -> n.Ternary:
    return n.Ternary(span, then, condition, otherwise)


def either_true(span: Span, left: n.Expr, right: n.Expr) -> n.Logical:
    return n.Logical(span, left, "or", right)


def both_true(span: Span, left: n.Expr, right: n.Expr) -> n.Logical:
    return n.Logical(span, left, "and", right)


def negation(span: Span, operand: n.Expr) -> n.Not:
    return n.Not(span, operand)


def compare(span: Span, left: n.Expr, op: Any, right: n.Expr) -> n.Comparison:
    return n.Comparison(span, left, op, right)


def is_(span: Span, left: n.Expr, right: n.Expr) -> n.Is:
    return n.Is(span, left, False, right)


def is_not(span: Span, left: n.Expr, right: n.Expr) -> n.Is:
    return n.Is(span, left, True, right)


def is_in(span: Span, left: n.Expr, right: n.Expr) -> n.IsIn:
    return n.IsIn(span, left, False, right)


def is_not_in(span: Span, left: n.Expr, right: n.Expr) -> n.IsIn:
    return n.IsIn(span, left, True, right)


def has(span: Span, left: n.Expr, ability: n.Name) -> n.Has:
    return n.Has(span, left, ability, False)


def span_of(span: Span, low: n.Expr, high: n.Expr) -> n.Range:
    return n.Range(span, low, high)


def arithmetic(span: Span, left: n.Expr, op: Any, right: n.Expr) -> n.Arithmetic:
    return n.Arithmetic(span, left, op, right)


def negative(span: Span, operand: n.Expr) -> n.Negative:
    return n.Negative(span, operand)


def can(span: Span, action: n.Name, args: list[n.Argument]) -> n.Can:
    return n.Can(span, action, args)


def can_run(span: Span, ability: n.Name, left: n.Expr) -> n.Has:
    return n.Has(span, left, ability, True)


def during(span: Span, verb: n.Name) -> n.During:
    return n.During(span, verb)


def attribute(span: Span, target: n.Expr, name: n.Name) -> n.Attribute:
    return n.Attribute(span, target, name)


def function_call(span: Span, function: n.Expr, args: list[n.Argument]) -> n.FunctionCall:
    return n.FunctionCall(span, function, args)


def index(span: Span, target: n.Expr, index: n.Expr) -> n.Index:
    return n.Index(span, target, index)


def every(span: Span, kind: n.Name) -> n.Every:
    return n.Every(span, kind)


def cards_of(span: Span, kind: n.Name, pack: n.Name | None) -> n.CardsOf:
    return n.CardsOf(span, kind, pack)


def filter(span: Span, query: n.Query) -> n.Filter:
    return n.Filter(span, query)


def map_list(span: Span, value: n.Expr, query: n.Query) -> n.MapList:
    return n.MapList(span, value, query)


def list_literal(span: Span, items: list[n.Expr] | None) -> n.ListLiteral:
    return n.ListLiteral(span, items or [])


def arguments(span: Span, items: list[n.Argument] | None) -> list[n.Argument]:
    return items or []


def generator(span: Span, value: n.Expr, query: n.Query) -> n.Generator:
    return n.Generator(span, value, query)


def labelled(span: Span, label: n.Name, value: n.Expr) -> n.Labelled:
    return n.Labelled(span, label, value)


def map(span: Span, entries: list[n.MapEntry] | None) -> n.MapLiteral:
    return n.MapLiteral(span, entries or [])


def map_entry(span: Span, key: n.Name | n.Number, value: n.Expr) -> n.MapEntry:
    return n.MapEntry(span, key, value)
