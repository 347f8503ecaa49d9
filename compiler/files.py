"""Writing files whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def write(path: Path, text: str | bytes) -> None:
    """Write one file, see `write_all`. Its folder must be there."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    write_all({path: text.encode() if isinstance(text, str) else text})


def write_all(files: Mapping[Path, bytes], was: Mapping[Path, bytes | None] | None = None) -> None:
    """Write files, and the folders they lie in, all or none: each beside its place first, then each is moved there, so that
    nobody ever reads half of one; if one can't be moved, those before it are put back. A file that was there keeps its
    mode, a link leads where it led, and what is no file (a device, a pipe) is written to. `was`: what files held (None:
    nothing was there) when the new was made of it. Raises OSError, also where one of those was changed since."""
    temporary: dict[Path, str] = {}
    moved: dict[Path, bytes | None] = {}
    try:
        for path, data in files.items():
            if "\0" in str(path):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            place = Path(os.path.realpath(path))
            if was is not None and path in was and _content(place) != was[path]:
                raise OSError(f"{path} was changed meanwhile")
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.exists() and not place.is_file():
                place.write_bytes(data)  # a folder raises what it is
            else:
                temporary[place] = _beside(place, data)
        for place, name in temporary.items():
            before = _content(place)
            os.replace(name, place)
            moved[place] = before
    except BaseException:
        for place, before in moved.items():
            if before is None:
                place.unlink()
            else:
                os.replace(_beside(place, before), place)
        for name in temporary.values():
            with suppress(FileNotFoundError):  # it was moved
                os.unlink(name)
        raise


def _content(place: Path) -> bytes | None:
    return place.read_bytes() if place.exists() else None


def _beside(place: Path, data: bytes) -> str:
    """A file beside a place with what shall stand there; its name."""
    temporary = NamedTemporaryFile(  # noqa: SIM115 - it must outlive the block, to be moved
        dir=place.parent, prefix=f".{place.name}.", delete=False
    )
    try:
        with temporary:
            temporary.write(data)
        os.chmod(temporary.name, _mode(place))  # a temporary one is for its owner alone
    except BaseException:
        os.unlink(temporary.name)
        raise
    return temporary.name


def _mode(place: Path) -> int:
    """The mode of the file that is there, or of any new one."""
    if place.exists():
        return place.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


__all__ = ["write", "write_all"]
