"""Frames for the places where words stand: in a kind, on a card, in a keyword, in a rule."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import ParamInfo, SlotInfo
from greyc.compiler.owners import holder_type, owner_type
from greyc.compiler.scope import Frame, LocalInfo, Place, Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, Kind, OneOf, Type
from greyc.compiler.unit import Unit


def frame_of_kind(kind: str, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None = None) -> Frame:
    """The frame of words in a kind's body. `zones`: of an `active in ZONES:` block."""
    return _frame("kind", kind, symbols.kinds[kind].type, symbols, unit, reporter, zones)


def frame_of_card(card: str, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None = None) -> Frame:
    """The frame of words in a card's body."""
    info = symbols.card(card)
    assert info is not None
    frame = _frame("card", card, info.type, symbols, unit, reporter, zones)
    frame.own_card = card
    return frame


def frame_of_keyword(
    keyword: str, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None = None
) -> Frame:
    """The frame of words in a keyword's body; bind its parameters with `scope_of`."""
    info = symbols.keyword(keyword)
    assert info is not None
    kinds = [evolve(symbols.kinds[name].type, also=keyword) for name in info.on if name in symbols.kinds]
    this: Type = ERROR if not kinds else kinds[0] if len(kinds) == 1 else OneOf(tuple(kinds))
    return _frame("keyword", keyword, this, symbols, unit, reporter, zones)


def frame_of_rule(place: Place, name: str, symbols: Symbols, unit: Unit, reporter: Reporter) -> Frame:
    """A frame without `this`: rules, verbs, actions, functions, games, checks, tests."""
    return Frame(symbols, reporter, unit, place, name)


def scope_of(frame: Frame, params: Sequence[ParamInfo | SlotInfo] = (), given: bool = False) -> Scope:
    """A scope with parameters bound as locals; they count as read. `given`: by what this overrides, whose header is kept."""
    scope = Scope(frame)
    for param in params:
        if param.name in scope.locals:
            continue  # twice in one header, which headers.py reported
        if given or param.pack != frame.symbols.pack:
            # A part of what is extended or overridden: its name is free where it was given, whatever is called so here.
            scope.locals[param.name] = LocalInfo(param.name, param.type, param.span, read=True, entry=param)
            continue
        scope.bind(param.name, param.type, param.span, param).read = True
        if param.meant is not None:
            scope.suppose(param.meant, param.span)
    return scope


def _frame(
    place: Place, name: str, this: Type, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None
) -> Frame:
    owner = holder = this
    if isinstance(this, Kind | OneOf):
        owner, holder = owner_type(this, symbols, zones), holder_type(this, symbols, zones)
    return Frame(symbols, reporter, unit, place, name, this=this, owner=owner, holder=holder, zones=zones)
