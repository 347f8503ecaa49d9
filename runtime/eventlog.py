"""What happened, for readers: events as a seat may know them, made when asked for.

While playing, an event is one row of values with places in the journal (see State.events). Here the table is put back, in a
copy, to the moments between events, so that each event tells what it changed in the seat's view (`changes`: replaying
them in order on the last view gives the next one) and speaks of things as the seat knew them then.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, TypeVar

from . import ir
from .state import State

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")
Look = Generator[int, State, T]
"""What is found by looking at a table as it was: yields lengths of the journal, is sent tables (see `looking_back`)."""
Told = dict[str, list[tuple[str, str, Any]]]
"""What of an event is told of values: label, type, value of each."""

ANSWER = -2
"""The verb number of the event with which a seat's answer begins: what it sets going comes after it."""


def view_changes(old: Any, new: Any, path: tuple[Any, ...] = ()) -> list[list[Any]]:
    """[[path, value], ...]: where two views differ. A missing value is told as {"gone": true}."""
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        out: list[list[Any]] = []
        for key in [*old, *[k for k in new if k not in old]]:
            if key not in new:
                out.append([[*path, key], {"gone": True}])
            elif key not in old:
                out.append([[*path, key], new[key]])
            else:
                out += view_changes(old[key], new[key], (*path, key))
        return out
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [c for i, (a, b) in enumerate(zip(old, new, strict=True)) for c in view_changes(a, b, (*path, i))]
    return [[list(path), new]]


def apply_changes(view: Any, changes: list[list[Any]]) -> Any:
    """A view with changes made (in place; the view is returned)."""
    for path, value in changes:
        if not path:
            view = value
            continue
        at = view
        for key in path[:-1]:
            at = at[key]
        if value == {"gone": True}:
            del at[path[-1]]
        else:
            at[path[-1]] = value
    return view


def _nameless(told: Any) -> bool:
    """Whether an argument, or one in a list, is only one of its kind."""
    if isinstance(told, list):
        return any(map(_nameless, told))
    return isinstance(told, dict) and "kind" in told


def _named_by(told: Any, before: Any) -> Any:
    if isinstance(told, list) and isinstance(before, list) and len(told) == len(before):
        return [_named_by(a, b) for a, b in zip(told, before, strict=True)]
    return before if _nameless(told) else told


