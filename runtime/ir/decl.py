"""IR declarations and the bundle: what a pack says, by name. Linking (greyc.runtime.link) turns names into places."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from attrs import define, field

from .expr import At, Expr, Message, Node, Query
from .stmt import GrantKeyword, Mod, Pick, Stmt

IR_VERSION = 1


@define
class Param(Node):
    op: ClassVar[str] = "param"
    name: str
    type: str


@define
class FieldDecl(Node):
    """A printed value, or fixed for a copy by `create ... with`. `default` None: required on the card (or absent: `T?`).
    `default` may read `this`."""

    op: ClassVar[str] = "field"
    name: str
    type: str
    default: Expr | None
    title: str | None
    """Id of its title in the texts."""
    at: At


@define
class StateDecl(Node):
    op: ClassVar[str] = "state_decl"
    name: str
    type: str
    default: Expr | None
    until: list[str]
    changed_by: list[str]
    title: str | None
    at: At


@define
class ZoneDecl(Node):
    """`slot`: holds at most one. `seen_by`: who looks in although `hidden` or by default all do: each a label (`owner`
    or `players`) with the condition on options it depends on. A zone with neither `hidden` nor `seen_by` is open.
    `narrows`: of a zone that a kind writes again, the kind that has it first; all that holds for it stands here."""

    op: ClassVar[str] = "zone_decl"
    name: str
    kinds: list[str]
    ordered: bool
    hidden: bool
    seen_by: list[tuple[str, Expr | None]]
    refills_from: str | None
    returns_to: str | None
    until: list[str]
    slot: bool
    title: str | None
    at: At
    narrows: str | None = None


@define
class Hook(Node):
    """`timing` before | after; `watches` verb | ability | action. `filters`: label -> expression it must equal;
    `binds`: label -> local name. `alias` binds the result (after). `zones`: only there, instead of the bearer's.
    `text`, here and below: the author's own sentence for the block (`text "..."` in its body)."""

    op: ClassVar[str] = "hook"
    timing: str
    watches: str
    name: str
    filters: dict[str, Expr]
    binds: dict[str, str]
    alias: str | None
    cond: Expr | None
    body: list[Stmt]
    zones: list[str] | None
    file: int
    at: At
    text: Message | None = None


@define
class Whenever(Node):
    op: ClassVar[str] = "whenever"
    cond: Expr
    once: str | None
    body: list[Stmt]
    zones: list[str] | None
    file: int
    at: At
    text: Message | None = None


@define
class Modifier(Node):
    op: ClassVar[str] = "modifier"
    target: Query
    mods: list[Mod | GrantKeyword]
    zones: list[str] | None
    file: int
    at: At


@define
class AbilityBlock(Node):
    """What a kind, keyword or card says for an ability."""

    op: ClassVar[str] = "ability_block"
    ability: str
    title: Message | None
    when: Expr | None
    once: str | None
    body: list[Stmt]
    zones: list[str] | None
    file: int
    at: At
    text: Message | None = None


@define
class Check(Node):
    op: ClassVar[str] = "check"
    title: str
    cond: Expr
    file: int
    at: At


@define
class Words(Node):
    """What works while its bearer is active: `this` is the bearer."""

    op: ClassVar[str] = "words"
    hooks: list[Hook] = field(factory=list)
    whenevers: list[Whenever] = field(factory=list)
    modifiers: list[Modifier] = field(factory=list)
    abilities: list[AbilityBlock] = field(factory=list)


@define
class WordKind(Node):
    """`words` are the words this pack gives (a closed or ordered kind gives all of them at once)."""

    op: ClassVar[str] = "word_kind"
    name: str
    ordered: bool
    closed: bool
    words: list[str]
    title: str | None
    titles: dict[str, str]
    extension: bool
    at: At
    file: int = 0


@define
class Die(Node):
    op: ClassVar[str] = "die_decl"
    name: str
    faces: list[int | str]
    title: str | None
    at: At
    file: int = 0


@define
class Kind(Node):
    """`root`: seat card token place. With `extension` it adds to a kind of another pack. `show`: presentation data."""

    op: ClassVar[str] = "kind"
    name: str
    parent: str
    root: str
    title: str | None
    fields: list[FieldDecl]
    states: list[StateDecl]
    zones: list[ZoneDecl]
    decides: Expr | None
    active_in: list[str]
    words: Words
    checks: list[Check]
    extension: bool
    show: dict[str, Any]
    file: int
    at: At


@define
class Keyword(Node):
    op: ClassVar[str] = "keyword"
    name: str
    params: list[Param]
    on: list[str]
    title: str | None
    text: Message | None
    fields: dict[str, Expr]
    """Fields that the keyword sets on its bearer."""
    keywords: list[GrantKeyword]
    states: list[StateDecl]
    words: Words
    extension: bool
    file: int
    at: At


