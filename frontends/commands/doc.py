"""`greyc doc PATH... -o FOLDER`: packs as a folder of pages. What it needs beyond greyc comes with `greyc[doc]`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from greyc.frontends.cells import number_of
from greyc.frontends.cli import CLEAN, WRONG_USE, version
from greyc.frontends.load import compiled, default_paths, existing, load

if TYPE_CHECKING:
    from greyc.frontends.doc.figures import Figures


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("-o", "--output", metavar="FOLDER", default="site", help="Where to write the pages (site).")
@click.option(
    "--stats",
    "stats_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Show what a report says of the cards: FILE is what greyc simulate --report --format json printed.",
)
@click.option("--games", metavar="N", type=click.IntRange(1), help="Play N games of each sort for such a report.")
@click.option("-j", "processes", metavar="N", type=click.IntRange(1), default=1, help="How many processes play.")
def command(paths: Sequence[str], output: str, stats_file: Path | None, games: int | None, processes: int) -> int:
    """Write a reference site of packs: cards, rules, who uses what, and a search.

    The pages need no network and open from the folder, which must be new, empty, or made by greyc doc before. It needs the
    extra of greyc: pip install 'greyc[doc]'. Exit code 0: written, 1: the packs have mistakes, 2: wrong use.
    """
    try:
        import jinja2  # noqa: F401
        import pygments  # noqa: F401
    except ModuleNotFoundError as missing:
        click.echo(f"greyc: the site needs {missing.name}, which is not installed: pip install 'greyc[doc]'", err=True)
        return WRONG_USE
    from greyc.frontends.doc import figures, folder, site
    from greyc.frontends.doc.catalogue import Catalogue
    from greyc.frontends.lsp.index import Noting

    if stats_file is not None and games is not None:
        raise click.UsageError("--stats takes a report from a file and --games makes one: give one of them.")
    target = Path(output)
    try:
        folder.check(target)  # told before games are played
    except folder.NotOurs as error:
        raise click.UsageError(str(error)) from None
    noting = Noting()
    places = existing(paths) or default_paths()
    made = compiled(places, reporter=noting)
    known: Figures | None = None
    if stats_file is not None:
        known = figures.read(stats_file)
        if not set(known.report.packs) & {pack.name for pack in made.packs}:
            raise click.UsageError(
                f"{stats_file} is about {', '.join(known.report.packs)}, and none of these is told here."
            )
    elif games is not None:
        click.echo(f"greyc doc: plays {number_of(games, 'game')} of each sort, which may take a while", err=True)
        known = _played(places, games, processes)
        click.echo(f"greyc doc: {number_of(known.games, 'game')} played, {known.won} of them won", err=True)
    pages = site.pages(
        Catalogue.of(made, noting), version(), known, lambda missing: click.echo(f"greyc doc: {missing}", err=True)
    )
    try:
        folder.write(target, pages)
    except folder.NotOurs as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        click.echo(f"greyc doc: {output} can't be written: {(error.strerror or str(error)).lower()}.", err=True)
        return WRONG_USE
    count = sum(name.endswith(".html") for name in pages)
    click.echo(f"{target / 'index.html'}: {', '.join(pack.name for pack in made.packs)} on {number_of(count, 'page')}")
    return CLEAN


def _played(places: Sequence[Path], games: int, processes: int) -> Figures:
    """What games with these packs tell, as `greyc simulate --report` plays them."""
    from greyc.frontends.doc.figures import Figures
    from greyc.frontends.report.run import made
    from greyc.frontends.simulation import Plan, Wanted, again
    from greyc.runtime import BadStart

    first, *more = map(str, places)
    loaded = load(first, more)
    plan = Plan(loaded.game, loaded.packs, (), None, {}, "greedy", 20_000, None, False, False)
    wanted = Wanted(plan, games, 0, (), ("greedy",), partial(again, first, more))
    try:
        return Figures.of(made(loaded, wanted, processes))
    except BadStart as error:
        raise click.UsageError(f"{error}.") from None


__all__ = ["command"]
