"""Groups of packs that have to do with each other by what they require: what is found in one can't change another.

A library that several games require is the exception: it can't change what is found in another that requires it, either.
So a group is what is checked at once, by one process, and what is remembered. The one way between groups is advice: a
name that nobody here knows may be declared over there. See `greyc.frontends.validation.group`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

if TYPE_CHECKING:
    from greyc.compiler.diagnostics import Diagnostic
    from greyc.compiler.packs import PackSet, PackSource, SourceFile

_GAME: Final = re.compile(r"^\ufeff?game\b", re.MULTILINE)


@frozen
class Group:
    """Packs, each after what it requires, and what was wrong with finding them."""

    packs: tuple[PackSource, ...]
    before: tuple[Diagnostic, ...]

    @property
    def files(self) -> list[SourceFile]:
        """All that was read of them."""
        return [file for pack in self.packs for file in (pack.manifest_file, *pack.files, *pack.catalogues.values())]

    @property
    def size(self) -> int:
        """How much there is to read, in characters."""
        return sum(len(file.text) for file in self.files)

    def key(self, own: str) -> str:
        """The digest of all that decides what is found here, by a greyc whose digest is `own`."""
        packs = [
            [
                pack.name,
                pack.given,
                [each.name for each in pack.requires],
                _files([pack.manifest_file, *pack.files]),
                [[name, *_files([file])] for name, file in pack.catalogues.items()],
            ]
            for pack in self.packs
        ]
        return digest([own, packs, [repr(each) for each in self.before]])


def digest(value: object) -> str:
    """Of a value of JSON."""
    return sha256(json.dumps(value).encode()).hexdigest()


def _files(files: Iterable[SourceFile]) -> list[list[str]]:
    return [[file.path, file.name, sha256(file.text.encode("utf-8", "surrogatepass")).hexdigest()] for file in files]


def split(found: PackSet, before: Sequence[Diagnostic]) -> list[Group]:
    """The groups of a run. `before`: what was found while its packs were looked for.

    A library, which holds no game and requires nothing, doesn't join those that require it: it is a group of its own, and
    goes along with each of the others as what they require, not as what is looked at."""
    shared = {pack.name: evolve(pack, given=False) for pack in found.packs if _is_gameless(pack)}
    number = {pack.name: index for index, pack in enumerate(found.packs)}
    for pack in found.packs:  # each comes after what it requires
        for other in pack.requires:
            if other.name not in shared:
                old, new = number[pack.name], number[other.name]
                number = {name: new if each == old else each for name, each in number.items()}
    groups: dict[int, list[PackSource]] = {}
    for pack in found.packs:
        if pack.name not in shared or pack.given:
            groups.setdefault(number[pack.name], []).append(pack)
    made = []
    for packs in groups.values():
        own = {pack.name for pack in packs}
        needed = {each.name for pack in packs for each in pack.closure} - own
        packs = [*(each for name, each in shared.items() if name in needed), *packs]
        made.append(Group(tuple(packs), tuple(_within(packs, before))))
    return made


def _is_gameless(pack: PackSource) -> bool:
    """A line that begins with *game* could stand in a text, too; then the pack only joins a group that it need not."""
    return not pack.requires and not any(_GAME.search(file.text) for file in pack.files)


def _within(packs: Sequence[PackSource], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What was found in the folders of these packs."""
    homes = tuple(pack.manifest_file.path.removesuffix("pack.toml") for pack in packs)
    return [each for each in before if each.path.startswith(homes)]


__all__ = ["Group", "digest", "split"]
