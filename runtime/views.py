"""The table as one seat sees it: zones, things, states; nothing else of the state."""

from __future__ import annotations

from typing import Any

from .codegen import Codegen
from .layout import ALL_SEATS, BOX, KEYWORDS, OUTCOME, SEATS, WINNER, Member
from .state import State
from .values import Values


class Views:
    """Views of states of one Program."""

    def __init__(self, gen: Codegen, values: Values) -> None:
        self.gen = gen
        self.program = gen.program
        self.values = values

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        st = state.cells
        table = self.program.table
        out: dict[str, Any] = {
            "seat": seat,
            "outcome": st[OUTCOME],
            "winner": None if st[WINNER] is None else st[ALL_SEATS].index(st[WINNER]),
            "states": {
                name: self.value(state, st[m.offset], m, seat) for name, m in table.items() if m.what == "state"
            },
            "options": {
                name: self.value(state, st[m.offset], m, seat) for name, m in table.items() if m.what == "field"
            },
            "zones": {name: self.zone(state, m.offset, seat) for name, m in table.items() if m.what == "zone"},
            "box": self.zone(state, BOX, seat),
            "seats": [self.seat(state, x, seat) for x in st[ALL_SEATS]],
        }
        boards = {name: self.board(state, name, seat) for name in self.program.linked.boards}
        if boards:
            out["boards"] = boards
        return out

    def seat(self, state: State, x: int, seat: int | None) -> dict[str, Any]:
        number = state.cells[ALL_SEATS].index(x)
        out = {"id": f"p{number}", "name": self.values.names[number], "plays": x in state.cells[SEATS]}
        return out | self.members(state, x, seat)

    def members(self, state: State, x: int, seat: int | None) -> dict[str, Any]:
        """States, fields that can change, and zones of a thing."""
        st = state.cells
        d = self.program.defs[st[x]]
        states: dict[str, Any] = {}
        zones: dict[str, Any] = {}
        for name, m in self.program.layouts[d.kind].members.items():
            if m.what == "zone":
                zones[name] = self.zone(state, x + m.offset, seat)
            elif m.decl.title is not None or m.what == "state":
                states[name] = self.value(state, self.current(state, x, m), m, seat)
        out: dict[str, Any] = {"states": states}
        if zones:
            out["zones"] = zones
        return out

    def current(self, state: State, x: int, m: Member) -> Any:
        """A member's value with modifiers."""
        if (self.gen.home(m.kind, m.name), m.name) in self.gen.modified:
            return self.gen.ns[self.gen.modified_reader(m.kind, m.name)](state, x)
        if m.offset < 0:
            return self.gen.ns[self.gen.field_table(m.name)][state.cells[x]]
        return state.cells[x + m.offset]

    def value(self, state: State, value: Any, m: Member, seat: int | None) -> Any:
        """A value with things as ids, so that a client can find them in the view."""
        if value is None:
            return None
        sort = self.values.sort(m.type)
        if sort == "number" and type(value) is int:  # most of a view
            return value
        if sort == "thing":
            return self.values.thing_id(state, value, seat)
        if sort == "list" and self.values.sort(self.values.element(m.type)) == "thing":
            return [self.values.thing_id(state, v, seat) for v in value]
        return self.values.arg(state, value, m.type, seat)

    def zone(self, state: State, zone: int, seat: int | None) -> dict[str, Any]:
        """`count`, and what the seat knows of what lies there: a thing, or null for a copy it can't see. A zone none of
        which is known has only its count."""
        st = state.cells
        content = st[zone]
        info = self.program.zones[st[zone + 1][1]]
        out: dict[str, Any] = {"count": len(content)}
        if info.decl.title:
            out["title"] = info.decl.title
        things = [self.thing(state, x, seat) for x in content]
        if any(t is not None for t in things):
            if not info.open and not info.decl.ordered:
                # In a zone without an order that others can't see into, the places mean nothing: the known come first.
                things = sorted([t for t in things if t], key=lambda t: int(t["id"][1:])) + [None] * things.count(None)
            out["things"] = things
        return out

    def thing(self, state: State, x: int, seat: int | None) -> dict[str, Any] | None:
        st = state.cells
        identity = self.values.thing_id(state, x, seat)
        if identity is None:
            return None
        d = self.program.defs[st[x]]
        out: dict[str, Any] = {"id": identity, "kind": d.kind, "label": self.values.thing_arg(state, x, seat)}
        if d.card is not None:
            out["card"] = d.name
        attached = st[x + KEYWORDS]
        if attached:
            out["keywords"] = [k[0] for k in attached]
        return out | self.members(state, x, seat)

    def board(self, state: State, name: str, seat: int | None) -> list[dict[str, Any]]:
        """The places that lie on a board."""
        st = state.cells
        out = []
        for place in self.gen.P.laid(state, name):
            entry = self.thing(state, place, seat)
            assert entry is not None
            if st[place + 6] is not None:
                entry |= {"x": st[place + 6], "y": st[place + 7]}
            entry["next"] = [f"b{p}" for p in self.gen.P.neighbours(state, place)]
            out.append(entry)
        return out
