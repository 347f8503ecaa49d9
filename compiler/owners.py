"""Whose a thing is, who holds it and on which place it stands, as types: certain, or possibly absent.

A card's words work in the zones its kind is active in. If each of those belongs to a seat (directly, or by way of a
card that lies with one), `owner` is a seat there; if some do not, it may be absent. `place` and `holder` go the same way.
What can't lie anywhere else (a token has no box) needs no `active in`.
"""

from __future__ import annotations

from collections.abc import Sequence

from greyc.compiler.entries import CardInfo, KeywordInfo, Member
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import (
    ANYTHING,
    PLACE,
    SEAT,
    THING,
    Kind,
    OneOf,
    Type,
    Zone,
    kinds_of,
    one_of,
    optional,
    related,
)
from greyc.runtime.ir import core

Holder = Kind | None
"""The kind of thing that has a zone, None for the table."""


def owner_type(of: Type, symbols: Symbols, zones: Sequence[str] | None = None) -> Type:
    """Of `E.owner`: a seat, or a seat that may be absent."""
    sure = all(_owned(kind, symbols, zones, frozenset()) for kind in kinds_of(of))
    return symbols.seat if sure else optional(symbols.seat)


def place_type(of: Type, symbols: Symbols, zones: Sequence[str] | None = None) -> Type:
    """Of `E.place`."""
    kinds = kinds_of(of)
    places = [place for kind in kinds for place in _places(kind, symbols, frozenset())]
    found: Kind | OneOf = one_of(tuple(dict.fromkeys(places))) if places else PLACE
    return found if all(_placed(kind, symbols, zones, frozenset()) for kind in kinds) else optional(found)


def holder_type(of: Type, symbols: Symbols, zones: Sequence[str] | None = None) -> Type:
    """Of `E.holder`."""
    kinds = kinds_of(of)
    anywhere = [holder for kind in kinds for holder in _holders(kind, symbols, None) if holder is not None]
    where_active = [holder for kind in kinds for holder in _holders(kind, symbols, _active(kind, symbols, zones))]
    if not anywhere:
        return optional(THING)
    found = one_of(tuple(dict.fromkeys(anywhere)))
    return optional(found) if None in where_active else found


def zones_for(of: Type, symbols: Symbols) -> list[Member]:
    """All zones and slots of kinds, cards and the table in which a thing of that type may lie."""
    return [
        member for _, member in _all_zones(symbols) if isinstance(member.type, Zone) and related(of, member.type.of)
    ]


def _owned(kind: Kind, symbols: Symbols, zones: Sequence[str] | None, below: frozenset[str]) -> bool:
    if kind.root == "seat":
        return True
    if kind.root not in ("card", "token"):
        return False
    if kind.name in below:
        return True  # in a card of its own kind, and so on up: the others decide
    active = _active(kind, symbols, zones)
    if active is None:
        info = symbols.kinds.get(kind.name)
        return info is not None and bool(info.brought_in)
    holders = _holders(kind, symbols, active)
    below = below | {kind.name}
    if not holders:
        return _misspelt(active, symbols)
    return all(h is not None and _owned(h, symbols, None, below) for h in holders)


def _placed(kind: Kind, symbols: Symbols, zones: Sequence[str] | None, below: frozenset[str]) -> bool:
    if kind.root == "place" or kind.name in below:
        return True
    active = None if kind.root == "seat" else _active(kind, symbols, zones)
    if active is None and kind.root != "seat":
        return False
    holders = _holders(kind, symbols, active)
    below = below | {kind.name}
    if not holders:
        return _misspelt(active, symbols)
    return all(h is not None and _placed(h, symbols, None, below) for h in holders)


def _misspelt(names: Sequence[str] | None, symbols: Symbols) -> bool:
    """A zone is named that there is not: that was reported, and what rests on it need not be reported too."""
    known = {member.name for _, member in _all_zones(symbols)}
    return names is not None and any(name not in known for name in names)


def _places(kind: Kind, symbols: Symbols, below: frozenset[str]) -> list[Kind]:
    """Kinds of places where a thing may stand, whether it is active there or not."""
    if kind.root == "place":
        return [kind]
    if kind.name in below or kind.name == ANYTHING:
        return []
    below = below | {kind.name}
    holders = _holders(kind, symbols, None)
    return [place for h in holders if h is not None for place in _places(h, symbols, below)]


def _active(kind: Kind, symbols: Symbols, zones: Sequence[str] | None) -> list[str] | None:
    """Names of the zones in which a thing of the kind can be asked; None: nothing is said of it."""
    if zones is not None:
        return list(zones)
    named = symbols.active_in(kind.name)
    if named or kind.root != "token":
        return named or None
    return [member.name for member in zones_for(kind, symbols)]


def _holders(kind: Kind, symbols: Symbols, names: Sequence[str] | None) -> list[Holder]:
    key = (kind.name, None if names is None else tuple(names))
    found = symbols.holders.get(key)
    if found is None:
        found = symbols.holders[key] = [
            holder
            for holder, member in _all_zones(symbols)
            if (names is None or member.name in names)
            and isinstance(member.type, Zone)
            and related(kind, member.type.of)
        ]
    return found


def _all_zones(symbols: Symbols) -> list[tuple[Holder, Member]]:
    if symbols.zones is None:
        found: list[tuple[Holder, Member]] = []
        seat = symbols.seat
        for info in symbols.kinds.values():
            # Seats are all of one kind: what other kinds of them have, or have otherwise, is nowhere in the game.
            if info.root != "seat" or seat == SEAT:
                members = info.members
            else:
                members = symbols.members(seat.name) if info.type == seat else {}
            found += [(info.type, m) for m in members.values() if m.what in ("zone", "slot")]
        for value in symbols.values.values():
            if isinstance(value, Member):
                if value.what in ("zone", "slot"):
                    found.append((None, value))
            elif isinstance(value, CardInfo):
                found += [(value.type, m) for m in value.members.values() if m.what in ("zone", "slot")]
            elif isinstance(value, KeywordInfo):
                on = [symbols.kinds[name].type for name in value.on if name in symbols.kinds]
                found += [(k, m) for k in on for m in value.members.values() if m.what in ("zone", "slot")]
        symbols.zones = found
    return symbols.zones


def can_have(of: Type, keyword: KeywordInfo, symbols: Symbols) -> bool:
    """Whether something of that type may have the keyword."""
    kinds = symbols.kinds
    return any(related(of, kinds[name].type) for name in keyword.on if name in kinds) or not keyword.on


def member_names(of: Type, symbols: Symbols) -> list[str]:
    """What may stand behind a dot after something of that type."""
    found = [name for name in core.ATTRIBUTES if name not in ("die", "face", "faces")]
    kinds = kinds_of(of)
    if kinds and kinds[0].name in symbols.kinds:
        found += symbols.members(kinds[0].name)
    if isinstance(kinds[0] if kinds else None, Kind) and kinds[0].also is not None:
        extra = symbols.values.get(kinds[0].also)
        if isinstance(extra, CardInfo | KeywordInfo):
            found += extra.members
    found += [k.name for k in symbols.values.values() if isinstance(k, KeywordInfo) and can_have(of, k, symbols)]
    return found
