"""Which greyc this is, to the byte: a result that another one made is not its result.

A version number would not do, since who works on greyc runs it from a checkout. Its own files are read instead, whatever
they hold (code, grammar, words, pages of the diagnostics), which takes a hundredth of a second; with them the version of
Python, and of every library that is installed beside it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("compiler", "dsl", "docs/diagnostics", "frontends", "runtime", "schemas")


def own_digest(root: Path = ROOT) -> str:
    """The digest. Raises OSError where a file of greyc can't be read."""
    made = sha256(sys.version.encode())
    for path in sorted(sys.path):
        try:
            found = sorted(name for name in os.listdir(path or ".") if name.endswith((".dist-info", ".egg-info")))
        except OSError:  # a zip, or nothing at all
            continue
        made.update("\0".join(found).encode("utf-8", "surrogateescape"))
    for part in PARTS:
        for file in _files(os.path.join(root, part)):
            with open(file, "rb") as opened:
                data = opened.read()
            made.update(f"\0{os.path.relpath(file, root)}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            made.update(data)
    return made.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda each: each.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__" and not entry.name.startswith("."):
                yield from _files(entry.path)
        elif not entry.name.startswith("."):
            yield entry.path


__all__ = ["own_digest"]
