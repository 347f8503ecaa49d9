"""Changes of whole lines, for mistakes whose remedy is a block: lines that go deeper, or below a line of their own.

Text alone is looked at, since what stands below a mistake was not read. A block ends at a blank line or at one that is less
deep.
"""

from __future__ import annotations

import re
from typing import Final

from .problems import Change, Instead

STEP: Final = "    "
_LINE: Final = re.compile(r"([ \t]*)[^\n]*")
_DECLARES: Final = re.compile(
    r"(?:ability|action|after|before|board|check|deck|die|extend|function|game|keyword|kind|modify|override|test|verb|whenever)\b"
)


def lines_below(text: str, begin: int, first: str = "") -> list[tuple[int, int]]:
    """The lines from `begin`, where one begins, that belong to a block with its margin; beside those that are deeper only
    ones that begin with the word `first`, if it is given."""
    margin = _LINE.match(text, begin)[1]  # type: ignore[index]
    found: list[tuple[int, int]] = []
    while begin < len(text):
        line = _LINE.match(text, begin)
        assert line is not None
        body = line[0].lstrip()
        deeper = line[1].startswith(margin) and len(line[1]) > len(margin)
        if not body or not line[1].startswith(margin):
            break
        if found and not deeper and ((not margin and _DECLARES.match(body)) or not re.match(rf"{first}\b", body)):
            break
        found.append(line.span())
        begin = line.end() + 1
    return found


def deeper(lines: list[tuple[int, int]]) -> Change:
    """Lines, one step further in."""
    return tuple(((start, start), STEP) for start, _ in lines)


def below(header: str, text: str, lines: list[tuple[int, int]]) -> Change:
    """Lines, one step further in and below a new one."""
    start = lines[0][0]
    margin = _LINE.match(text, start)[1]  # type: ignore[index]
    return (((start, start), f"{margin}{header}\n{STEP}"), *deeper(lines[1:]))


def block_missing(sentence: str, text: str, begin: int) -> str:
    """To indent what stands below a line with a colon, which begins at `begin`: all of it, or its first part alone."""
    opened = _LINE.match(text, begin)
    assert opened is not None
    rest = lines_below(text, opened.end() + 1)
    first = next(
        (n for n, (start, _) in enumerate(rest) if n and not text[start:].startswith(opened[1] + " ")), len(rest)
    )
    margin = "" if not rest else _LINE.match(text, rest[0][0])[1]  # type: ignore[index]
    if not rest or margin != opened[1] or (not margin and _DECLARES.match(text, rest[0][0])):
        return sentence
    ways = [deeper(rest)] if first == len(rest) else [deeper(rest), deeper(rest[:first])]
    return Instead.changing(sentence, *ways)
