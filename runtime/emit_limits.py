"""Numbers, lists and the work on them stay of a size that a table of people could have.

A query looks at each entry of its source, so each counts as a step, as a round of a loop does: `counted` takes them off
before the query begins. A loop that doubles a number or a list at each step would be within the budget of steps and
still fill the memory, so an assignment that may grow its target by more than a fixed amount is followed by a look at
what came out; what is copied, counted up by a constant, or kept in a range by its type is not looked at. Functions can
call each other in a tree that doubles at each level without any loop: those whose expansion is large are steps
themselves (`expansion`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from . import ir
from .layout import GREATEST
from .program import walk_node
from .state import Broke, State

_COPIED = ir.Int | ir.Local | ir.State | ir.Get | ir.Option | ir.ListOf
_SMALL = 64
"""Lists up to this length are copied without being counted."""
HEAVY = 200
"""Nodes of a function, those of the functions it calls included, from which on a call of it is a step."""


def growth(line: Callable[[str], None], what: str, n: ir.SetLocal | ir.SetState) -> None:
    """The lines that look at `what`, the new value of an assignment."""
    entry = isinstance(n, ir.SetState) and n.key is not None
    if entry:
        line(f"if len({what}) > {_SMALL}:")
        line(f"    large(S, {what})")
    if isinstance(n.value, ir.Int) or (n.sign == "=" and isinstance(n.value, _COPIED)):
        return
    if entry or n.type == "int":
        value = f"{what}[_k]" if entry else what
        line(f"if not -{GREATEST} <= {value} <= {GREATEST}:")
        line("    too_great()")
    elif n.type.startswith("list<"):
        line(f"if len({what}) > {_SMALL}:")
        line(f"    large(S, {what})")


def expansion(name: str, function: Callable[[str], ir.Function], known: dict[str, int]) -> int:
    """How many nodes a call of a function runs through at most, those of heavy functions counted as one: they are steps
    themselves. What calls itself (no compiler lets it pass) is heavy."""
    if name not in known:
        known[name] = HEAVY + 1
        nodes = list(walk_node(function(name).body))
        called = [expansion(n.function, function, known) for n in nodes if isinstance(n, ir.Call)]
        known[name] = len(nodes) + sum(1 if c > HEAVY else c for c in called)
    return known[name]


def counted(S: State, items: Any) -> Any:
    """`items`, each of which is about to be looked at."""
    S.fuel = fuel = S.fuel - len(items)
    if fuel < 0:
        S.charge(0)
    return items


def joined(S: State, first: tuple[Any, ...], then: tuple[Any, ...]) -> tuple[Any, ...]:
    """Two lists put end to end."""
    value = first + then
    return value if len(value) <= _SMALL else large(S, value)


def flat(S: State, items: list[Any]) -> tuple[Any, ...]:
    """Lists of a query put end to end."""
    S.fuel = fuel = S.fuel - len(items)
    if fuel < 0:
        S.charge(0)
    return tuple(items)


def large(S: State, value: Any) -> Any:
    """A list or tally whose copy is worth counting."""
    if len(value) > S.budget.items:
        too_long(S)
    S.charge(len(value) >> 3)
    return value


def sized(S: State, value: Any) -> Any:
    """What a heavy function gives, of a size that may go on."""
    if value.__class__ is int:
        return product(value, 1)
    return large(S, value) if value.__class__ is tuple else value


def too_great() -> NoReturn:
    raise Broke("budget", f"a number beyond {GREATEST}")


def too_long(S: State) -> NoReturn:
    raise Broke("budget", f"a list of more than {S.budget.items} entries")


def product(a: int, b: int) -> int:
    value = a * b
    return value if -GREATEST <= value <= GREATEST else too_great()


__all__ = ["HEAVY", "counted", "expansion", "flat", "growth", "joined", "large", "product", "sized", "too_great"]
