"""Queries as noun phrases: *another Goblin monster here that has 3 or less HP*.

Each condition becomes what reads best: *other*, a narrower noun, an adjective, a place, *with Ranged*, and only what is
left a relative clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from greyc.runtime import ir

from . import conditions, names, numbers
from .language import Said
from .lexicon import Noun
from .phrase import Phrase, Place
from .scope import Entity, Scope
from .sorts import Sort, sort_of_type


def candidates(
    scope: Scope, query: ir.Query, det: str, *, many: bool = False, n: Said | None = None, low: Said | None = None
) -> Phrase:
    sort = sort_of_type(query.type)
    noun = scope.lexicon.noun("number" if sort.number else sort.name)
    person = "seat" in scope.lexicon.ancestors(sort.name)
    phrase = Phrase(scope.language, noun=noun, det=det, many=many, n=n, low=low, person=person)
    fill_from(scope, phrase, query, sort)
    plain = det == "a" and query.where is None and query.rank is None
    if plain and (words := conditions.any_of(scope, query.source)) is not None:  # *gain red or blue mana*
        phrase.fixed = words.text
    return phrase


def fill_from(scope: Scope, phrase: Phrase, query: ir.Query, sort: Sort) -> None:
    source(scope, phrase, query.source)
    if query.where is None and query.rank is None:
        return
    inner = with_candidate(scope, query.name, sort)
    if query.where is not None:
        for part in conjuncts(query.where):
            constrain(inner, phrase, query.name, part)
    if query.rank is not None and not query.rank.every:
        phrase.extras.append(_rank(inner, query.name, query.rank))


def with_candidate(scope: Scope, name: str, sort: Sort, *, there: Phrase | None = None) -> Scope:
    """A scope in which the candidate is *it*."""
    inner = scope.child()
    seat = "seat" in scope.lexicon.ancestors(sort.name)
    said, own = ("np.them", "np.their") if seat else ("np.it", "np.its")
    it = there or Phrase(scope.language, fixed=scope.say(said), possessive=scope.say(own), many=seat)
    inner.bind(name, Entity(sort, scope.lexicon.noun(sort.name), fixed=it))
    return inner


def only_one(scope: Scope, query: ir.Query) -> Entity | None:
    """What a query goes through, where that is one thing alone: the die that was rolled, the card that was taken."""
    known = scope.locals.get(query.source.name) if isinstance(query.source, ir.Local) else None
    if known is None or known.many or known.sort.zone or not (known.single or not known.sort.list):
        return None
    return known


def with_only(scope: Scope, name: str, known: Entity) -> Scope:
    """A scope in which a query's member is that one thing."""
    inner = scope.child()
    inner.bind(name, known)
    inner.types[name] = known.sort.one
    return inner


def what_of(scope: Scope, var: str, value: ir.Expr | None) -> str | None:
    """What a number of the candidate is called: *might*, of a rolled die *value*; None of one that is worked out."""
    match value:
        case ir.Get(of=of, kind=kind, name=name) if is_var(of, var):
            return scope.lexicon.member_title(kind, name)
        case ir.Attr(of=of, name="face") if is_var(of, var):
            return scope.say("fn.face")
    return None


def conjuncts(cond: ir.Expr) -> Iterator[ir.Expr]:
    if isinstance(cond, ir.And):
        for part in cond.parts:
            yield from conjuncts(part)
    else:
        yield cond


# ---- where they come from -------------------------------------------------------------------


def source(scope: Scope, phrase: Phrase, expr: ir.Expr) -> None:
    if isinstance(expr, ir.Contents) and (call := names.told_by_members(scope, expr)) is not None:
        expr = call
    match expr:
        case ir.Players():
            return
        case ir.Every(kind=kind) | ir.CardsOf(kind=kind) | ir.Values(kind=kind):
            phrase.noun = scope.lexicon.noun(kind)
            phrase.tail += names.of_pack(scope, expr)
        case ir.Query():
            fill_from(scope, phrase, expr, sort_of_type(expr.type))
        case ir.Builtin(name="places", args=[board]):
            phrase.where.append(scope.say("np.on", board=names.name(scope, board)))
        case ir.Builtin(name="seats_from", args=[first]):
            phrase.where.append(scope.say("fn.seats_from", x=names.name(scope, first)))
        case ir.Call() if (scope.lexicon.functions.get(expr.function)) is not None:
            title = names.function_title(scope, expr)
            if "|" in title:
                noun = scope.lexicon.noun_of(title)
                phrase.noun, phrase.short = _without_other(scope, noun), phrase.noun
                phrase.other = phrase.other or phrase.noun != noun
            else:
                phrase.partitive = scope.language.determined(title.replace("{adj}", ""))
        case ir.Local(name=local) if (known := scope.locals.get(local)) is not None and known.named:
            known.mentions += 1
            phrase.noun, phrase.short = known.noun, phrase.noun
        case _:
            places = _places(scope, expr)
            if places is not None:
                at = names.one_place(scope, places)
                phrase.where.append(at.inside)
                phrase.source.append(at.source)
            else:
                title = names.name(scope, expr).text
                phrase.partitive = scope.language.determined(title) if isinstance(expr, ir.State) else title


