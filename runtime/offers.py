"""Actions on offer, listed on demand.

For every action three kinds of functions are generated over its parameters in the order written: `x` (is there a
completion, left as soon as one is found), `l` (what may be chosen for the next parameter) and `g` (is this complete
choice legal). Conditions stand at the first place where all they read is known. A parameter that is a set is listed if
enough candidates pass its `where`; a condition over the set is judged when the answer comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import ir
from .emit_expr import Expressions
from .program import walk_node
from .state import State

if TYPE_CHECKING:
    from .codegen import Codegen
    from .whynot import Condition


class Offers:
    """Generated functions of actions, by name."""

    def __init__(self, gen: Codegen) -> None:
        self.gen = gen
        self.by_group: dict[str, list[ir.Action]] = {}
        for action in gen.linked.actions.values():
            self.by_group.setdefault(action.group, []).append(action)
        self._ready: set[str] = set()
        self._exists: dict[str, Callable[..., bool]] = {}
        self._made: dict[tuple[str, str, int], Callable[..., Any]] = {}

    # ---- generation -------------------------------------------------------------------------

    def head(self, action: ir.Action, upto: int) -> list[str]:
        names = [action.actor.name, *[g.name for g in action.givens]]
        names += [self.gen.pick_name(p) for p in self.gen.picks(action)[:upto]]
        return [self.gen.local(n) for n in names]

    def conditions(self, action: ir.Action) -> list[list[Condition]]:
        """Python conditions by the number of parameters that must be known, each with the step it comes from."""
        gen, picks = self.gen, self.gen.picks(action)
        x = Expressions(gen)
        at: list[list[Condition]] = [[] for _ in range(len(picks) + 1)]
        names = [gen.pick_name(p) for p in picks]

        def depth(node: Any, floor: int = 0) -> int:
            used = {n.name for n in walk_node(node) if isinstance(n, ir.Local)}
            return max([floor, *[i + 1 for i, name in enumerate(names) if name in used]])

        if action.once:
            number = gen.unit_number["action", action.name]
            cell = gen.program.once_cells[action.once]
            at[0].append((f"({number}, {gen.local(action.actor.name)}) not in st[{cell}]", "once"))

        def known(node: Any, test: str) -> str:
            blind = self.unknown(action, node)
            return f"({blind} or {test})" if blind else test

        for step in action.steps:
            if isinstance(step, ir.When):
                at[depth(step.cond)].append((known(step.cond, x(step.cond)), step))
            elif isinstance(step, ir.Cost):
                have = self.cost_value(step, x)
                level = max(depth(step.amount), depth(step.of), depth(step.key))
                enough = f"{have} >= {x(step.amount)}"
                if gen.recorder is not None:
                    enough = gen.recorder.cost(step, enough)
                at[level].append((known(step, enough), step))
        at[len(picks)] += [(known(action.body, test), "needs") for test in gen.needs_of(action.body, x)]
        return at

    def unknown(self, action: ir.Action, node: Any) -> str:
        """Source of: the node reads a set that is not chosen yet (None where only its existence is asked)."""
        sets = {self.gen.pick_name(p) for p in self.gen.picks(action) if p.amount is not None}
        read = {each.name for each in walk_node(node) if isinstance(each, ir.Local)} & sets
        return " or ".join(f"{self.gen.local(name)} is None" for name in sorted(read))

    def cost_value(self, cost: ir.Cost, x: Expressions) -> str:
        gen = self.gen
        if cost.of is None:
            have = f"st[{gen.program.table[cost.name].offset}]"
        else:
            have = f"st[{x(cost.of)} + {gen.program.layouts[cost.kind].members[cost.name].offset}]"
        return f"{have}.get({x(cost.key)}, 0)" if cost.key is not None else have

    def make(self, action: ir.Action) -> None:
        if action.name in self._ready:
            return
        self._ready.add(action.name)
        gen = self.gen
        x = Expressions(gen)
        picks = gen.picks(action)
        conds = [[source for source, _ in level] for level in self.conditions(action)]
        name = action.name
        pack = gen.linked.pack_of["action", name]

        def simple(kind: str, upto: int, lines: list[str]) -> None:
            params = "".join(", " + p for p in self.head(action, upto))
            gen.simple(f"{kind}_{name}_{upto}", params, [(t, action.at) for t in lines], pack, action.file)

        n = len(picks)
        start = conds[0] or ["True"]
        params = "".join(", " + p for p in self.head(action, 0))
        for kind, tests in (("p", start), ("e", [*conds[0], f"x_{name}_0(S{params})"])):
            gen.simple(f"{kind}_{name}", params, [(f"return {' and '.join(tests)}", action.at)], pack, action.file)
        for k, pick in enumerate(picks):
            head = ", ".join(["S", *self.head(action, k)])
            v = gen.local(pick.query.name)
            source = x.looked_through(pick.query)
            last = k + 1 == n
            blind = self.unknown(action, pick)
            early = [f"if {blind}:", "    return True"] if blind else []
            if pick.amount is None:
                later = list(conds[k + 1])
                if not last:
                    later.append(f"x_{name}_{k + 1}({head}, {v})")
                cond = " and ".join(later)
                plain = pick.query.rank is None and pick.query.where is not None
                clause = x.clause(pick.query, more=True) if plain else f"for {v} in {source}"
                whole = f"{clause}{(' and ' if plain else ' if ') + cond if cond else ''}"
                simple("l", k, [f"return tuple([{v} {whole}])"])
                if cond:
                    simple(
                        "x",
                        k,
                        [*early, f"for {v} in {source}:", f"    if {cond}:", "        return True", "return False"],
                    )
                else:
                    simple("x", k, [*early, f"return {source} != ()"])
            else:
                # What stands behind a set must be possible too; what reads the set is judged with the answer.
                more = "" if last else f" and x_{name}_{k + 1}({head}, None)"
                simple("l", k, [f"return {source}"])
                simple("x", k, [*early, f"return len({source}) >= {x(pick.amount.low)}{more}"])
            simple("b", k, [f"return {self.bounds(pick, x)}"])
        if n == 0:
            simple("x", 0, ["return True"])
        simple("x", n, ["return True"]) if n else None
        checks = [c for level in conds for c in level] + [self.member_check(p, x) for p in picks]
        lines = []
        for i, c in enumerate(checks):
            lines += [f"if not ({c}):", f"    return {i}"]
        simple("g", n, [*lines, "return -1"])

    def bounds(self, pick: ir.Pick, x: Expressions) -> str:
        if pick.amount is None:
            return "(1, 1)"
        low = x(pick.amount.low)
        if pick.amount.exact:
            return f"({low}, {low})"
        return f"({low}, {'None' if pick.amount.high is None else x(pick.amount.high)})"

    def member_check(self, pick: ir.Pick, x: Expressions) -> str:
        v = self.gen.local(self.gen.pick_name(pick))
        if pick.amount is None:
            return f"{v} in {x(pick.query)}"
        return f"within_bounds({v}, {x(pick.query)}, {self.bounds(pick, x)})"

    def can(self, action: ir.Action, args: dict[str, str]) -> str:
        """The source of `can ACTION(...)`; a part left out means: is there one."""
        self.make(action)
        known = [action.actor.name, *[g.name for g in action.givens]]
        head = ", ".join(["S", *[args[k] for k in known]])
        picks = [self.gen.pick_name(p) for p in self.gen.picks(action)]
        given = [p for p in picks if p in args]
        if len(given) == len(picks):
            values = "".join(", " + args[p] for p in picks)
            return f"(tick(S) or g_{action.name}_{len(picks)}({head}{values}) < 0)"
        pattern = ", ".join(f"{p!r}: {args[p]}" for p in given)
        return f"can_some(S, {action.name!r}, ({', '.join([args[k] for k in known])},), {{{pattern}}})"

    # ---- asking -----------------------------------------------------------------------------

    def exists(self, state: State, action: ir.Action, head: tuple[Any, ...]) -> bool:
        """Has the actor a legal choice (in the listed sense)?"""
        function = self._exists.get(action.name)
        if function is None:
            self.make(action)
            function = self._exists[action.name] = self.gen.ns["e_" + action.name]
        return function(state, *head)

    def _function(self, kind: str, action: ir.Action, upto: int) -> Callable[..., Any]:
        """The generated function of a kind (`l`, `b`, `g`) for so many parameters."""
        key = (kind, action.name, upto)
        function = self._made.get(key)
        if function is None:
            self.make(action)
            function = self._made[key] = self.gen.ns[f"{kind}_{action.name}_{upto}"]
        return function

    def candidates(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """What may be chosen for the next parameter after `chosen`."""
        return self._function("l", action, len(chosen))(state, *head, *chosen)  # type: ignore[no-any-return]

    def bounds_now(
        self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...]
    ) -> tuple[int, int | None]:
        return self._function("b", action, len(chosen))(state, *head, *chosen)  # type: ignore[no-any-return]

    def broken(self, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...]) -> int:
        """-1 if the complete choice is legal, else the number of the condition that stands in the way."""
        return self._function("g", action, len(chosen))(state, *head, *chosen)  # type: ignore[no-any-return]

    def can_some(self, state: State, name: str, head: tuple[Any, ...], wanted: dict[str, Any]) -> bool:
        action = self.gen.linked.actions[name]
        if not self.gen.ns[f"p_{name}"](state, *head):
            return False
        picks = self.gen.picks(action)

        def go(chosen: tuple[Any, ...]) -> bool:
            state.charge(1)
            if len(chosen) == len(picks):
                return self.broken(state, action, head, chosen) < 0
            label = self.gen.pick_name(picks[len(chosen)])
            options = self.candidates(state, action, head, chosen)
            if label in wanted:
                value = wanted[label]
                one = picks[len(chosen)].amount is None
                return (value in options if one else set(value) <= set(options)) and go((*chosen, value))
            if picks[len(chosen)].amount is not None:
                return bool(self.gen.ns[f"x_{name}_{len(chosen)}"](state, *head, *chosen))
            return any(go((*chosen, c)) for c in options)

        return go(())
