"""Whether a game in play keeps what is on the table: nothing is lost, doubled or changed but by the rules.

A Ledger follows one game from question to question. At each look it goes over the whole table (greyc.runtime.sound: each
thing lies in exactly one place, zone and thing agree, states are within their ranges) and compares it with the last one:

- The journal accounts for every change: with what it noted since then taken back, the table is again as it was then.
- What was there is still there, the same printed card with the same fields.
- What is new is of a kind that some statement of the packs could make. When the play has begun, statements that only the
  setup runs count no more: so the copies in a limited supply (decision 0200) stay as many as the setup laid out.
- The words in force are those of the things that lie where their words work.
- What lies in the box holds nothing: it would be lost, and yet be on the table.

It knows no game, and nothing in the runtime needs it: tests and `greyc simulate --check` do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import attrs

from . import ir
from .codegen import Codegen
from .game import Game
from .layout import AGE, BOX, DEF, KEYWORDS, KNOWN, RNG, THINGS, ZONE
from .program import walk_node
from .sound import Shape, Unsound, called, shapes, sound
from .state import EVENT, State

_HEADER = {DEF: "printed card", ZONE: "zone", KNOWN: "who knows it", AGE: "age", KEYWORDS: "keywords"}
_TABLE = {RNG: "random number", THINGS: "list of things", BOX: "box"}


class Ledger:
    """What lay on the table of a game when it was looked at last. The game goes forward only: nothing is taken back."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.gen: Codegen = game.engine.gen
        self.makers = makers(self.gen)
        self.begun = False
        self._remember()
        self._table()

    def look(self) -> None:
        """Raises Unsound for the first thing that is wrong."""
        self._table()
        self._accounted()
        self._same_things()
        self._new_things()
        self._remember()

    def _remember(self) -> None:
        state = self.game.state
        self.cells = state.cells.copy()
        self.mark = len(state.journal)
        self.events = len(state.events)

    # ---- the table by itself ----------------------------------------------------------------

    def _table(self) -> None:
        state = self.game.state
        sound(self.gen.program, state)
        self._tallies()
        P, st = self.gen.P, state.cells
        for x in st[BOX]:
            if any(st[x + offset] for offset in self.makers.zones[st[x]]):
                raise Unsound(f"{self.called(x)} lies in the box and holds something")
        cells = {item.cell for items in P.items.values() for item in items if item.cell}
        there = Counter((cell, entry[4], entry[5]) for cell in cells for entry in st[cell])
        due = Counter((item.cell, item.uid, x) for x in st[THINGS] for item in P.items_now(st, x) if item.cell)
        for (_, _, x), times in ((there - due) + (due - there)).items():
            raise Unsound(f"the words of {self.called(x)} are in force where they should not be, or not ({times})")

    def _tallies(self) -> None:
        """A tally counts, so nothing less than 0 times."""
        st, makers = self.game.state.cells, self.makers
        for x in (0, *st[THINGS]):
            for offset in makers.tallies[st[x]] if x else makers.table_tallies:
                for what, count in st[x + offset].items():
                    if count < 0:
                        raise Unsound(f"{self.cell(x + offset)} counts {count} of {what}")

    # ---- what changed -----------------------------------------------------------------------

    def _accounted(self) -> None:
        """With the journal taken back to the last look, the table is as it was then."""
        state = self.game.state
        then = State(state.cells.copy(), state.seats, state.budget)
        then.journal = state.journal[self.mark :]
        then.rollback(0)
        if then.cells == self.cells:
            return
        for at, (old, now) in enumerate(zip(self.cells, then.cells, strict=False)):
            if old != now:
                raise Unsound(f"{self.cell(at)} changed from {old!r:.60} to {now!r:.60} without being noted")
        raise Unsound("cells came or went without being noted")

    def _same_things(self) -> None:
        st, before = self.game.state.cells, self.cells
        if st[THINGS][: len(before[THINGS])] != before[THINGS]:
            raise Unsound("things that were there are gone from the list of things")
        for x in before[THINGS]:
            if st[x] != before[x]:
                raise Unsound(f"{self.gen.program.defs[before[x]].name} became {self.gen.program.defs[st[x]].name}")
            for offset in self.makers.fixed[st[x]]:
                if st[x + offset] != before[x + offset]:
                    raise Unsound(f"{self.cell(x + offset)} changed, which is fixed for a copy")

    def _new_things(self) -> None:
        state = self.game.state
        if not self.begun:
            numbers = state.events[self.events :: EVENT]
            names = {self.gen.names[number] for number in numbers if number >= 0}
            made, self.begun = self.makers.ever, bool(names - self.makers.in_setup)
        else:
            made = self.makers.in_play
        for x in state.cells[THINGS][len(self.cells[THINGS]) :]:
            if made is not None and not made & set(self.gen.program.layouts[self._kind(x)].ancestors):
                raise Unsound(f"{self.called(x)} is new, and nothing makes such things in play")

    # ---- in words ---------------------------------------------------------------------------

    def _kind(self, x: int) -> str:
        return str(self.gen.program.defs[self.game.state.cells[x]].kind)

    def called(self, x: int) -> str:
        return called(self.gen.program, self.game.state.cells, x)

    def cell(self, at: int) -> str:
        """What lies in a cell: `power of torch#2`."""
        program, st = self.gen.program, self.game.state.cells
        base = max([x for x in st[THINGS] if x <= at], default=0)
        members = program.layouts[program.defs[st[base]].kind].members if base else program.table
        named = {m.offset: m.name for m in members.values()}
        named |= _HEADER if base else _TABLE
        return f"{named.get(at - base, f'cell {at - base}')} of {self.called(base) if base else 'the table'}"


