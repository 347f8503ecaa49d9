"""Names and what stands behind a dot.

A name is looked for in order of nearness: locals, the built-in names, then what packs declare. A word that several
kinds have is the one that is expected; without an expectation it is a mistake that names them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greyc.compiler.coerce import WRONG, Value, absent, copy_of, place_on
from greyc.compiler.dispatch import INFER, infer
from greyc.compiler.entries import (
    BoardInfo,
    CardInfo,
    DieInfo,
    FunctionInfo,
    KeywordInfo,
    Member,
    OptionInfo,
    WordInfo,
)
from greyc.compiler.guesses import AS_MEMBERS, asked_before, bearers, member_for, of_a_list
from greyc.compiler.owners import can_have, holder_type, member_names, owner_type, place_type
from greyc.compiler.scope import Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.types import (
    ERROR,
    FAR_INT,
    FLAG,
    KEYWORD,
    NOTHING,
    OUTCOME,
    PLACE,
    THING,
    Board,
    Die,
    Kind,
    List,
    OneOf,
    Optional,
    Printed,
    Spot,
    Type,
    Word,
    Zone,
    article,
    is_thing,
    kinds_of,
    optional,
    say,
    unwrap,
)
from greyc.compiler.unknown import report_unknown_value
from greyc.dsl import Instead, nodes
from greyc.runtime import ir
from greyc.runtime.ir import core

# ---- names --------------------------------------------------------------------------------------


def _name(node: nodes.Name, scope: Scope, hint: Type | None) -> Value:
    text = node.text
    local = scope.locals.get(text)
    if local is not None:
        local.read = True
        scope.note(node, local)
        if local.supposed is not None:
            local.supposed.append(node)
        return ir.Local(text), scope.facts.get(text, local.type)
    built_in = _BUILT_IN.get(text)
    if built_in is not None:
        return built_in(node, scope)
    symbols = scope.frame.symbols
    entry = symbols.values.get(text)
    if entry is not None:
        scope.note(node, entry)
        return _VALUES[type(entry)](entry, node, scope)
    words = symbols.words.get(text)
    if words is not None:
        return _word(words, node, scope, hint)
    report_unknown_value(node, scope, hint, _BUILT_IN)
    return WRONG


def _word(words: list[WordInfo], node: nodes.Name, scope: Scope, hint: Type | None) -> Value:
    symbols = scope.frame.symbols
    if len(words) > 1:
        wanted = unwrap(hint) if hint is not None else None
        own = [w for w in words if isinstance(wanted, Word) and w.kind == wanted.name]
        own = own or [w for w in words if w.unit is not None]
        if len(own) != 1:
            kinds = [w.kind for w in words]
            scope.report(
                "ambiguous-word",
                node,
                related=[(w.unit.path, w.span, f"{article(w.kind)} {w.kind}") for w in words if w.unit],
                name=node.text,
                kinds=" and ".join(f"{article(k)} {k}" for k in kinds),
            )
            return WRONG
        words = own
    scope.note(node, words[0])
    return ir.Word(words[0].kind, node.text), symbols.word_kinds[words[0].kind].type


def is_shared_word(node: nodes.Expr, scope: Scope) -> bool:
    """Whether what the expression is depends on what is expected of it."""
    if not isinstance(node, nodes.Name) or node.text in scope.locals:
        return False
    return len(scope.frame.symbols.words.get(node.text, ())) > 1 and node.text not in scope.frame.symbols.values


def _this(node: nodes.Name, scope: Scope) -> Value:
    this = scope.frame.this
    if this is None:
        scope.report("no-this", node, name=node.text, place=_PLACES[scope.frame.place])
        return WRONG
    return ir.Local("this"), scope.facts.get("this", this)


def _owner(node: nodes.Name, scope: Scope) -> Value:
    of = scope.frame.owner if node.text == "owner" else scope.frame.holder
    if of is None:
        scope.report("no-this", node, name=node.text, place=_PLACES[scope.frame.place])
        return WRONG
    return ir.Attr(ir.Local("this"), node.text, scope.frame.unit.at(node)), scope.facts.get(node.text, of)


_BUILT_IN: dict[str, Callable[[nodes.Name, Scope], Value]] = {
    "this": _this,
    "owner": _owner,
    "holder": _owner,
    "players": lambda node, scope: (ir.Players(), List(scope.frame.symbols.seat)),
    "nothing": lambda node, scope: (ir.Nothing(), NOTHING),
    "yes": lambda node, scope: (ir.Flag(True), FLAG),
    "no": lambda node, scope: (ir.Flag(False), FLAG),
    "far": lambda node, scope: (ir.Far(), FAR_INT),
    "box": lambda node, scope: (ir.ZoneRef(None, "", "box", scope.frame.unit.at(node)), Zone(THING)),
    "outcome": lambda node, scope: (ir.State("outcome"), Optional(OUTCOME)),
    "winner": lambda node, scope: (ir.State("winner"), Optional(scope.frame.symbols.seat)),
}


def _table_member(entry: Member, node: nodes.Name, scope: Scope) -> Value:
    if entry.what == "state":
        return ir.State(entry.name), scope.facts.get(node.text, entry.type)
    zone = ir.ZoneRef(None, "", entry.name, scope.frame.unit.at(node))
    if entry.what == "zone" or not isinstance(entry.type, Zone):
        return zone, entry.type
    return ir.SlotRead(zone), scope.facts.get(node.text, Optional(entry.type.of))


def _function_name(entry: FunctionInfo, node: nodes.Name, scope: Scope) -> Value:
    call: str = f"{entry.name}({', '.join(p.name for p in entry.params)})"
    if not entry.params:
        call = Instead.of(call, call)
    scope.report("not-called", node, suggestion=call, name=entry.name)
    return WRONG


_VALUES: dict[type, Callable[[Any, nodes.Name, Scope], Value]] = {
    Member: _table_member,
    CardInfo: lambda entry, node, scope: (ir.Printed(entry.name), Printed(entry.type)),
    DieInfo: lambda entry, node, scope: (ir.DieRef(entry.name), entry.type),
    BoardInfo: lambda entry, node, scope: _board(entry, scope),
    OptionInfo: lambda entry, node, scope: (ir.Option(entry.name), scope.facts.get(node.text, entry.type)),
    KeywordInfo: lambda entry, node, scope: (ir.KeywordRef(entry.name), KEYWORD),
    FunctionInfo: _function_name,
}


def _board(entry: BoardInfo, scope: Scope) -> Value:
    kind = scope.frame.symbols.kinds.get(entry.place)
    return ir.BoardRef(entry.name), Board(kind.type if kind is not None else PLACE)


_PLACES = {
    "rule": "a rule",
    "hook": "a rule",
    "verb": "a verb",
    "action": "an action",
    "function": "a function",
    "game": "the game",
    "board": "a board",
    "check": "a check",
    "test": "a test",
    "kind": "a kind",
    "keyword": "a keyword",
    "card": "a card",
    "ability": "an ability",
}


# ---- behind a dot ---------------------------------------------------------------------------------


def _attribute(node: nodes.Attribute, scope: Scope, hint: Type | None) -> Value:
    made = _attribute_of(node, scope)
    if scope.facts:
        known = scope.facts.get(scope.frame.unit.source(node))
        if known is not None and made[1] is not ERROR:
            return made[0], known
    return made


def _attribute_of(node: nodes.Attribute, scope: Scope) -> Value:
    target, of = infer(node.target, scope)
    if of is ERROR:
        return WRONG
    if isinstance(of, Optional):
        if scope.frame.place != "test":
            absent(node.target, scope)
            return WRONG
        of = of.of  # what is absent fails the test at its line
    name = node.name.text
    if isinstance(of, Printed):
        if isinstance(target, ir.Printed) and _wants_copy(of, name, scope):
            target, copy = copy_of(target, of, node.target, scope)
            return _of_thing(target, copy, node, scope)
        return _of_printed(target, of, node, scope)
    if isinstance(of, Spot):
        target, of = place_on(target, of, node.target, scope)
    if is_thing(of):
        return _of_thing(target, of, node, scope)
    if isinstance(of, Die):
        return _of_die(target, of, node, scope)
    _no_member(of, node, scope)
    return WRONG


def _wants_copy(of: Printed, name: str, scope: Scope) -> bool:
    """Whether behind a card's name stands what only a copy has; in a test the name is the copy on the table."""
    if scope.frame.place == "test" and name != "card":
        return True
    if name in ("zone", "owner", "holder", "place"):
        return True
    member = scope.frame.symbols.member(of.of, name)
    return member is not None and member.what != "field"