def _without_other(scope: Scope, noun: Noun) -> Noun:
    """A title that begins with *other*, which stands before adjectives too."""
    other = scope.say("np.other") + str(scope.language.facts["space"])
    forms = [re.sub(rf"(^|\{{adj\}}){re.escape(other)}", r"\1", form, count=1) for form in (noun.one, noun.many)]
    return Noun(forms[0], forms[1], noun.counter)


def _places(scope: Scope, expr: ir.Expr) -> list[Place] | None:
    """Where the members lie, if the list is made of zones."""
    match expr:
        case ir.Contents(zone=zone):
            return [names.place(scope, zone)]
        case ir.SlotRead(zone=zone):
            return [names.place(scope, zone)]
        case ir.Join(left=left, right=right):
            parts = [_places(scope, left), _places(scope, right)]
            return _together(parts)
        case ir.Builtin(name="join", args=args):
            return _together([_places(scope, each) for each in args])
        case ir.Aggregate(function="join", query=query, value=value) if value is not None:
            sort = sort_of_type(query.type)
            anyone = candidates(scope, query, "any_one")
            return _places(with_candidate(scope, query.name, sort, there=anyone), value)
    return None


def _together(parts: list[list[Place] | None]) -> list[Place] | None:
    found: list[Place] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


# ---- conditions on the candidate ------------------------------------------------------------


def constrain(scope: Scope, phrase: Phrase, var: str, cond: ir.Expr) -> None:
    """Puts a condition on the candidate `var` into the phrase."""
    positive = not isinstance(cond, ir.Not)
    inner = cond.of if isinstance(cond, ir.Not) else cond
    say = scope.say
    match inner:
        case ir.Compare(sign="==" | "!=", left=left, right=right):
            equal = (inner.sign == "==") is positive
            if not is_var(left, var) and is_var(right, var):
                left, right = right, left
            if is_var(left, var) and not equal and (scope.is_this(right) or scope.is_you(right)):
                _other(scope, phrase, right)
                return
            word = isinstance(right, ir.Word) and equal and not phrase.partitive
            if word and isinstance(left, ir.Get) and is_var(left.of, var) and isinstance(right, ir.Word):
                if scope.lexicon.predicate(left.kind, left.name) is not None:
                    _relative(scope, phrase, var, cond)
                    return
                phrase.adjectives.append(scope.lexicon.word(right.kind, right.word).one)
                return
            if isinstance(left, ir.Get) and is_var(left.of, var) and equal and _is_thing(scope, right):
                what, who = scope.lexicon.member_title(left.kind, left.name), names.name(scope, right)
                phrase.extras.append(say("np.whose_you" if who.you else "np.whose", what=what, x=who))
                return
            if is_var(left, var) and _is_thing(scope, right) and not phrase.partitive:
                if not equal:
                    phrase.extras.append(say("np.other_than", x=names.name(scope, right)))
                    return
                if _nothing_else(phrase):
                    named = names.name(scope, right)
                    phrase.fixed, phrase.who, phrase.possessive = named.text, named.who, named.possessive
                    phrase.many = named.many
                    return
            if _compares_field(scope, phrase, left, inner.sign, right, var, positive):
                return
            if isinstance(left, ir.Attr) and is_var(left.of, var) and _attribute(scope, phrase, left, right, equal):
                return
        case ir.Compare(sign=sign, left=left, right=right) if _compares_field(
            scope, phrase, left, sign, right, var, positive
        ):
            return
        case ir.IsKind(of=of, kind=kind) if is_var(of, var) and positive and not phrase.partitive:
            wider = [scope.type(var).name, *scope.lexicon.ancestors(kind)]
            if any(phrase.noun == scope.lexicon.noun(each) for each in wider):
                phrase.noun = scope.lexicon.noun(kind)
                return
        case ir.IsKind(of=of, kind=kind) if is_var(of, var) and not positive and not phrase.partitive:
            noun = scope.lexicon.noun(kind)
            phrase.excluded.append(noun.many if phrase.many else scope.language.article(noun.one))
            return
        case ir.IsCard(of=of, card=card) if is_var(of, var) and (positive or not phrase.partitive):
            if positive:
                phrase.extras.append(say("np.named", card=scope.lexicon.card(card)))
            else:
                phrase.excluded.append(scope.lexicon.card(card))
            return
        case ir.Has(of=of, what="keyword", name=keyword) if is_var(of, var):
            title = names.keyword_title(scope, keyword, [])
            phrase.extras.append(say("np.with" if positive else "np.without", what=title))
            return
        case ir.In(item=item, source=ir.ListOf() as listed) if is_var(item, var) and positive and _nothing_else(phrase):
            if (words := conditions.any_of(scope, listed)) is not None:
                phrase.fixed = words.text
                return
        case ir.In(item=item, source=listed) if (
            is_var(item, var) and positive and (call := names.told_by_members(scope, listed)) is not None
        ):
            if phrase.noun == scope.lexicon.noun(scope.sort(listed).name) and not phrase.partitive:
                noun = scope.lexicon.noun_of(names.function_title(scope, call))
                phrase.noun, phrase.short = noun, phrase.noun
                return
        case ir.In(item=item, source=ir.Contents(zone=zone)) if (
            is_var(item, var) and names.told_by_members(scope, zone) is None
        ):
            _lies(scope, phrase, zone, positive)
            return
        case ir.In(item=item, source=ir.Contents(zone=ir.ZoneRef(of=of) as zone)) if (
            positive and of and is_var(of, var)
        ):
            owner = names.whose(scope, names.name(scope, of))
            where = names.named_place(scope, scope.lexicon.member_title(zone.kind, zone.name), owner).inside
            phrase.extras.append(say("np.holding", x=names.name(scope, item), where=where))
            return
    _relative(scope, phrase, var, cond)


