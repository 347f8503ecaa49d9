"""Conditions in words: *you have 5 or less HP*, *there is another Curse in your hand*.

A condition becomes a clause, so that its subject can be left out where a relative clause has it already, and its
negation is the template's second variant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from greyc.compiler.walk import same, walk
from greyc.runtime import ir
from greyc.runtime.ir.words import INSIDE, Agree, Hole, Spoken, Variant, fill, variants

from . import actions, names, numbers, queries
from .language import SOURCE, Said, language
from .lexicon import Noun, plain
from .phrase import Clause, Phrase, Place
from .scope import Entity, Scope

OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
SWAPPED: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def statement(scope: Scope, cond: ir.Expr, negative: bool = False) -> str:
    return clause(scope, cond, negative).statement()


def whole(scope: Scope, text: str) -> Clause:
    """A sentence that is ready."""
    return Clause(scope.language, Variant((text,), frozenset()), {}, "whole")


def make(scope: Scope, key: str, negative: bool = False, /, **values: Any) -> Clause:
    """A clause of a core template; its subject is the hole it begins with."""
    variant = scope.language.variant(key, negative)
    said: dict[str, Spoken | None] = {n: Said(v) if isinstance(v, str) else v for n, v in values.items()}
    made = with_subject(scope, variant, said)
    made.negative = variant is not scope.language.variant(key)
    return made


def with_subject(scope: Scope, variant: Variant, values: Mapping[str, Spoken | None]) -> Clause:
    subject = values.get(variant.subject) if variant.subject else None
    if isinstance(subject, Phrase):
        return Clause(scope.language, variant, values, "subject", subject)
    return Clause(scope.language, variant, values, "whole")


def clause(scope: Scope, cond: ir.Expr, negative: bool = False) -> Clause:
    match cond:
        case ir.Not(of=of):
            return clause(scope, of, not negative)
        case ir.And(parts=parts) | ir.Or(parts=parts):
            return several(scope, parts, negative, both=isinstance(cond, ir.And) is not negative)
        case ir.Flag(value=value):
            return make(scope, "cond.yes", value is negative)
        case ir.Compare():
            return _compare(scope, cond, negative)
        case ir.IsKind(of=of, kind=kind):
            subject = names.name(scope, of)
            return make(scope, "cond.is_kind", negative, x=subject, k=Phrase(scope.language, scope.lexicon.noun(kind)))
        case ir.IsCard(of=of, card=card):
            return make(scope, "cond.is_card", negative, x=names.name(scope, of), k=scope.lexicon.card(card))
        case ir.Has(of=of, what=what, name=name):
            title = names.keyword_title(scope, name, []) if what == "keyword" else ability_title(scope, name)
            return make(scope, f"cond.{what}", negative, x=names.name(scope, of), k=title)
        case ir.In(item=item, source=source):
            return _in(scope, item, source, negative)
        case ir.Get(of=of, kind=kind, name=name) | ir.Base(of=of, kind=kind, name=name):
            return _flag(scope, names.name(scope, of), scope.lexicon.member_title(kind, name), negative)
        case ir.State(name=name):
            return _sentence(scope, names.state_title(scope, name), {}, negative)
        case ir.Option(name=option):
            return make(scope, "cond.option", negative, what=names.option_title(scope, option))
        case ir.Call():
            return _call(scope, cond, negative)
        case ir.Aggregate(function="any" | "all"):
            return _some(scope, cond, negative)
        case ir.Builtin(name="any" | "all", args=args):
            query = ir.Query("", args[0], None, None, scope.sort(args[0]).name)
            return there(scope, query, "!=" if not negative else "==", ir.Int(0))
        case ir.Can(action=action):
            x = _actor(scope, cond)
            what = actions.title(scope.child(), scope.lexicon.actions.get(action), action, cond.args)
            return make(scope, "cond.can", negative, x=x, what=what)
        case ir.During(verb=verb):
            return make(scope, "cond.during", negative, what=verb_title(scope, verb))
        case ir.IfElse(cond=inner, then=then, other=other):
            a, b = statement(scope, then, negative), statement(scope, other, negative)
            return whole(scope, scope.say("cond.if_else", a=a, b=b, cond=statement(scope, inner)))
    return _sentence(scope, names.name(scope, cond).text, {}, negative)


def several(scope: Scope, parts: Sequence[ir.Expr], negative: bool = False, *, both: bool = True) -> Clause:
    """Conditions that hold together, or one of which holds: what they share is said once."""
    if both and not negative:
        parts = [part for part in parts if not _is_told_by(part, [each for each in parts if each is not part])]
    told = [clause(scope, part, negative) for part in parts]
    one = told[0] if len(told) == 1 else alike(scope, told, "and" if both else "or")
    if one is not None:
        return one
    inner = ir.And if negative else ir.Or
    said = []
    for part, each in zip(parts, told, strict=True):
        either = both and isinstance(part, inner) and each.style == "whole"
        said.append(scope.say("cond.either", list=each.statement()) if either else each.statement())
    leads = {each.lead() if each.style != "whole" and each.subject is not None else None for each in told}
    if len(leads) == 1 and None not in leads:
        said = [said[0], *(each.finite() for each in told[1:])]
    return whole(scope, scope.language.listed(said, "both" if both else "either"))


def _is_told_by(part: ir.Expr, others: Sequence[ir.Expr]) -> bool:
    """Whether a condition only says that there is what the others speak of."""
    match part:
        case (
            ir.Not(of=ir.Compare(left=left, sign="==", right=ir.Nothing()))
            | ir.Compare(left=left, sign="!=", right=ir.Nothing())
        ) if not isinstance(left, ir.Local):
            return any(same(left, node) for node in walk(others))
    return False


def alike(scope: Scope, clauses: Sequence[Clause], last: str) -> Clause | None:
    """Clauses that differ in one thing as one clause with all of them: *has Stun or Root*; None if they differ in more."""
    first = clauses[0]
    if first.style == "whole" or any(c.variant != first.variant or c.style != first.style for c in clauses):
        return None
    if any(c.actor != first.actor or c.negative is not first.negative or c.notes for c in clauses):
        return None
    if first.negative and last == "or":
        return None
    last = "or" if first.negative else last  # *does not have Stun or Root* has neither
    holes = [piece for piece in first.variant.pieces if isinstance(piece, Hole) and piece.name != first.variant.subject]
    varying = [h for h in holes if len({_spoken(c.values.get(h.name), h.form) for c in clauses}) > 1]
    if len(varying) != 1 or not all(_listable(c.values.get(varying[0].name)) for c in clauses):
        return None
    hole = varying[0]
    words = [_spoken(c.values.get(hole.name), hole.form) for c in clauses]
    listed = Phrase(scope.language, fixed=scope.language.listed(words, last), many=True)
    return evolve(first, values={**first.values, hole.name: listed})


def _spoken(value: Spoken | None, form: str) -> str:
    return value.spoken(form) if value is not None else ""


def _listable(value: Spoken | None) -> bool:
    return value is not None and not value.counts and not isinstance(value, Place)


def _actor(scope: Scope, cond: ir.Can) -> Phrase:
    actor = next(iter(cond.args.values()), None)
    return names.name(scope, actor) if actor is not None else scope.you


# ---- flags and titles that are sentences ----------------------------------------------------


def _flag(scope: Scope, subject: Phrase, title: str, negative: bool) -> Clause:
    """A flag's title says what is true of the thing: a predicate, or what it is."""
    options = variants(title)
    own = negative and len(options) > 1
    variant = options[1 if own else 0]
    left = negative and not own
    facts = scope.language.facts
    if "not" not in facts:  # a title that nobody has translated is negated in its own language
        facts = {**language(SOURCE).facts, **facts}
    first = variant.pieces[0] if variant.pieces else ""
    if isinstance(first, Agree):
        if left:
            variant = Variant((first, f" {facts['not']}", *variant.pieces[1:]), variant.holes)
    elif variant.subject is None and isinstance(first, str):
        auxiliary = re.match(facts["auxiliary"], first) if "auxiliary" in facts else None
        if auxiliary is None:
            what = "".join(str(piece) for piece in variant.pieces)
            return make(scope, "cond.flag", left, x=subject, what=what)
        if left:
            words = f"{first[: auxiliary.end()]} {facts['not']}{first[auxiliary.end() :]}"
            variant = Variant((words, *variant.pieces[1:]), variant.holes)
    return Clause(scope.language, variant, {}, "agentless", subject, negative=negative)


