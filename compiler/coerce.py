"""Making a value the type that is wanted: what the language leaves unsaid, put in here.

A zone gives its contents where a list is wanted, a slot what lies in it or itself, a table by players its entry for the
seats at the start, a card's name the only copy of that card in the game. Everything else must fit as it is, or one
diagnostic says what is wanted, what there is, and the likely way from one to the other.
"""

from __future__ import annotations

import re

from greyc.compiler.guesses import asked_before, words_for
from greyc.compiler.scope import Scope
from greyc.compiler.spell import listed, meant
from greyc.compiler.types import (
    ERROR,
    FAR_INT,
    FLAG,
    INT,
    OUTCOME,
    PLACE,
    WORDS,
    Board,
    By,
    Die,
    Int,
    Kind,
    List,
    OneOf,
    Optional,
    Printed,
    Spot,
    Table,
    Tally,
    Type,
    Word,
    Zone,
    fits,
    is_thing,
    related,
    say,
    unwrap,
)
from greyc.dsl import Instead, nodes
from greyc.runtime import ir

Value = tuple[ir.Expr, Type]
WRONG: Value = (ir.Nothing(), ERROR)
"""What an expression with a reported mistake becomes."""


def settle(expr: ir.Expr, of: Type, node: nodes.Node, scope: Scope) -> Value:
    """The value by itself: a table by players is read."""
    if isinstance(of, By):
        return ir.ByPlayers(expr, scope.frame.unit.at(node)), of.of
    return expr, of


def coerce(expr: ir.Expr, actual: Type, wanted: Type, node: nodes.Node, scope: Scope) -> Value:
    """The value as one of type `wanted`; reports once and gives ERROR if it can't be."""
    if scope.frame.place == "test":  # what is absent fails the test at its line
        if isinstance(actual, Optional) and not isinstance(wanted, Optional):
            actual = actual.of
        if isinstance(actual, List) and isinstance(actual.of, Optional):
            actual = List(actual.of.of)
    if fits(actual, wanted):
        if isinstance(wanted, Int) and isinstance(expr, ir.Int) and not wanted.allows(expr.value):
            scope.report("out-of-range", node, value=expr.value, wanted=say(wanted))
            return WRONG
        return expr, actual
    made = _converted(expr, actual, wanted, node, scope)
    if made is not None:
        return made
    _mismatch(expr, actual, wanted, node, scope)
    return WRONG


def _converted(expr: ir.Expr, actual: Type, wanted: Type, node: nodes.Node, scope: Scope) -> Value | None:
    at = scope.frame.unit.at
    if isinstance(actual, By) and not isinstance(wanted, By | Table):
        return coerce(ir.ByPlayers(expr, at(node)), actual.of, wanted, node, scope)
    if isinstance(wanted, Optional):
        if isinstance(actual, Optional):
            return None
        return _converted(expr, actual, wanted.of, node, scope)
    if isinstance(wanted, List):
        whole = as_list(expr, actual, scope)
        if whole is not None and whole[1] != actual:
            return coerce(*whole, wanted, node, scope)
        names = isinstance(actual, List) and is_thing(wanted.of) and (isinstance(actual.of, Printed | Spot))
        if names and isinstance(expr, ir.ListOf) and isinstance(node, nodes.ListLiteral):
            # A list of cards by name where copies are wanted, the only copy of each; or of spots, what lies there.
            assert isinstance(actual, List)
            parts = [coerce(e, actual.of, wanted.of, n, scope) for e, n in zip(expr.items, node.items, strict=True)]
            return ir.ListOf([part for part, _ in parts]), List(wanted.of)
        return None
    if isinstance(wanted, Zone):
        if isinstance(expr, ir.SlotRead) and is_thing(unwrap(actual)):
            inner = unwrap(actual)
            if isinstance(inner, Kind | OneOf) and related(inner, wanted.of):
                return expr.zone, Zone(inner)
        return None
    if is_thing(wanted) and isinstance(actual, Printed) and isinstance(expr, ir.Printed):
        if related(actual.of, wanted):
            return copy_of(expr, actual, node, scope)
        return None
    if isinstance(actual, Spot) and is_thing(wanted):
        place = place_on(expr, actual, node, scope)
        return coerce(*place, wanted, node, scope)
    if isinstance(wanted, Tally) and isinstance(actual, Table):
        return (expr, wanted) if fits(actual.key, wanted.of) and fits(actual.of, INT) else None
    if isinstance(wanted, By):
        if isinstance(actual, Table):
            return (expr, wanted) if isinstance(actual.key, Int) and fits(actual.of, wanted.of) else None
        if fits(actual, wanted.of):
            # The same for any number of players.
            games = scope.frame.symbols.games.values()
            low, high = min((g.low for g in games), default=1), max((g.high for g in games), default=1)
            return ir.Table([(ir.Int(n), expr) for n in range(low, high + 1)]), wanted
    return None


