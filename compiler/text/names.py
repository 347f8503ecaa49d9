"""Names of things: what an expression is called when somebody reads about it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from greyc.runtime import ir
from greyc.runtime.ir.words import Spoken, fill, variants

from . import conditions, lists, numbers
from .language import Said
from .lexicon import Noun, plain
from .phrase import Phrase, Place
from .queries import candidates
from .scope import Entity, Scope


def name(scope: Scope, expr: ir.Expr) -> Phrase:
    """The noun phrase for a thing, a word or a list."""
    if scope.is_you(expr):
        if isinstance(expr, ir.Local):
            scope.locals[expr.name].mentions += 1
        return scope.you
    match expr:
        case ir.Local(name=local):
            return mention(scope, local)
        case ir.Query():
            return candidates(scope, expr, "all", many=True)
        case ir.Contents(zone=zone):
            return _contents(scope, zone)
        case ir.ZoneRef() | ir.SlotRead():
            return _zone_name(scope, expr)
        case ir.Attr():
            return _attribute(scope, expr)
        case ir.DieRef(name=die):
            return Phrase(scope.language, noun=_die_noun(scope, die), det="a")
        case ir.Printed(card=card) | ir.Copy(card=card):
            return Phrase(scope.language, noun=_card_noun(scope, card))
        case ir.Word(kind=kind, word=word):
            return Phrase(scope.language, noun=scope.lexicon.word(kind, word))
        case ir.ListOf(items=items):
            if len(items) > 1 and isinstance(items[0], ir.DieRef) and all(each == items[0] for each in items):
                return lists.dice(scope, items[0], ir.Int(len(items)))
            phrases = [name(scope, each) for each in items]
            if len(phrases) == 1:
                return phrases[0]
            return fixed(scope, scope.language.listed([p.text for p in phrases]), many=True)
        case ir.KeywordRef(name=keyword, args=args):
            return fixed(scope, keyword_title(scope, keyword, args))
        case ir.KindRef(kind=kind):
            return Phrase(scope.language, noun=scope.lexicon.noun(kind))
        case ir.Players():
            return fixed(scope, scope.say("np.all_seats"), many=True)
        case ir.Call():
            return _call(scope, expr)
        case ir.Builtin():
            return _builtin(scope, expr)
        case ir.Every(kind=kind) | ir.CardsOf(kind=kind) | ir.Values(kind=kind):
            return Phrase(
                scope.language, noun=scope.lexicon.noun(kind), det="all", many=True, tail=of_pack(scope, expr)
            )
        case ir.Join() | ir.Without() | ir.MapList() | ir.Aggregate():
            return lists.told(scope, expr)
        case ir.IfElse(cond=cond, then=then, other=other):
            return _if_else(scope, cond, then, other)
        case ir.State(name=state):
            return fixed(scope, state_title(scope, state), many=scope.sort(expr).list)
        case ir.Get(of=of, kind=kind, name=field_name):
            title = scope.lexicon.member_title(kind, field_name)
            return fixed(scope, field_of(scope, name(scope, of), title), many=scope.sort(expr).list)
    return fixed(scope, _other(scope, expr))


def field_of(scope: Scope, owner: Phrase, what: str) -> str:
    """*its damage*, *the damage of a monster in play*"""
    return scope.say("np.field_of" if owner.long else "np.field", x=owner, what=what)


def of_pack(scope: Scope, expr: ir.Expr) -> list[str]:
    """Of which pack's cards is spoken, where it is only one's."""
    if not isinstance(expr, ir.CardsOf) or expr.pack is None:
        return []
    pack = next((pack for pack in scope.lexicon.packs if pack.name == expr.pack), None)
    title = None if pack is None else scope.lexicon.text(pack.title_id) or pack.title
    return [scope.say("np.of_pack", pack=title or expr.pack)]


def fixed(scope: Scope, text: str, *, many: bool = False) -> Phrase:
    return Phrase(scope.language, fixed=text, many=many)


def mention(scope: Scope, local: str) -> Phrase:
    """A name in scope: introduced the first time, from then on *that ...*."""
    if scope.holes is not None and local not in scope.locals:
        return hole(scope, ir.Local(local), local)
    entity = scope.locals.get(local)
    if entity is None:
        return scope.this() if local == "this" else fixed(scope, plain(local))
    entity.mentions += 1
    if entity.fixed is not None:
        if scope.subject is entity:
            return evolve(entity.fixed, possessive=_own(scope, entity), who=entity)
        return entity.fixed
    if entity.intro is not None:
        intro, entity.intro = entity.intro, None
        first = intro()
        first.who, entity.first = entity, first.text
        entity.noun = first.later or entity.noun
        return first
    if entity.letter:
        return Phrase(scope.language, fixed=entity.letter, counts=True)
    det = "those" if entity.many and entity.det == "that" else entity.det
    later = Phrase(scope.language, noun=entity.noun, det=det, many=entity.many, who=entity)
    if scope.subject is entity:
        later.possessive = _own(scope, entity)
    return later


def hole(scope: Scope, expr: ir.Expr, wish: str) -> Phrase:
    """For prompts: a value that is known only when somebody is asked."""
    assert scope.holes is not None
    key = wish
    while key in scope.holes and scope.holes[key].value != expr:
        key += "_"
    sort = scope.sort(expr)
    scope.holes[key] = ir.MessageArg(expr, f"list<{sort.name}>" if sort.list else sort.name)
    return Phrase(scope.language, fixed=f"{{{key}}}", possessive=f"{{{key}:poss}}", counts=sort.number)


def _own(scope: Scope, entity: Entity) -> str:
    """The possessive of what the sentence is about."""
    if entity.fixed is not None and entity.fixed.possessive:
        return entity.fixed.possessive
    seat = next(iter(list(scope.lexicon.ancestors(entity.sort.name))[-1:]), "")
    return scope.say("np.their" if seat == "seat" or entity.many else "np.its")


def _card_noun(scope: Scope, card: str) -> Noun:
    title = scope.lexicon.card(card)
    declared = scope.lexicon.cards.get(card)
    return Noun(title, title, scope.lexicon.noun(declared.kind).counter if declared is not None else "")


def _die_noun(scope: Scope, die: str) -> Noun:
    declared = scope.lexicon.dice.get(die)
    title = scope.lexicon.text(declared.title) if declared is not None else None
    noun = scope.lexicon.noun_of(scope.language.without_article(title or plain(die)))
    return noun if title is not None and "|" in title else evolve(noun, counter=scope.lexicon.noun("die").counter)


def state_title(scope: Scope, state: str) -> str:
    if state in ("outcome", "winner") and scope.lexicon.member("", state) is None:
        return scope.say("np.state", what=plain(state))
    return scope.lexicon.member_title("", state)


def _contents(scope: Scope, zone: ir.Expr) -> Phrase:
    if (call := told_by_members(scope, zone)) is not None:
        noun = scope.lexicon.noun_of(function_title(scope, call))
        return Phrase(scope.language, noun=noun, short=scope.lexicon.noun(scope.sort(zone).name), det="all", many=True)
    noun = scope.lexicon.noun(scope.sort(zone).name)
    at = place(scope, zone)
    return Phrase(scope.language, noun=noun, det="all", many=True, where=[at.inside], source=[at.source])


def _zone_name(scope: Scope, expr: ir.ZoneRef | ir.SlotRead) -> Phrase:
    return fixed(scope, place(scope, expr.zone if isinstance(expr, ir.SlotRead) else expr).name)


def _attribute(scope: Scope, expr: ir.Attr) -> Phrase:
    if expr.name == "card":
        return name(scope, expr.of)
    if expr.name == "zone":
        return fixed(scope, place(scope, expr).name)
    if expr.name == "die":
        return name(scope, expr.of)
    if expr.name in ("owner", "holder") and scope.is_this(expr.of):
        kind, where = _around(scope, seat=expr.name == "owner")
        if where:
            said = scope.say("attr.owner_in", x=name(scope, expr.of), noun=scope.lexicon.noun(kind).one, where=where)
            return fixed(scope, said)
    noun = scope.lexicon.noun(scope.sort(expr).name)
    owner = name(scope, expr.of)
    if expr.name == "owner" and owner.long:
        return fixed(scope, field_of(scope, owner, noun.one))
    return fixed(scope, scope.say(f"attr.{expr.name}", x=owner, noun=noun.one))


def whose(scope: Scope, owner: Phrase) -> Phrase | None:
    """Whose a place is, in a clause about them; None in languages that do not say it there again."""
    return owner if scope.language.facts["whose"] else None


def _around(scope: Scope, *, seat: bool) -> tuple[str, str]:
    """What has a card like this one, and where: a player *in front of them*, a thing *on it*; ("", "") if there is not
    just one such zone with words."""
    lexicon = scope.lexicon
    ancestors = list(lexicon.ancestors(scope.bearer))
    active = {zone for kind in ancestors for zone in _active(scope, kind)}
    own, its = ("np.them", "np.their") if seat else ("np.it", "np.its")
    owner = whose(scope, Phrase(scope.language, fixed=scope.say(own), possessive=scope.say(its)))
    found = [
        (scope.sorts.seat if seat else kind, named_place(scope, title, owner).inside)
        for kind, _, member in lexicon.bearers(active)
        if kind and ("seat" in lexicon.ancestors(kind)) is seat
        if seat or (isinstance(member, ir.ZoneDecl) and set(member.kinds) & set(ancestors))
        if (title := lexicon.text(member.title)) and len(parts := variants(title)) > 1 and "owner" in parts[1].holes
    ]
    return found[0] if len(found) == 1 else ("", "")


def _active(scope: Scope, kind: str) -> list[str]:
    declared = scope.lexicon.kinds.get(kind)
    return declared.active_in if declared is not None else []


def _call(scope: Scope, expr: ir.Call) -> Phrase:
    title = function_title(scope, expr)
    parts = title.split("|")
    sort = scope.sort(expr)
    if sort.list and len(parts) > 1:
        short = scope.lexicon.noun(sort.name)
        return Phrase(scope.language, noun=scope.lexicon.noun_of(title), short=short, det="all", many=True)
    return fixed(scope, parts[0].replace("{adj}", ""), many=sort.list)


def told_by_members(scope: Scope, source: ir.Expr) -> ir.Call | None:
    """The function that a list or zone comes from, where its words are for its members: *monster that may be fought*."""
    call = source.zone if isinstance(source, ir.Contents) else source
    function = scope.lexicon.functions.get(call.function) if isinstance(call, ir.Call) else None
    title = scope.lexicon.text(function.title) if function is not None else None
    return call if isinstance(call, ir.Call) and "|" in (title or "") else None


def function_title(scope: Scope, expr: ir.Call) -> str:
    """The title of a function with its arguments in its holes; reported where it lacks one."""
    function = scope.lexicon.functions.get(expr.function)
    if function is None:
        return plain(expr.function)
    title = scope.lexicon.text(function.title)
    if title is None:
        pack = scope.lexicon.pack_of(function)
        scope.lexicon.lack("function", function.name, function.at, function.file, pack)
        return plain(function.name)
    variant = variants(title)[0]
    values: dict[str, Spoken | None] = {"adj": Said("{adj}")}  # kept for the phrase, which knows them
    values |= {
        param.name: name(scope, arg) if not scope.sort(arg).number else numbers.amount(scope, arg)
        for param, arg in zip(function.params, expr.args, strict=False)
        if param.name in variant.holes
    }
    return fill(variant, values, scope.language.plural)


def _builtin(scope: Scope, expr: ir.Builtin) -> Phrase:
    args = expr.args
    sort = scope.sort(expr)
    noun = scope.lexicon.noun(sort.name)
    match expr.name:
        case "top":
            n = numbers.amount(scope, args[1]) if len(args) > 1 else None
            key = "fn.top_n" if n is not None and n.number != 1 else "fn.top"
            many = key == "fn.top_n"
            where = place(scope, _zone_of(args[0])).name
            return fixed(scope, scope.say(key, n=n, noun=noun.of(many), counter=noun.counter, zone=where), many=many)
        case "first" | "last":
            return candidates(scope, ir.Query("", args[0], None, None, sort.name), expr.name)
        case "seats_from":
            where = scope.say("fn.seats_from", x=name(scope, args[0]))
            return Phrase(scope.language, noun=noun, det="all", many=True, where=[where], person=True)
        case "join":
            return fixed(scope, scope.language.listed([name(scope, each).text for each in args]), many=True)
        case "values":
            return Phrase(scope.language, noun=noun, det="each")
    return fixed(scope, numbers.text(scope, expr), many=sort.list)


def _zone_of(expr: ir.Expr) -> ir.Expr:
    return expr.zone if isinstance(expr, ir.Contents) else expr


def _if_else(scope: Scope, cond: ir.Expr, then: ir.Expr, other: ir.Expr) -> Phrase:
    a, b = name(scope, then), name(scope, other)
    return fixed(scope, scope.say("np.if_else", a=a, b=b, cond=conditions.statement(scope, cond)), many=a.many)


def _other(scope: Scope, expr: ir.Expr) -> str:
    match expr:
        case ir.Str(value=value):
            return scope.say("np.text", x=value)
        case ir.Nothing():
            return scope.say("np.nothing")
        case ir.BoardRef(name=board):
            declared = scope.lexicon.boards.get(board)
            title = (scope.lexicon.text(declared.title) if declared else None) or plain(board)
            return scope.say("zone.the", zone=scope.language.without_article(title))
        case ir.SideRef(name=side):
            return scope.say(f"word.{side}") if f"word.{side}" in scope.language.templates else side
        case ir.Option(name=option):
            return option_title(scope, option)
        case ir.Table() | ir.Index() | ir.ByPlayers() | ir.RangeList():
            return numbers.text(scope, expr)
    if scope.sort(expr).flag:
        return conditions.statement(scope, expr)
    return numbers.text(scope, expr)


def option_title(scope: Scope, option: str) -> str:
    found = scope.lexicon.options.get(option)
    if found is None:
        return plain(option)
    declared, pack, file = found
    title = scope.lexicon.text(declared.title)
    if title is None:
        scope.lexicon.lack("option", option, declared.at, file, pack)
    return scope.say("np.quoted", x=title or plain(option))


def keyword_title(scope: Scope, keyword: str, args: list[ir.Expr]) -> str:
    """*Slash 2*"""
    declared = scope.lexicon.keywords.get(keyword)
    if declared is None:
        return plain(keyword)
    title = scope.lexicon.text(declared.title)
    if title is None:
        scope.lexicon.lack("keyword", keyword, declared.at, declared.file, scope.lexicon.pack_of(declared))
        return plain(keyword)
    return filled(scope, title, declared.params, args)


def filled(scope: Scope, template: str, params: list[ir.Param], args: list[ir.Expr]) -> str:
    """A keyword's words with its parameters."""
    values = {p.name: argument(scope, a) for p, a in zip(params, args, strict=False)}
    return fill(variants(template)[0], values, scope.language.plural)


