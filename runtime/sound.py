"""Whether cells can be a table of this game: everything lies in exactly one place and of each state stands what may.

A save is data of the host and may be damaged. What lies where, of which kind everything is and what stands in each state
is looked at when it is loaded, so that a game goes on or is refused, and does not break some answers later. The same is
asked of a table in play by whoever checks the runtime (greyc.runtime.conserved).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from .layout import (
    AGES,
    ALL_SEATS,
    BOARD,
    BOX,
    CALLS,
    FIRING,
    GREATEST,
    INFO,
    KEYWORDS,
    KNOWN,
    LINKS,
    OUTCOME,
    RNG,
    RUNNING,
    SEATS,
    SERIAL,
    TABLE_SIZE,
    TEMPORARY,
    THINGS,
    TOGETHER,
    WINNER,
    ZONE,
    Member,
    X,
    Y,
    clamp_range,
)
from .program import Program
from .state import MASK64, State


class Unsound(ValueError):
    """What of a table can't be, in a sentence."""


def called(program: Program, st: list[Any], x: int) -> str:
    """A thing as saves call it: `torch#2` is the second copy made of a card."""
    before = st[THINGS][: st[THINGS].index(x) + 1]
    return f"{program.defs[st[x]].name}#{sum(st[y] == st[x] for y in before)}"


@frozen
class Shape:
    """What the cells of a printed card's copies (or of the table) are for: distances from the base."""

    kind: str
    root: str
    size: int
    zones: tuple[tuple[int, int], ...]
    """Of each zone: where, its number."""
    values: tuple[tuple[int, str, str], ...]
    """Of each field and state: where, its type and name."""


@lru_cache(maxsize=32)
def shapes(program: Program) -> tuple[list[Shape], Shape, list[frozenset[int]]]:
    """Those of the printed cards by number, that of the table; and which cards may lie in each zone."""

    def shape(kind: str, root: str, size: int, members: Iterable[Member]) -> Shape:
        kept = [m for m in members if m.offset >= 0]
        zones = tuple([(m.offset, m.zone_number) for m in kept if m.what == "zone"])
        return Shape(kind, root, size, zones, tuple([(m.offset, m.type, m.name) for m in kept if m.what != "zone"]))

    layouts = [program.layouts[d.kind] for d in program.defs]
    of = [shape(lay.name, lay.root, lay.size, lay.members.values()) for lay in layouts]
    table = shape("", "", TABLE_SIZE + len(program.table_cells), program.table.values())
    box = (BOX, 0)
    lies = [
        frozenset(d.number for d, lay in zip(program.defs, layouts, strict=True)
                  if zone.number == 0 or set(zone.decl.kinds) & set(lay.ancestors))
        for zone in program.zones
    ]  # fmt: skip
    return of, evolve(table, zones=(box, *table.zones)), lies


def sound(program: Program, state: State) -> None:
    """Raises Unsound for the first thing that can't be."""
    st = state.cells
    of, table, may_lie = shapes(program)
    if len(st) < table.size:
        raise Unsound("cells are missing")
    for at, most in ((RNG, MASK64), (SERIAL, GREATEST), (AGES, GREATEST), (CALLS, GREATEST), (INFO, GREATEST)):
        _whole(st[at], most)
    _whole(st[TOGETHER], GREATEST)
    _kept(program, st)
    things = st[THINGS]
    if not isinstance(things, tuple) or any(type(x) is not int for x in things):
        raise Unsound("the list of things is none")
    least = table.size
    for x in things:
        d = st[x] if least <= x < len(st) else None
        if type(d) is not int or not 0 <= d < len(of):
            raise Unsound(f"no thing lies at {x}")
        least = x + of[d].size
        if least > len(st):
            raise Unsound(f"the thing at {x} has not all its cells")
    known = frozenset(things)
    if st[OUTCOME] not in (None, "won", "lost"):
        raise Unsound(f"the outcome is won or lost, not {st[OUTCOME]!r:.60}")
    for at in (SEATS, ALL_SEATS):
        if not isinstance(st[at], tuple) or not set(st[at]) <= known:
            raise Unsound("the list of seats is none")
    if len(st[ALL_SEATS]) != state.seats or not (st[WINNER] is None or st[WINNER] in st[ALL_SEATS]):
        raise Unsound("there are not so many seats")
    told: set[Any] = set()
    lying: dict[int, int] = {}
    for x in (0, *things):
        if x and st[x + KNOWN] not in told:
            _told(st[x + KNOWN], state.seats)
            told.add(st[x + KNOWN])
        if x and not (st[x + KEYWORDS] is None or _names(st[x + KEYWORDS])):
            raise Unsound(f"{called(program, st, x)} has no list of keywords")
        shape = of[st[x]] if x else table
        for offset, number in shape.zones:
            zone = x + offset
            if st[zone + 1] != (x, number):
                raise Unsound(f"no zone lies at {zone}, or another")
            if st[zone] != ():
                _zone(program, st, known, may_lie[number], zone)
                for y in st[zone]:
                    if y in lying:
                        raise Unsound(f"{called(program, st, y)} lies twice")
                    lying[y] = zone
        for offset, type_, name in shape.values:
            value = st[x + offset]
            if value is not None and not fits(program, st, known, type_, value):
                raise Unsound(f"{name} can't be {value!r:.60}")
    _lying(program, st, lying)


