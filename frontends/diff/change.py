"""A change as a value, the groups in which changes are told, and what is different in two texts or two pieces of code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from attrs import field, frozen

GROUPS: Final = {
    "pack": "Pack",
    "cards": "Cards",
    "values": "Printed values",
    "copies": "Copies",
    "effects": "Effects",
    "keywords": "Keywords",
    "texts": "Texts",
    "rules": "Rules",
    "game": "The game",
    "tests": "Tests and checks",
    "order": "Order",
}
"""In the order of weight."""

PLAYED: Final = frozenset({"cards", "values", "copies", "effects", "keywords", "rules", "game", "order"})
"""What a game in play may come to feel."""

Piece: TypeAlias = tuple[str, str]
"""A part of a text: `=`, `-` or `+`, and the words."""

_WORD: Final = re.compile(r"[A-Za-z0-9_'’]+|\s+|.", re.DOTALL)
_COMMENT: Final = re.compile(r"""^((?:[^"#]|"(?:[^"\\]|\\.)*")*)#.*$""")


@frozen
class Change:
    """One thing that changed. `sort` and `name`: what it is of, as the author wrote it; `title`: the same for a reader.
    `said` is a sentence part, and what was and is stands in `old` and `new` where it is short; `words` are texts word by word,
    `code` lines with `-` or `+` before them. `mild`: it is no matter to a game in play, only to readers or bots."""

    group: str
    what: str
    sort: str
    name: str
    title: str
    said: str = ""
    old: str | None = None
    new: str | None = None
    place: str = ""
    pack: str = ""
    words: tuple[Piece, ...] = ()
    code: tuple[str, ...] = field(default=())
    mild: bool = False


def by_words(old: str, new: str) -> tuple[Piece, ...]:
    """Two texts as one, word by word."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    pieces: list[Piece] = []
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append(("=", "".join(before[a:b])))
            continue
        if a < b:
            pieces.append(("-", "".join(before[a:b])))
        if c < d:
            pieces.append(("+", "".join(after[c:d])))
    return _joined(pieces)


def _joined(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Changes with nothing but a blank between them are one: a phrase is read as a whole."""
    out: list[Piece] = []
    went, came = "", ""

    def flush() -> None:
        nonlocal went, came
        out.extend(piece for piece in (("-", went), ("+", came)) if piece[1])
        went = came = ""

    for at, (sign, text) in enumerate(pieces):
        if sign == "-":
            went += text
        elif sign == "+":
            came += text
        elif (went or came) and text.isspace() and "\n" not in text and at + 1 < len(pieces):
            went, came = went + text, came + text
        else:
            flush()
            out.append(("=", text))
    flush()
    return tuple(out)


def block(lines: Sequence[str], line: int) -> list[str]:
    """The code of what begins at a line (from 1): the line and what is indented below it, without comments and blanks."""
    if not 1 <= line <= len(lines):
        return []
    start = _indent(lines[line - 1])
    found = [lines[line - 1]]
    open_text = lines[line - 1].count('"""') % 2 == 1
    for each in lines[line:]:
        if (
            not open_text
            and each.strip()
            and _indent(each) <= start
            and not each.lstrip().startswith((")", "]", "}", "#"))
        ):
            break
        open_text ^= each.count('"""') % 2 == 1
        found.append(each)
    return _bare(found, start)


def body(lines: Sequence[str], line: int) -> list[str]:
    """The code from a line on as far as lines are indented as much as it is."""
    if not 1 <= line <= len(lines):
        return []
    start = _indent(lines[line - 1])
    found: list[str] = []
    for each in lines[line - 1 :]:
        if each.strip() and _indent(each) < start and not each.lstrip().startswith("#"):
            break
        found.append(each)
    return _bare(found, start)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _bare(lines: Sequence[str], indent: int) -> list[str]:
    bare = (_COMMENT.sub(r"\1", line).rstrip() for line in lines)
    return [line[indent:] if line[:indent].isspace() or not indent else line.strip() for line in bare if line.strip()]


def by_lines(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """The lines that differ, each with its sign; the blanks within a line are no difference."""
    before, after = [" ".join(line.split()) for line in old], [" ".join(line.split()) for line in new]
    out: list[str] = []
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            out += [f"- {line}" for line in old[a:b]]
            out += [f"+ {line}" for line in new[c:d]]
    margin = min((_indent(line[2:]) for line in out), default=0)
    return tuple([line[:2] + line[2 + margin :] for line in out])


def same_code(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether two pieces of code read the same but for blanks and line ends."""
    return "".join("".join(old).split()) == "".join("".join(new).split())


__all__ = ["GROUPS", "PLAYED", "Change", "Piece", "block", "body", "by_lines", "by_words", "same_code"]
