"""What stands in a file: its outline, what can be folded, and what a workspace declares.

An outline is made from the tree, so a declaration that can't be read is missing from it and all others are there. What
can be folded is seen from the indentation alone, which no mistake disturbs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.nodes import Span

_SORTS = {
    nodes.Game: "game",
    nodes.Kind: "kind",
    nodes.WordKind: "kind of words",
    nodes.Die: "die",
    nodes.Keyword: "keyword",
    nodes.Ability: "ability",
    nodes.Function: "function",
    nodes.Verb: "verb",
    nodes.Action: "action",
    nodes.Board: "board",
    nodes.Card: "card",
    nodes.ExtendGame: "game",
    nodes.ExtendKind: "kind",
    nodes.ExtendKeyword: "keyword",
    nodes.ExtendVerb: "verb",
    nodes.ExtendAbility: "ability",
    nodes.Check: "check",
    nodes.Test: "test",
    nodes.Hook: "hook",
    nodes.Whenever: "hook",
    nodes.ModifyRule: "hook",
    nodes.Field: "field",
    nodes.State: "state",
    nodes.Zone: "zone",
    nodes.Slot: "slot",
    nodes.GameOption: "option",
    nodes.AbilityBlock: "block",
    nodes.Section: "block",
}


@frozen
class Item:
    """A line of an outline. `sort`: what it is; `mark`: the place of its name."""

    name: str
    detail: str
    sort: str
    span: Span
    mark: Span
    inside: tuple[Item, ...] = ()


def outline(declarations: Iterable[nodes.Node], text: str) -> list[Item]:
    """The declarations of a file, each with its members."""
    return [item for node in declarations if (item := _item(node, text)) is not None]


def _item(node: nodes.Node, text: str) -> Item | None:
    if isinstance(node, nodes.Override):
        inner = _item(node.declaration, text)
        return inner and Item(inner.name, f"override {inner.detail}", inner.sort, node.span, inner.mark, inner.inside)
    sort = _SORTS.get(type(node))
    if sort is None:
        return None
    span = _trimmed(node.span, text)
    inside = tuple(outline(getattr(node, "members", None) or (), text))
    if isinstance(node, nodes.WordKind):
        inside = tuple(Item(word.name.text, "", "word", word.span, word.name.span) for word in node.words)
    name = getattr(node, "name", None)
    title = getattr(node, "title", None)
    if isinstance(name, nodes.Name):
        detail = node.kind.text if isinstance(node, nodes.Card) else sort
        if isinstance(node, nodes.ExtendGame | nodes.ExtendKind | nodes.ExtendKeyword | nodes.ExtendVerb):
            detail = f"extend {sort}"
        shown = f'{detail} "{title.value}"' if isinstance(title, nodes.String) else detail
        return Item(name.text, shown, sort, span, name.span, inside)
    if isinstance(title, nodes.String):
        return Item(title.value or sort, sort, sort, span, title.span, inside)
    first = text[span[0] : span[1]].partition("\n")[0].rstrip(" :")
    return Item(first, sort, sort, span, (span[0], span[0] + len(first)), inside)


def _trimmed(span: Span, text: str) -> Span:
    """A span without the blanks and lines behind what is written."""
    return span[0], span[0] + len(text[span[0] : span[1]].rstrip())


def folds(text: str) -> list[tuple[int, int, bool]]:
    """First and last line (from 0) of what can be folded, and whether it is a comment."""
    lines = text.split("\n")
    return [*((*each, False) for each in _blocks(lines)), *((*each, True) for each in _comments(lines))]


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each line with those below that are indented deeper."""
    opened: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip() or (line.lstrip().startswith("#") and number < len(lines)):
            continue
        depth = len(line) - len(line.lstrip())
        while opened and opened[-1][1] >= depth:
            begin, _ = opened.pop()
            if last > begin:
                yield begin, last
        opened.append((number, depth))
        last = number


def _comments(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Comments of more than one line."""
    begin: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith("#"):
            begin = number if begin is None else begin
        elif begin is not None:
            if number - 1 > begin:
                yield begin, number - 1
            begin = None


def matching(query: str, units: Iterable[Unit]) -> list[tuple[str, Item]]:
    """What the files declare whose name or title has these letters in it in this order, by path; those that begin so
    come first."""
    found = []
    for unit in units:
        for item in outline(unit.declarations, unit.text):
            for each in (item, *item.inside):
                rank = min(_rank(query.lower(), text.lower()) for text in (each.name, each.detail))
                if rank < _NO_MATCH:
                    found.append((rank, each.name, unit.path, each))
    found.sort(key=lambda each: each[:3])
    return [(path, item) for _, _, path, item in found[:_MOST]]


_NO_MATCH = 3
_MOST = 200


def _rank(query: str, text: str) -> int:
    if text.startswith(query):
        return 0
    if query in text:
        return 1
    rest = iter(text)
    return 2 if all(char in rest for char in query) else _NO_MATCH
