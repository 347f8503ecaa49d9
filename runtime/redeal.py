"""Dealing anew what a seat has not seen, so that looking ahead is fair.

Copies that the seat can't tell change what they are: the printed card with its state, attached keywords and contents goes
to the place of another copy, where that might lie (zones of the same owner that hold the same kinds). Each stays where it
lies and known to whom it was, so whatever points at it, an open question, rules that wait, a state, points at a place of
the table as before, and not at a card that nobody can know (decision 0320). A card whose modifiers are in force where it
lies (a curse in a closed hand) bends numbers that everybody sees, so a card goes only where the same of its modifiers
are in force as before: a seat imagines no table that looks otherwise than the one before its eyes.
"""

from __future__ import annotations

from typing import Any

from .codegen import Codegen
from .ir import Modifier
from .layout import DEF, HEADER, KEYWORDS, KNOWN, RNG, TEMPORARY, THINGS, ZONE
from .state import State, seed_state

Pool = tuple[int | None, tuple[str, ...], int]
"""Whose zones, for what kinds, and how many cells a copy has: one number, but for damaged saves (`Program` sees to it)."""


def redeal(gen: Codegen, state: State, seed: int | None, unseen_by: int | None) -> None:
    """Changes `state` in place; its journal is emptied, so that nothing can be traced back."""
    st, P, program = state.cells, gen.P, gen.program
    if seed is not None:
        st[RNG] = seed_state(seed)
    if unseen_by is not None:
        pools: dict[Pool, list[int]] = {}
        closed: dict[int | None, tuple[int | None, tuple[str, ...]] | None] = {None: None}
        for x in st[THINGS]:
            zone = st[x + ZONE]
            if zone not in closed:
                holder, number = st[zone + 1]
                info = program.zones[number]
                closed[zone] = None if info.open else (P.owner(st, holder), tuple(info.decl.kinds))
            found = closed[zone]
            if found is not None and not st[x + KNOWN][unseen_by]:
                pools.setdefault((*found, program.layouts[program.defs[st[x]].kind].size), []).append(x)
        went: dict[int, int] = {}
        for things in sorted(pools.values(), key=lambda pool: min(st[x + ZONE] for x in pool)):
            went |= _exchange(gen, state, things)
        if went:
            _follow(gen, state, went)
    state.journal.clear()
    state.dirty |= gen.whenever_mask


def _exchange(gen: Codegen, state: State, things: list[int]) -> dict[int, int]:
    """Deals a pool anew: a copy -> the one that is now what this was."""
    st, P = state.cells, gen.P
    # Places and cards each in an order that does not depend on which card lies where: that is just what is hidden.
    among = set(things)
    places = [x for zone in sorted({st[x + ZONE] for x in things}) for x in st[zone] if x in among]
    dealt = sorted(places, key=lambda x: (st[x], _apart(gen, st, x)))
    state.shuffle(dealt)
    went = {x: place for x, place in _seated(gen, state, dealt, places) if x != place}
    was = {x: (st[x], st[x + KEYWORDS], st[x + HEADER : x + _size(gen, st[x])]) for x in went}
    number = {x: st[st[x + ZONE] + 1][1] for x in went}
    for x, place in went.items():
        before = P.items_in(st[place], number[place], st[place + KEYWORDS])
        d, keywords, cells = was[x]
        st[place + DEF], st[place + KEYWORDS] = d, keywords
        st[place + HEADER : place + HEADER + len(cells)] = cells
        for member in gen.program.defs[d].zones:
            zone = place + member.offset
            st[zone + 1] = (place, member.zone_number)
            for inner in st[zone]:
                st[inner + ZONE] = zone
        after = P.items_in(d, number[place], keywords)
        if before is not after:
            P.register(state, place, before, after)
        if keywords:
            state.dirty |= P.keyword_mask
    for d, zone in {(st[x], number[x]) for x in went}:
        state.dirty |= P.zone_masks[zone] | gen.kind_masks[gen.program.defs[d].kind]
    return went


def _follow(gen: Codegen, state: State, went: dict[int, int]) -> None:
    """What is kept of a copy outside its cells goes with what it was: lists by kind, what was written until something ends,
    what is used up."""
    st, P = state.cells, gen.P
    for cell in {P.every_of[st[x]] for x in went} - {0}:
        others = [x for x in st[cell] if x not in went]
        st[cell] = tuple(sorted([*others, *[x for x in went if P.every_of[st[x]] == cell]]))
    for cell in gen.touch_cells.values():
        if st[cell]:
            st[cell] = tuple([went.get(x, x) for x in st[cell]])
    for cell in gen.program.once_cells.values():
        if any(x in went for _, x in st[cell]):
            st[cell] = frozenset([(uid, went.get(x, x)) for uid, x in st[cell]])
            state.dirty |= gen.mask(("once",))
    if any(change[0] in went for change in st[TEMPORARY]):
        st[TEMPORARY] = tuple([(went.get(x, x), *change) for x, *change in st[TEMPORARY]])
        state.dirty |= gen.mask(("temporary",)) | P.keyword_mask


def _size(gen: Codegen, d: int) -> int:
    return gen.program.layouts[gen.program.defs[d].kind].size


def _apart(gen: Codegen, st: list[Any], x: int) -> str:
    """What tells a copy from others of its card, as a text to sort by; "" for nothing."""
    template = gen.program.defs[st[x]].template
    own = [*st[x + HEADER : x + len(template)]]
    for member in gen.program.defs[st[x]].zones:
        own[member.offset + 1 - HEADER] = None  # itself
    return repr((st[x + KEYWORDS], own)) if own != template[HEADER:] or st[x + KEYWORDS] else ""


def _seated(gen: Codegen, state: State, dealt: list[int], places: list[int]) -> list[tuple[int, int]]:
    """Which of the shuffled copies takes which place."""
    st = state.cells
    zone_of = {x: st[st[x + ZONE] + 1][1] for x in places}
    zones = sorted(set(zone_of.values()))
    if len(zones) == 1:
        return list(zip(dealt, places, strict=True))

    def bent(x: int, zone: int) -> list[int]:
        items = gen.P.items_in(st[x], zone, st[x + KEYWORDS])
        return [item.uid for item in items if isinstance(item.placed.node, Modifier)] if items else []

    where = {x: [z for z in zones if bent(x, z) == bent(x, zone_of[x])] for x in dealt}
    if all(len(allowed) == len(zones) for allowed in where.values()):
        return list(zip(dealt, places, strict=True))
    seated, free = [], list(places)
    state.shuffle(free)
    for x in sorted(dealt, key=lambda x: len(where[x])):  # those that may lie in few places choose first
        place = next((place for place in free if zone_of[place] in where[x]), free[0])
        free.remove(place)
        seated.append((x, place))
    return seated


__all__ = ["redeal"]
