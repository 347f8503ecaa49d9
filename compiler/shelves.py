"""Which pack has a name that a pack does not know: perhaps the line in pack.toml is missing.

`Elsewhere` looks among the packs of the run, and only when a name is unknown. A pack without game and `requires` can only be meant for another one, so for it the packs beside it and those shipped with greyc are looked through, too, by
the beginnings of their lines alone. That is enough for a hint and far quicker than reading them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from attrs import define

_DECLARED: Final = re.compile(
    r"""^(?:
      (?:game|kind|keyword|ability|function|verb|action|die|board)[ \t]+([^\W\d]\w*)
    | [^\W\d]\w*[ \t]+([^\W\d]\w*)[ \t]*(?:"|:?[ \t]*$)
    | [ ]{4}(?:state|zone|slot|option)[ \t]+([^\W\d]\w*)
    )""",
    re.MULTILINE | re.VERBOSE,
)
_WORDS: Final = re.compile(r"^kind[ \t]+\w+[^:\n]*:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_WORD: Final = re.compile(r'"[^"\n]*"|\#.*|([^\W\d]\w*)')


@define(eq=False)
class Elsewhere(Mapping[str, str]):
    """Name -> pack, found out when first asked for."""

    find: Callable[[], dict[str, str]]
    _found: dict[str, str] | None = None

    @property
    def found(self) -> dict[str, str]:
        if self._found is None:
            self._found = self.find()
        return self._found

    def __getitem__(self, name: str) -> str:
        return self.found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


@define(eq=False)
class Shelves(Mapping[str, str]):
    """The pack by each name it declares: first as `known` says, then as is found below `folders`."""

    known: Mapping[str, str]
    folders: Sequence[Path]
    own: Path

    def __getitem__(self, name: str) -> str:
        if name in self.known:
            return self.known[name]
        for folder in self.folders:
            for home in _packs(folder):
                if home != self.own and name in _names(home):
                    return home.name
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


@cache
def _packs(folder: Path) -> list[Path]:
    """Packs directly below a folder; a folder is called like its pack where it is found by name."""
    try:
        homes = sorted(each.parent for each in folder.glob("*/pack.toml"))
    except OSError:
        return []
    return homes


@cache
def _names(home: Path) -> frozenset[str]:
    found: set[str] = set()
    for path in sorted(home.rglob("*.grey")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        found.update(name for groups in _DECLARED.findall(text) for name in groups if name)
        for words in _WORDS.findall(text):
            found.update(name for name in _WORD.findall(words) if name)
    return frozenset(found)
