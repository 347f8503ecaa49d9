"""What the terminal at the other end can do."""

import os
import sys
from typing import TextIO


def wants_colour(stream: TextIO | None = None) -> bool:
    """Whether to write colour: a terminal that is not dumb, unless NO_COLOR or FORCE_COLOR say otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stdout if stream is None else stream
    return stream.isatty() and os.environ.get("TERM") != "dumb"
