"""Text measured in the cells of a terminal: East Asian wide characters take two, combining marks none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def number_of(count: int, one: str) -> str:
    """*1 answer*, *2 answers*: a number and what it counts, in English."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def width(text: str) -> int:
    """How many cells a line of text takes."""
    return len(text) if text.isascii() else sum(map(_char, text))


def _char(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, cells: int) -> str:
    """The text, shortened with ... where it takes more cells."""
    if width(text) <= cells:
        return text
    out, used = "", 0
    for char in text:
        used += _char(char)
        if used > cells - 3:
            break
        out += char
    return out.rstrip() + "..."


def pad(text: str, cells: int) -> str:
    """The text, cut or filled with spaces to so many cells."""
    text = cut(text, cells)
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int, first: str = "", rest: str | None = None) -> list[str]:
    """The text as lines of at most so many cells, `first` before the first and `rest` before the others. Lines break at
    spaces, and between wide characters, which need none."""
    rest = first if rest is None else rest
    lines: list[str] = []
    line, lead = "", first
    for word in _words(text):
        if line.strip() and width(lead) + width((line + word).rstrip()) > cells:
            lines.append(lead + line.rstrip())
            line, lead = "", rest
        line += word.lstrip() if not line else word
    if line.strip() or not lines:
        lines.append((lead + line).rstrip())
    return lines


def _words(text: str) -> Iterable[str]:
    """Pieces that may stand at the end of a line: a word with the spaces behind it, or one wide character."""
    word = ""
    for char in text:
        if word and (word[-1] == " " and char != " "):
            yield word
            word = ""
        if _char(char) == 2:
            if word and word[-1] != " " and char in "，。、；：！？」』）":
                word += char
                continue
            if word:
                yield word
            word = char
            continue
        if word and _char(word[-1]) == 2 and char != " ":
            yield word
            word = ""
        word += char
    if word:
        yield word
