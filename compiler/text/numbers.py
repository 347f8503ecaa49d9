"""Numbers in words. One that stands on the card is printed; any other is called X in its sentence and explained at the
end of it, which reads right in every clause and every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from greyc.runtime import ir

from . import conditions, lists, names, queries
from .language import Said
from .lexicon import plain
from .phrase import Phrase
from .scope import Scope

_ARITH: Final = {"+": "number.plus", "-": "number.minus", "*": "number.times", "/": "number.over", "%": "number.rest"}
_OF_ALL: Final = {"sum": "fn.sum_of", "min": "fn.min_what", "max": "fn.max_what"}
_BOUNDS: Final = {">=": "number.at_least", "<=": "number.at_most"}
_COUNTED: Final = {"<=": "number.le_counted", "<": "number.lt_counted"}
_COMPARE: Final = {">=": "number.ge", ">": "number.gt", "<=": "number.le", "<": "number.lt", "==": "number.eq", "!=": "number.ne"}  # fmt: skip


def amount(scope: Scope, expr: ir.Expr) -> Said | Phrase:
    """A number as it stands in a clause."""
    match expr:
        case ir.Int(value=value):
            return Said(str(value), number=value, counts=True)
        case ir.Local(name=local) if (entity := scope.locals.get(local)) is not None:
            entity.mentions += 1
            if entity.fixed is not None:
                return entity.fixed
            if entity.letter:
                return Said(entity.letter, counts=True)
            if entity.intro is not None:  # a number that was worked out above: explained where it is first used
                intro, entity.intro = entity.intro, None
                entity.letter = _explained(scope, intro().text)
                return Said(entity.letter, counts=True)
            entity.letter = scope.letter()
            return Said(entity.letter, counts=True)
        case ir.Local(name=local) if scope.holes is None or not _open(scope, expr):
            return Said(plain(local), counts=True)
    if scope.holes is not None and _open(scope, expr):
        wish = expr.name if isinstance(expr, ir.Local | ir.Get | ir.State) else "n"
        return names.hole(scope, expr, wish)
    return Said(_explained(scope, text(scope, expr)), counts=True)


def _open(scope: Scope, expr: ir.Expr) -> bool:
    """Whether a prompt can ask the game for the value: it reads no name that the words themselves bind."""
    match expr:
        case ir.Local(name=local):
            return local not in scope.locals or local == "this"
        case ir.Get(of=of):
            return _open(scope, of)
        case ir.Attr(of=of):
            return _open(scope, of)
        case ir.Arith(left=left, right=right):
            return _open(scope, left) and _open(scope, right)
    return isinstance(expr, ir.Int | ir.State | ir.Option)


def _explained(scope: Scope, words: str) -> str:
    for letter, known in scope.waiting:
        if known == words:
            return letter
    letter = scope.letter()
    scope.waiting.append((letter, words))
    return letter


def explain(scope: Scope, sentence: str) -> str:
    """The sentence with its letters explained."""
    for at, (letter, words) in enumerate(scope.waiting):
        sentence = scope.say("number.also_where" if at else "number.where", text=sentence, letter=letter, n=words)
    scope.waiting.clear()
    return sentence


def compared(scope: Scope, sign: str, expr: ir.Expr, *, counted: bool = False) -> str:
    """`>= 3` is *3 or more*. `counted`: things are, so that `<= 3` is *3 or fewer* of them."""
    if isinstance(expr, ir.Int):
        if sign == ">":
            return compared(scope, ">=", ir.Int(expr.value + 1), counted=counted)
        if sign == "<":
            return compared(scope, "<=", ir.Int(expr.value - 1), counted=counted)
    if isinstance(expr, ir.Word) and sign not in ("==", "!="):
        return scope.say(f"{_COMPARE[sign]}_word", n=text(scope, expr))
    if sign in _BOUNDS and not isinstance(expr, ir.Int | ir.Local):  # *your gold or less* would read as two things
        return scope.say(_BOUNDS[sign], n=text(scope, expr))
    return scope.say((_COUNTED if counted else _COMPARE).get(sign, _COMPARE[sign]), n=text(scope, expr))


def text(scope: Scope, expr: ir.Expr) -> str:
    """A number in words, inside a sentence."""
    say = scope.say
    match expr:
        case ir.Int(value=value):
            return str(value)
        case ir.Far():
            return say("number.far")
        case ir.Local():
            return amount(scope, expr).spoken("")
        case ir.Arith(sign=sign, left=left, right=right):
            if sign == "/" and isinstance(right, ir.Int) and right.value == 2:
                return say("number.half", a=_part(scope, left, sign))
            if sign == "-" and left == ir.Int(0):
                return (
                    f"-{right.value}"
                    if isinstance(right, ir.Int)
                    else say("number.negative", n=_part(scope, right, "*"))
                )
            return _worked_out(scope, sign, left, right)
        case ir.Get(of=of, kind=kind, name=field_name):
            return names.field_of(scope, names.name(scope, of), scope.lexicon.member_title(kind, field_name))
        case ir.Base(of=of, kind=kind, name=field_name):
            return say("number.base", x=names.name(scope, of), what=scope.lexicon.member_title(kind, field_name))
        case ir.State(name=state):
            return names.state_title(scope, state)
        case ir.Option(name=option):
            return names.option_title(scope, option)
        case ir.Aggregate():
            return _aggregate(scope, expr)
        case ir.Builtin():
            return _builtin(scope, expr)
        case ir.IfElse(cond=cond, then=then, other=other):
            a, condition = text(scope, then), conditions.statement(scope, cond)  # in the order of reading
            return say("np.if_else", a=a, b=text(scope, other), cond=condition)
        case ir.Attr(of=of, name="face"):
            return say("attr.face", x=names.name(scope, of))
        case ir.ByPlayers(of=of):
            return text(scope, of)
        case ir.Table(entries=entries):
            return _table(scope, entries, "number.row")
        case ir.Index(of=of, key=key):
            return _entry(scope, of, key)
        case ir.RangeList(low=low, high=high):
            return say("number.between", low=text(scope, low), high=text(scope, high))
        case ir.Call():
            return names.name(scope, expr).text
        case ir.Word() | ir.KeywordRef() | ir.Printed():
            return names.name(scope, expr).text
    return plain(type(expr).op)


def _worked_out(scope: Scope, sign: str, left: ir.Expr, right: ir.Expr) -> str:
    """A sum, a difference, a product ... of which nobody can take the parts together otherwise."""
    if (sign == "*" and isinstance(right, ir.Int)) or (sign == "+" and _nothing_else(left)):
        left, right = right, left
    if sign in "+-" and isinstance(right, ir.IfElse) and _nothing_else(right):
        a, b = _part(scope, left, sign), text(scope, right.then)
        cond = conditions.statement(scope, right.cond)
        return scope.say("number.plus_if" if sign == "+" else "number.minus_if", a=a, b=b, cond=cond)
    key = "number.n_times" if sign == "*" and isinstance(left, ir.Int) else _ARITH[sign]
    if sign in "+-" and isinstance(left, ir.Arith) and left.sign in "*/%":
        key += "_then"  # *2 times the might, minus 1* is not 2 times what is left
    return scope.say(key, a=_part(scope, left, sign), b=_part(scope, right, sign, last=True))


def _nothing_else(expr: ir.Expr) -> bool:
    """A number under a condition, and nothing without it."""
    return isinstance(expr, ir.IfElse) and expr.other == ir.Int(0)


def _part(scope: Scope, expr: ir.Expr, sign: str, *, last: bool = False) -> str:
    """A part of what is worked out, in brackets where its own parts could be taken for those of the whole."""
    said = text(scope, expr)
    if isinstance(expr, ir.IfElse):
        return scope.say("number.bracket", n=said)
    if not isinstance(expr, ir.Arith) or said.removeprefix("-").isdigit():
        return said
    apart = sign in "*/%" or (last and sign == "-") or (last and expr.sign in "+-")
    return scope.say("number.bracket", n=said) if apart else said


def _value(scope: Scope, expr: ir.Expr) -> str:
    return text(scope, expr) if scope.sort(expr).number else names.name(scope, expr).text


def _table(scope: Scope, entries: Sequence[tuple[ir.Expr, ir.Expr]], row: str) -> str:
    """*1 for low and 2 for high*"""
    rows = [scope.say(row, n=_value(scope, n), key=_key(scope, key)) for key, n in entries]
    return scope.language.listed(rows)


def _key(scope: Scope, key: ir.Expr) -> Said | Phrase | str:
    return amount(scope, key) if isinstance(key, ir.Int) else _value(scope, key)


def _entry(scope: Scope, of: ir.Expr, key: ir.Expr) -> str:
    say = scope.say
    if isinstance(of, ir.Table):
        if isinstance(key, ir.Builtin) and key.name == "count" and key.args == [ir.Players()]:
            return _table(scope, of.entries, "number.row_players")
        return say("number.by", list=_table(scope, of.entries, "number.row"), key=_value(scope, key))
    return say("np.entry", what=text(scope, of), key=_value(scope, key))


def _aggregate(scope: Scope, expr: ir.Aggregate) -> str:
    query, value = expr.query, expr.value
    say = scope.say
    if expr.function == "count":
        return say("fn.count", np=queries.candidates(scope, query, "bare", many=True))
    if expr.function in _OF_ALL:
        if value is not None and query.where is None and (one := queries.only_one(scope, query)) is not None:
            return text(queries.with_only(scope, query.name, one), value)
        if (what := queries.what_of(scope, query.name, value)) is not None:
            return say(_OF_ALL[expr.function], what=what, np=queries.candidates(scope, query, "all", many=True))
        if expr.function == "sum" and isinstance(value, ir.IfElse) and value.other == ir.Int(0):
            where = ir.And([query.where, value.cond]) if query.where is not None else value.cond
            return _aggregate(scope, evolve(expr, query=evolve(query, where=where), value=value.then))
        if expr.function == "sum" and isinstance(value, ir.Int):
            counted = ir.Aggregate("count", query, None, expr.at)
            return text(scope, counted if value.value == 1 else ir.Arith("*", value, counted, expr.at))
        key = {"sum": "fn.sum", "min": "fn.min_of", "max": "fn.max_of"}[expr.function]
        if value is None:
            return say(key, list=queries.candidates(scope, query, "all", many=True))
        return say(key, list=lists.each(scope, query, value))
    return names.name(scope, expr).text


def _builtin(scope: Scope, expr: ir.Builtin) -> str:
    say, args = scope.say, expr.args
    name = expr.name
    match name:
        case "count":
            if isinstance(args[0], ir.Contents) or not scope.sort(args[0]).number:
                query = ir.Query("", args[0], None, None, scope.sort(args[0]).name)
                return say("fn.count", np=queries.candidates(scope, query, "bare", many=True))
        case "max" | "min":
            if len(args) == 1 and isinstance(args[0], ir.Attr) and args[0].name == "faces":
                return say(f"fn.{name}_face", x=names.name(scope, args[0].of))
            if len(args) == 1:
                return say(f"fn.{name}_of", list=names.name(scope, args[0]))
            rest = [a for a in args if not (isinstance(a, ir.Int) and a.value == 0)]
            if name == "max" and len(rest) == 1:
                return say("fn.max_0", n=text(scope, rest[0]))
            return say(f"fn.{name}", list=scope.language.listed([text(scope, a) for a in args]))
        case "abs" if isinstance(args[0], ir.Arith) and args[0].sign == "-":
            return say("fn.difference", x=text(scope, args[0].left), y=text(scope, args[0].right))
        case "sum":
            return say("fn.sum", list=names.name(scope, args[0]))
    words = [_value(scope, a) for a in args] + [""] * 3
    if name == "place_at" and len(args) == 3:
        words[0] = say("fn.spot", board=words[0], x=words[1], y=words[2])
    holes = {
        "x": words[0],
        "y": words[1],
        "n": words[1],
        "list": words[0],
        "np": words[0],
        "board": words[0],
        "zone": words[0],
    }
    if name == "position":
        holes["list"] = words[1]
    if name == "spot":
        holes |= {"x": words[1], "y": words[2]}
    noun = scope.lexicon.noun(scope.sort(expr).name)
    said = say(f"fn.{name}", noun=noun.one, counter=noun.counter, **holes)
    if (within := expr.named.get("within")) is not None:
        said = say("fn.within", x=said, list=names.name(scope, within))
    return said
