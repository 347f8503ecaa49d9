"""Numbers and lists stay of a size that a table of people could have.

A loop that doubles a number or a list at each step is within the budget of steps and would still fill the memory. So an
assignment that may grow its target by more than a fixed amount is followed by a look at what came out; what is copied,
counted up by a constant, or kept in a range by its type is not looked at, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from . import ir
from .layout import GREATEST
from .state import Broke, State

_COPIED = ir.Int | ir.Local | ir.State | ir.Get | ir.Option | ir.ListOf


def growth(line: Callable[[str], None], what: str, n: ir.SetLocal | ir.SetState) -> None:
    """The lines that look at `what`, the new value of an assignment."""
    entry = isinstance(n, ir.SetState) and n.key is not None
    if isinstance(n.value, ir.Int) or (n.sign == "=" and isinstance(n.value, _COPIED)):
        return
    if entry or n.type == "int":
        value = f"{what}[_k]" if entry else what
        line(f"if not -{GREATEST} <= {value} <= {GREATEST}:")
        line("    too_great()")
    elif n.type.startswith("list<") and n.sign != "-":
        line(f"if len({what}) > S.budget.items:")
        line("    too_long(S)")


def too_great() -> NoReturn:
    raise Broke("budget", f"a number beyond {GREATEST}")


def too_long(S: State) -> NoReturn:
    raise Broke("budget", f"a list of more than {S.budget.items} entries")


def product(a: int, b: int) -> int:
    value = a * b
    return value if -GREATEST <= value <= GREATEST else too_great()


__all__ = ["growth", "product", "too_great", "too_long"]
