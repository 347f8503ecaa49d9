"""`greyc build PATH... -o FILE`: the packs as one bundle that the runtime plays, or a look at a stage of the compiler.

The same files give the same bytes: everything in a bundle has a fixed order. The file is written beside its place and
then moved there, so that nobody ever reads half of one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from greyc.compiler.files import write
from greyc.frontends.cli import CLEAN, WRONG_USE
from greyc.frontends.load import compiled, default_paths, existing
from greyc.frontends.stages import STAGES


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("-o", "--output", metavar="FILE", help="Where to write the bundle; - is the terminal.")
@click.option("--show", "stage", type=click.Choice([*STAGES, "ir"]), help="Print what a stage of the compiler made.")
def command(paths: Sequence[str], output: str | None, stage: str | None) -> int:
    """Compile packs into a bundle for the runtime.

    The stages that --show can print: syntax (the tree of each file), names (what each pack declares and may name),
    typed (the same with types), ir (the bundle, to read).
    """
    if (output is None) == (stage is None):
        raise click.UsageError("Say where to write the bundle (-o FILE) or which stage to print (--show STAGE).")
    places = existing(paths) or default_paths()
    if stage in STAGES:
        click.echo(STAGES[stage](places), nl=False)
        return CLEAN
    from greyc.runtime import ir

    bundle = ir.bundle_to_json(compiled(places).bundle)
    if stage == "ir":
        click.echo(json.dumps(bundle, ensure_ascii=False, indent=1))
        return CLEAN
    text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":")) + "\n"
    if output == "-":
        click.echo(text, nl=False)
        return CLEAN
    try:
        write(Path(str(output)), text)
    except OSError as error:
        click.echo(f"greyc build: {output} can't be written: {(error.strerror or str(error)).lower()}.", err=True)
        return WRONG_USE
    click.echo(f"{output}: {', '.join(bundle['packs'])} ({len(text.encode()) / 1000:.0f} kB)", err=True)
    return CLEAN
