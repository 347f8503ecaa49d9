"""Values of the state in the form a client sees: ids that a seat may know, and arguments of messages.

Ids: `t17` a thing (17 is the seat's own handle, renewed whenever the seat loses sight of the copy), `w.goblin` a word,
`n.3` a number, `c.torch` a printed card, `s.map.2.1` a spot, `d.north` a side, `k.tank` a keyword, `f.yes` a flag. A copy
that the seat can't tell has none; among the candidates of a question it is `u1`, `u2`, ..., for that question alone
(decision 0320).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import ir
from .codegen import Codegen
from .layout import ALL_SEATS, DIE, FACE, KNOWN
from .state import State


class Values:
    """Presents values of one Program; `names` are the seats' names."""

    def __init__(self, gen: Codegen, names: list[str]) -> None:
        self.gen = gen
        self.program = gen.program
        self.names = names

    def sort(self, type_: str) -> str:
        """What a type's values are: thing, printed, word, number, flag, text, die, rolled, spot, side, zone, list, tally,
        keyword or board."""
        known = self.program.sorts.get(type_)
        if known is None:
            known = self.program.sorts[type_] = self._sort(type_)
        return known

    def _sort(self, type_: str) -> str:
        t = type_.rstrip("?")
        for sort in ("list", "tally", "zone", "printed", "by"):
            if t.startswith(sort + "<"):
                return sort
        if t in ("int", "far_int") or ".." in t:
            return "number"
        if t in ("flag", "words", "die", "rolled", "spot", "side", "board", "keyword"):
            return {"words": "text"}.get(t, t)
        first = t.split("|")[0]
        if first in self.program.word_order or first in ("outcome", "position"):
            return "word"
        return "thing"

    @staticmethod
    def element(type_: str) -> str:
        """The type inside `list<...>`."""
        t = type_.rstrip("?")
        return t[t.index("<") + 1 : -1] if "<" in t else t

    def known(self, state: State, x: int, seat: int | None) -> int:
        """The seat's handle for a thing; 0: the seat does not know which copy it is. None: the table as a spectator."""
        known = state.cells[x + KNOWN]
        return known[state.seats if seat is None else seat]  # type: ignore[no-any-return]

    def thing_id(self, state: State, x: int, seat: int | None) -> str | None:
        st = state.cells
        if self.gen.P.is_seat[st[x]]:
            return f"p{st[ALL_SEATS].index(x)}"
        handle = self.known(state, x, seat)
        if handle == 1 and self.gen.P.is_place[st[x]]:
            return f"b{x}"  # lies on its board from the start
        return f"t{handle}" if handle else None

    def id(self, state: State, value: Any, type_: str, seat: int | None) -> str | None:
        if value is None:
            return None
        match self.sort(type_):
            case "thing":
                return self.thing_id(state, value, seat)
            case "printed":
                return "c." + self.program.defs[value].name  # type: ignore[no-any-return]
            case "number":
                return f"n.{value}"
            case "flag":
                return "f.yes" if value else "f.no"
            case "spot":
                return "s." + ".".join(map(str, value))
            case "side":
                return "d." + str(value)
            case "rolled":
                return f"r{value}"
            case "keyword":
                return "k." + str(value)
        return "w." + str(value)

    def arg(self, state: State, value: Any, type_: str, seat: int | None) -> Any:
        """A value as an argument of a message (see greyc.runtime.say)."""
        if value is None or isinstance(value, bool):
            return value
        match self.sort(type_):
            case "number":
                return value if value != float("inf") else "far"
            case "thing":
                return self.thing_arg(state, value, seat)
            case "printed":
                return {"card": self.program.defs[value].name}
            case "word":
                return {"word": value, "of": type_.rstrip("?").split("|")[0]}
            case "side":
                return {"word": value, "of": "side"}
            case "die":
                return {"die": value}
            case "rolled":
                st = state.cells
                return {"die": st[value + DIE], "face": st[value + FACE]}
            case "zone":
                holder, number = state.cells[value + 1]
                info = self.program.zones[number]
                if not info.decl.title:
                    return info.name
                return {"zone": info.decl.title} | ({"of": self.thing_arg(state, holder, seat)} if holder else {})
            case "list":
                inner = self.element(type_)
                return [self.arg(state, v, inner, seat) for v in value]
            case "tally":
                inner = self.element(type_)
                return [[self.arg(state, k, inner, seat), v] for k, v in sorted(value.items()) if v]
            case "spot":
                return ", ".join(map(str, value[1:]))
            case "by":
                return None
        return value

    def thing_arg(self, state: State, x: int, seat: int | None) -> Any:
        st = state.cells
        d = self.program.defs[st[x]]
        if self.gen.P.is_seat[st[x]]:
            number = st[ALL_SEATS].index(x)
            return {"seat": number, "name": self.names[number]}
        if not self.known(state, x, seat):
            return {"kind": self.root_kind(d.kind)}
        if d.card is not None:
            return {"card": d.name}
        return {"kind": d.kind}

    def root_kind(self, kind: str) -> str:
        """The most general kind of a game that a kind belongs to: what may be said of a copy nobody has seen."""
        return self.program.layouts[kind].ancestors[-2] if len(self.program.layouts[kind].ancestors) > 1 else kind

    def ids(self, state: State, values: Iterable[Any], type_: str, seat: int | None) -> dict[Any, str]:
        """Value -> id of the candidates of a question, each once, in the order in which they are told: those that the seat
        can tell as the rules have them, then the others. The order of these comes from where they lie, and in zones
        without an order from the random generator: the rules' own order might tell what they are."""
        found: dict[Any, str] = {}
        unknown: list[int] = []
        for value in values:
            name = self.id(state, value, type_, seat)
            if name is None:
                unknown.append(value)
            else:
                found[value] = name
        if unknown:
            places = sorted(set(unknown), key=lambda x: self.gen.P.lying(state, x))
            found |= {x: f"u{number + 1}" for number, x in enumerate(places)}
        return found

    def candidates(self, state: State, values: tuple[Any, ...], type_: str, seat: int | None) -> list[dict[str, Any]]:
        """The candidates of a question as a client gets them, see `ids`."""
        names = self.ids(state, values, type_, seat)
        return [{"id": name, "label": self.arg(state, value, type_, seat)} for value, name in names.items()]

    def message(self, state: State, message: ir.Message | None, args: tuple[Any, ...], seat: int | None) -> Any:
        """A message with the values of its placeholders."""
        if message is None:
            return None
        out = {
            name: self.arg(state, value, arg.type, seat)
            for (name, arg), value in zip(message.args.items(), args, strict=True)
        }
        return {"id": message.id, "args": out} if out else {"id": message.id}
