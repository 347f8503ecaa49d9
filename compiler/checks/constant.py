"""Conditions that are always the same: literal ones, numbers compared with what their range does not reach, something
compared with itself, and what would have to be two numbers at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

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
            if isinstance(cond, ir.And) and _apart(cond.parts):
                return False
            decides = isinstance(cond, ir.Or)
            return decides if decides in values else None if None in values else not decides
        case ir.Compare() if _same(cond.left, cond.right):
            return cond.sign in ("==", "<=", ">=")
        case ir.Compare() if cond.kind is None:
            return _compared(cond.sign, _range(program, cond.left), _range(program, cond.right))
    return None


def _same(one: object, other: object) -> bool:
    """Whether two parts of a rule say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, ir.Node):
        names = [each.name for each in attrs.fields(type(one)) if each.name != "at"]
        return all(_same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other


def _apart(parts: Iterable[ir.Expr]) -> bool:
    """Whether one number would have to lie in two places: `x == 0 and x > 3`."""
    known: list[tuple[ir.Expr, Range]] = []
    for part in parts:
        if not isinstance(part, ir.Compare) or not isinstance(part.right, ir.Int) or part.sign == "!=":
            continue
        low, high = _ALL
        if part.sign in ("==", ">=", ">"):
            low = part.right.value + (part.sign == ">")
        if part.sign in ("==", "<=", "<"):
            high = part.right.value - (part.sign == "<")
        for other, (least, most) in known:
            if _same(part.left, other) and (high < least or most < low):
                return True
        known.append((part.left, (low, high)))
    return False


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
