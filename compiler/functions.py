"""Functions of packs: lowered when first called or when their pack is, whichever comes first.

A function has no written result type; it is that of its body. Since functions are not recursive, lowering a function
when a call of it is met always ends, and a function met while it is being lowered is a cycle, which is reported once.
"""

from __future__ import annotations

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import ActionInfo, FunctionInfo
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import Type
from greyc.runtime import ir


def lower_function(info: FunctionInfo, symbols: Symbols, reporter: Reporter) -> ir.Function | None:
    """The function's IR; None if its header or a cycle made it impossible (reported). `info.result` is set."""
    raise AssertionError("being written")


def action_labels(info: ActionInfo, symbols: Symbols, reporter: Reporter) -> dict[str, Type]:
    """Actor, givens and parameters of an action with their types, in order; a set parameter is a list."""
    raise AssertionError("being written")
