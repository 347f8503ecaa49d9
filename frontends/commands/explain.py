"""`greyc explain CODE|NAME|WORD`: prints the page of a diagnostic code, or what a word of the language does; or lists all
codes.
"""

import click

from greyc.compiler.diagnostics import UnknownCode, explain, pages
from greyc.compiler.reference import all_words, explained, of_word
from greyc.compiler.spell import nearest
from greyc.frontends.cli import CLEAN


@click.command(no_args_is_help=True)
@click.argument("codes", metavar="CODE|NAME|WORD...", nargs=-1)
@click.option("--list", "list_all", is_flag=True, help="List all codes with their names and messages.")
def command(codes: tuple[str, ...], list_all: bool) -> int:
    """Say what a diagnostic code or a word of the language means, with examples."""
    if list_all:
        for page in pages().values():
            click.echo(f"{page.code}  {page.severity:<8} {page.name}: {page.template}")
    texts = [_word(code) or _page(code) for code in codes]
    click.echo("\n".join(texts), nl=False)
    return CLEAN


def _page(code: str) -> str:
    try:
        return explain(code)
    except UnknownCode as error:
        near = nearest(code, all_words())
        said = f"There is no diagnostic and no word {code!r}. Did you mean {near}?" if near else str(error)
        raise click.UsageError(said) from None


def _word(name: str) -> str | None:
    """What there is to say of a word, built in or of the grammar."""
    said = [each for each in (of_word(name), explained(name)) if each is not None]
    if not said:
        return None
    parts = [f"```grey\n{written}\n```\n\n{does}\n" for written, does in said]
    return "\n".join([f"# {name}\n", *parts])
