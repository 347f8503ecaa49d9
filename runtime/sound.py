"""Whether cells that come from a save can be a table of this game.

A save is data of the host and may be damaged. What lies where, of which kind everything is and what stands in each state
is looked at when it is loaded, so that a game goes on or is refused, and does not break some answers later.
"""

from __future__ import annotations

from typing import Any

from .layout import (
    AGES,
    ALL_SEATS,
    BOX,
    CALLS,
    GREATEST,
    INFO,
    KNOWN,
    OUTCOME,
    RNG,
    SEATS,
    SERIAL,
    TABLE_SIZE,
    THINGS,
    TOGETHER,
    WINNER,
    ZONE,
    Member,
    clamp_range,
)
from .program import Program
from .state import MASK64, State


def sound(program: Program, state: State) -> None:
    """Raises ValueError for the first thing that can't be."""
    st = state.cells
    if len(st) < TABLE_SIZE + len(program.table_cells):
        raise ValueError("cells are missing")
    for at, most in ((RNG, MASK64), (SERIAL, GREATEST), (AGES, GREATEST), (CALLS, GREATEST), (INFO, GREATEST)):
        _whole(st[at], most)
    _whole(st[TOGETHER], GREATEST)
    things = st[THINGS]
    if not isinstance(things, tuple) or any(type(x) is not int for x in things):
        raise ValueError("the list of things is none")
    least = TABLE_SIZE + len(program.table_cells)
    for x in things:
        d = st[x] if least <= x < len(st) else None
        if type(d) is not int or not 0 <= d < len(program.defs):
            raise ValueError(f"no thing lies at {x}")
        size = program.layouts[program.defs[d].kind].size
        if x + size > len(st):
            raise ValueError(f"the thing at {x} has not all its cells")
        least = x + size
    known = frozenset(things)
    if st[OUTCOME] not in (None, "won", "lost"):
        raise ValueError(f"the outcome is won or lost, not {st[OUTCOME]!r:.60}")
    for at in (SEATS, ALL_SEATS):
        if not isinstance(st[at], tuple) or not set(st[at]) <= known:
            raise ValueError("the list of seats is none")
    if len(st[ALL_SEATS]) != state.seats or not (st[WINNER] is None or st[WINNER] in st[ALL_SEATS]):
        raise ValueError("there are not so many seats")
    lying: dict[int, int] = {}
    _zone(program, st, known, lying, 0, BOX, None)
    for member in program.table.values():
        _member(program, st, known, lying, 0, member)
    for x in things:
        told = st[x + KNOWN]
        if not isinstance(told, tuple) or len(told) != state.seats + 1 or any(type(k) is not int for k in told):
            raise ValueError(f"who knows the thing at {x} is not told")
        for member in program.layouts[program.defs[st[x]].kind].members.values():
            _member(program, st, known, lying, x, member)
    for x in things:
        if st[x + ZONE] != lying.get(x):
            raise ValueError(f"the thing at {x} does not lie where it should")


def _whole(value: Any, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"a whole number was expected, not {value!r:.60}")


def _zone(
    program: Program, st: list[Any], known: frozenset[int], lying: dict[int, int], holder: int, zone: int, number: Any
) -> None:
    content, of = st[zone], st[zone + 1]
    if not isinstance(content, tuple) or not isinstance(of, tuple) or len(of) != 2 or of[0] != holder:
        raise ValueError(f"no zone lies at {zone}")
    if type(of[1]) is not int or not 0 <= of[1] < len(program.zones) or (number is not None and of[1] != number):
        raise ValueError(f"the zone at {zone} is another")
    for x in content:
        if type(x) is not int or x not in known or x in lying:
            raise ValueError(f"what lies in the zone at {zone} is no thing, or lies twice")
        lying[x] = zone


def _member(
    program: Program, st: list[Any], known: frozenset[int], lying: dict[int, int], x: int, member: Member
) -> None:
    if member.offset < 0:
        return
    if member.what == "zone":
        _zone(program, st, known, lying, x, x + member.offset, member.zone_number)
    elif not fits(program, st, known, member.type, st[x + member.offset]):
        raise ValueError(f"{member.name} can't be {st[x + member.offset]!r:.60}")


def fits(program: Program, st: list[Any], known: frozenset[int], type_: str, value: Any) -> bool:
    """Whether a value is of a type; what is absent is let through, since a state without a default begins so."""
    t = type_.rstrip("?")
    if value is None:
        return True
    if t.startswith("list<"):
        return isinstance(value, tuple) and all(fits(program, st, known, t[5:-1], v) for v in value)
    if t.startswith("tally<"):
        return isinstance(value, dict) and all(type(v) is int for v in value.values())
    if t == "flag":
        return type(value) is bool
    if t == "words":
        return type(value) is str
    if t in program.word_order:
        return type(value) is str and value in program.word_order[t]
    bounds = clamp_range(t)
    if bounds is not None or t == "int":
        low, high = bounds or (-GREATEST, GREATEST)
        return type(value) is int and low <= value <= high
    if t.startswith("printed<"):
        return type(value) is int and 0 <= value < len(program.defs)
    if all(kind in program.layouts for kind in t.split("|")):
        if type(value) is not int or value not in known:
            return False
        return any(kind in program.layouts[program.defs[st[value]].kind].ancestors for kind in t.split("|"))
    return True


__all__ = ["sound"]
