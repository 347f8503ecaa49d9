"""The symbols that every pack starts from: root kinds, word kinds and verbs of the core language.

Made from the tables of greyc.runtime.ir.core, so that a verb added there is known here at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from greyc.compiler.entries import Entry, KindInfo, Member, SlotInfo, VerbInfo, WordInfo, WordKindInfo
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ANYTHING, BOARD, FLAG, INT, ROOTS, SPOT, THING, WORDS, Die, Type, Word
from greyc.runtime.ir import core

CORE: Final = "core"
NAMED_TYPES: Final[dict[str, Type]] = {
    "int": INT,
    "flag": FLAG,
    "words": WORDS,
    "spot": SPOT,
    "board": BOARD,
    "die": Die(False, INT),
    "rolled": Die(True, INT),
}
"""Types written by name that are neither a kind nor a kind of words."""
_FIELD_TYPES: Final = {"int": INT, "words": WORDS}


@cache
def core_symbols() -> Symbols:
    """Shared and never changed: a pack's symbols copy from it."""
    symbols = Symbols(CORE)
    fields = dict(core.COPY_FIELDS)
    for kind in (THING, *ROOTS.values()):
        info = KindInfo(**_at(kind.name), parent=None if kind is THING else ANYTHING, type=kind)
        if kind.name in ("card", "place"):
            info.members = {
                name: Member(**_at(name), what="field", of=kind.name, type=_FIELD_TYPES[of])
                for name, of in fields.items()
            }
        symbols.kinds[kind.name] = info
    for name, words in core.WORDS.items():
        if name == "flag":
            continue
        entry = WordKindInfo(**_at(name), type=Word(name), ordered=False, closed=True)
        entry.words = {word: WordInfo(**_at(word), kind=name) for word in words}
        symbols.word_kinds[name] = entry
        for word in entry.words.values():
            symbols.words.setdefault(word.name, []).append(word)
    for verb in core.VERBS.values():
        symbols.events[verb.name] = VerbInfo(
            **_at(verb.name),
            slots=[SlotInfo(**_at(s.label), prep=s.prep, pattern=s.type, optional=s.optional) for s in verb.slots],
            has_result=verb.result is not None,
        )
    return symbols


def is_core(entry: Entry) -> bool:
    return entry.pack == CORE


def _at(name: str) -> dict[str, Any]:
    return {"name": name, "pack": CORE, "unit": None, "span": (0, 0)}
