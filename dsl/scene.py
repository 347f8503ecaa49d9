"""Where a declaration can't be read: the tokens around the place, and what the parser could have read there.

The rules of mistakes.py, foreign.py, misplaced.py, misnamed.py and rewritten.py and the advice of advice.py ask a Scene
and nothing else, so each is a few lines about one mistake.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from attrs import define, field

from .lexer import Token
from .nodes import Span
from .problems import Instead, SyntaxProblem
from .wording import LINE_ENDS

BREAKS: Final = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))
# What begins a part of a call, and the prepositions that show that one could follow.
BEGINS: Final = frozenset(("NAME", "NUMBER", "STRING", "LSQB", "LBRACE", "EVERY", "CARDS"))
PARTS: Final = frozenset(("TO", "FROM", "BY"))


@define(eq=False)
class Scene:
    """Where the error is: the tokens, which of them can't stand there, and what could."""

    text: str
    tokens: list[Token]
    at: int
    expected: set[str]
    # Brackets that are still open where the declaration ends.
    unclosed: list[Token]
    # The kinds of token that are keywords.
    words: frozenset[str]
    line_start: int = field(init=False)
    line: list[Token] = field(init=False)

    def __attrs_post_init__(self) -> None:
        first = self.at
        # At a line's end the line is the one that ends there.
        while first > 0 and (first == self.at or self.tokens[first][0] in BREAKS) and self.kind in LINE_ENDS:
            first -= 1
            if self.tokens[first][0] not in BREAKS:
                break
        while first > 0 and self.tokens[first - 1][0] not in BREAKS:
            first -= 1
        self.line_start = first
        self.line = []
        for token in self.tokens[first:]:
            if token[0] in BREAKS:
                break
            self.line.append(token)

    @abstractmethod
    def could_stand(self, at: int) -> set[str]:
        """What could stand in the place of the token `at`, which lies before the error."""

    @abstractmethod
    def declares(self, at: int) -> bool:
        """Whether the token before `at` is a name that is being given to something."""

    @abstractmethod
    def misspelt(self, line_too: bool = True) -> str | None:
        """What to write for a misspelt word of the language: where the error is, or where the line begins."""

    @property
    def opener(self) -> str:
        """The kind of the token that the line begins with."""
        return self.line[0][0] if self.line else ""

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def kind(self) -> str:
        return self.token[0]

    @property
    def span(self) -> Span:
        return self.token[1:3]

    @property
    def previous(self) -> Token:
        return self.tokens[self.at - 1] if self.at else Token("", 0, 0, "")

    @property
    def next(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    @property
    def before(self) -> Span:
        """The span of the last token that is no end of a line or block."""
        for kind, start, end, _ in reversed(self.tokens[: self.at]):
            if kind not in BREAKS:
                return start, end
        return self.span

    @property
    def here(self) -> set[str]:
        """What could stand in the place of the error. The parser may have closed what stands before it already, so that
        `expected` alone lacks what would have gone on with that."""
        return self.could_stand(self.at) | self.expected

    @property
    def line_kinds(self) -> set[str]:
        """What could have begun this line: tells a block of statements from a card or a kind."""
        return self.could_stand(self.line_start)

    @property
    def on_card(self) -> bool:
        """Whether this line stands on a card or in the body of a keyword."""
        kinds = self.line_kinds
        return "LET" not in kinds and {"TEXT", "MODIFY", "NAME"} <= kinds

    @property
    def in_block(self) -> bool:
        """Whether this line is a statement."""
        return "LET" in self.line_kinds

    @property
    def called(self) -> Token | None:
        """The verb of this line, if it is a call and the error stands behind the verb."""
        verb = next((token for token in self.line if token[0] not in ("EITHER", "OR", "MAY")), self.token)
        return verb if verb[0] == "NAME" and verb is not self.token and self.in_block else None

    def written(self, tokens: list[Token]) -> str:
        """Tokens as they stand in the text."""
        return self.text[tokens[0][1] : tokens[-1][2]] if tokens else ""

    def margin(self, place: int) -> str:
        """The blanks that the line of a place begins with."""
        line = self.text[self.text.rfind("\n", 0, place) + 1 :]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def margin_at(self, place: int) -> tuple[int, int]:
        """Where those stand."""
        begin = self.text.rfind("\n", 0, place) + 1
        return begin, begin + len(self.margin(place))

    def new_line(self, deeper: str = "") -> str:
        """A break, with what begins a line that stands below this one."""
        return f"\n{self.margin(self.line[0][1] if self.line else self.span[0])}{deeper}"

    def tokens_left(self) -> list[Token]:
        """The tokens of the line from the error on."""
        return self.line[self.at - self.line_start :]

    def line_ends(self, place: int) -> int:
        """Where the code of the line of a place ends, before a colon that opens a block."""
        end = self.text.find("\n", place)
        code = [token for token in self.tokens if place <= token[1] < (end if end >= 0 else len(self.text))]
        code = [token for token in code if token[0] not in BREAKS]
        return code[-1][1] if code[-1][0] == "COLON" else code[-1][2]

    def open_bracket(self) -> Token | None:
        """The innermost bracket that is open at the error."""
        stack: list[Token] = []
        for token in self.tokens[: self.at]:
            if token[0] in ("LPAR", "LSQB", "LBRACE"):
                stack.append(token)
            elif token[0] in ("RPAR", "RSQB", "RBRACE") and stack:
                stack.pop()
        return stack[-1] if stack else None


def if_above(sentence: str, scene: Scene, at: int) -> str:
    """To write what the token `at` begins, which is behind a statement, as an if in a line above it."""
    condition = scene.written(scene.line[at + 1 - scene.line_start :]).rstrip(": ")
    if not condition:
        return sentence
    begin = scene.line[0][1]
    again = f"if {condition}:{scene.new_line('    ')}{scene.text[begin : scene.tokens[at - 1][2]]}"
    return Instead.of(sentence, again, at=(begin, scene.line[-1][2]))


Rule = Callable[[Scene], SyntaxProblem | None]
