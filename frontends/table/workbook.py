"""Tables as workbooks of spreadsheets (.xlsx), by openpyxl, which `greyc[sheets]` brings.

Every cell is written as a text or a whole number, and never as a formula: what a card says may begin with any sign.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from greyc.frontends.table.sheet import BadSheet, Sheet, sheet_of

_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})")


def from_workbook(path: Path) -> Sheet:
    """The first sheet of a workbook. Raises BadSheet, OSError; click.UsageError without openpyxl.

    It is opened twice: as a stream, which gives what a spreadsheet shows and does not mind a stray cell far below; and as a whole,
    which alone knows merged cells, and formulas that nobody has reckoned yet.
    """
    _needed()
    data = path.read_bytes()
    if not data.startswith(b"PK"):
        older = data.startswith(b"\xd0\xcf\x11\xe0")  # a compound file
        hint = "save it as .xlsx, without a password" if older else "if it is CSV, let its name end with .csv"
        raise BadSheet(f"this is no workbook: {hint}")
    try:
        shown, whole = _opened(data, read_only=True, data_only=True), _opened(data)
        return sheet_of(list(_rows(shown, whole)))
    except BadSheet:
        raise
    except Exception as error:  # openpyxl has no error of its own for a file that is damaged anywhere inside
        said = error.args[0] if isinstance(error, KeyError) else error
        raise BadSheet(f"this workbook is damaged: {said}") from None


def _opened(data: bytes, **how: bool) -> Any:
    """The first sheet with cells; charts are sheets, too."""
    from openpyxl import load_workbook

    with warnings.catch_warnings(action="ignore"):  # of what openpyxl would lose if it saved the file
        sheets = load_workbook(BytesIO(data), **how).worksheets
    if not sheets:
        raise BadSheet("there is no sheet with cells in it")
    return sheets[0]


def _rows(shown: Any, whole: Any) -> Iterator[list[str]]:
    """The rows of cells. Raises BadSheet for a cell whose value nobody wrote."""
    for merged in whole.merged_cells.ranges:
        if (
            merged.size["rows"] * merged.size["columns"] > 1
            and whole.cell(merged.min_row, merged.min_col).value is not None
        ):
            raise BadSheet(f"the cells {merged.coord} are merged: part them, each row has its own", merged.min_row)
    shown.reset_dimensions()  # what a file says of its size need not be so
    with warnings.catch_warnings(action="ignore"):
        for number, row in enumerate(shown.iter_rows(), 1):
            for cell in row:
                reason = _doubtful(cell, whole)
                if reason:
                    raise BadSheet(f"cell {cell.coordinate} {reason}", number)
            yield [_text(cell.value) for cell in row]


def _doubtful(cell: Any, whole: Any) -> str:
    """Why what a cell shows is not what its author meant; "" where it is."""
    if cell.data_type == "e":
        return f"shows an error, {cell.value}"
    if isinstance(cell.value, date | time | timedelta):
        return f"is a date or a time to the spreadsheet ({cell.value}): make it a cell of text, and write it again"
    if cell.value is None and cell.data_type == "n" and _is_formula(cell, whole):
        return "has a formula that was not reckoned yet: open the file in a spreadsheet and save it there"
    return ""


def _is_formula(cell: Any, whole: Any) -> bool:
    return hasattr(cell, "row") and whole.cell(cell.row, cell.column).data_type == "f"  # what is not there has no row


def to_workbook(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A workbook with one sheet. Raises OSError; click.UsageError without openpyxl."""
    _needed()
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("cards")
    sheet.freeze_panes = "B2"
    for row in (header, *rows):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, int(value) if _NUMBER.fullmatch(value) else value)
            if isinstance(cell.value, str):
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    made = BytesIO()
    workbook.save(made)
    return made.getvalue()


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
    return str(value)


def _needed() -> None:
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise click.UsageError("Workbooks need openpyxl: pip install 'greyc[sheets]'. CSV needs nothing.") from None


__all__ = ["from_workbook", "to_workbook"]
