"""What may never end: loops and `whenever` whose condition nothing in them can change."""

from __future__ import annotations

from greyc.compiler.checks.flow import Facts
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
                _repeat(program, body.file, each)


def _changes(reads: Facts, writes: set[str]) -> bool:
    return "anything" in reads or "calls" in reads or not reads.isdisjoint(writes)


def _whenever(program: Program, node: ir.Whenever) -> None:
    if node.once is not None:
        return
    flow = program.flow
    writes, leaves, _ = flow.within(node.body)
    if not leaves and not _hands_on_this(node) and not _changes(flow.reads(node.cond), writes):
        program.report("stays-true", node.file, node.at)


def _hands_on_this(node: ir.Whenever) -> bool:
    """Whether a verb is called with `this`: the copy may leave by it, and its words with it."""
    calls = (each for each in walk(node.body) if isinstance(each, ir.CallVerb))
    return any(isinstance(arg, ir.Local) and arg.name == "this" for call in calls for arg in call.args.values())


def _leaves_loop(body: list[ir.Stmt]) -> bool:
    return any(isinstance(each, ir.Stop | ir.Result | ir.EndGame) for each in walk(body))


def _while(program: Program, file: int, node: ir.While) -> None:
    flow = program.flow
    writes, leaves, calls = flow.within(node.body)
    bound = {f"l:{each.alias}" for each in walk(node.body) if isinstance(each, ir.CallVerb) and each.alias}
    if calls:
        writes = writes | flow.whenevers_write
        leaves = leaves or flow.whenevers_leave
    if not leaves and not _leaves_loop(node.body) and not _changes(flow.reads(node.cond), writes | bound):
        program.report("endless-loop", file, node.at)


def _repeat(program: Program, file: int, node: ir.Repeat) -> None:
    _, leaves, calls = program.flow.within(node.body)
    if calls:
        leaves = leaves or program.flow.whenevers_leave
    if not leaves and not _leaves_loop(node.body):
        program.report("endless-loop", file, node.at)
