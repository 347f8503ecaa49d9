"""`greyc lsp`: the language server, for an editor to start. What it needs beyond greyc comes with `greyc[lsp]`."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import redirect_stdout

import click

from greyc.frontends.cli import CLEAN, WRONG_USE


@click.command()
def command() -> int:
    """Serve an editor: the language server, over standard input and output.

    It needs the extra of greyc: pip install 'greyc[lsp]'. How editors are set up stands in docs/lsp.md.
    """
    try:
        import pygls  # noqa: F401
    except ModuleNotFoundError:
        click.echo("greyc: the language server needs pygls, which is not installed: pip install 'greyc[lsp]'", err=True)
        return WRONG_USE
    gc.disable()  # what is imported stays, and looking at it again and again takes a tenth of the start
    from greyc.frontends.lsp.server import make_server

    gc.freeze()
    gc.enable()

    if sys.stdin.isatty():
        click.echo("greyc lsp speaks with an editor over standard input and output; Ctrl-C ends it.", err=True)
    # Channels of its own, which it closes in the end; what anything prints must not get between its messages.
    channels = (os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    with redirect_stdout(sys.stderr):
        make_server().start_io(*channels)
    return CLEAN


__all__ = ["command"]
