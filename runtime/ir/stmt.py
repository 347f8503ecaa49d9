"""IR statements: what acts. A body is a list of these; whatever can wait for a player is one of them."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from attrs import define

from .expr import At, Expr, Message, Node, Query


@define
class Let(Node):
    op: ClassVar[str] = "let"
    name: str
    value: Expr
    at: At


@define
class SetLocal(Node):
    """`x = E`, `x += E`, `x -= E` on a local; `sign` is `=`, `+` or `-`; `type` tells numbers from lists."""

    op: ClassVar[str] = "set_local"
    name: str
    sign: str
    value: Expr
    type: str
    at: At


@define
class SetState(Node):
    """Assignment to a state of a thing, of the table (`of` is None) or to the face of a rolled die (`kind` is "rolled").
    With `key`: one entry of a tally. Reads and writes the base."""

    op: ClassVar[str] = "set_state"
    of: Expr | None
    kind: str
    name: str
    key: Expr | None
    sign: str
    value: Expr
    type: str
    at: At


@define
class CallVerb(Node):
    """A call of a verb, the core's (greyc.runtime.ir.core) or a pack's. `args` by label, settings included; a label left
    out of an optional slot or setting takes the verb's default. `alias` binds the result. `printed`, of `lay`: what is laid
    is a printed card, a place of which a new one is made or one whose drawing is laid place by place."""

    op: ClassVar[str] = "do"
    verb: str
    args: dict[str, Expr]
    alias: str | None
    at: At
    printed: bool = False


@define
class Amount(Node):
    """How many of a pick: from `low` to `high` (None: all there are)."""

    op: ClassVar[str] = "amount"
    low: Expr
    high: Expr | None
    exact: bool
    """Low and high are the same number: fewer candidates than that are all taken (`choose`), or make it impossible
    (an action's parameter)."""


@define
class Pick(Node):
    """What may be chosen. Without `amount` one, bound to the query's name; with it a list, bound to `alias`."""

    op: ClassVar[str] = "pick"
    query: Query
    amount: Amount | None
    alias: str | None


@define
class Choose(Node):
    """`may` always asks and may be declined. Nothing chosen, nothing to choose: `other`."""

    op: ClassVar[str] = "choose"
    pick: Pick
    may: bool
    by: Expr | None
    """Who answers: a seat or a list of seats; None: the `decides` of the words' owner, put in by the compiler."""
    prompt: Message | None
    body: list[Stmt]
    other: list[Stmt]
    at: At


@define
class ChoiceOption(Node):
    op: ClassVar[str] = "option_block"
    title: Message
    cond: Expr | None
    body: list[Stmt]
    at: At


@define
class ChooseOne(Node):
    """`choose one` and `either ... or`. An option made only of calls whose `needs` is not met is not offered."""

    op: ClassVar[str] = "choose_one"
    by: Expr | None
    prompt: Message | None
    options: list[ChoiceOption]
    at: At


@define
class May(Node):
    op: ClassVar[str] = "may"
    prompt: Message
    by: Expr | None
    body: list[Stmt]
    other: list[Stmt]
    at: At


@define
class Split(Node):
    """`total` parted over the candidates; for each that gets something, `body` with its share bound to `share`."""

    op: ClassVar[str] = "split"
    total: Expr
    query: Query
    by: Expr | None
    share: str
    prompt: Message | None
    body: list[Stmt]
    at: At


@define
class If(Node):
    """With `alias`, the condition's value (something that may be absent) is bound inside `body`."""

    op: ClassVar[str] = "if"
    cond: Expr
    alias: str | None
    body: list[Stmt]
    other: list[Stmt]
    at: At


@define
class ForEach(Node):
    """The list is fixed when taken; members whose `where` or zone no longer holds are skipped. With `by`, who is asked
    before each step which one is next. `zone` is the zone the members were taken from, when it is one. `prompt`: how that
    is asked, made from the code."""

    op: ClassVar[str] = "for_each"
    query: Query
    by: Expr | None
    body: list[Stmt]
    at: At
    prompt: Message | None = None


@define
class Repeat(Node):
    """`count` None: until stopped."""

    op: ClassVar[str] = "repeat"
    count: Expr | None
    body: list[Stmt]
    at: At


@define
class While(Node):
    op: ClassVar[str] = "while"
    cond: Expr
    body: list[Stmt]
    at: At


@define
class Together(Node):
    op: ClassVar[str] = "together"
    body: list[Stmt]
    at: At


@define
class Offer(Node):
    """Actions of the groups, offered to seats (or things with a `decides`), until all (or one) pass or `until` holds."""

    op: ClassVar[str] = "offer"
    groups: list[str]
    to: Expr
    all_pass: bool
    until: Expr | None
    givens: dict[str, Expr]
    at: At


@define
class Mod(Node):
    """One change of a modifier: `field sign value`; `=` first, then `*`, then `+ -`."""

    op: ClassVar[str] = "mod"
    kind: str
    field: str
    sign: str
    value: Expr


@define
class GrantKeyword(Node):
    op: ClassVar[str] = "grant"
    keyword: str
    args: list[Expr]


@define
class ModifyUntil(Node):
    """Targets and amounts are fixed now; ends when one of the verbs `until` next ends."""

    op: ClassVar[str] = "modify_until"
    target: Query
    mods: list[Mod | GrantKeyword]
    until: list[str]
    at: At


@define
class Run(Node):
    """`run A of X [for Y] [with ...]`: the blocks of ability A on X; `target` Y: with `this` = Y."""

    op: ClassVar[str] = "run"
    ability: str
    of: Expr
    printed: bool
    target: Expr | None
    args: dict[str, Expr]
    at: At


@define
class Needs(Node):
    op: ClassVar[str] = "needs"
    cond: Expr
    at: At


@define
class Result(Node):
    op: ClassVar[str] = "result"
    value: Expr
    at: At


@define
class Stop(Node):
    """Without `verb`: the nearest hook's watched call, or the nearest verb, ability or `do`. With it: the innermost
    running call of that verb whose arguments equal `pattern`; none: nothing. `result`: `stop ... with result E`."""

    op: ClassVar[str] = "stop"
    verb: str | None
    pattern: dict[str, Expr]
    result: Expr | None
    at: At


@define
class EndGame(Node):
    op: ClassVar[str] = "end"
    won: bool
    winner: Expr | None
    message: Message | None
    at: At


@define
class Fill(Node):
    """Makes copies into a zone: one per entry of a list, as many as `copies` says of `cards of K`."""

    op: ClassVar[str] = "fill"
    zone: Expr
    query: Query
    by_copies: bool
    at: At


@define
class Log(Node):
    """A sentence for the log, by itself (a verb's own `log` stands in its declaration)."""

    op: ClassVar[str] = "log"
    message: Message
    at: At


Stmt: TypeAlias = (
    Let | SetLocal | SetState | CallVerb | Choose | ChooseOne | May | Split | If | ForEach | Repeat | While | Together
    | Offer | ModifyUntil | Run | Needs | Result | Stop | EndGame | Fill | Log
)  # fmt: skip


__all__ = [
    "Amount",
    "CallVerb",
    "ChoiceOption",
    "Choose",
    "ChooseOne",
    "EndGame",
    "Fill",
    "ForEach",
    "GrantKeyword",
    "If",
    "Let",
    "Log",
    "May",
    "Mod",
    "ModifyUntil",
    "Needs",
    "Offer",
    "Pick",
    "Repeat",
    "Result",
    "Run",
    "SetLocal",
    "SetState",
    "Split",
    "Stmt",
    "Stop",
    "Together",
    "While",
]
