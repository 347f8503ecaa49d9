"""From a token that can't stand where it does to a problem that helps: what is wrong, and what to write.

The rules of mistakes.py, one for each usual mistake, are asked in order; the first that recognizes its mistake has the
word. If none does, the problem says what was found and what could have stood there.
"""

from __future__ import annotations

from difflib import get_close_matches

from attrs import define, field

from . import lexer, mistakes, wording
from .grammar import Grammar
from .lexer import Lexed
from .mistakes import Scene
from .nodes import Name, Span
from .problems import SyntaxProblem


def indented_declaration(text: str, span: Span) -> SyntaxProblem:
    """The first line of a file does not stand at the left margin."""
    end = span[0]
    while end < span[1] and not text[end].isspace():
        end += 1
    return SyntaxProblem("indented-declaration", (span[0], end), {}, "begin the line at the left margin")


def reserved(name: Name) -> SyntaxProblem:
    """A word of the language where an author gives a name."""
    meant = lexer.FOREIGN.get(name.text)
    advice = mistakes.NEW_NAME if meant is None else f"greyc reads it as {meant}: {mistakes.NEW_NAME}"
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

    def misspelt(self) -> str | None:
        """What to write where the line begins with a word of the language that is misspelt."""
        kind, _, _, word = self.line[0] if self.line else self.token
        if kind != "NAME" or self.at - self.line_start > 3:
            return None
        wanted = self.could_stand(self.line_start)
        keywords = [text for text, kind in self.grammar.keywords.items() if kind in wanted]
        close = get_close_matches(word, keywords, 1, 0.7)
        return f"did you mean {close[0]}?" if close and close[0] != word else None


def explain(text: str, grammar: Grammar, lexed: Lexed, expected: set[str], start: str = "declaration") -> SyntaxProblem:
    """The problem behind the token at which the parser stopped, where others were expected."""
    scene = Stage(text, lexed.tokens, lexed.at, expected, lexed.unclosed, grammar=grammar, start=start)
    for rule in mistakes.RULES:
        problem = rule(scene)
        if problem is not None:
            return problem
    words = {"expected": wording.expected(scene.expected, grammar.signs)}
    suggestion = scene.misspelt() or _likely(scene)
    if scene.kind in wording.LINE_ENDS:
        return SyntaxProblem("unfinished-line", scene.before, words, suggestion)
    words["found"] = wording.found(scene.token)
    return SyntaxProblem("unexpected-word", scene.span, words, suggestion)


def _likely(scene: Stage) -> str | None:
    """What to write, where only one thing can be meant."""
    written = scene.token[3]
    first = scene.line[0][3] if scene.line else ""
    if scene.kind in ("MINUS", "DOTDOT") and "TO" in scene.expected and first == "players":
        return "write to between the two numbers"
    if scene.kind in wording.LINE_ENDS:
        return None
    if scene.kind == "LBRACE" and "COLON" in scene.expected:
        return "write a colon, and what belongs to it indented below"
    if "COLON" in scene.expected and scene.expected <= {"COLON", "IN"}:
        return f"write : before {written}"
    if scene.kind in ("COMMA", "VBAR", "LESSTHAN") and first == "kind":
        return "write | between all the words, or < if each is less than the next"
    if first == "function" and scene.expected == {"LPAR"}:
        return "write () behind the name, with what it is given between the brackets"
    below = [token[0] for token in scene.tokens[scene.at + 1 : scene.at + 3]]
    if scene.kind == "COLON" and below == ["_NL", "_INDENT"] and scene.on_card:
        return "only an ability has a block, and its name stands alone before the colon"
    if first == "verb" and scene.kind == "NAME" and {"TO", "FROM", "BY"} <= scene.expected:
        advice = f"write a word such as to, for or by before {written}"
        joined = f"{scene.previous[3]}_{written}"
        return f"{advice}, or {joined} if both are one name" if joined.isidentifier() else advice
    if len(scene.expected) == 1 and (only := scene.expected & scene.grammar.words):
        keyword = only.pop().lower()
        return f"write {keyword}" if scene.kind in scene.grammar.words else f"write {keyword} before {written}"
    if scene.kind == "NAME" and "COLON" in scene.expected and "COMMA" in scene.expected:
        return f"write : before {written}"
    if first == "function" and scene.previous[0] == "COLON":
        return "leave it out: what a function gives is found by itself"
    return None