def argument(scope: Scope, expr: ir.Expr) -> Phrase | Said:
    return numbers.amount(scope, expr) if scope.sort(expr).number else name(scope, expr)


# ---- places ---------------------------------------------------------------------------------


def place(scope: Scope, zone: ir.Expr) -> Place:
    """A zone with its prepositions: its own words, or those that the language makes of its name."""
    say = scope.say
    match zone:
        case ir.Contents(zone=inner) | ir.SlotRead(zone=inner):
            return place(scope, inner)
        case ir.Attr(of=of, name="zone"):
            if scope.is_this(of):
                return Place(say("zone.here"), say("zone.here"), say("zone.here_into"), say("zone.here_from"))
            x = name(scope, of)
            where = say("zone.where", x=x)
            return Place(where, where, say("zone.where_into", x=x), where)
        case ir.ZoneRef(of=None, name="box"):
            return Place(say("zone.box"), say("zone.box_in"), say("zone.into", x=say("zone.box")), say("zone.box"))
        case ir.ZoneRef(of=of, kind=kind, name=zone_name):
            title = scope.lexicon.member_title(kind, zone_name)
            owner = name(scope, of) if of is not None else None
            return named_place(scope, title, owner)
        case ir.Local(name=local):
            entity = scope.locals.get(local)
            if entity is not None and entity.sort.zone and entity.fixed is None:
                entity.mentions += 1
                there = say("zone.there")
                return Place(say("zone.that"), there, say("zone.there_into"), say("zone.there_from"))
        case ir.IfElse(cond=cond, then=then, other=other):
            condition = conditions.statement(scope, cond)
            a, b = place(scope, then), place(scope, other)
            forms = [
                say("np.if_else", a=a.spoken(form), b=b.spoken(form), cond=condition)
                for form in ("", "in", "into", "from")
            ]
            return Place(forms[0], forms[1], forms[2], forms[3])
    text = name(scope, zone).text
    return Place(text, say("zone.in", x=text), say("zone.into", x=text), say("zone.from", x=text))


