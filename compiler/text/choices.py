"""Choices in sentences: `choose`, `choose one`, `may`, `split`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from greyc.compiler.walk import replace_local, same, unplaced
from greyc.runtime import ir

from . import acts, clauses, conditions, hooks, names, numbers, queries
from .language import Said
from .phrase import Clause, Phrase
from .scope import Entity, Scope
from .sorts import Sort, sort_of_type


def optional(stmt: ir.Choose) -> bool:
    """`may choose x`, and `choose 0 to 1 x`, which is the same."""
    return stmt.may or _up_to_one(stmt.pick)


def _up_to_one(pick: ir.Pick) -> bool:
    amount = pick.amount
    return amount is not None and not amount.exact and amount.low == ir.Int(0) and amount.high == ir.Int(1)


def by_default(scope: Scope, by: ir.Expr | None) -> bool:
    """Whether who chooses is whoever decides for the card anyway, so that nobody need be named."""
    if by is None or isinstance(by, ir.Players) or scope.is_you(by):
        return True
    return scope.decides is not None and same(by, scope.decides)


def chooser(scope: Scope, by: ir.Expr | None) -> Phrase:
    """Who may; the reader where the whole table decides."""
    by = by if by is not None else scope.decides
    if by is None or isinstance(by, ir.Players):
        return scope.you
    who = names.name(scope, by)
    return evolve(who, det="the") if who.det == "all" and not who.fixed else who  # *the players who control it choose*


def asks_for(guard: ir.Expr, body: Sequence[ir.Stmt]) -> bool:
    """Whether a condition only says that there is something for the choice with which a block begins."""
    first = body[0] if body else None
    if not isinstance(first, ir.Choose) or first.other:
        return False
    match guard:
        case ir.Aggregate(function="any", query=query, value=value):
            where = [part for part in (query.where, value) if part is not None]
        case ir.Compare(left=ir.Aggregate(function="count", query=query), sign=">", right=ir.Int(value=0)):
            where = [query.where] if query.where is not None else []
        case ir.Compare(left=ir.Builtin(name="count", args=[source]), sign=">", right=ir.Int(value=0)):
            query, where = ir.Query("", source, None, None, ""), []
        case _:
            return False
    pick = first.pick.query
    wanted = [replace_local(pick.where, pick.name, ir.Local(query.name))] if pick.where is not None else []
    return same(query.source, pick.source) and [*map(unplaced, where)] == [*map(unplaced, wanted)]


# ---- choose ---------------------------------------------------------------------------------


def choose(scope: Scope, stmt: ir.Choose) -> list[acts.Piece]:
    sort = sort_of_type(stmt.pick.query.type)
    if stmt.pick.amount is None and sort.number:
        return _number(scope, stmt)
    if not stmt.other and scope.depth < acts.DEEP:
        mark = scope.mark()
        told = _inside(scope, stmt)
        if told is not None:
            return told
        scope.reset(mark)
    return _before(scope, stmt)


def picked(scope: Scope, pick: ir.Pick) -> Phrase:
    """What may be chosen, with how many."""
    query, amount = pick.query, pick.amount
    if amount is None or _up_to_one(pick):
        return queries.candidates(scope, query, "a")
    low = amount.low.value if isinstance(amount.low, ir.Int) else None
    if amount.high is None:
        if low == 0:
            return queries.candidates(scope, query, "any", many=True)
        return queries.candidates(scope, query, "n", many=True, n=Said(numbers.compared(scope, ">=", amount.low)))
    n = numbers.amount(scope, amount.high)
    many = n.number != 1
    said = Said(n.spoken(""), n.number, counts=True)
    if amount.exact:
        return queries.candidates(scope, query, "n", many=many, n=said)
    if low == 0:
        return queries.candidates(scope, query, "up_to", many=many, n=said)
    return queries.candidates(scope, query, "between", many=True, n=said, low=Said(numbers.text(scope, amount.low)))


def _bound(pick: ir.Pick) -> tuple[str, Sort]:
    """The name that the block knows what was chosen by."""
    one = sort_of_type(pick.query.type)
    if pick.amount is None:
        return pick.query.name, one
    return pick.alias or pick.query.name, Sort(one.name, list=pick.amount.high != ir.Int(1))


def _inside(scope: Scope, stmt: ir.Choose) -> list[acts.Piece] | None:
    """The choice told inside what is done with it."""
    inner = scope.child()
    default = by_default(scope, stmt.by)
    may = optional(stmt)
    who = chooser(scope, stmt.by) if may or not default else None
    if isinstance(stmt.by, ir.Local) and not scope.is_you(stmt.by):
        inner.subject = scope.locals.get(stmt.by.name)
    name, sort = _bound(stmt.pick)
    source = inner.child()
    entity = inner.bind(name, scope.entity(sort, intro=lambda: picked(source, stmt.pick), single=_up_to_one(stmt.pick)))
    pieces = acts.body(inner, stmt.body)
    group = acts.one_group(pieces)
    if group is None or entity.intro is not None or group[0].style == "whole" or acts.explained_by(group, entity):
        return None
    clause = group[0]
    chosen = clause.subject is not None and clause.subject.who is entity
    if chosen and (who is not None or not _may_lead(scope, clause.subject)):
        return None
    if entity.mentions != (len(group) if chosen else 1):
        return None
    if may:
        assert who is not None
        return together(scope, who, group)
    if who is not None:
        if clause.subject is None:
            clause.subject = who
        elif clause.subject.who is not who.who or who.who is None:
            return None
        if len(group) > 1:
            return None
        clause.who = who.who
        clause.subject = who
    elif chosen and clause.subject is not None:
        said = names.fixed(scope, scope.say("np.choice", x=clause.subject), many=clause.subject.many)
        said.who, said.chosen = entity, True
        clause.subject = said
    else:
        clause.chooser = _not_who_acts(scope, chooser(scope, stmt.by), clause)
        if len(group) > 1:  # with nothing to choose, what follows does not happen either
            if not hooks.speaks_of(stmt.body[0], name):
                return None
            return [clause, scope.say("act.if_done", body=acts.inline(scope, group[1:]))]
    return list(group)


def _not_who_acts(scope: Scope, decider: Phrase, clause: Clause) -> Phrase | None:
    """Who chooses, where a reader would not take it to be so anyway: a card of one's own acts for its player."""
    subject = clause.subject
    if decider.you:
        own = subject is None or subject.you or subject.text == scope.this().text
    else:
        own = subject is not None and subject.text == decider.text
    return None if own else decider


