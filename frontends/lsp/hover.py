"""Hover: what a name means. Its declaration, its type, what its author noted in `##` lines, and of a card the text that is
made from it, in each language of its pack.

What is built in is explained as docs/core.md does, words of the grammar as dsl/words.py does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from greyc.compiler.calls import verb_header
from greyc.compiler.entries import CardInfo, Entry, FunctionInfo, Member, OptionInfo, ParamInfo, SlotInfo, VerbInfo
from greyc.compiler.reference import explained, of_word
from greyc.compiler.scope import LocalInfo
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, Type, Word, kinds_of, say, single
from greyc.dsl import cut, lexer
from greyc.dsl.grammar import load
from greyc.dsl.nodes import Span
from greyc.frontends.lsp.index import Meaning
from greyc.frontends.lsp.workspace import Analysis, Workspace

_MOST = 8
"""So many words of a kind are shown."""
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
    found = _word_at(text, offset)
    if found is None:
        return None
    word, of_grammar = found
    name = text[slice(*word)]
    said = (of_word(name) or explained(name)) if of_grammar else (explained(name) or of_word(name))
    return Hover(word, f"{_code(said[0])}\n\n{said[1]}") if said is not None else None


def _word_at(text: str, offset: int) -> tuple[Span, bool] | None:
    """The word of the file, outside of texts and comments, at an offset; and whether it is one of the grammar there."""
    span = next((each for each in cut.cut(text) if each[0] <= offset <= each[1]), None)
    if span is None:
        return None
    grammar = load()
    read = lexer.lex(text, span, grammar.keywords).tokens
    for number, token in enumerate(read):
        if token.start_pos <= offset <= token.end_pos and _WORD.fullmatch(token.value):
            known = token.type in grammar.words
            if known and token.type not in grammar.could_follow(read[:number], "declaration"):
                return None
            return (token.start_pos, token.end_pos), known
    return None


def _parts(meaning: Meaning, space: Workspace, known: Analysis) -> Iterator[str]:
    if isinstance(meaning, LocalInfo):
        yield _code(f"{meaning.name}: {meaning.type.text}" if meaning.type is not ERROR else meaning.name)
        if meaning.entry is not None:
            yield from _parts(meaning.entry, space, known)
        return
    yield _code(declared(meaning))
    if (of := type_of(meaning)) is not None:
        yield _typed(of, known.symbols)
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


def _typed(of: Type, symbols: Symbols) -> str:
    """A type in a sentence of its own; names of kinds as they are written, and with its words what has some."""
    inner = single(of)
    words = symbols.word_kinds[inner.name].words if isinstance(inner, Word) and inner.name in symbols.word_kinds else {}
    said = say(of)
    for name in [inner.name] if isinstance(inner, Word) else [kind.name for kind in kinds_of(inner)]:
        said = re.sub(rf"\b{re.escape(name)}\b", f"`{name}`", said)
    said = said[:1].upper() + said[1:]
    if not words:
        return f"{said}."
    shown = [f"`{each}`" for each in list(words)[:_MOST]]
    rest = f" and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return f"{said}: {', '.join(shown)}{rest}."


def documentation(entry: Entry) -> str:
    """What the author, or docs/core.md, says of an entry."""
    if entry.unit is None:
        of_kind = of_word(entry.name) if entry.sort.startswith("kind") else None
        said = of_kind or explained(entry.name)
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
