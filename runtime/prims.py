"""What the core's verbs do to the state. Generated code calls these; they know zones and things, no game.

A Primitives object belongs to a Program; methods take the state first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import layout
from .boards import Spot
from .errors import ONE_MEANT
from .layout import (
    ALL_SEATS,
    BOARD,
    BOX,
    DEF,
    DIE,
    FACE,
    HEADER,
    INFO,
    KEYWORDS,
    KNOWN,
    SEATS,
    SERIAL,
    THINGS,
    ZONE,
)
from .program import Def, Item, Program
from .sight import Sight
from .state import Broke, State

EMPTY: tuple[Any, ...] = ()
LONG = 64
"""Zones up to this length are copied without being counted as steps."""


def _names(attached: Any) -> tuple[str, ...]:
    """The names of attached keywords: what is in force depends on these alone, not on parameters."""
    return tuple([k[0] for k in attached])


class Primitives(Sight):
    """See the module."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.items: dict[str, list[Item]] = {}
        """Bearer's kind, keyword or card (`kind:x`, `keyword:x`, `card:x`) -> what is in force while it is active."""
        self._item_cache: dict[tuple[int, int, Any], tuple[Item, ...]] = {}
        self._same: dict[tuple[Item, ...], tuple[Item, ...]] = {}
        self._any_items: dict[int, bool] = {}
        self._plans: dict[tuple[int, int, int], tuple[Any, ...]] = {}
        self.zone_masks: list[int] = []
        self.every_masks: dict[str, int] = {}
        self.keyword_mask = 0
        self.is_token = [self.layouts[d.kind].root == "token" for d in program.defs]
        self.every_of = [program.every_cell.get(d.kind, 0) for d in program.defs]
        self.active_names = [self.layouts[d.kind].active_in for d in program.defs]

    # ---- moving -----------------------------------------------------------------------------

    def move(self, state: State, x: int, zone: int, bottom: bool = False) -> None:
        st = state.cells
        journal = state.journal
        old = st[x + ZONE]
        number = st[zone + 1][1]
        d = st[x]
        if old is None and self.is_place[d] and st[x + BOARD] is not None:
            if self.any_items(d):
                self.register(state, x, self.items_now(st, x), EMPTY)
            self.take_off(state, x)
            self._leave(state, x, d)
        old_number = -1 if old is None else st[old + 1][1]
        plan = self._plans.get((d, old_number, number))
        if plan is None or st[x + KEYWORDS]:
            plan = self._plan(d, old_number, number, st[x + KEYWORDS])
        leaves, before, after, ordered, open_, slot, mask = plan
        if old is not None:
            content = st[old]
            journal += (old, content)
            if content[0] == x:
                st[old] = content[1:]
            else:
                at = content.index(x)
                st[old] = content[:at] + content[at + 1 :]
            if len(content) > LONG:
                state.charge(len(content) >> 4)
            if old == BOX:
                self._exists(state, x, d)
            if leaves:
                self._leave(state, x, d)
        if slot and st[zone]:
            self.empty_zone(state, zone)
        content = st[zone]
        journal += (zone, content, x + ZONE, old)
        if len(content) > LONG:
            state.charge(len(content) >> 4)
        st[zone] = (x, *content) if ordered and not bottom else (*content, x)
        st[x + ZONE] = zone
        state.dirty |= mask
        if zone == BOX:
            self._gone(state, x, d)
        if open_:
            if 0 in st[x + KNOWN]:
                self.learn(state, x, None)
        else:
            visible = state.sight.get(zone) or self.visible_to(state, zone)
            if visible is not None:
                self.enter_hidden(state, x, visible)
            elif 0 in st[x + KNOWN]:
                self.learn(state, x, None)
        if before is not after:
            self.register(state, x, before, after)

    def _plan(self, d: int, old: int, number: int, attached: Any) -> tuple[Any, ...]:
        """What a move of a thing of `d` between zones of these numbers (-1: none) entails. Raises Broke where the thing
        may not lie there: a rule for a kind above, or for any zone, can't know what a zone is for that a kind below has."""
        zones = self.program.zones
        info = zones[number]
        definition = self.program.defs[d]
        if number and not set(info.decl.kinds) & set(self.layouts[definition.kind].ancestors):
            whose = f"{info.name} of {info.kind}" if info.kind else info.name
            holds = " and ".join(info.decl.kinds)
            raise Broke(
                "content", f"{definition.name} is of the kind {definition.kind}, and {whose} is for {holds} alone"
            )
        names = self.active_names[d]
        leaves = bool(names) and old >= 0 and zones[old].name in names and info.name not in names
        leaves |= number == 0 and old > 0 and not self.is_seat[d]
        before = after = EMPTY
        if not (self.is_seat[d] or self.is_place[d]):
            before = self.items_in(d, old, attached) if old >= 0 else EMPTY
            after = self.items_in(d, number, () if leaves else attached)
        mask = self.zone_masks[number] | (self.zone_masks[old] if old >= 0 else 0)
        plan = (
            leaves,
            before,
            after if after != before else before,
            info.decl.ordered,
            info.open,
            info.decl.slot,
            mask,
        )
        if not attached:
            self._plans[d, old, number] = plan
        return plan

    def _return_zone(self, st: list[Any], zone: int) -> int:
        """Where the contents of a zone go when it must be emptied."""
        holder, number = st[zone + 1]
        back = self.program.zones[number].returns
        if back is None:
            return BOX
        what, offset = back
        if what == "holder":
            return int(holder) + offset  # type: ignore[no-any-return]
        if what == "table":
            return offset  # type: ignore[no-any-return]
        owner = self.owner(st, holder)
        return BOX if owner is None else owner + offset

    def _leave(self, state: State, x: int, d: int) -> None:
        """A copy leaves the zones where its words work, a place its board, or either goes to the box: its state ends, what
        it holds goes back."""
        st = state.cells
        definition = self.program.defs[d]
        for member in definition.zones:
            content = st[x + member.offset]
            if content:
                back, steps = x + member.offset, 0
                while back and st[back + 1][0] == x:  # not from one zone of what leaves to another of it
                    steps += 1
                    back = self._return_zone(st, back) if steps <= len(definition.zones) else BOX
                for inner in content:
                    self.move(state, inner, back)
        template = definition.template
        for offset in self.state_offsets[d]:
            fresh = template[offset]
            if st[x + offset] != fresh:
                state.journal += (x + offset, st[x + offset])
                st[x + offset] = fresh
        for offset, _, member in definition.late:
            if member.what == "state":
                state.set(x + offset, self.late[definition.number, offset](state, x))
        if st[x + KEYWORDS]:
            state.set(x + KEYWORDS, EMPTY)
        state.dirty |= self.state_masks[d]

    def empty_zone(self, state: State, zone: int) -> None:
        st = state.cells
        for inner in st[zone]:
            self.move(state, inner, self._return_zone(st, zone))

    def put_down(self, state: State, place: int, board: str, spot: Spot) -> None:
        """`lay`: a place comes to lie on a board, where its words work and all see it."""
        st = state.cells
        zone = st[place + ZONE]
        if zone is not None:
            state.set(zone, tuple([x for x in st[zone] if x != place]))
            state.set(place + ZONE, None)
            state.dirty |= self.zone_masks[st[zone + 1][1]]
            if zone == BOX:
                self._exists(state, place, st[place])
        lies = st[place + BOARD] is not None
        self.lay(state, place, board, spot)
        if 0 in st[place + KNOWN]:
            self.learn(state, place, None)
        if not lies:
            self.wake(state, place)

    def wake(self, state: State, x: int) -> None:
        """The words of a seat or place begin to work."""
        if self.any_items(state.cells[x]):
            self.register(state, x, EMPTY, self.items_now(state.cells, x))

    def move_all(self, state: State, what: Any, zone: int, bottom: bool = False) -> None:
        """Moves a list one after another; onto the top they keep their order."""
        for x in self.move_order(state.cells, what, zone, bottom):
            self.move(state, x, zone, bottom)

    def move_order(self, st: list[Any], what: tuple[int, ...], zone: int, bottom: bool) -> tuple[int, ...]:
        """In which order a list moves one after another, so that it lies there as it stands in the list."""
        return what if bottom or not self.program.zones[st[zone + 1][1]].decl.ordered else what[::-1]

    # ---- making -----------------------------------------------------------------------------

    def create(self, state: State, d: int, zone: int | None, settings: dict[str, Any] | None = None) -> int:
        st = state.cells
        if len(st[THINGS]) >= state.budget.things:
            raise Broke("budget", f"more than {state.budget.things} things were made")
        definition = self.program.defs[d]
        base = state.extend(definition.template)
        members = self.layouts[definition.kind].members
        for member in definition.zones:
            st[base + member.offset + 1] = (base, member.zone_number)
        open_to_all = self.is_seat[d] or (self.is_place[d] and zone is None)
        st[base + KNOWN] = (1 if open_to_all else 0,) * (state.seats + 1)
        if settings:
            for name, value in settings.items():
                member = members[name]
                st[base + member.offset] = value
                touched = self.touch_cells.get((member.kind, name))
                if touched:
                    state.set(touched, (*st[touched], base))
        for offset, _, member in definition.late:
            if not settings or member.name not in settings:
                st[base + offset] = self.late[d, offset](state, base)
        state.fuel -= len(st[THINGS]) >> 5
        state.set(THINGS, (*st[THINGS], base))
        self._exists(state, base, d)
        if self.is_seat[d]:
            self.wake(state, base)
        if zone is not None:
            self.introduce(state, base, zone)
            self.move(state, base, zone)
        return base

    def fill(self, state: State, defs: Sequence[int], zone: int) -> None:
        """A new copy of each of these printed cards in a zone. As if by `create` one after another, but where nothing has
        to be done for a single copy what all of them change is written once."""
        st = state.cells
        number = st[zone + 1][1]
        info = self.program.zones[number]
        kinds = {d: self._plans.get((d, -1, number)) or self._plan(d, -1, number, EMPTY) for d in set(defs)}
        alone = any(plan[1] is not plan[2] or self.program.defs[d].late for d, plan in kinds.items())
        if alone or info.decl.slot or zone == BOX or len(st[THINGS]) + len(defs) > state.budget.things:
            for d in defs:
                self.create(state, d, zone)
            return
        first, serial = len(st), st[SERIAL]
        visible = None if info.open else self.visible_to(state, zone)
        state.journal += (-1, first, THINGS, st[THINGS], zone, st[zone], SERIAL, serial, INFO, st[INFO])
        made: list[int] = []
        every: dict[int, list[int]] = {}
        for d in defs:
            base = len(st)
            definition = self.program.defs[d]
            st += definition.template
            st[base + ZONE] = zone
            if visible is None or True in visible:
                serial += 1
            for member in definition.zones:
                st[base + member.offset + 1] = (base, member.zone_number)
            seen = (True,) * (state.seats + 1) if visible is None else visible
            st[base + KNOWN] = tuple([serial if v else 0 for v in seen])
            made.append(base)
            if self.every_of[d]:
                every.setdefault(self.every_of[d], []).append(base)
        for cell, things in every.items():
            state.journal += (cell, st[cell])
            st[cell] = (*st[cell], *things)
        st[THINGS] = (*st[THINGS], *made)
        st[zone] = (*made[::-1], *st[zone]) if info.decl.ordered else (*st[zone], *made)
        if visible is not None and True in visible and not visible[state.seat]:
            st[INFO] += 1
        st[SERIAL] = serial
        for d, plan in kinds.items():
            state.dirty |= plan[6] | self.every_masks.get(self.program.defs[d].kind, 0)

    def _exists(self, state: State, x: int, d: int) -> None:
        cell = self.every_of[d]
        if cell:
            known = state.cells[cell]
            state.set(cell, (*known, x) if not known or known[-1] < x else tuple(sorted((*known, x))))
        self._counted_anew(state, d)

    def _gone(self, state: State, x: int, d: int) -> None:
        cell = self.every_of[d]
        if cell:
            state.set(cell, tuple([y for y in state.cells[cell] if y != x]))
        self._counted_anew(state, d)

    def _counted_anew(self, state: State, d: int) -> None:
        """A copy has entered the game or left it."""
        state.dirty |= self.every_masks.get(self.program.defs[d].kind, 0)
        state.cache.pop(("only", d), None)

    # ---- order and chance ------------------------------------------------------------------

    def shuffle(self, state: State, zone: int) -> None:
        st = state.cells
        content = list(st[zone])
        state.shuffle(content)
        state.set(zone, tuple(content))
        state.dirty |= self.zone_masks[st[zone + 1][1]]
        visible = self.visible_to(state, zone)
        if visible is not None:
            for x in content:
                if any(st[x + KNOWN]):
                    self.enter_hidden(state, x, visible)

    def shuffled(self, state: State, items: tuple[Any, ...]) -> tuple[Any, ...]:
        mixed = list(items)
        state.shuffle(mixed)
        return tuple(mixed)

    def pull(self, state: State, amount: int, zone: int) -> tuple[int, ...]:
        """The next things of a zone; refills it first if too few are left."""
        st = state.cells
        if self.short(st, amount, zone):
            self.refill(state, zone)
        return st[zone][: max(0, amount)]  # type: ignore[no-any-return]

    def short(self, st: list[Any], amount: int, zone: int) -> bool:
        """Whether a zone must be refilled, and can be, before so many things are taken from it."""
        if len(st[zone]) >= amount:
            return False
        refills = self.program.zones[st[zone + 1][1]].refills
        return refills is not None and bool(st[zone + refills])

    def refill(self, state: State, zone: int) -> None:
        """Shuffles what lies where the zone refills from, and puts it under the zone."""
        st = state.cells
        content = list(st[zone + self.program.zones[st[zone + 1][1]].refills])
        state.shuffle(content)
        for x in content:
            self.move(state, x, zone, True)

    def roll(self, state: State, dice: Any) -> tuple[int, ...]:
        names = dice if isinstance(dice, tuple) else (dice,)
        state.charge(len(names))
        thrown = []
        for name in names:
            faces = self.faces[name]
            if state.rolls is not None:
                if not state.rolls:
                    raise Broke("content", "the test scripts no more rolls")
                face = state.rolls.pop(0)
                if face not in faces:
                    raise Broke("content", f"the die {name} has no face {face}; it has {', '.join(map(str, faces))}")
                state.random(1)
            else:
                face = faces[state.random(len(faces))]
            thrown.append(state.extend((self.rolled_def, name, face)))
        return tuple(thrown)

    # ---- what is in force -------------------------------------------------------------------

    def any_items(self, d: int) -> bool:
        found = self._any_items.get(d)
        if found is None:
            found = self._any_items[d] = bool(list(self._items_of(self.program.defs[d], ())))
        return found

    def _items_of(self, d: Def, attached: tuple[str, ...]) -> Any:
        for kind in reversed(self.layouts[d.kind].ancestors):
            yield from self.items.get(f"kind:{kind}", ())
        for keyword in [*d.keywords, *attached]:
            yield from self.items.get(f"keyword:{keyword}", ())
        if d.card:
            yield from self.items.get(f"card:{d.name}", ())

    def items_in(self, d: int, zone_number: int, attached: Any) -> tuple[Item, ...]:
        """What is in force for a thing of `d` in a zone of that number (the same object for the same answer)."""
        key = (d, zone_number, _names(attached) if attached else EMPTY)
        found = self._item_cache.get(key)
        if found is None:
            name = self.program.zones[zone_number].name
            usual = self.active_names[d]
            found = tuple([i for i in self._items_of(self.program.defs[d], key[2]) if name in (i.zones or usual)])
            found = self._item_cache[key] = self._same.setdefault(found, found)
        return found

    def register(self, state: State, x: int, before: tuple[Item, ...], after: tuple[Item, ...]) -> None:
        st = state.cells
        gone: Sequence[Item] = before
        new: Sequence[Item] = after
        if before and after:
            gone = [i for i in before if i not in after]
            new = [i for i in after if i not in before]
        if new and len(gone) == len(before):
            state.set(layout.AGES, st[layout.AGES] + 1)
            state.set(x + layout.AGE, st[layout.AGES])
        for item in gone:
            if item.cell:
                state.fuel -= len(st[item.cell]) >> 3
                state.set(item.cell, tuple([e for e in st[item.cell] if not (e[5] == x and e[4] == item.uid)]))
                state.dirty |= self.item_masks.get(item.cell, 0)
        age = st[x + layout.AGE]
        for item in new:
            if item.cell:
                pack, part, number = item.rank
                state.fuel -= len(st[item.cell]) >> 3
                entry = (pack, part, age, number, item.uid, x)
                state.set(item.cell, tuple(sorted((*st[item.cell], entry))))
                state.dirty |= self.item_masks.get(item.cell, 0)

    def items_now(self, st: list[Any], x: int) -> tuple[Item, ...]:
        """What is in force for a thing as it stands: words on seats always work, on places while they lie on a board, on
        others by zone."""
        d = st[x]
        if self.is_seat[d] or (self.is_place[d] and st[x + BOARD] is not None):
            key = (d, -1, _names(st[x + KEYWORDS]) if st[x + KEYWORDS] else EMPTY)
            found = self._item_cache.get(key)
            if found is None:
                found = self._item_cache[key] = tuple(self._items_of(self.program.defs[d], key[2]))
            return found
        z = st[x + ZONE]
        return EMPTY if z is None else self.items_in(d, st[z + 1][1], st[x + KEYWORDS])

    def attach(self, state: State, name: str, args: tuple[Any, ...], x: int) -> None:
        """Entries are (keyword, parameters, the attached keyword that brought it or "")."""
        kept = self._without(state.cells[x + KEYWORDS] or EMPTY, name)
        more = tuple([(k, values, name) for k, values in self.program.brings(name, args)])
        self._set_keywords(state, x, (*kept, (name, args, ""), *more))

    def detach(self, state: State, name: str, x: int) -> None:
        self._set_keywords(state, x, self._without(state.cells[x + KEYWORDS] or EMPTY, name))

    @staticmethod
    def _without(attached: tuple[Any, ...], name: str) -> tuple[Any, ...]:
        return tuple([k for k in attached if name not in (k[0], k[2])])

    def _set_keywords(self, state: State, x: int, attached: tuple[Any, ...]) -> None:
        st = state.cells
        before = self.items_now(st, x)
        state.set(x + KEYWORDS, attached)
        state.dirty |= self.keyword_mask
        after = self.items_now(st, x)
        if before is not after:
            self.register(state, x, before, after)

    # ---- things by name ---------------------------------------------------------------------

    def only(self, state: State, d: int) -> int:
        """The only copy of a card, or of several the only one that has not gone to the box (a place that is laid again, a card
        that comes back as another copy); none or two is the author's mistake."""
        st = state.cells
        cached = state.cache.get(("only", d))
        if cached is not None and cached[0] == len(st[THINGS]) and st[cached[1]] == d:
            return cached[1]  # type: ignore[no-any-return]
        found = [x for x in st[THINGS] if st[x] == d]
        if len(found) > 1:
            found = [x for x in found if st[x + ZONE] != BOX] or found
        if len(found) != 1:
            name = self.program.defs[d].name
            how = "is no copy" if not found else f"are {len(found)} copies"
            raise Broke("content", f"there {how} of {name} in the game, and {ONE_MEANT}")
        state.cache["only", d] = (len(st[THINGS]), found[0])
        return found[0]  # type: ignore[no-any-return]

    def eliminate(self, state: State, seat: int) -> None:
        state.set(SEATS, tuple([s for s in state.cells[SEATS] if s != seat]))
        state.dirty |= self.seats_mask

    def next_seat(self, state: State, seat: int) -> int:
        st = state.cells
        every, playing = st[ALL_SEATS], st[SEATS]
        at = every.index(seat)
        for i in range(1, len(every) + 1):
            other = every[(at + i) % len(every)]
            if other in playing:
                return other  # type: ignore[no-any-return]
        return seat

    def seats_from(self, state: State, seat: int) -> tuple[int, ...]:
        st = state.cells
        every, playing = st[ALL_SEATS], st[SEATS]
        at = every.index(seat)
        return tuple([s for s in every[at:] + every[:at] if s in playing])


__all__ = ["BOX", "DEF", "DIE", "FACE", "HEADER", "Primitives"]
