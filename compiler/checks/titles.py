"""What people read and has no words: cards, keywords and actions without a title."""

from __future__ import annotations

from greyc.compiler.checks.program import Program


def check(program: Program) -> None:
    texts = program.own.texts.get("en", {})
    for keyword in program.own.keywords:
        if keyword.title is None and not keyword.extension:
            program.report("untitled", keyword.file, keyword.at, what="keyword", name=keyword.name)
    for action in program.own.actions:
        if action.title.id not in texts:
            program.report("untitled", action.file, action.at, what="action", name=action.name)
