"""Expressions of the IR as an author would write them: to say which part of a line is meant.

Near enough to the source to be found in it; what has no short form is told by dots.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from greyc.runtime import ir

DOTS = "..."


def written(n: Any) -> str:
    """The expression in one line."""
    match n:
        case ir.Int() | ir.Word(word=_) | ir.Flag() | ir.Nothing() | ir.Far() | ir.Str():
            return _constant(n)
        case ir.Printed() | ir.Copy():
            return n.card
        case ir.Local() | ir.State() | ir.Option() | ir.DieRef() | ir.BoardRef() | ir.SideRef():
            return n.name
        case ir.KindRef():
            return n.kind
        case ir.KeywordRef():
            return n.name + (f"({_list(n.args)})" if n.args else "")
        case ir.Players():
            return "players"
        case ir.Get() | ir.Attr():
            return f"{written(n.of)}.{n.name}"
        case ir.Base():
            return f"base({written(n.of)}, {n.name})"
        case ir.ZoneRef():
            return n.name if n.of is None else f"{written(n.of)}.{n.name}"
        case ir.Contents() | ir.SlotRead():
            return written(n.zone)
        case ir.ByPlayers():
            return written(n.of)
        case ir.Index():
            return f"{written(n.of)}[{written(n.key)}]"
        case ir.Every():
            return f"every {n.kind}"
        case ir.CardsOf() | ir.Values():
            return f"cards of {n.kind}"
        case ir.Call():
            return f"{n.function}({_list(n.args)})"
        case ir.Builtin():
            said = n.args[:1] if n.name == "keys" else n.args  # its words are put in by the compiler
            return f"{n.name}({_list([*said, *n.named.values()])})"
        case ir.Can():
            return f"can {n.action}(" + ", ".join(f"{k}: {written(v)}" for k, v in n.args.items()) + ")"
        case ir.During():
            return f"during {n.verb}"
    return _operator(n)


def _constant(n: Any) -> str:
    match n:
        case ir.Int():
            return str(n.value)
        case ir.Word():
            return str(n.word)
        case ir.Flag():
            return "yes" if n.value else "no"
        case ir.Str():
            return f'"{n.value}"'
    return "far" if isinstance(n, ir.Far) else "nothing"


def _operator(n: Any) -> str:
    match n:
        case ir.Arith() | ir.Compare():
            if isinstance(n.right, ir.Nothing):
                return f"{_inner(n.left)} {'is' if n.sign == '==' else 'is not'} nothing"
            return f"{_inner(n.left)} {n.sign} {_inner(n.right)}"
        case ir.Join() | ir.Without():
            return f"{_inner(n.left)} {'+' if isinstance(n, ir.Join) else '-'} {_inner(n.right)}"
        case ir.And() | ir.Or():
            return (" and " if isinstance(n, ir.And) else " or ").join(map(_inner, n.parts))
        case ir.Not():
            return f"not {_inner(n.of)}"
        case ir.IfElse():
            return f"{_inner(n.then)} if {_inner(n.cond)} else {_inner(n.other)}"
        case ir.IsKind():
            return f"{_inner(n.of)} is {n.kind}"
        case ir.IsCard():
            return f"{_inner(n.of)} is {n.card}"
        case ir.Has():
            return f"{written(n.of)}.{n.name}" if n.what == "keyword" else f"{_inner(n.of)} has {n.name}"
        case ir.In():
            return f"{_inner(n.item)} is in {_inner(n.source)}"
        case ir.RangeList():
            return f"{_inner(n.low)} .. {_inner(n.high)}"
        case ir.ListOf():
            return f"[{_list(n.items)}]"
        case ir.Table():
            return "{" + ", ".join(f"{written(k)}: {written(v)}" for k, v in n.entries) + "}"
        case ir.Query():
            return _query(n)
        case ir.MapList():
            return f"[{written(n.value)} for {_query(n.query)}]"
        case ir.Aggregate():
            return f"{n.function}({f'{written(n.value)} for ' if n.value is not None else ''}{_query(n.query)})"
        case ir.Mod():
            return f"{n.field} {n.sign}{'' if n.sign in '+-' else ' '}{written(n.value)}"
        case ir.GrantKeyword():
            return n.keyword + "".join(f" {written(a)}" for a in n.args)
    return DOTS


def _inner(n: Any) -> str:
    """Inside an operator: in brackets where it is one itself."""
    loose = (ir.And, ir.Or, ir.IfElse, ir.Compare, ir.Arith, ir.Join, ir.Without, ir.Not, ir.In)
    return f"({written(n)})" if isinstance(n, loose) else written(n)


def _query(n: ir.Query) -> str:
    where = f" where {written(n.where)}" if n.where is not None else ""
    rank = ""
    if n.rank is not None:
        rank = f" {'from ' if n.rank.every else ''}{n.rank.order} {written(n.rank.by)}"
    return f"{n.name} in {written(n.source)}{where}{rank}"


def _list(items: Iterable[Any]) -> str:
    return ", ".join(map(written, items))


__all__ = ["written"]
