"""Headers of hooks: which call is watched, what its parts must be, and what they are called in the body.

In a header a name that already means something filters, the verb's own label binds, anything else binds too but must
be read. A card's name asks for any copy of that card, a kind's for a thing of that kind (and binds it).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from greyc.compiler.calls import verb_call
from greyc.compiler.coerce import coerce
from greyc.compiler.core_calls import core_slot_type
from greyc.compiler.entries import AbilityInfo, ActionInfo, CardInfo, Entry, Event, VerbInfo
from greyc.compiler.expr import infer, lower
from greyc.compiler.functions import action_labels
from greyc.compiler.names import RESERVED, declared_here, report_unknown
from greyc.compiler.narrow import narrowed
from greyc.compiler.scope import Scope
from greyc.compiler.signature import Matching
from greyc.compiler.spell import listed, meant, nearest
from greyc.compiler.types import ERROR, THING, Kind, List, Type, fits, is_thing, one_of, optional, say, subkind, unwrap
from greyc.compiler.walk import walk
from greyc.dsl import Instead, nodes
from greyc.runtime import ir
from greyc.runtime.ir import core


@frozen
class Header:
    """`watches`: verb, ability or action. Labels: a verb's are those of its slots; of an ability `of` is the card and
    `for` the bearer; of an action the actor's name. `tests` go before the hook's own condition (`unit` filters by kind).
    `loose`: names that must be read, to be given to `report_unread` after the body is lowered."""

    watches: str
    name: str
    filters: dict[str, ir.Expr]
    binds: dict[str, str]
    alias: str | None
    tests: list[ir.Expr]
    scope: Scope
    loose: list[nodes.Name]
    unsaid: list[str]
    """Labels bound without being named; `drop_unused` takes out those that nobody reads."""
    supposed: dict[str, str]
    """Name in `loose` -> the verb's own label, which the author may have meant."""


@frozen
class Part:
    """One part of what is watched: what it is called, behind which preposition, of what type."""

    label: str
    prep: str
    type: Type
    entry: Entry | None = None


def lower_header(hook: nodes.Hook, scope: Scope) -> Header | None:
    """The header of a hook; `scope` is that of the words it stands in. None where the verb is unknown."""
    event = find_event(hook.verb, scope)
    if event is None:
        return None
    made = Header(event.sort, event.name, {}, {}, None, [], scope.child(), [], [], {})
    parts = parts_of(event, scope)
    for prep, name, where in _names(hook.pattern):
        part = next((p for p in parts if p.prep == prep), None)
        if part is None:
            _no_part(prep, where, event, scope)
            made.scope.bind(name.text, ERROR, name.span)
        else:
            _one(part, parts, name, made)
    _unsaid(event, made)
    alias = hook.pattern.alias
    if alias is None:
        return made
    of = _result(hook, alias, event, scope)
    made.scope.bind(alias.text, of, alias.span)
    return evolve(made, alias=alias.text)


def report_unread(header: Header) -> None:
    """Report names of the header that neither filter nor are read. Call it when condition and body are lowered."""
    for name in header.loose:
        local = header.scope.locals.get(name.text)
        if local is None or local.type is ERROR:
            continue
        if not local.read:
            guess = _meant(name.text, header) or _owner(name.text, local.type, header)
            header.scope.report("unread-name", name, suggestion=guess, name=name.text)
            continue
        label = header.scope.locals.get(header.supposed[name.text])
        for node in (label.supposed if label is not None and label.supposed else [])[:1]:
            # Both names are read: the verb's own means nothing here.
            header.scope.report("unknown-value", node, suggestion=meant(name.text), name=node.text)


def find_event(name: nodes.Name, scope: Scope) -> Event | None:
    """What a hook watches; reports what is unknown."""
    symbols = scope.frame.symbols
    event = symbols.events.get(name.text)
    if event is None:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, name, "event")
    return event


