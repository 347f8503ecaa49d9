"""Nodes of the syntax tree that have a value, types, and the parts that statements and declarations share."""

from __future__ import annotations

from typing import Literal

from attrs import define

Span = tuple[int, int]
Preposition = Literal["to", "from", "for", "into", "at", "by", "on", "through", "over", "of"]
ArithmeticOp = Literal["+", "-", "*", "/", "%"]
ComparisonOp = Literal["==", "!=", "<", "<=", ">", ">="]
AssignOp = Literal["=", "+=", "-="]
ModOp = Literal["+", "-", "*", "="]
RankMode = Literal["lowest", "highest", "from lowest", "from highest"]
AmountMode = Literal["exactly", "up to", "between", "any", "some"]
ZoneFlagName = Literal["ordered", "hidden"]


@define(eq=False)
class Node:
    """Anything that stands in a file."""

    span: Span


@define(eq=False)
class Doc(Node):
    """The `##` lines above a declaration or a member: their text without the marks, lines joined by newlines."""

    text: str


# ---- expressions: pure ----
@define(eq=False)
class Expr(Node):
    """Anything that has a value."""


@define(eq=False)
class Name(Expr):
    """A word of the author's, or of the language's built-in names (`this`, `players`, `yes`, `top`)."""

    text: str


@define(eq=False)
class Number(Expr):
    """A whole number; negative only where a value is printed (`power -1` on a card, faces of a die, a range)."""

    value: int


@define(eq=False)
class String(Expr):
    """A text in quotes, without them; a written \\" is a quotation mark. What stands in {braces} is the compiler's."""

    value: str


@define(eq=False)
class MapEntry(Node):
    key: Name | Number
    value: Expr


@define(eq=False)
class MapLiteral(Expr):
    """`{2: 3, 3: 4}`"""

    entries: list[MapEntry]


@define(eq=False)
class ListLiteral(Expr):
    """`[a, b]`"""

    items: list[Expr]


@define(eq=False)
class Rank(Node):
    """`lowest E` and `highest E` keep the best ones, `from lowest E` and `from highest E` sort."""

    mode: RankMode
    by: Expr


@define(eq=False)
class Query(Node):
    """`NAME in SOURCE [where COND] [rank]`; `name` is the candidate in `where` and in the rank."""

    name: Name
    source: Expr
    where: Expr | None
    rank: Rank | None


@define(eq=False)
class Filter(Expr):
    """`[x in S where C]`: the members that remain."""

    query: Query


@define(eq=False)
class MapList(Expr):
    """`[E for x in S where C]`: a value for each member."""

    value: Expr
    query: Query


@define(eq=False)
class Generator(Node):
    """`E for x in S where C` as the only argument of a function."""

    value: Expr
    query: Query


@define(eq=False)
class Labelled(Node):
    """`within: SET` as an argument."""

    label: Name
    value: Expr


Argument = Expr | Query | Generator | Labelled


@define(eq=False)
class FunctionCall(Expr):
    """`f(a, b)`; also a keyword with its parameters where a value is wanted (`attach slash(2) to m`)."""

    function: Expr
    args: list[Argument]


@define(eq=False)
class Attribute(Expr):
    """`target.name`"""

    target: Expr
    name: Name


@define(eq=False)
class Index(Expr):
    """`target[index]`"""

    target: Expr
    index: Expr


@define(eq=False)
class Every(Expr):
    """`every hero`: the copies in the game."""

    kind: Name


@define(eq=False)
class CardsOf(Expr):
    """`cards of hero`: the printed cards; `cards of hero in base`: those that one pack brings."""

    kind: Name
    pack: Name | None


@define(eq=False)
class Can(Expr):
    """`can play_hero(player: ann, h: militia)`"""

    action: Name
    args: list[Argument]


@define(eq=False)
class During(Expr):
    """`during combat`"""

    verb: Name


@define(eq=False)
class Negative(Expr):
    """`-E`"""

    operand: Expr


@define(eq=False)
class Not(Expr):
    """`not E`"""

    operand: Expr


@define(eq=False)
class Arithmetic(Expr):
    left: Expr
    op: ArithmeticOp
    right: Expr


@define(eq=False)
class Comparison(Expr):
    left: Expr
    op: ComparisonOp
    right: Expr


@define(eq=False)
class Logical(Expr):
    left: Expr
    op: Literal["and", "or"]
    right: Expr


@define(eq=False)
class Range(Expr):
    """`1 .. 6`"""

    low: Expr
    high: Expr


@define(eq=False)
class Is(Expr):
    """`x is rogue`, `x is not nothing`"""

    left: Expr
    negated: bool
    right: Expr


@define(eq=False)
class IsIn(Expr):
    """`m is in group`, `m is not in group`"""

    left: Expr
    negated: bool
    right: Expr


@define(eq=False)
class Has(Expr):
    """`c has ambush`; `can run ambush of c`"""

    left: Expr
    ability: Name
    able: bool


@define(eq=False)
class Ternary(Expr):
    """`then if condition else otherwise`"""

    then: Expr
    condition: Expr
    otherwise: Expr


# ---- types ----
@define(eq=False)
class TypeExpr(Node):
    """What a field, slot or parameter may hold."""


@define(eq=False)
class NamedType(TypeExpr):
    """`hero`, `printed hero`, `hero?`, `int by players`"""

    printed: bool
    name: Name
    optional: bool
    by_players: bool


@define(eq=False)
class RangeType(TypeExpr):
    """`0 .. 20`, or one allowed number (`high` is None), as in `6 | 8 | 10`"""

    low: Number
    high: Number | None


@define(eq=False)
class OfType(TypeExpr):
    """`list of printed card`, `tally of coin`, `zone of monster`"""

    container: Literal["list", "tally", "zone"]
    printed: bool
    name: Name


@define(eq=False)
class UnionType(TypeExpr):
    """`6 | 8 | 10`, `deed | wound`"""

    members: list[TypeExpr]


# ---- parts that declarations and statements share ----
@define(eq=False)
class Setting(Node):
    """`name = value` behind `with`; only the name (`with cursed`) leaves `value` None and means the name itself."""

    name: Name
    value: Expr | None


@define(eq=False)
class PrepArg(Node):
    """`to monster` in a call."""

    preposition: Preposition
    value: Expr


@define(eq=False)
class PatternSlot(Node):
    """`from group` in the header of a hook."""

    preposition: Preposition
    name: Name


@define(eq=False)
class Pattern(Node):
    """What stands behind the verb in a hook or in `stop`: `deal amount to this as dealt`."""

    leading: Name | None
    slots: list[PatternSlot]
    alias: Name | None


@define(eq=False)
class Amount(Node):
    """How many a pick takes: `exactly 2` or `2`, `up to 3`, `1 to n` (between), `any`, `some`."""

    mode: AmountMode
    low: Expr | None
    high: Expr | None


@define(eq=False)
class Pick(Node):
    """`[amount] query [as NAME]`"""

    amount: Amount | None
    query: Query
    alias: Name | None


@define(eq=False)
class Once(Node):
    """`once per play_round`; the period may be `game`."""

    period: Name


@define(eq=False)
class Mod(Node):
    """`damage +1`, `life * 2`"""

    field: Name
    op: ModOp
    value: Expr


@define(eq=False)
class Grant(Node):
    """A keyword among the modifications: `tank`, `slash(2)`."""

    keyword: Name
    args: list[Argument]


Modification = Mod | Grant
ModTarget = Query | Expr
