"""Hooks by what they watch: who must be asked when a verb, ability or action begins or ends.

Rules' hooks are always there. Hooks of cards, kinds and keywords are either entered in a registry of the table while
their bearer is active, or, where the header says that an argument is `this`, found by way of that argument alone. So a
call costs what is in force for it, not what there is. Entries are (pack, part, age, number, unit, bearer) and sort into
the order of LANGUAGE.md section 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .layout import AGE, KEYWORDS
from .link import Placed
from .program import Item
from .state import State

if TYPE_CHECKING:
    from .codegen import Codegen

Entry = tuple[int, int, int, int, int, Any]


class Watch:
    """Hooks of one timing on one verb, ability or action."""

    def __init__(self, gen: Codegen, key: tuple[str, str, str]) -> None:
        self.gen = gen
        self.key = key
        self.rules: list[Entry] = []
        self.cell = 0
        self.this: dict[int, set[int]] = {}
        """Argument's place -> units of hooks whose `this` it must be."""
        self.granted: list[tuple[str, Item, int | None]] = []
        """Hooks of keywords that some modifier grants: keyword, hook, place of the argument that must be `this`."""

    def registry(self) -> int:
        if not self.cell:
            self.cell = self.gen.program.cell(())
        return self.cell

    def add_rule(self, placed: Placed, uid: int) -> None:
        pack, part, number = placed.rank
        self.rules.append((pack, part, 0, number, uid, None))

    def add_this(self, argument: int, item: Item) -> None:
        self.this.setdefault(argument, set()).add(item.uid)

    def finish(self) -> None:
        self.static = tuple(sorted(self.rules))

    def guard(self, params: list[str]) -> str:
        """Python source of a quick test whether anybody may have to be asked; "" if there is always somebody."""
        if self.rules:
            return ""
        parts = [f"st[{self.cell}]"] if self.cell else []
        for keyword in dict.fromkeys(keyword for keyword, _, _ in self.granted):
            cells = self.gen.support.granting_cells(keyword)
            if cells is None:
                return ""
            parts += [f"st[{cell}]" for cell in cells]
        for argument, units in self.this.items():
            P = self.gen.P
            name = f"W{len(self.gen.ns)}"
            self.gen.ns[name] = frozenset(
                d.number for d in self.gen.program.defs if any(i.uid in units for i in P._items_of(d, ()))
            )
            x = params[argument]
            parts.append(f"({x}.__class__ is int and (st[{x}] in {name} or st[{x} + {KEYWORDS}]))")
        return " or ".join(parts)

    def entries(self, state: State, args: tuple[Any, ...]) -> tuple[Entry, ...]:
        """Who is to be asked now, in order."""
        st = state.cells
        found = st[self.cell] if self.cell else ()
        if self.rules:
            found = self.static + found
        for argument, units in self.this.items():
            x = args[argument]
            if x.__class__ is int:
                P = self.gen.P
                d = st[x]
                if P.any_items(d) or st[x + KEYWORDS]:
                    for item in P.items_now(st, x):
                        if item.uid in units:
                            pack, part, number = item.rank
                            found = (*found, (pack, part, st[x + AGE], number, item.uid, x))
        for keyword, item, place in self.granted:
            found = (*found, *self.by_grant(state, keyword, item, args[place] if place is not None else None, place))
        return tuple(sorted(found, key=_order)) if len(found) > 1 else found

    def by_grant(self, state: State, keyword: str, item: Item, argument: Any, place: int | None) -> list[Entry]:
        """Entries of things that have the keyword only because a modifier grants it."""
        things = None if place is None else [argument] if argument.__class__ is int else []
        pack, part, number = item.rank
        st = state.cells
        having = self.gen.support.granted(state, keyword, item, things)
        return [(pack, part, st[x + AGE], number, item.uid, x) for x in having]


def _order(entry: Entry) -> tuple[int, int, int, int]:
    return entry[:4]
