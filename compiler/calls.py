"""Arguments of what statements call: verbs by preposition, abilities by `run`, offers with their givens."""

from __future__ import annotations

from attrs import frozen

from greyc.compiler.scope import Scope
from greyc.compiler.types import Type
from greyc.dsl import nodes
from greyc.runtime import ir


@frozen
class LoweredCall:
    """`result`: the type of what `as` binds, None if the verb has none. The alias is not bound yet."""

    call: ir.CallVerb
    result: Type | None


def lower_call(node: nodes.VerbCall, scope: Scope) -> LoweredCall | None:
    """A verb call, the core's or a pack's. None when the verb is unknown (reported)."""
    raise AssertionError("being written")


def lower_run(node: nodes.Run, scope: Scope) -> ir.Run | None:
    """`run A of X [for Y] [with ...]`"""
    raise AssertionError("being written")


def lower_givens(settings: list[nodes.Setting], groups: list[nodes.Name], scope: Scope) -> dict[str, ir.Expr]:
    """`with card = c` of an offer: givens of the actions in its groups."""
    raise AssertionError("being written")


def lower_do(action: nodes.Name, settings: list[nodes.Setting], scope: Scope) -> dict[str, ir.Expr] | None:
    """`do ACTION by E with h = rogue` in a test: the parameters by label."""
    raise AssertionError("being written")
