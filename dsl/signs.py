"""Characters that look like signs of the language and are none: Chinese and typographic punctuation, strange blanks.

A person sees no difference between `:` and `：`, so the problem names both the character and what to type.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from .problems import SyntaxProblem

# By opening quotation mark, those that may close it.
CLOSING_QUOTES: Final = {
    "“": "”“",
    "”": "”“",
    "„": "“”",
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    "＂": "＂",
    "‘": "’‘",
    "’": "’‘",
    "'": "'",
    "`": "`",
}

_PLAIN: Final = {
    "：": ":",
    "，": ",",
    "、": ",",
    "．": ".",
    "（": "(",
    "）": ")",
    "［": "[",
    "］": "]",
    "｛": "{",
    "｝": "}",
    "【": "[",
    "】": "]",
    "〔": "(",
    "〕": ")",
    "＝": "=",
    "＋": "+",
    "－": "-",
    "−": "-",
    "–": "-",
    "—": "-",
    "＊": "*",
    "×": "*",
    "／": "/",
    "÷": "/",
    "％": "%",
    "＜": "<",
    "＞": ">",
    "｜": "|",
    "？": "?",
    "！": "!",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≦": "<=",
    "≧": ">=",
    "…": "..",
    "‥": "..",
}
_BLANKS: Final = {
    "\u00a0": "a no-break space",
    "\u202f": "a narrow no-break space",
    "\u3000": "an ideographic space",
    "\u200b": "a zero-width space",
    "\u2060": "a word joiner",
    "\ufeff": "a byte order mark",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\x0c": "a form feed",
    "\x0b": "a vertical tab",
    "\x85": "a next-line character",
    "\r": "a line end of old Macintosh files",
}


def plain_sign(character: str) -> str | None:
    """What is meant by a character that is no sign of the language; a blank for strange blanks."""
    if character in _PLAIN:
        return _PLAIN[character]
    if character in _BLANKS or character.isspace():
        return " "
    return None


def bad_character(text: str, place: int, plain: str | None = None) -> SyntaxProblem:
    """The problem of the character at a place; `plain` is what to write, if it is more than one sign for another."""
    character = text[place]
    span = (place, place + 1)
    if character in CLOSING_QUOTES:
        kind = "single-quotes" if character in "'`" else "typographic-quotes"
        instead = f"write {plain}" if plain is not None else 'write " before and behind the text'
        return SyntaxProblem(kind, span, {"sign": character}, instead)
    meant = plain_sign(character)
    if meant == " ":
        return SyntaxProblem("strange-blank", span, {"name": _name(character)}, "put a plain space in its place")
    if meant is not None:
        return SyntaxProblem("typographic-sign", span, {"sign": character, "plain": meant}, f"write {meant}")
    if character.isdigit():
        instead = f"write {unicodedata.digit(character, 0)}"
        return SyntaxProblem("unknown-character", span, {"character": character, "name": _name(character)}, instead)
    instead_of = {";": "leave it out: a line ends where it ends", "&": "write and", "~": "write not", "$": None}
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    words = {"character": shown, "name": _name(character)}
    return SyntaxProblem("unknown-character", span, words, instead_of.get(character))


def _name(character: str) -> str:
    if character in _BLANKS:
        return _BLANKS[character]
    return unicodedata.name(character, f"U+{ord(character):04X}").lower()
