"""Boards: where places lie, what they border on, ways between them.

A spot is (board, column, row), counted from 1, rows downwards. On a hex board every other row lies half a place to the
right (`shifted`). Places that lie on a board know their spot; links between places are those of the drawing or graph,
narrowed by the board's rule and changed in play by `link` and `unlink`. Searches go breadth first in the order of
sides, so that they are the same everywhere. A distance is read from a field of the steps to its goals from everywhere,
which is kept: rules ask for many distances to the same goals (decision 0120).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .consts import FAR
from .emit_limits import counted
from .layout import BOARD, LINKS, THINGS, X, Y
from .program import Program
from .state import Broke, State

GRID = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
GRID_SIDES = tuple(GRID)
HEX_SIDES = ("northeast", "east", "southeast", "southwest", "west", "northwest")
HEX_SHIFTED = {
    "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1), "southwest": (0, 1), "west": (-1, 0), "northwest": (0, -1),
}  # fmt: skip
HEX_PLAIN = {
    "northeast": (0, -1), "east": (1, 0), "southeast": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip

Spot = tuple[str, int, int]
MOST_KEPT = 2_000
"""How many lists of neighbours and fields of distances are kept."""


def moved(shifted: str, row: int) -> int:
    """1 for a row of a hex board that lies half a place to the right."""
    return int((row % 2 == 1) == (shifted == "odd"))


class Boards:
    """See the module. Things are bases in the state."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layouts = program.layouts
        self.faces = {d.name: tuple(d.faces) for d in program.linked.dice.values()}
        self.late: dict[tuple[int, int], Callable[[State, int], Any]] = {}
        """(printed card, offset) -> start value worked out in play."""
        self.decides: dict[str, Callable[[State, int], Any]] = {}
        self.sights: dict[tuple[int, int], Callable[[State], Any]] = {}
        """Whether a `seen by ... if` of a zone holds, by the zone's number and the place in its list."""
        self.rules: dict[str, Callable[[State, int, int], bool]] = {}
        """Board -> the rule for its links, where it has one."""
        self.rule_mask = 0
        """The bit that is set when something was written that such a rule reads."""
        self.state_offsets = [
            [m.offset for m in self.layouts[d.kind].members.values() if m.what == "state" and m.offset >= 0]
            for d in program.defs
        ]
        self.state_masks = [0] * len(program.defs)
        self.item_masks: dict[int, int] = {}
        self.touch_cells: dict[tuple[str, str], int] = {}
        self.seats_mask = 0
        self.board_mask = 0
        self.rolled_def = program.kind_number["token"]
        self.graph: dict[int, list[int]] = {}
        for board in program.linked.boards.values():
            for a, b in board.links:
                first, second = program.card_number[a], program.card_number[b]
                self.graph.setdefault(first, []).append(second)
                self.graph.setdefault(second, []).append(first)
        shapes = {b.shape for b in program.linked.boards.values()}
        self.hex_only = "hex" in shapes and "grid" not in shapes

    def steps(self, board: str, row: int) -> dict[str, tuple[int, int]]:
        decl = self.program.linked.boards[board]
        if decl.shape == "grid":
            return GRID
        return HEX_SHIFTED if moved(decl.shifted, row) else HEX_PLAIN

    def spot_of(self, st: list[Any], where: Any) -> Spot:
        if isinstance(where, tuple):
            return where
        if st[where + BOARD] is None:
            raise Broke("content", "this place does not lie on a board")
        return st[where + BOARD], st[where + X], st[where + Y]

    def place_at(self, state: State, spot: Spot) -> int | None:
        return state.cells[self.program.board_cells[spot[0]]].get((spot[1], spot[2]))  # type: ignore[no-any-return]

    def place_or_spot(self, state: State, spot: Spot) -> int:
        found = self.place_at(state, spot)
        if found is None:
            raise Broke("content", f"no place lies on {spot[0]} at column {spot[1]}, row {spot[2]}")
        return found

    def toward(self, state: State, where: Any, side: str) -> Spot:
        board, x, y = self.spot_of(state.cells, where)
        steps = self.steps(board, y)
        if side not in steps:
            raise Broke("content", f"a place on {board} has no side {side}; it has {', '.join(steps)}")
        dx, dy = steps[side]
        return board, x + dx, y + dy

    def side(self, state: State, a: Any, b: Any) -> str:
        first, second = self.spot_of(state.cells, a), self.spot_of(state.cells, b)
        for name, (dx, dy) in self.steps(first[0], first[2]).items():
            if (first[1] + dx, first[2] + dy) == second[1:]:
                return name
        raise Broke("content", "these two do not lie side by side")

    def turn(self, side: str, n: int, board: str | None = None) -> str:
        """Without a board by the side itself: `east` and `west` are those of a grid, if there is any."""
        if board is None:
            ring = HEX_SIDES if self.hex_only or side not in GRID else GRID_SIDES
        else:
            ring = tuple(self.steps(board, 1))
        if side not in ring:
            raise Broke("content", f"a place on {board} has no side {side}; it has {', '.join(ring)}")
        return ring[(ring.index(side) + n) % len(ring)]

    def adjacent(self, state: State, where: Any) -> tuple[int, ...]:
        board, x, y = self.spot_of(state.cells, where)
        lying = state.cells[self.program.board_cells[board]]
        around = [(x + dx, y + dy) for dx, dy in self.steps(board, y).values()]
        return tuple([lying[p] for p in around if p in lying])

    def spots(self, state: State, board: str) -> tuple[Spot, ...]:
        lying = state.cells[self.program.board_cells[board]]
        state.charge(4 * len(lying))
        found: dict[tuple[int, int], None] = {}
        for x, y in lying:
            for dx, dy in self.steps(board, y).values():
                if (x + dx, y + dy) not in lying:
                    found[x + dx, y + dy] = None
        return tuple([(board, x, y) for x, y in sorted(found, key=lambda p: (p[1], p[0]))])

    def laid(self, state: State, board: str) -> tuple[int, ...]:
        """All places on a board, by row and column (a graph: in order of making)."""
        st = state.cells
        lying = st[self.program.board_cells[board]]
        if self.program.linked.boards[board].shape == "graph":
            state.charge(len(st[THINGS]))
            return tuple([p for p in st[THINGS] if self.is_place_def(st[p]) and st[p + BOARD] == board])
        found = state.cache.get(("laid", board))
        if found is None:
            found = state.cache["laid", board] = tuple([lying[p] for p in sorted(lying, key=lambda p: (p[1], p[0]))])
        return found

    def is_place_def(self, d: int) -> bool:
        return self.layouts[self.program.defs[d].kind].root == "place"

    def lay(self, state: State, place: int, board: str, spot: Spot) -> None:
        decl = self.program.linked.boards[board]
        if decl.shape == "graph":
            raise Broke("content", f"{board} is a graph, which has no spots: its places lie there from the start")
        kind = self.program.defs[state.cells[place]].kind
        if decl.kind not in self.layouts[kind].ancestors:
            raise Broke("content", f"{board} has places of the kind {decl.kind}, and this is a {kind}")
        if spot[0] != board:
            raise Broke("content", f"this spot belongs to {spot[0]}, not to {board}")
        self.take_off(state, place)
        cell = self.program.board_cells[board]
        lying = state.cells[cell]
        if (spot[1], spot[2]) in lying:
            raise Broke("content", f"a place lies on {board} at column {spot[1]}, row {spot[2]} already")
        state.charge(len(lying) >> 3)
        state.set(cell, {**lying, (spot[1], spot[2]): place})
        for at, value in ((BOARD, board), (X, spot[1]), (Y, spot[2])):
            state.set(place + at, value)
        state.cache.clear()
        state.dirty |= self.board_mask

    def take_off(self, state: State, place: int) -> None:
        """A place leaves the spot where it lies, if it does."""
        st = state.cells
        board = st[place + BOARD]
        if board is None:
            return
        cell = self.program.board_cells[board]
        state.charge((len(st[cell]) >> 3) + len(st[LINKS]))
        state.set(cell, {spot: p for spot, p in st[cell].items() if p != place})
        for at in (BOARD, X, Y):
            state.set(place + at, None)
        if any(place in pair for pair in st[LINKS]):
            state.set(LINKS, {pair: linked for pair, linked in st[LINKS].items() if place not in pair})
        state.cache.clear()
        state.dirty |= self.board_mask

    def drawn(self, d: int, board: str, spot: Spot) -> tuple[tuple[int, Spot, dict[str, Any]], ...]:
        """What a printed card is laid as, with the spots and what their states begin with: a place itself, or
        all places of its drawing."""
        if self.is_place_def(d):
            return ((d, spot, {}),)
        definition = self.program.defs[d]
        card = definition.card
        if card is None or not card.drawing:
            raise Broke("content", f"{definition.name} is no place and holds no drawing, so it can't be laid")
        there = self.program.linked.boards[board]
        found = []
        for cell in card.drawing:
            number = (
                self.program.cell_number[card.name, cell.x, cell.y]
                if cell.card is None
                else self.program.card_number[cell.card]
            )
            y = spot[2] + cell.y - 1
            if there.shape == "hex":
                # In half places, since every other row lies half a place to the right.
                halves = 2 * (spot[1] + cell.x - 1) + moved(card.shifted, cell.y) - moved(card.shifted, 1)
                x = (halves + moved(there.shifted, spot[2]) - moved(there.shifted, y)) // 2
            else:
                x = spot[1] + cell.x - 1
            states = self.program.first_states.get((card.name, cell.x, cell.y), {})
            found.append((number, (board, x, y), states))
        return tuple(found)

    def set_link(self, state: State, a: int, b: int, linked: bool) -> None:
        state.charge((len(state.cells[LINKS]) >> 3) + (len(state.cells[THINGS]) >> 5))
        state.set(LINKS, {**state.cells[LINKS], (min(a, b), max(a, b)): linked})
        state.cache.clear()
        state.dirty |= self.board_mask

    def neighbours(self, state: State, place: int | None) -> tuple[int, ...]:
        if state.dirty & self.rule_mask:
            state.dirty &= ~self.rule_mask
            state.cache.clear()
        st = state.cells
        cached = state.cache.get(("next", place))
        if cached is not None:
            return cached  # type: ignore[no-any-return]
        if place is None:
            return ()
        board = st[place + BOARD]
        links = st[LINKS]
        if board is None:
            near: tuple[int, ...] = ()
        elif self.program.linked.boards[board].shape == "graph":
            wanted = self.graph.get(st[place], ())
            there: dict[int, list[int]] = {d: [] for d in wanted}
            for p in st[THINGS]:
                if st[p] in there:
                    there[st[p]].append(p)
            near = tuple([p for d in wanted for p in there[d]])
        else:
            near = self.adjacent(state, place)
            rule = self.rules.get(board)
            if rule is not None:
                near = tuple([p for p in near if rule(state, place, p)])
        if links:
            cut = [p for p in near if links.get((min(place, p), max(place, p)), True)]
            more = [b if a == place else a for (a, b), yes in links.items() if yes and place in (a, b)]
            kept = set(cut)
            near = tuple(cut + [p for p in more if p not in kept])
        state.cache["next", place] = near
        return near

    def before(self, state: State, place: int) -> tuple[int, ...]:
        """The places from which a step leads to this one: its neighbours, unless a rule lets pass in one direction only."""
        near = self.neighbours(state, place)
        board = state.cells[place + BOARD]
        if board not in self.rules:
            return near
        found = state.cache.get(("before", place))
        if found is None:
            around = dict.fromkeys((*near, *self.adjacent(state, place)))
            found = state.cache["before", place] = tuple([p for p in around if place in self.neighbours(state, p)])
        return found

    def distance(self, state: State, start: int, goals: Any, within: Any = None) -> Any:
        """Steps from start to the goal, or to the nearest of a list; FAR where there is no way."""
        wanted = goals if isinstance(goals, tuple) else (goals,)
        if start in wanted:
            return 0
        steps = self.field(state, wanted, within)
        found: Any = steps.get(start)
        if found is None and within is not None:
            # The start need not be allowed: from there one step into what is.
            found = min([steps[q] for q in self.neighbours(state, start) if q in steps], default=FAR) + 1
        return FAR if found is None else found

    def field(self, state: State, goals: tuple[int, ...], within: Any) -> dict[int, int]:
        """The steps to the nearest goal from every allowed place that has a way there; kept until links change."""
        if state.dirty & self.rule_mask:
            state.dirty &= ~self.rule_mask
            state.cache.clear()
        key = ("steps", goals, within)
        steps = state.cache.get(key)
        if steps is not None:
            return steps  # type: ignore[no-any-return]
        allowed = None if within is None else set(counted(state, within))
        steps = {g: 0 for g in goals if allowed is None or g in allowed}
        front = list(steps)
        n = 0
        while front:
            n += 1
            state.charge(len(front))
            after = []
            for p in front:
                for q in self.before(state, p):
                    if q not in steps and (allowed is None or q in allowed):
                        steps[q] = n
                        after.append(q)
            front = after
        if len(state.cache) > MOST_KEPT:
            state.cache.clear()
        state.cache[key] = steps
        return steps

    def reachable(self, state: State, start: int, n: int, within: Any = None) -> tuple[int, ...]:
        allowed = None if within is None else set(counted(state, within))
        seen = {start}
        found: list[int] = []
        front = [start]
        while front and n > 0:
            n -= 1
            state.charge(len(front))
            after = []
            for p in front:
                for q in self.neighbours(state, p):
                    if q not in seen and (allowed is None or q in allowed):
                        seen.add(q)
                        after.append(q)
            found += after
            front = after
        return tuple(found)

    def path(self, state: State, start: int, goal: int, within: Any = None) -> tuple[int, ...]:
        allowed = None if within is None else set(counted(state, within))
        came = {start: start}
        front = [start]
        while front and goal not in came:
            state.charge(len(front))
            after = []
            for p in front:
                for q in self.neighbours(state, p):
                    if q not in came and (allowed is None or q in allowed):
                        came[q] = p
                        after.append(q)
            front = after
        if goal not in came:
            return ()
        way = []
        while goal != start:
            way.append(goal)
            goal = came[goal]
        return tuple(way[::-1])
