"""What nothing ever uses: verbs never called, abilities never run, actions never offered, values never read, cards never
made.

Only asked where there is a game to be played: a pack without one is vocabulary for others. What a person reads (a field
or state with a title) is used by being shown.
"""

from __future__ import annotations

from greyc.compiler.checks.program import Program
from greyc.compiler.spell import did_you_mean
from greyc.runtime import ir
from greyc.runtime.ir import core


def check(program: Program) -> None:
    if not any(not game.extension for pack in program.packs for game in pack.games):
        return
    _events(program)
    _values(program)
    _keywords(program)
    _cards(program)


def _events(program: Program) -> None:
    own, mentions = program.own, program.mentions
    for verb in own.verbs:
        if verb.name not in mentions.verbs and not verb.override and not verb.extension:
            program.report("unused-verb", verb.file, verb.at, name=verb.name)
    for ability in own.abilities:
        if ability.name not in mentions.abilities and not ability.extension:
            program.report("unused-ability", ability.file, ability.at, name=ability.name)
    for action in own.actions:
        group = action.group or action.name
        if group not in mentions.groups and not action.override:
            guess = did_you_mean(group, mentions.groups) if action.group else None
            program.report("unused-action", action.file, action.at, guess, name=action.name, group=group)
    for function in own.functions:
        if function.name not in mentions.functions and not function.override:
            program.report("unused-function", function.file, function.at, name=function.name)


def _values(program: Program) -> None:
    mentions = program.mentions
    for game in program.own.games:
        for option in game.options:
            if option.name not in mentions.options:
                program.report("unused-value", game.file, option.at, what="option", name=option.name)
        for state in game.states:
            if state.title is None and state.name not in mentions.states:
                program.report("unused-value", game.file, state.at, what="state", name=state.name)
    _zones(program)
    owners: list[ir.Keyword | ir.Card] = [*program.own.keywords, *program.own.cards]
    for owner in owners:
        for state in owner.states:
            if state.title is None and state.name not in mentions.fields:
                program.report("unused-value", owner.file, state.at, what="state", name=state.name)
    for kind in program.own.kinds:
        values: list[ir.FieldDecl | ir.StateDecl] = [*kind.fields, *kind.states]
        root = program.lineage(kind.name)[-1]
        read = dict(core.COPY_FIELDS) if root in ("card", "place") else {}
        for value in values:
            if value.name in read:
                continue  # the core reads it, and a kind may only say another default
            if value.title is None and value.name not in mentions.fields:
                what = "field" if isinstance(value, ir.FieldDecl) else "state"
                program.report("unused-value", kind.file, value.at, what=what, name=value.name)


def _zones(program: Program) -> None:
    """A zone that no rule names: nothing ever lies there."""
    owners: list[ir.GameDecl | ir.Kind | ir.Card] = [*program.own.games, *program.own.kinds, *program.own.cards]
    for owner in owners:
        for zone in owner.zones:
            if zone.name not in program.mentions.zones:
                what = "slot" if zone.slot else "zone"
                program.report("unused-zone", owner.file, zone.at, what=what, name=zone.name)


def _keywords(program: Program) -> None:
    """A keyword that nothing has; or a mere mark that no rule looks at."""
    mentions = program.mentions
    for keyword in program.own.keywords:
        if not keyword.extension and keyword.name not in mentions.keywords:
            program.report("unused-keyword", keyword.file, keyword.at, name=keyword.name)


def _cards(program: Program) -> None:
    mentions = program.mentions
    for card in program.own.cards:
        lineage = program.lineage(card.kind)
        if card.name not in mentions.cards and not mentions.kinds_of_cards.intersection(lineage):
            program.report("unused-card", card.file, card.at, name=card.name)
        copies = card.fields.get("copies")
        if isinstance(copies, ir.Int) and copies.value < 1 and card.name not in mentions.cards:
            program.report("no-copies", card.file, card.at, name=card.name, count=copies.value)
