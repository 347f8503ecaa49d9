"""Tables as workbooks of spreadsheets (.xlsx), by openpyxl, which `greyc[sheets]` brings.

Every cell is written as a text or a whole number, and never as a formula: what a card says may begin with any sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import click

from greyc.frontends.table.sheet import BadSheet, Sheet, sheet_of

_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})")


def from_workbook(path: Path) -> Sheet:
    """The first sheet of a workbook. Raises BadSheet, OSError; click.UsageError without openpyxl."""
    _needed()
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        workbook = load_workbook(path, read_only=True, data_only=True)
    except (BadZipFile, InvalidFileException, KeyError, ValueError) as error:
        raise BadSheet(f"this is no workbook: {error}") from None
    try:
        return sheet_of([[_text(value) for value in row] for row in workbook.worksheets[0].iter_rows(values_only=True)])
    finally:
        workbook.close()


def to_workbook(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a workbook with one sheet. Raises OSError; click.UsageError without openpyxl."""
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
    workbook.save(path)


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
