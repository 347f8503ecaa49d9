"""Formatting: the layout of `greyc fmt`, as the edits of the lines that change."""

from __future__ import annotations

from difflib import SequenceMatcher

from greyc.dsl import parse
from greyc.dsl.nodes import Span
from greyc.frontends.formatting import formatted


def layout_edits(text: str) -> list[tuple[Span, str]] | None:
    """What to write where for the one layout; None for a file with syntax errors, which is left as it is."""
    if parse(text).errors:
        return None
    before, after = text.splitlines(keepends=True), formatted(text).splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        ((starts[low], starts[high]), "".join(after[first:last]))
        for tag, low, high, first, last in matcher.get_opcodes()
        if tag != "equal"
    ]
