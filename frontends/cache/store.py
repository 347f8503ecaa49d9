"""A folder of results, each under the digest of what it was made from.

Nothing here is ever needed: what is missing, damaged or can't be read is worked out again, and a folder that can't be
written is a folder in which nothing is kept. So no failure of the disk is told. An entry begins with the digest of its
text, is written beside its place and moved there, and holds JSON, never code.
"""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import frozen

PLACE: Final = "GREYC_CACHE"
"""Names the folder, where somebody wants another than `place` finds."""
MOST: Final = 500
"""Entries that are kept; with more, the older half goes."""
_OURS: Final = re.compile(r"[a-z]+-[0-9a-f]{64}\.json|\.[a-z]+-[0-9a-f]{64}\.json\.\w+")
"""Names of entries, and of what was half written: the folder may hold files of somebody else."""


def place() -> Path | None:
    """The folder of entries: GREYC_CACHE, else `greyc` in the user's folder of caches. None where there is neither."""
    if told := os.environ.get(PLACE):
        return Path(os.path.abspath(told))
    if os.name == "nt":
        caches = os.environ.get("LOCALAPPDATA", "")
    else:
        caches = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(caches):  # as its specification asks
            caches = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(caches, "greyc") if os.path.isabs(caches) else None


@frozen
class Store:
    """`folder` None: nothing is kept."""

    folder: Path | None

    def load(self, sort: str, key: str) -> Any:
        """What was saved; None where nothing was, or nothing that can be trusted."""
        if self.folder is None:
            return None
        try:
            digest, _, text = self._path(sort, key).read_text(encoding="ascii").partition("\n")
            return json.loads(text) if digest == _digest(text) else None
        except (OSError, ValueError, RecursionError):
            return None

    def save(self, sort: str, key: str, value: object) -> None:
        """Keep a value of JSON."""
        if self.folder is None:
            return
        from greyc.compiler.files import write

        text = json.dumps(value, separators=(",", ":"))
        path = self._path(sort, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, f"{_digest(text)}\n{text}")
            self._tidy()
        except OSError:
            return

    def _path(self, sort: str, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{sort}-{key}.json"

    def _tidy(self) -> None:
        """Drops the older half of too many entries, and what a run that was killed left half written."""
        assert self.folder is not None
        with os.scandir(self.folder) as found:
            ours = [entry for entry in found if _OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)]
        if len(ours) > MOST:
            for entry in sorted(ours, key=lambda each: each.stat().st_mtime)[: len(ours) // 2]:
                os.unlink(entry)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


__all__ = ["MOST", "PLACE", "Store", "place"]
