"""Statements in sentences.

A block becomes pieces: clauses, which neighbours with the same subject are joined to, and sentences that are ready. A
choice or a loop whose block comes out as one clause is told inside that clause (*Deal 2 damage to a monster in play*);
whether it does is found by telling it, and what was told is taken back if not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from greyc.runtime import ir

from . import choices, clauses, conditions, names, numbers, queries
from .phrase import Clause, Phrase
from .scope import Entity, Scope
from .sorts import Sort, sort_of_type

Piece: TypeAlias = Clause | str
DEEP = 6
"""From this depth on, blocks are not tried as one sentence."""


def body(scope: Scope, stmts: Sequence[ir.Stmt]) -> list[Piece]:
    """The pieces of a block. What is silent (bookkeeping, the log) leaves none."""
    out: list[Piece] = []
    for at, stmt in enumerate(stmts):
        if isinstance(stmt, ir.Needs):
            cond = conditions.statement(scope, stmt.cond)
            rest = body(scope, stmts[at + 1 :])
            return [*out, _conditional(scope, cond, rest)] if rest else out
        pieces = statement(scope, stmt)
        if pieces and scope.waiting:
            _explain_last(scope, pieces)
        out += pieces
    return out


def _explain_last(scope: Scope, pieces: list[Piece]) -> None:
    last = pieces[-1]
    if isinstance(last, Clause):
        last.notes += scope.waiting
        scope.waiting.clear()
    else:
        pieces[-1] = numbers.explain(scope, last)


def sentences(scope: Scope, pieces: Sequence[Piece], *, apart: bool = False) -> list[str]:
    """Neighbouring clauses of one subject joined; without capital and stop. `apart`: commands are sentences of their own,
    which a reader does one by one; inside a longer sentence the second would not be part of it."""
    out: list[str] = []
    group: list[Clause] = []

    def flush() -> None:
        if group:
            out.append(joined(scope, group))
            group.clear()

    for piece in pieces:
        if isinstance(piece, str):
            flush()
            out.append(piece)
            continue
        if group and (piece.actor is None or piece.actor != group[0].actor):
            flush()
        group.append(piece)
        if piece.actor is None or (apart and piece.command):
            flush()
    flush()
    return out


def joined(scope: Scope, group: Sequence[Clause]) -> str:
    notes = [note for clause in group for note in clause.notes]
    group = merged(scope, group)
    first = group[0]
    if len(group) == 1:
        return explained(scope, _with_chooser(scope, first, first.sentence()), notes)
    predicates = [_with_chooser(scope, clause, clause.predicate()) for clause in group]
    subject = "" if first.command or first.subject is None else first.lead() + str(scope.language.facts["space"])
    return explained(scope, subject + scope.language.listed(predicates, "acts"), notes)


def _with_chooser(scope: Scope, clause: Clause, text: str) -> str:
    return text if clause.chooser is None else scope.say("act.chosen_by", by=clause.chooser, body=text)


def merged(scope: Scope, group: Sequence[Clause]) -> list[Clause]:
    """*gains Poison and gains Burn* is *gains Poison and Burn*."""
    out: list[Clause] = []
    for clause in group:
        one = conditions.alike(scope, [out[-1], clause], "and") if out and out[-1].chooser is clause.chooser else None
        if one is not None:
            out[-1] = one
        else:
            out.append(clause)
    return out


def explained(scope: Scope, text: str, notes: Sequence[tuple[str, str]]) -> str:
    for at, (letter, words) in enumerate(notes):
        text = scope.say("number.also_where" if at else "number.where", text=text, letter=letter, n=words)
    return text


def inline(scope: Scope, pieces: Sequence[Piece]) -> str:
    """A block inside a longer sentence."""
    return scope.language.block(sentences(scope, pieces))


def one_group(pieces: Sequence[Piece]) -> list[Clause] | None:
    """The clauses of a block that is one sentence."""
    group = [piece for piece in pieces if isinstance(piece, Clause)]
    if len(group) != len(pieces) or not group:
        return None
    if len(group) > 1 and any(c.actor is None or c.actor != group[0].actor for c in group):
        return None
    return group


def statement(scope: Scope, stmt: ir.Stmt) -> list[Piece]:
    match stmt:
        case ir.CallVerb():
            made = clauses.call(scope, stmt)
            clauses.bind_result(scope, stmt)
            return [made] if made is not None else []
        case ir.SetState():
            made = clauses.set_state(scope, stmt)
            return [made] if made is not None else []
        case ir.SetLocal():
            made = clauses.set_local(scope, stmt)
            return [made] if made is not None else []
        case ir.Let():
            _let(scope, stmt)
            return []
        case ir.Log():
            return []
        case ir.Choose():
            return choices.choose(scope, stmt)
        case ir.ChooseOne():
            return choices.choose_one(scope, stmt)
        case ir.May():
            return choices.may(scope, stmt)
        case ir.Split():
            return choices.split(scope, stmt)
        case ir.If():
            return _if(scope, stmt)
        case ir.ForEach():
            return _for_each(scope, stmt)
        case ir.Together(body=inner):
            return body(scope.child(), inner)
        case ir.Repeat(count=count, body=inner):
            pieces = body(scope.child(), inner)
            words = inline(scope, pieces)
            if not words:
                return []
            if count is None:
                return [scope.say("act.forever", body=words)]
            n = numbers.amount(scope, count)
            if len(pieces) != 1 or not isinstance(pieces[0], Clause):
                return [scope.say("act.repeat", n=n, body=words)]
            return [scope.say("act.repeat_twice" if n.number == 2 else "act.repeat_one", n=n, body=words)]
        case ir.While(cond=cond, body=inner):
            cond_words = conditions.statement(scope, cond)
            words = inline(scope, body(scope.child(), inner))
            return [scope.say("act.while", cond=cond_words, body=words)] if words else []
        case ir.ModifyUntil():
            return [modified(scope, stmt.target, stmt.mods, stmt.until)]
        case _:
            return [_rest(scope, stmt)]


def _rest(scope: Scope, stmt: ir.Stmt) -> Piece:
    """Statements that are one template each."""
    say = scope.say
    match stmt:
        case ir.Run(ability=ability, of=of, target=target):
            what = conditions.ability_title(scope, ability)
            x = names.name(scope, of)
            y = names.name(scope, target) if target is not None else None
            return (
                clauses.agentless(scope, "act.run", what=what, x=x)
                if y is None
                else say("act.run_for", what=what, x=x, y=y)
            )
        case ir.Result(value=value):
            return say("act.result", n=_any(scope, value))
        case ir.Stop(verb=verb, result=result):
            if result is not None:
                return say("act.stop_result", n=_any(scope, result))
            if verb is not None:
                return say("act.stop_verb", what=conditions.verb_title(scope, verb))
            return say("act.stop_hook" if scope.hook else "act.stop")
        case ir.EndGame(won=won, winner=winner):
            if winner is not None:
                return conditions.make(scope, "act.end_winner", x=names.name(scope, winner))
            return say("act.end_won" if won else "act.end_lost")
        case ir.Fill(zone=zone, query=query):
            phrase = queries.candidates(scope, query, "all", many=True)
            return clauses.agentless(scope, "act.fill", zone=names.place(scope, zone), np=phrase)
        case ir.Offer(to=to, groups=groups):
            what = scope.language.listed([group.replace("_", " ") for group in groups])
            return say("act.offer", who=names.name(scope, to), what=what)
    return say("act.log", x=type(stmt).op)


def _any(scope: Scope, expr: ir.Expr) -> str:
    return numbers.text(scope, expr) if scope.sort(expr).number else names.name(scope, expr).text


def _let(scope: Scope, stmt: ir.Let) -> None:
    """A name for something: told where it is first used."""
    sort = scope.sort(stmt.value)
    value = stmt.value
    if scope.is_you(value):
        scope.bind(stmt.name, Entity(sort, scope.lexicon.noun(sort.name), fixed=scope.you))
    elif isinstance(value, ir.Builtin) and value.name in ("first", "last") and (one := _only(scope, value.args[0])):
        scope.bind(stmt.name, one)
        scope.types[stmt.name] = sort
    elif sort.number:
        scope.bind(stmt.name, scope.entity(sort, intro=lambda: names.fixed(scope, numbers.text(scope, value))))
    elif sort.flag:
        words = conditions.statement(scope, value)
        scope.bind(stmt.name, scope.entity(sort, fixed=names.fixed(scope, words)))
    else:
        scope.bind(stmt.name, scope.entity(sort, intro=lambda: names.name(scope, value)))


def _only(scope: Scope, source: ir.Expr) -> Entity | None:
    return queries.only_one(scope, ir.Query("", source, None, None, ""))


# ---- conditions and loops -------------------------------------------------------------------


def _conditional(scope: Scope, cond: str, pieces: Sequence[Piece], key: str = "act.if") -> str:
    told = sentences(scope, pieces)
    if len(told) == 1:
        return scope.say(key, cond=cond, body=told[0])
    return scope.say("act.if_block", cond=cond, body=scope.language.block(told))


def _if(scope: Scope, stmt: ir.If) -> list[Piece]:
    inner = scope.child()
    if stmt.alias is None:
        if (told := _of_one(scope, stmt)) is not None:
            return told
        cond = conditions.statement(scope, stmt.cond)
        pieces = body(inner, stmt.body)
    else:
        told = _bound(scope, inner, stmt)
        if told is not None:
            return told
        if stmt.other:  # the block speaks of it
            cond = conditions.make(scope, "cond.exists", x=names.name(scope, stmt.cond)).statement()
        else:
            cond = conditions.statement(scope, ir.Compare("!=", stmt.cond, ir.Nothing()))
        inner.bind(stmt.alias, scope.entity(scope.sort(stmt.cond)))
        pieces = body(inner, stmt.body)
    other = body(scope.child(), stmt.other)
    if not pieces:
        if not other:
            return []
        negated = conditions.statement(scope, stmt.cond, True) if stmt.alias is None else cond
        return [_conditional(scope, negated, other)]
    out: list[Piece] = [_conditional(scope, cond, pieces)]
    if other:
        out.append(scope.say("act.otherwise", body=inline(scope, other)))
    return out


def _of_one(scope: Scope, stmt: ir.If) -> list[Piece] | None:
    """`if x is not nothing` without an else, where x is a name that is first told in the block: *the first player who has
    gold draws a card*, with which nobody would do anything if there is none. Of a die that was rolled there always is."""
    match stmt.cond:
        case (
            ir.Compare(left=ir.Local(name=name), sign="!=", right=ir.Nothing())
            | ir.Not(of=ir.Compare(left=ir.Local(name=name), sign="==", right=ir.Nothing()))
        ) if not stmt.other and (entity := scope.locals.get(name)) and (entity.single or entity.intro):
            mark = scope.mark()
            pieces = body(scope.child(), stmt.body)
            if entity.single or entity.intro is None or not pieces:
                return pieces
            scope.reset(mark)
    return None


def _bound(scope: Scope, inner: Scope, stmt: ir.If) -> list[Piece] | None:
    """`if E as x` without an else: where x is what the block speaks of, there is nothing to say of its absence."""
    assert stmt.alias is not None
    sort = scope.sort(stmt.cond)
    if scope.is_you(stmt.cond):
        inner.bind(stmt.alias, Entity(sort, scope.lexicon.noun(sort.name), fixed=scope.you))
        return body(inner, stmt.body)
    if stmt.other:
        return None
    mark = scope.mark()
    entity = inner.bind(stmt.alias, scope.entity(sort, intro=lambda: names.name(scope, stmt.cond)))
    pieces = body(inner, stmt.body)
    if entity.mentions or not pieces:
        return pieces
    scope.reset(mark)
    return None


def _for_each(scope: Scope, stmt: ir.ForEach) -> list[Piece]:
    query = stmt.query
    sort = sort_of_type(query.type)
    if (one := queries.only_one(scope, query)) is not None:
        inner = queries.with_only(scope, query.name, one)
        cond = conditions.statement(inner, query.where) if query.where is not None else ""
        pieces = body(inner, stmt.body)
        return [_conditional(scope, cond, pieces)] if cond and pieces else pieces
    if stmt.by is None and scope.depth < DEEP:
        mark = scope.mark()
        inner = scope.child()
        entity = inner.bind(query.name, scope.entity(sort, intro=lambda: _members(scope, query)))
        pieces = body(inner, stmt.body)
        group = one_group(pieces)
        if not pieces:
            return []
        if (
            group is not None
            and entity.mentions
            and not explained_by(group, entity)
            and ((len(group) == 1 and entity.mentions == 1) or _acts(group[0], entity))
        ):
            return list(pieces)
        scope.reset(mark)
    inner = scope.child()
    phrase = queries.candidates(scope, query, "each")
    inner.bind(query.name, scope.entity(sort, noun=phrase.later))
    by = names.name(scope, stmt.by) if stmt.by is not None else None
    pieces = body(inner, stmt.body)
    told = sentences(inner, pieces)
    if not told:
        return []
    key = "act.each_by" if by is not None else "act.each" if len(told) == 1 else "act.each_block"
    return [scope.say(key, np=phrase, by=by, body=scope.language.block(told))]


def _members(scope: Scope, query: ir.Query) -> Phrase:
    """*each monster here*; of a list that is told just now, the list itself: *up to 2 dice*."""
    if isinstance(query.source, ir.Local) and query.where is None and query.rank is None:
        known = scope.locals.get(query.source.name)
        if known is not None and known.intro is not None and (known.many or known.single):
            return names.mention(scope, query.source.name)
    return queries.candidates(scope, query, "each")


def explained_by(group: Sequence[Clause], entity: Entity) -> bool:
    """Whether a clause speaks of something only where it explains its numbers, so that what is done once for each of them
    would seem to be done but once."""
    return entity.first is not None and any(entity.first in words for clause in group for _, words in clause.notes)


def _acts(clause: Clause, entity: Entity) -> bool:
    return clause.who is entity or (clause.subject is not None and clause.subject.who is entity)


# ---- modifiers ------------------------------------------------------------------------------


def modified(
    scope: Scope, target: ir.Query, mods: Sequence[ir.Mod | ir.GrantKeyword], until: Sequence[str] = ()
) -> Clause:
    """*Other Goblin monsters here have +1 damage.*"""
    subject = modified_things(scope, target)
    inner = scope.child()
    it = scope.entity(sort_of_type(target.type), fixed=Phrase(
        scope.language, fixed=scope.say("np.it"), possessive=scope.say("np.its")))  # fmt: skip
    inner.bind(target.name, it)
    if subject.text == scope.this().text:
        inner.bind("this", it)
    words = scope.language.listed([_mod(inner, mod) for mod in mods])
    granted = all(isinstance(mod, ir.GrantKeyword) for mod in mods)
    key = "act.grant" if granted else "act.modify"
    if until:
        ends = [scope.say("act.until", what=conditions.verb_title(scope, verb)) for verb in until]
        counted = subject.det == "bare" and subject.many and not (subject.fixed or subject.you or subject.person)
        ending = "act.grant_until" if granted else "act.modify_until"
        if counted:  # such a set is counted once, when the statement is carried out
            ending = "act.grant_until_now" if granted else "act.modify_until_now"
        made = conditions.make(scope, ending, x=subject, mods=words, until=scope.language.listed(ends, "or"))
    else:
        made = conditions.make(scope, key, x=subject, mods=words)
    if subject.you:  # *you have -1 hand limit* is no command
        made = conditions.whole(scope, made.statement())
    return made


def modified_things(scope: Scope, target: ir.Query) -> Phrase:
    source = target.source
    if isinstance(source, ir.ListOf) and len(source.items) == 1 and target.where is None:
        return names.name(scope, source.items[0])
    if not scope.sort(source).list and not scope.sort(source).zone and target.where is None:
        return names.name(scope, source)
    named = isinstance(source, ir.Local) and source.name in scope.locals and scope.locals[source.name].named
    if named:  # *each target*: where nouns have no plural, *the targets* could be one
        return queries.candidates(scope, target, "each")
    return queries.candidates(scope, target, "bare", many=True)


def _mod(scope: Scope, mod: ir.Mod | ir.GrantKeyword) -> str:
    if isinstance(mod, ir.GrantKeyword):
        return scope.say("act.mod_grant", k=names.keyword_title(scope, mod.keyword, mod.args))
    value, sign = mod.value, mod.sign
    if isinstance(value, ir.IfElse) and value.other == ir.Int(0):
        cond = conditions.statement(scope, value.cond)
        then = ir.Mod(mod.kind, mod.field, sign, value.then)
        return scope.say("act.mod_if", mods=_mod(scope, then), cond=cond)
    what = scope.lexicon.member_title(mod.kind, mod.field)
    if (noun := scope.lexicon.counted(mod.kind, mod.field)) is not None:
        what = noun.of(mod.value != ir.Int(1))
    member = scope.lexicon.member(mod.kind, mod.field)
    sort = sort_of_type(member.type) if isinstance(member, ir.FieldDecl | ir.StateDecl) else Sort("int")
    if not sort.number:
        return scope.say("act.mod_set", what=what, n=names.name(scope, value))
    key = {"+": "act.mod_plus", "-": "act.mod_minus", "*": "act.mod_times"}.get(sign, "act.mod_set")
    return scope.say(key, what=what, n=numbers.amount(scope, value))