def _of_thing(target: ir.Expr, of: Type, node: nodes.Attribute, scope: Scope) -> Value:
    name, symbols = node.name.text, scope.frame.symbols
    at = scope.frame.unit.at(node.name)
    member = symbols.member(of, name)
    if member is not None:
        scope.note(node.name, member)
        return read_member(target, member, holding_kind(member, of, scope), at)
    core_attribute = _THING.get(name)
    if core_attribute is not None:
        return ir.Attr(target, name, at), core_attribute(of, target, scope)
    keyword = symbols.keyword(name)
    if keyword is not None:
        scope.note(node.name, keyword)
        return _has_keyword(target, of, keyword, node, scope, printed=False)
    _no_member(of, node, scope)
    return WRONG


def holding_kind(member: Member, of: Type, scope: Scope) -> str:
    """The kind under which the game keeps a member: that of the card for a state that only one card has, that of the
    bearers for one of a keyword."""
    symbols = scope.frame.symbols
    if member.of in symbols.kinds:
        return member.of
    entry = symbols.values.get(member.of)
    if isinstance(entry, CardInfo):
        return entry.kind
    on = entry.on if isinstance(entry, KeywordInfo) else []
    return next((k for k in on for kind in kinds_of(of) if k in kind.lineage), member.of)


def read_member(target: ir.Expr, member: Member, kind: str, at: ir.At) -> Value:
    """A field, state, zone or slot of a thing."""
    if member.what in ("field", "state"):
        return ir.Get(target, kind, member.name, False, at), member.type
    zone = ir.ZoneRef(target, kind, member.name, at)
    if member.what == "zone" or not isinstance(member.type, Zone):
        return zone, member.type
    held = member.type.of
    return ir.SlotRead(zone), held if member.absent_never else Optional(held)


