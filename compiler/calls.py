"""Arguments of what statements call: verbs by preposition, abilities by `run`, offers with their givens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from greyc.compiler import meant
from greyc.compiler.coerce import absent, copy_of
from greyc.compiler.core_calls import is_many_dice, lower_core, setting_value
from greyc.compiler.core_entries import is_core
from greyc.compiler.entries import AbilityInfo, ActionInfo, ParamInfo, SlotInfo, VerbInfo
from greyc.compiler.expr import lower, lower_zone
from greyc.compiler.functions import action_labels
from greyc.compiler.guesses import ability_elsewhere, given_behind
from greyc.compiler.headers import header_text
from greyc.compiler.names import declared_here, report_unknown
from greyc.compiler.scope import Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.statement_words import is_other_line
from greyc.compiler.types import (
    ERROR,
    FLAG,
    INT,
    THING,
    Int,
    Optional,
    Printed,
    Type,
    Zone,
    is_thing,
    related,
    say,
    unwrap,
)
from greyc.dsl import Instead, nodes
from greyc.dsl.problems import insert, leave_out
from greyc.runtime import ir
from greyc.runtime.ir import core


@frozen
class LoweredCall:
    """`result`: the type of what `as` binds, None if the verb has none. The alias is not bound yet."""

    call: ir.CallVerb
    result: Type | None


def lower_call(node: nodes.VerbCall, scope: Scope) -> LoweredCall | None:
    """A verb call, the core's or a pack's. None when the verb is unknown (reported)."""
    shown = _verbs_for(node.leading, scope)
    if not shown and is_other_line(node, scope):  # `kill this` is no misspelt `fill`
        return None
    verb = find_verb(node.verb, scope, shown, node)
    if verb is None:
        if meant.foreign(node.verb.text, "verb") is None:  # what stands behind `lose` means nothing by itself
            for value in _values(node):
                lower(value, scope)
        return None
    if is_core(verb) and is_many_dice(node, scope):
        return None
    given = _given(node, verb, scope)
    at = scope.frame.unit.at(node)
    if is_core(verb):
        args, result, printed = lower_core(node, verb, given, scope)
        return LoweredCall(ir.CallVerb(verb.name, args, None, at, printed), result)
    args = {}
    if _swapped(given, verb, scope):
        given = {}
    for slot in verb.slots:
        if slot.prep != "with" and slot.prep in given:
            args[slot.name] = lower_slot(given[slot.prep], slot.type, scope)[0]
    _settings(node.settings, args, verb, scope)
    result = scope.frame.symbols.verb_result(verb) if verb.has_result else None
    return LoweredCall(ir.CallVerb(verb.name, args, None, at), result)


def lower_slot(node: nodes.Expr, of: Type, scope: Scope) -> tuple[ir.Expr, Type]:
    """A part of a call: where a zone is wanted, a thing with one zone for what is put there does."""
    inner = unwrap(of)
    if isinstance(inner, Zone) and not (isinstance(node, nodes.Name) and node.text == "nothing"):
        return lower_zone(node, scope, inner.of)
    return lower(node, scope, of)


def _verbs_for(leading: nodes.Expr | None, scope: Scope) -> list[str]:
    """The verbs of packs that take such a thing first: what may be meant where no name is near."""
    if not isinstance(leading, nodes.Name):
        return []
    local = scope.locals.get(leading.text)
    of = scope.frame.this if leading.text == "this" else local.type if local is not None else None
    if of is None or not is_thing(of):
        return []
    firsts = [(v.name, v.slots[0]) for v in scope.frame.symbols.events.values() if isinstance(v, VerbInfo) and v.slots]
    return [name for name, slot in firsts if not slot.prep and is_thing(slot.type) and related(of, slot.type)]


def find_verb(
    name: nodes.Name, scope: Scope, shown: Sequence[str] = (), call: nodes.VerbCall | None = None
) -> VerbInfo | None:
    """The verb of a call; reports what is none, and which of some was perhaps meant."""
    symbols = scope.frame.symbols
    verb = symbols.verb(name.text)
    if verb is None:
        guess = None if call is None else _ending(call, scope)
        in_test = scope.frame.place == "test"
        for text in (name.text, name.text.removesuffix("s")):
            if symbols.ability(text) is not None:
                guess = guess or f"run {text} of ..."
            elif symbols.function(text) is not None:
                guess = guess or f"{text} is a function, which changes nothing: use its value"
            elif symbols.action(text) is not None or (in_test and text == core.ACTION_PASS):
                only = f"{text} is an action: only a player takes it, when it is offered"
                guess = guess or (f"write do {text} by PLAYER" if in_test else only)
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, name, "verb", suggestion=guess, shown=shown)
    return verb


def _ending(node: nodes.VerbCall, scope: Scope) -> str | None:
    """`lose game`, `win`: how a game ends is written in one way."""
    said = meant.foreign(node.verb.text, "verb") or ""
    ways = re.findall(r"end game \w+", said)
    return Instead.of(said, *ways, at=(node.span[0], scope.frame.unit.end_of(node))) if ways else None


def _values(node: nodes.VerbCall) -> list[nodes.Expr]:
    found = [node.leading] if node.leading is not None else []
    found += [arg.value for arg in node.args]
    return found + [setting.value for setting in node.settings if setting.value is not None]


def _given(node: nodes.VerbCall, verb: VerbInfo, scope: Scope) -> dict[str, nodes.Expr]:
    """What is given, by preposition; unknown, doubled and missing parts are reported."""
    given: dict[str, nodes.Expr] = {}
    parts: list[tuple[str, nodes.Expr, nodes.Node]] = []
    if node.leading is not None:
        parts.append(("", node.leading, node.leading))
    parts += [(arg.preposition, arg.value, arg) for arg in node.args]
    wrong = False
    written = {prep for prep, _, _ in parts}
    for prep, value, where in parts:
        if verb.slot(prep) is None:
            shown = f'behind "{prep}"' if prep else "right behind its name"
            free = [s for s in verb.slots if s.prep != "with" and s.prep not in written]
            needed = [s for s in free if not s.optional]
            scope.report(
                "unknown-part",
                where,
                suggestion=_part_meant(verb, needed, prep, scope.frame.unit.source(value)),
                related=declared_here(verb),
                verb=verb.name,
                part=shown,
            )
            lower(value, scope)
            wrong = True
        elif prep in given:
            scope.report("part-twice", where, part=prep, verb=verb.name)
            lower(value, scope)
        else:
            given[prep] = value
    missing = [s for s in verb.slots if s.prep != "with" and not s.optional and s.prep not in given]
    if missing and not wrong:
        shown = ", ".join(f"{s.prep} {s.name if verb.node is not None else ''}".strip() or s.name for s in missing)
        scope.report(
            "missing-part",
            node,
            suggestion=_with_missing(verb, missing, node, scope),
            related=declared_here(verb),
            verb=verb.name,
            parts=shown,
        )
    return given


def _swapped(given: dict[str, nodes.Expr], verb: VerbInfo, scope: Scope) -> bool:
    """`shield 1 for p` where a player is shielded for an amount: told once, for the whole call."""
    slots = {slot.prep: slot for slot in verb.slots if slot.prep in given and slot.prep != "with"}
    wants = {prep for prep, slot in slots.items() if isinstance(unwrap(slot.type), Int)}
    numbers = {prep for prep in slots if isinstance(given[prep], nodes.Number)}
    if not (stray := numbers - wants) or not (lacking := wants - numbers):
        return False
    one, other = stray.pop(), lacking.pop()
    turned = {**given, one: given[other], other: given[one]}
    parts = [f"{prep} {scope.frame.unit.source(turned[prep])}".strip() for prep in slots]
    scope.report(
        "wrong-type",
        given[one],
        suggestion=f"write {' '.join([verb.name, *parts])}, it is called like this: {verb_call(verb)}",
        related=declared_here(verb),
        wanted=say(slots[one].type),
        actual=say(INT),
    )
    return True


def _part_meant(verb: VerbInfo, free: Sequence[SlotInfo], prep: str, source: str) -> str:
    """What to write for a part behind a preposition that the verb has none for: behind the only one that is left."""
    called = f"it is called like this: {verb_call(verb)}"
    if not free:
        return leave_out(f"leave {f'{prep} {source}'.strip()} out, {called}")
    if len(free) != 1 or not free[0].prep or not prep:
        return called
    return Instead.of(f"write {free[0].prep} {source}, {called}", f"{free[0].prep} {source}")


_CAPITALS: Final = re.compile(r"\W+")
_ARTICLE: Final = re.compile(r"(?:a|an|the) ")


def verb_header(verb: VerbInfo) -> str:
    """A verb's first line as its author wrote it; of a core verb, how it is called."""
    if verb.node is not None:
        return header_text(verb).removeprefix("override ").removeprefix("verb ")
    return verb_call(verb)


