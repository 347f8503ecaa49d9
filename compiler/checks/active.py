"""Words on cards that never work, because nothing says in which zones the cards do, or because they can't lie there."""

from __future__ import annotations

from greyc.compiler.checks.program import Bearer, Program
from greyc.runtime import ir

Word = ir.Hook | ir.Whenever | ir.Modifier | ir.AbilityBlock


def check(program: Program) -> None:
    active = _active_kinds(program)
    for bearer in program.bearers:
        if not bearer.own or bearer.on is None:
            continue
        match bearer.on:
            case ir.Kind():
                kinds = [bearer.on.name]
            case ir.Card():
                kinds = [bearer.on.kind]
            case _:
                kinds = bearer.on.on
        cards = [kind for kind in kinds if program.lineage(kind)[-1] == "card"]
        for node in _words(bearer):
            _never_there(program, kinds, node)
        if not cards or len(cards) < len(kinds) or any(kind in active for kind in cards):
            continue
        for node in _words(bearer):
            if node.zones is None and not isinstance(node, ir.AbilityBlock):
                program.report("never-active", node.file, node.at, kind=cards[0])


def _words(bearer: Bearer) -> list[Word]:
    words = bearer.words
    return [*words.hooks, *words.whenevers, *words.modifiers, *words.abilities]


def _never_there(program: Program, kinds: list[str], node: Word) -> None:
    """`active in Z:` on a card of a kind that no zone of that name takes."""
    for name in node.zones or ():
        named = [(owner, decl) for (owner, zone), decl in program.zones.items() if zone == name]
        again = {above for owner, decl in named if decl.narrows for above in program.lineage(owner)[1:]}
        takes = {kind for owner, decl in named if owner not in again for kind in decl.kinds}
        fits = any(
            other in program.lineage(kind) or kind in program.lineage(other) for kind in kinds for other in takes
        )
        if takes and not fits:
            instead = f"{name} is for {' and '.join(sorted(takes))}"
            program.report("never-in-zone", node.file, node.at, suggestion=instead, kind=kinds[0], zone=name)


def _active_kinds(program: Program) -> set[str]:
    """Kinds that work in some zone, and those with a kind below them that does."""
    working = {kind.name for pack in program.packs for kind in pack.kinds if kind.active_in}
    found: set[str] = set()
    for name in program.kinds:
        line = program.lineage(name)
        if working.intersection(line):
            found.update(line)
    return found