def them(scope: Scope, owner: Phrase | None) -> Phrase | None:
    """*in front of them*, where they are who the sentence is about."""
    if owner is None or owner.who is None or owner.who is not scope.subject or owner.you:
        return owner
    own = owner.possessive or scope.say("np.its")
    key = "np.them" if own == scope.say("np.their") else "np.it"
    return Phrase(scope.language, fixed=scope.say(key), possessive=own, many=key == "np.them")


def named_place(scope: Scope, title: str, owner: Phrase | None) -> Place:
    options = variants(scope.language.without_article(title))
    values = {"owner": them(scope, owner)}

    def form(at: int) -> str | None:
        if at >= len(options):
            return None
        text = fill(options[at], values, scope.language.plural)
        if "owner" in options[at].holes or at > 0:
            return text
        if owner is None:
            return scope.say("zone.the", zone=text)
        return scope.say("zone.of_long" if owner.long else "zone.of", x=owner, zone=text)

    base = form(0) or ""
    inside = form(1) or scope.say("zone.in", x=base)
    into = form(2) or scope.say("zone.into", x=base)
    source = form(3) or (inside if len(options) > 1 else scope.say("zone.from", x=base))
    own = len(options) == 1 and not options[0].holes
    base_title = scope.language.without_article(title)
    return Place(base, inside, into, source, base_title if own else "", owner if own else None)


def one_place(scope: Scope, places: Sequence[Place]) -> Place:
    """Several places where something may be, in one: *in your hand or discard pile*."""
    merged: list[Place] = []
    for at, each in enumerate(places):
        owner = each.owner
        if owner is None or not each.plain:
            merged.append(each)
            continue
        group = [p for p in places if p.plain and p.owner is not None and p.owner.text == owner.text]
        if group[0] is places[at]:
            titles = scope.language.listed(list(dict.fromkeys(p.plain for p in group)), "or")
            base = scope.say("zone.of_long" if owner.long else "zone.of", x=owner, zone=titles)
            inside, into, source = (scope.say(f"zone.{form}", x=base) for form in ("in", "into", "from"))
            merged.append(Place(base, inside, into, source))

    def listed(form: str) -> str:
        return scope.language.listed(list(dict.fromkeys(p.spoken(form) for p in merged)), "or")

    return Place(listed(""), listed("in"), listed("into"), listed("from"))
