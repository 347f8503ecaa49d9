"""`greyc explain CODE|NAME`: prints the page of a diagnostic code, or lists all codes."""

import click

from greyc.compiler.diagnostics import UnknownCode, explain, pages
from greyc.frontends.cli import CLEAN


@click.command(no_args_is_help=True)
@click.argument("codes", metavar="CODE|NAME...", nargs=-1)
@click.option("--list", "list_all", is_flag=True, help="List all codes with their names and messages.")
def command(codes: tuple[str, ...], list_all: bool) -> int:
    """Say what a diagnostic code means, with a wrong and a right example."""
    if list_all:
        for page in pages().values():
            click.echo(f"{page.code}  {page.severity:<8} {page.name}: {page.template}")
    try:
        texts = [explain(code) for code in codes]
    except UnknownCode as error:
        raise click.UsageError(str(error)) from None
    click.echo("\n".join(texts), nl=False)
    return CLEAN