def _with_missing(verb: VerbInfo, missing: Sequence[SlotInfo], node: nodes.Node, scope: Scope) -> str:
    """How a verb is called; what is missing can be written where it is the end of the call: by its name if something is
    called so here, else in capitals."""
    advice = f"it is called like this: {verb_call(verb)}"
    plain = "with" not in scope.frame.unit.source(node).split() and all(s.prep for s in missing)
    said = "".join(f" {s.prep} {s.name if s.name in scope.locals else _filled_in(s)}" for s in missing)
    return insert(advice, said, node.span[1]) if plain else advice


def verb_call(verb: VerbInfo) -> str:
    """A call of a verb, with words in capitals for what is filled in: `deal AMOUNT to CARD`."""
    needed = [s for s in verb.slots if not s.optional and s.prep != "with"]
    more = [f"{s.prep} {_filled_in(s)}".strip() for s in verb.slots if s.optional and s.prep != "with"]
    settings = [s for s in verb.slots if s.prep == "with"]
    if settings:
        more.append("with " + ", ".join(s.name if s.type is FLAG else f"{s.name} = VALUE" for s in settings))
    call = " ".join([verb.name, *(f"{s.prep} {_filled_in(s)}".strip() for s in needed)])
    return f"{call}; there may also be {' and '.join(more)}" if more else call


