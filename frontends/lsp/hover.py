"""Hover: what a name means. Its declaration, its type, what its author noted in `##` lines, and of a card the text that is
made from it, in each language of its pack.

Words of the language itself are explained as docs/core.md does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from greyc.compiler.calls import verb_header
from greyc.compiler.entries import CardInfo, Entry, FunctionInfo, Member, OptionInfo, ParamInfo, SlotInfo, VerbInfo
from greyc.compiler.reference import explained
from greyc.compiler.scope import LocalInfo
from greyc.compiler.types import ERROR, Type, say
from greyc.dsl.nodes import Span
from greyc.frontends.lsp.index import Meaning
from greyc.frontends.lsp.workspace import Analysis, Workspace

_WORD = re.compile(r"[^\W\d]\w*")


@frozen
class Hover:
    """What is shown, as Markdown, for the text of a span."""

    span: Span
    text: str


def hover(space: Workspace, path: str, offset: int) -> Hover | None:
    """What is known of the name at an offset."""
    known = space.quick(path)
    use = known.index.at(path, offset) if known is not None else None
    if known is not None and use is not None:
        return Hover(use.span, "\n\n".join(_parts(use.meaning, space, known)))
    text = space.text(path) or ""
    for word in _WORD.finditer(text, max(0, offset - 60)):
        if word.start() <= offset <= word.end() and (said := explained(word[0])) is not None:
            return Hover(word.span(), f"{_code(said[0])}\n\n{said[1]}")
    return None


def _parts(meaning: Meaning, space: Workspace, known: Analysis) -> Iterator[str]:
    if isinstance(meaning, LocalInfo):
        yield _code(f"{meaning.name}: {meaning.type.text}" if meaning.type is not ERROR else meaning.name)
        if meaning.entry is not None:
            yield from _parts(meaning.entry, space, known)
        return
    yield _code(declared(meaning))
    if (of := type_of(meaning)) is not None:
        yield say(of)[:1].upper() + say(of)[1:]
    doc = documentation(meaning)
    if doc:
        yield doc
    if isinstance(meaning, CardInfo):
        yield from _printed(meaning, space)
    if meaning.pack != known.pack.name:
        yield f"*{meaning.pack}*"


def declared(entry: Entry) -> str:
    """The first line of what declares an entry."""
    if entry.unit is None:
        return verb_header(entry) if isinstance(entry, VerbInfo) else f"{entry.sort} {entry.name}"
    text = entry.unit.text
    begin, end = text.rfind("\n", 0, entry.span[0]) + 1, text.find("\n", entry.span[1])
    return text[begin : end if end >= 0 else len(text)].split("  #")[0].strip().removesuffix(":")


def type_of(entry: Entry) -> Type | None:
    """The type of what has one that its first line need not say."""
    if isinstance(entry, FunctionInfo):
        found: Type | None = entry.result
    elif isinstance(entry, VerbInfo):
        found = entry.result
    elif isinstance(entry, Member | OptionInfo | ParamInfo | SlotInfo):
        found = entry.type
    else:
        found = None
    return None if found is ERROR else found


def documentation(entry: Entry) -> str:
    """What the author, or docs/core.md, says of an entry."""
    if entry.unit is None:
        said = explained(entry.name)
        return said[1] if said is not None else ""
    node: Any = getattr(entry, "node", None)
    doc = getattr(node, "doc", None)
    return doc.text if doc is not None else ""


def _printed(card: CardInfo, space: Workspace) -> Iterator[str]:
    """The text of a card, as the last full look at its pack made it."""
    assert card.unit is not None
    shelf = space.shelf(card.unit.path)
    source = shelf.pack_of(card.unit.path) if shelf is not None else None
    full = space.last_full(source) if source is not None else None
    if source is None or full is None:
        return
    for language, texts in full.made[source.name].printed.items():
        if text := texts.get(card.name):
            yield f"**{language}** " + text.replace("\n", "  \n")


def _code(text: str) -> str:
    return f"```grey\n{text}\n```"
