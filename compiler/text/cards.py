"""The whole text of a card: keywords with their reminders, abilities, hooks, modifiers, `whenever`.

One line for each; what the card's author wrote himself stands in place of what would be generated.
"""

from __future__ import annotations

from collections.abc import Sequence

from greyc.compiler.walk import walk
from greyc.runtime import ir
from greyc.runtime.ir.words import fill, sentence, signed

from . import acts, choices, conditions, hooks, names, numbers, queries
from .lexicon import Lexicon
from .phrase import Clause, Phrase
from .scope import Entity, Scope
from .sorts import sort_of_type


def card_text(lexicon: Lexicon, card: ir.Card) -> str:
    """The printed text of a card; "" where it has none."""
    lines = [_works_where(lexicon, card), *keywords(lexicon, card)]
    if card.text is not None:
        lines.append(authored(scope_of(lexicon, card.kind), card.text))
    else:
        lines += words(lexicon, card.kind, card.words, {})
    return "\n".join(signed(line) for line in lines if line)


def _works_where(lexicon: Lexicon, card: ir.Card) -> str:
    """Where a card that goes on working does so, if that is where not all can see it: nobody would think of it."""
    zones = next((k.active_in for k in kinds_up(lexicon, card.kind) if k.active_in), [])
    lasting = [each.zones for each in card.words.hooks]
    lasting += [each.zones for each in card.words.modifiers]
    lasting += [each.zones for each in card.words.whenevers]
    members = {zone: [member for _, _, member in lexicon.bearers([zone])] for zone in zones}
    secret = all(
        found and all(isinstance(m, ir.ZoneDecl) and (m.hidden or m.seen_by) for m in found)
        for found in members.values()
    )
    if not zones or not secret or not lasting or all(lasting):
        return ""
    scope = scope_of(lexicon, card.kind)
    where = scope.language.listed([_zone(scope, zone) for zone in zones], "or")
    return scope.language.sentences([scope.say("card.works", where=where)])


def scope_of(lexicon: Lexicon, kind: str) -> Scope:
    decides = next((k.decides for k in kinds_up(lexicon, kind) if k.decides is not None), None)
    yours = isinstance(decides, ir.Attr) and decides.name == "owner"
    scope = Scope(lexicon, kind, yours, decides=decides)
    this = Phrase(lexicon.language, noun=lexicon.noun(kind), det="this")
    scope.bind("this", Entity(sort_of_type(kind), lexicon.noun(kind), fixed=this))
    return scope


def kinds_up(lexicon: Lexicon, kind: str) -> list[ir.Kind]:
    return [lexicon.kinds[name] for name in lexicon.ancestors(kind) if name in lexicon.kinds]


def authored(scope: Scope, message: ir.Message) -> str:
    """A sentence that the author wrote, with the values in its holes."""
    text = scope.lexicon.text(message.id) or ""
    values = {name: names.argument(scope, arg.value) for name, arg in message.args.items()}
    return fill(sentence(text), values, scope.language.plural)


# ---- keywords -------------------------------------------------------------------------------


def keywords(lexicon: Lexicon, card: ir.Card) -> list[str]:
    """Keywords without words of their own on one line, others with their reminder on lines of their own."""
    marks: list[str] = []
    lines: list[str] = []
    for grant in card.keywords:
        scope = scope_of(lexicon, card.kind)
        title = names.keyword_title(scope, grant.keyword, grant.args)
        text = keyword_text(lexicon, grant, card.kind, title)
        if text.startswith(title):
            lines.append(text)
        elif text:
            lines.append(scope.say("card.keyword", title=title, text=text))
        else:
            marks.append(title)
    if marks:
        lines.insert(0, str(lexicon.language.say("card.marks", list=str(lexicon.language.facts["comma"]).join(marks))))
    return lines