def as_list(expr: ir.Expr, actual: Type, scope: Scope) -> Value | None:
    """The value as a list, if it is or has one: a zone's contents, the places of a board."""
    if isinstance(actual, List):
        return expr, actual
    if isinstance(actual, Zone):
        return ir.Contents(expr), List(actual.of)
    if isinstance(expr, ir.SlotRead):
        return ir.Contents(expr.zone), List(unwrap(actual))
    if isinstance(actual, Board):
        return ir.Builtin("places", [expr], {}, (0, 0)), List(actual.place)
    return None


def copy_of(expr: ir.Printed, actual: Printed, node: nodes.Node, scope: Scope) -> Value:
    """A card's name where a copy is wanted: `this` in the card's own words, else the only copy in the game."""
    info = scope.frame.symbols.card(expr.card)
    of = actual.of if info is None else info.type
    if expr.card == scope.frame.own_card:
        return ir.Local("this"), of
    return ir.Copy(expr.card, scope.frame.unit.at(node)), of


def place_on(expr: ir.Expr, of: Spot, node: nodes.Node, scope: Scope) -> Value:
    """A spot where a place is wanted: the place that lies there; if none does, an error at the line."""
    place = scope.frame.symbols.place if of.place == PLACE else of.place
    return ir.Builtin("place_at", [expr], {}, scope.frame.unit.at(node)), place


def absent(node: nodes.Node, scope: Scope) -> None:
    """Report that what may be absent is read without a guard."""
    text = short = " ".join(scope.frame.unit.source(node).split())
    if len(text) > 40 or "{" in text:
        called = re.match(r"[\w.]+\(", text)
        text, short = f"{called[0]}...)" if called else f"{text[:36].split('{')[0].rstrip()} ...", "..."
    opener = scope.frame.unit.first_word(node)
    guard = (_GUARDS.get(opener) or _GUARD).replace("X", short)
    if short == text and "is not nothing and" in guard and re.fullmatch(r"[\w.]+", text):
        guard = asked_before(guard, node, f"{text} is not nothing", scope)
    scope.report("may-be-absent", node, suggestion=guard, what=text)


_GUARD = "name it first with `if X as NAME:`, or ask `X is not nothing and ...` in the same condition"
_NAMED_ABOVE = "name it in a line above: `with NAME in [X] where NAME is not nothing`"
_ASKED = "ask `X is not nothing and ...` in the same condition"
_ELSE = "say what else it is: `(... if X is not nothing else ...)`"
_GUARDS = {
    "with": f"{_NAMED_ABOVE}; in its own where {_ASKED}",
    "when": f"{_ASKED}, or {_NAMED_ABOVE}",
    "costs": f"{_NAMED_ABOVE}, or {_ELSE}",
    **dict.fromkeys(("whenever", "before", "after", "check", "needs"), _ASKED),
    **dict.fromkeys(("modify", "function", "score", "state"), f"{_ASKED}, or {_ELSE}"),
}
"""What can be done about what may be absent, by the word that the line begins with; X is its source. Only a line in a
block can have an if above it."""


def _mismatch(expr: ir.Expr, actual: Type, wanted: Type, node: nodes.Node, scope: Scope) -> None:
    if isinstance(actual, Optional) and (fits(actual.of, wanted) or _would(expr, actual.of, wanted)):
        absent(node, scope)
        return
    if isinstance(actual, Printed) and is_thing(wanted) and related(actual.of, wanted):
        scope.report("printed-as-copy", node, wanted=wanted.text)
        return
    owner = scope.frame.owner
    if isinstance(expr, ir.Local) and expr.name == "this" and owner is not None and fits(unwrap(owner), wanted):
        scope.report("wrong-type", node, suggestion=meant("owner"), wanted=say(wanted), actual=say(actual))
        return
    scope.report(
        "wrong-type",
        node,
        suggestion=_way(expr, actual, wanted, scope.frame.unit.source(node))
        or words_for(wanted, scope.frame.symbols)
        or _named(expr, wanted, scope),
        wanted=say(wanted),
        actual=say(actual),
    )


