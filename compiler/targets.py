"""What can be written: the left side of an assignment, the source of a cost, the fields and keywords of `modify`."""

from __future__ import annotations

import re

from attrs import frozen

from greyc.compiler.builtin import keyword_args
from greyc.compiler.coerce import absent, coerce, place_on
from greyc.compiler.entries import Member, OptionInfo
from greyc.compiler.expr import infer, lower, lower_query
from greyc.compiler.guesses import bearers, member_for
from greyc.compiler.names import declared_here
from greyc.compiler.owners import can_have
from greyc.compiler.reading import holding_kind
from greyc.compiler.scope import LocalInfo, Scope
from greyc.compiler.types import (
    ERROR,
    INT,
    Die,
    Int,
    List,
    Optional,
    Printed,
    Spot,
    Tally,
    Type,
    Zone,
    article,
    is_thing,
    kinds_of,
    say,
    unwrap,
)
from greyc.dsl import Instead, nodes
from greyc.runtime import ir


@frozen
class Target:
    """`local` for a local, else a state: of a thing `of` (None: the table), `kind` declares it ("rolled" for the face
    of a rolled die). `key`: one entry of a tally. `type` is that of the value to be written."""

    local: LocalInfo | None
    of: ir.Expr | None
    kind: str
    name: str
    key: ir.Expr | None
    type: Type
    member: Member | None


def lower_target(node: nodes.Expr, scope: Scope) -> Target | None:
    """What is assigned. Fields, options and zones can't be (reported, None). `changed by` is for the caller to check."""
    if isinstance(node, nodes.Name):
        return _name(node, scope)
    if isinstance(node, nodes.Attribute):
        return _attribute(node, scope)
    if isinstance(node, nodes.Index):
        return _entry(node, scope)
    if lower(node, scope)[1] is not ERROR:
        _refuse(node, scope, "what is computed", None)
    return None


def _name(node: nodes.Name, scope: Scope) -> Target | None:
    local = scope.locals.get(node.text)
    if local is not None:
        scope.note(node, local)
        return Target(local, None, "", node.text, None, local.type, None)
    entry = scope.frame.symbols.values.get(node.text)
    if isinstance(entry, Member) and entry.what == "state":
        scope.note(node, entry)
        return Target(None, None, "", node.text, None, entry.type, entry)
    if infer(node, scope)[1] is ERROR:
        return None
    if isinstance(entry, Member):
        _refuse(node, scope, f"a {entry.what}", f"move something to {node.text}, or from it")
    elif isinstance(entry, OptionInfo):
        _refuse(node, scope, "an option", "options are chosen when the game starts; make it a state")
    elif entry is not None:
        _refuse(node, scope, f"{article(entry.sort)} {entry.sort}", None)
    else:
        way = {"winner": "write end game won for NAME", "outcome": "write end game won, or end game lost"}
        _refuse(node, scope, "a fixed name", way.get(node.text))
    return None


def _attribute(node: nodes.Attribute, scope: Scope) -> Target | None:
    target, of = infer(node.target, scope)
    name = node.name.text
    if isinstance(of, Optional):
        if scope.frame.place != "test":
            absent(node.target, scope)
            return None
        of = of.of  # what is absent fails the test at its line
    if isinstance(of, Printed) and isinstance(target, ir.Printed):
        member = scope.frame.symbols.member(of.of, name)
        if member is not None:
            target, of = coerce(target, of, of.of, node.target, scope)
    if isinstance(of, Spot):
        target, of = place_on(target, of, node.target, scope)
    if isinstance(of, Die) and of.rolled and name == "face":
        return Target(None, target, "rolled", name, None, of.face, None)
    if is_thing(of):
        member = scope.frame.symbols.member(of, name)
        if member is not None:
            scope.note(node.name, member)
        if member is not None and member.what == "state":
            return Target(None, target, holding_kind(member, of, scope), name, None, member.type, member)
        if member is not None and member.what == "field":
            way = f"modify {scope.frame.unit.source(node.target)} until ...: {name} ..., or make it a state"
            way = _modified(way, node, scope)
            scope.report("not-assignable", node, suggestion=way, related=declared_here(member), what="a printed field")
            return None
        if member is not None:
            _refuse(node, scope, f"a {member.what}", f"move something to {scope.frame.unit.source(node)}")
            return None
    if infer(node, scope)[1] is not ERROR:
        _refuse(node, scope, "something that follows from the game", None)
    return None


def _modified(advice: str, node: nodes.Attribute, scope: Scope) -> str:
    """To change a printed field until something happens, in the place of an assignment."""
    text = scope.frame.unit.text
    said = re.compile(r" *([-+]?)= *([^\n#]*[^\s#])").match(text, node.span[1])
    if said is None:
        return advice
    sign, value = said[1] or "= ", said[2] if said[2].isdigit() or not said[1] else f"({said[2]})"
    way = f"modify {scope.frame.unit.source(node.target)} until VERB: {node.name.text} {sign}{value}"
    return Instead.of(advice, way, at=(node.span[0], said.end()))


def _entry(node: nodes.Index, scope: Scope) -> Target | None:
    whole = lower_target(node.target, scope)
    if whole is None:
        lower(node.index, scope)
        return None
    if not isinstance(whole.type, Tally):
        if whole.type is not ERROR:
            scope.report("no-table", node.target, suggestion=None, actual=say(whole.type))
        lower(node.index, scope)
        return None
    key, _ = lower(node.index, scope, whole.type.of)
    return Target(whole.local, whole.of, whole.kind, whole.name, key, INT, whole.member)


