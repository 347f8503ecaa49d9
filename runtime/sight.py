"""Who holds a thing, who sees into a zone, and what each seat knows: the handles of decision 0002.

A copy carries one number for each seat and one for the table's spectator, by which that reader knows it; 0: not at all.
News is what somebody learns that the seat that answers did not know (decision 0111). It is counted in the state's INFO,
so that taking back stops there; a card that a seat shows by playing it is no news, since what the others learn was its
own doing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .boards import Boards
from .layout import ALL_SEATS, INFO, KNOWN, RNG, SEATS, SERIAL, ZONE
from .program import Program
from .state import GAMMA, State, mixed


def nearest(wanted: list[bool]) -> Callable[[list[Any], int], int | None]:
    """A function that goes from a thing to what holds it, and so on, up to the first whose definition is wanted; None where
    there is no such. The thing itself may be it."""

    def found(st: list[Any], x: int) -> int | None:
        while x:
            if wanted[st[x]]:
                return x
            zone = st[x + ZONE]
            if zone is None:
                return None
            x = st[zone + 1][0]
        return None

    return found


class Sight(Boards):
    """See the module."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.is_seat = [self.layouts[d.kind].root == "seat" for d in program.defs]
        self.is_place = [self.layouts[d.kind].root == "place" for d in program.defs]
        self.owner = nearest(self.is_seat)
        self.place = nearest(self.is_place)

    # ---- who holds what ---------------------------------------------------------------------

    def holder(self, st: list[Any], x: int) -> int | None:
        z = st[x + ZONE]
        return (st[z + 1][0] or None) if z is not None else None

    def lying(self, state: State, x: int) -> tuple[int, ...]:
        """Where a thing lies, to sort by, without a look at what it is or what holds it: cells stand in the order in which
        copies were made, and that is the order of the printed cards. In a closed zone without an order it comes from the
        random generator, since the rules may have put them there in an order that tells."""
        st = state.cells
        zone = st[x + ZONE]
        if zone is None:
            return (x,)
        holder, number = st[zone + 1]
        info, at = self.program.zones[number], st[zone].index(x)
        if not info.open and not info.decl.ordered:
            at = mixed(st[RNG] + GAMMA * (at + 1))
        return (*(self.lying(state, holder) if holder else ()), number, at)

    def seats_of(self, state: State, who: Any) -> tuple[int, ...]:
        """Who answers: a seat, a thing with a `decides`, or a list of such."""
        st = state.cells
        if isinstance(who, tuple):
            if who is st[SEATS]:
                return who  # type: ignore[no-any-return]
            is_seat = self.is_seat
            for w in who:
                if w is None or not is_seat[st[w]]:
                    break
            else:
                return who if len(who) < 2 else tuple(dict.fromkeys(who))
            seen: list[int] = []
            for w in who:
                for s in self.seats_of(state, w):
                    if s not in seen:
                        seen.append(s)
            return tuple(seen)
        if who is None:
            return st[SEATS]  # type: ignore[no-any-return]
        if self.is_seat[st[who]]:
            return (who,)
        decides = self.decides.get(self.program.defs[st[who]].kind)
        if decides is not None:
            return self.seats_of(state, decides(state, who))
        owner = self.owner(st, who)
        return (owner,) if owner is not None else st[SEATS]

    def visible_to(self, state: State, zone: int) -> tuple[bool, ...] | None:
        """Who sees into a zone, by seat number, the table's spectator last; None: everybody. Of zones that seats and the
        table have it is known for the whole game."""
        known = state.sight.get(zone)
        if known is None:
            known = self._visible_to(state, zone)
            holder = state.cells[zone + 1][0]
            if known is not None and (holder == 0 or self.is_seat[state.cells[holder]]):
                state.sight[zone] = known
        return known

    def _visible_to(self, state: State, zone: int) -> tuple[bool, ...] | None:
        st = state.cells
        holder, number = st[zone + 1]
        info = self.program.zones[number]
        if info.open:
            return None
        seen = [False] * (state.seats + 1)
        for place, (who, _) in enumerate(info.decl.seen_by):
            condition = self.sights.get((number, place))
            if condition is not None and not condition(state):
                continue
            if who == "owner":
                seat = self.owner(st, holder)
                if seat is not None:
                    seen[st[ALL_SEATS].index(seat)] = True
            else:
                seen = [True] * (state.seats + 1)
        return tuple(seen)

    def sees(self, state: State, seat: int, x: int) -> bool:
        """Whether a seat knows which thing that is."""
        st = state.cells
        return self.is_seat[st[x]] or bool(st[x + KNOWN][st[ALL_SEATS].index(seat)])

    # ---- what is known ----------------------------------------------------------------------

    def learn(self, state: State, x: int, who: Any) -> None:
        """Seats (None: all and the table; else a tuple of flags) learn which copy it is: each gets a fresh handle."""
        st = state.cells
        known = st[x + KNOWN]
        serial = st[SERIAL] + 1
        if who is not None:
            fresh = tuple([k or (serial if w else 0) for k, w in zip(known, who, strict=True)])
        elif any(known):
            fresh = tuple([k or serial for k in known])
        else:
            fresh = (serial,) * len(known)
        if fresh != known:
            state.journal += (SERIAL, serial - 1, x + KNOWN, known)
            st[SERIAL], st[x + KNOWN] = serial, fresh
            if not known[state.seat]:
                self.news(state)

    def enter_hidden(self, state: State, x: int, visible: tuple[bool, ...]) -> None:
        """A copy enters a zone that only some see: the others lose track of it."""
        st = state.cells
        known = st[x + KNOWN]
        if True not in visible:
            if any(known):
                state.journal += (x + KNOWN, known)
                st[x + KNOWN] = (0,) * len(known)
            return
        serial = st[SERIAL] + 1
        fresh = tuple([(k or serial) if v else 0 for k, v in zip(known, visible, strict=True)])
        if fresh != known:
            state.journal += (x + KNOWN, known)
            st[x + KNOWN] = fresh
            if serial in fresh:
                state.journal += (SERIAL, serial - 1)
                st[SERIAL] = serial
                if not known[state.seat]:
                    self.news(state)

    def introduce(self, state: State, x: int, zone: int) -> None:
        """A copy that was just made is known to whoever sees the zone it begins in, which is no news to a seat that sees
        it too: the rules made it, nobody found it."""
        st = state.cells
        visible = self.visible_to(state, zone)
        if visible is None:
            visible = (True,) * (state.seats + 1)
        elif True not in visible:
            return
        elif not visible[state.seat]:
            self.news(state)
        state.journal += (SERIAL, st[SERIAL])
        st[SERIAL] += 1
        st[x + KNOWN] = tuple([st[SERIAL] if v else 0 for v in visible])

    def news(self, state: State) -> None:
        """Somebody learns what the seat that answers did not know either: no answer is taken back beyond this."""
        info = state.cells[INFO]
        state.journal += (INFO, info)
        state.cells[INFO] = info + 1

    def reveal(self, state: State, what: Any, to: Any) -> None:
        st = state.cells
        seats = to if isinstance(to, tuple) else (to,)
        if set(st[SEATS]) <= set(seats):
            who = None
        else:
            who = tuple([s in seats for s in st[ALL_SEATS]] + [False])
        for x in what if isinstance(what, tuple) else (what,):
            self.learn(state, x, who)


__all__ = ["Sight"]
