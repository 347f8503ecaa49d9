"""Dealing anew what a seat has not seen, so that looking ahead is fair.

Copies that the seat can't tell are exchanged among the places where they might lie: zones of the same owner that hold
the same kinds. Every place keeps what the other seats know of it. A card whose modifiers are in force where it lies
(a curse in a closed hand) bends numbers that everybody sees, so a card goes only where the same of its modifiers are in
force as before: a seat imagines no table that looks otherwise than the one before its eyes.
"""

from __future__ import annotations

from typing import Any

from . import ir
from .codegen import Codegen
from .layout import KEYWORDS, KNOWN, RNG, THINGS, ZONE
from .state import State, seed_state


def redeal(gen: Codegen, state: State, seed: int | None, unseen_by: int | None) -> None:
    """Changes `state` in place; its journal is emptied, so that nothing can be traced back."""
    st, P = state.cells, gen.P
    if seed is not None:
        st[RNG] = seed_state(seed)
    if unseen_by is not None:
        pools: dict[tuple[int | None, tuple[str, ...]], list[int]] = {}
        pool_of: dict[int | None, list[int] | None] = {None: None}
        for x in st[THINGS]:
            zone = st[x + ZONE]
            if zone not in pool_of:
                holder, number = st[zone + 1]
                info = gen.program.zones[number]
                kinds = tuple(info.decl.kinds)
                pool_of[zone] = None if info.open else pools.setdefault((P.owner(st, holder), kinds), [])
            pool = pool_of[zone]
            if pool is not None and not st[x + KNOWN][unseen_by]:
                pool.append(x)
        filled = [pool for pool in pools.values() if pool]
        for things in sorted(filled, key=lambda pool: min(st[x + ZONE] for x in pool)):
            _exchange(gen, state, things)
            for x in things:
                state.dirty |= P.zone_masks[st[st[x + ZONE] + 1][1]]
    state.journal.clear()
    state.dirty |= gen.whenever_mask


def _exchange(gen: Codegen, state: State, things: list[int]) -> None:
    st, P = state.cells, gen.P
    # Places and cards each in an order that does not depend on which card lies where: that is just what is hidden.
    contents = {zone: list(st[zone]) for zone in {st[x + ZONE] for x in things}}
    lies = {x: place for content in contents.values() for place, x in enumerate(content)}
    slots = sorted([(st[x + ZONE], lies[x], st[x + KNOWN]) for x in things])
    dealt = sorted(things, key=lambda x: (st[x], x))
    state.shuffle(dealt)
    for x, (zone, place, known) in _seated(gen, state, dealt, slots):
        old = st[x + ZONE]
        contents[zone][place] = x
        st[x + KNOWN] = known
        if old != zone:
            before = P.items_in(st[x], st[old + 1][1], st[x + KEYWORDS])
            st[x + ZONE] = zone
            after = P.items_in(st[x], st[zone + 1][1], st[x + KEYWORDS])
            if before is not after:
                P.register(state, x, before, after)
    for zone, content in contents.items():
        st[zone] = tuple(content)


Slot = tuple[int, int, Any]


def _seated(gen: Codegen, state: State, dealt: list[int], slots: list[Slot]) -> list[tuple[int, Slot]]:
    """Which of the shuffled things takes which of the slots (zone, place in it, who knows what lies there)."""
    st = state.cells

    def bent(x: int, zone: int) -> list[int]:
        items = gen.P.items_in(st[x], st[zone + 1][1], st[x + KEYWORDS])
        return [item.uid for item in items if isinstance(item.placed.node, ir.Modifier)]

    zones = sorted({zone for zone, _, _ in slots})
    where = {x: [z for z in zones if bent(x, z) == bent(x, st[x + ZONE])] for x in dealt}
    if all(len(allowed) == len(zones) for allowed in where.values()):
        return list(zip(dealt, slots, strict=True))
    seated, free = [], list(slots)
    state.shuffle(free)
    for x in sorted(dealt, key=lambda x: len(where[x])):  # those that may lie in few places choose first
        slot = next((slot for slot in free if slot[0] in where[x]), free[0])
        free.remove(slot)
        seated.append((x, slot))
    return seated


__all__ = ["redeal"]