def _filled_in(slot: SlotInfo) -> str:
    """What stands in a part of a verb. A letter says little, so its type stands for it."""
    if slot.pattern is None:
        of = unwrap(slot.type)
        if isinstance(of, Zone):
            return "ZONE"
        if len(slot.name) > 2 or of is ERROR:
            return slot.name.upper()
        return "NUMBER" if isinstance(of, Int) else _CAPITALS.sub("_", _ARTICLE.sub("", say(of))).upper()
    sort = (slot.pattern or "").split("<")[0].split("|")[0]
    known = {"printed": "CARD", **{each: each.upper() for each in ("zone", "keyword", "thing", "board", "spot", "die")}}
    return known.get(sort, slot.name.upper())


def _settings(settings: Sequence[nodes.Setting], args: dict[str, ir.Expr], verb: VerbInfo, scope: Scope) -> None:
    known = {s.name: s for s in verb.slots if s.prep == "with"}
    for setting in settings:
        name = setting.name.text
        slot = known.get(name)
        value = setting_value(setting, None if slot is None else slot.type, scope)
        if slot is None:
            part = verb.labelled(name)
            guess = f"{part.prep} ..." if part is not None and part.prep else did_you_mean(name, known)
            scope.report("unknown-setting", setting.name, suggestion=guess, name=name, verb=verb.name)
            if setting.value is not None:
                lower(value, scope)
            continue
        scope.note(setting.name, slot)
        args[name] = lower_slot(value, slot.type, scope)[0]


# ---- run, offer, do -----------------------------------------------------------------------------------


def lower_run(node: nodes.Run, scope: Scope) -> ir.Run | None:
    """`run A of X [for Y] [with ...]`"""
    symbols = scope.frame.symbols
    ability = symbols.ability(node.ability.text)
    if ability is None:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node.ability, "ability")
    of, actual = lower(node.of, scope)
    if isinstance(actual, Optional):
        absent(node.of, scope)
        actual = ERROR
    held = actual.of if isinstance(actual, Printed) else actual
    if held is not ERROR and not is_thing(held):
        scope.report("wrong-type", node.of, suggestion=None, wanted="a card", actual=say(actual))
    elif ability is not None and is_thing(held) and not has_ability(held, ability, scope):
        ability_elsewhere(node.ability, ability, held.text, scope)
    target = lower(node.bearer, scope, THING)[0] if node.bearer is not None else None
    infos = {p.name: p for p in ability.params} if ability is not None else {}
    params = {p.name: p.type for p in infos.values()}
    args: dict[str, ir.Expr] = {}
    for setting in node.settings:
        name, value = setting.name.text, setting_value(setting, params.get(setting.name.text), scope)
        if ability is not None and name not in params:
            scope.report(
                "unknown-setting", setting.name, suggestion=did_you_mean(name, params), name=name, verb=ability.name
            )
            continue
        if name in infos:
            scope.note(setting.name, infos[name])
        args[name] = lower(value, scope, params.get(name))[0]
    if ability is None:
        return None
    missing = [name for name in params if name not in args]
    if missing and (held is ERROR or not is_thing(held) or has_ability(held, ability, scope)):
        shown = ", ".join(f"{name} = ..." for name in params)
        scope.report(
            "missing-part",
            node,
            suggestion=f"run {ability.name} of ... with {shown}",
            related=declared_here(ability),
            verb=ability.name,
            parts=", ".join(missing),
        )
    if scope.frame.place == "test" and isinstance(of, ir.Printed) and isinstance(actual, Printed):
        of, actual = copy_of(of, actual, node.of, scope)
    printed = isinstance(actual, Printed)
    return ir.Run(ability.name, of, printed, target, args, scope.frame.unit.at(node))


