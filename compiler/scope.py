"""Where an expression stands: which names it sees, what guards have made sure, and what `this` and `owner` are.

A `Frame` belongs to one declaration (or one block of words on a card) and does not change. A `Scope` is a point in it:
locals and facts, copied when a block or a guarded part opens, so nothing needs undoing when it closes.

A fact says that some text (`c.cost`, `m`) has a narrower type here than its declaration says, because a guard before it
asked. Facts about anything but a local hold only within one expression, since a statement may change what they rest on;
facts about a local hold in the guarded block too, until it is assigned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import define, field

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import Entry
from greyc.compiler.names import RESERVED, declared_here
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, Type, Word, article, kinds_of, unwrap
from greyc.compiler.unit import Unit
from greyc.dsl.mistakes import new_name
from greyc.dsl.nodes import Name, Node, Span

Place = Literal[
    "rule", "kind", "keyword", "card", "ability", "function", "verb", "action", "hook", "game", "board", "check", "test"
]
Facts = Mapping[str, Type]


@define(eq=False)
class Frame:
    """`this`: the type of `this`, None where there is none. `owner` and `holder`: types of the bare names, None as `this`
    (`symbols` derives them from the kind's active zones, see `owners.owner_type`). `own_card`: inside a card's body its
    name. `pure`: no `roll`, no statement (functions, conditions). `zones`: of an `active in` block."""

    symbols: Symbols
    reporter: Reporter
    unit: Unit
    place: Place
    name: str
    this: Type | None = None
    owner: Type | None = None
    holder: Type | None = None
    own_card: str | None = None
    zones: list[str] | None = None


@define(eq=False)
class LocalInfo:
    """A local; `read` is set when an expression reads it, `span` is where it was bound. `supposed`: nothing binds it, but
    something misspelt most likely should, so reads of it are noted here instead of being called unknown. `entry`: what of
    a header it is the value of (a part of a verb, a parameter)."""

    name: str
    type: Type
    span: Span
    read: bool = False
    supposed: list[Name] | None = None
    entry: Entry | None = None


@define(eq=False)
class Asked:
    """What could stand at a place where an unknown name stands. `sort`: "value" (of about the type `type`), "member" (of
    `type`), "property" (of a card of type `type`), "is" (a kind or a card, for what `type` is), "change" (a field or keyword)."""

    sort: Literal["value", "member", "property", "is", "change"]
    scope: Scope
    type: Type | None


@define(eq=False)
class Scope:
    frame: Frame
    locals: dict[str, LocalInfo] = field(factory=dict)
    facts: dict[str, Type] = field(factory=dict)
    # Calls above that have a result, and give it no name.
    unnamed: tuple[Node, ...] = ()

    def child(self, facts: Facts | None = None) -> Scope:
        """A scope for a block or a guarded part; what it binds ends with it. With the facts of a guard: as part of the
        same expression."""
        return Scope(
            self.frame, dict(self.locals), {**self.facts, **facts} if facts else dict(self.facts), self.unnamed
        )

    def block(self, facts: Facts | None = None) -> Scope:
        """A scope for statements behind a guard: facts about locals go on, others end with the expression."""
        known = {**self.facts, **facts} if facts else self.facts
        kept = {name: of for name, of in known.items() if name in self.locals or name == "this"}
        return Scope(self.frame, dict(self.locals), kept, self.unnamed)

    def bind(self, name: str, of: Type, span: Span, entry: Entry | None = None) -> LocalInfo:
        """Add a local here. Reports a name that is taken: by a local, a value, a built-in name, or by a kind of which
        the local is none (a `player` may be called player). `entry`: what of a header it is the value of."""
        symbols, other = self.frame.symbols, self.locals.get(name)
        if name in RESERVED:
            self.report("built-in-name", span, suggestion=new_name(name), name=name)
        elif other is not None and other.supposed is None:
            place = (self.frame.unit.path, other.span, f"{name} is bound here")
            self.report("shadowed-name", span, related=[place], name=name, what="another name in the same place")
        elif name in symbols.values:
            self._shadows(symbols.values[name], span)
        elif name in symbols.words and symbols.words[name][0].unit is not None:
            self._shadows(symbols.words[name][0], span)
        else:
            kind = symbols.kinds.get(name) or symbols.word_kinds.get(name)
            if kind is not None and kind.unit is not None and not _named_like(name, of):
                self._shadows(kind, span)
        made = self.locals[name] = LocalInfo(name, of, span, entry=entry)
        self.facts.pop(name, None)
        if self.frame.unit.text[span[0] : span[1]] == name:  # not where it is bound without being written
            self.note(span, made)
        return made

    def is_free(self, name: str, of: Type) -> bool:
        """Whether `bind` would take the name without a report."""
        symbols = self.frame.symbols
        if name in RESERVED or name in self.locals or name in symbols.values or name in symbols.words:
            return False
        return (name not in symbols.kinds and name not in symbols.word_kinds) or _named_like(name, of)

    def suppose(self, name: str, span: Span) -> None:
        """A name that a misspelt one at `span` most likely should be."""
        if name not in self.locals and name not in self.frame.symbols.values:
            self.locals[name] = LocalInfo(name, ERROR, span, read=True, supposed=[])

    def _shadows(self, entry: Entry, span: Span) -> None:
        self.report(
            "shadowed-name",
            span,
            related=declared_here(entry),
            name=entry.name,
            what=f"{article(entry.sort)} {entry.sort}",
        )

    def forget(self, name: str) -> None:
        """What was known of a local ends: it is assigned."""
        for key in [k for k in self.facts if k == name or k.startswith((name + ".", name + "["))]:
            del self.facts[key]

    def note(self, where: Node | Span, meaning: Entry | LocalInfo) -> None:
        """What a name of this file means, for who asks; see `Reporter.note`."""
        self.frame.reporter.note(self.frame.unit.path, where.span if isinstance(where, Node) else where, meaning)

    def ask(self, sort: Literal["value", "member", "property", "is", "change"], where: Node, of: Type | None) -> None:
        """A name that is unknown, and what could stand there; see `Reporter.ask`."""
        self.frame.reporter.ask(self.frame.unit.path, where.span, Asked(sort, self, of))

    def report(self, code: str, where: Node | Span, /, **words: object) -> None:
        """Report a finding of this file; see `Reporter.report` for `suggestion` and `related`."""
        span = where.span if isinstance(where, Node) else where
        self.frame.reporter.report(code, self.frame.unit.path, span, **words)  # type: ignore[arg-type]


def _named_like(name: str, of: Type) -> bool:
    of = unwrap(of)
    if of is ERROR or (isinstance(of, Word) and of.name == name):
        return True
    kinds = kinds_of(of)
    return bool(kinds) and all(name in kind.lineage for kind in kinds)
