"""Printed cards: faces and print-and-play sheets from packs (docs/sheets.md)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import CannotPrint, Task
from greyc.runtime import ir


class Faces:
    """Pictures of the cards of some packs, each pack after what it requires."""

    def __init__(self, packs: Sequence[ir.Pack]) -> None:
        self.packs = list(packs)

    def face(self, name: str, locale: str) -> str:
        """The face of a card as one SVG, in mm, with its title for who can't see it; letters are outlines, so it looks
        the same without fonts. What does not fit is drawn as far as its box goes. Raises KeyError, CannotPrint."""
        return self.faces([name], locale)[name]

    def faces(self, names: Sequence[str], locale: str) -> dict[str, str]:
        """As `face`, of many cards at once: their names to their SVGs."""
        contents = Contents(Words(self.packs, locale))
        faces = [contents.face(name) for name in names]
        made = Task(locale, faces, contents.icons).made("svg") if faces else []
        return {
            face["name"]: _titled(svg.decode(), face["title"], face["width"], face["height"])
            for face, svg in zip(faces, made, strict=True)
        }


def _titled(svg: str, title: str, width: float, height: float) -> str:
    """An SVG with its size in mm and a title for screen readers."""
    start, rest = svg.split(">", 1)
    parts = [part for part in start.split(" ") if not part.startswith(("width=", "height="))]
    head = " ".join([parts[0], f'role="img" width="{width:g}mm" height="{height:g}mm"', *parts[1:]])
    return f"{head}><title>{escape(title)}</title>{rest}"


__all__ = ["CannotPrint", "Faces"]