def _compares_field(
    scope: Scope, phrase: Phrase, left: ir.Expr, sign: str, right: ir.Expr, var: str, positive: bool
) -> bool:
    """*whose might is at most your gold*, where the number does not stand on the card."""
    if isinstance(left, ir.Int | ir.Local) or not isinstance(left, ir.Get):
        left, right, sign = right, left, conditions.SWAPPED[sign]
    if not isinstance(left, ir.Get) or not is_var(left.of, var) or phrase.partitive:
        return False
    if isinstance(right, ir.Int | ir.Local | ir.Word) or not scope.sort(right).number:
        return False
    sign = sign if positive else conditions.OPPOSITE[sign]
    what, n = scope.lexicon.member_title(left.kind, left.name), numbers.compared(scope, sign, right)
    phrase.extras.append(scope.say("np.whose_than" if sign in "<>" else "np.whose_is", what=what, n=n))
    return True


def _other(scope: Scope, phrase: Phrase, than: ir.Expr) -> None:
    if phrase.partitive and phrase.det not in ("a", "some"):
        phrase.extras.append(scope.say("np.except", x=names.name(scope, than)))
    else:
        phrase.other = True


def _nothing_else(phrase: Phrase) -> bool:
    return not (phrase.other or phrase.adjectives or phrase.excluded or phrase.extras or phrase.relatives)


def _is_thing(scope: Scope, expr: ir.Expr) -> bool:
    sort = scope.sort(expr)
    return not isinstance(expr, ir.Nothing | ir.Word) and not (sort.number or sort.flag or sort.list)


def is_var(expr: ir.Expr, var: str) -> bool:
    return isinstance(expr, ir.Local) and expr.name == var


def _attribute(scope: Scope, phrase: Phrase, left: ir.Attr, right: ir.Expr, equal: bool) -> bool:
    """`.card`, `.owner` and `.zone` of the candidate, compared."""
    say = scope.say
    match left.name:
        case "card" if isinstance(right, ir.Printed) and equal:
            phrase.extras.append(say("np.named", card=scope.lexicon.card(right.card)))
        case "owner" if equal:
            owner = names.name(scope, right)
            phrase.where.append(say("np.yours") if owner.you else say("np.owned", x=owner))
            phrase.source.append(phrase.where[-1])
        case "owner" if scope.is_you(right):
            phrase.where.append(say("np.others"))
            phrase.source.append(phrase.where[-1])
        case "zone":
            _lies(scope, phrase, right, equal)
        case _:
            return False
    return True


def _lies(scope: Scope, phrase: Phrase, zone: ir.Expr, inside: bool) -> None:
    at = names.place(scope, zone)
    elsewhere = "" if inside else scope.say("np.elsewhere", where=at.inside)
    phrase.where.append(elsewhere or at.inside)
    phrase.source.append(elsewhere or at.source)


def _relative(scope: Scope, phrase: Phrase, var: str, cond: ir.Expr) -> None:
    entity = scope.locals[var]
    clause = conditions.clause(scope, cond)
    if clause.subject is not None and clause.subject is entity.fixed and clause.style != "whole":
        clause.subject = Phrase(scope.language, fixed=" ", many=phrase.many)
        phrase.relatives.append(clause.finite())
    else:
        words = clause.statement()
        key = "np.rel_for" if str(scope.language.facts["both_comma"]) in words else "np.rel_so"
        phrase.tail.append(scope.say(key, cond=words))


def _rank(scope: Scope, var: str, rank: ir.Rank) -> str:
    if (what := what_of(scope, var, rank.by)) is not None:
        read = rank.by
        counted = isinstance(read, ir.Get) and scope.lexicon.counted(read.kind, read.name) is not None
        return scope.say(f"np.{rank.order}{'_counted' if counted else ''}", what=what)
    return scope.say(f"np.{rank.order}_for", what=numbers.text(scope, rank.by))
