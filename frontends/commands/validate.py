"""`greyc validate [PATH...]`: everything that can be said of packs before anybody plays.

The compiler finds mistakes in the files; then, where there are none, each pack is linked with all it requires, as a game
would do it, and every two packs that add to the same game with each other, and the authors' own `check`s are tried on the
printed cards. All of it comes out as findings. What did not change since it was last looked at is remembered (docs/cache.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

import click

from greyc.frontends.cells import number_of
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.findings import FORMS, told
from greyc.frontends.load import default_paths, existing

if TYPE_CHECKING:
    from greyc.frontends.validation.run import Outcome


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to tell what is found.")
@click.option("--deny", type=click.Choice(["warnings"]), help="Let warnings fail the check too.")
@click.option(
    "-j", "processes", metavar="N", type=click.IntRange(1), help="How many processes to use; as many as are worth it."
)
@click.option("--no-cache", is_flag=True, help="Look at everything anew, and remember nothing.")
def command(paths: Sequence[str], form: str, deny: str | None, processes: int | None, no_cache: bool) -> int:
    """Check packs: folders of packs, packs, or files in them.

    A PATH may be the name of a pack in ./cards or shipped with greyc. Without one, the packs in ./cards, or those
    shipped with greyc. Exit code 0: clean, 1: an error was found, or with --deny warnings a warning, 2: wrong use. What was found is remembered in
    GREYC_CACHE, else in the user's folder for caches.
    """
    from greyc.compiler.diagnostics import fails
    from greyc.frontends.cache.store import Store, place
    from greyc.frontends.validation.run import validate

    start = perf_counter()
    made = validate(existing(paths) or default_paths(), Store(None if no_cache else place()), processes)
    text = told(form, made.diagnostics, made.packs, _counts(made), deny is not None)
    click.echo(f"{text} ({perf_counter() - start:.1f} s)" if form == "text" else text)
    return FINDINGS if fails(made.diagnostics, deny_warnings=deny is not None) else CLEAN


def _counts(made: Outcome) -> str:
    given = [pack for pack in made.packs.packs if pack.given]
    built = [made.counts[pack.name] for pack in given if pack.name in made.counts]
    counts = {
        "pack": len(given),
        "file": sum(len(pack.files) for pack in given),
        "card": sum(cards for cards, _ in built),
        "test": sum(tests for _, tests in built),
    }
    return ", ".join(f"{number_of(count, what)}" for what, count in counts.items())