class EventLog:
    """Events of one Game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.gen = game.engine.gen
        self.seen: tuple[int, Any] | None = None

    def rewind(self, to: int) -> None:
        """Takes back the events from entry `to` on; readers who saw them are told (see `events`)."""
        state = self.game.state
        del state.events[to:]
        self.game.rewinds.append((self.game.revision, state.happened))

    def looking_back(self, looks: list[Look[T]]) -> list[T]:
        """What each look gives. A look yields lengths of the journal, the longest first, and is sent the table as it was
        when the journal was so long (to read only, until it yields again). One copy of the table goes back through all
        of the moments that any look asks for, so that long stories cost what they are long."""
        now = self.game.state
        results: dict[int, T] = {}
        asked: list[tuple[int, int]] = []

        def go(number: int, then: State | None) -> None:
            try:
                mark = next(looks[number]) if then is None else looks[number].send(then)
            except StopIteration as done:
                results[number] = done.value
            else:
                heappush(asked, (-mark, number))

        for number in range(len(looks)):
            go(number, None)
        then = State(now.cells.copy(), now.seats, now.budget)
        then.journal = now.journal.copy()
        while asked:
            mark, number = heappop(asked)
            then.rollback(-mark)
            then.fuel = then.budget.steps  # what a moment's figures take is for each moment
            go(number, then)
        return [results[number] for number in range(len(looks))]

    def events(self, seat: int | None, since: int, revision: int | None) -> list[dict[str, Any]]:
        """Events from number `since` on. For a reader whose last look was at `revision`: if something he saw was taken
        back since, first {"verb": "rewind", "to": n} with what that changed, then everything from n on."""
        state = self.game.state
        out = []
        if revision is not None:
            back = [to for r, to in self.game.rewinds if r >= revision and to < since]
            if back:
                since = min(back)
                out.append({"verb": "rewind", "to": since})
        first = max(0, since - state.events_before)
        rows = [(i, state.event(i)) for i in range(first, state.happened - state.events_before)]
        shown = [(i, r) for i, r in rows if r[5] != 3]
        marks = [r[3] for _, r in shown] + [len(state.journal)]
        looks: list[Look[Any]] = []
        for (_, record), start, end in zip(shown, marks, marks[1:], strict=False):
            looks += self.changes(start, end, seat), self.event(record, seat)
        self.seen = None
        told = iter(self.looking_back(looks))
        return out + [{"event": i + state.events_before, "changes": next(told)} | next(told) for i, _ in shown]

    def changes(self, start: int, end: int, seat: int | None) -> Look[list[list[Any]]]:
        """What a seat's view at `end` has that it had not at `start`."""
        after = self.view((yield end), end, seat)
        return view_changes(self.view((yield start), start, seat), after)

    def view(self, then: State, mark: int, seat: int | None) -> Any:
        """A seat's view of that moment. The end of an event is the start of the next one, so the last view is kept."""
        if self.seen is None or self.seen[0] != mark:
            self.seen = (mark, self.game.views.view(then, seat))
        return self.seen[1]

    def event(self, record: tuple[Any, ...], seat: int | None) -> Look[dict[str, Any]]:
        verb, cause, args, start, end, status, final, site = record
        if verb == ANSWER:
            return {"verb": "answer", "args": {"seat": {"seat": args[0], "name": self.game.names[args[0]]}}}
        out: dict[str, Any] = {"cause": cause} if cause >= 0 else {}
        if site is not None:
            # A sentence speaks of things as they are known when the call that says it has ended: *Torch appears.*
            k = cause - self.game.state.events_before
            ended = self.game.state.event(k)[4] if k >= 0 else None
            then = yield len(self.game.state.journal) if ended is None else ended
            message = self.gen.bodies[site[0]].sites[site[1]][1]
            return out | {"verb": "log", "message": self.game.values.message(then, message, args, seat)}
        name = self.gen.names[verb]
        labels, types = self.signature(name)
        values = {"args": list(zip(labels, types, args, strict=False))}
        if final is not None and tuple(final) != tuple(args):
            values["became"] = list(zip(labels, types, final, strict=False))
        message = self.message(name) if status != 2 else None
        if message is not None:
            known = dict(zip(labels, final or args, strict=False))
            values["message"] = [
                (placeholder, arg.type, known[arg.value.name])
                for placeholder, arg in message.args.items()
                if isinstance(arg.value, ir.Local) and arg.value.name in known
            ]
        told = self.told((yield start if end is None else end), values, seat)
        if any(_nameless(value) for named in told.values() for value in named.values()):
            # As the seat knows it at the end, or else as it knew it at the start: who saw a card lie open and then go
            # into a hand is told which it was.
            before = self.told((yield start), values, seat)
            told = {what: {k: _named_by(v, before[what][k]) for k, v in told[what].items()} for what in told}
        out |= {"verb": name, "args": told["args"]}
        if "became" in told:
            out["became"] = told["became"]
        if status == 2:
            out["stopped"] = True
        if message is not None:
            out["message"] = {"id": message.id, "args": told["message"]}
        return out

    def told(self, then: State, values: Told, seat: int | None) -> dict[str, dict[str, Any]]:
        """Arguments as the seat knows them at that moment."""
        return {
            what: {label: self.game.values.arg(then, value, type_, seat) for label, type_, value in named}
            for what, named in values.items()
        }

    def signature(self, name: str) -> tuple[list[str], list[str]]:
        linked = self.gen.linked
        if name in linked.verbs:
            slots = linked.verbs[name].slots
            return [s.label for s in slots], [s.type for s in slots]
        if name in linked.actions:
            action = linked.actions[name]
            picks = self.gen.picks(action)
            types = [p.query.type if p.amount is None else f"list<{p.query.type}>" for p in picks]
            return self.gen.slots("action", name), [action.actor.type, *[g.type for g in action.givens], *types]
        if name in linked.abilities:
            ability = linked.abilities[name]
            kind = ability.on[0] if ability.on else "card"
            return self.gen.slots("ability", name), [kind, kind, *[p.type for p in ability.params]]
        return [], []

    def message(self, name: str) -> ir.Message | None:
        linked = self.gen.linked
        if name in linked.verbs:
            verb = linked.verbs[name]
            return verb.log if verb.log is not None else verb.text
        return None
