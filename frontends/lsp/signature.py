"""Signature help: how what is being called is called, and which part comes next.

A line begins with its verb, and each part stands behind its preposition; inside brackets stand a function's parameters by
their order. Only the line up to the cursor is looked at, so a call may be as unfinished as it likes.
"""

from __future__ import annotations

from attrs import frozen

from greyc.compiler.entries import AbilityInfo, Entry, FunctionInfo, KeywordInfo, VerbInfo
from greyc.compiler.reference import explained
from greyc.compiler.symbols import Symbols
from greyc.dsl import cut, lexer
from greyc.dsl.grammar import load
from greyc.dsl.lexer import Token
from greyc.frontends.lsp.hover import declared, documentation
from greyc.frontends.lsp.workspace import Workspace
from greyc.runtime.ir import core


@frozen
class Signature:
    """How something is called. `parts`: where its parts stand in `text`; `active`: the one being written, if any."""

    text: str
    doc: str
    parts: tuple[tuple[int, int], ...]
    active: int | None


def signature(space: Workspace, path: str, offset: int) -> Signature | None:
    """The call that an offset stands in."""
    known = space.quick(path)
    text = space.text(path) or ""
    span = next((each for each in cut.cut(text[:offset]) if each[0] <= offset <= each[1]), None)
    if known is None or span is None:
        return None
    tokens = [token for token in lexer.lex(text[:offset], span, load().keywords).tokens if token.end_pos <= offset]
    start = text.rfind("\n", 0, offset) + 1
    line = [token for token in tokens if token.start_pos >= start and not token.type.startswith(("_", "$"))]
    return _brackets(line, known.symbols) or _verb(line, known.symbols)


def _brackets(line: list[Token], symbols: Symbols) -> Signature | None:
    """The innermost function or keyword whose brackets are open."""
    opened: list[tuple[Token | None, int]] = []
    for number, token in enumerate(line):
        if token.type in ("LPAR", "LSQB", "LBRACE"):
            called = line[number - 1] if number and token.type == "LPAR" else None
            opened.append((called, 0))
        elif token.type in ("RPAR", "RSQB", "RBRACE") and opened:
            opened.pop()
        elif token.type == "COMMA" and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
    for called, place in reversed(opened):
        if called is None:
            continue
        entry = symbols.values.get(called.value)
        if isinstance(entry, FunctionInfo | KeywordInfo):
            return _made(entry, [param.name for param in entry.params], place)
        if called.value in core.FUNCTIONS and (said := explained(called.value)) is not None:
            return Signature(said[0], said[1], (), None)
    return None


def _verb(line: list[Token], symbols: Symbols) -> Signature | None:
    """The verb, or the ability that is run, that the line begins with."""
    for number, token in enumerate(line):
        entry = symbols.events.get(token.value)
        if isinstance(entry, VerbInfo) and (number == 0 or line[number - 1].type not in ("DOT", "NAME")):
            preps = [each.value for each in line[number + 1 :]]
            last = next((prep for prep in reversed(preps) if entry.slot(prep) is not None or prep == "with"), "")
            slot = entry.slot(last)
            names = [each.name for each in entry.slots]
            return _made(entry, names, names.index(slot.name) if slot is not None else None)
        if isinstance(entry, AbilityInfo) and number and line[number - 1].value == "run":
            return _made(entry, [param.name for param in entry.params], None)
    return None


def _made(entry: Entry, names: list[str], active: int | None) -> Signature:
    text = declared(entry)
    parts = []
    behind = text.find(entry.name) + len(entry.name)
    for name in names:
        start = text.find(name, behind)
        if start < 0:
            return Signature(text, documentation(entry), (), None)
        behind = start + len(name)
        parts.append((start, behind))
    return Signature(
        text, documentation(entry), tuple(parts), active if active is None or active < len(parts) else None
    )