def keyword_text(lexicon: Lexicon, grant: ir.GrantKeyword, kind: str, title: str = "") -> str:
    """The reminder of a keyword. One that is a single ability begins with its `title`: *Focus 1 (In a fight): ...*"""
    declared = lexicon.keywords.get(grant.keyword)
    if declared is None:
        return ""
    if declared.text is not None and (text := lexicon.text(declared.text.id)) is not None:
        return names.filled(scope_of(lexicon, kind), text, declared.params, grant.args)
    params: dict[str, Entity] = {}
    scope = scope_of(lexicon, kind)
    for param, arg in zip(declared.params, grant.args, strict=False):
        said = names.argument(scope, arg)
        sort = sort_of_type(param.type)
        fixed = Phrase(lexicon.language, fixed=said.spoken(""), number=said.number, counts=sort.number)
        params[param.name] = Entity(sort, lexicon.noun(sort.name if not sort.number else "number"), fixed=fixed)
    title = title if _one_ability(declared.words) else ""
    return str(lexicon.language.facts["join"]).join(
        words(lexicon, kind, declared.words, params, title, own=lexicon.pack_of(declared) is lexicon.packs[-1])
    )


def _one_ability(block: ir.Words) -> bool:
    return len(block.abilities) == 1 and not (block.hooks or block.whenevers or block.modifiers)


# ---- words ----------------------------------------------------------------------------------


def words(
    lexicon: Lexicon, kind: str, block: ir.Words, params: dict[str, Entity], title: str = "", *, own: bool = True
) -> list[str]:
    """A line for each thing that a card or keyword does; `title` is that of an ability without its own, `own` whether
    the block stands in a file of the pack that is told."""

    def scope() -> Scope:
        made = scope_of(lexicon, kind)
        for name, entity in params.items():
            made.bind(name, Entity(entity.sort, entity.noun, fixed=entity.fixed))
        return made

    told: list[str] = []
    blocks: list[ir.AbilityBlock | ir.Hook | ir.Whenever | ir.Modifier] = [
        *block.abilities,
        *block.hooks,
        *block.whenevers,
        *block.modifiers,
    ]
    for each in sorted(blocks, key=lambda block: block.at):
        lexicon.told = (each.file, each.at) if own else None
        match each:
            case ir.AbilityBlock():
                text = _ability(scope(), each, title)
            case ir.Hook():
                text = _hook(scope(), each)
            case ir.Whenever():
                text = _whenever(scope(), each)
            case ir.Modifier():
                text = _modifier(scope(), each)
        told.append(text)
        if own and not text and not isinstance(each, ir.Modifier) and _does_something(each.body):
            lexicon.unsaid(_called(each), each.at, each.file)
    lexicon.told = None
    return [text for text in told if text]


def _called(block: ir.AbilityBlock | ir.Hook | ir.Whenever) -> str:
    match block:
        case ir.AbilityBlock(ability=ability):
            return ability
        case ir.Hook(timing=timing, name=name):
            return f"{timing} {name}"
    return "whenever"


def _does_something(body: Sequence[ir.Stmt]) -> bool:
    """Whether anything is done besides naming, counting through and writing into the log."""
    return any(isinstance(node, ir.CallVerb | ir.SetState | ir.SetLocal | ir.Run | ir.Stop | ir.Result | ir.Fill | ir.Offer)
               for node in walk(body))  # fmt: skip


def _finish(scope: Scope, lines: Sequence[str], zones: list[str] | None) -> str:
    text = scope.language.sentences(list(lines))
    if text and zones:
        where = scope.language.listed([_zone(scope, zone) for zone in zones], "or")
        return scope.language.capital(scope.say("card.zones", where=where, body=text))
    return text


def _zone(scope: Scope, zone: str) -> str:
    """Where a card lies, by the zone's name alone: of its owner, or on the table."""
    lexicon = scope.lexicon
    if ("", zone) in lexicon.members:
        return names.place(scope, ir.ZoneRef(None, "", zone, (0, 0))).inside
    kind = next((k for k, _, _ in lexicon.bearers([zone]) if k), "")
    owner: ir.Expr = ir.Attr(ir.Local("this"), "owner", (0, 0))
    if "seat" not in lexicon.ancestors(kind):
        owner = ir.Attr(ir.Local("this"), "holder", (0, 0))
    return names.place(scope, ir.ZoneRef(owner, kind, zone, (0, 0))).inside


