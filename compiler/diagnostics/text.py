"""Findings as text for people: the place, the source lines with the marked span underlined, and the suggestion.

The underline must stand under the marked letters on a terminal, so it is measured in cells, not characters: East Asian
wide characters take two, combining marks none, and a tab reaches the next multiple of four.
"""

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from re import finditer
from typing import Final

from attrs import frozen

from greyc.compiler.diagnostics.model import Diagnostic, Span

Paint = Callable[[str, str], str]  # (style, text) -> text

TAB: Final = 4
WIDEST: Final = 160  # cells of a source line that are shown; a longer one is cut around the marked place
MOST_LINES: Final = 4  # of a marked span; of more, the first and last are shown
STYLES: Final = {"error": "1;31", "warning": "1;33", "note": "1;36", "help": "1;32", "frame": "34", "bold": "1"}


@frozen
class Position:
    """A place as people count: line and column from 1, columns in characters."""

    line: int
    column: int


@frozen
class Lines:
    """Where the lines of a text begin, with \\n, \\r\\n and \\r all ending a line."""

    text: str
    starts: Sequence[int]

    @classmethod
    def of(cls, text: str) -> "Lines":
        return cls(text, (0, *(match.end() for match in finditer(r"\r\n|\n|\r", text))))

    def position(self, offset: int) -> Position:
        """The line and column of an offset; one outside the text counts as its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line without its end."""
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")


lines_of = lru_cache(maxsize=8)(Lines.of)  # findings come sorted by file, so a few are enough


def cells(text: str, column: int = 0) -> tuple[str, int]:
    """The text as a terminal can show it, and the cell after it when it starts at `column`."""
    shown: list[str] = []
    for char in text:
        if char == "\t":
            step = TAB - column % TAB
            shown.append(" " * step)
        elif unicodedata.combining(char):
            step = 0
            shown.append(char)
        elif unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs"):
            char = f"<U+{ord(char):04X}>"  # a control or invisible character would move the cursor or hide
            step = len(char)
            shown.append(char)
        else:
            step = 2 if unicodedata.east_asian_width(char) in "WF" else 1
            shown.append(char)
        column += step
    return "".join(shown), column


def render(found: Diagnostic, sources: Mapping[str, str], *, colour: bool = False) -> str:
    """One finding as a few lines of text; a file that `sources` lacks is named without its lines."""
    paint = _painter(colour)
    width = max((_gutter(sources, path, span) for path, span, _ in _places(found)), default=1)
    out = [f"{paint(found.severity, f'{found.severity}[{found.code}]')} {paint('bold', found.message)}"]
    mark = {"error": "^", "warning": "^", "note": "-"}[found.severity]
    for number, (path, span, message) in enumerate(_places(found)):
        style, sign = (found.severity, mark) if number == 0 else ("frame", "-")
        out.append(f"{' ' * width}{paint('frame', '-->' if number == 0 else ':::')} {_where(sources, path, span)}")
        if path in sources:
            out += _excerpt(lines_of(sources[path]), span, width, message, sign, style, paint)
        elif message:
            out.append(f"{' ' * width}    {message}")
    if found.suggestion:
        first, *rest = found.suggestion.split("\n")
        out.append(f"{' ' * width} {paint('frame', '=')} {paint('help', 'help:')} {first}")
        out += [f"{' ' * width}         {line}" for line in rest]
    return "\n".join(out)


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], *, colour: bool = False) -> str:
    """All findings, a blank line between them, and the summary at the end."""
    found = list(diagnostics)
    return "\n\n".join([*(render(each, sources, colour=colour) for each in found), summary(found)]) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or that nothing was found."""
    counts = Counter(found.severity for found in diagnostics)
    parts = [f"{n} {kind}{'' if n == 1 else 's'}" for kind in ("error", "warning", "note") if (n := counts[kind])]
    return ", ".join(parts) or "no mistakes found"


def _painter(colour: bool) -> Paint:
    def paint(style: str, text: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if colour else text

    return paint


def _places(found: Diagnostic) -> list[tuple[str, Span, str]]:
    return [(found.path, found.span, ""), *((place.path, place.span, place.message) for place in found.related)]


def _where(sources: Mapping[str, str], path: str, span: Span) -> str:
    if path not in sources:
        return path
    at = lines_of(sources[path]).position(span[0])
    return f"{path}:{at.line}:{at.column}"


def _gutter(sources: Mapping[str, str], path: str, span: Span) -> int:
    return len(str(lines_of(sources[path]).position(max(span)).line)) if path in sources else 1


def _excerpt(lines: Lines, span: Span, width: int, message: str, sign: str, style: str, paint: Paint) -> list[str]:
    """The source lines of a span, each marked line followed by its underline; the message stands after the last."""
    start, end = span[0], max(span)
    first, last = lines.position(start), lines.position(end)
    if last.line > first.line and last.column == 1:  # the span ends with a line end: the next line is not marked
        last = Position(last.line - 1, len(lines.line(last.line - 1)) + 1)
    numbers = list(range(first.line, last.line + 1))
    hidden = len(numbers) > MOST_LINES
    out = [f"{' ' * width} {paint('frame', '|')}"]
    for number in [numbers[0], numbers[-1]] if hidden else numbers:
        text = lines.line(number)
        begin = first.column - 1 if number == first.line else len(text) - len(text.lstrip())
        stop = last.column - 1 if number == last.line else len(text)
        shown, left, right = _cut(text, begin, max(begin, stop))
        note = f" {message}" if message and number == last.line else ""
        out.append(f"{number:>{width}} {paint('frame', '|')} {shown}".rstrip())
        if stop > begin or len(numbers) == 1:
            mark = paint(style, sign * max(1, right - left) + note)
            out.append(f"{' ' * width} {paint('frame', '|')} {' ' * left}{mark}")
        if hidden and number == first.line:
            out.append(f"{'.' * max(width, 3)}")
    return out


def _cut(text: str, begin: int, stop: int) -> tuple[str, int, int]:
    """A source line as shown, and the cells where the marked part begins and ends; a long line is cut on both sides."""
    lead = ""
    if len(text) > WIDEST and begin > WIDEST // 2:
        drop = begin - WIDEST // 4
        text, begin, stop, lead = text[drop:], begin - drop, stop - drop, "..."
    stop = min(stop, max(begin, WIDEST))
    before, left = cells(text[:begin], len(lead))
    marked, right = cells(text[begin:stop], left)
    after, _ = cells(text[stop : max(stop, WIDEST)], right)
    return lead + before + marked + after + ("..." if len(text) > max(stop, WIDEST) else ""), left, right
