"""Syntax trees of a pack to its symbol table: pass 1 declares every name, pass 2 resolves types and headers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import Type
from greyc.compiler.unit import Unit
from greyc.dsl import nodes


def build_symbols(
    pack: str,
    units: Sequence[Unit],
    requires: Sequence[Symbols],
    reporter: Reporter,
    elsewhere: Mapping[str, str] | None = None,
) -> Symbols:
    """The symbols of a pack on top of those of the packs it requires directly (theirs hold what they require).

    `elsewhere`: what `declared_names` found in packs outside the requirement closure, name -> pack.
    """
    raise AssertionError("being written")


def declared_names(units: Sequence[Unit]) -> set[str]:
    """Every name a pack's files declare at the left margin, with words; for `elsewhere`."""
    raise AssertionError("being written")


def resolve_type(node: nodes.TypeExpr, symbols: Symbols, unit: Unit, reporter: Reporter) -> Type:
    """A written type; ERROR when it is unknown (reported)."""
    raise AssertionError("being written")


def frame_of_kind(kind: str, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None = None) -> Frame:
    """The frame of words in a kind's body. `zones`: of an `active in ZONES:` block."""
    raise AssertionError("being written")


def frame_of_card(card: str, symbols: Symbols, unit: Unit, reporter: Reporter, zones: list[str] | None = None) -> Frame:
    """The frame of words in a card's body."""
    raise AssertionError("being written")


def frame_of_keyword(keyword: str, symbols: Symbols, unit: Unit, reporter: Reporter) -> Frame:
    """The frame of words in a keyword's body; bind its parameters with `scope_of`."""
    raise AssertionError("being written")


def scope_of(frame: Frame, params: Sequence[object] = ()) -> Scope:
    """A scope with parameters (ParamInfo, SlotInfo) bound as locals."""
    raise AssertionError("being written")
