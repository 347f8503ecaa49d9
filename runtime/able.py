"""Whether running an ability would do anything: `can run A of X`.

Rules ask it before they offer a card, so that nobody plays one of which every call would be refused. Only what can be
told without doing it is looked at: calls of verbs that begin with `needs`, options, `if`, and choices with nothing to
choose from. Any other statement, and what depends on the ability's parameters or on a result, is taken to do something.
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


def able_reader(gen: Codegen, name: str) -> Callable[[State, int], bool]:
    """`can run A of X`: some block of it is ready, and does something."""
    support = gen.support

    def able(S: State, x: int) -> bool:
        return any(
            support.block_ready(S, uid, x, x) and _does_something(gen, S, uid, x)
            for uid in support.ability_blocks(S, x, False, name)
        )

    return able


def _does_something(gen: Codegen, S: State, uid: int, x: int) -> bool:
    function = gen.ns.get(f"d{uid}")
    if function is None:
        placed = gen.linked.blocks[gen.units[uid][1]]
        block: ir.AbilityBlock = placed.node
        unknown = {p.name for p in gen.linked.abilities[block.ability].params}
        test = _possible(gen, block.body, Expressions(gen, "l_as"), unknown)
        lines: list[tuple[str, ir.At | None]] = []
        if placed.bearer.what == "keyword":
            lines.append((gen.support.keyword_line(placed), block.at))
        lines.append((f"return {test or 'True'}", block.at))
        gen.simple(f"d{uid}", ", l_this, l_as", lines, placed.pack, block.file)
        function = gen.ns[f"d{uid}"]
    return bool(function(S, x, x))


def _possible(gen: Codegen, body: list[ir.Stmt], x: Expressions, unknown: set[str]) -> str | None:
    """Source of: one of these statements does something. None: one may in any case."""
    tests = []
    for n in body:
        if isinstance(n, ir.Log):
            continue
        test = _statement(gen, n, x, unknown)
        if test is None:
            return None
        tests.append(test)
    return f"({' or '.join(tests)})" if tests else "False"


def _statement(gen: Codegen, n: ir.Stmt, x: Expressions, unknown: set[str]) -> str | None:
    match n:
        case ir.CallVerb(alias=None) if _known(n.args, unknown):
            needed = gen.needs_of([n], x)
            return needed[0] if needed else None
        case ir.ChooseOne():
            options = []
            for option in n.options:
                test = _possible(gen, option.body, x, unknown)
                if option.cond is not None and _known(option.cond, unknown):
                    test = x(option.cond) if test is None else f"({x(option.cond)} and {test})"
                if test is None:
                    return None
                options.append(test)
            return f"({' or '.join(options)})"
        case ir.If(alias=None) if _known(n.cond, unknown):
            then, other = _possible(gen, n.body, x, unknown), _possible(gen, n.other, x, unknown)
            return f"({then or 'True'} if {x(n.cond)} else {other or 'True'})"
        case ir.Choose(other=[]) if _known(n.pick.query, unknown):
            return f"bool({x(n.pick.query)})"
    return None


def _known(node: Any, unknown: set[str]) -> bool:
    return not any(isinstance(each, ir.Local) and each.name in unknown for each in walk_node(node))
