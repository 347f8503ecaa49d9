"""Findings as SARIF 2.1.0, which code scanning services and editors read.

Columns count characters, as everywhere in greyc, which the run says of itself; ends are exclusive, as SARIF has them.
The rules are the pages of the codes that were found. The root of the sources is named `%SRCROOT%` and not told, so that
the same sources give the same log on every machine.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from re import DOTALL, match
from typing import Any, Final
from urllib.parse import quote

from greyc.compiler.diagnostics.model import Diagnostic, Span
from greyc.compiler.diagnostics.pages import Page, page
from greyc.compiler.diagnostics.roots import below
from greyc.compiler.diagnostics.text import lines_of

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT: Final = "%SRCROOT%"


def to_sarif(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], *, root: Path, version: str
) -> dict[str, Any]:
    """The findings as the JSON data of a log with one run. `root`: absolute; `version`: of greyc."""
    found = list(diagnostics)
    codes = sorted({each.code for each in found})
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "greyc", "version": version, "rules": [_rule(page(code)) for code in codes]}
                },
                "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the checked sources."}}},
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\r\n", "\n", "\r"],
                "results": [_result(each, codes.index(each.code), sources, root) for each in found],
            }
        ],
    }


def _rule(about: Page) -> dict[str, Any]:
    """A page as a rule: its first sentence, its first paragraph, and all of it as help."""
    paragraph = " ".join(about.body.split("\n\n")[0].split())
    sentence = match(r".+?[.?!](?= [A-Z]|$)", paragraph, DOTALL)
    return {
        "id": about.code,
        "name": about.name,
        "shortDescription": {"text": sentence[0] if sentence else paragraph},
        "fullDescription": {"text": paragraph},
        "defaultConfiguration": {"level": about.severity},
        "help": {"text": about.body, "markdown": about.body},
    }


def _result(found: Diagnostic, rule: int, sources: Mapping[str, str], root: Path) -> dict[str, Any]:
    said = f"{found.message}\nhelp: {found.suggestion}" if found.suggestion else found.message
    result = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,  # our words are SARIF's
        "message": _message(said),
        "locations": [{"physicalLocation": _place(found.path, found.span, sources, root)}],
    }
    if found.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(each.path, each.span, sources, root),
                "message": _message(each.message),
            }
            for number, each in enumerate(found.related)
        ]
    return result


def _message(text: str) -> dict[str, str]:
    """Braces stand for words to fill in, so that literal ones are doubled (section 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _place(path: str, span: Span, sources: Mapping[str, str], root: Path) -> dict[str, Any]:
    relative = below(path, root)
    if relative is None:
        artifact = {"uri": Path(os.path.abspath(path)).as_uri()}
    else:
        artifact = {"uri": quote(os.fsencode(relative)), "uriBaseId": ROOT}
    if path not in sources:  # the whole of it
        return {"artifactLocation": artifact}
    lines = lines_of(sources[path])
    start, end = lines.position(span[0]), lines.position(max(span))
    marked = {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
    return {"artifactLocation": artifact, "region": marked}
