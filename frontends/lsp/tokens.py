"""Semantic tokens: what each name of a file is, for its colour. Words of the language, numbers, texts and comments are told
apart as well, so that an editor needs no grammar of its own.
"""

from __future__ import annotations

import re
from typing import Final

from greyc.compiler.entries import ActionInfo, CardInfo, Entry, Member, ParamInfo, SlotInfo
from greyc.compiler.scope import LocalInfo
from greyc.dsl import cut, lexer
from greyc.dsl.grammar import load
from greyc.dsl.nodes import Span
from greyc.frontends.lsp.index import Meaning, Use
from greyc.frontends.lsp.places import Text
from greyc.frontends.lsp.workspace import Workspace
from greyc.runtime.ir import core

TYPES: Final = (
    *("namespace", "class", "enum", "enumMember", "interface", "event", "function", "method", "variable", "parameter"),
    *("property", "keyword", "number", "string", "comment", "struct"),
)
MODIFIERS: Final = ("declaration", "defaultLibrary")
_SORTS: Final = {
    "kind": "class",
    "kind of words": "enum",
    "keyword": "interface",
    "ability": "event",
    "function": "function",
    "verb": "method",
    "die": "struct",
    "board": "namespace",
    "game": "namespace",
    "option": "property",
}
_COMMENT: Final = re.compile(r'"""[\s\S]*?"""|"(?:\\"|[^"\n])*"?|(#[^\n]*)')


def tokens(space: Workspace, path: str) -> list[tuple[Span, str, int]]:
    """The parts of a file in their order, each with one of TYPES and the bits of its MODIFIERS. None overlap."""
    text = space.text(path) or ""
    known = space.quick(path)
    named: dict[int, Use] = {use.span[0]: use for use in known.index.uses.get(path, ())} if known is not None else {}
    found: list[tuple[Span, str, int]] = [
        (match.span(1), "comment", 0) for match in _COMMENT.finditer(text) if match[1] is not None
    ]
    grammar = load()
    for span in cut.cut(text):
        for token in lexer.lex(text, span, grammar.keywords).tokens:
            where = (token.start_pos, token.end_pos)
            use = named.get(token.start_pos)
            if use is not None and use.span == where:
                modifiers = use.is_declaration + 2 * (not use.key[0])
                found.append((where, _type(use.meaning), int(modifiers)))
            elif token.type in grammar.words:
                found.append((where, "keyword", 0))
            elif token.type == "NUMBER":
                found.append((where, "number", 0))
            elif token.type in ("STRING", "LONGSTRING"):
                found += _string(where, text, named)
            elif token.type == "NAME" and (token.value in core.NAMES or token.value in core.FUNCTIONS):
                found.append((where, "function" if token.value in core.FUNCTIONS else "variable", 2))
    return sorted(found)


def _string(span: Span, text: str, named: dict[int, Use]) -> list[tuple[Span, str, int]]:
    """A text, cut at the names between its braces."""
    found: list[tuple[Span, str, int]] = []
    behind = span[0]
    inside = sorted(start for start in named if span[0] < start < span[1])
    for start in inside:
        use = named[start]
        if use.span[1] <= span[1]:
            found += [((behind, start), "string", 0), (use.span, _type(use.meaning), 0)]
            behind = use.span[1]
    return [*found, ((behind, span[1]), "string", 0)]


def _type(meaning: Meaning) -> str:
    if isinstance(meaning, LocalInfo):
        return "parameter" if meaning.entry is not None else "variable"
    return _of_entry(meaning)


def _of_entry(entry: Entry) -> str:
    if isinstance(entry, Member):
        return "property"
    if isinstance(entry, SlotInfo | ParamInfo):
        return "parameter"
    if isinstance(entry, CardInfo):
        return "enumMember"
    if isinstance(entry, ActionInfo):
        return "method"
    return _SORTS.get(entry.sort, "enumMember")


def encoded(found: list[tuple[Span, str, int]], text: Text) -> list[int]:
    """As the protocol sends it: five numbers each, lines and columns counted from the one before. A part of several lines is
    sent as one for each."""
    data: list[int] = []
    last = (0, 0)
    for span, sort, modifiers in found:
        start = span[0]
        for piece in text.text[span[0] : span[1]].split("\n"):
            if piece.strip():
                place = text.place(start)
                length = text.place(start + len(piece))[1] - place[1]
                column = place[1] - last[1] if place[0] == last[0] else place[1]
                data += [place[0] - last[0], column, length, TYPES.index(sort), modifiers]
                last = place
            start += len(piece) + 1
    return data