def _sentence(scope: Scope, title: str, values: Mapping[str, Spoken | None], negative: bool) -> Clause:
    """A title that is a whole clause, its negative after ` / `."""
    options = variants(title)
    variant = options[1 if negative and len(options) > 1 else 0]
    made = with_subject(scope, variant, values)
    made.negative = negative
    if negative and len(options) == 1:
        return whole(scope, scope.say("cond.not", cond=made.statement()))
    return made


def _call(scope: Scope, cond: ir.Call, negative: bool) -> Clause:
    function = scope.lexicon.functions.get(cond.function)
    title = scope.lexicon.text(function.title) if function is not None else None
    if function is None or title is None:
        return whole(scope, names.function_title(scope, cond))
    values: dict[str, Spoken | None] = {
        param.name: names.argument(scope, arg) for param, arg in zip(function.params, cond.args, strict=False)
    }
    return _sentence(scope, title, values, negative)


def ability_title(scope: Scope, ability: str) -> str:
    declared = scope.lexicon.abilities.get(ability)
    if declared is None:
        return plain(ability)
    title = scope.lexicon.text(declared.title)
    if title is None:
        scope.lexicon.lack("ability", ability, declared.at, declared.file, scope.lexicon.pack_of(declared))
    lead = title.split(" / ")[0] if title is not None else plain(ability)  # behind it stand its parameters' names
    return scope.say("np.quoted", x=lead)


