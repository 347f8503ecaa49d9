"""Nodes of the syntax tree that declare: what begins at the left margin of a file, its members, and tests."""

from __future__ import annotations

from typing import Literal

from attrs import define, field

from .nodes_act import Block, Statement
from .nodes_value import (
    Doc,
    Expr,
    MapLiteral,
    Modification,
    ModTarget,
    Name,
    Node,
    Number,
    Once,
    Pattern,
    Pick,
    Preposition,
    Setting,
    String,
    TypeExpr,
    ZoneFlagName,
)


# ---- members ----
@define(eq=False)
class Member(Node):
    """A line or block directly below the header of a game, kind, keyword, card, action or board."""


@define(eq=False)
class Documented(Member):
    """A member that may carry a `##` comment."""

    doc: Doc | None = field(default=None, kw_only=True)


@define(eq=False)
class Field(Documented):
    """A printed value: `cost: coin? = nothing "cost"`"""

    name: Name
    type: TypeExpr
    default: Expr | None
    title: String | None


@define(eq=False)
class State(Documented):
    """`state hp: int = 10 until play_round changed by hurt, heal "HP"`"""

    name: Name
    type: TypeExpr
    default: Expr | None
    until: list[Name]
    changed_by: list[Name]
    title: String | None


@define(eq=False)
class ZoneFlag(Node):
    flag: ZoneFlagName


@define(eq=False)
class SeenBy(Node):
    """`seen by owner`, `seen by players if open_hands and not silence`"""

    who: Name
    condition: Expr | None


@define(eq=False)
class RefillsFrom(Node):
    zone: Name


@define(eq=False)
class ReturnsTo(Node):
    zone: Name


ZoneModifier = ZoneFlag | SeenBy | RefillsFrom | ReturnsTo


@define(eq=False)
class Zone(Documented):
    """`zone hand of deed | wound seen by owner until V "hand"`"""

    name: Name
    kinds: list[Name]
    modifiers: list[ZoneModifier]
    until: list[Name]
    title: String | None


@define(eq=False)
class Slot(Documented):
    """`slot location of location`: a zone for one; the same modifiers."""

    name: Name
    kinds: list[Name]
    modifiers: list[ZoneModifier]
    until: list[Name]
    title: String | None


@define(eq=False)
class Preset(Member):
    """`option rest = 2` in `extend game`: another default of an option that a required pack declares."""

    name: Name
    value: Expr


@define(eq=False)
class Decides(Member):
    value: Expr


@define(eq=False)
class ActiveIn(Member):
    """`active in hand`; as a block the words below work in those zones. `members` is None without a block."""

    zones: list[Name]
    members: list[Hook | Whenever | ModifyRule | AbilityBlock] | None


@define(eq=False)
class Prop(Member):
    """A printed value on a card or a keyword alone: `threat 2`, `dice yellow white`, `starting_deck 4 militia 1 torch`,
    `tank`, `slash 2`, `waves {1: 2}`. The compiler reads counts and keywords out of it.
    """

    name: Name
    values: list[Name | Number | String | MapLiteral | Drawing]


@define(eq=False)
class AbilityBlock(Member):
    """`ongoing "Rewind" when E once per V:` on a card or keyword."""

    name: Name
    title: String | None
    condition: Expr | None
    once: Once | None
    body: Block


@define(eq=False)
class TextMember(Member):
    """`text "..."` on a card or keyword."""

    text: String


@define(eq=False)
class LogMember(Member):
    text: String


# ---- declarations ----
@define(eq=False)
class Declaration(Node):
    """What begins at the left margin of a file."""

    doc: Doc | None = field(default=None, kw_only=True)


@define(eq=False)
class Hook(Declaration):
    """`before deal amount to this if E:`, in a file of rules as well as in a kind, keyword or card."""

    moment: Literal["before", "after"]
    verb: Name
    pattern: Pattern
    condition: Expr | None
    body: Block


