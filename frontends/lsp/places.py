"""Places as editors count them: lines from 0, and in a line the UTF-16 units before the place.

The compiler counts the characters of the whole text. A text without characters beyond the basic plane, which is nearly
every one, needs no encoding for the way there and back.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from attrs import frozen

from greyc.compiler.diagnostics.text import Lines
from greyc.dsl.nodes import Span

Place = tuple[int, int]


@frozen
class Text:
    """A text with the begins of its lines."""

    lines: Lines
    wide: bool

    @property
    def text(self) -> str:
        return self.lines.text

    def place(self, offset: int) -> Place:
        """Line and UTF-16 column of an offset; one outside the text counts as its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.lines.starts, offset) - 1
        start = self.lines.starts[line]
        return line, _units(self.text[start:offset]) if self.wide else offset - start

    def range(self, span: Span) -> tuple[Place, Place]:
        """Both ends of a span."""
        return self.place(span[0]), self.place(max(span))

    def offset(self, place: Place) -> int:
        """The offset of a place; behind the end of a line it is that end."""
        line, column = place
        if line >= len(self.lines.starts):
            return len(self.text)
        start = self.lines.starts[line]
        shown = self.lines.line(line + 1)
        if not self.wide:
            return start + min(column, len(shown))
        units = 0
        for index, char in enumerate(shown):
            if units >= column:
                return start + index
            units += _units(char)
        return start + len(shown)


@lru_cache(maxsize=64)
def text_of(text: str) -> Text:
    """The text with its lines."""
    return Text(Lines.of(text), any(char > "\uffff" for char in text))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def moved(span: Span, before: str, after: str) -> Span | None:
    """Where a span of a text is after an edit; None if the edit touches it."""
    same = _common(before, after)
    if span[1] < same:
        return span
    behind = min(_common(before[::-1], after[::-1]), min(len(before), len(after)) - same)
    if span[0] >= len(before) - behind:
        shift = len(after) - len(before)
        return span[0] + shift, span[1] + shift
    return None


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