def _kept(program: Program, st: list[Any]) -> None:
    """What the core keeps on the table: calls that run and how often, what ends with them, links, what was used up."""
    calls, sets = st[RUNNING], [st[cell] for cell in program.once_cells.values()]
    if not isinstance(calls, tuple) or any(
        not isinstance(call, tuple) or tuple(map(type, call)) != (int, int, tuple) for call in calls
    ):
        raise Unsound("the list of calls that run is none")
    for at in (TEMPORARY, FIRING):
        if not isinstance(st[at], tuple) or any(not isinstance(each, tuple) or not each for each in st[at]):
            raise Unsound("the list of what ends or fires is none")
    if not all(isinstance(used, frozenset) and all(type(each) is tuple for each in used) for used in sets):
        raise Unsound("what was used up is no set")
    if not isinstance(st[LINKS], dict) or any(type(pair) is not tuple or len(pair) != 2 for pair in st[LINKS]):
        raise Unsound("the links between places are none")


def _told(known: Any, seats: int) -> None:
    if not isinstance(known, tuple) or len(known) != seats + 1 or any(type(k) is not int for k in known):
        raise Unsound(f"who knows a thing is not told by {known!r:.60}")


def _names(keywords: Any) -> bool:
    return isinstance(keywords, tuple) and all(isinstance(k, tuple) and k and type(k[0]) is str for k in keywords)


def _zone(program: Program, st: list[Any], known: frozenset[int], may_lie: frozenset[int], zone: int) -> None:
    content = st[zone]
    info = program.zones[st[zone + 1][1]]
    if not isinstance(content, tuple) or not known.issuperset(content):
        raise Unsound(f"what lies in {info.name} is no thing")
    for x in content:
        if type(x) is not int or st[x] not in may_lie:
            raise Unsound(f"{called(program, st, x)} can't lie in {info.name}")
    if info.decl.slot and len(content) > 1:
        raise Unsound(f"more than one thing lies in {info.name}")


def _lying(program: Program, st: list[Any], lying: dict[int, int]) -> None:
    """Each thing lies in the one zone it says, or is a seat, or a place on the spot of a board that it says."""
    of, known, on_boards = shapes(program)[0], frozenset(st[THINGS]), set[int]()
    for board, cell in program.board_cells.items():
        for spot, x in st[cell].items():
            if x not in known or (st[x + BOARD], st[x + X], st[x + Y]) != (board, *spot) or x in on_boards:
                raise Unsound(f"what lies on {board} at {spot} does not say so")
            on_boards.add(x)
    standing = {0}  # what is held, from holder to holder, by the table, a seat or a place on a board
    exist: dict[str, list[int]] = {}
    for x in st[THINGS]:
        shape, zone = of[st[x]], st[x + ZONE]
        if zone != lying.get(x):
            raise Unsound(f"{called(program, st, x)} does not lie in the zone it says")
        if zone != BOX:
            exist.setdefault(shape.kind, []).append(x)
        if shape.root == "place":
            _place(program, st, x, x in on_boards)
        elif zone is None and shape.root != "seat":  # a seat may stand somewhere, and need not
            raise Unsound(f"{called(program, st, x)} lies nowhere")
        if zone is None:
            standing.add(x)
    for kind, cell in program.every_cell.items():
        if st[cell] != tuple(exist.get(kind, ())):
            raise Unsound(f"the list of every {kind} is not what lies on the table")
    for x in lying:
        way = []
        while x not in standing:
            if x in way:
                raise Unsound(f"{called(program, st, x)} lies in itself")
            way.append(x)
            x = st[lying[x] + 1][0]
        standing.update(way)


def _place(program: Program, st: list[Any], x: int, on_board: bool) -> None:
    """A place lies on a board, of a graph without a spot, or in a zone, and not in both."""
    board = st[x + BOARD]
    if board is None and st[x + ZONE] is None:
        raise Unsound(f"{called(program, st, x)} lies nowhere")
    if board is not None and st[x + ZONE] is not None:
        raise Unsound(f"{called(program, st, x)} lies on {board} and in a zone")
    if on_board is (board is None or program.linked.boards[board].shape == "graph"):
        raise Unsound(f"{called(program, st, x)} does not lie on the spot it says")


def _whole(value: Any, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise Unsound(f"a whole number was expected, not {value!r:.60}")


def fits(program: Program, st: list[Any], known: frozenset[int], type_: str, value: Any) -> bool:
    """Whether a value is of a type; what is absent is let through, since a state without a default begins so."""
    t = type_.rstrip("?")
    if value is None:
        return True
    if t == "flag":
        return type(value) is bool
    if t == "int":
        return type(value) is int and -GREATEST <= value <= GREATEST
    if t.startswith("list<"):
        return isinstance(value, tuple) and all(fits(program, st, known, t[5:-1], v) for v in value)
    if t.startswith("tally<"):
        return isinstance(value, dict) and all(type(v) is int for v in value.values())
    if t == "words":
        return type(value) is str
    if t in program.word_order:
        return type(value) is str and value in program.word_order[t]
    bounds = clamp_range(t)
    if bounds is not None:
        return type(value) is int and bounds[0] <= value <= bounds[1]
    if t.startswith("printed<"):
        return type(value) is int and 0 <= value < len(program.defs)
    if all(kind in program.layouts for kind in t.split("|")):
        if type(value) is not int or value not in known:
            return False
        return any(kind in program.layouts[program.defs[st[value]].kind].ancestors for kind in t.split("|"))
    return True


__all__ = ["Unsound", "called", "sound"]
