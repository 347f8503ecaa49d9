"""The pages of the documentation, cut into the blocks that tests carry out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

_BLOCK = re.compile(r"(?:^`([^`\n]+)`\n)?^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block: its language, its text, the line of the page it begins at, and the file name above it, if any."""

    language: str
    text: str
    line: int
    file: str | None


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[2], found[3], text.count("\n", 0, found.start(3)) + 1, found[1]) for found in _BLOCK.finditer(text)
    ]


def commands(console: str) -> Iterator[tuple[str, list[str]]]:
    """Each line after a `$`, with the lines of output shown below it."""
    command, output = "", []
    for line in console.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], []
        elif line.strip():
            output.append(line.strip())
    if command:
        yield command, output
