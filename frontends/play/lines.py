"""Lines in and out: a terminal with its line editor, or a pipe, whose input is repeated in the output so that what is
written reads like the terminal would have looked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from greyc.frontends.terminal import wants_colour, width

STYLES = {"prompt": "1", "note": "36", "wrong": "33", "good": "32;1", "bad": "31;1", "dim": "2"}


LONGEST = 10_000
"""Characters of a line; input without lines (a device, a wrong file) must not fill the memory."""


class Lines:
    """Reads from one stream, writes to another."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self.source = sys.stdin if source is None else source
        self.target = sys.stdout if target is None else target
        self.colour = wants_colour(self.target)
        self.width = min(width(self.target), 100)
        self.editing = self.source is sys.stdin and self.source.isatty() and self.target.isatty()
        if self.editing:
            with suppress(ImportError):
                import readline  # noqa: F401 - input() gets history and arrow keys by it

    def write(self, text: str | Iterable[str] = "", style: str = "") -> None:
        """A line, or several."""
        for line in [text] if isinstance(text, str) else text:
            shown = f"\x1b[{STYLES[style]}m{line}\x1b[0m" if style and self.colour and line else line
            self.target.write(f"{shown}\n")

    def ask(self, prompt: str) -> str | None:
        """The next line; None at the end of the input."""
        self.target.flush()
        if self.editing:
            try:
                return input(prompt)
            except EOFError:
                self.write()
                return None
        self.target.write(prompt)
        line = self.source.readline(LONGEST)
        if len(line) == LONGEST and not line.endswith("\n"):
            self.write()
            return None  # no answer is so long: this input has no lines
        self.write(line.rstrip("\r\n"))
        return line if line else None
