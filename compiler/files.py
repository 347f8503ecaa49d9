"""Writing files whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write(path: Path, text: str) -> None:
    """Write a file beside its place, then move it there: nobody ever reads half of one. A file that was there keeps its
    mode, a link leads where it led, and what is no file (a device, a pipe) is written to. Raises OSError."""
    if "\0" in str(path):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        with place.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    temporary = NamedTemporaryFile(  # noqa: SIM115 - it must outlive the block, to be moved
        "w", encoding="utf-8", newline="\n", dir=place.parent, prefix=f".{place.name}.", delete=False
    )
    try:
        with temporary:
            temporary.write(text)
        os.chmod(temporary.name, _mode(place))  # a temporary one is for its owner alone
        os.replace(temporary.name, place)
    except BaseException:
        os.unlink(temporary.name)
        raise


def _mode(place: Path) -> int:
    """The mode of the file that is there, or of any new one."""
    if place.exists():
        return place.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
