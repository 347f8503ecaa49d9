"""`greyc diff OLD NEW`: what changed between two versions of a pack, and which saves it breaks."""

from __future__ import annotations

from collections.abc import Sequence

import click

from greyc.frontends.cli import CLEAN, FINDINGS

FORMS = ("text", "json", "markdown")


@click.command(no_args_is_help=True)
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to tell what changed.")
@click.option("--locale", default="en", metavar="TAG", help="The language of titles and printed texts.")
@click.option("--save", "saves", multiple=True, metavar="FILE", help="Also try this save under NEW.")
def command(old: str, new: str, form: str, locale: str, saves: Sequence[str]) -> int:
    """Tell what changed between two versions of a pack, and which saves it breaks.

    OLD and NEW: a pack's folder or name, a bundle made by greyc build, or REV:PATH of git. Exit code 0: nothing
    changed, 1: something did, 2: wrong use, or packs that do not compile.
    """
    from greyc.frontends.diff.compare import compare
    from greyc.frontends.diff.form import as_json
    from greyc.frontends.diff.saves import fate, try_save
    from greyc.frontends.diff.sides import read_side
    from greyc.frontends.diff.told import as_markdown, as_text
    from greyc.frontends.terminal import wants_colour

    was, now = read_side(old), read_side(new)
    made = compare(was, now, locale)
    saying = fate(made)
    tried = [try_save(was.bundle, now.bundle, file) for file in saves]
    match form:
        case "json":
            click.echo(as_json(made, saying, tried))
        case "markdown":
            click.echo(as_markdown(made, saying, tried))
        case _:
            click.echo(as_text(made, saying, tried, wants_colour()))
    return FINDINGS if made.differs else CLEAN
