"""From a compiled pack to its texts, and from what they lack to diagnostics with a place.

A pack asks for words by saying in its pack.toml in which languages it can be read (`locales`); one that does not is
printed as well as it can be, in English, and nobody is warned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.diagnostics.model import Span
from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.packs import APPROVED, PackSource, SourceFile
from greyc.dsl import Instead
from greyc.runtime import ir

from .lexicon import Finding
from .printed import CatalogueFinding, Generated, generate

_ASKS: Final = re.compile(r"^\s*locales\s*=", re.MULTILINE)

HOW: Final[dict[str, str]] = {
    "kind": 'give it one and many: kind {name} is ... "{plain}|{plain}s"',
    "word kind": 'give it a title behind its name: kind {name} "{plain}": ...',
    "word": 'give it a title: {name} "{plain}"',
    "field": 'give it a title at the end of its line: "{plain}"',
    "state": 'give it a title at the end of its line: "{plain}"',
    "zone": 'give it a title at the end of its line: "{plain}"',
    "function": 'say what it is after its parameters: function {name}(...) "..." = ...',
    "verb": 'say what it does in its first line: text "{{player}} [do|does] ..."',
    "option": 'give it a title at the end of its line: "{plain}"',
    "keyword": 'give it a title: keyword {name} on ... "{plain}"',
    "ability": 'say how its blocks are introduced: ability {name} on ... "{plain}"',
}


def texts_of(pack: ir.Pack, deps: Sequence[ir.Pack], source: PackSource, reporter: Reporter) -> Generated:
    """Fills the pack's texts, and reports what they lack if the pack was asked for."""
    catalogues = {tag: file.text for tag, file in source.catalogues.items() if tag != APPROVED}
    approved = source.catalogues.get(APPROVED)
    made = generate(pack, deps, source.manifest.locales, catalogues, approved.text if approved is not None else None)
    if source.given and _ASKS.search(source.manifest_file.text):
        for found in made.findings:
            _report(found, source, approved, reporter)
        for wrong in made.catalogue_findings:
            _report_catalogue(wrong, source, reporter)
    return made


def _report(found: Finding, source: PackSource, approved: SourceFile | None, reporter: Reporter) -> None:
    words: dict[str, Any] = dict(found.words)
    if found.file < 0:
        file = approved if found.name == "broken-approvals" and approved is not None else source.manifest_file
        span = _word(file.text, 0, words.get("language", ""))
        reporter.report(found.name, file.path, span, suggestion=found.suggestion, **words)
        return
    file = source.files[found.file]
    starts = lines_of(file.text).starts
    offset = starts[min(found.at[0], len(starts)) - 1] + found.at[1] - 1
    span = _word(file.text, offset, words.get("name", ""))
    suggestion = found.suggestion
    if "what" in words and suggestion is None:
        suggestion = HOW[words["what"]].format(name=words["name"], plain=words["name"].replace("_", " "))
    if "forms" in words and isinstance(suggestion, Instead):  # they stand behind the name that is marked
        at = _word(file.text, file.text.find(words["forms"], span[1]), words["forms"])
        suggestion = Instead.of(suggestion, *(text for ((_, text),) in suggestion.changes), at=at)
    if "name" in words:
        words["name"] = words["name"].rstrip("/")
    if (id_ := words.pop("id", None)) is not None:
        suggestion = f"read both, then greyc texts {_folder(source)} --approve {id_}"
    reporter.report(found.name, file.path, span, suggestion=suggestion, **words)


def _word(text: str, start: int, word: str) -> Span:
    """The first place of a word from an offset on, on that line if it is there."""
    word = word.rstrip("/")
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(text, start) if word else None
    if found is None or (start and found.start() > end):
        return start, max(start, end)
    return found.span()


def _report_catalogue(found: CatalogueFinding, source: PackSource, reporter: Reporter) -> None:
    words: dict[str, Any] = dict(found.words)
    file = source.catalogues.get(found.tag)
    if file is None:  # no translation at all: said where the pack promises the language
        manifest = source.manifest_file
        own = f"{_folder(source)}/locale/{found.tag}.po".removeprefix("./")
        if any(each.path == own for each in reporter.diagnostics):  # it is there, and can't be read
            return
        reporter.report(
            found.name, manifest.path, _word(manifest.text, 0, found.tag), suggestion=_update(source), **words
        )
        return
    starts = lines_of(file.text).starts
    start = starts[min(max(found.line, 1), len(starts)) - 1]
    end = file.text.find("\n", start)
    span = (start, len(file.text) if end < 0 else end)
    suggestion = found.suggestion
    if found.name in ("translation-missing", "translation-unused"):
        suggestion = (_update if found.name == "translation-missing" else _put_away)(source)
    if found.name == "translation-unused":
        span = _word(file.text, max(file.text.rfind("msgctxt", 0, end), 0), words["first"])
    if found.name == "unknown-text":
        span = _word(file.text, max(file.text.rfind("msgctxt", 0, end), 0), words["id"])
    reporter.report(found.name, file.path, span, suggestion=suggestion, **words)


def _update(source: PackSource) -> str:
    return f"greyc texts {_folder(source)} --update writes them into the file, for you to translate"


def _put_away(source: PackSource) -> str:
    return f"greyc texts {_folder(source)} --update puts them away at the end of the file"


def _folder(source: PackSource) -> str:
    return source.manifest_file.path.rpartition("/")[0] or "."
