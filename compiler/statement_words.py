"""Lines that begin like a call and are none: a word of the language that is misspelt, or stands where there is no such line.

The grammar reads every line of a block that begins with a name as a call of a verb, so `expcet air == 3` is one too. What
stands behind such a word means something else than parts of a call; nothing more is said of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from greyc.compiler import meant
from greyc.compiler.names import namespace, report_unknown
from greyc.compiler.scope import Scope
from greyc.compiler.spell import did_you_mean, distance, nearest
from greyc.compiler.symbols import Symbols
from greyc.dsl import nodes
from greyc.dsl.forms import FORMS

_IN_BLOCK: Final = frozenset(FORMS["block"])
_IN_TEST: Final = frozenset(FORMS["test"]) - _IN_BLOCK
_TOP: Final = "in a test, never below another line of it"
_STRAIGHT: Final = "a test goes straight on: write each step in a line of its own"
_EXPECT: Final = "a test goes straight on: write expect with and, or, not, any(...) or all(...)"


def is_other_line(node: nodes.VerbCall, scope: Scope) -> bool:
    """Whether a call of a verb that is not there was meant as another line (reported)."""
    symbols, name = scope.frame.symbols, node.verb
    in_test = scope.frame.place == "test"
    if in_test and _is_rolled(node):
        said = scope.frame.unit.source(node).split(maxsplit=1)[-1]
        scope.report("misplaced-word", name, suggestion=f"write rolls {said}, for how the dice fall", word=name.text)
        return True
    if symbols.verb(name.text) is not None:
        return False
    if name.text in _IN_TEST:
        if in_test:
            advice = _EXPECT if name.text == "expect" else _STRAIGHT
            scope.report("wrong-place", name, suggestion=advice, word=name.text, where=_TOP)
        elif meant.foreign(name.text, "verb") is not None or symbols.any_entry(name.text) is not None:
            return False
        else:
            advice = "write it in a test, where what has come of it is asked"
            scope.report("wrong-place", name, suggestion=advice, word=name.text, where="in a test")
        return True
    word = word_meant(name.text, in_test, symbols)
    if word is None:
        return False
    report_unknown(
        symbols, scope.frame.unit, scope.frame.reporter, name, "verb", suggestion=did_you_mean(name.text, [word])
    )
    return True


def word_meant(name: str, in_test: bool, symbols: Symbols) -> str | None:
    """The word that begins a line and is spelt most like a name, unless a verb is spelt more like it."""
    if symbols.verb(name) is not None or symbols.any_entry(name) is not None or meant.foreign(name, "verb"):
        return None
    words = _IN_BLOCK | _IN_TEST if in_test else _IN_BLOCK
    if in_test and name in _IN_TEST:
        return name
    found = nearest(name, [*_near(name, words), *namespace(symbols, "verb")])
    return found if found in words else None


def _near(name: str, words: Iterable[str]) -> list[str]:
    """Words that one slip makes of the name, or its letters in another order: they are short, and `sells` is no `fill`."""
    return [word for word in words if distance(name, word, 1) <= 1 or sorted(name) == sorted(word)]


def line_meant(name: str, in_test: bool, symbols: Symbols) -> str | None:
    """What a line that can't be read should most likely begin with instead of `name`, as a question."""
    words = _IN_BLOCK | _IN_TEST if in_test else _IN_BLOCK
    return meant.foreign(name, "verb") or did_you_mean(name, [*_near(name, words), *namespace(symbols, "verb")])


def is_in_test(text: str, place: int) -> bool:
    """Whether a place stands below the first line of a test."""
    first = next((line for line in reversed(text[:place].splitlines()) if line[:1].strip(" \t#")), "")
    return first.startswith("test")


def unknown_calls(steps: Iterable[nodes.Node], symbols: Symbols) -> list[nodes.VerbCall]:
    """The lines of a test, and those below them, that call no verb there is."""
    waiting = list(steps)
    for node in waiting:  # grows while it is gone through
        for each in attrs.fields(type(node)):
            held = getattr(node, each.name)
            waiting += [
                below for below in (held if isinstance(held, list) else [held]) if isinstance(below, nodes.Node)
            ]
    return [node for node in waiting if isinstance(node, nodes.VerbCall) and symbols.verb(node.verb.text) is None]


def _is_rolled(node: nodes.VerbCall) -> bool:
    """`roll 3`, `rols 3` in a test, where what the dice show is said."""
    near = distance(node.verb.text, "rolls", 1) <= 1
    return near and isinstance(node.leading, nodes.Number) and not node.args and node.alias is None
