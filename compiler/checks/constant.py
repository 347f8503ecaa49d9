"""Conditions that are always the same: literal ones, and numbers compared with what their range does not reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from greyc.compiler.checks.program import Program
from greyc.compiler.walk import walk
from greyc.runtime import ir

Range = tuple[float, float]
_ALL: Final = (float("-inf"), float("inf"))
_ASK: Final = (ir.If, ir.Needs, ir.ChoiceOption)
_INSTEAD: Final = "ask for what may be so and may not be, or leave the condition out"


def check(program: Program) -> None:
    for file, at, cond in _conditions(program):
        value = _value(program, cond)
        if value is not None:
            program.report("constant-condition", file, at, suggestion=_INSTEAD, value="yes" if value else "no")


def _conditions(program: Program) -> Iterator[tuple[int, ir.At, ir.Expr]]:
    for body in program.own_bodies:
        for node in body.nodes:
            if isinstance(node, _ASK) and node.cond is not None:
                yield body.file, node.at, node.cond
    for bearer in program.bearers:
        if bearer.own:
            reacts: list[ir.Hook | ir.Whenever] = [*bearer.words.hooks, *bearer.words.whenevers]
            for each in reacts:
                if each.cond is not None:
                    yield each.file, each.at, each.cond
            for block in bearer.words.abilities:
                if block.when is not None:
                    yield block.file, block.at, block.when
    for action in program.own.actions:
        yield from ((action.file, step.at, step.cond) for step in action.steps if isinstance(step, ir.When))
    for test in program.own.tests:
        yield from ((test.file, node.at, node.cond) for node in walk(test.steps) if isinstance(node, ir.Expect))


def _value(program: Program, cond: ir.Expr) -> bool | None:
    """What a condition always is, None where it depends on something."""
    match cond:
        case ir.Flag():
            return cond.value
        case ir.Not():
            inner = _value(program, cond.of)
            return None if inner is None else not inner
        case ir.And() | ir.Or():
            values = [_value(program, part) for part in cond.parts]
            decides = isinstance(cond, ir.Or)
            return decides if decides in values else None if None in values else not decides
        case ir.Compare() if cond.kind is None:
            return _compared(cond.sign, _range(program, cond.left), _range(program, cond.right))
    return None


def _compared(sign: str, left: Range, right: Range) -> bool | None:
    if sign in (">", ">="):
        return _compared("<" if sign == ">" else "<=", right, left)
    if sign in ("==", "!="):
        apart = left[1] < right[0] or right[1] < left[0]
        same = left == right and left[0] == left[1]
        return None if not apart and not same else same == (sign == "==")
    surely, never = (left[1] < right[0], left[0] >= right[1])
    if sign == "<=":
        surely, never = (left[1] <= right[0], left[0] > right[1])
    return True if surely else False if never else None


def _range(program: Program, node: ir.Expr) -> Range:
    """Between what a number lies: a literal, a field or state with a range, how many there are."""
    match node:
        case ir.Int():
            return node.value, node.value
        case ir.Get():
            return program.ranges.get((node.kind, node.name), _ALL)
        case ir.State():
            return program.ranges.get(("", node.name), _ALL)
        case ir.Aggregate(function="count") | ir.Builtin(name="count"):
            return 0, _ALL[1]
    return _ALL
