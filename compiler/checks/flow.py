"""What may happen within what: who calls whom, what that writes, what a condition reads.

Names stand for what is read and written: `f:hp` a field or state of things, `t:round` one of the table, `l:n` a local;
zones, keywords, players, places and running calls count as one each. That is coarse on purpose: a lint that rests on it
says "nothing here can change this" only where that is surely so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from attrs import define, field

from greyc.compiler.checks.program import Body, Program
from greyc.compiler.walk import walk
from greyc.runtime import ir

Facts = frozenset[str]
NOTHING: Final[Facts] = frozenset()
_CORE_WRITES: Final = {
    "move": "zones",
    "create": "zones",
    "pull": "zones",
    "shuffle": "zones",
    "lay": "places",
    "link": "places",
    "unlink": "places",
    "attach": "keywords",
    "detach": "keywords",
    "eliminate": "players",
}

_ACTS: Final = (
    ir.SetState,
    ir.SetLocal,
    ir.CallVerb,
    ir.Fill,
    ir.Mod,
    ir.GrantKeyword,
    ir.Run,
    ir.Offer,
    ir.Cost,
    ir.EndGame,
    ir.Stop,
    ir.Choose,
    ir.ChooseOne,
    ir.May,
    ir.Split,
)
_ASKS: Final = (ir.Choose, ir.ChooseOne, ir.May, ir.Split, ir.Offer)


@define(eq=False)
class Does:
    """What happens in the end. `leaves`: it may end the game or a call further out; `asks`: somebody; `calls`: a verb, an
    ability or an action runs."""

    writes: set[str] = field(factory=set)
    leaves: bool = False
    asks: bool = False
    calls: bool = False

    def add(self, other: Does) -> None:
        self.writes |= other.writes
        self.leaves = self.leaves or other.leaves
        self.asks = self.asks or other.asks
        self.calls = self.calls or other.calls


@define(eq=False)
class Node:
    """A verb, ability, action, hook or section."""

    name: str
    bodies: list[Body] = field(factory=list)
    calls: dict[str, None] = field(factory=dict)
    does: Does = field(factory=Does)


class Flow:
    """The graph of a program, with what each node writes in the end."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes: dict[str, Node] = {}
        self._reads: dict[str, Facts] = {}
        self._reachable: dict[str, set[str]] = {}
        self.hooks: dict[str, list[str]] = defaultdict(list)
        self.resets = self._resets()
        for body in program.bodies:
            self.nodes.setdefault(body.node, Node(body.node)).bodies.append(body)
        for bearer in program.bearers:
            name = bearer.name
            for index, hook in enumerate(bearer.words.hooks):
                self.hooks[f"{hook.watches}:{hook.name}"].append(f"hook:{name}:{index}")
        for node in self.nodes.values():
            for body in node.bodies:
                self._add(node, body)
        self._propagate()

    def _resets(self) -> dict[str, set[str]]:
        """What ends, and so changes, when a verb ends."""
        found: dict[str, set[str]] = defaultdict(set)
        for pack in self.program.packs:
            states = [(state, "t") for game in pack.games for state in game.states]
            owners: list[ir.Kind | ir.Keyword | ir.Card] = [*pack.kinds, *pack.keywords, *pack.cards]
            for owner in owners:
                states += [(state, "f") for state in owner.states]
            for state, sort in states:
                for verb in state.until:
                    found[verb].add(f"{sort}:{state.name}")
        for zone in self.program.zones.values():
            for verb in zone.until:
                found[verb].add("zones")
        return found

    # ---- what a body does --------------------------------------------------------------------

    def _add(self, node: Node, body: Body) -> None:
        for each in body.nodes:
            if not isinstance(each, _ACTS):
                continue
            node.calls.update(dict.fromkeys(self.called(each)))
            node.does.add(self._itself(each))

    def _itself(self, node: ir.Node) -> Does:
        return Does(
            self.written(node),
            isinstance(node, ir.EndGame) or (isinstance(node, ir.Stop) and node.verb is not None),
            isinstance(node, _ASKS),
            isinstance(node, ir.CallVerb | ir.Run | ir.Offer),
        )

    def called(self, node: ir.Node) -> Iterator[str]:
        """The nodes that a statement may set going, hooks included."""
        targets: list[str] = []
        match node:
            case ir.CallVerb():
                targets = [f"verb:{node.verb}"]
            case ir.Run():
                targets = [f"ability:{node.ability}"]
            case ir.Offer():
                targets = [f"action:{name}" for group in node.groups for name in self.program.groups.get(group, [])]
        for target in targets:
            if target in self.nodes:
                yield target
            yield from self.hooks.get(target, ())

    def written(self, node: ir.Node) -> set[str]:
        """What a statement itself writes."""
        match node:
            case ir.SetState():
                return {f"{'f' if node.of is not None else 't'}:{node.name}"}
            case ir.SetLocal():
                return {f"l:{node.name}"}
            case ir.CallVerb():
                found = {_CORE_WRITES[node.verb]} if node.verb in _CORE_WRITES else set()
                if node.verb == "shuffle":
                    found |= set(self.reads(node.args.get("what")))
                return found | self.resets.get(node.verb, set())
            case ir.Fill():
                return {"zones"}
            case ir.Mod():
                return {f"f:{node.field}"}
            case ir.GrantKeyword():
                return {"keywords"}
            case ir.Run():
                return {"abilities"}
            case ir.Offer():
                return {"abilities"}
            case ir.Cost():
                return {f"{'f' if node.of is not None else 't'}:{node.name}"}
        return set()

    def _propagate(self) -> None:
        """Adds to each node what those it calls write; nodes that call each other share it."""
        for group in components({name: list(node.calls) for name, node in self.nodes.items()}):
            does = Does()
            for name in group:
                node = self.nodes[name]
                does.add(node.does)
                for called in node.calls:
                    does.add(self.nodes[called].does)
            for name in group:
                self.nodes[name].does = does

    def within(self, stmts: Iterable[ir.Stmt]) -> Does:
        """What a block does in the end."""
        does = Does()
        for each in walk(stmts):
            does.add(self._itself(each))
            for called in self.called(each):
                does.add(self.nodes[called].does)
        return does

    @cached_property
    def whenevers_leave(self) -> bool:
        """Some `whenever` may end the game or a call: it can fire after any call of a verb."""
        return any(node.does.leaves for name, node in self.nodes.items() if name.startswith("whenever:"))

    @cached_property
    def whenevers_write(self) -> set[str]:
        return {fact for name, node in self.nodes.items() if name.startswith("whenever:") for fact in node.does.writes}

    # ---- what a condition reads --------------------------------------------------------------

    def reads(self, node: ir.Node | None) -> Facts:
        """What an expression reads, functions and modifiers included."""
        found: set[str] = set()
        for each in walk(node):
            found |= self._read(each)
        return frozenset(found)

    def _read(self, node: ir.Node) -> Facts:
        match node:
            case ir.Get() | ir.Base():
                return frozenset({f"f:{node.name}"}) | self.modified.get(node.name, NOTHING)
            case ir.State():
                return frozenset({f"t:{node.name}"})
            case ir.Local():
                return frozenset({f"l:{node.name}"})
            case ir.ZoneRef() | ir.Attr() | ir.Every() | ir.Copy():
                return frozenset({"zones"})
            case ir.Players():
                return frozenset({"players"})
            case ir.Has(what="run"):
                return frozenset({"calls", "abilities", "zones", "anything"})
            case ir.Has():
                return frozenset({"keywords", "abilities", "zones"})
            case ir.Builtin():
                return frozenset({"places", "zones"})
            case ir.During():
                return frozenset({"calls"})
            case ir.Can():
                return frozenset({"calls", "abilities", "zones", "anything"})
            case ir.Call():
                return self.function_reads(node.function)
        return NOTHING

    def function_reads(self, name: str) -> Facts:
        if name not in self._reads:
            self._reads[name] = NOTHING
            function = self.program.functions.get(name)
            if function is not None:
                own = {fact for each in walk(function.body) for fact in self._read(each) if not fact.startswith("l:")}
                self._reads[name] = frozenset(own)
        return self._reads[name]

    @cached_property
    def modified(self) -> dict[str, Facts]:
        """What a modified field depends on besides itself: anything its modifiers look at, taken together."""
        found: dict[str, set[str]] = defaultdict(set)
        self.__dict__["modified"] = {}  # modifiers may read modified fields; one step is enough here
        for bearer in self.program.bearers:
            for modifier in bearer.words.modifiers:
                facts = self.reads(modifier.target) | {"zones", "keywords"}
                for mod in modifier.mods:
                    if isinstance(mod, ir.Mod):
                        found[mod.field] |= facts | self.reads(mod.value)
        self._reads.clear()
        return {name: frozenset(facts) for name, facts in found.items()}

    # ---- within what something may run -------------------------------------------------------

    def reachable(self, start: str) -> set[str]:
        """All nodes that may run while this one does."""
        if start not in self._reachable:
            found = {start} if start in self.nodes else set()
            # Anything that happens may make a `whenever` fire.
            todo = [*found, *self.hooks.get(start, ()), *(n for n in self.nodes if n.startswith("whenever:"))]
            found |= set(todo)
            while todo:
                for called in self.nodes[todo.pop()].calls:
                    if called not in found:
                        found.add(called)
                        todo.append(called)
            self._reachable[start] = found
        return self._reachable[start]


def components(graph: dict[str, list[str]]) -> list[list[str]]:
    """The strongly connected parts of a graph, each after those it leads to (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in graph:
                    continue
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part: list[str] = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    found.append(part)
    return found