@define(eq=False)
class Whenever(Declaration):
    condition: Expr
    once: Once | None
    body: Block


@define(eq=False)
class ModifyRule(Declaration):
    """`modify h in owner.field: power -1`: stays live."""

    target: ModTarget
    mods: list[Modification]


@define(eq=False)
class Check(Declaration):
    """`check "sentence": E`"""

    title: String
    condition: Expr


@define(eq=False)
class Seats(Member):
    """`players 2 to 5 with character`; `high` is None for `players 4`."""

    low: Number
    high: Number | None
    brings: Name | None


@define(eq=False)
class GameOption(Documented):
    name: Name
    type: TypeExpr
    default: Expr | None
    title: String | None


@define(eq=False)
class Score(Member):
    """What a bot tries to raise: for all players together, or with `seat` for each of them."""

    seat: Name | None
    value: Expr


@define(eq=False)
class Section(Member):
    """`setup:` and `play:`"""

    name: Name
    body: Block


@define(eq=False)
class Drawing(Member):
    """Text in triple quotes; `value` is what stands between them, untouched."""

    value: str


@define(eq=False)
class Legend(Member):
    """`"A": terrain spawn_point, numbers 1 2 3`"""

    symbol: String
    props: list[Prop]


GameMember = Seats | GameOption | State | Zone | Slot | Decides | Score | Section
KindMember = Field | State | Zone | Slot | Decides | ActiveIn | Hook | Whenever | ModifyRule | Check
# A keyword has `Field`, a card has not; a card may hold a drawing with its legends.
BodyMember = (
    Field
    | State
    | Zone
    | Slot
    | ActiveIn
    | Prop
    | AbilityBlock
    | Hook
    | Whenever
    | ModifyRule
    | Check
    | TextMember
    | LogMember
    | Drawing
    | Legend
)


@define(eq=False)
class Game(Declaration):
    name: Name
    title: String | None
    members: list[GameMember]


@define(eq=False)
class Kind(Declaration):
    """`kind hero is reinforcement "hero":`; `kind faction is word` has no members."""

    name: Name
    parent: Name | None
    title: String | None
    members: list[KindMember]


@define(eq=False)
class Word(Node):
    """One word of a `WordKind`."""

    name: Name
    title: String | None


@define(eq=False)
class WordKind(Declaration):
    """`kind coin: copper < silver < gold` (ordered) or `kind type: physical | magical`"""

    name: Name
    title: String | None
    ordered: bool
    words: list[Word]


@define(eq=False)
class Die(Declaration):
    name: Name
    title: String | None
    faces: list[Name | Number]


@define(eq=False)
class Param(Node):
    """`hero` (a slot named like a kind has that type) or `help: int`"""

    name: Name
    type: TypeExpr | None


@define(eq=False)
class Keyword(Declaration):
    """`keyword slash(n: int) on monster "Slash":`; without a block only a mark."""

    name: Name
    params: list[Param]
    kinds: list[Name]
    title: String | None
    members: list[BodyMember]


@define(eq=False)
class Ability(Declaration):
    """`ability combat(thrown: list of thrown_die) on hero once per play_round "In a fight"`"""

    name: Name
    params: list[Param]
    kinds: list[Name]
    once: Once | None
    title: String | None


@define(eq=False)
class Function(Declaration):
    """Either `value` (`= E`) or `body` is there."""

    name: Name
    params: list[Param]
    title: String | None
    value: Expr | None
    body: Block | None


@define(eq=False)
class VerbSlot(Node):
    """`amount (int)` or `monster`; without a preposition it is the leading one."""

    preposition: Preposition | None
    name: Name
    type: TypeExpr | None


@define(eq=False)
class Verb(Declaration):
    """`verb deal amount (int) to monster by source (card?) with x = 1 "title":`"""

    name: Name
    slots: list[VerbSlot]
    settings: list[Setting]
    title: String | None
    body: Block


