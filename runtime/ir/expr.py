"""IR expressions: pure, typed by the compiler, no position in the game's flow.

Values at run time: int, bool (flag), str (words of text, and words of a word kind), None (nothing), tuple (list),
dict (tally, table), int again for a thing (a seat, copy, token, place or die: its base in the state), for a zone and for
a printed card. Which of these an int is, is known from the static type; the runtime never has to guess.

A type is written as text: `int`, `0..20`, `flag`, `words`, `die`, `rolled`, `spot`, `side`, `board`, `far_int` (an int
or far), a kind's name, `list<T>`, `tally<T>`, `zone<T>`, `printed<T>`, `by<T>` (a table by number of seats), and `T?`.
Several kinds where one is wanted are written `a|b`; `any thing` is a thing of whatever kind, `table<K,V>` a map that is
read at once.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from attrs import define, field

At: TypeAlias = tuple[int, int]
"""Line and column, both from 1, in the file of the declaration."""


@define(slots=True, kw_only=False)
class Node:
    """Every IR node; `op` is its tag in JSON."""

    op: ClassVar[str] = ""


# ---- constants ------------------------------------------------------------------------------


@define
class Int(Node):
    op: ClassVar[str] = "int"
    value: int


@define
class Flag(Node):
    op: ClassVar[str] = "flag"
    value: bool


@define
class Str(Node):
    """A piece of text as a value (type `words`), or the title of an option in a test's answers."""

    op: ClassVar[str] = "str"
    value: str


@define
class Nothing(Node):
    op: ClassVar[str] = "nothing"


@define
class Far(Node):
    """Greater than every number: the distance where there is no way."""

    op: ClassVar[str] = "far"


@define
class Word(Node):
    """A word of a word kind: `goblin`, `copper`."""

    op: ClassVar[str] = "word"
    kind: str
    word: str


@define
class DieRef(Node):
    op: ClassVar[str] = "die"
    name: str


@define
class Printed(Node):
    """The printed card of that name."""

    op: ClassVar[str] = "printed"
    card: str


@define
class Copy(Node):
    """The only copy of a card in the game; none or two is an error at `at`."""

    op: ClassVar[str] = "copy"
    card: str
    at: At


@define
class BoardRef(Node):
    op: ClassVar[str] = "board"
    name: str


@define
class SideRef(Node):
    """A side of a grid or hex place: north east south west (grid); ne e se sw w nw (hex)."""

    op: ClassVar[str] = "side"
    name: str


@define
class KindRef(Node):
    """A kind as what `create` makes: a thing of it without a printed card."""

    op: ClassVar[str] = "kind_ref"
    kind: str


@define
class KeywordRef(Node):
    """A keyword as a value: with its parameters for `attach`; compared by name."""

    op: ClassVar[str] = "keyword_ref"
    name: str
    args: list[Expr] = field(factory=list)


# ---- names ----------------------------------------------------------------------------------


@define
class Local(Node):
    """A parameter, a `let`, a name bound by a query, a header or a choice; `this` is one too."""

    op: ClassVar[str] = "local"
    name: str


@define
class State(Node):
    """A state of the game itself; `outcome` and `winner` are states of every game."""

    op: ClassVar[str] = "state"
    name: str


@define
class Option(Node):
    """An option chosen when the game started."""

    op: ClassVar[str] = "option"
    name: str


@define
class Get(Node):
    """A field or state of a thing or printed card. `kind` is the kind that declares it. Absent `of`: an error at `at`."""

    op: ClassVar[str] = "get"
    of: Expr
    kind: str
    name: str
    printed: bool
    """`of` is a printed card."""
    at: At


@define
class Base(Node):
    """`base(e, field)`: the value without modifiers."""

    op: ClassVar[str] = "base"
    of: Expr
    kind: str
    name: str
    at: At


@define
class ZoneRef(Node):
    """A zone itself: of a thing, or of the table (`of` is None, `kind` is empty)."""

    op: ClassVar[str] = "zone"
    of: Expr | None
    kind: str
    name: str
    at: At


