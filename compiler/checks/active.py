"""Words on cards that never work, because nothing says in which zones the cards do."""

from __future__ import annotations

from greyc.compiler.checks.program import Program
from greyc.runtime import ir


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
        if not cards or len(cards) < len(kinds) or any(kind in active for kind in cards):
            continue
        words: list[ir.Hook | ir.Whenever | ir.Modifier] = [
            *bearer.words.hooks,
            *bearer.words.whenevers,
            *bearer.words.modifiers,
        ]
        for node in words:
            if node.zones is None:
                program.report("never-active", node.file, node.at, kind=cards[0])


def _active_kinds(program: Program) -> set[str]:
    """Kinds that work in some zone, and those with a kind below them that does."""
    working = {kind.name for pack in program.packs for kind in pack.kinds if kind.active_in}
    found: set[str] = set()
    for name in program.kinds:
        line = program.lineage(name)
        if working.intersection(line):
            found.update(line)
    return found