def _refuse(node: nodes.Expr, scope: Scope, what: str, way: str | None) -> None:
    scope.report("not-assignable", node, suggestion=way, what=what)


# ---- modify ---------------------------------------------------------------------------------------


def lower_modify(
    target: nodes.ModTarget, mods: list[nodes.Modification], scope: Scope
) -> tuple[ir.Query, list[ir.Mod | ir.GrantKeyword]] | None:
    """`modify TARGET: MODS`, as a declaration or a statement."""
    if isinstance(target, nodes.Query):
        found = lower_query(target, scope)
        query, element, inner = found.query, found.element, found.scope
    else:
        expr, element = lower(target, scope)
        if isinstance(element, Optional) and is_thing(element.of):
            absent(target, scope)
            element = ERROR
        elif isinstance(element, Printed):
            expr, element = coerce(expr, element, element.of, target, scope)
        query, inner = ir.Query("_", ir.ListOf([expr]), None, None, element.text), scope
    if element is not ERROR and not is_thing(element):
        source = scope.frame.unit.source(target)
        guess = f"modify x in {source}: ..." if isinstance(element, List | Zone) else None
        scope.report("wrong-type", target, suggestion=guess, wanted="a thing", actual=say(element))
        element = ERROR
    made = [lower_mod(mod, element, inner) for mod in mods]
    if element is ERROR:
        return None
    return query, [mod for mod in made if mod is not None]


def _clear(mod: nodes.Mod, scope: Scope) -> None:
    """Reports `damage - a - b`: the change is what stands behind the first sign, as a whole."""
    value = mod.value
    if mod.op not in ("-", "*") or not isinstance(value, nodes.Arithmetic) or value.op not in ("+", "-"):
        return
    unit = scope.frame.unit
    start, end = value.span
    if not (unit.text[:start].rstrip().endswith("(") and unit.text[end:].lstrip().startswith(")")):
        written, name = unit.source(value), mod.field.text
        scope.report(
            "unclear-change",
            value,
            suggestion=Instead.of(f"write {name} {mod.op} ({written})", f"({written})"),
            name=name,
            sign=mod.op,
        )


def lower_mod(mod: nodes.Modification, on: Type, scope: Scope) -> ir.Mod | ir.GrantKeyword | None:
    """One change of something of type `on`."""
    if isinstance(mod, nodes.Grant):
        return lower_grant(mod.keyword, mod.args, on, scope)
    name, symbols = mod.field.text, scope.frame.symbols
    member = symbols.member(on, name) if on is not ERROR else None
    if member is None or member.what not in ("field", "state"):
        lower(mod.value, scope)
        if on is not ERROR:
            scope.ask("change", mod.field, on)
            _no_field(mod.field, member, on, scope)
        return None
    scope.note(mod.field, member)
    of = unwrap(member.type)
    if mod.op != "=" and not isinstance(of, Int):
        scope.report("not-modifiable", mod, name=name, sign=mod.op, actual=say(member.type))
        return None
    _clear(mod, scope)
    value, actual = lower(mod.value, scope, INT if mod.op != "=" else member.type)
    return ir.Mod(holding_kind(member, on, scope), name, mod.op, value) if actual is not ERROR else None


def _no_field(name: nodes.Name, member: Member | None, on: Type, scope: Scope) -> None:
    symbols = scope.frame.symbols
    keyword = symbols.keyword(name.text)
    if keyword is not None and can_have(on, keyword, scope.frame.symbols):
        guess: str | None = f"{name.text} is a keyword: it stands alone"
    elif member is not None:
        guess = f"{name.text} is a {member.what}"
    else:
        guess = _guess(name.text, on, scope)
    scope.report("unknown-member", name, suggestion=guess, of=say(on), name=name.text)


def _guess(name: str, on: Type, scope: Scope) -> str | None:
    symbols = scope.frame.symbols
    members = symbols.members(kinds_of(on)[0].name) if kinds_of(on) else {}
    known = [n for n, m in members.items() if m.what in ("field", "state")]
    known += [n for n, v in symbols.values.items() if v.sort == "keyword" and symbols.keyword(n) is v]
    return member_for(name, on, known, symbols, ("field", "state"))


def lower_grant(
    keyword: nodes.Name, args: list[nodes.Argument], on: Type, scope: Scope, printed: bool = False
) -> ir.GrantKeyword | None:
    """A keyword with its parameters, granted to (or printed on) something of type `on`."""
    symbols, name = scope.frame.symbols, keyword.text
    entry = symbols.keyword(name)
    if entry is not None:
        scope.note(keyword, entry)
    else:
        if on is not ERROR:
            scope.ask("change", keyword, on)
        member = symbols.member(on, name) if on is not ERROR else None
        if member is not None and member.what in ("field", "state"):
            sign = "+1" if isinstance(member.type, Int) else "= ..."
            plus = Instead.of(f"{name} {sign}", *([f"{name} +1"] if sign == "+1" else []))
            scope.report("field-as-keyword", keyword, suggestion=plus, name=name, what=member.what)
        elif name not in symbols.broken:
            guess = _guess(name, on, scope) if on is not ERROR else None
            scope.report("unknown-name", keyword, suggestion=guess, what="keyword or field", name=name)
        return None
    if on is not ERROR and not can_have(on, entry, scope.frame.symbols):
        scope.report(
            "keyword-elsewhere",
            keyword,
            related=declared_here(entry),
            name=name,
            on=bearers(entry.on, symbols),
            kind=on.text,
        )
        return None
    made = keyword_args(entry, args, keyword, scope, printed)
    return ir.GrantKeyword(name, made) if made is not None else None
