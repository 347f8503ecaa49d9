"""Hooks and verbs that set each other going for ever, with the cycle shown.

Only calls that surely happen count: in no `if`, no choice and no loop, of a hook without a condition. A hook with a filter
counts where the call gives just what it asks for, on the same card. If nothing on the way can stop it, it breaks the game
and is an error; where a verb asks for something, a hook may stop a call or several cards must come together, a warning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field

from greyc.compiler.checks.flow import components
from greyc.compiler.checks.program import Bearer, Program
from greyc.compiler.walk import same, walk
from greyc.runtime import ir

Call = ir.CallVerb | ir.Run


@define(eq=False)
class _Site:
    """A call that surely happens once its body runs. `key` names it in the graph, `leads` are the sites it sets going,
    `before` is what runs before it in its body; a hook `watches` a call."""

    key: str
    call: Call
    before: Sequence[ir.Stmt]
    bearer: Bearer | None
    watches: ir.Hook | None
    file: int
    own: bool
    label: str
    leads: list[str] = field(factory=list)


def check(program: Program) -> None:
    sites: dict[str, _Site] = {}
    in_bodies: dict[str, list[str]] = defaultdict(list)
    in_hooks: dict[str, list[str]] = defaultdict(list)
    filtered: dict[tuple[int, str], list[tuple[ir.Hook, list[str]]]] = defaultdict(list)

    def add(node: ir.Verb | ir.Hook, bearer: Bearer | None, own: bool, label: str) -> list[str]:
        keys = []
        hook = node if isinstance(node, ir.Hook) else None
        for before, call in _sure_calls(node.body):
            key = str(len(sites))
            sites[key] = _Site(key, call, before, bearer, hook, node.file, own, label)
            keys.append(key)
        return keys

    for pack in program.packs:
        for verb in pack.verbs:
            in_bodies[f"verb:{verb.name}"] += add(verb, None, pack is program.own, verb.name)
    for bearer in program.bearers:
        for hook in bearer.words.hooks:
            if hook.cond is not None:
                continue
            where = f" of {bearer.on.name}" if bearer.on else ""
            keys = add(hook, bearer, bearer.own, f"{hook.timing} {hook.name}{where}")
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
                if all(same(site.call.args.get(label), wanted) for label, wanted in hook.filters.items()):
                    site.leads += keys
        graph[site.key] = site.leads
    for part in components(graph):
        if len(part) > 1 or part[0] in graph[part[0]]:
            _report(program, [sites[key] for key in reversed(part) if key in sites])


def _target(call: Call) -> str:
    return f"verb:{call.verb}" if isinstance(call, ir.CallVerb) else f"ability:{call.ability}"


def _sure_calls(stmts: Sequence[ir.Stmt]) -> Iterator[tuple[Sequence[ir.Stmt], Call]]:
    """With what runs before it, up to the first statement that may leave the body."""
    for index, stmt in enumerate(stmts):
        if isinstance(stmt, ir.CallVerb):
            yield stmts[:index], stmt
        elif isinstance(stmt, ir.Together):
            for before, call in _sure_calls(stmt.body):
                yield [*stmts[:index], *before], call
        if any(isinstance(node, _LEAVES) for node in walk([stmt])):
            return


_LEAVES: Final = (ir.Needs, ir.Stop, ir.Result, ir.EndGame)


def _report(program: Program, sites: list[_Site]) -> None:
    own = [site for site in sites if site.own]
    if not own:
        return
    start = sites.index(own[0])
    order = sites[start:] + sites[:start]
    names = list(dict.fromkeys(site.label for site in order))
    cycle = " -> ".join([*names, names[0]])
    name = "endless-cycle" if _certain(program, sites) else "may-be-endless"
    hooks = any(site.watches is not None for site in sites)
    instead = "let a hook ask behind `if` for what holds the first time only" if hooks else "call it below an `if`"
    program.report(name, own[0].file, own[0].call.at, suggestion=instead, cycle=cycle)


def _certain(program: Program, sites: list[_Site]) -> bool:
    """Whether nothing can stop it once it has begun."""
    bearers = {site.bearer.name for site in sites if site.bearer is not None and _may_be_away(program, site.bearer)}
    if len(bearers) > 1:
        return False
    events = {_target(site.call).removeprefix("verb:") for site in sites}
    if any(_stops(program, hook.body) for _, hook in program.hooks if hook.timing == "before" and hook.name in events):
        return False
    for site in sites:
        runs = list(site.before)
        if site.watches is not None and site.watches.timing == "after":
            bodies = [verb.body for pack in program.packs for verb in pack.verbs if verb.name == site.watches.name]
            runs += [stmt for body in bodies for stmt in body if not _is_one_of(stmt, sites)]
        if _stops(program, runs):
            return False
    return True


def _is_one_of(stmt: ir.Stmt, sites: list[_Site]) -> bool:
    return any(stmt is site.call for site in sites)


def _may_be_away(program: Program, bearer: Bearer) -> bool:
    """Whether its words work only while a card is in play: rules and seats are always there."""
    if bearer.on is None:
        return False
    return not isinstance(bearer.on, ir.Kind) or program.lineage(bearer.on.name)[-1] not in ("seat", "place")


def _stops(program: Program, stmts: Sequence[ir.Stmt]) -> bool:
    """Whether running these may end the body they stand in, a call further out or the game."""
    if any(isinstance(node, _LEAVES) for node in walk(stmts)):
        return True
    does = program.flow.within(stmts)
    return does.leaves or (does.calls and program.flow.whenevers_leave)
