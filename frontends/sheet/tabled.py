"""Fields of a card that are printed as one table, as its pack declares them (`[show.KIND.print.table]`, layout.Rows).

Each field by itself would be a list of numbers and what they are worth; which of them go together, and what their columns
count, is known to the author alone. A row is called like the card or word that another field holds, or like its field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from greyc.frontends.sheet.layout import Rows
from greyc.runtime import ir

if TYPE_CHECKING:
    from greyc.frontends.sheet.content import Contents

Json = dict[str, Any]


def facts_of_rows(contents: Contents, card: ir.Card, table: Rows) -> list[Json]:
    """The table and, where a value has the sign, what that means; nothing for a card without values."""
    words = contents.words
    members = words.members(card.kind)
    rows = [(row, values) for row in table.rows if (values := _values(contents, card, row[0]))]
    if not rows:
        return []
    every = list({str(key): key for _, values in rows for key, _ in values}.values())
    columns = sorted(every) if all(isinstance(each, int) for each in every) else every
    signs: dict[str, None] = {}
    made: list[list[str]] = [[_capital(words.period(table.head)) if table.head else "", *map(words.name, columns)]]
    icons: list[int | None] = [None]
    for (field, title, signed), values in rows:
        called = words.plain(card.fields[title]) if title in card.fields else None
        name = words.name(called) if called is not None else words.title(members[field].decl.title)
        listed = words.plain(card.fields[signed]) if signed in card.fields else None
        chosen = listed if isinstance(listed, list) else []
        cells = []
        for column in columns:
            value = next((words.name(each) for key, each in values if key == column), "")
            cells.append(value + table.sign if value and column in chosen else value)
            if value and column in chosen:
                signs[words.title(members[signed].decl.title)] = None
        made.append([_capital(name), *cells])
        icon = contents.layouts.icon(card.kind, field)
        icons.append(contents.drawn(icon, False) if icon.shape else None)
    facts: list[Json] = [{"title": "", "parts": [], "between": "", "rows": made, "icons": icons}]
    for told in filter(None, signs) if table.sign else ():
        parts = [{"icon": None, "text": contents.lines.text(told)}]
        facts.append({"title": table.sign, "parts": parts, "between": "", "rows": []})
    return facts


def _values(contents: Contents, card: ir.Card, field: str) -> list[tuple[Any, Any]]:
    """What a field has for each column."""
    match contents.words.plain(card.fields[field]) if field in card.fields else None:
        case {"rows": rows}:
            return list(rows)
    return []


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


__all__ = ["facts_of_rows"]
