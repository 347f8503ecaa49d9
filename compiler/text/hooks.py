"""Hooks in sentences: *When another monster here is defeated, ...*

The conditions of a hook that say what one of its arguments is are told in the clause (*another monster*, *you*, *2 or
more*); those that are left follow as *if ...*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from attrs import define, field

from greyc.runtime import ir
from greyc.runtime.ir import core
from greyc.runtime.ir.words import Hole, Piece, Variant, variants

from . import actions, clauses, conditions, names, numbers, queries, refusals
from .language import SOURCE, Said, language
from .lexicon import plain
from .phrase import Phrase, Place
from .scope import Entity, Scope
from .sorts import Sort, sort_of_type

_PREPOSITIONS: Final = {"to": "into", "into": "into"}
"""How a place stands behind a verb's preposition; what goes from a place happens there."""
REFUSALS: Final = {
    *(f"card.cannot{what}" for what in ("", "_whole", "_title", "_ability", "_action", "_pass")),
    *("card.would", "card.would_whole", "card.none", "card.none_of"),
}
"""Templates that tell what a hook does too."""
Told: TypeAlias = tuple[str, dict[str, str | Phrase], list[ir.Expr]]
"""A template of [card], what stands in it, and the conditions that it does not tell."""


@define
class Watched:
    """The call that a hook watches, as it is told."""

    given: dict[str, ir.Expr] = field(factory=dict)
    """Label -> what stands there."""
    types: dict[str, str] = field(factory=dict)
    special: set[str] = field(factory=set)
    """Labels that are not just anything: the clause has to speak of them."""
    used: set[str] = field(factory=set)
    """Labels whose names the rest of the hook speaks of: a clause that has no words for them still has to bring them."""
    some: set[str] = field(factory=set)
    """Labels of numbers that are more than nothing: *loses HP*."""
    left: list[ir.Expr] = field(factory=list)
    """Conditions that the clause does not tell."""
    emptied: str = ""
    """The label of the number that the hook makes 0 and does nothing else."""


def once_flag(
    scope: Scope, conds: Sequence[ir.Expr], body: Sequence[ir.Stmt]
) -> tuple[list[ir.Expr], str | None, str | None]:
    """Takes the guard `not this.used_up` out of conditions: what is left, until when it counts, the flag if there is one.
    It is one if it has no title and the body sets it."""
    left: list[ir.Expr] = []
    until, found = None, None
    for cond in conds:
        match cond:
            case ir.Not(of=ir.Get(kind=kind, name=name)) if found is None and sets(body, name):
                member = scope.lexicon.member(kind, name)
                if isinstance(member, ir.StateDecl) and scope.lexicon.text(member.title) is None:
                    found = name
                    until = member.until[0] if member.until else None
                    continue
        left.append(cond)
    return left, until, found


def sets(body: Sequence[ir.Stmt], name: str) -> bool:
    return any(isinstance(node, ir.SetState) and node.name == name for node in nodes_in(body))


