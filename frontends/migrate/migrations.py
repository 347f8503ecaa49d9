"""What became otherwise from one version of the language to the next, and how to write it now.

A migration is a function from a parsed file to edits of its text, so comments and layout stay. The parser goes on reading the
older form (a mistake of meaning, which the compiler tells), so there is no second grammar; and as that form is no longer
right in any program, what is migrated once has nothing left to migrate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from greyc.compiler.manifest import LANGUAGE
from greyc.dsl import Parsed, nodes
from greyc.frontends.edits import Edit


@attrs.frozen
class Migration:
    """To `version` from the one before it. `what`: for whoever reads what was done."""

    version: int
    what: str
    edits: Callable[[Parsed], Iterator[Edit]]


class Unclear(Exception):
    """A place that a person must rewrite: what to say, and where."""

    def __init__(self, said: str, offset: int) -> None:
        super().__init__(said)
        self.offset = offset


def is_nothing(parsed: Parsed) -> Iterator[Edit]:
    """`x == nothing` is `x is nothing`, and `x != nothing` is `x is not nothing`."""
    text, path = parsed.source.text, parsed.source.path
    for node in _walk(parsed.declarations):
        if not isinstance(node, nodes.Comparison) or node.op not in ("==", "!="):
            continue
        words = "is" if node.op == "==" else "is not"
        start, end = node.left.span[1], node.right.span[0]
        sign = re.compile(rf"(?:[^=!#]|#[^\n]*)*?({node.op})").match(text, start, end)
        assert sign is not None  # what stands between two operands is their sign, closing brackets, and comments
        if _is_the_word(node.right):
            before, after = text[sign.start(1) - 1], text[sign.end(1)]
            blanks = ("" if before.isspace() else " ", "" if after.isspace() else " ")
            yield Edit(path, sign.span(1), f"{blanks[0]}{words}{blanks[1]}")
        elif _is_the_word(node.left):  # the word goes behind; what it is compared with may have edits of its own
            behind = re.compile(r"\s*").match(text, sign.end(1))
            assert behind is not None
            if "#" in text[node.span[0] : behind.end()]:
                raise Unclear(f"write {words} nothing behind what is asked for", node.span[0])
            yield Edit(path, (node.span[0], behind.end()), "")
            yield Edit(path, (node.span[1], node.span[1]), f" {words} nothing")


def _is_the_word(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Name) and node.text == "nothing"


def _walk(root: Any) -> Iterator[nodes.Node]:
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, list | tuple):
            todo.extend(node)
        elif isinstance(node, nodes.Node):
            yield node
            todo.extend(getattr(node, each.name) for each in attrs.fields(type(node)))


MIGRATIONS: Final = (
    Migration(2, "== nothing and != nothing are written as is nothing and is not nothing", is_nothing),
)
assert [each.version for each in MIGRATIONS] == list(range(2, LANGUAGE + 1))

__all__ = ["MIGRATIONS", "Migration", "Unclear", "is_nothing"]
