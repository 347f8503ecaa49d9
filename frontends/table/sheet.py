"""A table as a spreadsheet has it: a header, and rows of texts that are numbered as the spreadsheet numbers them.

Programs write CSV in many ways. What they do is told apart by the file alone: the mark at its beginning says how letters are
written, and the header, whose cells have no commas in them, what stands between cells.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
_SAID: Final = re.compile(r"(\"?sep=([,;\t])\"?)(?=[\r\n])", re.IGNORECASE)
"""The line before the header in which programs tell a spreadsheet the sign."""


class BadSheet(ValueError):
    """What can't be read as a table; `row` of the spreadsheet, 0 where it is about all of it."""

    def __init__(self, reason: str, row: int = 0) -> None:
        super().__init__(reason)
        self.row = row


@frozen
class Sheet:
    """`header`: names of columns, in row `header_row`. `rows`: number in the spreadsheet, and a cell for each column that the
    row has."""

    header: list[str]
    rows: list[tuple[int, list[str]]]
    header_row: int = 1


def from_csv(data: bytes) -> Sheet:
    """Raises BadSheet."""
    text = _decoded(data)
    said = _SAID.match(text)
    try:
        # What says its sign in a line of its own, for a spreadsheet, keeps that line, empty, so that rows are numbered as there.
        lines = list(_lines(text[said.end(1) :] if said else text, said[2] if said else _separator(text)))
    except csv.Error as error:
        raise BadSheet(f"this is no CSV: {error}") from None
    return sheet_of(lines)


def _separator(text: str) -> str:
    """Which of the signs parts the most cells of the first line. Raises csv.Error."""
    first = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0]
    return max(SEPARATORS.values(), key=lambda each: len(next(csv.reader([first], delimiter=each), [])))


def _lines(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)


def sheet_of(lines: Iterable[Sequence[str]]) -> Sheet:
    """The sheet of rows of cells, the header among them: without what is empty behind it or below. Raises BadSheet."""
    numbered = [(number, list(cells)) for number, cells in enumerate(lines, 1) if any(cell.strip() for cell in cells)]
    if not numbered:
        raise BadSheet("there is no row in it")
    (header_row, header), *rows = numbered
    header = [cell.strip() for cell in header]
    while not header[-1]:
        header.pop()
    for number, cells in rows:
        if any(cell.strip() for cell in cells[len(header) :]):
            raise BadSheet("more cells than the header has columns", number)
    return Sheet(header, [(number, cells[: len(header)]) for number, cells in rows], header_row)


def to_csv(header: Sequence[str], rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    """As RFC 4180 has it, but for the separator."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def _decoded(data: bytes) -> str:
    wider = data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE))  # first: one of its marks begins as UTF-16 does
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-32" if wider else "utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadSheet("this is not UTF-8: save it as CSV UTF-8") from None


__all__ = ["SEPARATORS", "BadSheet", "Sheet", "from_csv", "sheet_of", "to_csv"]
