"""What a file of translations says of nothing, in too many forms, or in another language than its name promises.

The format allows all of it, and whoever reads the file takes one of two translations without a word; a translator only
sees that a text is not shown. What gettext itself puts away at the end of a file (`#~`) is nothing to tell of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from attrs import define

from greyc.runtime.ir.words import noun_forms

from .catalogue import Catalogue, line_of_translation

_LANGUAGE: Final = re.compile(r'"Language:\s*([^"\\]*?)\s*\\n"')


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
        noun = entry.id.endswith(".title") and entry.id in english and not re.search(r"[\[\]]| / ", entry.translation)
        forms = noun_forms(entry.translation) if noun else ()
        if len(forms) > most:
            line = line_of_translation(catalogue.text, entry.line)
            kept = "|".join(forms[:most])
            words = {"id": entry.id, "count": str(len(forms)), "most": str(most), "language": catalogue.tag}
            yield CatalogueFinding("forms-too-many", catalogue.tag, line, words, f"write {kept}")


def _other_language(catalogue: Catalogue) -> Iterator[CatalogueFinding]:
    """`zh_TW` in the header of zh-Hant.po is the same language in the same script, and means the same."""
    found = _LANGUAGE.search(catalogue.text)
    if found is None or not found[1] or _script(found[1]) == _script(catalogue.tag):
        return
    line = catalogue.text.count("\n", 0, found.start()) + 1
    words = {"said": found[1], "language": catalogue.tag}
    yield CatalogueFinding(
        "language-differs", catalogue.tag, line, words, f"write Language: {catalogue.tag}, or rename the file"
    )


def _script(tag: str) -> tuple[str, str | None]:
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(tag.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return tag, None
    return locale.language, locale.script
