"""Reading: from the bytes of a file to a `Source`, the text with the places of its lines.

Every offset of the syntax tree points into `Source.text`, which is the file's text as it is: Windows line ends stay,
and a byte order mark that a caller left at the start is stepped over, so that whoever holds the same text can use the
offsets. What can't be read is a problem like any other, never an exception; an empty text then stands for the file.
"""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from attrs import define, field

from .problems import SyntaxProblem


@define(eq=False)
class Source:
    """A text and where its lines start. Lines and columns count from 1, columns in characters."""

    path: str
    text: str
    _starts: list[int] | None = field(default=None, init=False, repr=False)

    @property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line; found when first asked for."""
        if self._starts is None:
            starts = [0]
            place = self.text.find("\n")
            while place >= 0:
                starts.append(place + 1)
                place = self.text.find("\n", place + 1)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; what lies outside the text counts as its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, kept inside the text and inside the line."""
        start = self.line_starts[min(max(line, 1), len(self.line_starts)) - 1]
        return start + min(max(column, 1) - 1, len(self.line(line)))

    def line(self, number: int) -> str:
        """The text of a line without its end; of the nearest line for a number outside the file."""
        starts = self.line_starts
        index = min(max(number, 1), len(starts)) - 1
        end = starts[index + 1] - 1 if index + 1 < len(starts) else len(self.text)
        return self.text[starts[index] : end].removesuffix("\r")


def decode(data: bytes, path: str) -> tuple[Source, list[SyntaxProblem]]:
    """Decodes UTF-8, with or without a byte order mark; the problem of another encoding says at which byte."""
    try:
        return Source(path, data.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        words = {"byte": f"0x{data[error.start]:02X}", "offset": str(error.start)}
        return Source(path, ""), [SyntaxProblem("not-utf-8", (0, 0), words)]


def read(path: str | Path) -> tuple[Source, list[SyntaxProblem]]:
    """Reads a file. What can't be read gives an empty source and the reason."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Source(str(path), ""), [SyntaxProblem("unreadable-file", (0, 0), {"reason": reason})]
    return decode(data, str(path))