@define
class Ability(Node):
    """With `extension` it only adds kinds (`on`) to an ability of another pack."""

    op: ClassVar[str] = "ability"
    name: str
    params: list[Param]
    on: list[str]
    once: str | None
    title: str | None
    at: At
    file: int = 0
    extension: bool = False


@define
class Function(Node):
    """`body` is a list of Let, If and Result; a one-line function is a single Result."""

    op: ClassVar[str] = "function"
    name: str
    params: list[Param]
    result: str
    body: list[Stmt]
    override: bool
    title: str | None
    file: int
    at: At


@define
class Slot(Node):
    """An argument of a verb. `prep` is "" for the leading one, "with" for a setting. `default` None: required, unless the
    type is `T?` (nothing)."""

    op: ClassVar[str] = "slot_decl"
    label: str
    prep: str
    type: str
    default: Expr | None


@define
class Verb(Node):
    """`text` is its clause, `log` the event's sentence (placeholders are its labels). With `extension` it adds settings
    (`slots`) to a verb of another pack, and its `text` and `log`, where given, replace those; it has no body."""

    op: ClassVar[str] = "verb"
    name: str
    slots: list[Slot]
    result: str | None
    body: list[Stmt]
    override: bool
    title: str | None
    text: Message | None
    log: Message | None
    file: int
    at: At
    extension: bool = False


@define
class Cost(Node):
    """`costs N from LVALUE`: legal if there is that much; taken before `do`."""

    op: ClassVar[str] = "cost"
    amount: Expr
    of: Expr | None
    kind: str
    name: str
    key: Expr | None
    at: At


@define
class When(Node):
    op: ClassVar[str] = "when"
    cond: Expr
    at: At
    words: Message | None = None
    """The condition in words, for whoever asks why not; made from the code where it has them."""


@define
class Action(Node):
    """`steps` in the order written: parameters (Pick), conditions, costs."""

    op: ClassVar[str] = "action"
    name: str
    group: str
    actor: Param
    givens: list[Param]
    steps: list[Pick | When | Cost]
    once: str | None
    title: Message
    body: list[Stmt]
    override: bool
    file: int
    at: At


@define
class Cell(Node):
    """A place of a drawing at column and row (from 1): a named card, with what its states begin with in `fields`, or one
    made of the legend's values."""

    op: ClassVar[str] = "cell"
    x: int
    y: int
    card: str | None
    fields: dict[str, Expr]
    at: At | None = None
    """Where it stands in the drawing, or is first named in a graph."""


@define
class Board(Node):
    """`shape` grid | hex | graph. `links`: pairs of cards (graph). `rule`: names a and b and when they are linked."""

    op: ClassVar[str] = "board_decl"
    name: str
    shape: str
    kind: str
    cells: list[Cell]
    links: list[tuple[str, str]]
    rule: tuple[str, str, Expr] | None
    title: str | None
    file: int
    at: At
    shifted: str = "odd"
    """Of a hex board: which rows lie half a place to the right, those with an odd or those with an even number."""


@define
class Card(Node):
    """A printed card; a word of an extensible word kind is a WordKind extension, not a card."""

    op: ClassVar[str] = "card"
    name: str
    kind: str
    title: str
    """Id of its name in the texts."""
    fields: dict[str, Expr]
    keywords: list[GrantKeyword]
    states: list[StateDecl]
    zones: list[ZoneDecl]
    words: Words
    drawing: list[Cell] | None
    text: Message | None
    file: int
    at: At
    places: str | None = None
    """Of a drawing: the kind of its places, which is that of the board it is laid on."""
    shifted: str = "odd"
    """Of a drawing for a hex board: as of a board."""
    override: bool = False
    """It stands for the card of that name of a pack below, whose words are gone then."""


@define
class OptionDecl(Node):
    op: ClassVar[str] = "option_decl"
    name: str
    type: str
    choices: list[Expr] | None
    """The values allowed, where the type is written as a choice."""
    default: Expr | None
    title: str | None
    at: At


@define
class GameDecl(Node):
    """A game, or (`extension`) what a pack adds to one: options, states, zones. `show`: presentation data of its table.
    `presets`: other defaults for options of packs below. `score_of`: the local by which `score` speaks of the seat that asks;
    None: the score is of all seats together."""

    op: ClassVar[str] = "game"
    name: str
    title: str | None
    seats: tuple[int, int]
    brings: str | None
    options: list[OptionDecl]
    states: list[StateDecl]
    zones: list[ZoneDecl]
    decides: Expr | None
    setup: list[Stmt]
    play: list[Stmt]
    score: Expr | None
    extension: bool
    file: int
    at: At
    show: dict[str, Any] = field(factory=dict)
    presets: dict[str, Expr] = field(factory=dict)
    score_of: str | None = None


