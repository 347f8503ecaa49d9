"""Where the keys and texts of a TOML file stand, which no reader of the library tells.

Only for texts that `tomllib` has read: what is no TOML is not looked for here. Values that are no texts have no place of
their own, since nothing asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from attrs import define, frozen

if TYPE_CHECKING:  # nothing of the compiler is needed to know a manifest
    from greyc.dsl.nodes import Span

Step = str | int

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_IN_LINE: Final = re.compile(r"[ \t]*")
_TEXT: Final = re.compile(
    r'"""(?P<a>(?:\\[\s\S]|[^\\])*?"{0,2})"""|'
    + r"'''(?P<b>[\s\S]*?'{0,2})'''|"
    + r'"(?P<c>(?:\\.|[^"\\\n])*)"|'
    + r"'(?P<d>[^'\n]*)'"
)
_BARE: Final = re.compile(r"[\w-]+")
_OTHER: Final = re.compile(r"[^,\]}#\n]+")
"""A number, a date, true or false."""


@frozen
class Spot:
    """A key, or a text that is a value. `way`: the keys and the numbers of list items that lead there, its own last; `text` as
    it is written, without quotes."""

    way: tuple[Step, ...]
    text: str
    span: Span
    is_key: bool


@lru_cache(maxsize=32)
def spots(text: str) -> tuple[Spot, ...]:
    """All keys and texts of a TOML file in their order; a key in each place where it is written."""
    return tuple(_Reader(text).file())


@define
class _Reader:
    text: str
    at: int = 0

    def file(self) -> Iterator[Spot]:
        table: tuple[Step, ...] = ()
        while self.skip(_BLANK) < len(self.text):
            if self.text[self.at] == "[":
                double = 2 if self.text.startswith("[[", self.at) else 1
                self.at += double
                table = yield from self.key(())
                self.at += double
            else:
                yield from self.pair(table)

    def skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self.text, self.at)
        self.at = found.end() if found else self.at + 1  # never without end, whatever stands there
        return self.at

    def key(self, table: tuple[Step, ...]) -> Generator[Spot, None, tuple[Step, ...]]:
        """The parts of a dotted key, and the way to it as the result."""
        way = table
        while True:
            self.skip(_IN_LINE)
            found = _TEXT.match(self.text, self.at) or _BARE.match(self.text, self.at)
            if found is not None:
                inner = found.span(found.lastgroup or 0)
                way = (*way, self.text[slice(*inner)])
                yield Spot(way, self.text[slice(*inner)], inner, True)
                self.at = found.end()
            self.skip(_IN_LINE)
            if not self.text.startswith(".", self.at):
                return way
            self.at += 1

    def pair(self, table: tuple[Step, ...]) -> Iterator[Spot]:
        way = yield from self.key(table)
        self.at += 1  # =
        self.skip(_IN_LINE)
        yield from self.value(way)

    def value(self, way: tuple[Step, ...]) -> Iterator[Spot]:
        sign = self.text[self.at : self.at + 1]
        found = _TEXT.match(self.text, self.at)
        if found is not None:
            inner = found.span(found.lastgroup or 0)
            yield Spot(way, self.text[slice(*inner)], inner, False)
            self.at = found.end()
        elif sign in ("[", "{"):
            self.at += 1
            number = 0
            while self.skip(_BLANK) < len(self.text) and self.text[self.at] not in "]}":
                yield from self.value((*way, number)) if sign == "[" else self.pair(way)
                number += 1
                if self.skip(_BLANK) < len(self.text) and self.text[self.at] == ",":
                    self.at += 1
            self.at += 1
        else:
            self.skip(_OTHER)
