"""What is printed on the cards of some kinds, as cells, each with the place in the file that it was read from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from attrs import define, frozen

from greyc.compiler.entries import CardInfo, KeywordInfo
from greyc.compiler.types import FLAG, WORDS, Optional
from greyc.dsl import nodes

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled
    from greyc.compiler.symbols import Symbols
    from greyc.compiler.types import Type
    from greyc.compiler.unit import Unit

NAME: Final = "name"
KIND: Final = "kind"
TITLE: Final = "title"
OWN: Final = (NAME, KIND, TITLE)
YES: Final = "yes"
NO: Final = "no"

_WHOLE: Final = re.compile(r"(-?\d+)\.0+")


@frozen
class Column:
    """`prop`: the word on a card that the column is about; "" for the first three. `sort`: what a cell holds: a `text`
    without its quotes, a `flag`, a `value`, a `keyword` that has values behind it, or one that has none (`bare`)."""

    head: str
    prop: str
    sort: str

    @property
    def is_keyword(self) -> bool:
        return self.sort in ("keyword", "bare")

    def cell(self, text: str) -> str:
        """A cell without the ways of spreadsheets."""
        if self.sort == "text":
            return text.replace("\r\n", "\n")
        plain = " ".join(text.split())
        if whole := _WHOLE.fullmatch(plain):
            return whole[1]
        if self.sort in ("flag", "bare") or (self.sort == "keyword" and plain.upper() in ("TRUE", "FALSE")):
            return {"true": YES, "false": NO, "yes": YES, "no": NO}.get(plain.lower(), plain)
        return plain


@define(eq=False)
class Card:
    """A card in its file. `declaration`: with the `override` before it, if there is one."""

    info: CardInfo
    unit: Unit
    declaration: nodes.Node

    @property
    def node(self) -> nodes.Card:
        return self.info.node

    @property
    def props(self) -> dict[str, nodes.Prop]:
        return {each.name.text: each for each in self.node.members if isinstance(each, nodes.Prop)}

    def cell(self, column: Column) -> str:
        """What a table says of this card."""
        if column.head in OWN:
            title = self.node.title.value if self.node.title is not None else ""
            return {NAME: self.info.name, KIND: self.info.kind, TITLE: title}[column.head]
        prop = self.props.get(column.prop)
        if prop is None:
            return ""
        if not prop.values:
            return YES
        (first, *_), last = prop.values, prop.values[-1]
        if column.sort == "text" and isinstance(first, nodes.String):
            return first.value
        return column.cell(self.unit.text[first.span[0] : last.span[1]])


@define(eq=False)
class Printed:
    """The cards of a pack that are of some kinds or of kinds below them, in the order of the files. `kinds`: all of these."""

    symbols: Symbols
    kinds: list[str]
    cards: list[Card]
    columns: list[Column]

    @classmethod
    def of(cls, made: Compiled, pack: str, kinds: Sequence[str]) -> Printed:
        symbols = made.symbols[pack]
        cards = [card for card in cards_of(made, pack) if set(card.info.type.lineage) & set(kinds)]
        own = [Column(head, "", "text" if head == TITLE else "value") for head in OWN]
        wanted = list(dict.fromkeys([*kinds, *(card.info.kind for card in cards)]))
        fields = dict.fromkeys(name for kind in wanted for name in field_names(symbols, kind))
        words = dict.fromkeys(name for card in cards for name in card.props if name not in fields)
        columns = [column_of(symbols, wanted, name) for name in (*fields, *sorted(words))]
        return cls(symbols, wanted, cards, [*own, *(each for each in columns if each is not None)])

    def rows(self) -> Iterator[list[str]]:
        for card in self.cards:
            yield [card.cell(column) for column in self.columns]


def cards_of(made: Compiled, pack: str) -> Iterator[Card]:
    """The cards that a pack's own files print."""
    symbols = made.symbols[pack]
    for unit in made.units[pack]:
        for declaration in unit.declarations:
            node = declaration.declaration if isinstance(declaration, nodes.Override) else declaration
            info = symbols.card(node.name.text) if isinstance(node, nodes.Card) else None
            if info is not None and info.node is node:
                yield Card(info, unit, declaration)


def field_names(symbols: Symbols, kind: str) -> Iterable[str]:
    """What a card of a kind may print."""
    return (name for name, member in symbols.members(kind).items() if member.what == "field")


def column_of(symbols: Symbols, kinds: Sequence[str], prop: str) -> Column | None:
    """The column of a field that one of these kinds has, or of a keyword; None for any other word."""
    head = f".{prop}" if prop in OWN else prop
    for kind in kinds:
        member = symbols.members(kind).get(prop)
        if member is not None and member.what == "field":
            return Column(head, prop, _sort(member.type))
    keyword = symbols.keyword(prop)
    if isinstance(keyword, KeywordInfo):
        return Column(head, prop, "keyword" if keyword.params else "bare")
    return None


def _sort(of: Type) -> str:
    if of == FLAG:
        return "flag"
    return "text" if of == WORDS or (isinstance(of, Optional) and of.of == WORDS) else "value"


__all__ = [
    "KIND",
    "NAME",
    "NO",
    "OWN",
    "TITLE",
    "YES",
    "Card",
    "Column",
    "Printed",
    "cards_of",
    "column_of",
    "field_names",
]