@define
class Contents(Node):
    """What lies in a zone, as a list, first is the top."""

    op: ClassVar[str] = "contents"
    zone: Expr


@define
class SlotRead(Node):
    """What lies in a slot, or nothing."""

    op: ClassVar[str] = "slot"
    zone: Expr


@define
class Attr(Node):
    """What every thing has: `zone`, `owner`, `holder`, `place`, `card` (the printed card); of a rolled die `face`, `die`;
    of a die `faces`; of a thing `name` is its title."""

    op: ClassVar[str] = "attr"
    of: Expr
    name: str
    at: At


@define
class Players(Node):
    """The seats that still play, in order."""

    op: ClassVar[str] = "players"


# ---- operators ------------------------------------------------------------------------------


@define
class Arith(Node):
    """`+ - * / %` on numbers; `/` floors."""

    op: ClassVar[str] = "arith"
    sign: str
    left: Expr
    right: Expr
    at: At


@define
class Compare(Node):
    """`== != < <= > >=`. For words of an ordered kind `kind` names it and ranks are compared."""

    op: ClassVar[str] = "compare"
    sign: str
    left: Expr
    right: Expr
    kind: str | None = None


@define
class And(Node):
    op: ClassVar[str] = "and"
    parts: list[Expr]


@define
class Or(Node):
    op: ClassVar[str] = "or"
    parts: list[Expr]


@define
class Not(Node):
    op: ClassVar[str] = "not"
    of: Expr


@define
class IfElse(Node):
    op: ClassVar[str] = "if_else"
    cond: Expr
    then: Expr
    other: Expr


@define
class IsKind(Node):
    """`x is monster`: the thing or printed card is of that kind."""

    op: ClassVar[str] = "is_kind"
    of: Expr
    kind: str
    printed: bool


@define
class IsCard(Node):
    """`x is rogue`: a copy of that card, or that printed card."""

    op: ClassVar[str] = "is_card"
    of: Expr
    card: str
    printed: bool


@define
class Has(Node):
    """`m.tank`, `c has ongoing`: the keyword is on it, or the ability is printed, its `when` holds and it is not used up.
    `can run ongoing of c`: it has it, and what it does is not all refused."""

    op: ClassVar[str] = "has"
    of: Expr
    what: str
    name: str
    """`what` is "keyword", "ability" or "run"."""
    printed: bool
    at: At


@define
class In(Node):
    """`x is in SET`: membership of a list, a range, the keys of a tally; of a zone by way of Contents."""

    op: ClassVar[str] = "in"
    item: Expr
    source: Expr


@define
class RangeList(Node):
    """`a .. b`: the numbers from a to b, both included."""

    op: ClassVar[str] = "range"
    low: Expr
    high: Expr


@define
class ListOf(Node):
    op: ClassVar[str] = "list"
    items: list[Expr]


@define
class Join(Node):
    """Lists put end to end (`+`)."""

    op: ClassVar[str] = "join"
    left: Expr
    right: Expr


@define
class Without(Node):
    """A list without one occurrence of each item of the other (`-`)."""

    op: ClassVar[str] = "without"
    left: Expr
    right: Expr


@define
class Table(Node):
    """A map literal, keys ints or words."""

    op: ClassVar[str] = "table"
    entries: list[tuple[Expr, Expr]]


@define
class Index(Node):
    """`t[k]`: of a tally 0 where the key is missing, of a table an error at `at`."""

    op: ClassVar[str] = "index"
    of: Expr
    key: Expr
    tally: bool
    at: At


@define
class ByPlayers(Node):
    """A table by number of seats, read with the seats at the start."""

    op: ClassVar[str] = "by_players"
    of: Expr
    at: At


# ---- queries --------------------------------------------------------------------------------


@define
class Rank(Node):
    """`lowest E`, `highest E`: only the best, ties included; with `every` (`from lowest E`): all, sorted, stable."""

    op: ClassVar[str] = "rank"
    order: str
    """"lowest" or "highest"."""
    every: bool
    by: Expr


