"""Arguments of the core's verbs, each of which takes its parts in its own way: what is made, moved, rolled, laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from greyc.compiler.builtin import has_no_spots, keyword_args
from greyc.compiler.coerce import coerce
from greyc.compiler.entries import SlotInfo, VerbInfo
from greyc.compiler.expr import infer, lower, lower_zone
from greyc.compiler.guesses import bearers, member_for
from greyc.compiler.names import declared_here
from greyc.compiler.owners import can_have
from greyc.compiler.scope import Scope
from greyc.compiler.signature import Matching
from greyc.compiler.types import (
    ERROR,
    FLAG,
    INT,
    THING,
    List,
    Optional,
    Printed,
    Type,
    Zone,
    is_thing,
    kinds_of,
    optional,
    related,
    say,
)
from greyc.dsl import Instead, nodes
from greyc.dsl.problems import write
from greyc.runtime import ir
from greyc.runtime.ir import core


def setting_value(setting: nodes.Setting, of: Type | None, scope: Scope) -> nodes.Expr:
    """What stands behind a setting's name. A name alone is what is called so here; for a flag that nothing here is
    called like, `yes`."""
    if setting.value is not None:
        return setting.value
    if of is FLAG and setting.name.text not in scope.locals:
        return nodes.Name(setting.name.span, "yes")
    return setting.name


def lower_core(
    node: nodes.VerbCall, verb: VerbInfo, given: dict[str, nodes.Expr], scope: Scope
) -> tuple[dict[str, ir.Expr], Type | None, bool]:
    """Arguments of a call of a verb of the core, the type of the result, whether what is laid is a printed card."""
    match = Matching(scope)
    args: dict[str, ir.Expr] = {}
    special = _SPECIAL.get(verb.name)
    if special is not None:
        special(given, args, match)
    else:
        for slot in verb.slots:
            if slot.prep in given:
                assert slot.pattern is not None
                args[slot.name] = match.take(given[slot.prep], slot.pattern)[0]
    if core.VERBS[verb.name].settings:
        _made_with(node.settings, args, match.bound.get("T", ERROR), scope)
    else:
        for setting in node.settings:
            scope.report("unknown-setting", setting.name, suggestion=None, name=setting.name.text, verb=verb.name)
    result = core.VERBS[verb.name].result
    if result is None:
        return args, None, match.printed
    if verb.name == "roll":
        return args, List(match.bound.get("rolled", match.result("rolled"))), False
    return args, match.result(result) if "T" in match.bound else ERROR, False


def _move(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    of: Type = ERROR
    if "" in given:
        args["what"], of = match.take(given[""], "thing|list<thing>")
    if "to" in given:
        args["to"], _ = lower_zone(given["to"], match.scope, of.of if isinstance(of, List | Zone) else of)
    if "at" in given:
        args["position"], _ = match.take(given["at"], "position")


def _create(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    scope, what = match.scope, given.get("")
    if what is not None:
        kind = scope.frame.symbols.kinds.get(what.text) if isinstance(what, nodes.Name) else None
        if kind is not None and isinstance(what, nodes.Name) and what.text not in scope.locals:
            scope.note(what, kind)
            cards = [c.name for c in scope.frame.symbols.cards(kind.name)] if kind.root != "token" else []
            if cards or kind.root == "seat":
                shown = ", ".join(cards[:3]) + (", ..." if len(cards) > 3 else "")
                guess = Instead.of(shown, *cards[:3]) if cards else None
                scope.report("create-kind", what, suggestion=guess, kind=kind.name)
                match.bound["T"] = ERROR
            else:
                match.bound["T"] = kind.type
            args["what"] = ir.KindRef(kind.name)
        else:
            args["what"], of = match.take(what, "printed<T>")
            if of is ERROR:
                match.bound["T"] = ERROR
    if "into" in given:
        args["into"], _ = lower_zone(given["into"], scope, match.bound.get("T", ERROR))


def _made_with(settings: Sequence[nodes.Setting], args: dict[str, ir.Expr], of: Type, scope: Scope) -> None:
    """`with x = 1` of `create`: fields and states of what is made."""
    symbols = scope.frame.symbols
    for setting in settings:
        name, value = setting.name.text, setting.value or setting.name
        if of is ERROR:
            lower(value, scope)
            continue
        member = symbols.member(of, name)
        value = setting_value(setting, None if member is None else member.type, scope)
        if member is None or member.what not in ("field", "state"):
            known = [
                n for k in kinds_of(of) for n, m in symbols.members(k.name).items() if m.what in ("field", "state")
            ]
            guess = member_for(name, of, known, symbols)
            scope.report("unknown-member", setting.name, suggestion=guess, of=say(of), name=name)
            continue
        scope.note(setting.name, member)
        args[name] = lower(value, scope, member.type)[0]


def _shuffle(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    node = given.get("")
    if node is None:
        return
    expr, of = infer(node, match.scope)
    if isinstance(of, List) and isinstance(expr, ir.State | ir.Get | ir.Local):
        args["what"] = expr  # the order of a list that is a state
        return
    args["what"] = match.given(expr, of, node, "zone<T>")[0]


def _roll(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    if "" not in given:
        return
    args["what"], of = match.take(given[""], "die|list<die>")
    inner = of.of if isinstance(of, List | Zone) else of
    face = getattr(inner, "face", None)
    match.bound["T"] = inner
    if face is not None:
        match.bound["rolled"] = type(inner)(True, face)  # type: ignore[call-arg]


def _attach(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    _keyword(given, args, match, "to", parameters=True)


def _detach(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    _keyword(given, args, match, "from", parameters=False)


def _keyword(
    given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching, prep: str, parameters: bool
) -> None:
    on: Type = ERROR
    if prep in given:
        args[prep], on = match.take(given[prep], "thing")
    what = given.get("")
    if what is None:
        return
    expr, of = match.take(what, "keyword")
    args["what"] = expr
    entry = match.scope.frame.symbols.keyword(expr.name) if isinstance(expr, ir.KeywordRef) else None
    if entry is None or of is ERROR:
        return
    if parameters and isinstance(what, nodes.Name):
        keyword_args(entry, [], what, match.scope)  # reports parameters that are missing
    if on is not ERROR and not can_have(on, entry, match.scope.frame.symbols):
        match.scope.report(
            "keyword-elsewhere",
            what,
            related=declared_here(entry),
            name=entry.name,
            on=bearers(entry.on, match.scope.frame.symbols),
            kind=on.text,
        )


def _lay(given: dict[str, nodes.Expr], args: dict[str, ir.Expr], match: Matching) -> None:
    scope, what = match.scope, given.get("")
    of: Type = ERROR
    if "on" in given:
        args["on"], _ = match.take(given["on"], "board")
        if has_no_spots(args["on"], given["on"], scope):
            return
    if "at" in given:
        args["spot"], _ = match.take(given["at"], "spot")
    if what is None:
        return
    expr, of = infer(what, scope)
    if isinstance(of, Optional):
        expr, of = coerce(expr, of, of.of, what, scope)
    if is_thing(of) and all(kind.root == "card" for kind in kinds_of(of)):
        expr, of = ir.Attr(expr, "card", scope.frame.unit.at(what)), Printed(of)  # type: ignore[arg-type]
    args["what"], match.printed = expr, isinstance(of, Printed)
    held = of.of if isinstance(of, Printed) else of
    if of is ERROR:
        return
    if not is_thing(held) or not all(kind.root in ("card", "place") for kind in kinds_of(held)):
        scope.report("wrong-type", what, suggestion=None, wanted="a place or a card with a drawing", actual=say(of))
    elif isinstance(expr, ir.Printed) and not _can_be_laid(expr.card, scope):
        scope.report("nothing-to-lay", what, name=expr.card)
    elif isinstance(on := args.get("on"), ir.BoardRef) and all(kind.root == "place" for kind in kinds_of(held)):
        board = scope.frame.symbols.board(on.name)
        kind = scope.frame.symbols.kinds.get(board.place) if board is not None else None
        if kind is not None and not related(held, kind.type):
            scope.report("wrong-type", what, suggestion=None, wanted=say(kind.type), actual=say(of))


def _can_be_laid(name: str, scope: Scope) -> bool:
    card = scope.frame.symbols.card(name)
    return (
        card is None or card.type.root == "place" or any(isinstance(each, nodes.Drawing) for each in card.node.members)
    )


_SPECIAL: dict[str, Callable[[dict[str, nodes.Expr], dict[str, ir.Expr], Matching], None]] = {
    "move": _move,
    "create": _create,
    "shuffle": _shuffle,
    "roll": _roll,
    "attach": _attach,
    "detach": _detach,
    "lay": _lay,
}


def is_many_dice(node: nodes.VerbCall, scope: Scope) -> bool:
    """`roll 2 of d6`, which is no number of dice (reported)."""
    first = node.args[0] if len(node.args) == 1 else None
    if (
        node.verb.text != "roll"
        or not isinstance(node.leading, nodes.Number)
        or first is None
        or first.preposition != "of"
    ):
        return False
    source = scope.frame.unit.source
    span = (node.leading.span[0], first.value.span[1])
    die = lower(first.value, scope)[1]
    if die is not ERROR:
        again = f"{source(node.leading)} * {source(first.value)}"
        scope.report("wrong-type", span, suggestion=write(again), wanted="a die or several", actual=say(INT))
    return True


def core_slot_type(slot: SlotInfo, scope: Scope) -> Type:
    """A part of a core verb as a hook sees it: of a list that is moved, each thing by itself."""
    symbols = scope.frame.symbols
    match = Matching(scope, {"T": THING})
    pattern = slot.pattern or "thing"
    parts = pattern.split("|")
    chosen = parts[-1] if parts[0] in ("die", "seat") else parts[0]
    of = symbols.seat if chosen == "seat" else match.result(chosen)
    return optional(of) if slot.optional else of