def lower_stop(verb: nodes.Name, pattern: nodes.Pattern | None, scope: Scope) -> tuple[str, dict[str, ir.Expr]] | None:
    """`stop V pattern`: the verb and what its arguments must be; every name filters."""
    entry = scope.frame.symbols.verb(verb.text)
    if entry is None:
        report_unknown(scope.frame.symbols, scope.frame.unit, scope.frame.reporter, verb, "verb")
        return None
    filters: dict[str, ir.Expr] = {}
    parts = parts_of(entry, scope)
    for prep, name, where in _names(pattern) if pattern is not None else ():
        part = next((p for p in parts if p.prep == prep), None)
        if part is None:
            _no_part(prep, where, entry, scope)
            lower(name, scope)
        else:
            filters[part.label] = lower(name, scope, optional(part.type))[0]
    if pattern is not None and pattern.alias is not None:
        scope.report("alias-here", pattern.alias, name=pattern.alias.text)
    return entry.name, filters


def parts_of(event: Event, scope: Scope) -> list[Part]:
    """What a header can name of a verb, an ability or an action."""
    if isinstance(event, VerbInfo):
        return [
            Part(s.name, s.prep, core_slot_type(s, scope) if s.pattern is not None else s.type, s)
            for s in event.slots
            if s.prep != "with"
        ]
    if isinstance(event, AbilityInfo):
        kinds = [scope.frame.symbols.kinds[k].type for k in event.on if k in scope.frame.symbols.kinds]
        return [Part("of", "of", one_of(tuple(kinds)) if kinds else ERROR), Part("for", "for", THING)]
    return [Part(event.actor.name, "by", event.actor.type, event.actor)]


def _names(pattern: nodes.Pattern) -> list[tuple[str, nodes.Name, nodes.Node]]:
    found: list[tuple[str, nodes.Name, nodes.Node]] = []
    if pattern.leading is not None:
        found.append(("", pattern.leading, pattern.leading))
    return found + [(slot.preposition, slot.name, slot) for slot in pattern.slots]


def _one(part: Part, parts: list[Part], name: nodes.Name, header: Header) -> None:
    scope, text = header.scope, name.text
    symbols = scope.frame.symbols
    kind = symbols.kinds.get(text)
    # A verb of a library may be for `player (card_player)`: where there is a kind player below that, the name asks for it.
    if text == part.label and (kind is None or not _below(kind.type, part.type)):
        header.binds[part.label] = text
        scope.bind(text, part.type, name.span, part.entry).read = True
        return
    entry = symbols.values.get(text)
    if isinstance(entry, CardInfo) and is_thing(unwrap(part.type)):
        # Any copy of the card, not the only one.
        scope.note(name, entry)
        local = f"_{part.label}"
        header.binds[part.label] = local
        if narrowed(part.type, entry.type) is None:
            scope.report("never-of-kind", name, thing=say(unwrap(part.type)), kind=text)
        header.tests.append(ir.IsCard(ir.Local(local), text, False))
        return
    if text in scope.locals or text in RESERVED or entry is not None or symbols.word(text):
        expr, of = infer(name, scope, part.type)
        header.filters[part.label], _ = coerce(expr, of, optional(part.type), name, scope)
        return
    other = next((p for p in parts if p.label == text and p is not part), None)
    if other is not None:
        guess = Instead.of(f"{other.prep} {text}".strip(), *([f"{other.prep} {text}"] if other.prep else []))
        scope.report("misplaced-label", name, suggestion=guess, name=text, verb=header.name)
        scope.bind(text, ERROR, name.span)
        return
    if kind is not None and is_thing(unwrap(part.type)):
        now = narrowed(part.type, kind.type)
        if now is None:
            scope.report("never-of-kind", name, thing=say(unwrap(part.type)), kind=say(kind.type))
            now = ERROR
        header.binds[part.label] = text
        if isinstance(now, Kind) and now != part.type:
            header.tests.append(ir.IsKind(ir.Local(text), text, False))
        scope.note(name, kind)
        scope.bind(text, now, name.span).read = True
        return
    header.binds[part.label] = text
    scope.bind(text, part.type, name.span)
    header.loose.append(name)
    header.supposed[text] = part.label
    scope.suppose(part.label, name.span)


