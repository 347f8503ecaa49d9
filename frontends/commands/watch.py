"""`greyc watch PATH...`: shows in a browser what an author saves. What it needs beyond greyc comes with `greyc[watch]`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from errno import EACCES, EADDRINUSE
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from greyc.frontends.cli import CLEAN, WRONG_USE
from greyc.frontends.load import default_paths, existing

if TYPE_CHECKING:
    from greyc.frontends.watch.desk import Desk
    from greyc.frontends.watch.server import Board

WATCHED: Final = (".grey", ".toml", ".po")
SECOND: Final = 1000  # ms: how often it is looked whether folders came or went


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--port", metavar="N", type=click.IntRange(0, 65535), default=8765, help="Where to serve (8765); 0: a free port."
)
def command(paths: Sequence[str], port: int) -> int:
    """Show the cards that are being written in a browser, anew at each save.

    PATH: a pack or its name, a folder of packs, a file in a pack. The page shows the cards of the file that was saved last, in each
    language, and what is wrong with them. Ctrl-C ends it. It needs the extra of greyc: pip install 'greyc[watch]'.
    """
    try:
        import jinja2  # noqa: F401
        import watchfiles  # noqa: F401
    except ModuleNotFoundError as missing:
        click.echo(
            f"greyc: the preview needs {missing.name}, which is not installed: pip install 'greyc[watch]'", err=True
        )
        return WRONG_USE
    from greyc.frontends.watch.desk import Desk, homes_of
    from greyc.frontends.watch.server import Board, Server

    places = existing(paths) or default_paths()
    homes = homes_of(places)
    if not homes:
        raise click.UsageError(f"There is no pack in {', '.join(map(str, places))}: no folder with a pack.toml.")
    first = next((place.resolve() for place in places if place.suffix == ".grey"), None)
    desk = Desk(homes, first)
    board = Board(desk.pictures.svgs)
    try:
        server = Server(board, port)
    except OSError as error:
        if error.errno not in (EADDRINUSE, EACCES):
            raise
        why = "in use" if error.errno == EADDRINUSE else "not for you"
        click.echo(
            f"greyc watch: port {port} is {why}; choose another with --port, or --port 0 for any free one.", err=True
        )
        return WRONG_USE
    server.begin()
    try:
        click.echo(f"http://127.0.0.1:{server.port}/ shows what you save; Ctrl-C ends it.")
        sys.stdout.flush()
        _follow(desk, board)
    except KeyboardInterrupt:
        click.echo("\nThe preview has ended.")
    finally:
        server.shutdown()
        server.server_close()
    return CLEAN


def _show(desk: Desk, board: Board, changed: Iterable[Path]) -> None:
    """Look, and put up what is to be seen. A bug of greyc must not end the watch: it is told, and the next save tried."""
    from greyc.frontends.watch import told

    before = desk.pictures.missing
    try:
        picture = desk.look(changed)
        html, title, line = told.html(picture), told.title(picture), told.line(picture)
    except Exception as bug:
        from html import escape

        line = f"a bug in greyc, not in your files: {type(bug).__name__}: {' '.join(str(bug).split())[:300]}"
        html, title = f"<p>{escape(line)}</p>", "greyc: a bug"
    board.post(html, title)
    click.echo(f"{time.strftime('%H:%M:%S')} {line}")
    if desk.pictures.missing != before:
        click.echo(desk.pictures.missing)
    sys.stdout.flush()


def _follow(desk: Desk, board: Board) -> None:
    """Look, then wait for files to change, for ever. Folders may come and go."""
    from watchfiles import watch

    seen: dict[Path, tuple[int, int]] | None = None
    while True:
        folders = desk.folders()
        before, seen = seen, _stamps(folders)
        if before is None or before != seen:
            _show(desk, board, [path for path in seen if before is not None and before.get(path) != seen[path]])
        if not folders:
            time.sleep(SECOND / 1000)
            continue
        changes_of = watch(
            *folders,
            watch_filter=lambda _, path: path.endswith(WATCHED),
            rust_timeout=SECOND,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        )
        try:
            for number, changes in enumerate(changes_of):
                changed = {Path(path).resolve() for _, path in changes}
                now = _stamps(folders) if number == 0 or changes else seen
                if number == 0:  # what was saved while nobody watched yet
                    changed |= {path for path in {*now, *seen} if now.get(path) != seen.get(path)}
                seen = now
                if changed:
                    _show(desk, board, sorted(changed))
                if desk.folders() != folders:
                    break
        except FileNotFoundError:  # a folder went between the look and the watch
            continue


def _stamps(folders: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """When each file was written, and how long it is."""
    found = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if path.suffix in WATCHED:
                with suppress(OSError):
                    stat = path.stat()
                    found[path] = stat.st_mtime_ns, stat.st_size
    return found


__all__ = ["command"]
