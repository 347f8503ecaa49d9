"""Pictures of cards as `greyc sheet` prints them, for pages.

What they cost is setting them, so they are kept by all that a picture depends on: who shows a card again that did not
change gets the one that is there. The typesetter and fonts are an extra; without them there are no pictures, and `missing`
says in a sentence why, for the page to tell once.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from attrs import define, field

from greyc.frontends.desk.face import Drawn
from greyc.frontends.sheet import CannotPrint, Faces

MOST = 600
"""Pictures kept; each has some 30 kB."""


@define(eq=False)
class Pictures:
    """`svgs`: by key, those first that were made first. `missing`: what is missing for some or all."""

    svgs: dict[str, str] = field(factory=dict)
    missing: str = ""

    def draw(self, faces: Faces, names: Iterable[str], locale: str) -> dict[str, str]:
        """The keys of the pictures of cards, by name; of none where something is missing."""
        keys = {name: faces.key(name, locale) for name in names}
        new = [name for name, key in keys.items() if key not in self.svgs]
        try:
            made = faces.faces(new, locale)
        except CannotPrint as error:
            self.missing = missing(error)
            return {}
        self.svgs.update((keys[name], svg) for name, svg in made.items())
        return keys

    def keep(self, keys: Container[str]) -> None:
        """Forget the oldest beyond MOST, but none of these."""
        for key in [each for each in self.svgs if each not in keys][: max(0, len(self.svgs) - MOST)]:
            del self.svgs[key]


def missing(error: CannotPrint) -> str:
    """What to tell of pictures that there are not."""
    return f"Cards are shown plainly, without their pictures ({error})."


def drawn(address: str, faces: Faces, name: str) -> Drawn:
    """A picture that lies there."""
    return Drawn(address, *faces.size(name))


__all__ = ["Pictures", "drawn", "missing"]
