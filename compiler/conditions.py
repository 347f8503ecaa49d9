"""Everything that is yes or no, together with the facts that hold where it is and where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from greyc.compiler import meant
from greyc.compiler.coerce import Value, absent, as_list, coerce, place_on
from greyc.compiler.dispatch import INFER, Test, lower, may_be_lost, together
from greyc.compiler.entries import AbilityInfo, CardInfo
from greyc.compiler.guesses import MOST, ability_elsewhere, row_of, words_for
from greyc.compiler.names import report_unknown
from greyc.compiler.narrow import NO_FACTS, both, either, excluded, narrowed
from greyc.compiler.reading import is_shared_word
from greyc.compiler.scope import Facts, Scope
from greyc.compiler.types import (
    ERROR,
    FAR_INT,
    FLAG,
    INT,
    NOTHING,
    Int,
    Kind,
    List,
    Optional,
    Printed,
    Spot,
    Table,
    Tally,
    Type,
    Word,
    Zone,
    article,
    fits,
    is_thing,
    join,
    related,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, write
from greyc.runtime import ir

ALWAYS = ir.Flag(True)


def test(node: nodes.Expr, scope: Scope) -> Test:
    """A condition with its facts."""
    special = _TESTS.get(type(node))
    if special is not None:
        return special(node, scope)
    expr, _ = lower(node, scope, FLAG)
    return Test(expr, NO_FACTS, NO_FACTS)


def _logical(node: nodes.Logical, scope: Scope) -> Test:
    left = test(node.left, scope)
    if _half_a_question(node, scope):
        return left
    known = left.yes if node.op == "and" else left.no
    right = test(node.right, scope.child(known) if known else scope)
    cls: type[ir.And] | type[ir.Or] = ir.And if node.op == "and" else ir.Or
    parts = [*(left.expr.parts if isinstance(left.expr, cls) else [left.expr]), right.expr]
    if node.op == "and":
        return Test(cls(parts), both(left.yes, right.yes), either(left.no, right.no))
    return Test(cls(parts), either(left.yes, right.yes), both(left.no, right.no))


def _half_a_question(node: nodes.Logical, scope: Scope) -> bool:
    """`x == 3 or 4`: the second value without what it is compared with (reported, of several the first)."""
    actual = _bare_value(node.right, scope)
    if actual is None:
        return False
    asked, told = node.left, False
    while isinstance(asked, nodes.Logical):
        told = told or _bare_value(asked.right, scope) is not None
        asked = asked.left if _bare_value(asked.right, scope) is not None else asked.right
    if not isinstance(asked, nodes.Comparison):
        return False
    source = scope.frame.unit.source
    again = f"{node.op} {source(asked.left)} {asked.op} {source(node.right)}"
    if not told:
        scope.report("wrong-type", node.right, suggestion=write(again), wanted=say(FLAG), actual=actual)
    return True


def _bare_value(node: nodes.Expr, scope: Scope) -> str | None:
    """What a number or a word is, which is no condition."""
    if isinstance(node, nodes.Number):
        return say(INT)
    if isinstance(node, nodes.Name) and node.text not in scope.locals:
        words = scope.frame.symbols.words.get(node.text)
        return f"{article(words[0].kind)} {words[0].kind}" if words else None
    return None


def _not(node: nodes.Not, scope: Scope) -> Test:
    inner = test(node.operand, scope)
    return Test(ir.Not(inner.expr), inner.no, inner.yes)


def _negated(made: Test, negated: bool) -> Test:
    return Test(ir.Not(made.expr), made.no, made.yes) if negated else made


def key_of(node: nodes.Expr, scope: Scope) -> str | None:
    """The text by which facts know an expression; None where what it is could not be read twice."""
    if isinstance(node, nodes.Name):
        return node.text
    if isinstance(node, nodes.Attribute | nodes.FunctionCall | nodes.Index):
        return scope.frame.unit.source(node)
    return None


# ---- is -------------------------------------------------------------------------------------------


def _is(node: nodes.Is, scope: Scope) -> Test:
    right = node.right
    left, of = lower(node.left, scope)
    kind = scope.frame.symbols.kinds.get(right.text) if isinstance(right, nodes.Name) else None
    if kind is not None and isinstance(right, nodes.Name):  # also where a part of a verb is called like its kind
        scope.note(right, kind)
        return _negated(_is_kind(left, of, kind.type, node, scope), node.negated)
    if isinstance(right, nodes.Name) and right.text not in scope.locals:
        name = right.text
        if name == "nothing":
            _report_never_absent(left, of, node, scope)
            return _negated(_is_nothing(left, of, node.left, scope), node.negated)
        if name in ("yes", "no"):
            return _wrong_is(node, scope)
        entry = scope.frame.symbols.values.get(name)
        if isinstance(entry, CardInfo):
            scope.note(right, entry)
            return _negated(_is_card(left, of, entry, node, scope), node.negated)
        if name in scope.frame.symbols.words or entry is not None:
            return _is_value(node, left, of, scope)
        if name not in ("this", "owner", "holder", "players", "box", "far", "outcome", "winner"):
            symbols = scope.frame.symbols
            scope.ask("is", right, of)
            known = [*symbols.kinds, *(n for n, v in symbols.values.items() if isinstance(v, CardInfo)), "nothing"]
            empty = meant.foreign(name, "kind or card") is not None
            if not empty or of is not ERROR:  # what is not known may be anything: one mistake
                reporter, guess = scope.frame.reporter, _empty(of, node, scope) if empty else None
                report_unknown(
                    symbols, scope.frame.unit, reporter, right, "kind or card", known=known, suggestion=guess
                )
            return Test(ALWAYS, NO_FACTS, NO_FACTS)
    return _is_value(node, left, of, scope)


def _is_nothing(left: ir.Expr, of: Type, operand: nodes.Expr, scope: Scope) -> Test:
    key = key_of(operand, scope) if isinstance(of, Optional) else None
    no: Facts = {key: of.of} if key is not None and isinstance(of, Optional) else NO_FACTS
    return Test(ir.Compare("==", left, ir.Nothing()), NO_FACTS, no)


def _report_never_absent(left: ir.Expr, of: Type, node: nodes.Is, scope: Scope) -> None:
    if isinstance(of, Optional) or of is ERROR or of is NOTHING or may_be_lost(left):
        return
    guess = _empty(of, node, scope)
    scope.report("never-absent", node, suggestion=guess, actual=say(of))


def _empty(of: Type, node: nodes.Is, scope: Scope) -> str | None:
    """What to write for `X is [not] empty` where X is always there."""
    what = scope.frame.unit.source(node.left)
    if isinstance(of, List | Zone):
        return write(f"{'' if node.negated else 'not '}any({what})", at=node.span)
    if isinstance(of, Int):
        return write(f"{what} {'!=' if node.negated else '=='} 0", at=node.span)
    if of is FLAG:
        return write(f"{'' if node.negated else 'not '}{what}", at=node.span)
    return None


def _is_kind(left: ir.Expr, of: Type, kind: Kind, node: nodes.Is, scope: Scope) -> Test:
    inner = unwrap(of)
    made = ir.IsKind(left, kind.name, isinstance(inner, Printed))
    if inner is ERROR:
        return Test(made, NO_FACTS, NO_FACTS)
    if not is_thing(inner) and not isinstance(inner, Printed):
        guess = _all_or_any(node, inner, kind.name, scope)
        scope.report("wrong-type", node.left, suggestion=guess, wanted="a thing or a card", actual=say(of))
        return Test(made, NO_FACTS, NO_FACTS)
    now = narrowed(of, kind)
    if now is None:
        scope.report("never-of-kind", node, thing=say(inner), kind=say(kind))
        return Test(made, NO_FACTS, NO_FACTS)
    key = key_of(node.left, scope)
    if key is None:
        return Test(made, NO_FACTS, NO_FACTS)
    rest = excluded(of, kind)
    return Test(made, {key: now}, {key: rest} if rest is not None else NO_FACTS)


def _is_card(left: ir.Expr, of: Type, card: CardInfo, node: nodes.Is, scope: Scope) -> Test:
    inner = unwrap(of)
    made = ir.IsCard(left, card.name, isinstance(inner, Printed))
    if inner is ERROR:
        return Test(made, NO_FACTS, NO_FACTS)
    if not is_thing(inner) and not isinstance(inner, Printed):
        guess = _all_or_any(node, inner, card.name, scope)
        scope.report("wrong-type", node.left, suggestion=guess, wanted="a thing or a card", actual=say(of))
        return Test(made, NO_FACTS, NO_FACTS)
    now = narrowed(of, card.type)
    if now is None:
        scope.report("never-of-kind", node, thing=say(inner), kind=card.name)
        return Test(made, NO_FACTS, NO_FACTS)
    key = key_of(node.left, scope)
    return Test(made, {key: now} if key is not None else NO_FACTS, NO_FACTS)


def _is_value(node: nodes.Is, left: ir.Expr, of: Type, scope: Scope) -> Test:
    """`p.clan is d.clan`: whether a thing is a copy of a printed card that is computed."""
    right, other = lower(node.right, scope, hint=unwrap(of))
    if ERROR in (of, other):
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    inner, wanted = unwrap(of), unwrap(other)
    if isinstance(wanted, Printed) and (is_thing(inner) or isinstance(inner, Printed)):
        held = inner.of if isinstance(inner, Printed) else inner
        if not related(held, wanted.of):
            scope.report("never-of-kind", node, thing=say(inner), kind=say(wanted.of))
        if isinstance(of, Optional) and is_thing(inner):
            absent(node.left, scope)
        card = left if isinstance(inner, Printed) else ir.Attr(left, "card", scope.frame.unit.at(node.left))
        return _negated(Test(ir.Compare("==", card, right), NO_FACTS, NO_FACTS), node.negated)
    return _wrong_is(node, scope)


def _wrong_is(node: nodes.Is, scope: Scope) -> Test:
    source = scope.frame.unit.source
    left, right, sign = source(node.left), source(node.right), "!=" if node.negated else "=="
    guess = f"{left} {sign} {right}"
    if isinstance(node.right, nodes.Name) and node.right.text in ("yes", "no"):
        guess = left if (node.right.text == "yes") != node.negated else f"not {left}"
    scope.report("is-for-kinds", node, suggestion=Instead.of(guess, guess))
    return Test(ALWAYS, NO_FACTS, NO_FACTS)


def _all_or_any(node: nodes.Is, of: Type, name: str, scope: Scope) -> str | None:
    if not isinstance(of, List | Zone):
        return None
    source = scope.frame.unit.source(node.left)
    return f"any(x in {source} where x is {name}), or all(x is {name} for x in {source})"


def _is_in(node: nodes.IsIn, scope: Scope) -> Test:
    given: Value | None = None
    if isinstance(node.right, nodes.ListLiteral) and not is_shared_word(node.left, scope):
        given = lower(node.left, scope)  # words in the list are of the kind of what is looked for
    source, of = lower(node.right, scope, hint=None if given is None else List(unwrap(given[1])))
    if isinstance(of, Tally):
        element: Type = of.of
    elif isinstance(of, Table):
        element = of.key
    else:
        listed = as_list(source, of, scope)
        if listed is None and isinstance(unwrap(of), List | Zone):
            absent(node.right, scope)
        elif listed is None and of is not ERROR:
            right = scope.frame.unit.source(node.right)
            guess = f"== {right}" if not isinstance(node.right, nodes.Name) else None
            scope.report("wrong-type", node.right, suggestion=guess, wanted="a list or a zone", actual=say(of))
        if listed is None:
            if given is None:
                lower(node.left, scope)
            return Test(ALWAYS, NO_FACTS, NO_FACTS)
        source = listed[0]
        element = listed[1].of if isinstance(listed[1], List) else ERROR
    item, actual = given or lower(node.left, scope, hint=element)
    if isinstance(item, ir.Printed) and is_thing(element):
        item, actual = coerce(item, actual, element, node.left, scope)
    elif isinstance(actual, Spot) and is_thing(element):
        item, actual = place_on(item, actual, node.left, scope)
    elif not comparable(actual, element):
        guess = words_for(element, scope.frame.symbols)
        scope.report("not-comparable", node, suggestion=guess, left=say(actual), right=say(element))
    return _negated(Test(ir.In(item, source), NO_FACTS, NO_FACTS), node.negated)


def _has(node: nodes.Has, scope: Scope) -> Test:
    left, of = lower(node.left, scope)
    symbols, name = scope.frame.symbols, node.ability.text
    ability = symbols.ability(name)
    if ability is None:
        guess = f"{scope.frame.unit.source(node.left)}.{name}" if symbols.keyword(name) is not None else None
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node.ability, "ability", suggestion=guess)
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    if isinstance(of, Optional):
        absent(node.left, scope)
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    held = of.of if isinstance(of, Printed) else of
    if of is not ERROR and not is_thing(held):
        scope.report("wrong-type", node.left, wanted="a card", actual=say(of))
    elif of is not ERROR and not _may_have(held, ability, scope):
        ability_elsewhere(node.ability, ability, held.text, scope)
    if node.able and isinstance(of, Printed):
        scope.report("wrong-type", node.left, wanted="a card in play", actual=say(of))
    at = scope.frame.unit.at(node)
    what = "run" if node.able else "ability"
    return Test(ir.Has(left, what, name, isinstance(of, Printed), at), NO_FACTS, NO_FACTS)


def _may_have(of: Type, ability: AbilityInfo, scope: Scope) -> bool:
    kinds = scope.frame.symbols.kinds
    return not ability.on or any(related(of, kinds[name].type) for name in ability.on if name in kinds)


# ---- comparisons --------------------------------------------------------------------------------


def _comparison(node: nodes.Comparison, scope: Scope) -> Test:
    left_node, right_node, sign = node.left, node.right, node.op
    if sign in ("==", "!="):
        for one, other in ((left_node, right_node), (right_node, left_node)):
            if isinstance(one, nodes.Name) and one.text == "nothing":
                return _equals_nothing(node, other, scope)
    if is_shared_word(left_node, scope):
        right, two = lower(right_node, scope)
        left, one_type = lower(left_node, scope, hint=two)
    else:
        left, one_type = lower(left_node, scope)
        right, two = lower(right_node, scope, hint=one_type)
    if ERROR in (one_type, two):
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    if sign in ("==", "!="):
        return _equal(node, left, one_type, right, two, scope)
    return _ordered(node, left, one_type, right, two, scope)


def _equals_nothing(node: nodes.Comparison, other: nodes.Expr, scope: Scope) -> Test:
    source = scope.frame.unit.source(other)
    guess = f"{source} is {'not ' if node.op == '!=' else ''}nothing"
    scope.report("is-nothing", node, suggestion=Instead.of(guess, guess), sign=node.op)
    left, of = lower(other, scope)
    if not isinstance(of, Optional):
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    return _negated(_is_nothing(left, of, other, scope), node.op == "!=")


def _equal(node: nodes.Comparison, left: ir.Expr, one: Type, right: ir.Expr, two: Type, scope: Scope) -> Test:
    if isinstance(one, List) != isinstance(two, List):
        left, one = as_list(left, one, scope) or (left, one)
        right, two = as_list(right, two, scope) or (right, two)
    # A slot beside a zone is itself one.
    if isinstance(unwrap(one), Zone) and isinstance(right, ir.SlotRead):
        right, two = right.zone, Zone(unwrap(two))  # type: ignore[arg-type]
    elif isinstance(unwrap(two), Zone) and isinstance(left, ir.SlotRead):
        left, one = left.zone, Zone(unwrap(one))  # type: ignore[arg-type]
    left, one, right, two = together(left, one, node.left, right, two, node.right, scope)
    if ERROR in (one, two):
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    # A copy beside a printed card that is computed: which card it is, is asked.
    if isinstance(unwrap(two), Printed) and is_thing(one):
        left, one = ir.Attr(left, "card", scope.frame.unit.at(node.left)), Printed(one)  # type: ignore[arg-type]
    elif isinstance(unwrap(one), Printed) and is_thing(two):
        right, two = ir.Attr(right, "card", scope.frame.unit.at(node.right)), Printed(two)  # type: ignore[arg-type]
    if not comparable(one, two):
        symbols = scope.frame.symbols
        guess = words_for(one, symbols) or words_for(two, symbols)
        if guess is not None:
            of, at = (one, node.right.span) if words_for(one, symbols) else (two, node.left.span)
            row = row_of(of, symbols)
            guess = Instead.of(guess, *(row if len(row) <= MOST and not isinstance(of, List | Tally) else []), at=at)
        scope.report("not-comparable", node, suggestion=guess, left=say(one), right=say(two))
        return Test(ALWAYS, NO_FACTS, NO_FACTS)
    made = Test(ir.Compare(node.op, left, right), NO_FACTS, NO_FACTS)
    sure: dict[str, Type] = {}
    for operand, of, other in ((node.left, one, two), (node.right, two, one)):
        key = key_of(operand, scope)
        if key is not None and isinstance(of, Optional) and not isinstance(other, Optional):
            sure[key] = of.of
    if not sure:
        return made
    return evolve(made, yes=sure) if node.op == "==" else evolve(made, no=sure)


def _ordered(node: nodes.Comparison, left: ir.Expr, one: Type, right: ir.Expr, two: Type, scope: Scope) -> Test:
    wrong = Test(ALWAYS, NO_FACTS, NO_FACTS)
    if scope.frame.place == "test":
        one, two = unwrap(one), unwrap(two)
    for operand, of in ((node.left, one), (node.right, two)):
        if isinstance(of, Optional) and (of.of in (FAR_INT,) or isinstance(of.of, Int | Word)):
            absent(operand, scope)
            return wrong
    if isinstance(one, Word) and isinstance(two, Word):
        if one != two:
            scope.report("not-comparable", node, left=say(one), right=say(two))
            return wrong
        if not one.ordered:
            scope.report("unordered-words", node, kind=one.name, sign=node.op)
            return wrong
        return Test(ir.Compare(node.op, left, right, one.name), NO_FACTS, NO_FACTS)
    numbers = (isinstance(one, Int) or one == FAR_INT) and (isinstance(two, Int) or two == FAR_INT)
    if not numbers:
        for operand, expr, of in ((node.left, left, one), (node.right, right, two)):
            if not isinstance(of, Int) and of != FAR_INT:
                coerce(expr, of, INT, operand, scope)  # says what is wrong with it
                return wrong
    _halves(node, scope)
    facts: Facts = NO_FACTS
    if one == FAR_INT and two == FAR_INT and not isinstance(left, ir.Far) and not isinstance(right, ir.Far):
        scope.report("far-comparison", node)
    elif one == FAR_INT and node.op in ("<", "<="):
        facts = _near(node.left, node.op, right, two, scope)
    elif two == FAR_INT and node.op in (">", ">="):
        facts = _near(node.right, "<" if node.op == ">" else "<=", left, one, scope)
    return Test(ir.Compare(node.op, left, right), facts, NO_FACTS)


def _near(node: nodes.Expr, sign: str, bound: ir.Expr, of: Type, scope: Scope) -> Facts:
    """What is less than far, or at most a number, is a number."""
    key = key_of(node, scope)
    sure = isinstance(of, Int) or (isinstance(bound, ir.Far) and sign == "<")
    return {key: INT} if key is not None and sure else NO_FACTS


def _halves(node: nodes.Comparison, scope: Scope) -> None:
    """`x >= y / 2` compares with the floor: 2 is not half of 5, but 2 >= 5 / 2 holds."""
    for part, other, signs in ((node.right, node.left, (">=", "<")), (node.left, node.right, ("<=", ">"))):
        if isinstance(part, nodes.Arithmetic) and part.op == "/" and node.op in signs:
            source = scope.frame.unit.source
            times = f"{source(other)} * {source(part.right)}"
            left, right = (times, source(part.left)) if part is node.right else (source(part.left), times)
            whole = f"{left} {node.op} {right}"
            scope.report("halved-comparison", node, suggestion=Instead.of(whole, whole), part=source(part))
            return


def comparable(one: Type, other: Type) -> bool:
    """Whether the two can ever be equal."""
    one, other = unwrap(one), unwrap(other)
    if ERROR in (one, other) or NOTHING in (one, other):
        return True
    if is_thing(one) and is_thing(other):
        return related(one, other)
    if isinstance(one, Printed) and isinstance(other, Printed):
        return related(one.of, other.of)
    if isinstance(one, Zone) and isinstance(other, Zone):
        return related(one.of, other.of)
    if isinstance(one, List) and isinstance(other, List):
        return comparable(one.of, other.of)
    return fits(one, other) or fits(other, one) or join(one, other) is not None


def _value(node: Any, scope: Scope, hint: Type | None) -> Value:
    return _TESTS[type(node)](node, scope).expr, FLAG


_TESTS: dict[type, Callable[[Any, Scope], Test]] = {
    nodes.Logical: _logical,
    nodes.Not: _not,
    nodes.Is: _is,
    nodes.IsIn: _is_in,
    nodes.Has: _has,
    nodes.Comparison: _comparison,
}
INFER.update(dict.fromkeys(_TESTS, _value))
