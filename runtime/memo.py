"""Functions whose results are kept until something they read is written (decision 0120).

Kept are functions that search a board, and functions that say where a search may go or what it looks for: they are asked
again and again for the same places while nothing of theirs changes. All others cost less than remembering them.
"""

from __future__ import annotations

from . import ir
from .program import Program, walk_node
from .readset import ReadSets

SEARCHES = ("distance", "reachable", "path")
MOST_KEPT = 5_000
"""How many results of one function are kept."""


def remembered(program: Program, reads: ReadSets) -> list[str]:
    """The functions to remember, by name."""
    functions = program.linked.functions
    searching = {name for name, f in functions.items() if any(_is_search(n) for n in walk_node(f.body))}
    roots = [
        *[f.body for f in functions.values()],
        *[v.body for v in program.linked.verbs.values()],
        *[placed.node for placed in [*program.linked.hooks, *program.linked.blocks]],
        *program.linked.actions.values(),
    ]
    asked: set[str] = set()
    todo = [c for root in roots for n in walk_node(root) if _is_search(n) for c in _called(_parts(n))]
    while todo:
        name = todo.pop()
        if name not in asked:
            asked.add(name)
            todo += _called(functions[name].body)
    listing = {
        n for n in asked if any(isinstance(x, ir.Query) and _whole(x.source) for x in walk_node(functions[n].body))
    }
    # What only hands on such a list is kept too, so that it need not be put together again.
    passing = {
        n for n in asked if functions[n].result.startswith("list<") and listing & set(_called(functions[n].body))
    }
    return sorted(n for n in searching | listing | passing if _can_be(functions[n], reads))


def _is_search(node: object) -> bool:
    return isinstance(node, ir.Builtin) and node.name in SEARCHES


def _parts(node: ir.Builtin) -> list[ir.Expr]:
    return [*node.args, *node.named.values()]


def _called(node: object) -> list[str]:
    return [n.function for n in walk_node(node) if isinstance(n, ir.Call)]


def _whole(source: ir.Expr) -> bool:
    """All things of a kind, or all places of a board."""
    return isinstance(source, ir.Every) or (isinstance(source, ir.Builtin) and source.name == "places")


def _can_be(function: ir.Function, reads: ReadSets) -> bool:
    """Not what reads anything at all, a face of a die (no write of it is noticed) or who has won; nor with a table as a part."""
    read = reads.function(function.name)
    if ("all",) in read or read & {("t", "outcome"), ("t", "winner"), ("faces",)}:
        return False
    return all("<" not in p.type or p.type.startswith("list<") for p in function.params)


__all__ = ["MOST_KEPT", "remembered"]