class Makers:
    """What the statements of a game's packs can make: kinds, or None where it can't be told which."""

    def __init__(self, gen: Codegen) -> None:
        self.gen = gen
        program = gen.program
        self.fixed = [
            [m.offset for m in program.layouts[d.kind].members.values() if m.what == "field" and m.offset >= 0]
            for d in program.defs
        ]
        """Printed card -> the cells of a copy that never change."""
        of, table, _ = shapes(program)
        self.zones = [() if shape.root == "seat" else tuple([at for at, _ in shape.zones]) for shape in of]
        """Printed card -> where its copies' zones lie; a seat that is out of the game may keep what it has."""
        self.tallies = [_tallies(shape) for shape in of]
        self.table_tallies = _tallies(table)
        setup = self._with_verbs([gen.linked.game.setup])
        self.in_setup = {node.verb for node, _ in setup if isinstance(node, ir.CallVerb)}
        self.in_play = self._kinds(self._with_verbs(self._play()))
        more = self._kinds(setup)
        self.ever = None if self.in_play is None or more is None else self.in_play | more

    def _play(self) -> Iterator[Any]:
        """All declarations but verbs, which count where they are called, and the setup."""
        linked = self.gen.linked
        yield linked.game.play
        for pack in linked.packs:
            for part in attrs.fields(type(pack)):
                if part.name not in ("games", "verbs", "tests", "checks"):
                    yield getattr(pack, part.name)

    def _with_verbs(self, nodes: Iterable[Any]) -> list[tuple[ir.Node, dict[str, str]]]:
        """Nodes, and those of the verbs that they call, and so on; each with the types of its verb's parameters."""
        found: list[tuple[ir.Node, dict[str, str]]] = []
        verbs, called = self.gen.linked.verbs, set[str]()
        waiting: list[tuple[Any, dict[str, str]]] = [(list(nodes), {})]
        while waiting:
            top, types = waiting.pop()
            for node in walk_node(top):
                found.append((node, types))
                if isinstance(node, ir.CallVerb) and node.verb in verbs and node.verb not in called:
                    called.add(node.verb)
                    verb = verbs[node.verb]
                    waiting.append((verb, {slot.label: slot.type for slot in verb.slots}))
        return found

    def _kinds(self, nodes: Iterable[tuple[ir.Node, dict[str, str]]]) -> frozenset[str] | None:
        found: set[str] = set()
        for node, types in nodes:
            kinds: list[str] | None = []
            if isinstance(node, ir.Fill):
                kinds = self._held(node.zone, types)
            elif isinstance(node, ir.CallVerb) and node.verb == "create":
                kinds = self._printed(node.args["what"], types) or self._held(node.args["into"], types)
            elif isinstance(node, ir.CallVerb) and node.verb == "lay" and node.printed:
                kinds = ["place"]
            if kinds is None:
                return None
            found.update(kinds)
        return frozenset(found)

    def _printed(self, what: ir.Expr, types: dict[str, str]) -> list[str] | None:
        """The kind of a printed card, where it or a parameter for it is named."""
        if isinstance(what, ir.Printed):
            return [self.gen.linked.cards[what.card].kind]
        if isinstance(what, ir.KindRef):
            return [what.kind]
        return _within("printed", what, types)

    def _held(self, zone: ir.Expr, types: dict[str, str]) -> list[str] | None:
        """The kinds of things that a zone holds, where it or a parameter for it is named."""
        if not isinstance(zone, ir.ZoneRef):
            return _within("zone", zone, types)
        program = self.gen.program
        members = program.layouts[zone.kind].members if zone.kind else program.table
        decl = members[zone.name].decl if zone.name in members else None
        return decl.kinds if isinstance(decl, ir.ZoneDecl) else None


def _tallies(shape: Shape) -> tuple[int, ...]:
    return tuple([offset for offset, type_, _ in shape.values if type_.startswith("tally<")])


@lru_cache(maxsize=32)
def makers(gen: Codegen) -> Makers:
    """Worked out once for each set of packs, for it goes over all of their rules."""
    return Makers(gen)


def _within(what: str, node: ir.Expr, types: dict[str, str]) -> list[str] | None:
    """The kinds in the type of a parameter, `zone<card|token>`."""
    type_ = types.get(node.name, "") if isinstance(node, ir.Local) else ""
    return type_[len(what) + 1 : -1].split("|") if type_.startswith(f"{what}<") else None


__all__ = ["Ledger", "Unsound"]
