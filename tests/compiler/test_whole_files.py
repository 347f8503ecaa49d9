"""Whole files with many mistakes: each is told once, at its place, and the others still are."""

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler import check_text
from greyc.compiler.diagnostics import render_all

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.grey"))


def marks(text: str) -> list[tuple[int, str]]:
    """What a file says must be marked: line and text."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.search(r"#: (\S.*?)\s*$", line)
        if mark:
            found.append((number, mark[1]))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mistake_is_told_once_at_its_place(path: Path, snapshot: SnapshotAssertion) -> None:
    text = path.read_text(encoding="utf-8")
    found = check_text({path.name: text})
    told = []
    for each in found:
        start, end = each.span
        told.append((text.count("\n", 0, start) + 1, text[start:end]))
    shown = render_all(found, {path.name: text})
    assert told == marks(text), shown
    assert shown == snapshot


def test_the_twenty_are_twenty() -> None:
    assert len(marks((BAD / "twenty.grey").read_text(encoding="utf-8"))) == 20
