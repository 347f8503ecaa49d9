"""Numbers, lists, tables and what is computed from them."""

from __future__ import annotations

from greyc.compiler.coerce import WRONG, as_list, coerce, place_on
from greyc.compiler.conditions import test
from greyc.compiler.dispatch import INFER, Lowered, as_listed, infer, lower, together
from greyc.compiler.names import report_unknown
from greyc.compiler.reading import is_shared_word
from greyc.compiler.scope import Scope
from greyc.compiler.spell import did_you_mean, listed
from greyc.compiler.types import (
    ERROR,
    FAR_INT,
    FLAG,
    INT,
    NEVER,
    WORDS,
    By,
    Die,
    Int,
    Kind,
    List,
    Optional,
    Printed,
    Spot,
    Table,
    Tally,
    Type,
    Zone,
    fits,
    is_thing,
    join,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, write
from greyc.runtime import ir

# ---- constants and arithmetic -------------------------------------------------------------------


def _number(node: nodes.Number, scope: Scope, hint: Type | None) -> Lowered:
    return ir.Int(node.value), INT


def _string(node: nodes.String, scope: Scope, hint: Type | None) -> Lowered:
    return ir.Str(node.value), WORDS


def _negative(node: nodes.Negative, scope: Scope, hint: Type | None) -> Lowered:
    expr, of = lower(node.operand, scope, INT)
    if isinstance(expr, ir.Int):
        return ir.Int(-expr.value), INT
    return ir.Arith("-", ir.Int(0), expr, scope.frame.unit.at(node)), of if of is ERROR else INT


def _arithmetic(node: nodes.Arithmetic, scope: Scope, hint: Type | None) -> Lowered:
    left, one = lower(node.left, scope, hint=hint)
    if one is ERROR:  # it may be a list, or a number: nothing is known of what stands beside it
        lower(node.right, scope, hint=hint)
        return WRONG
    if node.op in ("+", "-") and (isinstance(one, List | Zone) or isinstance(left, ir.SlotRead)):
        return _lists(node, left, one, scope, hint)
    if isinstance(one, Optional) and isinstance(one.of, Int | Kind | Die):
        left, one = coerce(left, one, INT, node.left, scope)
    at = scope.frame.unit.at(node)
    right, other = lower(node.right, scope, hint=hint)
    if node.op == "*" and isinstance(one, Die) and not one.rolled and isinstance(other, Int):
        again = f"{scope.frame.unit.source(node.right)} * {scope.frame.unit.source(node.left)}"
        scope.report("wrong-type", node, suggestion=write(again), wanted=say(INT), actual=say(one))
        return WRONG
    if node.op == "*" and isinstance(other, Die) and not other.rolled:
        number, of = coerce(left, one, INT, node.left, scope)
        # `2 * d6`: a list with that many of the die.
        count = ir.Query("_", ir.RangeList(ir.Int(1), number), None, None, "int")
        return ir.MapList(right, count), of if of is ERROR else List(other)
    if isinstance(other, List | Zone) and isinstance(one, Int) and not isinstance(other.of, Int):
        coerce(right, other, INT, node.right, scope)  # `1 + dice`
        return WRONG
    if isinstance(other, List | Zone) and one is not ERROR:
        scope.report(
            "wrong-type",
            node.left,
            suggestion=Instead.of(listed := f"[{scope.frame.unit.source(node.left)}]", listed),
            wanted=say(List(other.of)),
            actual=say(one),
        )
        return WRONG
    if FAR_INT in (one, other) and node.op == "+":
        left, one = coerce(left, one, FAR_INT, node.left, scope)
        right, other = coerce(right, other, FAR_INT, node.right, scope)
        return ir.Arith(node.op, left, right, at), ERROR if ERROR in (one, other) else FAR_INT
    left, one = coerce(left, one, INT, node.left, scope)
    right, other = coerce(right, other, INT, node.right, scope)
    return ir.Arith(node.op, left, right, at), ERROR if ERROR in (one, other) else INT


def _lists(node: nodes.Arithmetic, left: ir.Expr, one: Type, scope: Scope, hint: Type | None) -> Lowered:
    listed = as_list(left, one, scope)
    assert listed is not None
    whole = (left, one)
    left, one = listed
    right, other = lower(node.right, scope, hint=one)
    assert isinstance(one, List)
    if isinstance(other, Int) and not isinstance(one.of, Int) and one.of is not NEVER:
        coerce(*whole, INT, node.left, scope)  # `dice + 1`: their sum, or how many they are
        return WRONG
    right, other = as_listed(right, other, node.right, scope)
    if other is ERROR:
        return WRONG
    assert isinstance(other, List)
    of = join(one.of, other.of)
    if of is None:
        scope.report("mixed-list", node, one=say(one.of), other=say(other.of))
        return WRONG
    if node.op == "-":
        return ir.Without(left, right), one
    return ir.Join(left, right), List(of)


def _range(node: nodes.Range, scope: Scope, hint: Type | None) -> Lowered:
    low, one = lower(node.low, scope, INT)
    high, other = lower(node.high, scope, INT)
    return ir.RangeList(low, high), ERROR if ERROR in (one, other) else List(INT)


def _ternary(node: nodes.Ternary, scope: Scope, hint: Type | None) -> Lowered:
    asked = test(node.condition, scope)
    then_scope = scope.child(asked.yes) if asked.yes else scope
    else_scope = scope.child(asked.no) if asked.no else scope
    if hint is None and is_shared_word(node.then, then_scope):
        other, two = lower(node.otherwise, else_scope)
        then, one = lower(node.then, then_scope, hint=two)
    else:
        then, one = lower(node.then, then_scope, hint=hint)
        other, two = lower(node.otherwise, else_scope, hint=hint or one)
    then, one, other, two = together(then, one, node.then, other, two, node.otherwise, scope)
    if ERROR in (one, two):
        return WRONG
    of = join(one, two)
    if of is None:
        scope.report("mixed-ternary", node, one=say(one), other=say(two))
        return WRONG
    if isinstance(of, List):
        (then, _), (other, _) = as_list(then, one, scope) or (then, one), as_list(other, two, scope) or (other, two)
    return ir.IfElse(asked.expr, then, other), of


# ---- lists and tables ---------------------------------------------------------------------------


def _list(node: nodes.ListLiteral, scope: Scope, hint: Type | None) -> Lowered:
    hint = unwrap(hint) if hint is not None else None
    inner = hint.of if isinstance(hint, List | Zone) else None
    items: list[ir.Expr] = []
    of: Type = NEVER
    for item in node.items:
        expr, each = lower(item, scope, hint=inner)
        if isinstance(expr, ir.Printed) and inner is not None and is_thing(inner) and fits(each, Printed(inner)):  # type: ignore[arg-type]
            expr, each = coerce(expr, each, inner, item, scope)
        elif isinstance(each, Spot) and inner is not None and is_thing(inner):
            expr, each = place_on(expr, each, item, scope)
        inner = inner or each
        joined = join(of, each)
        if joined is None:
            scope.report("mixed-list", item, one=say(of), other=say(each))
            joined = ERROR
        of = joined
        items.append(expr)
    return (ir.ListOf(items), List(of)) if of is not ERROR else WRONG


def _map(node: nodes.MapLiteral, scope: Scope, hint: Type | None) -> Lowered:
    hint = unwrap(hint) if hint is not None else None
    key_hint = hint.of if isinstance(hint, Tally) else hint.key if isinstance(hint, Table) else None
    value_hint = INT if isinstance(hint, Tally) else getattr(hint, "of", None)
    entries: list[tuple[ir.Expr, ir.Expr]] = []
    key: Type = NEVER
    value: Type = NEVER
    seen: set[str | int] = set()
    for entry in node.entries:
        k, k_of = lower(entry.key, scope, hint=key_hint)
        v, v_of = lower(entry.value, scope, hint=value_hint)
        key_hint, value_hint = key_hint or k_of, value_hint or v_of
        name = entry.key.text if isinstance(entry.key, nodes.Name) else entry.key.value
        if name in seen:
            scope.report("key-twice", entry.key, key=name)
        seen.add(name)
        keys, values = join(key, k_of), join(value, v_of)
        if keys is None or values is None:
            one, two, where = (key, k_of, entry.key) if keys is None else (value, v_of, entry.value)
            scope.report("mixed-list", where, one=say(one), other=say(two))
            return WRONG
        key, value = keys, values
        entries.append((k, v))
    return (ir.Table(entries), Table(key, value)) if ERROR not in (key, value) else WRONG


def _index(node: nodes.Index, scope: Scope, hint: Type | None) -> Lowered:
    table, of = infer(node.target, scope)
    at = scope.frame.unit.at(node)
    if of is ERROR:
        lower(node.index, scope)
        return WRONG
    if isinstance(of, Tally):
        key, found = lower(node.index, scope, of.of)
        return ir.Index(table, key, True, at), INT if found is not ERROR else ERROR
    if isinstance(of, Table):
        key, found = lower(node.index, scope, of.key)
        return ir.Index(table, key, False, at), of.of if found is not ERROR else ERROR
    if isinstance(of, By):
        key, found = lower(node.index, scope, INT)
        return ir.Index(table, key, False, at), of.of if found is not ERROR else ERROR
    if isinstance(of, Optional):
        coerce(table, of, of.of, node.target, scope)
    else:
        source = scope.frame.unit.source(node.target)
        first = f"first({source})"
        guess = Instead.of(first, first, at=node.span) if isinstance(of, List | Zone) else None
        scope.report("no-table", node.target, suggestion=guess, actual=say(of))
    return WRONG


# ---- kinds --------------------------------------------------------------------------------------


def _every(node: nodes.Every, scope: Scope, hint: Type | None) -> Lowered:
    symbols, name = scope.frame.symbols, node.kind.text
    kind = symbols.kinds.get(name)
    if kind is not None:
        of = symbols.seat if name == "seat" else kind.type
        return ir.Every(of.name), List(of)
    if name in symbols.word_kinds:
        scope.report("every-word", node, suggestion=Instead.of(f"values({name})", f"values({name})"), kind=name)
    else:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node.kind, "kind", known=symbols.kinds)
    return WRONG


