"""Writing files whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def write(path: Path, text: str) -> None:
    """Write one file, see `write_all`. Its folder must be there."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    write_all({path: text.encode()})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files, and the folders they lie in: all are written beside their places before the first is moved there, so
    nobody ever reads half of one, and a full disk leaves none of them. A file that was there keeps its mode, a link leads
    where it led, and what is no file (a device, a pipe) is written to. Raises OSError."""
    with ExitStack() as waiting:
        moves: list[tuple[str, Path]] = []
        for path, data in files.items():
            if "\0" in str(path):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            place = Path(os.path.realpath(path))
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.exists() and not place.is_file():
                place.write_bytes(data)  # a folder raises what it is
                continue
            temporary = NamedTemporaryFile(dir=place.parent, prefix=f".{place.name}.", delete=False)  # noqa: SIM115
            waiting.callback(_forget, temporary.name)
            with temporary:
                temporary.write(data)
            os.chmod(temporary.name, _mode(place))  # a temporary one is for its owner alone
            moves.append((temporary.name, place))
        for name, place in moves:
            os.replace(name, place)


def _forget(name: str) -> None:
    with suppress(FileNotFoundError):  # it was moved to its place
        os.unlink(name)


def _mode(place: Path) -> int:
    """The mode of the file that is there, or of any new one."""
    if place.exists():
        return place.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


__all__ = ["write", "write_all"]
