"""The lexer `grey` of Pygments: what each piece of a `.grey` file is, for its colour.

It reads on whatever stands there, since what it is given is often a piece of a file, or one in the middle of an edit; the
parser's own lexer stops at what it can't read. So it is a lexer of its own (decision 0350), but it has no list of words or
signs: those are the grammar's, the core's and `dsl/lexer.py`'s, and a word that is new there has its colour here.

What a name means takes a compiler to know. Here its place says what it looks like: behind `verb` stands a verb, behind a
dot an attribute. Words of the language that are names at their place (`p.link`) are told apart by the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Final

from attrs import frozen
from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.dsl.grammar import load
from greyc.dsl.lexer import SIGNS
from greyc.runtime.ir import core

WORD_OPERATORS: Final = frozenset(("and", "or", "not", "is", "in", "has"))
# Behind these stands what is declared, or what is called by its name.
FUNCTIONS: Final = frozenset(("verb", "action", "ability", "function", "before", "after", "run", "stop", "can", "do"))
THINGS: Final = frozenset(("kind", "keyword", "die", "board", "game"))
VARIABLES: Final = frozenset(("option", "state", "zone", "slot", "let", "as", "given"))

_WORD, _NUMBER, _DRAWING, _STRING, _DOC, _COMMENT, _BLANK, _SIGN = range(1, 9)
_STRING_PART: Final = re.compile(r'(\\")|(\{[^{}"\n]*\})|(?:[^\\{"]|\\(?!")|\{(?![^{}"\n]*\}))+')
_BEFORE: Final = re.compile(r"(?:([^\W\d]\w*)[ \t]+|(\.)|(\S)[ \t]*)?\Z")
_HEADER: Final = re.compile(r"[ \t]*(?::|\"|\Z|\n|#)")
_BLOCK: Final = re.compile(r"[ \t]*:[ \t]*(?:#.*)?$", re.MULTILINE)
_DIGIT: Final = re.compile(r"[ \t]+[0-9]")


@frozen
class Words:
    """The words and signs that mean something."""

    keywords: frozenset[str]
    declaring: frozenset[str]
    """Those with which a declaration begins."""
    constants: frozenset[str]
    names: frozenset[str]
    """Known everywhere, as `this` is."""
    functions: frozenset[str]
    verbs: frozenset[str]
    types: frozenset[str]
    token: re.Pattern[str]


@cache
def words() -> Words:
    """As the parser and the core have them."""
    grammar = load()
    first = grammar.could_follow([], "declaration")
    signs = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
    constants = {word for some in core.WORDS.values() for word in some} | {"nothing", "far"} & set(core.NAMES)
    return Words(
        frozenset(grammar.keywords),
        frozenset(word for word, terminal in grammar.keywords.items() if terminal in first),
        frozenset(constants),
        frozenset(core.NAMES) - constants,
        frozenset(core.FUNCTIONS),
        frozenset(core.VERBS),
        frozenset(NAMED_TYPES),
        re.compile(
            rf"""([^\W\d]\w*)|([0-9]\w*)|(\"\"\"[\s\S]*?\"\"\")|("(?:\\"|[^"\n])*"?)|(^[ \t]*\#\#(?!\#)[^\n]*)|(\#[^\n]*)"""
            rf"""|([ \t\r\n]+?(?=^[ \t]*\#\#(?!\#))|[ \t\r\n]+)|({signs})|([\s\S])""",
            re.MULTILINE,
        ),
    )


class GreyLexer(Lexer):
    """For `.grey` files."""

    name = "Grey"
    aliases: ClassVar[list[str]] = ["grey"]
    filenames: ClassVar[list[str]] = ["*.grey"]
    mimetypes: ClassVar[list[str]] = ["text/x-grey"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """The pieces of a text in their order, each with its offset. Joined they are the text."""
        known = words()
        for match in known.token.finditer(text):
            start, piece = match.start(), match[0]
            match match.lastindex:
                case int(group) if group == _WORD:
                    yield start, _word(text, start, match.end(), known), piece
                case int(group) if group == _NUMBER:
                    yield start, Number.Integer if piece.isdigit() and piece.isascii() else Error, piece
                case int(group) if group == _DRAWING:
                    yield start, String.Heredoc, piece
                case int(group) if group == _STRING:
                    yield from _string(start, piece)
                case int(group) if group == _DOC:
                    indent = len(piece) - len(piece.lstrip())
                    if indent:
                        yield start, Whitespace, piece[:indent]
                    yield start + indent, String.Doc, piece[indent:]
                case int(group) if group == _COMMENT:
                    yield start, Comment.Single, piece
                case int(group) if group == _BLANK:
                    yield start, Whitespace, piece
                case int(group) if group == _SIGN:
                    yield start, Punctuation if piece in "()[]{}:,." else Operator, piece
                case _:
                    yield start, Error, piece


def _string(start: int, text: str) -> Iterator[tuple[int, Any, str]]:
    """A text in quotes, its holes apart. One that does not end in its line is a mistake."""
    if len(text) < 2 or not text.endswith('"') or text.endswith('\\"'):
        yield start, Error, text
        return
    yield start, String.Double, '"'
    for part in _STRING_PART.finditer(text, 1, len(text) - 1):
        kind = String.Escape if part[1] else String.Interpol if part[2] else String.Double
        yield start + part.start(), kind, part[0]
    yield start + len(text) - 1, String.Double, '"'


def _word(text: str, start: int, end: int, known: Words) -> Any:
    """What a word is, by itself and by what stands around it in its line."""
    word = text[start:end]
    line = text.rfind("\n", 0, start) + 1
    before = _BEFORE.search(text, line, start)
    assert before is not None
    behind, dot = before[1], before[2]
    if dot and text[start - 2 : start] != "..":
        return Name.Attribute
    if word in known.functions and text.startswith("(", end):
        return Name.Builtin
    if line == start:
        if word in known.declaring:
            return Keyword.Declaration
        if word not in known.keywords:
            return Keyword.Type  # a card begins with its kind
    if behind is not None and text[line:start].split() == [behind]:  # the second word of its line
        if behind in FUNCTIONS and word not in known.keywords:
            return Name.Function
        if behind in THINGS and (word not in known.keywords or _HEADER.match(text, end)):
            return Name.Class
        if behind in VARIABLES and word not in known.keywords:
            return Name.Variable
        if text[line] not in " \t" and behind not in known.keywords and _HEADER.match(text, end):
            return Name.Class
    if word in known.constants:
        return Keyword.Constant
    if word in known.names and not (word in known.keywords and _DIGIT.match(text, end)):
        return Name.Builtin.Pseudo
    if word in WORD_OPERATORS:
        return Operator.Word
    alone = not text[line:start].strip()
    if alone and word in known.verbs:
        return Name.Builtin
    if word in known.keywords:
        return Keyword
    if word in known.types and before[3] != "=":
        return Keyword.Type
    if alone and _BLOCK.match(text, end):
        return Name.Label
    if behind in ("run", "as") or text.startswith("(", end):
        return Name.Variable if behind == "as" else Name.Function
    return Name


__all__ = ["GreyLexer"]
