"""What a symbol table holds: one class for each sort of thing that a pack declares.

An entry says what others may ask of a declaration (its type, slots, members), with the tree's node for those who lower
it. Types are filled in by the second pass of compiler/resolve.py, results of functions and verbs when first asked for.
Entries refer to kinds by name: a pack that extends a kind has its own entry for it, and what the packs below see stays
as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import define, field

from greyc.compiler.types import ERROR, INT, Die, Kind, Type
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.nodes import Span
from greyc.runtime import ir

if TYPE_CHECKING:
    from greyc.compiler.scope import Scope

MemberSort = Literal["field", "state", "zone", "slot"]


@define(eq=False, kw_only=True)
class Entry:
    """Where something was declared. `unit` is None for what the core has built in."""

    name: str
    pack: str
    unit: Unit | None
    span: Span

    @property
    def sort(self) -> str:
        """What it is, for a message: "kind", "card"."""
        raise AssertionError("every entry says what it is")


@define(eq=False, kw_only=True)
class Member(Entry):
    """A field, state, zone or slot. `of`: the kind, keyword or card that declares it, "" for the table.
    `type` of a zone or slot is a Zone. `node` is None for what every kind has (`copies`, the card a seat brings)."""

    what: MemberSort
    of: str
    type: Type = ERROR
    node: nodes.Field | nodes.State | nodes.Zone | nodes.Slot | None = None
    absent_never: bool = False
    """Of a slot that always holds something: the card a seat brings."""
    above: Member | None = field(default=None, repr=False)
    """Of a zone or slot that a kind writes again: that of the kind above it."""

    @property
    def sort(self) -> str:
        return self.what

    @property
    def first(self) -> Member:
        """Of a zone or slot that kinds wrote again: as it was first declared."""
        return self if self.above is None else self.above.first

    @property
    def until(self) -> list[nodes.Name]:
        return self.node.until if isinstance(self.node, nodes.State | nodes.Zone | nodes.Slot) else []

    @property
    def changed_by(self) -> list[nodes.Name]:
        return self.node.changed_by if isinstance(self.node, nodes.State) else []


@define(eq=False, kw_only=True)
class KindInfo(Entry):
    """A kind of things. `members`: its own, with those of this pack's and its requirements' extensions; see
    `Symbols.members` for inherited ones. `extensions`: the nodes that extended it in this pack."""

    parent: str | None
    type: Kind
    node: nodes.Kind | None = None
    members: dict[str, Member] = field(factory=dict)
    active_in: list[str] = field(factory=list)
    """Names of its own `active in`; empty: as its parent."""
    decides: nodes.Expr | None = None
    extensions: list[tuple[Unit, nodes.ExtendKind]] = field(factory=list)
    brought_in: list[str] = field(factory=list)
    """Games whose seats bring a card of this kind."""

    @property
    def sort(self) -> str:
        return "kind"

    @property
    def root(self) -> str:
        return self.type.root


@define(eq=False, kw_only=True)
class WordInfo(Entry):
    """A word. `kind` is its word kind."""

    kind: str
    title: nodes.String | None = None

    @property
    def sort(self) -> str:
        return f"word of {self.kind}"


@define(eq=False, kw_only=True)
class WordKindInfo(Entry):
    """`closed`: all its words are given at once. `words` in order, those of this pack's extensions last."""

    type: Type
    ordered: bool
    closed: bool
    words: dict[str, WordInfo] = field(factory=dict)
    node: nodes.WordKind | nodes.Kind | None = None

    @property
    def sort(self) -> str:
        return "kind of words"


@define(eq=False, kw_only=True)
class DieInfo(Entry):
    type: Die = field(default=Die(False, INT))
    node: nodes.Die

    @property
    def sort(self) -> str:
        return "die"


@define(eq=False, kw_only=True)
class ParamInfo(Entry):
    """A parameter of a function, keyword or ability, the actor or a given of an action. `meant`: the kind it should be
    named after, where its name is no kind's."""

    type: Type = ERROR
    meant: str | None = None

    @property
    def sort(self) -> str:
        return "parameter"


@define(eq=False, kw_only=True)
class KeywordInfo(Entry):
    """`on`: kinds that can have it. `members`: its own states and fields (a field sets one of its bearer)."""

    params: list[ParamInfo] = field(factory=list)
    on: list[str] = field(factory=list)
    members: dict[str, Member] = field(factory=dict)
    node: nodes.Keyword
    extensions: list[tuple[Unit, nodes.ExtendKeyword]] = field(factory=list)

    @property
    def sort(self) -> str:
        return "keyword"


@define(eq=False, kw_only=True)
class AbilityInfo(Entry):
    params: list[ParamInfo] = field(factory=list)
    on: list[str] = field(factory=list)
    node: nodes.Ability

    @property
    def sort(self) -> str:
        return "ability"