def _may_lead(scope: Scope, phrase: Phrase | None) -> bool:
    """Whether *... of your choice* can follow: not a long phrase."""
    if phrase is None or phrase.relatives or phrase.extras or phrase.excluded or phrase.tail:
        return False
    everybody = scope.decides is None or isinstance(scope.decides, ir.Players)
    return bool(scope.language.facts["chosen_subject"]) and (scope.yours or everybody)


def together(scope: Scope, who: Phrase, group: list[Clause]) -> list[acts.Piece] | None:
    """What somebody may do, in one sentence; None where it does not fit into one."""
    first = group[0].subject
    if first is not None and first.chosen:
        return None
    if len(group) == 1:
        return [allowed(scope, who, group[0])]
    if group[0].actor == "" or (who.who is not None and group[0].actor is who.who):
        key = "act.if_done" if who.you else "act.if_so"
        return [allowed(scope, who, group[0]), scope.say(key, body=acts.inline(scope, group[1:]))]
    return None


def allowed(scope: Scope, who: Phrase, clause: Clause) -> Clause:
    """*You may draw 1 card*, *you may have that player draw 1 card*."""
    if clause.style == "whole":
        text = scope.say("act.may_do", who=who, body=clause.sentence())
    elif (
        clause.subject is None
        or (clause.subject.you and who.you)
        or (who.who is not None and clause.subject.who is who.who)
    ):
        text = scope.say("act.may", who=who, pred=clause.base())
    else:
        text = scope.say("act.may_have", who=who, subject=clause.subject, pred=clause.base())
    made = conditions.whole(scope, text)
    made.who = who.who
    made.notes = clause.notes
    return made


def _before(scope: Scope, stmt: ir.Choose) -> list[acts.Piece]:
    """The choice told first, then what is done with it."""
    inner = scope.child()
    may = optional(stmt)
    who: Phrase | None = chooser(scope, stmt.by)
    if not may and who is not None and who.you:
        who = None
    if isinstance(stmt.by, ir.Local):
        inner.subject = scope.locals.get(stmt.by.name)
    phrase = picked(inner, stmt.pick)
    head = _head(scope, may, who, phrase)
    inner.subject = scope.subject
    name, sort = _bound(stmt.pick)
    entity = inner.bind(name, scope.entity(sort, noun=phrase.later))
    entity.det = "chosen" if _ambiguous(scope, entity) else "that"
    pieces = acts.body(inner, stmt.body)
    other = acts.body(scope.child(), stmt.other)
    out: list[acts.Piece] = [head]
    if may and pieces:
        out.append(scope.say("act.if_so", body=acts.inline(scope, pieces)))
    else:
        out += pieces
    if other:
        out.append(scope.say("act.if_not" if may else "act.if_none", body=acts.inline(scope, other)))
    return out


def _head(scope: Scope, may: bool, who: Phrase | None, phrase: Phrase) -> acts.Piece:
    head = clauses.agentless(scope, "act.choose", np=phrase)
    head.notes += scope.waiting
    scope.waiting.clear()
    if may:
        assert who is not None
        return allowed(scope, who, head)
    head.subject = who
    return head