def verb_title(scope: Scope, verb: str) -> str:
    """The name of a step or time, for `until`, `once per` and hooks on it."""
    declared = scope.lexicon.verbs.get(verb)
    if declared is None:
        return plain(verb)
    title = scope.lexicon.text(declared.title)
    if title is None:
        pack = scope.lexicon.pack_of(declared)
        scope.lexicon.lack("time", verb, declared.at, declared.file, pack, page="time-without-name")
        return plain(verb)
    return fill(variants(title)[0], {}, scope.language.plural)


# ---- comparisons ----------------------------------------------------------------------------


def _compare(scope: Scope, cond: ir.Compare, negative: bool) -> Clause:
    left, right, sign = cond.left, cond.right, cond.sign
    if isinstance(left, ir.Int | ir.Word | ir.Nothing | ir.Flag) or (scope.is_this(left) and not scope.is_this(right)):
        left, right, sign = right, left, SWAPPED[sign]
    if negative:
        sign = OPPOSITE[sign]
    unequal = sign == "!="
    match right:
        case ir.Nothing():
            if isinstance(left, ir.Get):
                title = Phrase(scope.language, scope.lexicon.noun_of(scope.lexicon.member_title(left.kind, left.name)))
                return make(scope, "cond.have_field", not unequal, x=names.name(scope, left.of), what=title)
            if isinstance(left, ir.Attr) and left.name == "place":
                return make(scope, "cond.placed", not unequal, x=names.name(scope, left.of))
            if (query := _looked_for(scope, left)) is not None:
                return there(scope, query, "!=" if unequal else "==", ir.Int(0))
            return make(scope, "cond.exists", not unequal, x=names.name(scope, left))
        case ir.Flag(value=value):
            return clause(scope, left, value is unequal)
        case ir.Word(kind=kind, word=word) if isinstance(left, ir.Get) and sign in ("==", "!="):
            if (made := predicate(scope, left, names.name(scope, right), unequal)) is not None:
                return made
            what = scope.lexicon.member_title(left.kind, left.name)
            said = scope.lexicon.word(kind, word).one
            return make(scope, "cond.word", unequal, x=names.name(scope, left.of), what=what, word=said)
    if scope.sort(left).number or scope.sort(right).number or sign not in ("==", "!="):
        return _number(scope, left, sign, right)
    return _same(scope, left, right, unequal)


