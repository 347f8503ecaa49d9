"""What a verb call or an assignment says: one clause, from the verb's own words or from the core's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from greyc.compiler.walk import same
from greyc.runtime import ir
from greyc.runtime.ir import core
from greyc.runtime.ir.words import Hole, Piece, Spoken, Variant, variants

from . import conditions, names, numbers, queries
from .language import SOURCE, Said, language
from .lexicon import Noun, plain
from .phrase import Clause, Phrase, Place, before_noun
from .scope import Entity, Scope
from .sorts import Sort, sort_of_type


def call(scope: Scope, stmt: ir.CallVerb) -> Clause | None:
    """The clause of a call; None where nothing is said (an assignment to nobody's name)."""
    if stmt.verb in core.VERBS and stmt.verb not in scope.lexicon.verbs:
        return _core_call(scope, stmt)
    verb = scope.lexicon.verbs.get(stmt.verb)
    if verb is None:
        return conditions.whole(scope, plain(stmt.verb))
    texts = clause_texts(scope, verb)
    given = {label: arg for label, arg in stmt.args.items() if not isinstance(arg, ir.Nothing)}
    types = {slot.label: slot.type for slot in verb.slots}
    if texts is None:
        return _as_written(scope, verb, given, types)
    at = choose_variant(texts, set(given), types)
    made = told(scope, texts[at], given, types)
    return styled(scope, made, source_variant(scope, verb, at))


def _as_written(scope: Scope, verb: ir.Verb, given: Mapping[str, ir.Expr], types: Mapping[str, str]) -> Clause:
    """A verb that has no words, as its call is written: *push that enemy to a square*."""
    pieces: list[str | Hole] = [plain(verb.name)]
    for slot in verb.slots:
        if slot.label in given:
            pieces += [f" {slot.prep} " if slot.prep else " ", Hole(slot.label, "", "")]
    made = told(scope, Variant(tuple(pieces), frozenset(given)), given, types)
    made.style = "whole"
    return made


def clause_texts(scope: Scope, verb: ir.Verb) -> tuple[Variant, ...] | None:
    """The variants of a verb's clause; reported where it has none."""
    text = scope.lexicon.text(verb.text.id) if verb.text is not None else None
    if text is None:
        scope.lexicon.lack("verb", verb.name, verb.at, verb.file, scope.lexicon.pack_of(verb))
        return None
    return variants(text)


def source_variant(scope: Scope, verb: ir.Verb, at: int) -> Variant | None:
    """The variant as its author wrote it, from which a translation has its style."""
    text = scope.lexicon.source(verb.text.id) if verb.text is not None else None
    found = variants(text) if text is not None else ()
    return found[min(at, len(found) - 1)] if found else None


def choose_variant(texts: tuple[Variant, ...], known: set[str], types: Mapping[str, str]) -> int:
    """The first variant that lacks nothing but its subject, numbers and places, which can be left out; a later one that
    tells the same has fewer words that speak of nothing: *attacks it for / attacks it*."""
    fit = [at for at, each in enumerate(texts) if not lacking(each, known, types) - {each.subject or ""}]
    if not fit:
        return 0
    first = texts[fit[0]].holes & known
    same = [at for at in fit if texts[at].holes & known == first]
    return min(same, key=lambda at: len(texts[at].holes - known - {texts[at].subject or ""}))


def lacking(variant: Variant, known: Collection[str], types: Mapping[str, str]) -> set[str]:
    """The holes that can't be left out and have nothing to say."""
    return {hole for hole in variant.holes if hole not in known and not droppable(types.get(hole, "int"))}


def droppable(type_: str) -> bool:
    sort = sort_of_type(type_)
    return sort.number or sort.zone or sort.flag


def told(scope: Scope, variant: Variant, given: Mapping[str, ir.Expr], types: Mapping[str, str]) -> Clause:
    """The variant with its arguments named in the order in which they are read."""
    values: dict[str, Spoken | None] = {}
    before = scope.subject
    for at, piece in enumerate(variant.pieces):
        if isinstance(piece, Hole) and piece.name not in values:
            arg = given.get(piece.name)
            if arg is not None and unsaid(scope, arg, variant.pieces[at + 1 :]):
                values[piece.name] = None
                continue
            type_ = types.get(piece.name, "")
            values[piece.name] = argument(scope, arg, type_) if arg is not None else _left_out(type_)
            if piece.name == variant.subject and isinstance(arg, ir.Local):
                scope.subject = scope.locals.get(arg.name, before)
    scope.subject = before
    variant = _led_in(scope, _begun(variant, values, types), values)
    subject = values.get(variant.subject) if variant.subject else None
    phrase = subject if isinstance(subject, Phrase) else None
    acts = variant.subject is not None and not _never_acts(types.get(variant.subject, ""))
    style = "subject" if acts else "agentless" if variant.agentless else "whole"
    return Clause(scope.language, variant, values, style, phrase)


def unsaid(scope: Scope, arg: ir.Expr, rest: Sequence[Piece]) -> bool:
    """Whether it may be any word, and stands before a noun that does without; it is known from then on."""
    entity = scope.locals.get(arg.name) if isinstance(arg, ir.Local) else None
    if entity is None or not entity.any_word or entity.intro is None or not before_noun(rest):
        return False
    entity.intro = None
    return True


def _begun(variant: Variant, values: Mapping[str, Spoken | None], types: Mapping[str, str]) -> Variant:
    """The variant without a place that it begins with, as a translation may, where that is not told."""
    first = variant.pieces[0] if variant.pieces else ""
    place = isinstance(first, Hole) and first.form and sort_of_type(types.get(first.name, "")).zone
    if isinstance(first, Hole) and place and values.get(first.name) is None:
        return Variant(variant.pieces[1:], variant.holes)
    return variant


def _led_in(scope: Scope, variant: Variant, values: Mapping[str, Spoken | None]) -> Variant:
    """The variant without a preposition whose hole has nothing to say, where nothing follows for which it could stand: *the
    water falls by {amount}* is *the water falls*."""
    pattern = scope.language.facts.get("leads_in")
    if pattern is None:
        return variant
    pieces = list(variant.pieces)
    for at, piece in enumerate(pieces[1:], 1):
        before, behind = pieces[at - 1], pieces[at + 1] if at + 1 < len(pieces) else "."
        if not (isinstance(piece, Hole) and isinstance(before, str) and isinstance(behind, str)):
            continue
        value = values.get(piece.name)
        if (value is None or not value.spoken("")) and re.match(r"[.,;:]", behind):
            pieces[at - 1] = re.sub(f"(?:^| ){pattern} $", " ", before)
    return Variant(tuple(pieces), variant.holes)


def _left_out(type_: str) -> Said | None:
    """A number that is not told is any number: *beacons are lit*."""
    return Said("", counts=True) if type_ and sort_of_type(type_).number else None


def _never_acts(type_: str) -> bool:
    """Whether a clause that begins with it has no subject that could be left out: *2 beacons are lit*."""
    sort = sort_of_type(type_) if type_ else None
    return sort is not None and (sort.zone or sort.number)


def styled(scope: Scope, clause: Clause, source: Variant | None) -> Clause:
    """A translation begins with no verb that could be seen: it is agentless where the original is."""
    if clause.style == "whole" and source is not None and source.agentless:
        clause.style = "agentless"
    return clause


def argument(scope: Scope, expr: ir.Expr, type_: str) -> Phrase | Place | Spoken:
    sort = sort_of_type(type_) if type_ else scope.sort(expr)
    if sort.zone:
        return names.place(scope, expr)
    if sort.number or scope.sort(expr).number:
        return numbers.amount(scope, expr)
    return names.name(scope, expr)


# ---- the core's verbs -----------------------------------------------------------------------


def core_key(scope: Scope, stmt_verb: str, given: Mapping[str, ir.Expr]) -> str:
    """Which template of the core: some verbs read differently for some of their arguments."""
    match stmt_verb, given:
        case "move", {"to": ir.ZoneRef(of=None, name="box")}:
            return "verb.move_box"
        case "move", {"position": ir.Word(word=word)}:
            return f"verb.move_{word}"
        case "reveal", {"to": ir.Players()}:
            return "verb.reveal_all"
        case "reveal", {"to": to} if scope.is_you(to):
            return "verb.reveal_you"
    return f"verb.{stmt_verb}"


def core_types(verb: str) -> dict[str, str]:
    """Types of a core verb's slots, as far as words need them."""
    return {slot.label: "zone<thing>" if slot.type.startswith("zone") else slot.type for slot in core.VERBS[verb].slots}


def _core_call(scope: Scope, stmt: ir.CallVerb) -> Clause | None:
    given = dict(stmt.args)
    if stmt.verb == "pull":
        if stmt.alias is not None:
            return None  # told where it is used: "the top 2 cards of your deck"
        given["what"] = ir.Builtin("top", [given["from"], given["amount"]], {}, stmt.at)
    variant = scope.language.variant(core_key(scope, stmt.verb, given))
    types = core_types(stmt.verb)
    types = {label: t if t.startswith("zone") or t == "int" else "" for label, t in types.items()}
    made = told(scope, variant, given, types)
    if stmt.verb == "create" and isinstance(what := made.values.get("what"), Phrase):
        _made_with(scope, what, stmt)
    return styled(scope, made, language(SOURCE).variant(core_key(scope, stmt.verb, given)))


def _made_with(scope: Scope, phrase: Phrase, stmt: ir.CallVerb) -> None:
    """What is said of a new thing: *put a wolf that has 3 might into the moat*. Of what has no title nobody reads."""
    sort = scope.sort(stmt.args["what"]).one
    inner = queries.with_candidate(scope, "/made", sort)
    for name, value in stmt.args.items():
        member = scope.lexicon.member(sort.name, name) if name not in ("what", "into") else None
        if member is not None and scope.lexicon.text(member.title) is not None:
            read = ir.Get(ir.Local("/made"), sort.name, name, False, stmt.at)
            queries.constrain(inner, phrase, "/made", ir.Compare("==", read, value))


def bind_result(scope: Scope, stmt: ir.CallVerb) -> None:
    """`as NAME`: what the call made or gave is *that ...* from then on."""
    if stmt.alias is None:
        return
    if stmt.verb == "pull" and stmt.verb in core.VERBS:
        top = ir.Builtin("top", [stmt.args["from"], stmt.args["amount"]], {}, stmt.at)
        one = isinstance(stmt.args["amount"], ir.Int) and stmt.args["amount"].value == 1
        sort = Sort(scope.sort(stmt.args["from"]).name, list=not one)
        scope.bind(stmt.alias, scope.entity(sort, intro=lambda: names.name(scope, top)))
        return
    if stmt.verb == "create":
        sort = scope.sort(stmt.args["what"]).one
    elif stmt.verb == "roll":
        sort = Sort("rolled", list=True)
    else:
        verb = scope.lexicon.verbs.get(stmt.verb)
        sort = sort_of_type(verb.result) if verb is not None and verb.result is not None else Sort("thing")
    entity = scope.entity(sort)
    if stmt.verb == "roll" and _one_die(scope, stmt.args["what"]):
        entity.many, entity.single = False, True
    if sort.number:
        entity.intro = partial(names.fixed, scope, scope.say("np.result"))
    scope.bind(stmt.alias, entity)


def _one_die(scope: Scope, what: ir.Expr) -> bool:
    return not scope.sort(what).list or (isinstance(what, ir.ListOf) and len(what.items) == 1)


# ---- assignments ----------------------------------------------------------------------------


def set_state(scope: Scope, stmt: ir.SetState) -> Clause | None:
    """An assignment to a state; untitled state is bookkeeping and nobody reads of it."""
    if stmt.kind == "rolled":
        return _set_face(scope, stmt)
    member = scope.lexicon.member(stmt.kind, stmt.name)
    if member is None or scope.lexicon.text(member.title) is None:
        return None
    title = scope.lexicon.text(member.title) or ""
    sort = sort_of_type(stmt.type)
    if sort.flag:
        made = conditions.clause(scope, _read(stmt), isinstance(stmt.value, ir.Flag) and not stmt.value.value)
        return conditions.whole(scope, scope.say("act.set_flag", cond=made.statement()))
    if sort.list:
        return _set_list(scope, stmt)
    return _set_number(scope, stmt, title, sort)


def _read(stmt: ir.SetState) -> ir.Expr:
    """The state that is assigned, as an expression."""
    if stmt.of is None:
        return ir.State(stmt.name)
    return ir.Get(stmt.of, stmt.kind, stmt.name, False, stmt.at)


def _set_list(scope: Scope, stmt: ir.SetState) -> Clause:
    value, place = names.name(scope, stmt.value), names.name(scope, _read(stmt))
    if stmt.sign == "=":
        return conditions.make(scope, "act.set", x=place, n=value)
    return agentless(scope, "act.add" if stmt.sign == "+" else "act.remove", x=place, y=value)


def _set_number(scope: Scope, stmt: ir.SetState, title: str, sort: Sort) -> Clause:
    sign, amount, cap = (
        _change(stmt.sign, stmt.value, _read(stmt)) if stmt.key is None else (stmt.sign, stmt.value, False)
    )
    counted = scope.lexicon.counted(stmt.kind, stmt.name)
    noun = counted or scope.lexicon.noun_of(title)
    what = title if counted is None else counted.of(sign == "=" or amount != ir.Int(1))
    owner = names.name(scope, stmt.of) if stmt.of is not None else None
    if isinstance(stmt.key, ir.Word) and sign != "=":
        return _set_tally(scope, stmt, owner, what, counted)
    value = numbers.amount(scope, amount) if sort.number else names.name(scope, amount)
    if sign in "+-" and owner is not None and stmt.key is None:
        key = "act.more" if sign == "+" else "act.less"
        return conditions.make(scope, key, x=owner, n=value, what=what, counter=noun.counter)
    if stmt.key is not None:
        key = numbers.text(scope, stmt.key) if scope.sort(stmt.key).number else names.name(scope, stmt.key).text
        what = scope.say("np.entry", what=title, key=key)
    said = what if owner is None else names.field_of(scope, owner, what)
    x = names.fixed(scope, said, many=counted is not None)
    if sign in "*/":
        return agentless(scope, "act.double" if sign == "*" else "act.halve", x=x)
    if sign != "=":
        return agentless(scope, "act.raise" if sign == "+" else "act.lower", x=x, n=value)
    if cap or counted is not None or not sort.number:
        return conditions.make(scope, "act.cap" if cap else "act.set", x=x, n=value)
    return agentless(scope, "act.set_to", x=x, n=value)  # of a title nobody knows whether it is one or many


def _set_tally(scope: Scope, stmt: ir.SetState, owner: Phrase | None, what: str, counted: Noun | None) -> Clause:
    """*gain 2 red crystals*, where what is counted has one and many, or *gain 2 berries*, where nothing else of its owner
    counts them; otherwise *add 2 red to your mana*."""
    assert isinstance(stmt.key, ir.Word)
    value, noun = numbers.amount(scope, stmt.value), scope.lexicon.word(stmt.key.kind, stmt.key.word)
    if owner is not None and counted is not None:
        key = "act.more" if stmt.sign == "+" else "act.less"
        said = scope.say("np.core", adj=noun.one, noun=what)
        return conditions.make(scope, key, x=owner, n=value, what=said, counter=counted.counter)
    if owner is not None and scope.lexicon.tallies(stmt.kind, stmt.key.kind) == 1:
        key = "act.more" if stmt.sign == "+" else "act.less"
        return conditions.make(
            scope, key, x=owner, n=value, what=noun.of(stmt.value != ir.Int(1)), counter=noun.counter
        )
    x = what if owner is None else names.field_of(scope, owner, what)
    key = "act.add_to" if stmt.sign == "+" else "act.remove_from"
    return agentless(scope, key, x=x, n=value, what=noun.of(stmt.value != ir.Int(1)), counter=noun.counter)


def _set_face(scope: Scope, stmt: ir.SetState) -> Clause:
    assert stmt.of is not None
    key = {"+": "act.face_raise", "-": "act.face_lower"}.get(stmt.sign, "act.face_set")
    die = names.name(scope, stmt.of)
    return agentless(scope, key, x=die, n=numbers.text(scope, stmt.value))


def set_local(scope: Scope, stmt: ir.SetLocal) -> Clause | None:
    """An assignment to a name: of a hook's argument that is a change of what happens."""
    entity = scope.locals.get(stmt.name)
    if entity is None or not (entity.sort.number or entity.sort.list):
        return None
    local = ir.Local(stmt.name)
    if entity.sort.list:
        value = names.name(scope, stmt.value)
        key = {"+": "act.add", "-": "act.remove"}.get(stmt.sign)
        if key is None:
            return conditions.make(scope, "act.set", x=names.name(scope, local), n=value)
        return agentless(scope, key, x=names.name(scope, local), y=value)
    sign, amount, cap = _change(stmt.sign, stmt.value, local)
    x = _letter(scope, entity, local)
    if sign in "*/":
        return agentless(scope, "act.double" if sign == "*" else "act.halve", x=x)
    if cap:
        return conditions.make(scope, "act.cap", x=x, n=numbers.amount(scope, amount))
    if sign == "=":
        return conditions.make(scope, "act.set", x=x, n=numbers.amount(scope, amount))
    return agentless(scope, "act.raise" if sign == "+" else "act.lower", x=x, n=numbers.amount(scope, amount))


def _letter(scope: Scope, entity: Entity, local: ir.Local) -> Phrase:
    if entity.intro is not None:  # worked out above, and explained here
        return names.fixed(scope, numbers.amount(scope, local).spoken(""))
    entity.mentions += 1
    if not entity.letter:
        entity.letter = scope.letter()
    return names.fixed(scope, entity.letter)


def _change(sign: str, value: ir.Expr, read: ir.Expr) -> tuple[str, ir.Expr, bool]:
    """What an assignment does to what it assigns: the sign (`*` and `/` stand for twice and half), the amount, and
    whether that is but a limit. `x = max(0, x - n)` is x reduced by n; `x = min(n, x)` is x at most n."""
    if sign != "=":
        return sign, value, False
    match value:
        case ir.Builtin(name="min", args=[a, b]) if same(a, read) or same(b, read):
            return "=", b if same(a, read) else a, True
        case ir.Builtin(
            name="max",
            args=[ir.Int(), ir.Arith(sign="+" | "-") as inner] | [ir.Arith(sign="+" | "-") as inner, ir.Int()],
        ) if same(inner.left, read):
            return inner.sign, inner.right, False
        case ir.Arith(sign="+" | "-", left=left, right=right) if same(left, read):
            return value.sign, right, False
        case ir.Arith(sign="*" | "/", left=left, right=ir.Int(value=2)) if same(left, read):
            return value.sign, value.right, False
        case ir.Arith(sign="*", left=ir.Int(value=2), right=right) if same(right, read):
            return "*", value.left, False
    return sign, value, False


def agentless(scope: Scope, key: str, **values: Phrase | Spoken | str) -> Clause:
    """A core template that begins with its verb."""
    made = conditions.make(scope, key, **values)
    made.style = "agentless"
    made.subject = None
    return made
