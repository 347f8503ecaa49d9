"""`greyc sheet PACK -o DIR`: print-and-play sheets. What it needs beyond greyc comes with `greyc[print]`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from greyc.frontends.cli import CLEAN, FINDINGS, WRONG_USE

if TYPE_CHECKING:
    from greyc.compiler.diagnostics import Diagnostic
    from greyc.compiler.driver import Compiled
    from greyc.compiler.packs import PackSource
    from greyc.frontends.sheet.content import Contents
    from greyc.frontends.sheet.setting import Form, Task

PAPERS = ("a4", "letter")  # as greyc.frontends.sheet.paging has them
PPI = 300


@click.command(no_args_is_help=True)
@click.argument("pack")
@click.option("-o", "--output", type=click.Path(file_okay=False), required=True, metavar="DIR", help="Where files go.")
@click.option(
    "--format", "form", type=click.Choice(["pdf", "svg", "png"]), default="pdf", help="One PDF, or a file a page."
)
@click.option("--locale", "tag", default="en", metavar="TAG", help="The language; English if not given.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only cards of this kind or of kinds below it.")
@click.option("--only", multiple=True, metavar="NAMES", help="Only these cards, by name or title, with commas between.")
@click.option("--once", is_flag=True, help="Each card once, not as often as the pack has it.")
@click.option("--backs", is_flag=True, help="Behind each page one of backs, for turning over the long edge.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="a4 if not given.")
@click.option("--font", default="", metavar="NAME", help="A font of this system to set texts in.")
def command(
    pack: str, output: str, form: Form, tag: str, kinds: tuple[str, ...], only: tuple[str, ...], once: bool, backs: bool,
    paper: str, font: str,
) -> int:  # fmt: skip
    """Print cards: sheets to cut out, as PDF, SVG or PNG.

    It needs the extra of greyc: pip install 'greyc[print]'. How a pack lays out its cards stands in docs/sheets.md.
    """
    from greyc.compiler.files import write_all
    from greyc.frontends.load import compiled, pack_path
    from greyc.frontends.sheet.setting import CannotPrint, setter

    try:
        setter()
        made = compiled([pack_path(pack)], "sheet")
        names = [name.strip() for each in only for name in each.split(",") if name.strip()]
        files: dict[Path, bytes] = {}
        found: list[Diagnostic] = []
        left_out: list[str] = []
        for source in (each for each in made.packs if each.given):
            task, contents = _task(made, source, tag, kinds, names, once, backs, paper, font)
            found += _findings(made, source, task, contents)
            left_out += map(contents.words.card, task.left_out() if task.pages and not found else ())
            for number, data in enumerate(task.made(form, PPI) if task.pages and not found else (), 1):
                page = "" if form == "pdf" else f"-{number:02}"
                files[Path(output) / f"{source.name}-{tag}{page}.{form}"] = data
    except CannotPrint as error:
        click.echo(f"greyc: {error}", err=True)
        return WRONG_USE
    if found:
        from greyc.compiler.diagnostics import render_all

        click.echo(render_all(found, made.sources), nl=False, err=True)
        return FINDINGS
    if not files:
        raise click.UsageError("No cards are left to print.")
    try:
        write_all(files)
    except OSError as error:
        raise click.UsageError(f"{output}: {error.strerror or error}") from None
    click.echo("\n".join(f"wrote {path}" for path in files))
    if left_out:
        click.echo(f"without their flavour, beside which the text would be small: {', '.join(left_out)}", err=True)
    return CLEAN


def _task(
    made: Compiled, source: PackSource, tag: str, kinds: tuple[str, ...], only: list[str], once: bool, backs: bool,
    paper: str, font: str,
) -> tuple[Task, Contents]:  # fmt: skip
    """What is to be set of one pack."""
    from greyc.frontends.play.words import Words
    from greyc.frontends.sheet.content import Contents, chosen
    from greyc.frontends.sheet.paging import PAPERS as SIZES
    from greyc.frontends.sheet.paging import TooLarge, pages
    from greyc.frontends.sheet.setting import Task

    packs = [made.bundle.packs[each.name] for each in source.closure]
    if tag not in packs[-1].printed:
        raise click.UsageError(f"{source.name} has no texts in {tag}; it has {', '.join(source.manifest.locales)}.")
    contents = Contents(Words(packs, tag))
    own = [card.name for card in packs[-1].cards]
    try:
        names = chosen(contents.words, own, contents.layouts, kinds, only)
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from None
    faces = [contents.face(name) for name in names]
    copies = [at for at, name in enumerate(names) for _ in range(1 if once else contents.copies(name))]
    reverse: list[dict[str, Any]] = [contents.back(name) for name in names] if backs else []
    try:
        laid = pages([(faces[at]["width"], faces[at]["height"]) for at in copies], SIZES[paper], backs)
    except TooLarge as error:
        raise click.UsageError(f"{error.args[0][0].upper()}{error.args[0][1:]}.") from None
    sheets = [attrs.asdict(page) for page in laid]
    for place in (place for sheet in sheets for place in sheet["places"]):
        place["card"] = copies[place["card"]]
    return Task(tag, faces, contents.icons, reverse, sheets, font), contents


def _findings(made: Compiled, source: PackSource, task: Task, contents: Contents) -> list[Diagnostic]:
    """At the declaration of each card: parts of it that do not fit, and letters that no font has."""
    from greyc.compiler.diagnostics import Reporter
    from greyc.dsl.source import Source

    reporter = Reporter()
    parts: dict[str, list[str]] = {}
    for spill in task.spills() if task.pages else ():
        parts.setdefault(spill.card, []).append(spill.part)
    missing = task.missing() if task.pages else {}
    for card in made.bundle.packs[source.name].cards:
        file = source.files[card.file]
        start = Source(file.path, file.text).offset(*card.at) if card.name in parts or card.name in missing else 0
        span, title = (start, start + 1), f'"{contents.words.card(card.name)}"'
        if card.name in parts:
            part = ", ".join(parts[card.name])
            reporter.report("text-does-not-fit", file.path, span, part=part, card=title, language=task.locale)
        if card.name in missing:
            letters = " ".join(missing[card.name])
            reporter.report("no-font-for", file.path, span, letters=letters, card=title, language=task.locale)
    return reporter.diagnostics