def _ambiguous(scope: Scope, entity: Entity) -> bool:
    """Whether *that monster* could be another one spoken of."""
    if entity.noun == scope.lexicon.noun(scope.bearer):
        return False
    return any(e.noun == entity.noun and e.mentions and e.fixed is None and not e.many for e in scope.locals.values())


def _number(scope: Scope, stmt: ir.Choose) -> list[acts.Piece]:
    """`choose n in 1 .. 3`"""
    query = stmt.pick.query
    inner = scope.child()
    entity = inner.bind(query.name, scope.entity(sort_of_type(query.type)))
    entity.letter = scope.letter()
    if isinstance(query.source, ir.RangeList):
        low, high = numbers.text(scope, query.source.low), numbers.text(scope, query.source.high)
        head = scope.say("act.choose_number", letter=entity.letter, low=low, high=high)
    else:
        head = scope.say("act.choose_of", letter=entity.letter, np=queries.candidates(scope, query, "all", many=True))
    pieces = acts.body(inner, stmt.body)
    if stmt.may:
        who = chooser(scope, stmt.by)
        head = scope.say("act.may", who=who, pred=head)
        return [head, scope.say("act.if_so", body=acts.inline(scope, pieces))] if pieces else [head]
    return [head, *pieces]


# ---- may, choose one, split -----------------------------------------------------------------


def may(scope: Scope, stmt: ir.May) -> list[acts.Piece]:
    who = chooser(scope, stmt.by)
    inner = scope.child()
    if isinstance(stmt.by, ir.Local):
        inner.subject = scope.locals.get(stmt.by.name)
    pieces = acts.body(inner, stmt.body)
    other = acts.body(scope.child(), stmt.other)
    out: list[acts.Piece] = []
    group = acts.one_group(pieces)
    told = together(scope, who, group) if group is not None else None
    if told is not None:
        out += told
    elif pieces and (first := _first_part(scope, who, pieces[0])) is not None:
        key = "act.if_done" if who.you and isinstance(pieces[0], Clause) and pieces[0].command else "act.if_so"
        out += [first, scope.say(key, body=acts.inline(scope, pieces[1:]))]
    elif pieces:
        out.append(scope.say("act.may_do", who=who, body=acts.inline(scope, pieces)))
    if other:
        out.append(scope.say("act.if_not", body=acts.inline(scope, other)))
    return out


def _first_part(scope: Scope, who: Phrase, piece: acts.Piece) -> Clause | None:
    """What somebody may do, where more follows if they do it."""
    if isinstance(piece, str) or piece.style == "whole":
        return None
    told = together(scope, who, [piece])
    return told[0] if told and isinstance(told[0], Clause) else None


def choose_one(scope: Scope, stmt: ir.ChooseOne) -> list[acts.Piece]:
    by = chooser(scope, stmt.by) if not by_default(scope, stmt.by) else None
    options = []
    for option in stmt.options:
        inner = scope.child()
        cond = conditions.statement(scope, option.cond) if option.cond is not None else None
        words = _of_option(inner, acts.body(inner, option.body)) or scope.say("np.nothing")
        options.append(scope.say("act.one_option_if", body=words, cond=cond) if cond else words)
    listed = str(scope.language.facts["one_or"]).join(options)
    if by is None:
        return [scope.say("act.one", options=listed)]
    return [conditions.make(scope, "act.one_by", by=by, options=listed).statement()]


def _of_option(scope: Scope, pieces: list[acts.Piece]) -> str:
    """What an option does; a semicolon parts options, so things done one after the other are joined by words."""
    if any(isinstance(piece, str) for piece in pieces):
        return acts.inline(scope, pieces)
    return str(scope.language.facts["one_and"]).join(acts.sentences(scope, pieces))


def split(scope: Scope, stmt: ir.Split) -> list[acts.Piece]:
    inner = scope.child()
    by = names.name(scope, stmt.by) if stmt.by is not None and not by_default(scope, stmt.by) else None
    total = numbers.amount(scope, stmt.total)
    phrase = queries.candidates(scope, stmt.query, "any", many=True)
    share = inner.bind(stmt.share, scope.entity(Sort("int")))
    share.letter = scope.letter()
    inner.bind(stmt.query.name, scope.entity(sort_of_type(stmt.query.type), noun=phrase.later))
    words = acts.inline(inner, acts.body(inner, stmt.body))
    if by is not None:
        made = conditions.make(scope, "act.split_by", by=by, n=total, np=phrase, letter=share.letter, body=words)
        return [made.statement()]
    return [scope.say("act.split", n=total, np=phrase, letter=share.letter, body=words)]
