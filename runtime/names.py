"""Values by name, independent of where they lie in the state: `torch#2` is the second copy made of a card.

For saves and for what a test tells its author. Things are only ever made, so a table of names grows with its game, and
holds for every earlier state of it too.
"""

from __future__ import annotations

from typing import Any

from .layout import THINGS
from .state import State
from .values import Values

MISSING = object()


class Names:
    """The things of one game, which must not take back that a thing was made while this is in use."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.known: dict[int, str] = {}
        self.copies: dict[int, int] = {}
        """Printed card -> how many copies of it have a name."""

    def update(self, state: State) -> None:
        """Names what was made since the last time."""
        st, known = state.cells, self.known
        if len(st[THINGS]) == len(known):
            return
        defs, copies = self.values.program.defs, self.copies
        for x in st[THINGS][len(known) :]:
            d = st[x]
            copies[d] = number = copies.get(d, 0) + 1
            known[x] = f"{defs[d].name}#{number}"

    def of(self, value: Any, type_: str) -> Any:
        if value is None:
            return None
        match self.values.sort(type_):
            case "thing":
                return self.known[value]
            case "list":
                return self.all(value, self.values.element(type_))
            case "printed":
                return self.values.program.defs[value].name
            case "spot":
                return list(value)
        return value

    def all(self, values: Any, type_: str) -> list[Any]:
        """Several values of one type."""
        if self.values.sort(type_) == "thing":
            known = self.known
            return [None if x is None else known[x] for x in values]
        return [self.of(v, type_) for v in values]

    def among(self, wanted: list[Any], offered: tuple[Any, ...], type_: str) -> tuple[Any, ...]:
        """The offered values of these names; MISSING for a name that none of them has."""
        names = self.all(offered, type_)
        found = []
        for each in wanted:
            for name, value in zip(names, offered, strict=True):
                if name == each and name.__class__ is each.__class__:
                    found.append(value)
                    break
            else:
                found.append(MISSING)
        return tuple(found)


__all__ = ["MISSING", "Names"]
