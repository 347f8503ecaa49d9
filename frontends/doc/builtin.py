"""The page of what the language has built in, from the tables of the core, and where on it a word stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from greyc.compiler.reference import explained
from greyc.frontends.doc import addresses
from greyc.runtime.ir import core


def address(word: str, kind: str) -> str | None:
    """Where a built-in word is explained, for a token of this class of Pygments; None if it is not."""
    if kind == "nb":
        sort = "function" if word in core.FUNCTIONS else "verb"
    elif kind in ("bp", "kc") and word in core.NAMES:
        sort = "name"
    elif kind == "na" and word in core.ATTRIBUTES:
        sort = "attribute"
    else:
        return None
    return f"{addresses.CORE}#{sort}.{word}"


def sections() -> list[dict[str, Any]]:
    """What stands on the page."""
    return [
        _section("verbs", "Verbs", "verb", core.VERBS),
        _section("functions", "Functions", "function", core.FUNCTIONS),
        _section("names", "Names", "name", core.NAMES),
        {
            "id": "attributes",
            "title": "Attributes",
            "rows": [
                {"id": f"attribute.{each.name}", "written": f".{each.name}", "doc": each.doc}
                for each in core.ATTRIBUTES.values()
            ],
        },
        {
            "id": "words",
            "title": "Words",
            "rows": [
                {"id": f"words.{kind}", "written": kind, "doc": ", ".join(words)} for kind, words in core.WORDS.items()
            ],
        },
    ]


def _section(id_: str, title: str, sort: str, names: Iterable[str]) -> dict[str, Any]:
    rows = []
    for name in names:
        written, doc = explained(name) or (name, "")
        rows.append({"id": f"{sort}.{name}", "written": written, "doc": doc})
    return {"id": id_, "title": title, "rows": rows}


__all__ = ["address", "sections"]