def _looked_for(scope: Scope, expr: ir.Expr) -> ir.Query | None:
    """Among what something is looked for that may not be there: the top card of a zone, what a slot holds, the first of
    a list."""
    match expr:
        case ir.Builtin(name="top" | "first" | "last", args=[source]):
            members = ir.Contents(source) if scope.sort(source).zone else source
            return ir.Query("", members, None, None, scope.sort(source).name)
        case ir.SlotRead():
            return ir.Query("", expr, None, None, scope.sort(expr).name)
        case ir.Aggregate(function="first" | "last", query=query, value=None):
            return evolve(query, rank=None)
    return None


def predicate(scope: Scope, read: ir.Get, value: Spoken, negative: bool = False) -> Clause | None:
    """*that card costs a silver coin*, where the title of what is read has such words."""
    variant = scope.lexicon.predicate(read.kind, read.name, negative)
    if variant is None:
        return None
    return Clause(scope.language, variant, {"value": value}, "agentless", names.name(scope, read.of), negative=negative)


def _number(scope: Scope, left: ir.Expr, sign: str, right: ir.Expr) -> Clause:
    printed = isinstance(right, ir.Int | ir.Local)
    match left:
        case ir.Aggregate(function="count", query=query) if printed:
            return there(scope, query, sign, right)
        case ir.Builtin(name="count", args=[counted]) if printed:
            return there(scope, ir.Query("", counted, None, None, scope.sort(counted).name), sign, right)
        case ir.Get(of=of, kind=kind, name=name):
            if sign != "!=" and scope.lexicon.predicate(kind, name) is not None:
                said = Said(numbers.compared(scope, sign, right), counts=True)
                if (made := predicate(scope, left, said)) is not None:
                    return made
            subject = names.name(scope, of)
            if (noun := scope.lexicon.counted(kind, name)) is not None:
                return _counts(scope, subject, noun, sign, right)
            what = scope.lexicon.member_title(kind, name)
            if not isinstance(right, ir.Int | ir.Local | ir.Word):
                field = names.fixed(scope, names.field_of(scope, subject, what))
                key = "cond.compare_than" if sign in "<>" else "cond.compare"
                return make(scope, key, x=field, n=numbers.compared(scope, sign, right))
            key = "cond.rank" if isinstance(right, ir.Word) else "cond.amount"
            n = numbers.compared(scope, sign, right)
            if key == "cond.amount" and "what" not in scope.language.variant(key).holes:  # *4 HP or less*
                space = str(scope.language.facts["space"])
                n = n.replace(INSIDE, space + what) if INSIDE in n else n + space + what
            if key == "cond.amount" and sign in "<>" and not isinstance(right, ir.Int):
                key = "cond.amount_than"
            return make(scope, key, x=subject, what=what, n=n)
        case ir.Attr(of=of, name="face"):
            return make(scope, "cond.face", x=names.name(scope, of), n=numbers.compared(scope, sign, right))
        case ir.Option(name=option):
            words = numbers.compared(scope, sign, right)
            return make(scope, "cond.option_is", what=names.option_title(scope, option), y=words)
    subject = names.fixed(scope, numbers.text(scope, left))
    key = "cond.compare_than" if sign in "<>" and not isinstance(right, ir.Int) else "cond.compare"
    return make(scope, key, x=subject, n=numbers.compared(scope, sign, right))