def _zone_of(of: Type, target: ir.Expr, scope: Scope) -> Type:
    kinds = kinds_of(of)
    zone = Zone(of) if isinstance(of, Kind | OneOf) else ERROR
    # A card always lies somewhere; a seat need not, a place may not be on a board yet.
    return zone if all(kind.root in ("card", "token") for kind in kinds) else optional(zone)


def _owner_of(of: Type, target: ir.Expr, scope: Scope) -> Type:
    own = scope.frame.zones if isinstance(target, ir.Local) and target.name == "this" else None
    return owner_type(of, scope.frame.symbols, own)


def _holder_of(of: Type, target: ir.Expr, scope: Scope) -> Type:
    own = scope.frame.zones if isinstance(target, ir.Local) and target.name == "this" else None
    return holder_type(of, scope.frame.symbols, own)


def _place_of(of: Type, target: ir.Expr, scope: Scope) -> Type:
    own = scope.frame.zones if isinstance(target, ir.Local) and target.name == "this" else None
    return place_type(of, scope.frame.symbols, own)


def _card_of(of: Type, target: ir.Expr, scope: Scope) -> Type:
    return Printed(of) if isinstance(of, Kind | OneOf) else ERROR


_THING: dict[str, Callable[[Type, ir.Expr, Scope], Type]] = {
    "zone": _zone_of,
    "owner": _owner_of,
    "holder": _holder_of,
    "place": _place_of,
    "card": _card_of,
}
assert _THING.keys() <= core.ATTRIBUTES.keys()


