"""Values of printed cards, worked out once when a game is linked: constants, tables, lists, defaults that read other
fields of the same card. What may stand here is small, so a plain walk over the IR does.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, floordiv, mod, mul, sub
from typing import Any, Final

from . import ir
from .errors import LinkError

FAR = float("inf")
ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {"+": add, "-": sub, "*": mul, "/": floordiv, "%": mod}


class NeedsGame(LinkError):
    """A value that can't be worked out before a game starts."""


MOST_ENTRIES = 5_000
"""Entries of one printed list, as many as a list in play has by default (`Budget.items`): content is untrusted."""
MOST = 2**63
"""No printed number is as great as this."""


def constant(
    node: ir.Expr, card_number: Callable[[str], int], env: dict[str, Any], read: Callable[[Any, str], Any]
) -> Any:
    """The value of `node`. `env` holds locals (a keyword's parameters, `this` as a printed card); `read(card, field)`
    reads a printed field. Raises NeedsGame for what needs a game in play, LinkError for what is too great."""

    def go(n: ir.Expr) -> Any:
        match n:
            case ir.Int() | ir.Flag() | ir.Str():
                return n.value
            case ir.Nothing():
                return None
            case ir.Far():
                return FAR
            case ir.Word():
                return n.word
            case ir.DieRef() | ir.SideRef() | ir.BoardRef() | ir.KeywordRef():
                return n.name
            case ir.Printed() | ir.Copy():
                return card_number(n.card)
            case ir.ListOf():
                return tuple([go(i) for i in n.items])
            case ir.RangeList():
                low, high = go(n.low), go(n.high)
                return tuple(range(low, low + _entries(high - low + 1)))
            case ir.Table():
                return {go(k): go(v) for k, v in n.entries}
            case ir.Join():
                left, right = go(n.left), go(n.right)
                _entries(len(left) + len(right))
                return left + right
            case ir.Arith():
                a, b = go(n.left), go(n.right)
                if n.sign in "/%" and b == 0:
                    raise LinkError("a printed number is divided by zero")
                value = ARITHMETIC[n.sign](a, b)
                if -MOST < value < MOST or value == FAR:
                    return value
                raise LinkError("a printed number is too great")
            case ir.IfElse():
                return go(n.then) if go(n.cond) else go(n.other)
            case ir.Local() if n.name in env:
                return env[n.name]
            case ir.Get() | ir.Base():
                return read(go(n.of), n.name)
            case ir.Not():
                return not go(n.of)
            case ir.And():
                return all(go(p) for p in n.parts)
            case ir.Or():
                return any(go(p) for p in n.parts)
            case ir.Compare():
                return _compare(n.sign, go(n.left), go(n.right))
        raise NeedsGame(f"a printed value can't be worked out before the game starts ({n.op})")

    return go(node)


def _entries(count: int) -> int:
    """As many entries of a list, or none; raises LinkError for too many."""
    if count > MOST_ENTRIES:
        raise LinkError(f"a printed list would have {count} entries, more than {MOST_ENTRIES}")
    return max(0, count)


def is_constant(node: ir.Expr | None) -> bool:
    """Whether `constant` needs no environment at all."""
    match node:
        case None | ir.Int() | ir.Flag() | ir.Str() | ir.Nothing() | ir.Far() | ir.Word() | ir.DieRef() | ir.SideRef():
            return True
        case ir.Printed():
            return True
        case ir.ListOf():
            return all(is_constant(i) for i in node.items)
        case ir.Table():
            return all(is_constant(k) and is_constant(v) for k, v in node.entries)
    return False


def _compare(sign: str, a: Any, b: Any) -> bool:
    match sign:
        case "==":
            return bool(a == b)
        case "!=":
            return bool(a != b)
        case "<":
            return bool(a < b)
        case "<=":
            return bool(a <= b)
        case ">":
            return bool(a > b)
    return bool(a >= b)
