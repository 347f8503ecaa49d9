"""`greyc fmt [PATH...]`: every `.grey` file in the one layout.

A file with syntax errors is told as `greyc validate` tells it, and left as it is; the others are still laid out. What is
written is written whole or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

import click

from greyc.compiler.diagnostics import Reporter, render_all
from greyc.compiler.files import write
from greyc.compiler.syntax import report_syntax
from greyc.dsl import decode, parse
from greyc.frontends.cells import number_of
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.formatting import formatted
from greyc.frontends.load import default_paths, existing
from greyc.frontends.terminal import wants_colour


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and end with 1.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change, and end with 1.")
def command(paths: Sequence[str], check: bool, diff: bool) -> int:
    """Give .grey files their one layout.

    Without a PATH, the files below ./cards, or those shipped with greyc. With - the standard input is laid out to the
    standard output. Only blanks, line ends and the columns of comments change, never what a file means.
    """
    if "-" in paths:
        if len(paths) > 1 or check or diff:
            raise click.UsageError("- stands alone: what comes in is laid out and goes out.")
        made = _made("<standard input>", sys.stdin.buffer.read())
        if made is None:
            return FINDINGS
        sys.stdout.buffer.write(made[1].encode())
        return CLEAN
    count = changed = refused = 0
    for path in _files(existing(paths) or default_paths()):
        count += 1
        try:
            made = _made(str(path), path.read_bytes())
        except OSError as error:
            raise click.UsageError(f"{path} can't be read: {_reason(error)}.") from None
        if made is None:
            refused += 1
            continue
        before, after = made
        if before == after:
            continue
        changed += 1
        if diff:
            name = str(path)
            lines = unified_diff(before.splitlines(True), after.splitlines(True), name, name)
            click.echo("".join(line if line.endswith("\n") else f"{line}\n" for line in lines), nl=False)
        elif check:
            click.echo(f"{path} is not in the one layout")
        else:
            try:
                write(path, after)
            except OSError as error:
                raise click.UsageError(f"{path} can't be written: {_reason(error)}.") from None
            click.echo(f"{path}")
    did = "would change" if check or diff else "changed"
    told = f", {refused} with mistakes left as they are" if refused else ""
    click.echo(f"{number_of(count, 'file')}, {changed} {did}{told}", err=diff)
    return FINDINGS if refused or (changed and (check or diff)) else CLEAN


def _made(path: str, data: bytes) -> tuple[str, str] | None:
    """The text of a file and its layout; None, and the mistakes told, where it can't be read."""
    source, problems = decode(data, path)
    problems = problems or parse(source.text, path).errors
    if not problems:
        return data.decode(), formatted(source.text)
    reporter = Reporter()
    for problem in problems:
        report_syntax(problem, path, reporter)
    click.echo(render_all(reporter.diagnostics, {path: source.text}, colour=wants_colour()), err=True)
    return None


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """The .grey files of these paths, each once, hidden folders left out."""
    seen: set[Path] = set()
    for path in paths:
        for file in [path] if path.is_file() else _below(path):
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def _below(folder: Path) -> Iterator[Path]:
    for home, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(home, name) for name in sorted(names) if name.endswith(".grey"))


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
