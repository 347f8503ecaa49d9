"""What is perhaps only called otherwise: gone under one name, new under another, the same but for it.

Looked for first, since what names the renamed thing then names it by its new name, which is no change of its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from greyc.frontends.diff.pair import Pair
from greyc.frontends.diff.plain import Renames, plain
from greyc.runtime import ir

_ITSELF: Final = "<itself>"


def find_renames(pair: Pair) -> None:
    """Fills `pair.renames`; cards come last, since they speak of all the others."""
    for sort, was, now in (
        ("function", pair.was.functions, pair.now.functions),
        ("verb", pair.was.verbs, pair.now.verbs),
        ("action", pair.was.actions, pair.now.actions),
        ("keyword", pair.was.keywords, pair.now.keywords),
        ("card", pair.was.cards, pair.now.cards),
    ):
        _find(pair, sort, was, now)


def _find(pair: Pair, sort: str, was: Sequence[Any], now: Sequence[Any]) -> None:
    before, after = {each.name: each for each in was}, {each.name: each for each in now}
    gone = [each for name, each in before.items() if name not in after]
    came = {name: _content(sort, each, {}) for name, each in after.items() if name not in before}
    for each in gone:
        content = _content(sort, each, pair.renames)
        alike = [name for name, other in came.items() if other == content]
        named = [name for name in alike if _title(pair.now, after[name]) == _title(pair.was, each)]
        if (len(alike) == 1 and (named or _says_much(each))) or len(named) == 1:
            new = (named or alike)[0]
            pair.renames[sort, each.name] = new
            del came[new]


def _content(sort: str, node: Any, renames: Renames) -> str:
    return json.dumps(plain(node, {**renames, (sort, node.name): _ITSELF}), sort_keys=True)


def _title(pack: ir.Pack, node: Any) -> str | None:
    title = getattr(node, "title", None)
    return pack.texts.get("en", {}).get(title.id if isinstance(title, ir.Message) else title or "")


def _says_much(node: Any) -> bool:
    """Whether two that say the same as it are hardly two by chance."""
    if not isinstance(node, ir.Card):
        return True
    words = node.words
    return bool(node.keywords or words.hooks or words.whenevers or words.modifiers or words.abilities or node.drawing)


__all__ = ["find_renames"]