def nodes_in(value: object) -> Iterator[ir.Node]:
    """All nodes in a node or list of them."""
    if isinstance(value, ir.Node):
        yield value
        for slot in type(value).__attrs_attrs__:
            yield from nodes_in(getattr(value, slot.name))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from nodes_in(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from nodes_in(each)


def speaks_of(value: object, name: str) -> bool:
    """Whether a name is read or changed there."""
    return any(isinstance(node, ir.Local | ir.SetLocal) and node.name == name for node in nodes_in(value))


# ---- the clause -----------------------------------------------------------------------------


def when(scope: Scope, hook: ir.Hook, conds: list[ir.Expr], once: str | None = None) -> Told:
    """The template's key, what stands in it, and the conditions that are left. `once`: the flag that keeps the hook from
    working twice."""
    if hook.watches == "verb":
        return _verb(scope, hook, conds, once)
    if hook.watches == "action":
        return _action(scope, hook, conds, once)
    return _ability(scope, hook, conds, once)


def _ability(scope: Scope, hook: ir.Hook, conds: list[ir.Expr], once: str | None) -> Told:
    """*after “When eaten” of another guest*"""
    ability = scope.lexicon.abilities.get(hook.name)
    bearers = ability.on if ability is not None and ability.on else ["card"]
    params = [(p.name, p.type) for p in ability.params] if ability is not None else []
    slots = [(label, ("", type_)) for label, type_ in (("of", bearers[0]), ("for", "thing"), *params)]
    watched = _watched(scope, hook, conds, slots)
    x = names.name(scope, watched.given["of"])
    if "for" in watched.special | watched.used:
        x = names.fixed(scope, scope.say("hook.for", clause=x, x=names.name(scope, watched.given["for"])))
    what = conditions.ability_title(scope, hook.name)
    for label, _ in params:  # a number that the hook goes on to speak of has to be named before
        if label in watched.used and sort_of_type(watched.types[label]).number:
            what = scope.say("hook.what", clause=what, x=clauses.argument(scope, watched.given[label], "int"))
    return f"card.{_moment(hook, once, watched.left)}_ability", {"what": what, "x": x}, watched.left


def _moment(hook: ir.Hook, once: str | None, left: Sequence[ir.Expr]) -> str:
    """Which templates tell it: of what can't be where the hook does nothing but keep it from happening, at any time."""
    return "cannot" if once is None and not left and refusals.stops(hook, once) else hook.timing


def _action(scope: Scope, hook: ir.Hook, conds: list[ir.Expr], once: str | None) -> Told:
    """*after another player takes the action “Play an item on a hero”*"""
    action = scope.lexicon.actions.get(hook.name)
    parts = (
        actions.parts(action)
        if action is not None
        else [(label, scope.sorts.seat) for label in (*hook.filters, *hook.binds)]
    )
    watched = _watched(scope, hook, conds, [(label, ("", type_)) for label, type_ in parts])
    actor = parts[0][0] if parts else ""
    x = names.name(scope, watched.given[actor]) if actor else Phrase(scope.language, scope.lexicon.noun("seat"), "a")
    if hook.name == core.ACTION_PASS:
        return f"card.{_moment(hook, once, watched.left)}_pass", {"x": x}, watched.left
    what = actions.title(scope, action, hook.name, watched.given)
    return f"card.{_moment(hook, once, watched.left)}_action", {"what": what, "x": x}, watched.left


def _verb(scope: Scope, hook: ir.Hook, conds: list[ir.Expr], once: str | None) -> Told:
    texts, slots, sources = _declared(scope, hook)
    watched = _watched(scope, hook, conds, slots, refusals.emptied(hook, once) if texts is not None else None)
    if hook.alias is not None:
        verb = scope.lexicon.verbs.get(hook.name)
        result = verb.result if verb is not None else core.VERBS[hook.name].result
        scope.bind(hook.alias, scope.entity(sort_of_type(result or "thing"), det="the", named=True))
    if texts is None:
        title = scope.language.without_article(_verb_name(scope, hook.name))  # *after each ...*
        said = _with_extras(
            scope, title, watched, [(label, prep if prep not in ("", "for") else "of") for label, (prep, _) in slots]
        )
        return f"card.{_moment(hook, once, watched.left)}_title", {"what": said}, watched.left
    at_times = once is not None or bool(watched.left)
    if watched.emptied and not at_times and (none := scope.say("number.none")):
        watched.given[watched.emptied] = local = ir.Local(hook.binds[watched.emptied])
        scope.locals[local.name].fixed = Phrase(scope.language, fixed=none, counts=True)
        watched.special.add(watched.emptied)
    at = _choose(texts, sources, watched)
    variant = texts[at]
    if _names_nobody(variant, sources, at):
        _lacks_passive(scope, hook)
    if variant.subject is not None and variant.subject not in watched.given:
        _supply(scope, hook, watched, variant.subject, variant.pieces[0])
    made = clauses.told(scope, variant, watched.given, watched.types)
    if made.subject is not None and made.subject.text == scope.this().text:
        scope.about_this = True
    made = clauses.styled(scope, made, sources[min(at, len(sources) - 1)] if sources else None)
    extras = [(label, prep or "what") for label, (prep, _) in slots if label not in variant.holes]
    said = _with_extras(scope, made.statement(), watched, extras)
    if refusals.stops(hook, once) or (at_times and watched.emptied):
        return *refusals.clause(made, said, _with_extras(scope, made.base(), watched, extras), at_times), watched.left
    if watched.emptied:
        return *refusals.nothing_of(scope, made, said, _with_extras(scope, made.base(), watched, extras)), watched.left
    return f"card.{hook.timing}", {"clause": said}, watched.left


def _verb_name(scope: Scope, name: str) -> str:
    """What a verb without a clause is called; reported where it has not even a title."""
    verb = scope.lexicon.verbs.get(name)
    if verb is None or scope.lexicon.text(verb.title) is not None:
        return conditions.verb_title(scope, name)
    scope.lexicon.lack("verb", verb.name, verb.at, verb.file, scope.lexicon.pack_of(verb))
    return plain(name)


def _with_extras(scope: Scope, clause: str, watched: Watched, extras: Sequence[tuple[str, str]]) -> str:
    """The clause with what its words do not speak of but the hook does: *after each turn of this enemy*."""
    for label, prep in extras:
        if label in watched.special or label in watched.used:
            x = clauses.argument(scope, watched.given[label], watched.types[label])
            if isinstance(x, Place):
                clause = scope.say("hook.place", clause=clause, x=x.spoken(_PREPOSITIONS.get(prep, "in")))
            else:
                clause = scope.say(f"hook.{prep}", clause=clause, x=x.spoken(""))
    return clause


def _declared(
    scope: Scope, hook: ir.Hook
) -> tuple[tuple[Variant, ...] | None, list[tuple[str, tuple[str, str]]], tuple[Variant, ...]]:
    """The variants of the watched verb's clause (None: it has but a name), and its slots with preposition and type."""
    verb = scope.lexicon.verbs.get(hook.name)
    if verb is None:
        declared = core.VERBS[hook.name]
        key = clauses.core_key(scope, hook.name, hook.filters)
        types = clauses.core_types(hook.name)
        core_slots = [(s.label, (s.prep, types[s.label])) for s in declared.slots if s.prep != "as"]
        return scope.language.templates[key], core_slots, language(SOURCE).templates[key]
    slots = [(s.label, (s.prep, s.type)) for s in verb.slots]
    if verb.text is None:
        return None, slots, ()
    text = scope.lexicon.text(verb.text.id)
    source = scope.lexicon.source(verb.text.id)
    return (variants(text) if text else None), slots, (variants(source) if source else ())


def _choose(texts: Sequence[Variant], sources: Sequence[Variant], watched: Watched) -> int:
    """The variant that speaks of most that is special, among those that lack nothing, who acts included."""
    fit = [
        at
        for at, each in enumerate(texts)
        if not _names_nobody(each, sources, at) and not clauses.lacking(each, watched.given, watched.types)
    ]

    def worth(at: int) -> tuple[int, int]:
        holes = texts[at].holes
        return len((watched.special | watched.some) & holes), -len(holes - watched.given.keys())

    return max(fit, key=worth, default=0)


def _names_nobody(variant: Variant, sources: Sequence[Variant], at: int) -> bool:
    """Whether a variant begins with its verb; of a translation, whether the original does."""
    return variant.agentless or (bool(sources) and sources[min(at, len(sources) - 1)].agentless)


def _lacks_passive(scope: Scope, hook: ir.Hook) -> None:
    verb = scope.lexicon.verbs.get(hook.name)
    if verb is not None:
        pack = scope.lexicon.pack_of(verb)
        scope.lexicon.lack("verb", f"{verb.name}/", verb.at, verb.file, pack, page="passive-missing")


def _supply(scope: Scope, hook: ir.Hook, watched: Watched, label: str, begins: Piece) -> None:
    """What a clause begins with and the hook does not name: *a zone is shuffled*. A place in front of the subject, as
    translations have it, can go, and so can a number."""
    sort = sort_of_type(watched.types.get(label, "thing"))
    if sort.zone and isinstance(begins, Hole) and not begins.form:
        watched.given[label] = _anybody(scope, label, Sort("zone"))
    elif not clauses.droppable(watched.types.get(label, "")):
        _lacks_passive(scope, hook)
        watched.given[label] = _anybody(scope, label, sort)


def _anybody(scope: Scope, label: str, sort: Sort) -> ir.Expr:
    name = f"/{label}"
    noun = scope.lexicon.noun(sort.name)
    det, many = ("bare", True) if sort.list else ("a", False)
    any_word = scope.lexicon.is_word(sort.name) and not many
    scope.bind(name, scope.entity(sort, intro=lambda: Phrase(scope.language, noun, det, many), any_word=any_word))
    return ir.Local(name)


# ---- its arguments --------------------------------------------------------------------------


def _watched(
    scope: Scope,
    hook: ir.Hook,
    conds: list[ir.Expr],
    slots: list[tuple[str, tuple[str, str]]],
    empty: str | None = None,
) -> Watched:
    watched = Watched(left=list(conds))
    for label, (_, type_) in slots:
        watched.types[label] = type_
        sort = sort_of_type(type_)
        if label in hook.filters:
            watched.given[label] = hook.filters[label]
            watched.special.add(label)
        elif label in hook.binds:
            _bind(scope, hook, watched, label, sort, empty)
        elif not (sort.number or sort.zone or sort.flag or sort.optional):
            watched.given[label] = _anybody(scope, label, sort)
    return watched


def _bind(scope: Scope, hook: ir.Hook, watched: Watched, label: str, sort: Sort, empty: str | None) -> None:
    """A label that the hook gives a name: what its conditions say of it goes into its phrase."""
    local = hook.binds[label]
    same = _equal_to(watched, local)
    if same is not None:
        watched.given[label] = same
        watched.special.add(label)
        if scope.is_this(same):
            scope.bind(local, Entity(sort, scope.lexicon.noun(sort.name), fixed=scope.this()))
        elif scope.is_you(same):
            scope.bind(local, Entity(sort, scope.lexicon.noun(sort.name), fixed=scope.you))
        else:
            scope.bind(local, scope.entity(sort))
        return
    if sort.number:
        _bind_number(scope, hook, watched, label, local, empty)
        return
    if sort.zone or sort.flag:
        scope.bind(local, scope.entity(sort))
        return
    if sort.list and _member(scope, watched, label, local, sort):
        return
    mine = [cond for cond in watched.left if _about(cond, local, scope)]
    watched.left = [cond for cond in watched.left if cond not in mine]
    noun, n = scope.lexicon.noun(sort.name), _how_many(scope, watched, local) if sort.list else None
    if sort.optional and not mine:  # not told in the clause: who it was is told where the hook speaks of it
        scope.bind(local, scope.entity(sort, intro=lambda: names.fixed(scope, scope.say("hook.cause", noun=noun.one))))
        return

    def intro() -> Phrase:
        phrase = Phrase(scope.language, noun, "bare" if sort.list else "a", sort.list)
        if n is not None:
            phrase.det, phrase.n, phrase.many = "n", n, n.many
        inner = queries.with_candidate(scope, local, sort.one)
        for cond in mine:
            queries.constrain(inner, phrase, local, cond)
        return phrase

    any_word = scope.lexicon.is_word(sort.name) and not sort.list and not mine
    scope.bind(local, scope.entity(sort, intro=intro, any_word=any_word))
    watched.given[label] = ir.Local(local)
    if mine or n is not None:
        watched.special.add(label)
    if speaks_of(hook.body, local) or speaks_of(watched.left, local):
        watched.used.add(label)


def _how_many(scope: Scope, watched: Watched, local: str) -> Said | None:
    """`count(targets) > 1` is told in the clause: *2 or more monsters*."""
    for cond in watched.left:
        match cond:
            case ir.Compare(left=ir.Builtin(name="count", args=[counted]), sign=sign, right=ir.Int(value=value)):
                if sign == "!=" or not queries.is_var(counted, local):
                    continue
                watched.left = [c for c in watched.left if c is not cond]
                if (sign, value) in ((">", 0), (">=", 1)):
                    return None
                words = numbers.compared(scope, sign, cond.right, counted=True)
                text = scope.say("number.exactly", n=words) if sign == "==" else words
                return Said(text, counts=True, many=(sign, value) != ("==", 1))
    return None


def _member(scope: Scope, watched: Watched, label: str, local: str, sort: Sort) -> bool:
    """`this is in targets`: the clause tells of this one alone; `is not in`: of others."""
    for cond in watched.left:
        inner = cond.of if isinstance(cond, ir.Not) else cond
        source = inner.source if isinstance(inner, ir.In) else None
        if (
            isinstance(inner, ir.In)
            and source is not None
            and queries.is_var(source, local)
            and scope.is_this(inner.item)
        ):
            other = isinstance(cond, ir.Not)
            noun = scope.lexicon.noun(sort.name)
            watched.left = [c for c in watched.left if c is not cond]
            watched.special.add(label)
            watched.given[label] = ir.Local(local) if other else inner.item
            entity = scope.bind(local, scope.entity(sort))
            if other:
                this = [scope.this().text]
                entity.intro = partial(Phrase, scope.language, noun, "bare", many=True, excluded=this)
            return True
    return False


def _equal_to(watched: Watched, local: str) -> ir.Expr | None:
    """What a condition says a name is, taken out of the conditions."""
    for cond in watched.left:
        if isinstance(cond, ir.Compare) and cond.sign == "==":
            for one, other in ((cond.left, cond.right), (cond.right, cond.left)):
                if queries.is_var(one, local) and not isinstance(other, ir.Nothing):
                    watched.left = [c for c in watched.left if c is not cond]
                    return other
    return None


def _bind_number(scope: Scope, hook: ir.Hook, watched: Watched, label: str, local: str, empty: str | None) -> None:
    """A number is told by what is asked of it (*1 or more*), or called X where the hook goes on to use it."""
    entity = scope.bind(local, scope.entity(Sort("int")))
    if empty == local and not speaks_of(watched.left, local):
        watched.emptied = label
        return
    limit = cap(hook, local)
    if limit is not None:
        words = scope.say("number.at_most", n=numbers.text(scope, limit))
        entity.fixed = Phrase(scope.language, fixed=words, counts=True)
        watched.given[label] = ir.Local(local)
        return
    for cond in list(watched.left):
        match cond:
            case ir.Compare(left=left, sign=sign, right=ir.Int() as right) if queries.is_var(left, local):
                if speaks_of(hook.body, local) or any(c is not cond and speaks_of(c, local) for c in watched.left):
                    break
                watched.left = [c for c in watched.left if c is not cond]
                if (sign, right.value) in ((">", 0), (">=", 1)):
                    watched.some.add(label)
                    return  # any at all: *when you lose HP*
                words = numbers.compared(scope, sign, right)
                entity.fixed = Phrase(scope.language, fixed=words, counts=True)
                watched.given[label] = ir.Local(local)
                watched.special.add(label)
                return
    if speaks_of(hook.body, local) or speaks_of(watched.left, local):
        entity.letter = scope.letter()
        watched.given[label] = ir.Local(local)
        watched.used.add(label)


def cap(hook: ir.Hook, local: str) -> ir.Expr | None:
    """N, where all that a hook does is to make a number N at most."""
    match hook.timing, hook.body:
        case "before", [ir.SetLocal(name=name, sign="=", value=ir.Builtin(name="min", args=[a, b]))] if name == local:
            if queries.is_var(a, local) is not queries.is_var(b, local):
                return b if queries.is_var(a, local) else a
    return None


def _about(cond: ir.Expr, local: str, scope: Scope) -> bool:
    """Whether a condition says of a name what it is, and speaks of nothing else that the hook brings."""
    inner = cond.of if isinstance(cond, ir.Not) else cond
    match inner:
        case ir.In(item=item, source=ir.Contents(zone=ir.ZoneRef(of=of))) if scope.is_this(item) and of is not None:
            main = of
        case ir.IsKind(of=of) | ir.IsCard(of=of) | ir.Has(of=of) | ir.Get(of=of) | ir.In(item=of):
            main = of
        case ir.Compare(left=left, right=right):
            main = left
            if not queries.is_var(_root(left), local) and queries.is_var(right, local):
                main = right
        case _:
            return False
    if not queries.is_var(_root(main), local):
        return False
    others = {n.name for n in nodes_in(cond) if isinstance(n, ir.Local)} - {local, "this"}
    return not others or all(name in scope.locals for name in others)


def _root(expr: ir.Expr) -> ir.Expr:
    while isinstance(expr, ir.Get | ir.Attr):
        expr = expr.of
    return expr
