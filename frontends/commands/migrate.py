"""`greyc migrate [PATH...]`: files of an older version of the language, rewritten for this one."""

from __future__ import annotations

from collections.abc import Sequence

import click

from greyc.frontends.cli import CLEAN, FINDINGS


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and end with 1.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change, and end with 1.")
@click.option(
    "--from", "written_in", type=click.IntRange(min=1), metavar="VERSION", help="The version they are written in."
)
def command(paths: Sequence[str], check: bool, diff: bool, written_in: int | None) -> int:
    """Rewrite packs of an older version of the language.

    Comments and layout stay. Files with mistakes are told, and then nothing is written at all. Without a PATH, the packs
    in ./cards, or those shipped with greyc. The version is what pack.toml says, or the oldest.
    """
    from difflib import unified_diff

    from greyc.compiler.diagnostics import Reporter, render_all
    from greyc.compiler.files import write_all
    from greyc.compiler.manifest import LANGUAGE
    from greyc.frontends.load import default_paths, existing
    from greyc.frontends.migrate.run import plans
    from greyc.frontends.terminal import wants_colour

    if written_in is not None and written_in > LANGUAGE:
        raise click.UsageError(f"This greyc knows the language up to version {LANGUAGE}.")
    reporter = Reporter()
    made, sources = plans(existing(paths) or default_paths(), reporter, written_in)
    if reporter.has_errors:
        click.echo(render_all(reporter.diagnostics, sources, colour=wants_colour()), nl=False, err=True)
        click.echo("Nothing is written until these are right.", err=True)
        return FINDINGS
    refused = [plan for plan in made if plan.refused]
    for plan in refused:
        click.echo(f"{plan.name}: {plan.refused}", err=True)
    if refused:
        click.echo("Nothing is written.", err=True)
        return FINDINGS
    texts = {path: each for plan in made for path, each in plan.texts.items()}
    shown = {path: name for plan in made for path, name in plan.shown.items()}
    if diff:
        for path, (before, after) in texts.items():
            lines = unified_diff(before.splitlines(True), after.splitlines(True), shown[path], shown[path])
            click.echo("".join(line if line.endswith("\n") else f"{line}\n" for line in lines), nl=False)
    elif check:
        for path in texts:
            click.echo(f"{shown[path]} would change")
    else:
        try:
            was = {path: old.encode() for path, (old, _) in texts.items()}
            write_all({path: new.encode() for path, (_, new) in texts.items()}, was)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise click.UsageError(f"{error.filename or 'A file'} can't be written: {reason}. Nothing is.") from None
    for plan in made:
        told = [f"{what} ({f'{count} times' if count > 1 else 'once'})" for what, count in plan.done.items()]
        did = "would be" if check or diff else "is"
        rest = f"; {'; '.join(told)}" if told else ""
        state = f"{did} in version {LANGUAGE} now{rest}" if plan.texts else f"is in version {LANGUAGE} already"
        click.echo(f"{plan.name} {state}", err=diff)
    return FINDINGS if texts and (check or diff) else CLEAN