# ---- tests ----------------------------------------------------------------------------------


@define
class TestGame(Node):
    """`game` runs from the setup to the first question without an answer; `table` starts empty."""

    op: ClassVar[str] = "test_game"
    start: str
    game: str
    seats: list[tuple[str, str | None]]
    """What the seat brings and its alias; a game without `with KIND` has only names: (name, None)."""
    options: dict[str, Expr]
    seed: int
    at: At


@define
class Put(Node):
    op: ClassVar[str] = "put"
    items: list[tuple[Expr, str | None]]
    """A printed card (made), or a thing (moved), each with its alias."""
    zone: Expr
    at: At


@define
class Rolls(Node):
    op: ClassVar[str] = "rolls"
    faces: list[int | str]
    at: At


@define
class Answers(Node):
    """One value per question: a thing, a word, a number, a list of them, nothing to decline, a title (Str), a flag for
    a yes/no question. Names of cards are Printed where no copy is known yet, resolved when asked."""

    op: ClassVar[str] = "answers"
    values: list[Expr]
    at: At


@define
class DoAction(Node):
    op: ClassVar[str] = "do_action"
    action: str
    by: Expr
    args: dict[str, Expr]
    at: At


@define
class Expect(Node):
    """`parts`: the sides to show when it fails (source text, expression)."""

    op: ClassVar[str] = "expect"
    cond: Expr
    source: str
    parts: list[tuple[str, Expr, str]]
    at: At


@define
class ExpectUndo(Node):
    """Whether the last answer can be taken back, with `by` by that seat."""

    op: ClassVar[str] = "expect_undo"
    possible: bool
    by: Expr | None
    at: At


@define
class Undo(Node):
    """The last answer is taken back, with `by` by the seat that gave it; `all_of_it`: and those before it, as far as that
    goes."""

    op: ClassVar[str] = "undo"
    all_of_it: bool
    by: Expr | None
    at: At


TestStep: TypeAlias = TestGame | Put | Rolls | Answers | DoAction | Expect | ExpectUndo | Undo | Stmt


@define
class Test(Node):
    op: ClassVar[str] = "test"
    title: str
    steps: list[TestStep]
    aliases: dict[str, str]
    """Name -> type of everything `as` and `let` bind in it."""
    file: int
    at: At


# ---- packs and bundles ----------------------------------------------------------------------


@define
class Pack(Node):
    op: ClassVar[str] = "pack"
    name: str
    title: str
    version: str
    requires: list[str]
    files: list[str]
    """Paths below the pack's folder; `file` in a declaration is an index into it."""
    games: list[GameDecl]
    word_kinds: list[WordKind]
    dice: list[Die]
    kinds: list[Kind]
    keywords: list[Keyword]
    abilities: list[Ability]
    functions: list[Function]
    verbs: list[Verb]
    actions: list[Action]
    boards: list[Board]
    cards: list[Card]
    words: Words
    """Hooks, whenever and modify of the rules themselves: no bearer, always active."""
    checks: list[Check]
    tests: list[Test]
    texts: dict[str, dict[str, str]]
    """Language tag -> text id -> template; "en" holds the source's."""
    printed: dict[str, dict[str, str]]
    """Language tag -> card name -> its printed text, generated or the author's."""

    @property
    def title_id(self) -> str:
        """The id of what players read as its title: that of the game it declares, else its own."""
        titles = [game.title for game in self.games if not game.extension and game.title is not None]
        return titles[-1] if titles else f"{self.name}.title"


@define
class Bundle(Node):
    op: ClassVar[str] = "bundle"
    ir_version: int
    packs: dict[str, Pack]


__all__ = [
    "Ability",
    "AbilityBlock",
    "Action",
    "Answers",
    "Board",
    "Bundle",
    "Card",
    "Cell",
    "Check",
    "Cost",
    "Die",
    "DoAction",
    "Expect",
    "ExpectUndo",
    "FieldDecl",
    "Function",
    "GameDecl",
    "Hook",
    "IR_VERSION",
    "Keyword",
    "Kind",
    "Modifier",
    "OptionDecl",
    "Pack",
    "Param",
    "Put",
    "Rolls",
    "Slot",
    "StateDecl",
    "Test",
    "TestGame",
    "TestStep",
    "Undo",
    "Verb",
    "When",
    "Whenever",
    "WordKind",
    "Words",
    "ZoneDecl",
]