def _cards_of(node: nodes.CardsOf, scope: Scope, hint: Type | None) -> Lowered:
    symbols, name = scope.frame.symbols, node.kind.text
    words = symbols.word_kinds.get(name)
    if words is not None and node.pack is None:
        return ir.Values(name), List(words.type)
    kind = symbols.kinds.get(name)
    if kind is None and words is None:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node.kind, "kind", known=symbols.kinds)
        return WRONG
    if kind is None or kind.root not in ("card", "place"):
        scope.report("no-cards-of-kind", node.kind, kind=name)
        return WRONG
    pack = node.pack
    if pack is not None and pack.text not in symbols.packs:
        guess = did_you_mean(pack.text, symbols.packs) or f"there is {listed(sorted(symbols.packs))}"
        scope.report("unknown-name", pack, suggestion=guess, what="pack", name=pack.text)
        return WRONG
    return ir.CardsOf(name, None if pack is None else pack.text), List(Printed(kind.type))


def _during(node: nodes.During, scope: Scope, hint: Type | None) -> Lowered:
    name = node.verb
    if scope.frame.symbols.verb(name.text) is None:
        report_unknown(scope.frame.symbols, scope.frame.unit, scope.frame.reporter, name, "verb")
        return WRONG
    return ir.During(name.text), FLAG


INFER.update(
    {
        nodes.Number: _number,
        nodes.String: _string,
        nodes.Negative: _negative,
        nodes.Arithmetic: _arithmetic,
        nodes.Range: _range,
        nodes.Ternary: _ternary,
        nodes.ListLiteral: _list,
        nodes.MapLiteral: _map,
        nodes.Index: _index,
        nodes.Every: _every,
        nodes.CardsOf: _cards_of,
        nodes.During: _during,
    }
)
