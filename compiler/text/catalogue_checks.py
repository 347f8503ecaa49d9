"""What a file of translations says of nothing, says in another language than its name promises, or says in parts that no
noun has.

The format allows all of it; a translator only sees that a text is not shown. What gettext itself puts away at the end of a
file (`#~`) is nothing to tell of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from attrs import define

from greyc.dsl.problems import Instead
from greyc.runtime.ir.words import FORMS, PIECE, noun_forms

from . import po
from .catalogue import Catalogue, line_of_translation


@define(frozen=True)
class CatalogueFinding:
    """Something wrong in a file of translations."""

    name: str
    tag: str
    line: int
    words: dict[str, str]
    suggestion: str | None = None


def odd(
    catalogue: Catalogue, english: Mapping[str, str], told: Collection[str], most: int
) -> Iterator[CatalogueFinding]:
    """`told`: ids of which something was said already; `most`: how many forms a noun has, with its measure word."""
    yield from _other_language(catalogue)
    unused = [e for e in catalogue.entries.values() if e.translation and e.id not in english and e.id not in told]
    if unused:
        words = {"count": str(len(unused)), "first": unused[0].id}
        yield CatalogueFinding("translation-unused", catalogue.tag, unused[0].line, words)
    for entry in catalogue.entries.values():
        piece = next((p for p in PIECE.finditer(entry.translation) if (p["form"] or "") not in FORMS), None)
        if piece is not None and entry.id in english:
            line = line_of_translation(catalogue.text, entry.line)
            words = {"id": entry.id, "holes": f"has {piece[0]}, and there is no form {piece['form']}"}
            yield CatalogueFinding("placeholders-differ", catalogue.tag, line, words)
        noun = entry.id.endswith(".title") and entry.id in english and not re.search(r"[\[\]]| / ", entry.translation)
        forms = noun_forms(entry.translation) if noun else ()
        if len(forms) > most:
            line = line_of_translation(catalogue.text, entry.line)
            kept = "|".join(forms[:most])
            words = {"id": entry.id, "count": str(len(forms)), "most": str(most), "language": catalogue.tag}
            yield CatalogueFinding("forms-too-many", catalogue.tag, line, words, _kept(catalogue, line, kept))


def _kept(catalogue: Catalogue, line: int, kept: str) -> str:
    """To write these forms alone; of a translation that goes over several lines it is only said."""
    whole = f'msgstr "{kept}"'
    advice = f"write {kept}"
    return Instead.of(advice, whole) if catalogue.text.splitlines()[line - 1].startswith(whole[:-1]) else advice


def _other_language(catalogue: Catalogue) -> Iterator[CatalogueFinding]:
    said = po.language(catalogue.text)
    if po.is_other(said, catalogue.tag):
        line = catalogue.text.count("\n", 0, max(catalogue.text.find('"Language:'), 0)) + 1
        words = {"said": said, "language": catalogue.tag}
        advice = f"write Language: {catalogue.tag}, or rename the file"
        if f'"Language: {said}\\n"' == catalogue.text.splitlines()[line - 1]:
            advice = Instead.of(advice, f'"Language: {catalogue.tag}\\n"')
        yield CatalogueFinding("language-differs", catalogue.tag, line, words, advice)
