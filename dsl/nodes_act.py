"""Nodes of the syntax tree that act: the statements."""

from __future__ import annotations

from attrs import define

from .nodes_value import (
    AssignOp,
    Expr,
    Modification,
    ModTarget,
    Name,
    Node,
    Pattern,
    Pick,
    PrepArg,
    Query,
    Setting,
    String,
)


@define(eq=False)
class Statement(Node):
    """A line, or a header with a block below it."""


Block = list[Statement]


@define(eq=False)
class Let(Statement):
    name: Name
    value: Expr


@define(eq=False)
class Assign(Statement):
    """`target` is a Name, an Attribute or an Index."""

    target: Expr
    op: AssignOp
    value: Expr


@define(eq=False)
class VerbCall(Statement):
    """`deal 3 to m by this with x = 1 as r`; built-in verbs (`move`, `pull`, `roll`) are calls too."""

    verb: Name
    leading: Expr | None
    args: list[PrepArg]
    settings: list[Setting]
    alias: Name | None


@define(eq=False)
class Choose(Statement):
    """`choose pick [by E] ["prompt"]:`; `optional` for `may choose`."""

    optional: bool
    pick: Pick
    by: Expr | None
    prompt: String | None
    body: Block
    otherwise: Block | None


@define(eq=False)
class Option(Node):
    title: String | None
    condition: Expr | None
    body: Block


@define(eq=False)
class ChooseOne(Statement):
    by: Expr | None
    prompt: String | None
    options: list[Option]


@define(eq=False)
class Either(Statement):
    """`either CALL`, then `or CALL` on the lines below"""

    calls: list[VerbCall]


@define(eq=False)
class May(Statement):
    """`may "prompt" [by E]:`"""

    prompt: String
    by: Expr | None
    body: Block
    otherwise: Block | None


@define(eq=False)
class MayCall(Statement):
    """`may CALL`"""

    call: VerbCall


@define(eq=False)
class Split(Statement):
    """`split N over t in Q [by E] as n:`"""

    amount: Expr
    query: Query
    by: Expr | None
    name: Name
    body: Block


@define(eq=False)
class Branch(Node):
    """`if E [as NAME]:` or `else if E [as NAME]:` with its block"""

    condition: Expr
    alias: Name | None
    body: Block


@define(eq=False)
class If(Statement):
    branches: list[Branch]
    otherwise: Block | None


@define(eq=False)
class ForEach(Statement):
    query: Query
    by: Expr | None
    body: Block


@define(eq=False)
class Repeat(Statement):
    """Without a count until something leaves it."""

    count: Expr | None
    body: Block


@define(eq=False)
class While(Statement):
    condition: Expr
    body: Block


@define(eq=False)
class Together(Statement):
    body: Block


@define(eq=False)
class Offer(Statement):
    """`offer groups to seats until [all] pass [or E] [with givens]`; `until` is E."""

    groups: list[Name]
    seats: Expr
    all_pass: bool
    until: Expr | None
    givens: list[Setting]


@define(eq=False)
class ModifyUntil(Statement):
    """`modify target until V[, V]: mods`"""

    target: ModTarget
    until: list[Name]
    mods: list[Modification]


@define(eq=False)
class Run(Statement):
    """`run ability of E [for E] [with settings]`"""

    ability: Name
    of: Expr
    bearer: Expr | None
    settings: list[Setting]


@define(eq=False)
class Needs(Statement):
    condition: Expr


@define(eq=False)
class Result(Statement):
    value: Expr


@define(eq=False)
class Stop(Statement):
    """`stop [V pattern] [with result E]`; `pattern` is there when `verb` is."""

    verb: Name | None
    pattern: Pattern | None
    result: Expr | None


@define(eq=False)
class EndGame(Statement):
    """`end game won|lost [for P] ["text"]`"""

    outcome: Name
    winner: Expr | None
    message: String | None


@define(eq=False)
class Fill(Statement):
    zone: Expr
    query: Query


@define(eq=False)
class Text(Statement):
    """`text "..."`: the sentence of a card, verb or keyword. Also stands in bodies of cards and keywords."""

    text: String


@define(eq=False)
class Log(Statement):
    """`log "..."`: the sentence of the event."""

    text: String
