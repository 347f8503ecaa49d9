"""Where the lines of a printed text may not end, beyond what the typesetter knows of it (UAX 14).

A number stays in the line of what it counts, and the last line of a text is not a scrap. Chinese may be broken between
any two characters, so there the game's own short terms are kept whole too. All of it is said with two characters in the
text itself: a space and a joiner that no line ends at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from attrs import frozen

from greyc.runtime.ir.words import signed

JOIN: Final = "\u2060"
SPACE: Final = "\u00a0"
LEAST: Final = 4
"""Characters that the last line of a Chinese text has at least."""

_HAN: Final = r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
_TERM: Final = re.compile(f"{_HAN}{{2,4}}")
_PIECE: Final = re.compile(rf"(?:{_HAN}|[0-9]+){{2,8}}")
_LAST: Final = re.compile(rf"({_HAN}|[0-9+\u2212{SPACE}{JOIN}]|[^\w\s])+$")
_NUMBER: Final = re.compile(r"(?<![\w-])([-\u2212]?\d+) (?=[^\W\d_])")
_NUMBER_BEHIND: Final = re.compile(r"(?<=[^\W\d_]) (\d+)(?=$|[,.;:)，。；：）、])")
_NUMBER_HAN: Final = re.compile(rf"(?<![A-Za-z])(\d+|[X-Z])(?={_HAN})")
_SIGN: Final = re.compile(rf"(?<={_HAN})(?=[+\u2212][0-9X-Z])")
_SHORT_END: Final = re.compile(r"(?<=.{30}) (?=\S{1,7}$)")
_WORDS: Final = re.compile(
    rf"(?:[^\s\u2e80-\uffef-]|[{SPACE}{JOIN}]|[\u2e80-\uffef](?={JOIN})|(?<={JOIN})[\u2e80-\uffef])+"
)  # between spaces, hyphens and letters that a line may break behind


@frozen
class Lines:
    """Texts of one language. `han`: whether lines are broken between characters; `titles`: what things are called."""

    han: bool
    titles: frozenset[str] = frozenset()

    def text(self, text: str) -> str:
        """A sentence, or more."""
        text = self.part(text)
        return _whole_end(text) if self.han else _SHORT_END.sub(SPACE, text)

    def part(self, text: str) -> str:
        """What something else stands behind."""
        text = _NUMBER_BEHIND.sub(f"{SPACE}\\1", _NUMBER.sub(f"\\1{SPACE}", signed(text)))
        if not self.han:
            return text
        text = _SIGN.sub(JOIN, _NUMBER_HAN.sub(f"\\1{SPACE}", text))
        return text if self._terms is None else self._terms.sub(lambda found: JOIN.join(found[0]), text)

    def name(self, text: str) -> str:
        """A name in a list: in Chinese whole between its signs."""
        return _PIECE.sub(lambda found: _joined(found[0]), text) if self.han else self.part(text)

    @cached_property
    def _terms(self) -> re.Pattern[str] | None:
        terms = sorted(filter(_TERM.fullmatch, self.titles), key=lambda term: (-len(term), term))
        return re.compile("|".join(terms)) if terms else None


def longest(texts: Iterable[str]) -> str:
    """The widest part of texts in which no line ends."""
    found = (word for text in texts for word in _WORDS.findall(text))
    return max(found, key=lambda word: sum(2 if sign >= "\u2e80" else sign != JOIN for sign in word), default="")


def _whole_end(text: str) -> str:
    """A text whose last characters are one piece."""
    found = _LAST.search(text)
    if found is None:
        return text
    at, count = len(text), 0
    while at > found.start() and count < LEAST:
        at -= 1
        count += text[at].isalnum()
    before = sum(sign.isalnum() for sign in text[:at])
    return text[:at] + _joined(text[at:]) if before >= LEAST else text


def _joined(text: str) -> str:
    """One piece, with space between a number and what it counts."""
    spaced = re.sub(rf"(?<=\d)(?={_HAN})|(?<={_HAN})(?=\d)", SPACE, text)
    return re.sub(rf"(?<=[^\d{SPACE}{JOIN}])(?=[^\d{SPACE}{JOIN}])", JOIN, spaced)


__all__ = ["Lines", "longest", "signed"]
