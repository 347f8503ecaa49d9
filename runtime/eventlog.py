"""What happened, for readers: events as a seat may know them, made when asked for.

While playing, an event is one row of values with places in the journal (see State.events). Here the table is put back, in a
copy, to the moments between events, so that each event tells what it changed in the seat's view (`changes`: replaying
them in order on the last view gives the next one) and speaks of things as the seat knew them then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import ir
from .state import State

if TYPE_CHECKING:
    from .game import Game


ANSWER = -2
"""The verb number of the event with which a seat's answer begins: what it sets going comes after it."""


def view_changes(old: Any, new: Any, path: tuple[Any, ...] = ()) -> list[list[Any]]:
    """[[path, value], ...]: where two views differ. A missing value is told as {"gone": true}."""
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
    return [] if old == new else [[list(path), new]]


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

    def rewind(self, to: int) -> None:
        """Takes back the events from entry `to` on; readers who saw them are told (see `events`)."""
        state = self.game.state
        del state.events[to:]
        self.game.rewinds.append((self.game.revision, state.happened))

    def moment(self, mark: int) -> State:
        """The table as it was when the journal was `mark` long."""
        now = self.game.state
        if mark >= len(now.journal):
            return now
        then = State(now.cells.copy(), now.seats, now.budget)
        then.journal = now.journal[mark:]
        then.rollback(0)
        return then

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
        views = self.game.views
        before = views.view(self.moment(shown[0][1][3]), seat) if shown else None
        for k, (i, record) in enumerate(shown):
            mark = shown[k + 1][1][3] if k + 1 < len(shown) else len(state.journal)
            after = views.view(self.moment(mark), seat)
            out.append(self.event(i + state.events_before, record, seat, view_changes(before, after)))
            before = after
        return out

    def event(self, number: int, record: tuple[Any, ...], seat: int | None, changes: list[list[Any]]) -> dict[str, Any]:
        verb, cause, args, start, end, status, final, site = record
        out: dict[str, Any] = {"event": number, "changes": changes}
        if verb == ANSWER:
            name = self.game.names[args[0]]
            return out | {"verb": "answer", "args": {"seat": {"seat": args[0], "name": name}}}
        if cause >= 0:
            out["cause"] = cause
        then = self.moment(start if end is None else end)
        if site is not None:
            # A sentence speaks of things as they are known when the call that says it has ended: *Torch appears.*
            k = cause - self.game.state.events_before
            ended = self.game.state.event(k)[4] if k >= 0 else None
            then = self.moment(len(self.game.state.journal) if ended is None else ended)
            message = self.gen.bodies[site[0]].sites[site[1]][1]
            return out | {"verb": "log", "message": self.game.values.message(then, message, args, seat)}
        name = self.gen.names[verb]
        labels, types = self.signature(name)
        out["verb"] = name
        out["args"] = self.values(then, start, labels, types, args, seat)
        if final is not None and tuple(final) != tuple(args):
            out["became"] = self.values(then, start, labels, types, final, seat)
        if status == 2:
            out["stopped"] = True
        message = self.message(name)
        if message is not None and status != 2:
            known = dict(zip(labels, final or args, strict=False))
            shown = {}
            for placeholder, arg in message.args.items():
                if isinstance(arg.value, ir.Local) and arg.value.name in known:
                    shown[placeholder] = self.named(then, start, known[arg.value.name], arg.type, seat)
            out["message"] = {"id": message.id, "args": shown}
        return out

    def values(
        self, state: State, start: int, labels: list[str], types: list[str], args: Any, seat: int | None
    ) -> dict[str, Any]:
        return {
            label: self.named(state, start, value, type_, seat)
            for label, type_, value in zip(labels, types, args, strict=False)
        }

    def named(self, state: State, start: int, value: Any, type_: str, seat: int | None) -> Any:
        """An argument as the seat knows it at the end, or else as it knew it at the start: who saw a card lie open and
        then go into a hand is told which it was."""
        told = self.game.values.arg(state, value, type_, seat)
        if not _nameless(told):
            return told
        return _named_by(told, self.game.values.arg(self.moment(start), value, type_, seat))

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
