"""Characters that look like signs of the language and are none: Chinese and typographic punctuation, strange blanks.

A person sees no difference between `:` and `：`, so the problem names both the glyph and what to type.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from .problems import Instead, SyntaxProblem, leave_out, write

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
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\x0c": "a form feed",
    "\x0b": "a vertical tab",
    "\x85": "a next-line glyph",
    "\r": "a line end of old Macintosh files",
}


_WORD_BEFORE: Final = re.compile(r"[^\s\u200b-\u200f\ufeff]+[ \t]*\Z")
_WORD_BEHIND: Final = re.compile(r"[ \t]*(\w+|[^\s\w])")


def is_invisible(glyph: str) -> bool:
    """Whether nothing of it is seen: it formats what stands beside it, or picks how that is drawn."""
    return unicodedata.category(glyph) == "Cf" or "\ufe00" <= glyph <= "\ufe0f"


def invisible(text: str, place: int) -> SyntaxProblem:
    """The problem of a sign that an author can't see, with where to put the cursor."""
    column = place - text.rfind("\n", 0, place)
    before, behind = _WORD_BEFORE.search(text, max(place - 40, 0), place), _WORD_BEHIND.match(text, place + 1)
    near = [f"behind {before[0].strip()}"] if before else []
    near += [f"before {behind[1]}"] if behind else []
    where = f"column {column}" + (f", {' and '.join(near)}" if near else "")
    return SyntaxProblem(
        "invisible-sign",
        (place, place + 1),
        {"name": _name(text[place])},
        leave_out(f"delete it ({where}), or type the line anew"),
    )


def plain_sign(glyph: str) -> str | None:
    """What is meant by a glyph that is no sign of the language; a blank for strange blanks."""
    if glyph in _PLAIN:
        return _PLAIN[glyph]
    if glyph in _BLANKS or glyph.isspace():
        return " "
    return None


def bad_glyph(text: str, place: int, plain: str | None = None) -> SyntaxProblem:
    """The problem of the glyph at a place; `plain` is what to write, if it is more than one sign for another."""
    glyph = text[place]
    span = (place, place + 1)
    if text[place : place + 2] in ("'s", "’s") and text[place - 1 : place].isalnum():
        return SyntaxProblem("single-quotes", span, {"sign": glyph}, "write . between a thing and what belongs to it")
    if glyph in CLOSING_QUOTES:
        kind = "single-quotes" if glyph in "'`" else "typographic-quotes"
        instead = write(plain, at=(place, place + len(plain))) if plain else 'write " before and behind the text'
        return SyntaxProblem(kind, span, {"sign": glyph}, instead)
    meant = plain_sign(glyph)
    if meant == " ":
        return SyntaxProblem(
            "strange-blank", span, {"name": _name(glyph)}, Instead.of("put a plain space in its place", " ")
        )
    if meant is not None:
        return SyntaxProblem("typographic-sign", span, {"sign": glyph, "instead": meant}, write(meant))
    if glyph.isdigit():
        instead = write(str(unicodedata.digit(glyph, 0)))
        return SyntaxProblem("unknown-sign", span, {"sign": glyph, "name": _name(glyph)}, instead)
    instead_of = {"&": write("and"), "~": write("not"), "^": "write a product", "$": leave_out(), "@": leave_out()}
    if glyph == ";":
        instead_of[";"] = _semicolon(text, place)
    shown = glyph if glyph.isprintable() else f"U+{ord(glyph):04X}"
    words = {"sign": shown, "name": _name(glyph)}
    return SyntaxProblem("unknown-sign", span, words, instead_of.get(glyph))


_FOR: Final = re.compile(r"[ \t]*for\b")


def _semicolon(text: str, place: int) -> str:
    """What to write for a semicolon: nothing at the end of a line, a colon where a block follows, else a new line."""
    begin = text.rfind("\n", 0, place) + 1
    if _FOR.match(text, begin):
        return "write for each x in 1 .. 3:"
    end = text.find("\n", place)
    if text[place + 1 : end if end >= 0 else len(text)].split("#")[0].strip(" \t\r;"):
        margin = text[begin : len(text) - len(text[begin:].lstrip(" \t"))]
        behind = len(text[place + 1 :]) - len(text[place + 1 :].lstrip(" \t"))
        return Instead.of("begin a new line here", f"\n{margin}", at=(place, place + 1 + behind))
    indent = len(text[begin:]) - len(text[begin:].lstrip(" \t"))
    below = next((line for line in text[end + 1 :].split("\n") if line.split("#")[0].strip()), "") if end >= 0 else ""
    if len(below) - len(below.lstrip(" \t")) > indent:
        return Instead.of("write : in its place, since a block follows", ":")
    return leave_out("leave it out: a line ends where it ends")


_DIGITS_FIRST: Final = re.compile(r"([0-9]+)([^\W\d_]\w*)\Z")


def apart(word: str) -> str | None:
    """What to write for `2d6` or `2nd`, which is no number and no name."""
    found = _DIGITS_FIRST.match(word)
    if found is None:
        return None
    number, name = found.groups()
    if re.fullmatch(r"[dDwW][0-9]+", name):
        faces = int(name[1:])
        shown = " ".join(map(str, range(1, faces + 1))) if faces <= 12 else "1 2 3"
        advice = f"write {number} * {name}, where a line at the margin says what {name} is: die {name}: {shown}"
        return Instead.of(advice, f"{number} * {name}")
    return Instead.of(
        f"write {number} {name} for so many of them, or {name}{number} for a name",
        f"{number} {name}",
        f"{name}{number}",
    )


def _name(glyph: str) -> str:
    if glyph in _BLANKS:
        return _BLANKS[glyph]
    return unicodedata.name(glyph, f"U+{ord(glyph):04X}").lower()
