"""`-k EXPR`: which titles are meant. Words that must stand in the title, with `and`, `or`, `not` and brackets.

`-k "R136 or (tank and not boss)"`. Letters are the same large and small; words side by side must all be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Matches = Callable[[str], bool]


class BadExpression(ValueError):
    """The expression can't be read; the message says why."""


def matcher(expression: str) -> Matches:
    """Whether a title is meant by the expression. Raises BadExpression."""
    tokens = re.findall(r"[()]|[^\s()]+", expression)
    reader = _Reader(tokens)
    meant = reader.either()
    if reader.at < len(tokens):
        raise BadExpression(f"{tokens[reader.at]!r} is not expected there")
    return lambda title: meant(title.casefold())


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> bool:
        if self.peek().lower() in words and self.peek():
            self.at += 1
            return True
        return False

    def either(self) -> Matches:
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        return lambda title: any(part(title) for part in parts)

    def both(self) -> Matches:
        parts = [self.one()]
        while self.take("and") or self.peek().lower() not in ("", "or", ")"):
            parts.append(self.one())
        return lambda title: all(part(title) for part in parts)

    def one(self) -> Matches:
        if self.take("not"):
            other = self.one()
            return lambda title: not other(title)
        if self.take("("):
            inner = self.either()
            if not self.take(")"):
                raise BadExpression("a bracket is not closed")
            return inner
        word = self.peek().casefold()
        if word in ("", "and", "or", ")"):
            raise BadExpression(f"a word is missing before {word!r}" if word else "a word is missing at the end")
        self.at += 1
        return lambda title: word in title
