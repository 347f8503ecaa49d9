"""Voices of a linked game by language, made once."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from .bundle import Engine
from .say import Voice

_voices: WeakKeyDictionary[Engine, dict[str, Voice]] = WeakKeyDictionary()


def voice(engine: Engine, locale: str) -> Voice:
    """The voice of a game's packs in a language; English where a text is missing."""
    known = _voices.setdefault(engine, {})
    if locale not in known:
        known[locale] = Voice.of(engine.program.linked.packs, locale)
    return known[locale]
