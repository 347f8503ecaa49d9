"""Modifiers that depend on themselves: what a field is would have to be known before it is."""

from __future__ import annotations

from collections import defaultdict

from greyc.compiler.checks.flow import components
from greyc.compiler.checks.program import Program
from greyc.compiler.walk import walk
from greyc.runtime import ir


def check(program: Program) -> None:
    graph: dict[str, list[str]] = defaultdict(list)
    places: dict[str, tuple[int, ir.At]] = {}
    functions: dict[str, set[str]] = {}
    for bearer in program.bearers:
        for modifier in bearer.words.modifiers:
            target = _gets(program, modifier.target, functions)
            for mod in modifier.mods:
                if isinstance(mod, ir.Mod):
                    name = f"{mod.kind}.{mod.field}"
                    graph[name] += sorted(target | _gets(program, mod.value, functions))
                    if bearer.own:
                        places.setdefault(name, (modifier.file, modifier.at))
    for part in components(graph):
        if len(part) > 1 or part[0] in graph[part[0]]:
            own = [name for name in part if name in places]
            if own:
                order = [*reversed(part), part[-1]] if len(part) > 1 else [part[0], part[0]]
                program.report("modifier-cycle", *places[own[0]], cycle=" -> ".join(order))


def _gets(program: Program, root: ir.Node, functions: dict[str, set[str]]) -> set[str]:
    """The fields that an expression reads as they are modified, in functions too."""
    found: set[str] = set()
    for node in walk(root):
        if isinstance(node, ir.Get) and not node.printed:
            found.add(f"{node.kind}.{node.name}")
        elif isinstance(node, ir.Call):
            if node.function not in functions:
                functions[node.function] = set()
                function = program.functions.get(node.function)
                for stmt in function.body if function is not None else ():
                    functions[node.function] |= _gets(program, stmt, functions)
            found |= functions[node.function]
    return found