@define(eq=False)
class Given(Member):
    name: Name
    type: TypeExpr


@define(eq=False)
class Parameter(Member):
    """`with 1 to 2 m in foes() as targets`"""

    pick: Pick


@define(eq=False)
class When(Member):
    condition: Expr


@define(eq=False)
class Cost(Member):
    """`costs 1 from player.hero_plays`"""

    amount: Expr
    source: Expr


@define(eq=False)
class ActionOnce(Member):
    once: Once


@define(eq=False)
class Effect(Member):
    """`do:`"""

    body: Block


ActionMember = Given | Parameter | When | Cost | ActionOnce | Effect | TextMember | LogMember


@define(eq=False)
class Action(Declaration):
    """`action fight in free_actions by player "title":`; `by player (hero)` names and types the actor."""

    name: Name
    group: Name | None
    actor: VerbSlot
    title: String | None
    members: list[ActionMember]


@define(eq=False)
class Link(Member):
    """`vault to forge, library`"""

    place: Name
    to: list[Name]


@define(eq=False)
class LinkRule(Member):
    """`link a to b if E`"""

    first: Name
    second: Name
    condition: Expr


BoardMember = Drawing | Legend | Link | LinkRule


@define(eq=False)
class Board(Declaration):
    """`board demo: grid of cell`"""

    name: Name
    title: String | None
    shape: Name
    place: Name
    members: list[BoardMember]


@define(eq=False)
class Card(Declaration):
    """`hero rogue "Rogue":`; also a word of an extensible kind (`faction goblin "Goblins"`)."""

    kind: Name
    name: Name
    title: String | None
    members: list[BodyMember]


@define(eq=False)
class ExtendGame(Declaration):
    name: Name
    members: list[GameMember | KindMember]


@define(eq=False)
class ExtendKind(Declaration):
    name: Name
    members: list[KindMember]


@define(eq=False)
class ExtendKeyword(Declaration):
    name: Name
    members: list[BodyMember]


@define(eq=False)
class ExtendVerb(Declaration):
    """`extend verb deal with sneaky = no`: more settings, and below a colon statements (a text, say)."""

    name: Name
    settings: list[Setting]
    body: Block


@define(eq=False)
class ExtendAbility(Declaration):
    """`extend ability on_play on location`: more kinds whose cards may have it."""

    name: Name
    kinds: list[Name]


@define(eq=False)
class Override(Declaration):
    declaration: Verb | Function | Action | Card


# ---- tests ----
@define(eq=False)
class Named(Node):
    """`fiona as ann`"""

    name: Name
    alias: Name | None


@define(eq=False)
class TestGame(Node):
    """`game NAME with fiona as ann, gerki as bob where option = value seed 7`; `table` starts empty."""

    __test__ = False  # pytest collects classes called Test...

    mode: Literal["game", "table"]
    game: Name
    seats: list[Named]
    options: list[Setting]
    seed: Number | None


@define(eq=False)
class Put(Node):
    """`put mace, torch as light in ann.hand`"""

    what: list[Named]
    zone: Expr


@define(eq=False)
class Rolls(Node):
    values: list[Name | Number]


@define(eq=False)
class Answers(Node):
    values: list[Expr]


@define(eq=False)
class Do(Node):
    """`do fight by ann with h = rogue`"""

    action: Name
    by: Expr
    settings: list[Setting]


@define(eq=False)
class Expect(Node):
    condition: Expr


@define(eq=False)
class ExpectUndo(Node):
    """`expect can undo`, `expect not can undo by ann`"""

    possible: bool
    by: Expr | None


@define(eq=False)
class Undo(Node):
    """`undo`, `undo by ann`, `undo all`"""

    all_of_it: bool
    by: Expr | None


TestStep = TestGame | Put | Rolls | Answers | Do | Expect | ExpectUndo | Undo | Statement


@define(eq=False)
class Test(Declaration):
    __test__ = False

    title: String
    steps: list[TestStep]
