"""Writing a site: all of it or nothing, into a folder that is new, empty or was made by greyc before.

`.greyc-doc.json` in the folder says which files are ours. All files are written below `.greyc-doc.new` first; only when that is
done, each is moved to its place, and what it replaces, or what is ours and no longer wanted, is moved to `.greyc-doc.old`. If
anything goes wrong on the way the moves are undone. What is not ours is never moved (decision 0352).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

MARKER: Final = ".greyc-doc.json"
NEW: Final = ".greyc-doc.new"
OLD: Final = ".greyc-doc.old"


class NotOurs(Exception):
    """Something in the way that greyc did not make; the message names it."""


def check(folder: Path) -> None:
    """Raises NotOurs if the folder can't take a site; changes nothing."""
    if folder.exists() and not folder.is_dir():
        raise NotOurs(f"{folder} is a file; the site needs a folder.")
    if folder.is_dir() and not (folder / MARKER).is_file() and any(folder.iterdir()):
        raise NotOurs(
            f"{folder} holds files that greyc doc did not make, and it writes into none but a new or empty folder, or one it"
            " made before."
        )


def write(folder: Path, pages: Mapping[str, str]) -> None:
    """Make the folder hold these pages, by path below it. Raises NotOurs or OSError, and then all is as it was."""
    check(folder)
    folder = folder.resolve()
    ours = _ours(folder)
    for name in sorted({*ours, *pages}):
        path = folder / name
        if (name not in ours and _there(path)) or (path.is_dir() and not path.is_symlink()):
            raise NotOurs(f"{path} was not made by greyc doc, and the site has a page of that name: move it away.")
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _stage(folder, pages, ours)
        _mark(folder, ours | set(pages))
        _move(folder, sorted(pages), sorted(ours - set(pages)))
    except BaseException:
        _clean(folder)
        with suppress(OSError):
            _mark(folder, ours)
        if is_new:
            with suppress(OSError):
                (folder / MARKER).unlink(missing_ok=True)
                folder.rmdir()
        raise
    _clean(folder)


def _stage(folder: Path, pages: Mapping[str, str], ours: set[str]) -> None:
    """Writes all pages beside their places. The marker is there first: a run that is killed leaves a folder that is known."""
    _clean(folder)
    if not (folder / MARKER).is_file():
        _mark(folder, ours)
    for name, text in pages.items():
        path = folder / NEW / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "replace"))


def _move(folder: Path, wanted: list[str], stale: list[str]) -> None:
    """Puts the new pages in their places and says so in the marker; undone if anything goes wrong."""
    made: list[tuple[Path, Path]] = []  # from, to: what is to be moved back
    folders: list[Path] = []

    def move(source: Path, target: Path) -> None:
        missing = target.parent
        while not missing.exists():
            folders.append(missing)
            missing = missing.parent
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(source, target)
        made.append((source, target))

    try:
        for name in [*stale, *wanted]:
            if _there(folder / name):
                move(folder / name, folder / OLD / name)
        for name in wanted:
            move(folder / NEW / name, folder / name)
        _mark(folder, set(wanted))
    except BaseException:
        for source, target in reversed(made):
            os.replace(target, source)
        for each in sorted(set(folders), reverse=True):
            with suppress(OSError):
                each.rmdir()
        raise
    for name in stale:
        with suppress(OSError):  # something that is not ours lies there too
            (folder / name).parent.rmdir()


def _ours(folder: Path) -> set[str]:
    """The files that an earlier run made, those alone that lie below the folder whatever the marker says."""
    try:
        listed = json.loads((folder / MARKER).read_text(encoding="utf-8"))["files"]
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError, RecursionError):
        listed = None
    if not isinstance(listed, list):
        raise NotOurs(f"{folder / MARKER} can't be read, so it is unclear what in this folder greyc doc made.")
    return {name for name in listed if isinstance(name, str) and _is_below(folder, name)}


def _is_below(folder: Path, name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or any(part in ("..", ".") or part.startswith(".") for part in path.parts):
        return False
    return "\0" not in name and (folder / name).parent.resolve().is_relative_to(folder.resolve())


def _there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _mark(folder: Path, names: set[str]) -> None:
    marker = {"made by": "greyc doc", "files": sorted(names)}
    temporary = folder / f"{MARKER}.new"
    temporary.write_text(json.dumps(marker, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(temporary, folder / MARKER)


def _clean(folder: Path) -> None:
    for name in (NEW, OLD):
        shutil.rmtree(folder / name, ignore_errors=True)


__all__ = ["MARKER", "NotOurs", "check", "write"]
