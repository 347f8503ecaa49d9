"""From places as the runtime tells them (pack, file, line, column) to the source texts that the compiler read."""

from __future__ import annotations

from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.driver import Compiled
from greyc.compiler.manifest import key_span
from greyc.runtime.errors import Place


class SourceOf:
    """Finds the text behind a place."""

    def __init__(self, made: Compiled) -> None:
        self.sources = made.sources
        self.packs = made.bundle.packs
        self.manifests = {pack.name: pack.manifest_file.path for pack in made.packs}
        self.paths = {(pack.name, file.name): file.path for pack in made.packs for file in pack.files}

    def path(self, place: Place) -> str:
        """The file as the author would write it."""
        return self.paths.get((place.pack, place.path), f"{place.pack}/{place.path}")

    def place(self, place: Place) -> tuple[str, tuple[int, int]]:
        """Path and span: from the place to the end of its line."""
        path = self.path(place)
        if path not in self.sources:
            return path, (0, 0)
        lines = lines_of(self.sources[path])
        start = lines.starts[place.line - 1] + place.column - 1
        return path, (start, max(start, lines.starts[place.line - 1] + len(lines.line(place.line).rstrip())))

    def word(self, place: Place) -> tuple[str, tuple[int, int]]:
        """Path and span of the word that stands at a place."""
        path, (start, end) = self.place(place)
        words = self.sources.get(path, "")[start:end].split(maxsplit=1)
        return path, (start, start + len(words[0]) if words else end)

    def card(self, name: str) -> tuple[str, tuple[int, int]]:
        """The first line of a printed card."""
        for pack in self.packs.values():
            for card in pack.cards:
                if card.name == name:
                    return self.place(Place(pack.name, pack.files[card.file], *card.at))
        return name, (0, 0)

    def clash(self, place: Place | None, pack: str) -> tuple[str, tuple[int, int]]:
        """Where packs don't go together: the place, or where the pack says which others it requires."""
        return self.place(place) if place else self.requirements(pack)

    def requirements(self, pack: str) -> tuple[str, tuple[int, int]]:
        """Where a pack says what it requires."""
        path = self.manifests[pack]
        return path, key_span(self.sources[path], "requires")

    def line(self, place: Place) -> str:
        """The source line without what is around it; empty where the file is not known."""
        path = self.path(place)
        return lines_of(self.sources[path]).line(place.line).strip() if path in self.sources else ""