@define(eq=False, kw_only=True)
class FunctionInfo(Entry):
    """`result` and `lowered` are there once `functions.lower_function` has seen it."""

    params: list[ParamInfo] = field(factory=list)
    node: nodes.Function
    override: bool = False
    result: Type | None = None
    lowered: ir.Function | None = None
    running: bool = False

    @property
    def sort(self) -> str:
        return "function"


@define(eq=False, kw_only=True)
class SlotInfo(Entry):
    """A slot of a verb. `prep` is "" for the leading one, "with" for a setting."""

    prep: str
    type: Type = ERROR
    pattern: str | None = None
    """For core verbs: the slot's type as runtime.ir.core writes it."""
    optional: bool = False
    """May be left out: a setting, or a slot whose type ends in `?`."""
    meant: str | None = None
    default: nodes.Expr | None = None

    @property
    def sort(self) -> str:
        return "part" if self.prep != "with" else "setting"


@define(eq=False, kw_only=True)
class VerbInfo(Entry):
    """`slots` in the order of the header, settings last. `has_result`: its body says `result`; the type is
    `Symbols.verb_result(verb)`."""

    slots: list[SlotInfo] = field(factory=list)
    has_result: bool = False
    result: Type | None = None
    node: nodes.Verb | None = None
    """None for a verb of the core."""
    override: bool = False
    extensions: list[tuple[Unit, nodes.ExtendVerb]] = field(factory=list)
    """Of this pack."""
    running: bool = False
    """Its body is being lowered: asked for its result now, it would ask for itself."""
    given: list[tuple[Type, nodes.Node]] = field(factory=list)
    """The results met so far while its body is lowered."""
    stopped: list[tuple[Type, nodes.Node, Scope]] = field(factory=list)
    """Results that other bodies stop it with, met before its own were."""

    @property
    def sort(self) -> str:
        return "verb"

    def slot(self, prep: str) -> SlotInfo | None:
        """The slot behind a preposition; "" for the leading one."""
        return next((s for s in self.slots if s.prep == prep), None)

    def labelled(self, label: str) -> SlotInfo | None:
        return next((s for s in self.slots if s.name == label), None)


@define(eq=False, kw_only=True)
class ActionInfo(Entry):
    """`group` is "" for an action of no group. `labels`: actor, givens and parameters with their types, see
    `actions.labels_of`."""

    group: str
    actor: ParamInfo
    givens: list[ParamInfo] = field(factory=list)
    node: nodes.Action
    override: bool = False
    labels: dict[str, Type] | None = None

    @property
    def sort(self) -> str:
        return "action"


@define(eq=False, kw_only=True)
class OptionInfo(Entry):
    """`type` is an Int with `choices` where the author listed numbers."""

    game: str
    type: Type = ERROR
    node: nodes.GameOption

    @property
    def sort(self) -> str:
        return "option"


@define(eq=False, kw_only=True)
class BoardInfo(Entry):
    """`shape`: grid, hex or graph. `place`: the kind of its places."""

    shape: str
    place: str
    node: nodes.Board

    @property
    def sort(self) -> str:
        return "board"


@define(eq=False, kw_only=True)
class CardInfo(Entry):
    """A printed card. `members`: states and zones that only this card has."""

    kind: str
    type: Kind
    members: dict[str, Member] = field(factory=dict)
    node: nodes.Card
    override: bool = False

    @property
    def sort(self) -> str:
        return "card"


@define(eq=False, kw_only=True)
class GameInfo(Entry):
    """`brings`: the kind whose cards seats bring. `extensions`: of this pack."""

    low: int = 1
    high: int = 1
    brings: str | None = None
    node: nodes.Game | None
    decides: nodes.Expr | None = None
    extensions: list[tuple[Unit, nodes.ExtendGame]] = field(factory=list)

    @property
    def sort(self) -> str:
        return "game"


Value: TypeAlias = CardInfo | DieInfo | KeywordInfo | BoardInfo | OptionInfo | Member | FunctionInfo
"""What a name may mean where a value is read, besides words and locals."""

Event: TypeAlias = VerbInfo | AbilityInfo | ActionInfo
"""What a hook may watch."""

__all__ = [
    "AbilityInfo",
    "ActionInfo",
    "BoardInfo",
    "CardInfo",
    "DieInfo",
    "Entry",
    "Event",
    "FunctionInfo",
    "GameInfo",
    "KeywordInfo",
    "KindInfo",
    "Member",
    "MemberSort",
    "OptionInfo",
    "ParamInfo",
    "SlotInfo",
    "Value",
    "VerbInfo",
    "WordInfo",
    "WordKindInfo",
]
