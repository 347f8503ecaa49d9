"""How the cards of a kind are laid out: what `[show.KIND.print]` in pack.toml says, and what holds without it.

A declaration is looked for at the kind and at the kinds above it, key by key, so a pack that builds on another prints its
cards as that one does. What it does not place goes where values of that sort go: a number to the figures below, a word to
the line under the title, all else above the text. schemas/pack.schema.json says what may be written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from greyc.frontends.play.words import Words

SHAPES: Final = Path(__file__).parent / "shapes.toml"
POKER: Final = (63.0, 88.0)
COLOURS: Final = ("#4a5d73", "#7a4a3a", "#3f6b4f", "#6b4a73", "#8a6a2f", "#2f6b78", "#7d3c4f", "#55603a", "#4a4a7d")
"""For kinds that declare none, in the order in which they are declared; dark enough for white letters."""
GREY: Final = "#5b5b5b"
TITLE: Final = "title"
"""Among labels of a map: the name of the place."""
PLACES: Final = ("corner", "stats", "line", "facts", "hide")


@frozen
class Icon:
    """A shape in a colour; either may be "" (the default's)."""

    shape: str = ""
    colour: str = ""

    @classmethod
    def read(cls, text: str) -> Icon:
        """`heart #c0392b`, `heart` or `#c0392b`."""
        parts = text.split()
        colour = next((part for part in parts if part.startswith("#")), "")
        return cls(next((part for part in parts if not part.startswith("#")), ""), colour)


@frozen
class Back:
    colour: str = ""
    icon: str = ""


@frozen
class Look:
    """A place on a map: fields whose words give its colour (or `#rrggbb`), its icon (the first that has one), its label (or
    TITLE), which sides are open, and how often it is turned to the right by one side."""

    colour: str = GREY
    icon: tuple[str, ...] = ()
    label: tuple[str, ...] = (TITLE,)
    sides: str = ""
    rotation: str = ""


@frozen
class Rows:
    """Fields that are one table: for each row the field of its values, that of its title and that of the columns with the
    `sign`, "" where none is said. `head`: a verb, whose title the columns have."""

    rows: tuple[tuple[str, str, str], ...] = ()
    head: str = ""
    sign: str = ""

    @property
    def fields(self) -> frozenset[str]:
        """All that it shows."""
        return frozenset(name for row in self.rows for name in row)


@frozen
class Layout:
    """`size` in mm. `colour`, that of the back too: `#rrggbb`, or a field whose word has an icon with a colour. `places`:
    which fields stand in the corner, below, in the line, above the text, nowhere. `counted`: `KIND.FIELD`, lists of other
    cards that call for copies of this one."""

    skip: bool = False
    size: tuple[float, float] = POKER
    colour: str = GREY
    icon: str = ""
    places: Mapping[str, tuple[str, ...]] = field(factory=dict)
    counted: tuple[str, ...] = ()
    back: Back = Back()
    table: Rows = Rows()

    def place_of(self, name: str) -> str:
        """Where a field stands by declaration; "" where nothing is said."""
        return next((place for place, names in self.places.items() if name in names), "")


class Layouts:
    """The layouts and icons of some packs."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.icons: dict[str, Icon] = {}
        for game in words.games:
            self.icons |= _icons(game.show.get("print", {}))
        order = [name for name, kind in words.kinds.items() if kind.root == "card"]
        self._colours = {name: COLOURS[at % len(COLOURS)] for at, name in enumerate(order)}
        self._made: dict[str, Layout] = {}

    def declared(self, kind: str) -> dict[str, Any]:
        """All that is said of a kind and of those above it, each key by the nearest."""
        made: dict[str, Any] = {}
        for name in reversed(self.words.lineage(kind)):
            made |= self.words.kinds[name].show.get("print", {})
        return made

    def of(self, kind: str) -> Layout:
        """The layout of a kind."""
        if kind not in self._made:
            said = self.declared(kind)
            back = said.get("back", {})
            width, height = said.get("size", POKER)
            self._made[kind] = Layout(
                said.get("skip", not self.words.kinds[kind].title),
                (float(width), float(height)),
                said.get("colour") or self._colours.get(kind, GREY),
                said.get("icon", ""),
                {place: tuple(said.get(place, ())) for place in PLACES},
                tuple(said.get("counted", ())),
                Back(back.get("colour", ""), back.get("icon", "")),
                _rows(said.get("table", {})),
            )
        return self._made[kind]

    def look(self, kind: str) -> Look:
        """How a place of a kind looks on a map."""
        said = self.declared(kind)
        made = said.get("map", {})
        colour = made.get("colour") or said.get("colour") or self._colours.get(kind, GREY)
        labels = tuple(made["label"]) if "label" in made else (TITLE,)
        return Look(colour, tuple(made.get("icon", ())), labels, made.get("sides", ""), made.get("rotation", ""))

    def icon(self, kind: str, *names: str) -> Icon:
        """The icon of the first of these names that has one: among those of the card's kind, then of the game."""
        own: dict[str, Icon] = {}
        for each in reversed(self.words.lineage(kind)):
            own |= _icons(self.words.kinds[each].show.get("print", {}))
        known = self.icons | own
        return next((known[name] for name in names if name in known), Icon())


def _rows(said: Mapping[str, Any]) -> Rows:
    rows = ((*row, "", "")[:3] for row in said.get("rows", ()))
    return Rows(
        tuple((values, title, signed) for values, title, signed in rows), said.get("head", ""), said.get("sign", "")
    )


def _icons(said: Mapping[str, Any]) -> dict[str, Icon]:
    return {name: Icon.read(text) for name, text in said.get("icons", {}).items()}


@cache
def shapes() -> dict[str, Any]:
    """The shapes by name: `path`, an SVG path in a square of 24, and `share`, how high a number on it may be."""
    return tomllib.loads(SHAPES.read_text(encoding="utf-8"))


def is_dark(colour: str) -> bool:
    """Whether white letters read well on this `#rrggbb`: with a contrast of at least 4 by WCAG 2, since they are bold."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return light <= 1.05 / 4 - 0.05


__all__ = ["TITLE", "Back", "Icon", "Layout", "Layouts", "Look", "Rows", "is_dark", "shapes"]
