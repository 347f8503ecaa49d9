"""The open question as a seat sees it, half-made answers, and answers.

A question is kept in the state as plain values (`pending`); what a client gets is made from it on demand, for one seat,
with nothing in it that the seat may not know. Candidates keep the order of the rules, as far as the seat can tell them.

pending: ("choose", site, seats, candidates, low, high, may) · ("order", site, seats, candidates) ·
("one", site, seats, option numbers) · ("may", site, seats) · ("split", site, seats, candidates, total) ·
("offer", site, actors, groups, givens, their names)
"""

from __future__ import annotations

from typing import Any

from . import ir
from .codegen import Codegen
from .emit_expr import Expressions
from .errors import IllegalAnswer, NotYourDecision, in_words
from .layout import ALL_SEATS
from .state import State
from .values import Values
from .whynot import Tell, candidate, reason

PROMPTS = {"choose": "greyc.ask_choose", "order": "greyc.ask_order", "split": "greyc.ask_split"}
"""What is asked where the author wrote no question: texts of the core."""


class Decisions:
    """Questions of one Program."""

    def __init__(self, gen: Codegen, values: Values) -> None:
        self.gen = gen
        self.values = values
        self.offers = gen.support.offers
        self._message_args: dict[tuple[int, int], Any] = {}

    # ---- who and what -----------------------------------------------------------------------

    def seats(self, state: State) -> tuple[int, ...]:
        """Bases of the seats that may answer now."""
        pending = state.pending
        if pending is None:
            return ()
        if pending[0] == "offer":
            return self.gen.P.seats_of(state, pending[2])
        return pending[2]  # type: ignore[no-any-return]

    def waiting(self, state: State) -> list[int]:
        every = state.cells[ALL_SEATS]
        return [every.index(s) for s in self.seats(state)]

    def node(self, state: State) -> Any:
        """The statement that asks."""
        assert state.pending is not None
        uid, number = state.pending[1]
        self.gen.compiled(uid)
        return self.gen.bodies[uid].sites[number][1]

    def message_args(self, state: State, message: ir.Message | None) -> tuple[Any, ...]:
        """Values of a prompt's placeholders, read in the waiting unit."""
        if message is None or not message.args:
            return ()
        uid, _, local = state.frames[-1]
        body = self.gen.bodies[uid]
        names = [*body.params, *body.locals]
        key = (uid, id(message))
        function = self._message_args.get(key)
        if function is None:
            x = Expressions(self.gen)
            source = "(" + "".join(f"{x(a.value)}, " for a in message.args.values()) + ")"
            name = f"prompt_{uid}_{len(self._message_args)}"
            self.gen.simple(name, ", fr", [(f"({', '.join(names)},) = fr", None), (f"return {source}", None)], 0, -1)
            function = self._message_args[key] = self.gen.ns[name]
        return function(state, local)  # type: ignore[no-any-return]

    def prompt(self, state: State, message: ir.Message | None, seat: int | None) -> Any:
        return self.values.message(state, message, self.message_args(state, message), seat)

    def source(self, state: State) -> int | None:
        """The thing, not a seat, whose words ask: the innermost one that is at work."""
        for uid, _, local in reversed(state.frames):
            params = self.gen.bodies[uid].params
            if "l_this" in params:
                this = local[params.index("l_this")]
                return None if this is None or self.gen.P.is_seat[state.cells[this]] else this
        return None

    # ---- as a seat sees it ------------------------------------------------------------------

    def as_json(self, state: State, seat: int | None) -> dict[str, Any]:
        """Without id and revision, which the game adds."""
        pending = state.pending
        assert pending is not None
        node = self.node(state)
        waiting = self.waiting(state)
        kind = "choose" if pending[0] == "order" else pending[0]
        out: dict[str, Any] = {"kind": kind, "seat": seat, "waiting": waiting}
        if pending[0] != "offer":
            prompt = self.prompt(state, getattr(node, "prompt", None), seat)
            out["prompt"] = prompt or {"id": PROMPTS.get(pending[0], PROMPTS["choose"])}
            if (source := self.source(state)) is not None:
                out["source"] = self.values.thing_arg(state, source, seat)
        if seat is None or seat not in waiting:
            return out
        match pending[0]:
            case "choose":
                type_ = node.pick.query.type
                out |= {"min": 0 if pending[6] else pending[4], "max": pending[5], "may": pending[6]}
                out["one"] = node.pick.amount is None
                out["candidates"] = self.values.candidates(state, pending[3], type_, seat)
            case "order":
                out |= {"min": 1, "max": 1, "may": False, "one": True}
                out["candidates"] = self.values.candidates(state, pending[3], node.query.type, seat)
            case "one":
                out["options"] = [
                    {"id": str(i + 1), "title": self.prompt(state, node.options[i].title, seat)} for i in pending[3]
                ]
            case "split":
                out["total"] = pending[4]
                out["candidates"] = self.values.candidates(state, pending[3], node.query.type, seat)
            case "offer":
                out["actions"] = self.actions(state, seat)
        out["default"] = self.default(state, out)
        return out

    def actions(self, state: State, seat: int) -> list[dict[str, Any]]:
        pending = state.pending
        assert pending is not None
        out: list[dict[str, Any]] = []
        for actor, action, head in self.legal_actions(state, seat):
            entry: dict[str, Any] = {"action": action.name}
            if not self.gen.P.is_seat[state.cells[actor]]:
                entry["actor"] = self.values.ids(state, pending[2], "seat", seat)[actor]
            entry["title"] = {"id": action.title.id, "args": self.title_args(state, action, head, (), seat)}
            entry["params"] = [{"name": self.gen.pick_name(p)} for p in self.gen.picks(action)]
            if entry["params"]:
                entry["params"][0] |= self.parameter(state, action, head, (), seat)
            out.append(entry)
        out.append({"action": ir.ACTION_PASS, "title": {"id": "greyc.pass"}, "params": []})
        return out

    def legal_actions(self, state: State, seat: int) -> list[tuple[int, ir.Action, tuple[Any, ...]]]:
        pending = state.pending
        assert pending is not None
        base = state.cells[ALL_SEATS][seat]
        found = []
        for actor in pending[2]:
            if base not in self.gen.P.seats_of(state, actor):
                continue
            kind = self.gen.program.defs[state.cells[actor]].kind
            for action in self.gen.support.offered(kind, pending[3]):
                head = self.gen.support.head_of(action, actor, pending[4], pending[5])
                if head is not None and self.offers.exists(state, action, head):
                    found.append((actor, action, head))
        return found

    def title_args(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], seat: int | None
    ) -> dict[str, Any]:
        """The placeholders of an action's title that are known so far."""
        known = [
            action.actor.name,
            *[g.name for g in action.givens],
            *[self.gen.pick_name(p) for p in self.gen.picks(action)],
        ]
        values = dict(zip(known, (*head, *chosen), strict=False))
        out: dict[str, Any] = {}
        for name, arg in action.title.args.items():
            if isinstance(arg.value, ir.Local):
                value = values.get(arg.value.name)
                out[name] = self.values.arg(state, value, arg.type, seat)
            else:
                out[name] = None
        return out

    def parameter(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], seat: int
    ) -> dict[str, Any]:
        pick = self.gen.picks(action)[len(chosen)]
        offered = self.offers.candidates(state, action, head, chosen)
        low, high = self.offers.bounds_now(state, action, head, chosen)
        return {
            "name": self.gen.pick_name(pick),
            "one": pick.amount is None,
            "min": low,
            "max": len(offered) if high is None else min(high, len(offered)),
            "candidates": self.values.candidates(state, offered, pick.query.type, seat),
        }

    def default(self, state: State, decision: dict[str, Any]) -> dict[str, Any]:
        """A legal answer for time-outs: decline or pass where that is allowed, else the first that is possible."""
        match decision["kind"]:
            case "offer":
                return {"action": ir.ACTION_PASS}
            case "may":
                return {"yes": False}
            case "one":
                return {"option": decision["options"][0]["id"]}
            case "split":
                return {"shares": {decision["candidates"][0]["id"]: decision["total"]}}
        if decision["may"]:
            return {"pick": None}
        ids = [
            c["id"] for c in decision["candidates"][: max(1, decision["min"]) if decision["one"] else decision["min"]]
        ]
        return {"pick": ids[0] if decision["one"] else ids}

    # ---- half-made answers ------------------------------------------------------------------

    def complete(self, state: State, seat: int, partial: dict[str, Any]) -> dict[str, Any]:
        """What may come next in a half-made action: {"ready": true}, or {"ready": false} with "next" (a parameter) or "why"
        (the error that the whole of it would be refused with)."""
        _, action, head, chosen = self.chosen_so_far(state, seat, partial)
        if action is None:
            return {"ready": True}
        picks = self.gen.picks(action)
        title = {"id": action.title.id, "args": self.title_args(state, action, head, chosen, seat)}
        if len(chosen) < len(picks):
            return {"ready": False, "title": title, "next": self.parameter(state, action, head, chosen, seat)}
        try:
            self.check(state, action, head, chosen, seat)
        except IllegalAnswer as error:
            return {"ready": False, "title": title, "why": error.as_json()}
        return {"ready": True, "title": title}

    def chosen_so_far(
        self, state: State, seat: int, partial: dict[str, Any]
    ) -> tuple[int, ir.Action | None, tuple[Any, ...], tuple[Any, ...]]:
        pending = state.pending
        if pending is None or pending[0] != "offer":
            raise IllegalAnswer("no action is on offer now", details={"condition": "kind"})
        actors = [a for a in pending[2] if state.cells[ALL_SEATS][seat] in self.gen.P.seats_of(state, a)]
        if not actors:
            raise NotYourDecision("this seat is not asked now")
        name = partial.get("action")
        actor = actors[0]
        if "actor" in partial:
            ids = self.values.ids(state, pending[2], "seat", seat)
            named = [a for a in actors if ids[a] == partial["actor"]]
            if not named:
                raise IllegalAnswer(f"{partial['actor']} can't act now", details={"condition": "actor"})
            actor = named[0]
        if name == ir.ACTION_PASS:
            return actor, None, (), ()
        kind = self.gen.program.defs[state.cells[actor]].kind
        action = next((a for a in self.gen.support.offered(kind, pending[3]) if a.name == name), None)
        head = self.gen.support.head_of(action, actor, pending[4], pending[5]) if action else None
        if action is None or head is None:
            raise IllegalAnswer(f"the action {name} is not on offer now", details={"condition": "action"})
        self.offers.make(action)
        if not self.gen.ns[f"p_{action.name}"](state, *head):
            raise IllegalAnswer(f"{action.name} can't be done now", details=self.reason(state, action, head, (), seat))
        given = partial.get("with") or {}
        if not isinstance(given, dict):
            raise IllegalAnswer("`with` must be an object of parameters by name", details={"condition": "form"})
        chosen: tuple[Any, ...] = ()
        for pick in self.gen.picks(action):
            label = self.gen.pick_name(pick)
            if label not in given:
                break
            offered = self.offers.candidates(state, action, head, chosen)
            try:
                value = self.pick(state, given[label], offered, pick.query.type, seat, pick.amount is None)
            except IllegalAnswer as error:
                if isinstance(error.details.get("id"), str):
                    error.details |= self.why(state, action, head, chosen, seat, error.details["id"])
                raise
            chosen = (*chosen, value)
        extra = set(given) - {self.gen.pick_name(p) for p in self.gen.picks(action)}
        if extra:
            raise IllegalAnswer(f"{action.name} has no parameter {sorted(extra)[0]}", details={"condition": "form"})
        return actor, action, head, chosen

    def why(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], seat: int, wanted: Any
    ) -> dict[str, Any]:
        """Why an id is not among the candidates for the next parameter."""

        def id_of(value: Any, type_: str) -> str | None:
            return self.values.id(state, value, type_, seat)

        return candidate(self.offers, state, action, head, chosen, id_of, wanted, self.teller(state, seat))

    def reason(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], seat: int | None
    ) -> dict[str, Any]:
        """The first condition that does not hold, as a seat may know it."""
        return reason(self.offers, state, action, head, chosen, self.teller(state, seat))

    def teller(self, state: State, seat: int | None) -> Tell:
        return lambda message, values: self.values.message(state, message, values, seat)

    def pick(self, state: State, answer: Any, offered: tuple[Any, ...], type_: str, seat: int, one: bool) -> Any:
        """The value(s) meant by id(s)."""
        by_id = {name: c for c, name in self.values.ids(state, offered, type_, seat).items()}
        if one:
            if not isinstance(answer, str) or answer not in by_id:
                details = {"condition": "candidate", "id": answer}
                raise IllegalAnswer(f"{in_words(answer)} is not among what may be chosen", details=details)
            return by_id[answer]
        if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
            raise IllegalAnswer("a list of different ids was expected", details={"condition": "form"})
        missing = [a for a in answer if not isinstance(a, str) or a not in by_id]
        if missing:
            details = {"condition": "candidate", "id": missing[0]}
            raise IllegalAnswer(f"{in_words(missing[0])} is not among what may be chosen", details=details)
        return tuple([by_id[a] for a in answer])

    def check(self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], seat: int) -> None:
        if self.offers.broken(state, action, head, chosen) >= 0:
            details = self.reason(state, action, head, chosen, seat)
            raise IllegalAnswer(f"{action.name} is not legal with these choices", details=details)

    # ---- answers ----------------------------------------------------------------------------

    def read(self, state: State, seat: int, answer: dict[str, Any]) -> Any:
        """The value with which the game goes on. Raises IllegalAnswer, NotYourDecision."""
        pending = state.pending
        assert pending is not None
        if seat not in self.waiting(state):
            raise NotYourDecision("this seat is not asked now")
        node = self.node(state)
        match pending[0]:
            case "offer":
                actor, action, head, chosen = self.chosen_so_far(state, seat, answer)
                if action is None:
                    return (-1, actor)
                if len(chosen) < len(self.gen.picks(action)):
                    missing = self.gen.pick_name(self.gen.picks(action)[len(chosen)])
                    raise IllegalAnswer(
                        f"{action.name} needs {missing}", details={"condition": "form", "missing": missing}
                    )
                self.check(state, action, head, chosen, seat)
                return (self.gen.number_of[action.name], actor, *chosen)
            case "may":
                if not isinstance(answer.get("yes"), bool):
                    raise IllegalAnswer('"yes": true or false was expected', details={"condition": "form"})
                return answer["yes"]
            case "one":
                wanted = answer.get("option")
                if not isinstance(wanted, str) or wanted not in [str(i + 1) for i in pending[3]]:
                    raise IllegalAnswer(
                        f"{in_words(wanted)} is not among the options", details={"condition": "candidate"}
                    )
                return int(wanted) - 1
            case "split":
                return self.read_split(state, seat, answer, node)
        query = node.pick.query if pending[0] == "choose" else node.query
        one = pending[0] == "order" or node.pick.amount is None
        if "pick" not in answer:
            raise IllegalAnswer('"pick" was expected', details={"condition": "form"})
        wanted = answer["pick"]
        if pending[0] == "choose":
            if wanted is None or wanted == []:
                if not pending[6] and pending[4] > 0:
                    raise IllegalAnswer("something must be chosen here", details={"condition": "amount"})
                return None
            value = self.pick(state, wanted, pending[3], query.type, seat, one)
            if not one and not pending[4] <= len(value) <= pending[5]:
                raise IllegalAnswer(f"{pending[4]} to {pending[5]} must be chosen", details={"condition": "amount"})
            return value
        return self.pick(state, wanted, pending[3], query.type, seat, one)

    def read_split(self, state: State, seat: int, answer: dict[str, Any], node: ir.Split) -> tuple[int, ...]:
        assert state.pending is not None
        _, _, _, candidates, total = state.pending
        shares = answer.get("shares")
        ids = self.values.ids(state, candidates, node.query.type, seat)
        if not isinstance(shares, dict) or any(
            k not in ids.values() or type(v) is not int or v < 0 for k, v in shares.items()
        ):
            raise IllegalAnswer("shares by id were expected", details={"condition": "form"})
        if sum(shares.values()) != total:
            raise IllegalAnswer(f"the shares must add up to {total}", details={"condition": "amount"})
        return tuple([shares.get(ids[c], 0) for c in candidates])