def _counts(scope: Scope, subject: Phrase, noun: Noun, sign: str, right: ir.Expr) -> Clause:
    """*has 2 or more shields*, *has no damage tokens*"""
    n = right.value if isinstance(right, ir.Int) else None
    none = (sign, n) in (("==", 0), ("<=", 0), ("<", 1))
    if none or (sign, n) in ((">", 0), (">=", 1), ("!=", 0)):
        # *has damage tokens on it* would be said of many and of one alike
        phrase = Phrase(scope.language, noun=noun, det="bare" if none else "some", many=none)
        return make(scope, "cond.have", none, x=subject, np=phrase)
    said = numbers.compared(scope, sign, right, counted=True)
    many = (sign, n) != ("==", 1)
    text = scope.say("number.exactly", n=said) if sign == "==" else said
    return make(scope, "cond.have", x=subject, np=Phrase(scope.language, noun, "n", many, n=Said(text)))


def _same(scope: Scope, left: ir.Expr, right: ir.Expr, unequal: bool) -> Clause:
    match left:
        case ir.Attr(of=of, name="card") if isinstance(right, ir.Printed):
            return make(scope, "cond.is_card", unequal, x=names.name(scope, of), k=scope.lexicon.card(right.card))
        case ir.Attr(of=of, name="zone"):
            return make(scope, "cond.in_zone", unequal, x=names.name(scope, of), where=names.place(scope, right).inside)
        case ir.Attr(of=of, name="owner") if not scope.is_you(left) and not scope.is_this(of):
            return make(scope, "cond.owned", unequal, x=names.name(scope, of), y=names.name(scope, right))
        case ir.Option(name=option):
            value = names.name(scope, right)
            return make(scope, "cond.option_is", unequal, what=names.option_title(scope, option), y=value)
        case ir.State(name="outcome"):
            return make(scope, "cond.outcome", unequal, y=names.name(scope, right))
    return make(scope, "cond.same", unequal, x=names.name(scope, left), y=names.name(scope, right))


def _in(scope: Scope, item: ir.Expr, source: ir.Expr, negative: bool) -> Clause:
    subject = names.name(scope, item)
    if (words := any_of(scope, source)) is not None:
        return make(scope, "cond.same", negative, x=subject, y=words)
    if isinstance(source, ir.Contents) and (call := names.told_by_members(scope, source)) is not None:
        source = call
    match source:
        case ir.Players():
            return make(scope, "cond.plays", negative, x=subject)
        case ir.Contents(zone=zone):
            return make(scope, "cond.in_zone", negative, x=subject, where=names.place(scope, zone).inside)
        case ir.RangeList():
            return make(scope, "cond.in_range", negative, x=subject, range=numbers.text(scope, source))
        case ir.Query() | ir.Call():
            query = (
                source if isinstance(source, ir.Query) else ir.Query("", source, None, None, scope.sort(source).name)
            )
            kind = queries.candidates(scope, query, "bare")
            if not kind.partitive:
                return make(scope, "cond.is_kind", negative, x=subject, k=kind)
    return make(scope, "cond.in_list", negative, x=subject, list=names.name(scope, source))


def any_of(scope: Scope, source: ir.Expr) -> Phrase | None:
    """*Burn or Poison*, of a list that is written out."""
    if not isinstance(source, ir.ListOf) or len(source.items) < 2:
        return None
    words = [names.name(scope, each).text for each in source.items]
    return Phrase(scope.language, fixed=scope.language.listed(words, "or"))


# ---- how many there are ---------------------------------------------------------------------


