"""Numbered statements of a rules file, and which of them the tests name.

A statement is a bullet that begins with its number, letters and digits: `- R136 A hero may ...`. A test names the
statements it guards in its title: `test "R136 R138 only Tanks ..."`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_STATEMENT = re.compile(r"^\s*[-*+]\s+[*_`]*([A-Za-z]+\d+)\b[*_`]*[.:]?\s*(.*)$", re.MULTILINE)
_NUMBER = re.compile(r"\b[A-Za-z]+\d+\b")


def statements(text: str) -> dict[str, str]:
    """Number -> sentence, in the order of the file; of a number given twice the first."""
    found: dict[str, str] = {}
    for number, sentence in _STATEMENT.findall(text):
        found.setdefault(number, sentence.strip())
    return found


def unnamed(text: str, titles: Iterable[str]) -> dict[str, str]:
    """The statements that none of the titles names."""
    named = {number for title in titles for number in _NUMBER.findall(title)}
    return {number: sentence for number, sentence in statements(text).items() if number not in named}
