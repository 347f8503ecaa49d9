"""One layout for `.grey` files: only blanks, line ends and the columns of comments change, never a token.

The layout is made from the tokens, so comments and broken lines stay where they are. What stands between two tokens of a
line follows from both and from the rule of the grammar that they belong to: a minus may be a sign or an operator. Lines
are indented by four spaces for each block, those that go on inside brackets by four more than the line that opened
them. Comments behind code begin in one column, so that no line moves the comment of another; behind longer code two
blanks lie between. Nothing is broken or joined: where a line ends is the author's. The result is read again, and refused
if a token of it is another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from greyc.dsl import cut, lexer
from greyc.dsl.grammar import load_roles
from greyc.dsl.lexer import Token
from greyc.frontends.cells import width

STEP = 4
COLUMN = 59  # before a comment behind code

_BLOCKS = ("_NL", "_INDENT", "_DEDENT", "$END")
_NOTHING_BEFORE = frozenset(("COMMA", "COLON", "RPAR", "RSQB", "RBRACE", "DOT", "QMARK"))
_NOTHING_BEHIND = frozenset(("LPAR", "LSQB", "LBRACE", "DOT"))
_OPENING = frozenset(("LPAR", "LSQB", "LBRACE"))
_CLOSING = frozenset(("RPAR", "RSQB", "RBRACE"))


@define(eq=False)
class _Placed:
    """A token with what decides the blanks before it."""

    token: Token
    roles: list[str]
    level: int
    column: int
    """Where the block that its line belongs to was indented."""
    first: bool
    """Whether it begins a line of the language, not only one of the file."""


@define(eq=False)
class _Line:
    """A line as it will stand: its indentation, its code, the comment behind it."""

    indent: int = 0
    code: str = ""
    comment: str = ""

    def __str__(self) -> str:
        code = " " * self.indent + self.code
        if not self.code or not self.comment:
            return (code + self.comment).rstrip()
        return code + " " * max(2, COLUMN - width(code.rpartition("\n")[2])) + self.comment


def formatted(text: str) -> str:
    """The text in the one layout. `text` must be free of syntax errors; a byte order mark and Windows line ends go.

    Raises ValueError if the result would not read the same, which would be a bug here.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    placed = list(_placed(text))
    lines = _Layout(text, placed).lines()
    result = "".join(f"{line}\n" for line in lines)
    if _tokens(text) != _tokens(result):
        raise ValueError("the layout would change what is written")
    return result


def _placed(text: str) -> Iterator[_Placed]:
    grammar = load_roles()
    for span in cut.cut(text):
        lexed = lexer.lex(text, span, grammar.keywords)
        tokens = list(lexed.tokens)
        roles = grammar.of(lexed)
        columns, first = [0], True
        entering = False
        for token in tokens:
            if token.type in _BLOCKS:
                first = True
                if token.type == "_INDENT":
                    entering = True
                elif token.type == "_DEDENT":
                    columns.pop()
                continue
            if entering:
                columns.append(token.start_pos - text.rfind("\n", 0, token.start_pos) - 1)
                entering = False
            yield _Placed(token, roles.get(token.start_pos, []), len(columns) - 1, columns[-1], first)
            first = False


def _tokens(text: str) -> list[tuple[str, str]]:
    keywords = load_roles().keywords
    return [(token.type, token.value) for span in cut.cut(text) for token in lexer.lex(text, span, keywords).tokens]


@define(eq=False)
class _Layout:
    text: str
    placed: list[_Placed]
    made: list[_Line] = field(factory=list)
    brackets: list[int] = field(factory=list)
    """For each open bracket the indentation of the line that opened it."""
    block: list[_Placed] = field(factory=list)
    """The first token of each block that is open."""

    def lines(self) -> list[_Line]:
        previous: _Placed | None = None
        for here in self.placed:
            behind = previous.token.end_pos if previous else 0
            gap = self.text[behind : here.token.start_pos]
            if previous is None or here.first or "\n" in gap:
                self.between(gap, previous, here)
                self.made.append(_Line(self.indent(here)))
            else:
                self.made[-1].code += _blank(previous, here)
            self.made[-1].code += self.text[here.token.start_pos : here.token.end_pos]
            self.bracket(here.token)
            previous = here
        self.between(self.text[previous.token.end_pos if previous else 0 :], previous, None)
        while self.made and not (self.made[-1].code or self.made[-1].comment):
            self.made.pop()
        return self.made

    def bracket(self, token: Token) -> None:
        if token.type in _OPENING:
            self.brackets.append(self.made[-1].indent)
        elif token.type in _CLOSING:
            self.brackets.pop()

    def indent(self, here: _Placed) -> int:
        if here.first:
            while self.block and self.block[-1].level >= here.level:
                self.block.pop()
            self.block.append(here)
            return here.level * STEP
        if not self.brackets:
            return (here.level + 1) * STEP
        if here.token.type not in _CLOSING:
            return self.brackets[-1] + STEP
        return self.brackets[-self.closing(here)]

    def closing(self, here: _Placed) -> int:
        """How many brackets close one behind the other from here on."""
        count, place = 0, here.token.start_pos
        while self.text[place : place + 1] in (")", "]", "}"):
            count += 1
            place += 1
        return count

    def between(self, gap: str, previous: _Placed | None, here: _Placed | None) -> None:
        """The comment behind the line above, and the comments and blank lines before the one below."""
        head, *rest = gap.split("\n")
        if previous is not None and head.strip():
            self.made[-1].comment = _comment(head)
        elif previous is None:
            rest = [head, *rest]
        opens = previous is None or (here is not None and here.level > previous.level)
        for line in rest[:-1] if here is not None else rest:
            if line.strip():
                self.made.append(_Line(self.comment_indent(line, here), comment=_comment(line)))
                opens = False
            elif not opens and (self.made[-1].code or self.made[-1].comment):
                self.made.append(_Line())

    def comment_indent(self, line: str, here: _Placed | None) -> int:
        """A comment before the end of a block belongs to the innermost block that it is indented as deep as."""
        if here is not None and not here.first:
            return self.brackets[-1] + STEP if self.brackets else (here.level + 1) * STEP
        level = here.level if here is not None else 0
        column = len(line) - len(line.lstrip())
        inner = [first.level for first in self.block if first.level > level and first.column <= column]
        return max([level, *inner]) * STEP


def _comment(line: str) -> str:
    comment = line.strip()
    marks = len(comment) - len(comment.lstrip("#"))
    return f"{comment[:marks]} {comment[marks:]}" if comment[marks : marks + 1].isalnum() else comment


def _blank(left: _Placed, right: _Placed) -> str:
    one, other = left.token.type, right.token.type
    if other in _NOTHING_BEFORE or one in _NOTHING_BEHIND:
        return ""
    inner, outer = (right.roles or [""])[0], right.roles
    if other == "LPAR" and inner in ("arguments", "params"):
        return ""
    if other == "LSQB" and (inner == "index" or "assign_entry" in outer):
        return ""
    if one == "MINUS" and left.roles[0] in ("negative", "negative_number"):
        return ""
    if one in ("PLUS", "MINUS") and "mod" in left.roles and outer[:2] == ["number", "mod"]:
        return ""
    return " "


__all__ = ["formatted"]
