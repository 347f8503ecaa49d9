"""Tables: cards with a column for each printed value, and lists of what else has a name. Both can be sorted and narrowed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from markupsafe import Markup

from greyc.frontends.doc import addresses
from greyc.frontends.doc.catalogue import Item
from greyc.frontends.play.words import Words
from greyc.frontends.report.told import percent, points
from greyc.runtime import ir

if TYPE_CHECKING:
    from greyc.frontends.doc.site import Site

MOST_CHOICES = 16
PLAYED = ("seen in", "used in", "wins with it")
"""Columns of a report; they stand last."""


Texts = dict[str, str]
"""By language, English first; of one in which it is as in English, nothing."""


@frozen
class Cell:
    """`text`: in English. `value`: by what it is sorted, where that is not its text. `others`: in other languages."""

    html: str
    text: str
    value: str = ""
    others: Texts = field(factory=dict)


@frozen
class Column:
    """`titles`: those of a field, in the languages of its pack. `choices`: what is in it, each in all languages."""

    title: str
    number: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    """In English, and in the other languages as JSON."""
    titles: Texts = field(factory=dict)


@frozen
class Table:
    columns: list[Column]
    rows: list[list[Markup]] = field(factory=list)


def cards(site: Site, items: Sequence[Item], here: str, of_a_kind: bool = True) -> Table:
    """A row for each card: its titles, kind and pack where they differ, what is printed on it, and what a report says.
    `of_a_kind`: with a column for each printed value; cards of many kinds have little in common, and are told in words."""
    rows: list[dict[str, Cell]] = []
    titles: dict[str, Texts] = {}
    for item in items:
        every = [site.catalogue.titles.words[item.pack, tag] for tag in site.catalogue.titles.languages(item.pack)]
        row = {"card": _titled(item, here)}
        row["kind"] = _said({words.locale: words.kind(_card(item, words).kind) for words in every})
        row["pack"] = _text(item.pack)
        row |= _values(every, item, titles) if of_a_kind else {"says": _says(every, item)}
        row |= _played(site, item)
        rows.append(row)
    names = list(dict.fromkeys(name for row in rows for name in row))
    played = [name for name in names if name in PLAYED]
    shown = [name for name in names if name not in PLAYED]
    for name in ("kind", "pack"):
        if len({row[name].text for row in rows}) == 1:
            shown.remove(name)
    return _table([*shown, *played], rows, titles=titles)


def _card(item: Item, words: Words) -> ir.Card:
    return words.cards[item.name]


def _values(every: Sequence[Words], item: Item, titles: dict[str, Texts]) -> dict[str, Cell]:
    """The printed values of a card that have a title, by that title in English; `titles` gets it in all languages."""
    found = {}
    for each in zip(*(words.card_values(item.name) for words in every), strict=True):
        member, value = each[0]
        called = {words.locale: words.title(member.decl.title) for words in every}
        if called["en"] and every[0].value(member, value, {}, zero=True):
            titles.setdefault(called["en"], _differing(called))
            texts = {
                words.locale: _short(words, own) or words.value(member, own, {}, zero=True)
                for words, (_, own) in zip(every, each, strict=True)
            }
            found[called["en"]] = _said(texts, str(value) if isinstance(value, int) and value is not True else "")
    return found


def _says(every: Sequence[Words], item: Item) -> Cell:
    """The values and the text of a card."""
    return _said({words.locale: "\n".join(words.card_lines(item.name)[1:]) for words in every})


def _short(words: Words, value: Any) -> str:
    """A value without its title."""
    match value:
        case {"rows": rows}:
            return "/".join(words.name(each) for _, each in rows)
        case list():
            return words.several([words.name(each) for each in value])
    return words.name(value)


def _played(site: Site, item: Item) -> dict[str, Cell]:
    figures = site.figures
    card = figures.cards.get((item.pack, item.name)) if figures is not None else None
    if card is None:
        return {name: _text("") for name in PLAYED} if figures is not None else {}
    share = percent(card.used / card.seen) if card.seen else ""
    used = Cell(share, share, f"{card.used / card.seen:.4f}" if card.seen else "")
    if card.difference is None or card.verdict == "unknown":  # so few games that it could as well be chance
        wins = _text("")
    else:
        difference = points(card.difference)
        coloured = (
            f'<span class="{card.verdict}">{difference}</span>' if card.verdict != "no difference" else difference
        )
        wins = Cell(coloured, difference, f"{card.difference:.4f}")
    return dict(zip(PLAYED, (Cell(str(card.seen), str(card.seen)), used, wins), strict=True))


def things(site: Site, items: Sequence[Item], here: str) -> Table:
    """A row for each: its titles, how it is declared, what stands above it, and by how many it is used."""
    rows = []
    for item in items:
        doc = item.doc.split("\n\n")[0]
        users = sum(1 for _ in site.catalogue.users(item))
        rows.append({
            "name": _titled(item, here, named=True),
            "written": Cell(f"<code>{escape(item.signature)}</code>", item.signature),
            "what it is": _text(doc),
            "used by": Cell(str(users), str(users), str(users)),
        })  # fmt: skip
    names = [name for name in rows[0] if name != "what it is" or any(row[name].text for row in rows)]
    return _table(names, rows, choices=False)


def _titled(item: Item, here: str, named: bool = False) -> Cell:
    """A link with its titles in all languages, or its name and below it the titles."""
    titles = "".join(
        f'<span lang="{escape(tag)}" data-language="{escape(tag)}" class="called">{escape(title)}</span>'
        for tag, title in item.titles.items()
    )
    link = f'href="{escape(addresses.relative(item.address, here))}"'
    if not titles or named:
        below = f"<br>{titles}" if titles else ""
        return Cell(f"<a {link}><code>{escape(item.name)}</code></a>{below}", item.name, item.name)
    return Cell(f"<a {link}>{titles}</a>", item.title, item.title)


def _text(text: str) -> Cell:
    return Cell(escape(text), text)


def _said(texts: Texts, value: str = "") -> Cell:
    """What is said in several languages; the others stand there where they differ."""
    every = _differing(texts)
    if len(every) == 1:
        return Cell(escape(texts["en"]), texts["en"], value)
    html = "".join(
        f'<span lang="{escape(tag)}" data-language="{escape(tag)}" class="called">{escape(text)}</span>'
        for tag, text in every.items()
    )
    return Cell(html, texts["en"], value, {tag: text for tag, text in every.items() if tag != "en"})


def _differing(texts: Texts) -> Texts:
    return {tag: text for tag, text in texts.items() if tag == "en" or text != texts["en"]}


def _table(
    names: Sequence[str],
    rows: Iterable[dict[str, Cell]],
    choices: bool = True,
    titles: Mapping[str, Texts] | None = None,
) -> Table:
    rows = list(rows)
    empty = _text("")
    columns = []
    for name in names:
        texts = [row.get(name, empty).text for row in rows]
        values = [row.get(name, empty).value for row in rows]
        number = all(_is_number(value or text) for value, text in zip(values, texts, strict=True) if text)
        found = _ordered(set(filter(None, texts)), number)
        narrow = choices and name not in (names[0], "says", *PLAYED) and 2 <= len(found) <= MOST_CHOICES
        said = {cell.text: cell.others for row in rows if (cell := row.get(name, empty))}
        options = tuple((text, json.dumps(said.get(text, {}), ensure_ascii=False)) for text in found) if narrow else ()
        columns.append(Column(name, number, options, (titles or {}).get(name, {})))
    made = Table(columns)
    for row in rows:
        made.rows.append([_td(row.get(name, empty), column) for name, column in zip(names, columns, strict=True)])
    return made


def _ordered(texts: set[str], number: bool) -> list[str]:
    key: Callable[[str], Any] = (lambda text: (_number(text), text)) if number else str
    return sorted(texts, key=key)


def _is_number(text: str) -> bool:
    return _number(text) is not None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _td(cell: Cell, column: Column) -> Markup:
    value = f' data-value="{escape(cell.value)}"' if cell.value else ""
    value += f' data-plain="{escape(cell.text)}"' if cell.others else ""
    looks = " ".join(filter(None, ["number" if column.number else "", "one" if cell.others else ""]))
    look = f' class="{looks}"' if looks else ""
    return Markup(f"<td{look}{value}>{cell.html}</td>")


__all__ = ["Table", "cards", "things"]
