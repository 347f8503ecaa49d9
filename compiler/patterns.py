"""Headers of hooks: which call is watched, what its parts must be, and what they are called in the body.

In a header a name that already means something filters, the verb's own label binds, anything else binds too but must
be read. A name of a kind above which the part may stand tests the part's kind and binds it.
"""

from __future__ import annotations

from attrs import frozen

from greyc.compiler.scope import Scope
from greyc.compiler.types import Type
from greyc.dsl import nodes
from greyc.runtime import ir


@frozen
class Header:
    """`watches`: verb, ability or action. Labels: a verb's are those of its slots; of an ability `of` is the card and
    `for` the bearer; of an action the actor's name. `tests` go before the hook's own condition (`unit` filters by kind).
    `loose`: names that must be read, to be given to `report_unread` after the body is lowered."""

    watches: str
    name: str
    filters: dict[str, ir.Expr]
    binds: dict[str, str]
    alias: str | None
    tests: list[ir.Expr]
    scope: Scope
    loose: list[nodes.Name]


def lower_header(hook: nodes.Hook, scope: Scope) -> Header | None:
    """The header of a hook; `scope` is that of the words it stands in. None where the verb is unknown."""
    raise AssertionError("being written")


def report_unread(header: Header) -> None:
    """Report names of the header that neither filter nor are read. Call it when condition and body are lowered."""
    raise AssertionError("being written")


def lower_stop(verb: nodes.Name, pattern: nodes.Pattern | None, scope: Scope) -> tuple[str, dict[str, ir.Expr]] | None:
    """`stop V pattern`: the verb and what its arguments must be; every name filters."""
    raise AssertionError("being written")


def label_types(name: str, scope: Scope) -> dict[str, Type]:
    """The labels of a verb, ability or action with their types."""
    raise AssertionError("being written")
