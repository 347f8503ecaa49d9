"""What can be written: the left side of an assignment, the source of a cost, the fields and keywords of `modify`."""

from __future__ import annotations

from attrs import frozen

from greyc.compiler.entries import Member
from greyc.compiler.scope import LocalInfo, Scope
from greyc.compiler.types import Type
from greyc.dsl import nodes
from greyc.runtime import ir


@frozen
class Target:
    """`local` for a local, else a state: of a thing `of` (None: the table), `kind` declares it ("rolled" for the face
    of a rolled die). `key`: one entry of a tally. `type` is that of the value to be written."""

    local: LocalInfo | None
    of: ir.Expr | None
    kind: str
    name: str
    key: ir.Expr | None
    type: Type
    member: Member | None


def lower_target(node: nodes.Expr, scope: Scope) -> Target | None:
    """What is assigned. Fields, options and zones can't be (reported, None). `changed by` is for the caller to check."""
    raise AssertionError("being written")


def lower_modify(
    target: nodes.ModTarget, mods: list[nodes.Modification], scope: Scope
) -> tuple[ir.Query, list[ir.Mod | ir.GrantKeyword]] | None:
    """`modify TARGET: MODS`, as a declaration or a statement."""
    raise AssertionError("being written")


def lower_grant(keyword: nodes.Name, args: list[nodes.Argument], on: Type, scope: Scope) -> ir.GrantKeyword | None:
    """A keyword with its parameters, granted to (or printed on) something of type `on`."""
    raise AssertionError("being written")
