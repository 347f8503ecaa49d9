"""What a body of statements is lowered with: the pack's texts and answers, and what its place allows.

One `Acts` belongs to one body (of a verb, a hook, an ability block, ...). It collects what the body says about itself on
the way: its sentence, its log line, and its results. How a statement is lowered is looked up by its class in `LOWER`,
which body.py and choose.py fill, so that neither has to import the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal

from attrs import define, field

from greyc.compiler.answer import Answers
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import CardInfo, Entry, Event, KeywordInfo, KindInfo, Member, VerbInfo
from greyc.compiler.messages import Texts
from greyc.compiler.scope import Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import Type
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.runtime import ir

Stmts = list[ir.Stmt]
LOWER: Final[dict[type[nodes.Statement], Callable[[Any, Scope, Acts], Stmts]]] = {}


@define(eq=False)
class Pack:
    """What all bodies and declarations of a pack are lowered with."""

    symbols: Symbols
    reporter: Reporter
    texts: Texts
    answers: Answers
    _zone_names: set[str] | None = None

    @property
    def zone_names(self) -> set[str]:
        """The names of all zones and slots: of kinds, of the table, of cards."""
        if self._zone_names is None:
            symbols = self.symbols
            members = [m for entry in [*symbols.kinds.values(), *symbols.values.values()] for m in _members(entry)]
            self._zone_names = {member.name for member in members if member.what in ("zone", "slot")}
        return self._zone_names


def _members(entry: Entry) -> Iterable[Member]:
    if isinstance(entry, Member):
        return [entry]
    return entry.members.values() if isinstance(entry, KindInfo | KeywordInfo | CardInfo) else []


@define(eq=False)
class Acts:
    """`path`: the owner's, for ids of texts. `verb`: whose body it is. `watched`: what a hook watches."""

    pack: Pack
    unit: Unit
    path: str
    verb: VerbInfo | None = None
    watched: Event | None = None
    timing: Literal["before", "after", ""] = ""
    over: frozenset[str] = frozenset()
    """Names that an after hook has from the call it watches, which is over: another value for them reaches nobody."""
    stops: bool = False
    """There is something for a bare `stop` to end."""
    text: ir.Message | None = None
    log: ir.Message | None = None
    takes_text: bool = False
    takes_log: bool = False
    results: list[tuple[Type, nodes.Node]] = field(factory=list)

    @property
    def symbols(self) -> Symbols:
        return self.pack.symbols

    def statement(self, node: nodes.Statement, scope: Scope) -> Stmts:
        """One statement; an empty list if it made no sense or says nothing that acts."""
        return LOWER[type(node)](node, scope, self)

    def block(self, block: Sequence[nodes.Statement], scope: Scope) -> Stmts:
        """The statements of a block, in a scope that was made for it."""
        return [each for node in block for each in self.statement(node, scope)]

    def at(self, node: nodes.Node) -> ir.At:
        return self.unit.at(node)
