"""What the terminal at the other end can do."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


def wants_colour(stream: TextIO | None = None) -> bool:
    """Whether to write colour: a terminal that is not dumb, unless NO_COLOR or FORCE_COLOR say otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def width(stream: TextIO | None = None) -> int:
    """How many cells a line may have: the terminal's, within reason; 80 where nobody can say."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty() and "COLUMNS" not in os.environ:
        return 80
    from shutil import get_terminal_size

    return max(40, min(get_terminal_size((80, 24)).columns, 120))


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal, on its own stream so that output can be piped; what it yields is called per step."""
    if total < 2 or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda: None
        return
    import click

    with click.progressbar(length=total, label=label, file=sys.stderr, show_pos=True) as bar:
        yield lambda: bar.update(1)