def _below(kind: Kind, of: Type) -> bool:
    """Whether it is one of several kinds that a thing of this type may be."""
    inner = unwrap(of)
    return is_thing(inner) and inner != kind and subkind(kind, inner)


def _unsaid(event: Event, header: Header) -> None:
    """What has no preposition has no place in a header: a verb's settings, an ability's parameters, what an action is
    given and what was chosen for it. The body reads it under its own name, unless the name means something else here."""
    scope = header.scope
    if isinstance(event, VerbInfo):
        labels: list[tuple[str, Type, nodes.Span, Entry | None]]
        labels = [(s.name, s.type, s.span, s) for s in event.slots if s.prep == "with"]
    elif isinstance(event, AbilityInfo):
        labels = [(p.name, p.type, p.span, p) for p in event.params]
    else:
        found = action_labels(event, scope.frame.symbols, scope.frame.reporter)
        givens = {given.name: given for given in event.givens}
        labels = [(name, of, event.span, givens.get(name)) for name, of in found.items() if name != event.actor.name]
    for name, of, span, entry in labels:
        if scope.is_free(name, of):
            header.binds[name] = name
            header.unsaid.append(name)
            scope.bind(name, of, span, entry).read = True


def drop_unused(header: Header, parts: Sequence[ir.Node]) -> None:
    """Of what was bound without being named, keep only what condition and body use."""
    used = {node.name for node in walk(parts) if isinstance(node, ir.Local | ir.SetLocal)}
    for name in header.unsaid:
        if name not in used:
            del header.binds[name]


def _no_part(prep: str, where: nodes.Node, event: Event, scope: Scope) -> None:
    shown = f'behind "{prep}"' if prep else "right behind its name"
    if isinstance(event, VerbInfo):
        guess = f"it is called like this: {verb_call(event)}"
    elif isinstance(event, ActionInfo):
        guess = f"{event.name} by {event.actor.name}"
        chosen = [n for n in action_labels(event, scope.frame.symbols, scope.frame.reporter) if n != event.actor.name]
        if chosen:
            guess += f"; what was chosen for it is read below by its own name: {listed(chosen, last='and')}"
    else:
        guess = f"{event.name} of c"
    scope.report("unknown-part", where, suggestion=guess, related=declared_here(event), verb=event.name, part=shown)


def _result(hook: nodes.Hook, alias: nodes.Name, event: Event, scope: Scope) -> Type:
    if not isinstance(event, VerbInfo) or not event.has_result:
        scope.report("no-result", alias, verb=event.name)
        return ERROR
    if hook.moment == "before":
        begin = hook.span[0]
        advice = Instead.of(f"after {event.name} ...", "after", at=(begin, begin + len(hook.moment)))
        scope.report("result-before", alias, suggestion=advice, verb=event.name)
        return ERROR
    result = core.VERBS[event.name].result if event.name in core.VERBS and event.node is None else None
    if result is not None:
        of = Matching(scope, {"T": THING}).result(result)
        return of if of is not ERROR else List(THING)
    return scope.frame.symbols.verb_result(event)


def _meant(name: str, header: Header) -> str | None:
    symbols = header.scope.frame.symbols
    guess = nearest(
        name, [*header.supposed.values(), *symbols.values, *symbols.words, "this", "owner", *header.scope.locals]
    )
    return meant(guess) if guess else None


def _owner(name: str, of: Type, header: Header) -> str | None:
    """`after draw 1 for p:` on a card, where its owner is most likely meant."""
    owner = header.scope.frame.owner
    if owner is None or not is_thing(unwrap(owner)) or not fits(unwrap(owner), unwrap(of)):
        return f"read {name} below, or leave that part out"
    return f"write owner for the one whose card this is; for any, read {name} below or leave that part out"
