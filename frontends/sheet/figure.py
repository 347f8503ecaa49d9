"""What is drawn on a card besides its words, as plain data for the template: the map of a card that has a drawing, and a place
with its open sides.

How a place looks is declared at its kind (`[show.KIND.print.map]`, layout.Look): which field gives the colour of the
ground, which an icon, what is written there, which sides are open and how often it is turned. So a pack says what its maps
show, and the same holds for a place on a map and on a card of its own. Lengths are in widths of a place, from the upper
left of the figure; what a colour or an icon means is told in a key, unless the names of the places stand there.

| key | what it is |
|---|---|
| `hex`, `width`, `height` | whether places have six sides; how large the figure is |
| `places` | `x`, `y` of a place's middle; `colour` and `ink`; `icon` or none; `label`, `longest_word` |
| ... | `open`: none, or where it can be left, in degrees from the top to the right |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from greyc.frontends.sheet.layout import GREY, TITLE, Icon, Look, is_dark
from greyc.frontends.sheet.setting import longest_word
from greyc.runtime import ir

if TYPE_CHECKING:
    from greyc.frontends.sheet.content import Contents

Json = dict[str, Any]
SIDES: Final = {
    "north": 0, "east": 90, "south": 180, "west": 270,
    "northeast": 30, "southeast": 150, "southwest": 210, "northwest": 330,
}  # fmt: skip
"""Degrees. East and west are the same with four sides and with six."""
ROW: Final = sqrt(3) / 2
"""From one row of hexes to the next."""
HIGH: Final = 2 / sqrt(3)
"""A hex from corner to corner."""


def figure(contents: Contents, card: ir.Card) -> Json | None:
    """The figure of a card; None for one that has none."""
    if card.drawing and card.places is not None:
        return _map(contents, card, card.drawing, card.places)
    look = contents.layouts.look(card.kind)
    if look.sides and look.sides in card.fields:
        hexes = _is_hex(contents, card.kind)
        place = _place(contents, card.kind, ir.Cell(1, 1, card.name, {}), look, hexes)
        high = HIGH if hexes else 1.0
        shown = {**place, "x": 0.5, "y": high / 2, "label": "", "longest_word": "", "icon": None}
        return {"hex": hexes, "width": 1.0, "height": high, "places": [shown]}
    return None


def key(contents: Contents, card: ir.Card) -> list[Json]:
    """What the colours and icons of a card's map mean: parts of a line, in the order in which they first come."""
    if not card.drawing or card.places is None:
        return []
    told: dict[str, Json] = {}
    for cell in card.drawing:
        kind, look = _kind(contents, card.places, cell), contents.layouts.look(_kind(contents, card.places, cell))
        if TITLE in look.label:
            continue
        values = _values(contents, cell)
        swatch = "hex" if _is_hex(contents, card.places) else "circle"
        colour = values.get(look.colour)
        if colour is not None and (name := contents.words.name(colour)):
            icon = Icon(swatch, contents.icon_of(kind, colour).colour or GREY)
            told.setdefault(name, {"icon": contents.drawn(icon, False), "text": name})
        value, icon = _icon(contents, kind, values, look)
        if icon.shape and value is not None and (name := contents.words.name(value)):
            told.setdefault(name, {"icon": contents.drawn(icon, False), "text": name})
    return list(told.values())


def _map(contents: Contents, card: ir.Card, cells: list[ir.Cell], kind: str) -> Json:
    hexes = _is_hex(contents, kind)
    row, high = (ROW, HIGH) if hexes else (1.0, 1.0)
    at = {
        id(cell): cell.x + (0.5 if hexes and card.shifted == ("odd" if cell.y % 2 else "even") else 0) for cell in cells
    }
    left, top = min(at.values()), min(cell.y for cell in cells)
    places = []
    for cell in cells:
        own = _kind(contents, kind, cell)
        place = _place(contents, own, cell, contents.layouts.look(own), hexes)
        places.append({**place, "x": at[id(cell)] - left + 0.5, "y": (cell.y - top) * row + high / 2})
    width, height = (max(place[axis] for place in places) for axis in ("x", "y"))
    return {"hex": hexes, "width": width + 0.5, "height": height + high / 2, "places": places}


def _place(contents: Contents, kind: str, cell: ir.Cell, look: Look, hexes: bool) -> Json:
    """How a place looks, wherever it lies."""
    values = _values(contents, cell)
    colour = (
        look.colour if look.colour.startswith("#") else contents.icon_of(kind, values.get(look.colour)).colour or GREY
    )
    ink = "#ffffff" if is_dark(colour) else "#000000"
    _, icon = _icon(contents, kind, values, look)
    if icon.colour == colour:  # it would not be seen
        icon = Icon(icon.shape, ink)
    label = " ".join(_labels(contents, cell, values, look))
    return {
        "colour": colour, "ink": ink, "icon": contents.drawn(icon, is_dark(colour)) if icon.shape else None,
        "label": label, "longest_word": longest_word(label),
        "open": _open(contents, cell, look, 60 if hexes else 90),
    }  # fmt: skip


def _icon(contents: Contents, kind: str, values: Mapping[str, Any], look: Look) -> tuple[Any, Icon]:
    """The icon of a place and the value that it stands for: of the first field whose value has a shape, or that is true."""
    for name in look.icon:
        value = values.get(name)
        icon = contents.layouts.icon(kind, name) if value is True else contents.icon_of(kind, value)
        if icon.shape:
            return None if value is True else value, icon
    return None, Icon()


def _labels(contents: Contents, cell: ir.Cell, values: Mapping[str, Any], look: Look) -> Iterable[str]:
    for name in look.label:
        value = values.get(name)
        if name == TITLE:
            yield contents.words.card(cell.card) if cell.card is not None else ""
        elif isinstance(value, list):
            yield "-".join(map(contents.words.name, value))
        elif value not in (None, 0):
            yield contents.words.name(value)


def _open(contents: Contents, cell: ir.Cell, look: Look, step: int) -> list[int] | None:
    """Where a place can be left, in degrees; None where its kind says nothing of sides."""
    fields = _fields(contents, cell)
    sides = fields.get(look.sides)
    if not isinstance(sides, ir.ListOf):
        return None
    rotation = fields.get(look.rotation)
    more = rotation.value * step if isinstance(rotation, ir.Int) else 0
    return sorted(
        (SIDES[side.word] + more) % 360 for side in sides.items if isinstance(side, ir.Word) and side.word in SIDES
    )


def _fields(contents: Contents, cell: ir.Cell) -> dict[str, ir.Expr]:
    """What is written on a place's card, and over it what the drawing says of it."""
    card = contents.words.cards.get(cell.card) if cell.card is not None else None
    return {**(card.fields if card is not None else {}), **cell.fields}


def _values(contents: Contents, cell: ir.Cell) -> dict[str, Any]:
    plain = {name: contents.words.plain(value) for name, value in _fields(contents, cell).items()}
    return {name: value for name, value in plain.items() if value is not None}


def _kind(contents: Contents, kind: str, cell: ir.Cell) -> str:
    """The kind of a place: that of its card, or of all places of its map."""
    card = contents.words.cards.get(cell.card) if cell.card is not None else None
    return card.kind if card is not None else kind


def _is_hex(contents: Contents, kind: str) -> bool:
    """Whether places of a kind lie on hexes: on the first board for them or for a kind above them that has sides."""
    lineage = contents.words.lineage(kind)
    boards = [board for pack in contents.words.packs for board in pack.boards if board.kind in lineage]
    return next((board.shape for board in boards if board.shape != "graph"), "grid") == "hex"


__all__ = ["figure", "key"]
