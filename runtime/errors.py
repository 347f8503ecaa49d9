"""Everything that can go wrong in play, one class per failure under one root; each leaves the game as it was.

`as_json` gives the form of the protocol: a code, a sentence, and what is known of the place.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from attrs import define, field

ONE_MEANT: Final = "exactly one is meant here"
"""What is said where a card's name stands for its only copy, and there are more or none."""
ABSENT: Final = "something is read here that is absent (nothing)"


def writable(text: str) -> str:
    """A text that any file or terminal takes: half a pair of UTF-16, which JSON can hold, becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@define
class Place:
    """Where in an author's files: pack, path below its folder, line and column from 1."""

    pack: str
    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.pack}/{self.path}:{self.line}:{self.column}"


@define(eq=False)
class GreycError(Exception):
    """The root of all errors of the runtime."""

    code: ClassVar[str] = "error"
    message: str = field(converter=writable)
    place: Place | None = None
    details: dict[str, Any] = field(factory=dict)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message

    def as_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"error": self.code, "message": self.message}
        if self.place:
            out["place"] = {
                "pack": self.place.pack,
                "path": self.place.path,
                "line": self.place.line,
                "column": self.place.column,
            }
        if self.details:
            out["details"] = self.details
        return out


def in_words(answer: Any) -> str:
    """An answer, as JSON or by names, as a sentence speaks of it: `sell by player#1 with c = salt#2`."""
    match answer:
        case bool():
            return "yes" if answer else "no"
        case None:
            return "nothing"
        case {"action": action}:
            chosen = answer.get("with", {})
            named = chosen.items() if isinstance(chosen, dict) else ()
            said = ", ".join(f"{name} = {in_words(value)}" for name, value in named)
            by = f" by {in_words(answer['actor'])}" if "actor" in answer else ""
            return f"{in_words(action)}{by}{f' with {said}' if said else ''}"[:200]
        case dict():
            return ", ".join(f"{name} = {in_words(value)}" for name, value in answer.items())[:200] or "nothing"
        case list():
            return f"[{', '.join(map(in_words, answer))}]"[:200]
    return str(answer)[:200]


@define(eq=False)
class IllegalAnswer(GreycError):
    """The rules do not allow it, or the answer is malformed; `details["condition"]` names what stood in the way."""

    code: ClassVar[str] = "illegal_answer"


@define(eq=False)
class StaleDecision(GreycError):
    """An answer to a decision that is no longer open."""

    code: ClassVar[str] = "stale_decision"


@define(eq=False)
class NotYourDecision(GreycError):
    """A seat answered that is not asked."""

    code: ClassVar[str] = "not_your_decision"


@define(eq=False)
class GameOver(GreycError):
    """An answer after the end."""

    code: ClassVar[str] = "game_over"


@define(eq=False)
class NothingToUndo(GreycError):
    """No decision can be taken back without forgetting what somebody has learned."""

    code: ClassVar[str] = "nothing_to_undo"


@define(eq=False)
class BadStart(GreycError):
    """Seats, options or packs that the game does not allow."""

    code: ClassVar[str] = "bad_start"


@define(eq=False)
class LinkError(GreycError):
    """The chosen packs do not go together."""

    code: ClassVar[str] = "link_error"


@define(eq=False)
class BundleVersion(GreycError):
    """A bundle or save of another version than this runtime reads."""

    code: ClassVar[str] = "bundle_version"


@define(eq=False)
class SaveMismatch(GreycError):
    """A save that does not fit the bundle; `details` names the first card and step that differ."""

    code: ClassVar[str] = "save_mismatch"


@define(eq=False)
class BudgetExceeded(GreycError):
    """The content ran for too long, nested too deep or made too much."""

    code: ClassVar[str] = "budget_exceeded"


@define(eq=False)
class ContentError(GreycError):
    """A mistake in the content that shows only in play."""

    code: ClassVar[str] = "content_error"
