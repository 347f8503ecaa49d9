"""From a token that can't stand where it does to a problem that helps: what is wrong, and what to write.

The rules of mistakes.py, foreign.py, misplaced.py, misnamed.py and rewritten.py, one for each usual mistake, are asked in
order; the first that recognizes its mistake has the word. If none does, the problem says what was found and what could
have stood there, with an advice of advice.py.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from attrs import define, field

from . import advice, foreign, lexer, misnamed, misplaced, mistakes, rewritten, wording
from .grammar import Grammar
from .lexer import Lexed
from .nodes import Name, Span
from .problems import Instead, SyntaxProblem, leave_out
from .scene import Rule, Scene

# What is certain comes first, what is likely later.
RULES: Final[list[Rule]] = [
    mistakes.never_closed,
    *rewritten.EARLY,
    *foreign.EARLY,
    misnamed.block_in_words,
    *misplaced.EARLY,
    *mistakes.EARLY,
    *misplaced.BEFORE_CARDS,
    *mistakes.LINES,
    *foreign.LATE,
    misnamed.no_preposition,
    *mistakes.LATE,
    *misplaced.RULES,
    *rewritten.LATE,
    *misnamed.NAMES,
]


def indented_declaration(text: str, span: Span) -> SyntaxProblem:
    """The first line of a file does not stand at the left margin."""
    end = span[0]
    while end < span[1] and not text[end].isspace():
        end += 1
    return SyntaxProblem(
        "indented-declaration",
        (span[0], end),
        {},
        leave_out("begin the line at the left margin", at=(text.rfind("\n", 0, span[0]) + 1, span[0])),
    )


def reserved(name: Name) -> SyntaxProblem:
    """A word of the language where an author gives a name."""
    meant = lexer.FOREIGN.get(name.text)
    another = mistakes.new_name(name.text)
    advice = another if meant is None else f"greyc reads it as {meant}: {another}"
    return SyntaxProblem("reserved-word", name.span, {"word": name.text}, advice)


@define(eq=False)
class Stage(Scene):
    """What the rules may ask, answered by the parser when they do."""

    grammar: Grammar = field(kw_only=True)
    start: str = field(kw_only=True)
    _known: dict[int, set[str]] = field(factory=dict, init=False)

    def could_stand(self, at: int) -> set[str]:
        """What could stand in the place of the token `at`, which lies before the error."""
        if at not in self._known:
            self._known[at] = self.grammar.could_follow(self.tokens[:at], self.start)
        return self._known[at]

    def declares(self, at: int) -> bool:
        """Whether the token before `at` is a name that is being given to something."""
        return self.grammar.declares(self.tokens[:at], self.start)

    def misspelt(self, line_too: bool = True) -> str | None:
        words = [(self.token, self.here)]
        if line_too and self.line and self.at - self.line_start <= 3:
            words.append((self.line[0], self.line_kinds))
        for (kind, _, _, word), wanted in words:
            keywords = [text for text, each in self.grammar.keywords.items() if each in wanted]
            close = get_close_matches(word, keywords, 1, 0.7) if kind == "NAME" else []
            if close and close[0] != word:
                return (
                    Instead.of(f"did you mean {close[0]}?", close[0])
                    if word == self.token[3]
                    else f"did you mean {close[0]}?"
                )
        return None


def explain(text: str, grammar: Grammar, lexed: Lexed, expected: set[str], start: str = "declaration") -> SyntaxProblem:
    """The problem behind the token at which the parser stopped, where others were expected."""
    words = grammar.words
    scene = Stage(text, lexed.tokens, lexed.at, expected, lexed.unclosed, words, grammar=grammar, start=start)
    for rule in RULES:
        problem = rule(scene)
        if problem is not None:
            return problem
    said = {"expected": wording.expected(scene.expected, grammar.signs)}
    suggestion = advice.advice(scene)
    if scene.kind in wording.LINE_ENDS:
        return SyntaxProblem("unfinished-line", scene.before, said, suggestion)
    said["found"] = wording.found(scene.token)
    return SyntaxProblem("unexpected-word", scene.span, said, suggestion)