def _ability(scope: Scope, block: ir.AbilityBlock, keyword: str = "") -> str:
    declared = scope.lexicon.abilities.get(block.ability)
    if declared is None:
        return ""
    title, *given = (scope.lexicon.text(declared.title) or "").split(" / ")
    for at, param in enumerate(declared.params):
        sort = sort_of_type(param.type)
        noun = scope.lexicon.noun_of(given[at]) if at < len(given) else None
        entity = scope.bind(param.name, scope.entity(sort, det="the", noun=noun, named=noun is not None))
        if sort.number:
            entity.letter = scope.letter()
    if not title:
        scope.lexicon.lack("ability", declared.name, declared.at, declared.file, scope.lexicon.pack_of(declared))
        title = block.ability.replace("_", " ")
    lead = title
    guards = list(queries.conjuncts(block.when)) if block.when is not None else []
    if block.text is None:
        guards = [each for each in guards if not choices.asks_for(each, block.body)]
    left, until, once = hooks.once_flag(scope, guards, block.body)
    if once is not None or block.once is not None:
        period = until if once is not None else block.once
        lead = _once(scope, "card.lead_once", lead, period)
    if left:
        cond = conditions.several(scope, left).statement()
        lead = scope.say("card.lead_if", lead=lead, cond=cond)
    if block.text is not None:
        told = [authored(scope, block.text)]
    else:
        told = acts.sentences(scope, acts.body(scope, block.body), apart=True)
    if not told:
        return ""
    text = scope.language.sentences(told)
    own = keyword or (authored(scope, block.title) if block.title is not None else "")
    key = "card.ability_titled" if own else "card.ability"
    line = scope.language.capital(scope.say(key, title=own, lead=lead, body=text))
    return _finish(scope, [line], block.zones)


def _once(scope: Scope, key: str, lead: str, period: str | None) -> str:
    if period is None or period not in scope.lexicon.verbs:
        return scope.say(f"{key}_game", lead=lead, body=lead)
    return scope.say(key, lead=lead, body=lead, what=conditions.verb_title(scope, period))


def _hook(scope: Scope, hook: ir.Hook) -> str:
    if hook.text is not None:
        return _finish(scope, [authored(scope, hook.text)], hook.zones)
    conds = list(queries.conjuncts(hook.cond)) if hook.cond is not None else []
    conds, until, once = hooks.once_flag(scope, conds, hook.body)
    key, values, left = hooks.when(scope, hook, conds, once)
    scope.hook = hook.timing == "before"
    asked = conditions.several(scope, left) if left else None
    about_this = scope.about_this and (asked is None or asked.again(scope.this()))
    cond = asked.statement() if asked is not None else ""
    if key in hooks.REFUSALS:  # one sentence has all that the body does
        body = scope.say("act.stop_hook")
        first = scope.say(key, body=scope.say("act.if", cond=cond, body=body) if cond else body, **values)
        return _finish(scope, [first if once is None else _once(scope, "act.once", first, until)], hook.zones)
    pieces = acts.body(scope, hook.body)
    if about_this and pieces and isinstance(pieces[0], Clause):
        pieces[0].again(scope.this())
    told = acts.sentences(scope, pieces)
    if not told:
        return ""
    first = told[0]
    if any(hooks.cap(hook, name) is not None for name in hook.binds.values()):
        return _finish(scope, [scope.say("card.at_a_time", clause=values["clause"])], hook.zones)
    if cond:
        first = scope.say("act.if", cond=cond, body=first)
    first = scope.say(key, body=first, **values)
    if once is not None:
        first = _once(scope, "act.once", first, until)
    return _finish(scope, [first, *told[1:]], hook.zones)


def _whenever(scope: Scope, block: ir.Whenever) -> str:
    if block.text is not None:
        return _finish(scope, [authored(scope, block.text)], block.zones)
    conds, until, once = hooks.once_flag(scope, list(queries.conjuncts(block.cond)), block.body)
    cond = conditions.several(scope, conds).statement()
    told = acts.sentences(scope, acts.body(scope, block.body))
    if not told:
        return ""
    first = scope.say("card.whenever", cond=cond, body=told[0])
    if once is not None or block.once is not None:
        first = _once(scope, "act.once", first, until if once is not None else block.once)
    return _finish(scope, [first, *told[1:]], block.zones)


def _modifier(scope: Scope, modifier: ir.Modifier) -> str:
    clause = acts.modified(scope, modifier.target, modifier.mods)
    return _finish(scope, [numbers.explain(scope, clause.statement())], modifier.zones)