def has_ability(of: Type, ability: AbilityInfo, scope: Scope) -> bool:
    """Whether a card of that type may have the ability."""
    kinds = scope.frame.symbols.kinds
    return any(related(of, kinds[name].type) for name in ability.on if name in kinds) or not ability.on


def lower_givens(settings: list[nodes.Setting], groups: list[nodes.Name], scope: Scope) -> dict[str, ir.Expr]:
    """`with card = c` of an offer: givens of the actions in its groups."""
    symbols = scope.frame.symbols
    wanted: dict[str, tuple[ParamInfo, ActionInfo]] = {}
    for group in groups:
        for action in symbols.groups.get(group.text, ()):
            for given in action.givens:
                wanted.setdefault(given.name, (given, action))
    args: dict[str, ir.Expr] = {}
    for setting in settings:
        name = setting.name.text
        value = setting_value(setting, wanted[name][0].type if name in wanted else None, scope)
        if name not in wanted:
            # Given for an extension's actions, perhaps; nobody here asks for it.
            shown = ", ".join(g.text for g in groups)
            scope.report("unknown-given", setting.name, suggestion=did_you_mean(name, wanted), name=name, groups=shown)
            lower(value, scope)
            continue
        scope.note(setting.name, wanted[name][0])
        args[name] = lower(value, scope, wanted[name][0].type)[0]
    for name, (_, action) in wanted.items():
        if name not in args and not any(s.name.text == name for s in settings):
            where = groups[0] if groups else settings[0]
            scope.report(
                "missing-given",
                where,
                suggestion=given_behind(name, groups, settings, scope),
                related=declared_here(action),
                name=name,
                action=action.name,
            )
    return args


def lower_do(action: nodes.Name, settings: list[nodes.Setting], scope: Scope) -> dict[str, ir.Expr] | None:
    """`do ACTION by E with h = rogue` in a test: the parameters by label."""
    symbols = scope.frame.symbols
    entry = symbols.action(action.text)
    if entry is None:
        if action.text != core.ACTION_PASS:
            known = [n for n, e in symbols.events.items() if isinstance(e, ActionInfo)]
            report_unknown(
                symbols, scope.frame.unit, scope.frame.reporter, action, "action", known=[*known, core.ACTION_PASS]
            )
        for setting in settings:
            lower(setting.value or setting.name, scope)
        return {} if action.text == core.ACTION_PASS else None
    labels = dict(action_labels(entry, symbols, scope.frame.reporter))
    for fixed in (entry.actor, *entry.givens):
        labels.pop(fixed.name, None)
    args: dict[str, ir.Expr] = {}
    for setting in settings:
        name, value = setting.name.text, setting_value(setting, labels.get(setting.name.text), scope)
        if name not in labels:
            left = [label for label in labels if not any(s.name.text == label for s in settings)]
            guess = did_you_mean(name, labels)
            if entry.unit is not None and (entry.unit.path, name) in scope.frame.reporter.told:
                lower(value, scope)  # the action's own words lack it too, and that was told
                continue
            if setting.value is None and left:
                guess = f"write {left[0]} = {name}"
            elif guess is None and labels:
                guess = f"{entry.name} has {' and '.join(labels)}"
            scope.report("unknown-label", setting.name, suggestion=guess, label=name, name=entry.name)
            lower(value, scope)
            continue
        args[name] = lower(value, scope, labels[name])[0]
    return args
