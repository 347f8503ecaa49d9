"""Hooks and verbs that set each other going for ever, with the cycle shown.

Only calls that surely happen count: in no `if`, no choice and no loop, of a hook without a condition. A hook with a filter
counts where the call gives just what it asks for, on the same card.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attrs import define, field

from greyc.compiler.checks.flow import components
from greyc.compiler.checks.program import Bearer, Program
from greyc.compiler.walk import walk
from greyc.runtime import ir

Call = ir.CallVerb | ir.Run


@define(eq=False)
class _Site:
    """A call that surely happens once its body runs. `key` names it in the graph, `leads` are the sites it sets going."""

    key: str
    call: Call
    bearer: Bearer | None
    file: int
    own: bool
    label: str
    leads: list[str] = field(factory=list)


def check(program: Program) -> None:
    sites: dict[str, _Site] = {}
    in_bodies: dict[str, list[str]] = defaultdict(list)
    in_hooks: dict[str, list[str]] = defaultdict(list)
    filtered: dict[tuple[int, str], list[tuple[ir.Hook, list[str]]]] = defaultdict(list)

    def add(stmts: Sequence[ir.Stmt], bearer: Bearer | None, file: int, own: bool, label: str) -> list[str]:
        keys = []
        for call in _sure_calls(stmts):
            key = str(len(sites))
            sites[key] = _Site(key, call, bearer, file, own, label)
            keys.append(key)
        return keys

    for pack in program.packs:
        for verb in pack.verbs:
            in_bodies[f"verb:{verb.name}"] += add(verb.body, None, verb.file, pack is program.own, verb.name)
    for bearer in program.bearers:
        for hook in bearer.words.hooks:
            if hook.cond is not None:
                continue
            where = f" of {bearer.on.name}" if bearer.on else ""
            keys = add(hook.body, bearer, hook.file, bearer.own, f"{hook.timing} {hook.name}{where}")
            target = f"{hook.watches}:{hook.name}"
            if hook.filters:
                filtered[id(bearer), target].append((hook, keys))
            else:
                in_hooks[target] += keys
    graph: dict[str, list[str]] = {f"-> {target}": [] for target in [*in_bodies, *in_hooks]}
    for target in graph:
        graph[target] = in_bodies[target[3:]] + in_hooks[target[3:]]
    for site in sites.values():
        target = _target(site.call)
        site.leads = [f"-> {target}"] if f"-> {target}" in graph else []
        if site.bearer is not None and isinstance(site.call, ir.CallVerb):
            for hook, keys in filtered.get((id(site.bearer), target), ()):
                if all(site.call.args.get(label) == wanted for label, wanted in hook.filters.items()):
                    site.leads += keys
        graph[site.key] = site.leads
    for part in components(graph):
        if len(part) > 1 or part[0] in graph[part[0]]:
            _report(program, [sites[key] for key in reversed(part) if key in sites])


def _target(call: Call) -> str:
    return f"verb:{call.verb}" if isinstance(call, ir.CallVerb) else f"ability:{call.ability}"


def _sure_calls(stmts: Sequence[ir.Stmt]) -> Iterator[Call]:
    """Up to the first statement that may leave the body."""
    for stmt in stmts:
        if isinstance(stmt, ir.CallVerb):
            yield stmt
        elif isinstance(stmt, ir.Together):
            yield from _sure_calls(stmt.body)
        if any(isinstance(node, ir.Needs | ir.Stop | ir.Result | ir.EndGame) for node in walk([stmt])):
            return


def _report(program: Program, sites: list[_Site]) -> None:
    own = [site for site in sites if site.own]
    if not own:
        return
    start = sites.index(own[0])
    order = sites[start:] + sites[:start]
    names = list(dict.fromkeys(site.label for site in order))
    cycle = " -> ".join([*names, names[0]])
    program.report("endless-cycle", own[0].file, own[0].call.at, cycle=cycle)
