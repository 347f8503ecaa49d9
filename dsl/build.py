"""What the grammar's rules make: a function for each rule or alias of grammar.lark that is no mere passing on.

The parser calls it while it reads, as soon as the rule is complete, with the span and the parts that the grammar
keeps (Lark's own rules: names, numbers, texts and what other rules made, None for an absent `[...]`). So the syntax
tree comes out directly: there is no tree of Lark's, and no walk over one that could meet the recursion limit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeVar

from . import nodes as n
from .build_acts import *  # noqa: F403
from .build_acts import pattern
from .nodes import Span
from .problems import SyntaxProblem, SyntaxStop, write

T = TypeVar("T")


# ---- lists --------------------------------------------------------------------------------------------------------
def first(span: Span, item: T) -> list[T]:
    return [item]


def more(span: Span, items: list[T], item: T) -> list[T]:
    items.append(item)
    return items


def pair(span: Span, one: T, two: T) -> list[T]:
    return [one, two]


def flat(members: list[Any]) -> list[Any]:
    """Members of a body: a line may hold several props."""
    result: list[Any] = []
    for member in members:
        if isinstance(member, list):
            result.extend(member)
        else:
            result.append(member)
    return result


# ---- the smallest parts -------------------------------------------------------------------------------------------
def string(span: Span, text: str) -> n.String:
    return n.String(span, text)


def number(span: Span, digits: str) -> n.Number:
    return n.Number(span, int(digits))


def negative_number(span: Span, digits: str) -> n.Number:
    return n.Number(span, -int(digits))


def drawing(span: Span, text: str) -> n.Drawing:
    return n.Drawing(span, text[3:-3].replace("\r\n", "\n"))


def once(span: Span, period: n.Name) -> n.Once:
    return n.Once(span, period)


def game_period(span: Span) -> n.Name:
    return n.Name(span, "game")


def flag(span: Span) -> bool:
    return True


# ---- games ----------------------------------------------------------------------------------------------------------
def game(span: Span, name: n.Name, title: n.String | None, members: list[n.GameMember]) -> n.Game:
    return n.Game(span, name, title, members)


def seats(span: Span, low: n.Number, high: n.Number | None, brings: n.Name | None) -> n.Seats:
    return n.Seats(span, low, high, brings)


def game_option(
    span: Span, name: n.Name, type: n.TypeExpr, default: n.Expr | None, title: n.String | None
) -> n.GameOption:
    return n.GameOption(span, name, type, default, title)


def score(span: Span, value: n.Expr) -> n.Score:
    return n.Score(span, None, value)


def score_of_seat(span: Span, seat: n.Name, value: n.Expr) -> n.Score:
    return n.Score(span, seat, value)


def section(span: Span, name: n.Name, body: n.Block) -> n.Section:
    return n.Section(span, name, body)


def extend_game(span: Span, name: n.Name, members: list[Any]) -> n.ExtendGame:
    return n.ExtendGame(span, name, members)


def extend_kind(span: Span, name: n.Name, members: list[n.KindMember]) -> n.ExtendKind:
    return n.ExtendKind(span, name, members)


def extend_keyword(span: Span, name: n.Name, members: list[Any]) -> n.ExtendKeyword:
    return n.ExtendKeyword(span, name, flat(members))


def extend_verb(span: Span, name: n.Name, settings: list[n.Setting] | None) -> n.ExtendVerb:
    return n.ExtendVerb(span, name, settings or [], [])


def extend_verb_block(span: Span, name: n.Name, settings: list[n.Setting] | None, body: n.Block) -> n.ExtendVerb:
    return n.ExtendVerb(span, name, settings or [], body)


def extend_ability(span: Span, name: n.Name, kinds: list[n.Name]) -> n.ExtendAbility:
    return n.ExtendAbility(span, name, kinds)


def preset(span: Span, name: n.Name, value: n.Expr) -> n.Preset:
    return n.Preset(span, name, value)


def override(span: Span, declaration: n.Verb | n.Function | n.Action | n.Card) -> n.Override:
    return n.Override(span, declaration)


def die(span: Span, name: n.Name, title: n.String | None, faces: list[n.Name | n.Number]) -> n.Die:
    apart(faces)
    return n.Die(span, name, title, faces)


def apart(values: list[Any]) -> None:
    """`1-6` would be read as 1 and -6."""
    for one, other in pairwise(values):
        if isinstance(one, n.Number) and isinstance(other, n.Number) and one.span[1] == other.span[0]:
            written = f"{one.value}{other.value}"
            numbers = [str(number) for number in range(one.value, 1 - other.value)]
            advice = write(" ".join(numbers)) if 1 < len(numbers) <= 20 else None
            problem = SyntaxProblem("joined-numbers", (one.span[0], other.span[1]), {"written": written}, advice)
            raise SyntaxStop(problem)


# ---- kinds ------------------------------------------------------------------------------------------------------------
def kind_mark(span: Span, name: n.Name, parent: n.Name | None, title: n.String | None) -> n.Kind:
    return n.Kind(span, name, parent, title, [])


def kind(
    span: Span, name: n.Name, parent: n.Name | None, title: n.String | None, members: list[n.KindMember]
) -> n.Kind:
    return n.Kind(span, name, parent, title, members)


def word(span: Span, name: n.Name, title: n.String | None) -> n.Word:
    return n.Word(span, name, title)


def one_word(span: Span, name: n.Name, title: n.String | None, only: n.Word) -> n.WordKind:
    return n.WordKind(span, name, title, False, [only])


def ordered_words(span: Span, name: n.Name, title: n.String | None, least: n.Word, rest: list[n.Word]) -> n.WordKind:
    return n.WordKind(span, name, title, True, [least, *rest])


def closed_words(span: Span, name: n.Name, title: n.String | None, one: n.Word, rest: list[n.Word]) -> n.WordKind:
    return n.WordKind(span, name, title, False, [one, *rest])


def field(span: Span, name: n.Name, type: n.TypeExpr, default: n.Expr | None, title: n.String | None) -> n.Field:
    return n.Field(span, name, type, default, title)


keyword_field = field


def state(
    span: Span,
    name: n.Name,
    type: n.TypeExpr,
    default: n.Expr | None,
    until: list[n.Name] | None,
    changed_by: list[n.Name] | None,
    title: n.String | None,
) -> n.State:
    return n.State(span, name, type, default, until or [], changed_by or [], title)


def zone(
    span: Span,
    name: n.Name,
    kinds: list[n.Name],
    modifiers: list[n.ZoneModifier] | None,
    until: list[n.Name] | None,
    title: n.String | None,
) -> n.Zone:
    return n.Zone(span, name, kinds, modifiers or [], until or [], title)


def slot(
    span: Span,
    name: n.Name,
    kinds: list[n.Name],
    modifiers: list[n.ZoneModifier] | None,
    until: list[n.Name] | None,
    title: n.String | None,
) -> n.Slot:
    return n.Slot(span, name, kinds, modifiers or [], until or [], title)


def ordered(span: Span) -> n.ZoneFlag:
    return n.ZoneFlag(span, "ordered")


def hidden(span: Span) -> n.ZoneFlag:
    return n.ZoneFlag(span, "hidden")


def seen_by(span: Span, who: n.Name, condition: n.Expr | None) -> n.SeenBy:
    return n.SeenBy(span, who, condition)


def refills_from(span: Span, zone: n.Name) -> n.RefillsFrom:
    return n.RefillsFrom(span, zone)


def returns_to(span: Span, zone: n.Name) -> n.ReturnsTo:
    return n.ReturnsTo(span, zone)


def decides(span: Span, value: n.Expr) -> n.Decides:
    return n.Decides(span, value)


def active_in(span: Span, zones: list[n.Name]) -> n.ActiveIn:
    return n.ActiveIn(span, zones, None)


def active_block(span: Span, zones: list[n.Name], members: list[Any]) -> n.ActiveIn:
    return n.ActiveIn(span, zones, members)


def named_type(span: Span, name: n.Name, optional: str | None, by_players: bool | None) -> n.NamedType:
    return n.NamedType(span, False, name, optional is not None, by_players is not None)


def printed_type(span: Span, name: n.Name, optional: str | None) -> n.NamedType:
    return n.NamedType(span, True, name, optional is not None, False)


def range_type(span: Span, low: n.Number, high: n.Number | None) -> n.RangeType:
    return n.RangeType(span, low, high)


def of_type(span: Span, container: Any, printed: str | None, name: n.Name) -> n.OfType:
    return n.OfType(span, container, printed is not None, name)


def union_type(span: Span, members: list[n.TypeExpr]) -> n.UnionType:
    return n.UnionType(span, members)


# ---- vocabulary ---------------------------------------------------------------------------------------------------------
def keyword_mark(
    span: Span, name: n.Name, params: list[n.Param] | None, kinds: list[n.Name], title: n.String | None
) -> n.Keyword:
    return n.Keyword(span, name, params or [], kinds, title, [])


def keyword(
    span: Span,
    name: n.Name,
    params: list[n.Param] | None,
    kinds: list[n.Name],
    title: n.String | None,
    members: list[Any],
) -> n.Keyword:
    return n.Keyword(span, name, params or [], kinds, title, flat(members))


def ability(
    span: Span,
    name: n.Name,
    params: list[n.Param] | None,
    kinds: list[n.Name],
    once: n.Once | None,
    title: n.String | None,
) -> n.Ability:
    return n.Ability(span, name, params or [], kinds, once, title)


def function_value(
    span: Span, name: n.Name, params: list[n.Param], title: n.String | None, value: n.Expr
) -> n.Function:
    return n.Function(span, name, params, title, value, None)


def function_body(span: Span, name: n.Name, params: list[n.Param], title: n.String | None, body: n.Block) -> n.Function:
    return n.Function(span, name, params, title, None, body)


def params(span: Span, items: list[n.Param] | None) -> list[n.Param]:
    return items or []


def param(span: Span, name: n.Name, type: n.TypeExpr | None) -> n.Param:
    return n.Param(span, name, type)


def leading_slot(span: Span, name: n.Name, type: n.TypeExpr | None) -> n.VerbSlot:
    return n.VerbSlot(span, None, name, type)


def prep_slot(span: Span, preposition: Any, name: n.Name, type: n.TypeExpr | None) -> n.VerbSlot:
    return n.VerbSlot(span, preposition, name, type)


def verb(
    span: Span,
    name: n.Name,
    leading: n.VerbSlot | None,
    slots: list[n.VerbSlot] | None,
    settings: list[n.Setting] | None,
    title: n.String | None,
    body: n.Block,
) -> n.Verb:
    return n.Verb(span, name, [*([leading] if leading else []), *(slots or [])], settings or [], title, body)


def action(
    span: Span,
    name: n.Name,
    group: n.Name | None,
    actor: n.VerbSlot,
    title: n.String | None,
    members: list[n.ActionMember],
) -> n.Action:
    return n.Action(span, name, group, actor, title, members)


def given(span: Span, name: n.Name, type: n.TypeExpr) -> n.Given:
    return n.Given(span, name, type)


def parameter(span: Span, pick: n.Pick) -> n.Parameter:
    return n.Parameter(span, pick)


def when(span: Span, condition: n.Expr) -> n.When:
    return n.When(span, condition)


def cost(span: Span, amount: n.Expr, source: n.Expr) -> n.Cost:
    return n.Cost(span, amount, source)


def action_once(span: Span, once: n.Once) -> n.ActionOnce:
    return n.ActionOnce(span, once)


def effect(span: Span, body: n.Block) -> n.Effect:
    return n.Effect(span, body)


# ---- what reacts ----------------------------------------------------------------------------------------------------------
def hook(
    span: Span,
    moment: Any,
    verb: n.Name,
    leading: n.Name | None,
    slots: list[n.PatternSlot] | None,
    alias: n.Name | None,
    condition: n.Expr | None,
    body: n.Block,
) -> n.Hook:
    return n.Hook(span, moment, verb, pattern(verb, leading, slots, alias), condition, body)


def pattern_slot(span: Span, preposition: Any, name: n.Name) -> n.PatternSlot:
    return n.PatternSlot(span, preposition, name)


def whenever(span: Span, condition: n.Expr, once: n.Once | None, body: n.Block) -> n.Whenever:
    return n.Whenever(span, condition, once, body)


def modify_rule(span: Span, target: n.ModTarget, mods: list[n.Modification]) -> n.ModifyRule:
    return n.ModifyRule(span, target, mods)


def mod(span: Span, name: n.Name, op: Any, value: n.Expr) -> n.Mod:
    return n.Mod(span, name, op, value)


def grant(span: Span, keyword: n.Name, args: list[n.Argument] | None) -> n.Grant:
    return n.Grant(span, keyword, args or [])


def check(span: Span, title: n.String, condition: n.Expr) -> n.Check:
    return n.Check(span, title, condition)


# ---- cards and boards -----------------------------------------------------------------------------------------------------
def card_mark(span: Span, kind: n.Name, name: n.Name, title: n.String | None) -> n.Card:
    return n.Card(span, kind, name, title, [])


def card(span: Span, kind: n.Name, name: n.Name, title: n.String | None, members: list[Any]) -> n.Card:
    return n.Card(span, kind, name, title, flat(members))


def prop_line(span: Span, props: list[n.Prop]) -> list[n.Prop]:
    return props


def prop(span: Span, name: n.Name, values: list[Any] | None) -> n.Prop:
    apart(values or [])
    return n.Prop(span, name, values or [])


def ability_block(
    span: Span, name: n.Name, title: n.String | None, condition: n.Expr | None, once: n.Once | None, body: n.Block
) -> n.AbilityBlock:
    return n.AbilityBlock(span, name, title, condition, once, body)


def text_member(span: Span, text: n.String) -> n.TextMember:
    return n.TextMember(span, text)


def log_member(span: Span, text: n.String) -> n.LogMember:
    return n.LogMember(span, text)


def board_mark(span: Span, name: n.Name, title: n.String | None, shape: n.Name, place: n.Name) -> n.Board:
    return n.Board(span, name, title, shape, place, [])


def board(
    span: Span, name: n.Name, title: n.String | None, shape: n.Name, place: n.Name, members: list[n.BoardMember]
) -> n.Board:
    return n.Board(span, name, title, shape, place, members)


def links(span: Span, place: n.Name, to: list[n.Name]) -> n.Link:
    return n.Link(span, place, to)


def link_rule(span: Span, one: n.Name, other: n.Name, condition: n.Expr) -> n.LinkRule:
    return n.LinkRule(span, one, other, condition)


def legend(span: Span, symbol: n.String, props: list[n.Prop]) -> n.Legend:
    return n.Legend(span, symbol, props)


# ---- tests ----------------------------------------------------------------------------------------------------------------
def test(span: Span, title: n.String, steps: list[n.TestStep]) -> n.Test:
    return n.Test(span, title, steps)


def test_game(
    span: Span,
    mode: Any,
    game: n.Name,
    seats: list[n.Named] | None,
    options: list[n.Setting] | None,
    seed: n.Number | None,
) -> n.TestGame:
    return n.TestGame(span, mode, game, seats or [], options or [], seed)


def put(span: Span, what: list[n.Named], zone: n.Expr) -> n.Put:
    return n.Put(span, what, zone)


def rolls(span: Span, values: list[n.Name | n.Number]) -> n.Rolls:
    apart(values)
    return n.Rolls(span, values)


def answers(span: Span, values: list[n.Expr]) -> n.Answers:
    return n.Answers(span, values)


def do(span: Span, action: n.Name, by: n.Expr, settings: list[n.Setting] | None) -> n.Do:
    return n.Do(span, action, by, settings or [])


def expect(span: Span, condition: n.Expr) -> n.Expect:
    return n.Expect(span, condition)


def expect_undo(span: Span, by: n.Expr | None) -> n.ExpectUndo:
    return n.ExpectUndo(span, True, by)


def expect_no_undo(span: Span, by: n.Expr | None) -> n.ExpectUndo:
    return n.ExpectUndo(span, False, by)


def undo(span: Span, all_of_it: str | None, by: n.Expr | None) -> n.Undo:
    return n.Undo(span, all_of_it is not None, by)


def named(span: Span, name: n.Name, alias: n.Name | None) -> n.Named:
    return n.Named(span, name, alias)