def _named(expr: ir.Expr, wanted: Type, scope: Scope) -> str | None:
    """Things of the wanted kind that have a name here."""
    if not is_thing(wanted):
        return None
    own = expr.name if isinstance(expr, ir.Local) else None
    names = [
        name
        for name, local in scope.locals.items()
        if name != own and is_thing(local.type) and fits(local.type, wanted)
    ]
    return Instead.of(f"did you mean {listed(names)}?", *names) if names else None


def _would(expr: ir.Expr, actual: Type, wanted: Type) -> bool:
    """Whether it would do if it were there."""
    if isinstance(wanted, Zone):
        return isinstance(actual, Zone)
    return isinstance(wanted, List) and isinstance(actual, Zone)


def _way(expr: ir.Expr, actual: Type, wanted: Type, source: str) -> str | None:
    """The likely way from one type to the other."""
    whole = len(source) <= 40 and "\n" not in source
    short = source if whole else "..."
    inner = unwrap(wanted)

    def just(text: str, more: str = "") -> str:
        return Instead.of(text + more, text) if whole else text + more

    if isinstance(expr, ir.Nothing) and not isinstance(wanted, Optional):
        return f"only what is declared with ?, as in {wanted.text}?, may be nothing"
    if wanted is FLAG:
        if isinstance(actual, Optional):
            return just(f"{short} is not nothing", f"; to go on with it, if {short} as NAME:")
        if isinstance(actual, List | Zone):
            return just(f"count({short}) > 0")
        if isinstance(actual, Int) and not isinstance(expr, ir.Int):
            return just(f"{short} > 0")
        if actual == OUTCOME:
            return just(f"outcome == {short}")
    if (
        isinstance(inner, List)
        and isinstance(actual, List)
        and isinstance(actual.of, Die)
        and isinstance(inner.of, Int)
    ):
        return just(f"[d.face for d in {short}]")
    if isinstance(inner, List) and fits(actual, inner.of):
        return just(f"[{short}]")
    if isinstance(inner, Int) and isinstance(actual, List) and isinstance(actual.of, Int):
        ways = (f"sum({short})", f"max({short})", f"min({short})")
        return (
            Instead.of(f"write {', '.join(ways[:2])} or {ways[2]}", *ways) if whole else f"sum, max or min of {short}"
        )
    if isinstance(actual, List | Zone) and fits(actual.of, inner):
        return just(f"first({short})", " for one of them, or `for each` for all")
    if isinstance(inner, Printed) and is_thing(actual) and related(actual, inner.of):
        return just(f"{short}.card", " is its printed card")
    if isinstance(inner, Int):
        if isinstance(expr, ir.Str) and expr.value.isdecimal():
            return Instead.of(f"{expr.value}, without quotes", expr.value)
        if isinstance(actual, Die) and actual.rolled:
            return just(f"{short}.face", " is what it shows")
        if isinstance(actual, Die):
            return f"first roll it, in a line above: roll {short} as dice; sum(d.face for d in dice) is what it shows"
        if isinstance(actual, List) and isinstance(actual.of, Die) and actual.of.rolled:
            summed, counted = f"sum(d.face for d in {short})", f"count({short})"
            both = f"{summed} for what they show, {counted} for how many"
            return Instead.of(both, summed, counted) if whole else both
        if isinstance(actual, List | Zone):
            return just(f"count({short})")
        if isinstance(actual, Tally):
            return just(f"total({short})")
        if actual == FAR_INT:
            return "it is far where there is no way: first compare it with a number or with far"
    if inner == WORDS and not isinstance(expr, ir.Str):
        return just(f'"{source}"', ", in quotes") if whole and '"' not in source else "write it in quotes"
    if isinstance(inner, Word) and isinstance(actual, Word):
        return f"{actual.name} and {inner.name} are different kinds of words"
    if isinstance(inner, Kind | OneOf) and is_thing(actual) and related(actual, inner):
        return f"first make sure that it is one: if {short} is {inner.text}"
    return None
