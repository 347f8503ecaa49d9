"""`greyc table export|import`: printed values as a table for a spreadsheet, and back into the cards (docs/tables.md)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from greyc.frontends.cells import number_of
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.table.sheet import SEPARATORS

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled
    from greyc.compiler.packs import PackSource
    from greyc.frontends.table.apply import Result
    from greyc.frontends.table.plan import Plan, Problem
    from greyc.frontends.table.sheet import Sheet

WORKBOOK = ".xlsx"


@click.group()
def command() -> None:
    """Print values of cards as a table for a spreadsheet, and read them back."""


@command.command("export")
@click.argument("pack")
@click.option(
    "--kind", "kinds", metavar="KIND", multiple=True, help="Of which kind of cards; several times for several."
)
@click.option("-o", "--output", metavar="FILE", help="Where to write it: CSV, or .xlsx; without it, to the terminal.")
@click.option(
    "--separator", type=click.Choice([*SEPARATORS]), default="comma", help="What stands between cells of CSV."
)
def export(pack: str, kinds: tuple[str, ...], output: str | None, separator: str) -> int:
    """Print the values of all cards of a kind as a table."""
    from greyc.compiler.files import write
    from greyc.frontends.load import compiled, pack_path
    from greyc.frontends.table.printed import Printed
    from greyc.frontends.table.sheet import to_csv

    made = compiled([pack_path(pack)])
    source = _one(made)
    printed = Printed.of(made, source.name, _known(kinds, made, source.name))
    header = [column.head for column in printed.columns]
    try:
        if output is not None and output.endswith(WORKBOOK):
            from greyc.frontends.table.workbook import to_workbook

            data = to_workbook(header, printed.rows())
        else:
            text = to_csv(header, printed.rows(), SEPARATORS[separator])
            if output is None:
                click.echo(text.replace("\r\n", "\n"), nl=False)
                return CLEAN
            data = f"\ufeff{text}".encode()  # the mark tells spreadsheets that it is UTF-8
        write(Path(output), data)
    except OSError as error:
        raise click.UsageError(f"{output} can't be written: {(error.strerror or str(error)).lower()}.") from None
    click.echo(f"{output}: {number_of(len(printed.cards), 'card')}", err=True)
    return CLEAN


@command.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("pack")
@click.option("--delete", is_flag=True, help="Take cards out that the table does not have.")
@click.option("--dry-run", is_flag=True, help="Change nothing; show what would change.")
def import_(file: Path, pack: str, delete: bool, dry_run: bool) -> int:
    """Read the values of a table into the cards: all of them, or if anything is wrong, none."""
    from greyc.compiler.files import write_all
    from greyc.frontends.load import compiled, pack_path
    from greyc.frontends.table.apply import files_of, tried
    from greyc.frontends.table.plan import kinds_of, plan
    from greyc.frontends.table.printed import Printed, cards_of

    sheet = _read(file)
    if sheet is None:
        return FINDINGS
    path = pack_path(pack)
    made = compiled([path])
    source = _one(made)
    cards = list(cards_of(made, source.name))
    kinds = [kind for kind in kinds_of(sheet, cards) if kind in made.symbols[source.name].kinds]
    printed = Printed.of(made, source.name, kinds)
    texts = {each.path: each.text for each in source.files}
    folder = source.manifest_file.path.rpartition("/")[0]
    planned = plan(sheet, cards, printed, texts, folder, delete)
    if planned.problems:
        return _told(file, planned.problems)
    result = tried(planned, made, source, path)
    if result.problems or result.others:
        return _refused(file, result)
    if dry_run:
        _show(source, result)
    else:
        try:
            files = files_of(result, source)
            write_all(
                {path: data for path, (_, data) in files.items()}, {path: was for path, (was, _) in files.items()}
            )
        except OSError as error:
            click.echo(f"greyc table: nothing is written: {error.strerror or error}.", err=True)
            return FINDINGS
    _report(planned, result, delete, dry_run)
    return CLEAN


def _one(made: Compiled) -> PackSource:
    """The pack that was meant."""
    given = [pack for pack in made.packs if pack.given]
    if len(given) != 1:
        raise click.UsageError(f"Name one pack of these: {', '.join(pack.name for pack in given)}.")
    return given[0]


def _known(kinds: tuple[str, ...], made: Compiled, pack: str) -> list[str]:
    """The kinds, or wrong use: a table of which there are cards."""
    from greyc.compiler.spell import did_you_mean
    from greyc.frontends.table.printed import cards_of

    counts: dict[str, int] = {}
    for card in cards_of(made, pack):
        counts[card.info.kind] = counts.get(card.info.kind, 0) + 1
    there = ", ".join(f"{kind} ({count})" for kind, count in sorted(counts.items())) or "no card"
    if not kinds:
        raise click.UsageError(f"Say with --kind which cards. {pack} has: {there}.")
    for kind in kinds:
        if kind not in made.symbols[pack].kinds:
            guess = did_you_mean(kind, counts)
            told = f"{guess[0].upper()}{guess[1:]}" if guess else f"{pack} has: {there}."
            raise click.BadParameter(f"there is no kind {kind}. {told}", param_hint="--kind")
    return list(kinds)


def _read(file: Path) -> Sheet | None:
    """The table of a file; None, and the reason told, where it is none."""
    from greyc.frontends.table.sheet import BadSheet, from_csv

    try:
        if file.suffix == WORKBOOK:
            from greyc.frontends.table.workbook import from_workbook

            return from_workbook(file)
        return from_csv(file.read_bytes())
    except BadSheet as error:
        click.echo(f"{file}{f', row {error.row}' if error.row else ''}: {error}", err=True)
    except OSError as error:
        click.echo(f"{file} can't be read: {(error.strerror or str(error)).lower()}", err=True)
    return None


def _told(file: Path, problems: Sequence[Problem]) -> int:
    """What is wrong in the table, by row."""
    for each in sorted(problems, key=lambda problem: problem.row):
        column = f", column {each.column}" if each.column else ""
        click.echo(f"{file}, row {each.row}{column}: {each.message}", err=True)
    click.echo(f"{number_of(len(problems), 'mistake')}, nothing is written", err=True)
    return FINDINGS


def _refused(file: Path, result: Result) -> int:
    """What the compiler says to the changed pack."""
    from greyc.compiler.diagnostics import render
    from greyc.frontends.terminal import wants_colour

    for each in result.others:
        click.echo(f"{render(each, result.sources, colour=wants_colour(sys.stderr))}\n", err=True)
    if result.problems:
        return _told(file, result.problems)
    click.echo("With this table the pack would be wrong: nothing is written", err=True)
    return FINDINGS


def _show(source: PackSource, result: Result) -> None:
    """What would change, as a diff."""
    before = {file.path: file.text for file in source.files}
    for path, text in result.texts.items():
        lines = unified_diff(before.get(path, "").splitlines(True), text.splitlines(True), path, path)
        click.echo("".join(line if line.endswith("\n") else f"{line}\n" for line in lines), nl=False)


def _report(planned: Plan, result: Result, delete: bool, dry_run: bool) -> None:
    missing = [card.info.name for card in planned.missing]
    for what, names in (
        ("changed", planned.changed),
        ("new", planned.added),
        ("taken out" if delete else "not in the table, and left (--delete takes them out)", missing),
    ):
        if names:
            click.echo(f"{what}: {', '.join(names)}", err=dry_run)
    for name, old in planned.renamed:
        told = f"{name} has the values of {old.info.name}, and nothing else that stands on that card (abilities, texts). To rename it,"
        click.echo(f"{told} write the new name in {old.unit.path} and wherever {old.info.name} is named.", err=True)
    if not result.texts:
        click.echo("nothing to write", err=dry_run)
    elif not dry_run:
        click.echo("\n".join(f"wrote {path}" for path in result.texts))
