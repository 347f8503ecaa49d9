"""Printed cards: faces and print-and-play sheets from packs (docs/sheets.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from html import escape

from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import CannotPrint, Task
from greyc.frontends.sheet.slim import slim
from greyc.runtime import ir


class Faces:
    """Pictures of the cards of some packs, each pack after what it requires."""

    def __init__(self, packs: Sequence[ir.Pack]) -> None:
        self.packs = list(packs)
        self._words: dict[str, Words] = {}

    def face(self, name: str, locale: str) -> str:
        """The face of a card as one SVG, in mm, with its title for who can't see it; letters are outlines, so it looks
        the same without fonts. What does not fit is drawn as far as its box goes. Raises KeyError, CannotPrint."""
        return self.faces([name], locale)[name]

    def faces(self, names: Sequence[str], locale: str) -> dict[str, str]:
        """As `face`, of many cards at once: their names to their SVGs."""
        contents = self._contents(locale)
        faces = [contents.face(name) for name in names]
        made = Task(locale, faces, contents.icons).made("svg") if faces else []
        return {
            face["name"]: slim(_titled(svg.decode(), face["title"], face["width"], face["height"]))
            for face, svg in zip(faces, made, strict=True)
        }

    def key(self, name: str, locale: str) -> str:
        """What the face of a card depends on, as a short word: as long as it is the same, so is the picture. Raises
        KeyError."""
        contents = self._contents(locale)
        shown = json.dumps([locale, contents.face(name), contents.icons], ensure_ascii=False)
        return blake2b(shown.encode("utf-8", "replace"), digest_size=12).hexdigest()

    def size(self, name: str) -> tuple[float, float]:
        """Width and height of a card in mm. Raises KeyError."""
        contents = self._contents("en")
        return contents.layouts.of(contents.words.cards[name].kind).size

    def _contents(self, locale: str) -> Contents:
        if locale not in self._words:
            self._words[locale] = Words(self.packs, locale)
        return Contents(self._words[locale])


def _titled(svg: str, title: str, width: float, height: float) -> str:
    """An SVG with its size in mm and a title for screen readers."""
    start, rest = svg.split(">", 1)
    parts = [part for part in start.split(" ") if not part.startswith(("width=", "height="))]
    head = " ".join([parts[0], f'role="img" width="{width:g}mm" height="{height:g}mm"', *parts[1:]])
    return f"{head}><title>{escape(title)}</title>{rest}"


__all__ = ["CannotPrint", "Faces"]
