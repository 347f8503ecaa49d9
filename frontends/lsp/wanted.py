"""What kind of value fits a place where somebody writes.

The compiler says so where it looks for a type (`Asked.type`). Elsewhere the place itself does: what a query goes through is a
list or zone, who chooses is a seat, and parts of the core's verbs and functions are declared in its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.compiler.entries import CardInfo, DieInfo, Entry, FunctionInfo, Member, OptionInfo, ParamInfo, SlotInfo
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import (
    KEYWORD,
    ROOTS,
    THING,
    Board,
    Die,
    List,
    Optional,
    Printed,
    Spot,
    Tally,
    Type,
    Zone,
    fits,
    is_thing,
    optional,
    related,
    single,
    unwrap,
)
from greyc.dsl import nodes
from greyc.runtime.ir import core

Wish = Callable[[Type], bool]
Way = Sequence[tuple[nodes.Node, str]]
"""The nodes that a place stands in, from the outermost, each with the field it stands in."""

_LIST: Final = "list<T>"
_SEATS: Final = "seat|list<seat>"
_ZONE: Final = "zone<T>"
_PLACES: Final[Mapping[tuple[type, str], str]] = {
    (nodes.Query, "source"): _LIST,
    (nodes.IsIn, "right"): _LIST,
    **{(each, "by"): _SEATS for each in (nodes.Choose, nodes.ChooseOne, nodes.May, nodes.Split, nodes.ForEach)},
    (nodes.Offer, "seats"): _SEATS,
    (nodes.EndGame, "winner"): _SEATS,
    (nodes.Fill, "zone"): _ZONE,
}
"""As greyc.runtime.ir.core writes types."""
_THROUGH: Final = {(nodes.Attribute, "name"), (nodes.Ternary, "then"), (nodes.Ternary, "otherwise")}
"""What stands there has the value of the whole."""


def wish(way: Way, at: int, of: Type | None, symbols: Symbols) -> Wish | None:
    """Whether a value of a type fits a place; None if any may. `at`: its offset; `of`: the type that the compiler looked for
    there."""
    way = list(way)
    while way and (type(way[-1][0]), way[-1][1]) in _THROUGH:
        way.pop()
    said = _said(way, at, symbols) if way else None
    if isinstance(said, str):
        inner = of.of if isinstance(of, List) else None
        return lambda each: any(_is(each, part, inner) for part in said.split("|"))
    wanted = of if of is not None else said
    return None if wanted is None else lambda each: _suits(each, wanted)


def _said(way: Way, at: int, symbols: Symbols) -> str | Type | None:
    """What the tables say of a place: a type, or one as the core writes it."""
    (node, name), above = way[-1], way[:-1]
    if isinstance(node, nodes.FunctionCall) and isinstance(node.function, nodes.Name) and name == "args":
        number = sum(arg.span[1] <= at for arg in node.args)
        return _parameter(node.function.text, number, symbols)
    if isinstance(node, nodes.PrepArg) and above and isinstance(call := above[-1][0], nodes.VerbCall):
        return _part(call.verb.text, node.preposition, symbols)
    if isinstance(node, nodes.VerbCall) and name == "leading":
        return _part(node.verb.text, "", symbols)
    return _PLACES.get((type(node), name))


def _parameter(name: str, number: int, symbols: Symbols) -> str | Type | None:
    own = symbols.values.get(name)
    if isinstance(own, FunctionInfo):
        return own.params[number].type if number < len(own.params) else None
    known = core.FUNCTIONS.get(name)
    if known is None:
        return None
    params = [each for each in known.params if each != "..."]
    return _said_by_core(params[min(number, len(params) - 1)].strip("[]?"))


def _part(name: str, prep: str, symbols: Symbols) -> str | Type | None:
    verb = symbols.verb(name)
    slot = next((each for each in verb.slots if each.prep == prep), None) if verb is not None else None
    if slot is None:
        return None
    return slot.type if slot.pattern is None else _said_by_core(slot.pattern)


def _said_by_core(pattern: str) -> str | None:
    return None if pattern == "T" else pattern


# ---- what fits ------------------------------------------------------------------------------------
def core_type(said: str) -> Type | None:
    """A type as the core writes it; None where that is not one type alone."""
    if said.endswith("?"):
        inner = core_type(said[:-1])
        return None if inner is None else optional(inner)
    head, _, rest = said.rstrip(">").partition("<")
    if rest:
        of = THING if rest == "T" else core_type(rest)
        made = {"list": List, "zone": Zone, "printed": Printed, "tally": Tally}[head]
        return None if of is None else made(of)  # type: ignore[arg-type]
    return {"thing": THING, "keyword": KEYWORD, **ROOTS, **NAMED_TYPES}.get(said)


def _is(of: Type, part: str, inner: Type | None) -> bool:
    """Whether a value is of the sort that the core wants; `inner`: what is looked for in a list."""
    head, _, rest = part.partition("<")
    if head == "list":
        if not isinstance(of, List | Zone | Board):
            return False
        element = of.place if isinstance(of, Board) else of.of
        wanted = core_type(rest.rstrip(">"))
        return related(element, inner) if inner is not None else wanted is None or fits(element, wanted)
    if rest:
        return isinstance(of, {"zone": Zone, "printed": Printed, "tally": Tally}[head])
    wanted = core_type(part)
    if isinstance(wanted, Die):
        return isinstance(of, Die) and not of.rolled
    if isinstance(wanted, Spot | Board):
        return isinstance(of, type(wanted))
    if wanted is not None and is_thing(wanted):
        return is_thing(of) and related(of, wanted)
    return wanted is not None and fits(of, wanted)


def _suits(of: Type, wanted: Type) -> bool:
    """Whether it can stand where a type is wanted, or be one of those in a list that is."""
    wanted = unwrap(wanted)
    if isinstance(wanted, List) and isinstance(of, List | Zone):
        return related(of.of, wanted.of)
    return fits(of, wanted) or fits(of, single(wanted))


def value_type(entry: Entry) -> Type | None:
    """The type of what an entry is where a value is read."""
    if isinstance(entry, CardInfo):
        return Printed(entry.type)
    if isinstance(entry, FunctionInfo):
        return entry.result
    if isinstance(entry, Member) and entry.what == "slot" and isinstance(entry.type, Zone):
        return entry.type.of if entry.absent_never else Optional(entry.type.of)
    return entry.type if isinstance(entry, DieInfo | Member | OptionInfo | ParamInfo | SlotInfo) else None
