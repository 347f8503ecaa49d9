"""Goes through IR nodes without recursion: what a node holds, and all below it. Compares and rewrites them.

Order is the order of the attributes, which is the order of writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast

import attrs

from greyc.runtime import ir

N = TypeVar("N", bound=ir.Node)


def walk(*roots: ir.Node | Iterable[Any] | None) -> Iterator[ir.Node]:
    """All nodes below and the roots themselves, each before what it holds."""
    stack: list[Any] = [each for each in reversed(roots) if each is not None]
    pop, push, holders = stack.pop, stack.append, ir.HOLDERS
    while stack:
        value = pop()
        if isinstance(value, ir.Node):
            yield value
            names = holders.get(type(value))
            if names is None:
                names = ir.holders(type(value))
            for name in reversed(names):
                held = getattr(value, name)
                if held:
                    push(held)
        elif isinstance(value, (list, tuple)):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            stack.extend(reversed(value.values()))


def replace_local(node: N, name: str, value: ir.Expr) -> N:
    """The expression with another in the place of a local. A query that binds the same name keeps its own."""
    if isinstance(node, ir.Local):
        return cast(N, value) if node.name == name else node
    if isinstance(node, ir.Query) and node.name == name:
        return attrs.evolve(node, source=replace_local(node.source, name, value))
    changed = {each: _replace(getattr(node, each), name, value) for each in ir.holders(type(node))}
    return attrs.evolve(node, **changed) if changed else node


def same(one: ir.Node | None, other: ir.Node | None) -> bool:
    """Whether both say the same, wherever they stand."""
    return unplaced(one) == unplaced(other)


def unplaced(node: ir.Node | None) -> object:
    """A node as JSON without the places where it stands, so that the same said twice is equal."""
    return _without_places(ir.node_to_json(node))


def _without_places(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_places(each) for key, each in value.items() if key != "at"}
    return [_without_places(each) for each in value] if isinstance(value, list) else value


def _replace(held: Any, name: str, value: ir.Expr) -> Any:
    if isinstance(held, ir.Node):
        return replace_local(held, name, value)
    if isinstance(held, list):
        return [_replace(each, name, value) for each in held]
    if isinstance(held, tuple):
        return tuple(_replace(each, name, value) for each in held)
    if isinstance(held, dict):
        return {key: _replace(each, name, value) for key, each in held.items()}
    return held
