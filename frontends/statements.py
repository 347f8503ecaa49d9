"""Numbered statements of a rules file, and which of them the tests name.

A statement is a bullet that begins with its number, letters and digits: `- R136 A hero may ...`. A test or a `check` names
the statements it guards in its title: `test "R136 R138 only Tanks ..."`, or all of a range: `test "R146 to R152 ..."`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_letters

_STATEMENT = re.compile(r"^\s*[-*+]\s+[*_`]*([A-Za-z]+\d+)\b[*_`]*[.:]?\s*(.*)$", re.MULTILINE)
_NUMBER = re.compile(r"\b[A-Za-z]+\d+\b")
_RANGE = re.compile(r"\b([A-Za-z]+)(\d+) to \1(\d+)\b")


def statements(text: str) -> dict[str, str]:
    """Number -> sentence, in the order of the file; of a number given twice the first."""
    found: dict[str, str] = {}
    for number, sentence in _STATEMENT.findall(text):
        found.setdefault(number, sentence.strip())
    return found


def unnamed(text: str, titles: Iterable[str]) -> dict[str, str]:
    """The statements that none of the titles names."""
    named: set[str] = set()
    ranges: set[tuple[str, int, int]] = set()
    for title in titles:
        named.update(_NUMBER.findall(title))
        ranges.update((letters, int(first), int(last)) for letters, first, last in _RANGE.findall(title))
    return {
        number: sentence
        for number, sentence in statements(text).items()
        if number not in named and not any(_between(number, *each) for each in ranges)
    }


def _between(number: str, letters: str, first: int, last: int) -> bool:
    digits = number.lstrip(ascii_letters)
    return number.removesuffix(digits) == letters and first <= int(digits) <= last