def _of_printed(target: ir.Expr, of: Printed, node: nodes.Attribute, scope: Scope) -> Value:
    name, symbols = node.name.text, scope.frame.symbols
    if name == "card":
        return target, of
    member = symbols.member(of.of, name)
    if member is not None and member.what == "field":
        scope.note(node.name, member)
        return ir.Get(target, member.of, name, True, scope.frame.unit.at(node.name)), member.type
    if member is not None or name in _THING:
        scope.report("printed-as-copy", node.target, wanted=of.of.text)
        return WRONG
    keyword = symbols.keyword(name)
    if keyword is not None:
        scope.note(node.name, keyword)
        return _has_keyword(target, of.of, keyword, node, scope, printed=True)
    _no_member(of.of, node, scope)
    return WRONG


def _has_keyword(
    target: ir.Expr, of: Type, keyword: KeywordInfo, node: nodes.Attribute, scope: Scope, printed: bool
) -> Value:
    if not can_have(of, keyword, scope.frame.symbols):
        scope.report(
            "keyword-elsewhere",
            node.name,
            related=[(keyword.unit.path, keyword.span, f"{keyword.name} is declared here")] if keyword.unit else [],
            name=keyword.name,
            on=bearers(keyword.on, scope.frame.symbols),
            kind=of.text,
        )
        return WRONG
    return ir.Has(target, "keyword", keyword.name, printed, scope.frame.unit.at(node)), FLAG


def _of_die(target: ir.Expr, of: Die, node: nodes.Attribute, scope: Scope) -> Value:
    name, at = node.name.text, scope.frame.unit.at(node.name)
    if of.rolled and name == "face":
        return ir.Attr(target, name, at), of.face
    if of.rolled and name == "die":
        return ir.Attr(target, name, at), Die(False, of.face)
    if not of.rolled and name == "faces":
        return ir.Attr(target, name, at), List(of.face)
    known = ("face", "die") if of.rolled else ("faces",)
    suggestion = did_you_mean(name, known) or (
        ".die.faces are all its faces" if of.rolled and name == "faces" else None
    )
    scope.report("unknown-member", node.name, suggestion=suggestion, of=say(of), name=name)
    return WRONG


def _no_member(of: Type, node: nodes.Attribute, scope: Scope) -> None:
    """Nothing of that name stands behind the dot: is it on a narrower kind, on the members of a list, or misspelt?"""
    name, symbols, source = node.name.text, scope.frame.symbols, scope.frame.unit.source
    scope.ask("member", node.name, of)
    if name in symbols.broken:
        return
    if isinstance(of, List | Zone):
        one = of.of
        known = member_names(one, symbols) if kinds_of(one) else []
        known += ["face"] if isinstance(one, Die) and one.rolled else []
        guess = of_a_list(name, source(node.target), one, symbols)
        suggestion = guess if name in known or name in AS_MEMBERS else None
        scope.report("list-as-one", node, suggestion=suggestion, actual=say(of), name=name)
        return
    kinds = kinds_of(of)
    if kinds:
        lower = [
            info.name
            for info in symbols.kinds.values()
            if name in info.members and any(kind.name in info.type.lineage for kind in kinds)
        ]
        if lower:
            scope.report(
                "member-of-some",
                node.name,
                suggestion=asked_before(
                    f"first ask: {source(node.target)} is {lower[0]}",
                    node,
                    f"{source(node.target)} is {lower[0]}",
                    scope,
                ),
                name=name,
                kind=of.text,
                some=" and ".join(lower),
            )
            return
        guesses = member_for(name, of, member_names(of, symbols), symbols)
    else:
        guesses = None
    scope.report("unknown-member", node.name, suggestion=guesses, of=say(of), name=name)


INFER[nodes.Name] = _name
INFER[nodes.Attribute] = _attribute