@define
class Query(Node):
    """`NAME in SOURCE [where COND] [rank]`, a list. `type` is the element's type."""

    op: ClassVar[str] = "query"
    name: str
    source: Expr
    where: Expr | None
    rank: Rank | None
    type: str


@define
class MapList(Node):
    """`[E for QUERY]`."""

    op: ClassVar[str] = "map_list"
    value: Expr
    query: Query


@define
class Aggregate(Node):
    """count sum any all min max first last over a query. `value` is the term of `sum(E for ...)`, for `any`/`all` the
    condition of the generator form (absent: is there one / not allowed), for min and max the term."""

    op: ClassVar[str] = "aggregate"
    function: str
    query: Query
    value: Expr | None
    at: At


@define
class Every(Node):
    """All copies, tokens, places or seats of a kind that exist in the game, by age."""

    op: ClassVar[str] = "every"
    kind: str


@define
class CardsOf(Node):
    """All printed cards of a kind (words of a word kind: see Values), each once; in `fill`, as many as `copies` says.
    With `pack`, those that this pack declares."""

    op: ClassVar[str] = "cards_of"
    kind: str
    pack: str | None = None


@define
class Values(Node):
    """All words of a word kind in order."""

    op: ClassVar[str] = "values"
    kind: str


@define
class Call(Node):
    """A function of a pack."""

    op: ClassVar[str] = "call"
    function: str
    args: list[Expr]
    at: At


@define
class Builtin(Node):
    """A function of the core language, see greyc.runtime.ir.core. Named arguments (`within:`) by name."""

    op: ClassVar[str] = "builtin"
    name: str
    args: list[Expr]
    named: dict[str, Expr]
    at: At


@define
class Can(Node):
    """`can ACTION(label: value, ...)`: could that seat do that now. `args` holds the actor, givens and parameters named."""

    op: ClassVar[str] = "can"
    action: str
    args: dict[str, Expr]
    at: At


@define
class During(Node):
    """A call of that verb is running."""

    op: ClassVar[str] = "during"
    verb: str


Expr: TypeAlias = (
    Int | Flag | Str | Nothing | Far | Word | DieRef | Printed | Copy | BoardRef | SideRef | KindRef | KeywordRef
    | Local | State | Option | Get | Base | ZoneRef | Contents | SlotRead | Attr | Players
    | Arith | Compare | And | Or | Not | IfElse | IsKind | IsCard | Has | In | RangeList | ListOf | Join | Without
    | Table | Index | ByPlayers | Query | MapList | Aggregate | Every | CardsOf | Values | Call | Builtin | Can | During
)  # fmt: skip


@define
class MessageArg(Node):
    op: ClassVar[str] = "message_arg"
    value: Expr
    type: str


@define
class Message(Node):
    """Words for a reader: an id into the pack's texts, and the values of its placeholders."""

    op: ClassVar[str] = "message"
    id: str
    args: dict[str, MessageArg] = field(factory=dict)


__all__ = [
    "Aggregate",
    "And",
    "Arith",
    "At",
    "Attr",
    "Base",
    "BoardRef",
    "Builtin",
    "ByPlayers",
    "Call",
    "Can",
    "CardsOf",
    "Compare",
    "Contents",
    "Copy",
    "DieRef",
    "During",
    "Every",
    "Expr",
    "Far",
    "Flag",
    "Get",
    "Has",
    "IfElse",
    "In",
    "Index",
    "Int",
    "IsCard",
    "IsKind",
    "Join",
    "KeywordRef",
    "KindRef",
    "ListOf",
    "Local",
    "MapList",
    "Message",
    "MessageArg",
    "Node",
    "Not",
    "Nothing",
    "Option",
    "Or",
    "Players",
    "Printed",
    "Query",
    "RangeList",
    "Rank",
    "SideRef",
    "SlotRead",
    "State",
    "Str",
    "Table",
    "Values",
    "Without",
    "Word",
    "ZoneRef",
]
