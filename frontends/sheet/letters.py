"""Which letters no font has: the typesetter draws a box for such a letter and says nothing.

The same box is drawn for a code point that will never be a letter. So each letter is drawn on a page of its own, and
what looks like that code point is missing. Letters of ASCII are in every font and are not looked at.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from greyc.frontends.sheet.setting import Font, setter

_NEVER: Final = "\U0010ffff"
_PAGES: Final = """#set page(width: auto, height: auto)
#let given = json(bytes(sys.inputs.data))
#set text(font: given.fonts)
#for (at, letter) in given.letters.enumerate() [#if at > 0 { pagebreak() } #letter]
"""
_SYMBOL: Final = re.compile(rb"<symbol[^>]*>(.*?)</symbol>", re.DOTALL)


def missing(faces: Sequence[Mapping[str, Any]], font: Font, families: Sequence[str]) -> dict[str, str]:
    """By the name of the card, the letters of its face that no font has. Raises CannotPrint."""
    wanted = {str(face["name"]): _letters(face) for face in faces}
    lacking = unknown(sorted(set().union(*wanted.values())), font, families)
    found = {name: "".join(sorted(letters & lacking)) for name, letters in wanted.items()}
    return {name: letters for name, letters in found.items() if letters}


def unknown(letters: Sequence[str], font: Font, families: Sequence[str]) -> set[str]:
    """Those of these letters that no font has. Raises CannotPrint."""
    if not letters:
        return set()
    data = json.dumps({"fonts": list(families), "letters": [_NEVER, *letters]})
    made = setter().Compiler(_PAGES.encode(), font_paths=font.fonts, sys_inputs={"data": data}).compile(format="svg")
    box, *drawn = [_SYMBOL.findall(page) for page in made]
    return {letter for letter, symbols in zip(letters, drawn, strict=True) if symbols and symbols == box}


def _letters(value: Any) -> set[str]:
    """All that a face says, without letters that draw nothing of their own."""
    texts = [value] if isinstance(value, str) else []
    parts: Iterable[Any] = (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, Sequence) else ()
    )
    found = {
        letter
        for text in texts
        for letter in text
        if letter > "\x7f" and unicodedata.category(letter) not in ("Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me")
    }
    return found.union(*(_letters(part) for part in parts)) if not texts else found
