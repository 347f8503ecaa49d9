"""Changes of a text as data: what to write in the place of a part of it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from greyc.dsl.nodes import Span


@frozen
class Edit:
    """What to write in the place of a part of a file."""

    path: str
    span: Span
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits of it made; none may overlap another."""
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text


__all__ = ["Edit", "applied"]
