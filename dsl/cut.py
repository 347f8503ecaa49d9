"""Cutting a file into its declarations, so that a syntax error costs one of them and not the rest of the file.

A declaration begins with a line at the left margin that is neither blank nor a comment, unless a bracket or a drawing
in triple quotes is still open. Since one that was forgotten would swallow all that follows, a line that begins like a
declaration ends those too: the mistake is then found in the declaration that holds it. One regular expression looks at
nothing but quotes, comments, brackets and line starts, so this takes a fraction of the reading, and is linear.
"""

from __future__ import annotations

import re
from typing import Final

from .nodes import Doc, Span

_HEADER_PATTERN: Final = r"""(?:
      (?:game|extend|override|die|kind|keyword|ability|function|verb|action|before|after|board)[ \t]+[^\W\d]
    | whenever[ \t]+[\w(]
    | modify[ \t]+\w
    | (?:check|test)[ \t]+"
    | [^\W\d]\w*[ \t]+[^\W\d]\w*[ \t]*(?:"[^"\n]*"[ \t]*)?(?::[ \t\r]*)?(?:\#.*)?$
)"""
_HEADER: Final = re.compile(_HEADER_PATTERN, re.MULTILINE | re.VERBOSE)
_LINE_HEADER: Final = re.compile(rf"\n(?={_HEADER_PATTERN})", re.MULTILINE | re.VERBOSE)
_MARK: Final = re.compile(r'"""|"(?:\\"|[^"\n])*"?|\#[^\n]*|[(\[{]|[)\]}]|\n(?=[^\s#])')
_FIRST: Final = re.compile(r"\ufeff?(?:[ \t]*(?:\#[^\n]*)?\r?\n)*[ \t]*")
_DOCS: Final = re.compile(r"(?:^##(?!#)[^\n]*\n)+\Z", re.MULTILINE)


def cut(text: str) -> list[Span]:
    """The span of each declaration, from its first character to the first character of the next."""
    first = _FIRST.match(text)
    start = first.end() if first else 0
    if start >= len(text) or text.startswith("#", start):
        return []
    starts = [start]
    depth = 0
    place = start
    while mark := _MARK.search(text, place):
        place = mark.end()
        sign = mark[0]
        if sign == "\n":
            if depth == 0 or (text[place] not in ")]}" and _HEADER.match(text, place)):
                starts.append(place)
                depth = 0
        elif sign == '"""':
            close = text.find('"""', place)
            header = _LINE_HEADER.search(text, place, close if close >= 0 else len(text))
            if header is not None:
                place = header.start()
                depth = 1
            elif close >= 0:
                place = close + 3
            else:
                break
        elif sign in "([{":
            depth += 1
        elif sign in ")]}" and depth > 0:
            depth -= 1
    return [(one, other) for one, other in zip(starts, [*starts[1:], len(text)], strict=True)]


def begins_declaration(text: str, place: int) -> bool:
    """Whether the line at this place looks like the first line of a declaration."""
    return _HEADER.match(text, place) is not None


def doc_above(text: str, span: Span, previous: int) -> Doc | None:
    """The `##` lines directly above a declaration; `previous` is where the one before begins."""
    if text.rfind("##", previous, span[0]) < 0:
        return None
    block = _DOCS.search(text[previous : span[0]])
    if block is None:
        return None
    lines = [line[2:].removeprefix(" ").rstrip() for line in block[0].splitlines()]
    return Doc((previous + block.start(), span[0] - 1), "\n".join(lines))
