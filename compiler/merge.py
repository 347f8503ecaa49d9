"""The symbols of several required packs as one table, from which a pack starts.

Packs that require the same pack share its entries, so most of this is copying dictionaries. Where two of them extended
the same kind, the pack above sees both extensions; where one overrode what the other left alone, it sees the override.
What contradicts itself is found when packs are linked, not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from greyc.compiler.entries import (
    AbilityInfo,
    ActionInfo,
    CardInfo,
    Entry,
    FunctionInfo,
    GameInfo,
    KeywordInfo,
    KindInfo,
    VerbInfo,
    WordKindInfo,
)
from greyc.compiler.symbols import Symbols


def merged(pack: str, requires: Sequence[Symbols]) -> Symbols:
    """A new table with everything the required packs see."""
    symbols = Symbols(pack)
    for below in requires:
        for into, from_ in (
            (symbols.kinds, below.kinds),
            (symbols.word_kinds, below.word_kinds),
            (symbols.values, below.values),
            (symbols.events, below.events),
            (symbols.games, below.games),
        ):
            _add(into, from_)
        for name, words in below.words.items():
            known = symbols.words.setdefault(name, [])
            known += [word for word in words if word not in known]
        for name, actions in below.groups.items():
            group = symbols.groups.setdefault(name, [])
            group += [action for action in actions if action not in group]
        symbols.broken |= below.broken
    return symbols


def _add(into: dict[str, Any], from_: dict[str, Any]) -> None:
    if not into:
        into.update(from_)
        return
    for name, entry in from_.items():
        old = into.get(name)
        if old is None:
            into[name] = entry
        elif old is not entry:
            into[name] = _both(old, entry)


def _both(one: Entry, other: Entry) -> Entry:
    if isinstance(one, KindInfo) and isinstance(other, KindInfo):
        active = list(dict.fromkeys(one.active_in + other.active_in))
        games = list(dict.fromkeys(one.brought_in + other.brought_in))
        return attrs.evolve(one, members={**one.members, **other.members}, active_in=active, brought_in=games)
    if isinstance(one, KeywordInfo) and isinstance(other, KeywordInfo):
        return attrs.evolve(one, members={**one.members, **other.members}, extensions=[])
    if isinstance(one, WordKindInfo) and isinstance(other, WordKindInfo):
        return attrs.evolve(one, words={**one.words, **other.words})
    if isinstance(one, AbilityInfo) and isinstance(other, AbilityInfo):
        return attrs.evolve(one, on=list(dict.fromkeys(one.on + other.on)))
    if isinstance(one, VerbInfo) and isinstance(other, VerbInfo):
        chosen, rest = (one, other) if one.override or not other.override else (other, one)
        labels = {slot.name for slot in chosen.slots}
        extra = [slot for slot in rest.slots if slot.prep == "with" and slot.name not in labels]
        return attrs.evolve(chosen, slots=chosen.slots + extra, extensions=[])
    if isinstance(one, FunctionInfo | ActionInfo | CardInfo) and isinstance(
        other, FunctionInfo | ActionInfo | CardInfo
    ):
        return one if one.override else other
    if isinstance(one, GameInfo):
        return one
    return one
