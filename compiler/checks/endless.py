"""What never ends: loops and `whenever` whose condition nothing in them can change.

What surely breaks every game in which it begins is an error; what another rule may still end, a warning.
"""

from __future__ import annotations

from typing import Any, Final

from greyc.compiler.checks.flow import Does, Facts
from greyc.compiler.checks.program import Program
from greyc.compiler.walk import walk
from greyc.runtime import ir


def check(program: Program) -> None:
    for bearer in program.bearers:
        if bearer.own:
            for node in bearer.words.whenevers:
                _whenever(program, node)
    for body in program.own_bodies:
        for each in body.nodes:
            if isinstance(each, ir.While):
                _while(program, body.file, each)
            elif isinstance(each, ir.Repeat) and each.count is None:
                _loop(program, body.file, each, program.flow.within(each.body))


def _changes(reads: Facts, writes: set[str]) -> bool:
    return "anything" in reads or "calls" in reads or not reads.isdisjoint(writes)


def _whenever(program: Program, node: ir.Whenever) -> None:
    """Still true behind its block, a `whenever` breaks the game. Only another one, which reacts to a verb called in the
    block, may have changed that by then."""
    if node.once is not None:
        return
    flow = program.flow
    reads = flow.reads(node.cond)
    does = flow.within(node.body)
    if _may_do_nothing(node.body, _conjuncts(node.cond)):
        program.report("may-do-nothing", node.file, node.at, suggestion=_JOINED)
        return
    if does.leaves or _hands_on_this(node) or _changes(reads, does.writes):
        return
    rescued = does.calls and (flow.whenevers_leave or _changes(reads, flow.whenevers_write))
    instead = (
        "change below what is asked here, add `and` with a state that is set below, or write once per VERB behind it"
    )
    program.report("may-stay-true" if rescued else "stays-true", node.file, node.at, suggestion=instead)


_JOINED: Final = "write what that if asks behind whenever, joined with and"


def _conjuncts(cond: ir.Expr) -> list[Any]:
    """What surely holds where a condition does."""
    parts = cond.parts if isinstance(cond, ir.And) else [cond]
    return [_bare(ir.node_to_json(part)) for part in parts]


def _bare(data: Any) -> Any:
    """An expression without its places in the text."""
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items() if key != "at"}
    return [_bare(each) for each in data] if isinstance(data, list) else data


def _may_do_nothing(body: list[ir.Stmt], known: list[Any]) -> bool:
    """Whether there is nothing in it but what stands below conditions that `known` does not say hold."""
    steps = [each for each in body if not isinstance(each, ir.Let)]
    return bool(steps) and all(isinstance(each, ir.If) and _may_be_passed_by(each, known) for each in steps)


def _may_be_passed_by(node: ir.If, known: list[Any]) -> bool:
    if node.other and not _may_do_nothing(node.other, known):
        return False
    cond = ir.Not(ir.Compare("==", node.cond, ir.Nothing(), None)) if node.alias is not None else node.cond
    asked = _conjuncts(cond)
    return not all(each in known for each in asked) or _may_do_nothing(node.body, known + asked)


def _hands_on_this(node: ir.Whenever) -> bool:
    """Whether a verb is called with `this`: the copy may leave by it, and its words with it."""
    calls = (each for each in walk(node.body) if isinstance(each, ir.CallVerb))
    return any(isinstance(arg, ir.Local) and arg.name == "this" for call in calls for arg in call.args.values())


def _leaves_loop(body: list[ir.Stmt]) -> bool:
    return any(isinstance(each, ir.Stop | ir.Result | ir.EndGame) for each in walk(body))


def _while(program: Program, file: int, node: ir.While) -> None:
    flow = program.flow
    does = flow.within(node.body)
    changed = does.writes | {
        f"l:{each.alias}" for each in walk(node.body) if isinstance(each, ir.CallVerb) and each.alias
    }
    if does.calls:
        changed |= flow.whenevers_write
    if not _changes(flow.reads(node.cond), changed):
        _loop(program, file, node, does)


def _loop(program: Program, file: int, node: ir.While | ir.Repeat, does: Does) -> None:
    """Where somebody is asked in it, the game goes on and can be left; else it hangs."""
    leaves = does.leaves or (does.calls and program.flow.whenevers_leave)
    if not leaves and not _leaves_loop(node.body):
        program.report("endless-loop" if does.asks else "hanging-loop", file, node.at, suggestion=_END)


_END: Final = "write how often, change below what `while` asks, or leave the verb by stop below an `if`"
