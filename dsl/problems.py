"""What is wrong with how a file is written, as values.

`kind` is the name of a page of docs/diagnostics/ (G0100 to G0199, for files G0001 and G0002); the sentence stands there
as the page's template, and `words` fill it. So the compiler turns a problem into a diagnostic without knowing any of
them: `reporter.report(p.kind, path, p.span, suggestion=p.suggestion, related=..., **p.words)`. The suggestion says what
to write instead, where the usual mistake behind the problem is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from .nodes import Span


Change = tuple[tuple["Span | None", str], ...]
"""Spans and what to write in their places; None is the span that is marked. None overlaps another."""


class Instead(str):
    """A suggestion that is more than a sentence: any of `changes` can be made of the text, the likeliest first."""

    changes: tuple[Change, ...]

    @classmethod
    def of(cls, sentence: str, *texts: str, at: Span | None = None) -> Instead:
        """The sentence, with what can be written in the place of the marked text, or of what stands `at` another one."""
        return cls.changing(sentence, *(((at, text),) for text in texts))

    @classmethod
    def changing(cls, sentence: str, *changes: Change) -> Instead:
        """The sentence, with changes that need more than one place each."""
        made = cls(sentence)
        made.changes = changes
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self), self.changes)


def _again(sentence: str, changes: tuple[Change, ...]) -> Instead:
    return Instead.changing(sentence, *changes)


def write(text: str, at: Span | None = None) -> Instead:
    """To write just that."""
    return Instead.of(f"write {text}", text, at=at)


def leave_out(sentence: str = "leave it out", at: Span | None = None) -> Instead:
    """To write nothing there."""
    return Instead.of(sentence, "", at=at)


def insert(sentence: str, text: str, place: int) -> Instead:
    """To write something between two letters."""
    return Instead.of(sentence, text, at=(place, place))


@frozen
class SyntaxProblem:
    kind: str
    span: Span
    words: Mapping[str, str] = field(factory=dict)
    suggestion: str | None = None
    related: tuple[tuple[Span, str], ...] = ()
    about: tuple[str, Span] | None = None
    """A name at its place whose declaration decides what the problem is; whoever knows the declarations looks there."""


class SyntaxStop(Exception):
    """Ends the reading of one declaration; carries the problem and never leaves this package."""

    def __init__(self, problem: SyntaxProblem) -> None:
        super().__init__(problem.kind)
        self.problem = problem
