"""What a report of `greyc simulate --report --format json` says, as the site shows it."""

from __future__ import annotations

import json
from pathlib import Path

import click
from attrs import frozen
from cattrs import Converter
from jsonschema import Draft202012Validator

from greyc.frontends.report.forms import CardJson, ReportJson, schema


@frozen
class Figures:
    """A report, and what it says of each card by pack and name."""

    report: ReportJson
    cards: dict[tuple[str, str], CardJson]

    @classmethod
    def of(cls, report: ReportJson) -> Figures:
        return cls(report, {(card.pack, card.card): card for card in report.cards})

    @property
    def games(self) -> int:
        """How many games ended."""
        return sum(cell.win.games for cell in self.report.cells)

    @property
    def won(self) -> int:
        return sum(cell.win.won for cell in self.report.cells)


def read(path: Path) -> Figures:
    """The figures in a file. Raises UsageError if it holds no report."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path} can't be read: {(error.strerror or str(error)).lower()}.") from None
    except (ValueError, RecursionError):
        raise click.UsageError(f"{path} is no JSON. {_HOW}") from None
    wrong = next(iter(Draft202012Validator(schema()).iter_errors(data)), None)
    if wrong is not None:
        where = "".join(f"/{part}" for part in wrong.absolute_path) or "the whole"
        raise click.UsageError(f"{path} is no report of greyc ({where}: {wrong.message[:100]}). {_HOW}")
    report: ReportJson = _converter().structure(data, ReportJson)
    return Figures.of(report)


_HOW = "Make one with greyc simulate PACK --report --format json > FILE."


def _converter() -> Converter:
    made = Converter()
    made.register_structure_hook(float, lambda value, _: float(value))
    return made


__all__ = ["Figures", "read"]
