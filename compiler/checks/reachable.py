"""Lines that can never be reached: behind what always ends, and branches that were asked for already."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from greyc.compiler.body import always_ends
from greyc.compiler.checks.program import Program
from greyc.compiler.walk import unplaced
from greyc.runtime import ir

_BLOCKS = (ir.Choose, ir.ChoiceOption, ir.May, ir.Split, ir.If, ir.ForEach, ir.Repeat, ir.While, ir.Together)


def check(program: Program) -> None:
    for body in program.own_bodies:
        chained: set[int] = set()  # those that are the `else if` of another, looked at with it
        _block(program, body.file, body.stmts)
        for node in body.nodes:
            if not isinstance(node, _BLOCKS):
                continue
            _block(program, body.file, node.body)
            if isinstance(node, ir.Choose | ir.May | ir.If):
                _block(program, body.file, node.other)
            if isinstance(node, ir.If) and id(node) not in chained:
                _branches(program, body.file, node, chained)
    for function in program.own.functions:
        _block(program, function.file, function.body)


def _block(program: Program, file: int, stmts: Sequence[ir.Stmt]) -> None:
    for before, after in pairwise(stmts):
        if always_ends([before]):
            program.report("unreachable", file, after.at)
            return


def _branches(program: Program, file: int, node: ir.If, chained: set[int]) -> None:
    asked: set[str] = set()
    branch: ir.If | None = node
    while branch is not None:
        question = repr(unplaced(branch.cond))
        if question in asked:
            program.report("asked-already", file, branch.at)
        asked.add(question)
        following = branch.other
        branch = following[0] if len(following) == 1 and isinstance(following[0], ir.If) else None
        if branch is not None:
            chained.add(id(branch))
