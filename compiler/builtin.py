"""Calls: the core's functions, functions of packs, keywords with their parameters, and `can`.

Most of the core's functions follow from their signature in runtime.ir.core alone. Those over queries and the few whose
type depends on more than that have a function here; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from greyc.compiler.coerce import WRONG, Value, as_list, coerce
from greyc.compiler.conditions import test
from greyc.compiler.dispatch import INFER, infer, listed_value, lower
from greyc.compiler.entries import BoardInfo, FunctionInfo, KeywordInfo, ParamInfo
from greyc.compiler.functions import action_labels, lower_function
from greyc.compiler.guesses import AS_MEMBERS, of_a_list
from greyc.compiler.meant import verb_as_value
from greyc.compiler.names import declared_here, report_unknown
from greyc.compiler.query import lower_query
from greyc.compiler.scope import Scope
from greyc.compiler.signature import Matching
from greyc.compiler.spell import did_you_mean
from greyc.compiler.types import (
    ERROR,
    FAR_INT,
    FLAG,
    INT,
    KEYWORD,
    NEVER,
    PLACE,
    Int,
    List,
    Optional,
    Type,
    Word,
    Zone,
    join,
    optional,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, insert
from greyc.runtime import ir
from greyc.runtime.ir import core


def _call(node: nodes.FunctionCall, scope: Scope, hint: Type | None) -> Value:
    made = _call_of(node, scope)
    if scope.facts and made[1] is not ERROR:
        known = scope.facts.get(scope.frame.unit.source(node))
        if known is not None:
            return made[0], known
    return made


def _call_of(node: nodes.FunctionCall, scope: Scope) -> Value:
    function = node.function
    if not isinstance(function, nodes.Name):
        guess = None
        if isinstance(function, nodes.Attribute) and function.name.text in AS_MEMBERS and not node.args:
            _, of = lower(function.target, scope)
            if isinstance(of, List | Zone):
                found = of_a_list(
                    function.name.text, scope.frame.unit.source(function.target), of.of, scope.frame.symbols
                )
                guess = Instead.of(found, *(edits[0][1] for edits in found.changes), at=node.span)
        scope.report("no-function", function, suggestion=guess, name=scope.frame.unit.source(function))
        return _skip(node, scope)
    name = function.text
    symbols = scope.frame.symbols
    of_core = name in core.FUNCTIONS or name in _SPECIAL  # which are only ever called with brackets
    if name not in scope.locals or of_core:
        entry = symbols.values.get(name)
        if of_core and not isinstance(entry, FunctionInfo | KeywordInfo):
            entry = None
        if entry is not None:
            scope.note(function, entry)
        if isinstance(entry, FunctionInfo):
            return _own(entry, node, scope)
        if isinstance(entry, KeywordInfo):
            args = keyword_args(entry, node.args, node, scope)
            return (ir.KeywordRef(name, args), KEYWORD) if args is not None else WRONG
        if entry is None:
            special = _SPECIAL.get(name)
            if special is not None:
                return special(node, scope)
            if name in core.FUNCTIONS:
                if core.FUNCTIONS[name].only_tests and scope.frame.place != "test":
                    scope.report("only-in-tests", function, name=name)
                    return _skip(node, scope)
                return _core(core.FUNCTIONS[name], node, scope)
            if name in symbols.broken:
                return _skip(node, scope)
            known = [n for n, v in symbols.values.items() if isinstance(v, FunctionInfo)]
            report_unknown(
                symbols,
                scope.frame.unit,
                scope.frame.reporter,
                function,
                "function",
                known=[*known, *core.FUNCTIONS, *_SPECIAL],
                suggestion=_as_verb(node, name, scope),
            )
            return _skip(node, scope)
    scope.report("no-function", function, suggestion=f"{name} without brackets" if not node.args else None, name=name)
    return _skip(node, scope)


def _as_verb(node: nodes.FunctionCall, name: str, scope: Scope) -> str | None:
    """How a verb is called that is written like a function, where it is clear what stands in which part."""
    if scope.frame.symbols.verb(name) is None or len(node.args) > 1:
        return None
    given = [scope.frame.unit.source(arg) for arg in node.args if isinstance(arg, nodes.Expr)]
    return verb_as_value(name, scope.frame.unit.text, node.span[0], " ".join(given))


def _skip(node: nodes.FunctionCall, scope: Scope) -> Value:
    """The function is wrong and reported; mistakes in its arguments are still told."""
    for arg in node.args:
        if isinstance(arg, nodes.Expr):
            lower(arg, scope)
    return WRONG


# ---- functions of packs ---------------------------------------------------------------------------


def _own(entry: FunctionInfo, node: nodes.FunctionCall, scope: Scope) -> Value:
    args = _arguments(entry.name, entry.params, node.args, node, scope)
    lower_function(entry, scope.frame.symbols, scope.frame.reporter)
    of = entry.result or ERROR
    if args is None:
        return WRONG
    return ir.Call(entry.name, args, scope.frame.unit.at(node)), of


def _arguments(
    name: str, params: Sequence[ParamInfo], given: Sequence[nodes.Argument], node: nodes.Node, scope: Scope
) -> list[ir.Expr] | None:
    """Positional arguments; None if one was wrong."""
    args: list[ir.Expr] = []
    wrong = False
    for i, arg in enumerate(given):
        if not isinstance(arg, nodes.Expr):
            scope.report("no-query-here", arg, name=name)
            wrong = True
            continue
        expr, of = lower(arg, scope, params[i].type if i < len(params) else None)
        wrong = wrong or of is ERROR
        args.append(expr)
    if len(given) != len(params):
        source = scope.frame.unit.source
        known = [source(arg) for arg in given[: len(params)]]
        filled = f"{name}({', '.join([*known, *(p.name for p in params[len(given) :])])})"
        advice = Instead.of(f"{name}({', '.join(p.name for p in params)})", filled)
        scope.report("argument-count", node, suggestion=advice, name=name, wants=len(params), given=len(given))
        return None
    return None if wrong else args


def keyword_args(
    entry: KeywordInfo, given: Sequence[nodes.Argument], node: nodes.Node, scope: Scope, printed: bool = False
) -> list[ir.Expr] | None:
    """The parameters of a keyword; None if one is wrong (reported). On a card (`printed`) they have no brackets."""
    params = entry.params
    if len(given) == len(params):
        return _arguments(entry.name, params, given, node, scope)
    line = keyword_line(entry, [scope.frame.unit.source(arg) for arg in given], scope, printed)
    takes = "nothing behind it" if not params else ", ".join(f"{p.name} ({say(p.type)})" for p in params)
    few = len(given) < len(params)
    scope.report(
        "keyword-parameters",
        node if few else given[len(params)],
        suggestion=Instead.of(
            f"write {line}" + (" or another value" if few else ""),
            line,
            at=(node.span[0], max(each.span[1] for each in [node, *given])),
        ),
        related=declared_here(entry),
        name=entry.name,
        takes=takes,
        given="nothing" if not given else "1 value" if len(given) == 1 else f"{len(given)} values",
    )
    return None


def keyword_line(entry: KeywordInfo, given: Sequence[str], scope: Scope, printed: bool) -> str:
    """How a keyword is written with these values; for those that are missing stands an example."""
    params = entry.params
    values = [*given[: len(params)], *(_example(param, scope) for param in params[len(given) :])]
    return " ".join([entry.name, *values]) if printed or not params else f"{entry.name}({', '.join(values)})"


def _example(param: ParamInfo, scope: Scope) -> str:
    """A value that a parameter could have."""
    of = unwrap(param.type)
    if isinstance(of, Int):
        return str(of.low if of.low is not None else 2)
    kind = scope.frame.symbols.word_kinds.get(of.text) if isinstance(of, Word) else None
    return next(iter(kind.words), param.name) if kind is not None else param.name


# ---- the core's functions by their signature --------------------------------------------------------


def has_no_spots(board: ir.Expr, where: nodes.Expr, scope: Scope) -> bool:
    """Whether a board is known to be a graph, which has none (reported)."""
    info = scope.frame.symbols.board(board.name) if isinstance(board, ir.BoardRef) else None
    if info is None or info.shape != "graph":
        return False
    scope.report(
        "no-spots", where, suggestion=f"leave it out, or declare {info.name}: grid of {info.place}", board=info.name
    )
    return True


def _core(function: core.CoreFunction, node: nodes.FunctionCall, scope: Scope) -> Value:
    match = Matching(scope)
    args: list[ir.Expr] = []
    named: dict[str, ir.Expr] = {}
    wrong = False
    positional: list[nodes.Argument] = []
    for arg in node.args:
        if isinstance(arg, nodes.Labelled):
            labels = dict(function.named)
            if arg.label.text not in labels:
                scope.report(
                    "unknown-label",
                    arg.label,
                    suggestion=did_you_mean(arg.label.text, labels),
                    label=arg.label.text,
                    name=function.name,
                )
                wrong = True
                continue
            expr, of = match.take(arg.value, labels[arg.label.text])
            named[arg.label.text], wrong = expr, wrong or of is ERROR
        else:
            positional.append(arg)
    required = [p for p in function.params if not p.startswith("[")]
    patterns = [p.strip("[]") for p in function.params]
    if not len(required) <= len(positional) <= len(patterns):
        _count(function, node, scope, len(required), len(positional))
        return _skip(node, scope)
    for arg, pattern in zip(positional, patterns, strict=False):
        if not isinstance(arg, nodes.Expr):
            scope.report("no-query-here", arg, name=function.name)
            wrong = True
            continue
        expr, of = match.take(arg, pattern)
        args.append(expr)
        wrong = wrong or of is ERROR
    if wrong:
        return WRONG
    board = positional[0] if function.name in ("spot", "spots") else None
    if isinstance(board, nodes.Expr) and has_no_spots(args[0], board, scope):
        return WRONG
    if function.name == "turn" and len(args) == 2:
        args += _turned_on(node, scope)
    if "place" in function.result and match.bound.get("place", PLACE) == PLACE:
        match.bound["place"] = scope.frame.symbols.place
    result = match.result(function.result)
    if function.name == "keys" and isinstance(result, List) and isinstance(result.of, Word):
        args.append(ir.Values(result.of.name))
    return ir.Builtin(function.name, args, named, scope.frame.unit.at(node)), result


def _turned_on(node: nodes.FunctionCall, scope: Scope) -> list[ir.Expr]:
    """The board of whose sides a `turn` that names none speaks: any of the only shape there is."""
    boards = [info for info in scope.frame.symbols.values.values() if isinstance(info, BoardInfo)]
    shapes = {info.shape: info.name for info in boards if info.shape != "graph"}
    if len(shapes) == 2:
        turned = ", ".join(scope.frame.unit.source(arg) for arg in node.args)
        either = [f"turn({turned}, {shapes[shape]})" for shape in ("grid", "hex")]
        scope.report("which-board", node, suggestion=Instead.of(" or ".join(either), *either))
        return []
    return [ir.BoardRef(name) for name in shapes.values()]


def _count(function: core.CoreFunction, node: nodes.FunctionCall, scope: Scope, wants: int, given: int) -> None:
    shown = ", ".join(p.replace("list<T>", "list").replace("zone<T>", "zone") for p in function.params)
    scope.report(
        "argument-count", node, suggestion=f"{function.name}({shown})", name=function.name, wants=wants, given=given
    )


def _one_argument(node: nodes.FunctionCall, scope: Scope) -> nodes.Argument | None:
    assert isinstance(node.function, nodes.Name)
    if len(node.args) == 1:
        return node.args[0]
    _count(core.FUNCTIONS[node.function.text], node, scope, 1, len(node.args))
    _skip(node, scope)
    return None


# ---- functions over queries and lists -----------------------------------------------------------------


def _name_of(node: nodes.FunctionCall) -> str:
    assert isinstance(node.function, nodes.Name)
    return node.function.text


def _aggregate(node: nodes.FunctionCall, scope: Scope) -> Value:
    """count sum any all first last, over a query, a term for each, or a list."""
    name, at = _name_of(node), scope.frame.unit.at(node)
    arg = _one_argument(node, scope)
    if arg is None:
        return WRONG
    if isinstance(arg, nodes.Query):
        found = lower_query(arg, scope)
        if found.element is ERROR:
            return WRONG
        value = None
        if name == "sum" and not isinstance(found.element, Int):
            _, of = coerce(ir.Local(arg.name.text), found.element, INT, arg, scope)
            return WRONG
        if name == "all":
            source = scope.frame.unit.source
            advice = f"all(... for {source(arg)})"
            if arg.where is not None and arg.rank is None:
                advice = f"all({source(arg.where)} for {arg.name.text} in {source(arg.source)})"
                advice = Instead.of(advice, advice)
            scope.report("all-without-term", node, suggestion=advice)
            return WRONG
        of = found.element
        return ir.Aggregate(name, found.query, value, at), _result(name, of)
    if isinstance(arg, nodes.Generator):
        found = lower_query(arg.query, scope)
        if name in ("any", "all"):
            value = test(arg.value, found.scope).expr
            of = FLAG
        elif name == "sum":
            value, of = lower(arg.value, found.scope, INT)
        elif name == "count":
            guess = f"count({scope.frame.unit.source(arg.query)})"
            scope.report("counted-term", arg.value, suggestion=Instead.of(guess, guess, at=node.span))
            return WRONG
        else:
            value, of = lower(arg.value, found.scope)
        if ERROR in (of, found.element):
            return WRONG
        return ir.Aggregate(name, found.query, value, at), _result(name, of)
    if isinstance(arg, nodes.Labelled):
        return _no_label(arg, name, scope)
    expr, of = listed_value(arg, scope)
    if not isinstance(of, List):
        return WRONG
    if name in ("sum", "all"):
        expr, of = coerce(expr, of, List(INT if name == "sum" else FLAG), arg, scope)
        if not isinstance(of, List):
            return WRONG
    return ir.Builtin(name, [expr], {}, at), _result(name, of.of)


def _result(name: str, of: Type) -> Type:
    if name in ("any", "all"):
        return FLAG
    return optional(of) if name in ("first", "last") else INT


def _no_label(arg: nodes.Labelled, name: str, scope: Scope) -> Value:
    scope.report("unknown-label", arg.label, suggestion=None, label=arg.label.text, name=name)
    return WRONG


def _extreme(node: nodes.FunctionCall, scope: Scope) -> Value:
    """min max of numbers, a list, or a term for each of a query."""
    name, at = _name_of(node), scope.frame.unit.at(node)
    if not node.args:
        _count(core.FUNCTIONS[name], node, scope, 1, 0)
        return WRONG
    arg = node.args[0]
    if len(node.args) == 1 and isinstance(arg, nodes.Query | nodes.Generator):
        asked = arg if isinstance(arg, nodes.Query) else arg.query
        found = lower_query(asked, scope)
        value = None
        of: Type = found.element
        if isinstance(arg, nodes.Generator):
            value, of = lower(arg.value, found.scope)
        if value is None:
            _, of = _far_or_int(ir.Local(asked.name.text), of, arg, scope)
        else:
            value, of = _far_or_int(value, of, arg.value if isinstance(arg, nodes.Generator) else arg, scope)
        return (ir.Aggregate(name, found.query, value, at), of) if ERROR not in (of, found.element) else WRONG
    args: list[ir.Expr] = []
    all_of: Type = INT
    for i, each in enumerate(node.args):
        if not isinstance(each, nodes.Expr):
            if isinstance(each, nodes.Labelled):
                return _no_label(each, name, scope)
            scope.report("no-query-here", each, name=name)
            return WRONG
        expr, of = lower(each, scope)
        if len(node.args) == 1 and i == 0 and (listed := as_list(expr, of, scope)) is not None:
            expr, of = listed
            assert isinstance(of, List)
            inner = of.of
            if inner is NEVER or inner == FAR_INT or isinstance(inner, Int):
                return ir.Builtin(name, [expr], {}, at), FAR_INT if inner == FAR_INT else INT
            coerce(expr, of, List(INT), each, scope)
            return WRONG
        expr, of = _far_or_int(expr, of, each, scope)
        args.append(expr)
        all_of = ERROR if ERROR in (of, all_of) else FAR_INT if FAR_INT in (of, all_of) else INT
    return (ir.Builtin(name, args, {}, at), all_of) if all_of is not ERROR else WRONG


def _far_or_int(expr: ir.Expr, of: Type, node: nodes.Node, scope: Scope) -> Value:
    return (expr, of) if of == FAR_INT else coerce(expr, of, INT, node, scope)


def _join(node: nodes.FunctionCall, scope: Scope) -> Value:
    at = scope.frame.unit.at(node)
    arg = node.args[0] if len(node.args) == 1 else None
    if isinstance(arg, nodes.Generator):
        found = lower_query(arg.query, scope)
        value, of = listed_value(arg.value, found.scope)
        if ERROR in (of, found.element) or not isinstance(of, List):
            return WRONG
        return ir.Aggregate("join", found.query, value, at), of
    if isinstance(arg, nodes.Query):
        found = lower_query(arg, scope)
        if not isinstance(found.element, List | Zone):
            if found.element is not ERROR:
                scope.report("wrong-type", arg, suggestion=None, wanted="a query of lists", actual=say(found.element))
            return WRONG
        local: ir.Expr = ir.Local(arg.name.text)
        listed = as_list(local, found.element, scope)
        assert listed is not None
        return ir.Aggregate("join", found.query, listed[0], at), listed[1]
    args: list[ir.Expr] = []
    of = NEVER
    if not node.args:
        _count(core.FUNCTIONS["join"], node, scope, 1, 0)
        return WRONG
    for each in node.args:
        if not isinstance(each, nodes.Expr):
            scope.report("no-query-here", each, name="join")
            return WRONG
        expr, one = listed_value(each, scope)
        if not isinstance(one, List):
            return WRONG
        joined = join(of, one.of)
        if joined is None:
            scope.report("mixed-list", each, one=say(of), other=say(one.of))
            return WRONG
        of = joined
        args.append(expr)
    return ir.Builtin("join", args, {}, at), List(of)


def _top(node: nodes.FunctionCall, scope: Scope) -> Value:
    made, of = _core(core.FUNCTIONS["top"], node, scope)
    if isinstance(made, ir.Builtin) and len(made.args) == 2 and isinstance(of, Optional):
        return made, List(of.of)
    return made, of


def _position(node: nodes.FunctionCall, scope: Scope) -> Value:
    if len(node.args) != 2 or not all(isinstance(a, nodes.Expr) for a in node.args):
        return _core(core.FUNCTIONS["position"], node, scope)
    item, source = node.args
    assert isinstance(item, nodes.Expr) and isinstance(source, nodes.Expr)
    listed, of = listed_value(source, scope)
    expr, _ = lower(item, scope, of.of if isinstance(of, List) else None)
    if not isinstance(of, List):
        return WRONG
    return ir.Builtin("position", [expr, listed], {}, scope.frame.unit.at(node)), INT


def _values(node: nodes.FunctionCall, scope: Scope) -> Value:
    arg = node.args[0] if len(node.args) == 1 else None
    symbols = scope.frame.symbols
    if isinstance(arg, nodes.Name):
        kind = symbols.word_kinds.get(arg.text)
        if kind is not None:
            return ir.Values(kind.name), List(kind.type)
        if arg.text in symbols.kinds:
            scope.report(
                "no-word-kind",
                arg,
                suggestion=Instead.of(f"every {arg.text}", f"every {arg.text}", at=node.span),
                name=arg.text,
            )
        else:
            report_unknown(
                symbols, scope.frame.unit, scope.frame.reporter, arg, "kind of words", known=symbols.word_kinds
            )
        return WRONG
    scope.report("argument-count", node, suggestion="values(KIND)", name="values", wants=1, given=len(node.args))
    return WRONG


def _base(node: nodes.FunctionCall, scope: Scope) -> Value:
    """`base(e, field)`: the second argument is no expression but the name of a field."""
    if len(node.args) != 2 or not isinstance(node.args[0], nodes.Expr) or not isinstance(node.args[1], nodes.Name):
        scope.report(
            "argument-count", node, suggestion="base(THING, FIELD)", name="base", wants=2, given=len(node.args)
        )
        return WRONG
    attribute = nodes.Attribute(node.span, node.args[0], node.args[1])
    made, of = infer(attribute, scope)
    if isinstance(made, ir.Get):
        if made.printed:
            return made, of
        return ir.Base(made.of, made.kind, made.name, scope.frame.unit.at(node)), of
    if of is not ERROR:
        scope.report("no-field", node.args[1], name=node.args[1].text)
    return WRONG


_SPECIAL: dict[str, Callable[[nodes.FunctionCall, Scope], Value]] = {
    **dict.fromkeys(("count", "sum", "any", "all", "first", "last"), _aggregate),
    "min": _extreme,
    "max": _extreme,
    "join": _join,
    "top": _top,
    "position": _position,
    "values": _values,
    "base": _base,
}


# ---- can ------------------------------------------------------------------------------------------


def _can(node: nodes.Can, scope: Scope, hint: Type | None) -> Value:
    symbols, name = scope.frame.symbols, node.action.text
    action = symbols.action(name)
    if action is None:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node.action, "action")
        return WRONG
    labels = action_labels(action, symbols, scope.frame.reporter)
    args: dict[str, ir.Expr] = {}
    for arg in node.args:
        if not isinstance(arg, nodes.Labelled):
            shown = ", ".join(f"{label}: ..." for label in labels)
            bare = [each for each in node.args if not isinstance(each, nodes.Labelled)]
            named = {each.label.text for each in node.args if isinstance(each, nodes.Labelled)}
            free = [label for label in labels if label not in named]
            change = tuple(((each.span[0],) * 2, f"{label}: ") for label, each in zip(free, bare, strict=False))
            way = Instead.changing(f"can {name}({shown})", *([change] if len(free) >= len(bare) else []))
            scope.report("unlabelled", arg, suggestion=way, name=name)
            return WRONG
        label = arg.label.text
        if label not in labels:
            scope.report("unknown-label", arg.label, suggestion=did_you_mean(label, labels), label=label, name=name)
            lower(arg.value, scope)
        elif label in args:
            scope.report("argument-twice", arg.label, label=label)
        else:
            args[label], _ = lower(arg.value, scope, labels[label])
    must = [action.actor.name, *(given.name for given in action.givens)]
    missing = [label for label in must if label not in args]
    if missing:
        shown = ", ".join(f"{label}: ..." for label in must)
        advice: str = f"can {name}({shown})"
        if node.args:
            said = ", ".join(f"{label}: {label if label in scope.locals else label.upper()}" for label in missing)
            advice = insert(advice, f"{said}, ", node.args[0].span[0])
        scope.report("missing-actor", node, suggestion=advice, name=name, missing=" and ".join(missing))
        return WRONG
    return ir.Can(name, args, scope.frame.unit.at(node)), FLAG


INFER[nodes.FunctionCall] = _call
INFER[nodes.Can] = _can