def there(scope: Scope, query: ir.Query, sign: str, right: ir.Expr) -> Clause:
    """`count(QUERY) SIGN NUMBER`: *there is a ...*, *there are no ...*, *you have 2 or more ...*."""
    n = right.value if isinstance(right, ir.Int) else None
    none = (sign, n) in (("==", 0), ("<=", 0), ("<", 1))
    some = (sign, n) in ((">", 0), (">=", 1), ("!=", 0))
    holder = _holder(query.source)
    subject = None
    inner = scope
    lies = isinstance(query.source, ir.Contents)
    told = not lies or "x" in scope.language.variant("cond.have_in").holes  # some languages begin with the place
    if told and holder is not None and (scope.is_you(holder) or isinstance(holder, ir.Local)):
        subject = names.name(scope, holder)
        inner = scope.child()
        if isinstance(holder, ir.Local):
            known = scope.locals.get(holder.name)
            if known is None:  # a value that stays open: *{h} has no items on it*
                sort = scope.sort(holder)
                own = evolve(subject, possessive=scope.say("np.its"))
                known = inner.bind(holder.name, Entity(sort, scope.lexicon.noun(sort.name), fixed=own))
            inner.subject = known
    if none or some:
        phrase = _counted(inner, query, "some" if some else "bare", many=none)
    else:
        said = numbers.compared(scope, sign, right, counted=True)
        many = (sign, n) != ("==", 1)
        phrase = _counted(inner, query, "n", many=many, n=scope.say("number.exactly", n=said) if sign == "==" else said)
    where, core = phrase.parted()
    if subject is not None:
        return make(scope, "cond.have_in" if lies else "cond.have", none, x=subject, np=phrase, where=where, core=core)
    return whole(scope, scope.say("cond.there", none, np=phrase, where=where, core=core))


def _holder(source: ir.Expr) -> ir.Expr | None:
    """Whose the zone or list is."""
    match source:
        case ir.Contents(zone=ir.ZoneRef(of=of)):
            return of
        case ir.Get(of=of):
            return of
    return None


def _counted(scope: Scope, query: ir.Query, det: str, *, many: bool, n: str = "") -> Phrase:
    said = Said(n) if n else None
    if isinstance(query.source, ir.Get) and query.where is None:
        noun = scope.lexicon.noun(scope.sort(query.source).name)
        return Phrase(scope.language, noun, det, many, n=said)
    return queries.candidates(scope, query, det, many=many, n=said)


def _one_that(scope: Scope, query: ir.Query) -> Clause | None:
    """*a hero in play has fought*, where the last of the conditions would be a relative clause, and the only one."""
    if query.where is None or query.rank is not None:
        return None
    mark = scope.mark()
    with_all = queries.candidates(scope, query, "a")
    scope.reset(mark)
    if len(with_all.relatives) != 1 or with_all.tail or with_all.partitive:
        return None
    conjuncts = list(queries.conjuncts(query.where))
    for said in conjuncts:
        others: list[ir.Expr] = [each for each in conjuncts if each is not said]
        rest = ir.Query(query.name, query.source, ir.And(others) if others else None, None, query.type)
        subject = queries.candidates(scope, rest, "a")
        if not subject.relatives:
            return clause(queries.with_candidate(scope, query.name, scope.sort(query).one, there=subject), said)
        scope.reset(mark)
    return None


def _some(scope: Scope, cond: ir.Aggregate, negative: bool) -> Clause:
    """`any(...)` and `all(...)`; *not all* is *any that is not*."""
    query, value = cond.query, cond.value
    if cond.function == "any" and (one := queries.only_one(scope, query)) is not None:
        asked = [part for part in (query.where, value) if part is not None]
        return several(queries.with_only(scope, query.name, one), asked, negative, both=not negative)
    if cond.function == "any":
        where = [part for part in (query.where, value) if part is not None]
        joined = ir.Query(query.name, query.source, ir.And(where) if where else None, query.rank, query.type)
        if not negative and (made := _one_that(scope, joined)) is not None:
            return made
        return there(scope, joined, "==" if negative else ">=", ir.Int(0 if negative else 1))
    if value is None:
        return there(scope, query, "==" if negative else ">=", ir.Int(0 if negative else 1))
    if negative:
        where = [*([query.where] if query.where is not None else []), ir.Not(value)]
        return there(scope, ir.Query(query.name, query.source, ir.And(where), None, query.type), ">=", ir.Int(1))
    each = queries.candidates(scope, query, "each")
    sort = scope.sort(query).one
    inner = queries.with_candidate(scope, query.name, sort)
    it = inner.locals[query.name].fixed
    made = clause(inner, value)
    if made.style != "whole" and made.subject is it:
        made.subject = each
        return made
    return whole(scope, scope.say("cond.each", np=each, cond=made.statement()))
