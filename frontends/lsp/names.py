"""Definition, references and rename: from a name to its declaration, and to all other places that mean the same.

What can't be renamed is refused before a new name is asked for. A rename is tried before it is offered: the packs are
compiled with it, and it is refused where a mistake would appear or a name would come to mean something else. Translations
go by names too, so their ids are changed along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.entries import Entry
from greyc.compiler.names import RESERVED
from greyc.dsl.grammar import load
from greyc.dsl.nodes import Span
from greyc.frontends.edits import Edit, applied
from greyc.frontends.lsp.index import Key, Use
from greyc.frontends.lsp.workspace import Analysis, Workspace

_NAME = re.compile(r"[^\W\d]\w*")


class Refused(Exception):
    """Why something can't be renamed so, for the author."""


def use_at(space: Workspace, path: str, offset: int) -> Use | None:
    """The name at an offset, in the file as it stands."""
    known = space.quick(path)
    return known.index.at(path, offset) if known is not None else None


def definition(space: Workspace, path: str, offset: int) -> tuple[str, Span] | None:
    """Where what is named at an offset is declared; None for what the language has built in."""
    use = use_at(space, path, offset)
    if use is None or not use.key[0]:
        return None
    return use.key[0], (use.key[1], use.key[1] + len(use.meaning.name))


def references(space: Workspace, path: str, offset: int, declaration: bool = True) -> list[Use]:
    """All places in all packs that mean what is named at an offset."""
    use = use_at(space, path, offset)
    if use is None:
        return []
    found = {
        (each.path, each.span): each for known in _around(space, path, use.key) for each in known.index.of(use.key)
    }
    return [each for _, each in sorted(found.items()) if declaration or not each.is_declaration]


def in_file(space: Workspace, path: str, offset: int) -> list[Use]:
    """The places in the file itself."""
    known, use = space.quick(path), use_at(space, path, offset)
    return [] if known is None or use is None else [each for each in known.index.of(use.key) if each.path == path]


def _around(space: Workspace, path: str, key: Key) -> Iterator[Analysis]:
    """The packs in which something may be named: the one that declares it, and those above it."""
    shelf = space.shelf(path)
    own = shelf.pack_of(path) if shelf is not None else None
    if shelf is None or own is None:
        return
    home = shelf.pack_of(key[0]) or own
    for pack in [home, *space.above(shelf, home)] if key[0] else shelf.found.packs:
        yield space.full_pack(shelf, pack)


def renamable(space: Workspace, path: str, offset: int) -> Use | None:
    """The name at an offset; None where none stands. Raises Refused if it is one that can't be changed here."""
    use, shelf = use_at(space, path, offset), space.shelf(path)
    if use is None or shelf is None:
        return None
    name = use.meaning.name
    if not use.key[0] or name in RESERVED:
        raise Refused(f"{name} is a word of the language.")
    home = shelf.pack_of(use.key[0])
    if home is None or not home.given:
        where = use.meaning.pack if isinstance(use.meaning, Entry) else "another pack"
        raise Refused(f"{name} is declared in {where}, which is not in this workspace.")
    return use


def rename(space: Workspace, path: str, offset: int, name: str) -> list[Edit]:
    """The edits that give what is named at an offset another name. Raises Refused."""
    use = renamable(space, path, offset)
    if use is None:
        raise Refused("Nothing that can be renamed stands here.")
    if not _NAME.fullmatch(name):
        raise Refused(f"{name} is no name: names have letters, digits and _, and begin with a letter.")
    if name in RESERVED or name in load().keywords:
        raise Refused(f"{name} is a word of the language.")
    old = use.meaning.name
    places = [each for each in references(space, path, offset) if _written(space, each) == old]
    edits = [Edit(each.path, each.span, name) for each in places]
    if name == old:
        return []
    tried = _tried(space, edits)
    shown = _compare(space, tried, path, use, len(places), edits, name)
    return edits + shown + list(_translations(space, tried, path, use.key))


def _written(space: Workspace, use: Use) -> str:
    return (space.text(use.path) or "")[use.span[0] : use.span[1]]


def _tried(space: Workspace, edits: list[Edit]) -> Workspace:
    tried = Workspace(parsed=dict(space.parsed))
    texts = dict(space.opened)
    for path in {edit.path for edit in edits}:
        texts[path] = applied(space.text(path) or "", [edit for edit in edits if edit.path == path])
    for path, text in texts.items():
        tried.write(path, text)
    return tried


def _compare(
    space: Workspace, tried: Workspace, asked: str, use: Use, count: int, edits: list[Edit], name: str
) -> list[Edit]:
    """Refuses what would make a mistake, or change what a name means. What would be a mistake in a pack.toml, which may say how
    things of that name are shown, is changed along."""
    shown: dict[Edit, None] = {}
    path = use.key[0]
    before = {
        (each.pack.name, found.code, found.path)
        for each in _around(space, asked, use.key)
        for found in each.diagnostics
    }
    for each in _around(tried, asked, use.key):
        for found in each.diagnostics:
            if (each.pack.name, found.code, found.path) not in before and found.severity == "error":
                manifest = each.pack.manifest_file
                along = _shown(manifest.text, found.span, use.meaning.name) if found.path == manifest.path else []
                if not along:
                    raise Refused(f"That would be a mistake {_where(tried, found)}: {found.message}")
                shown |= {Edit(found.path, span, name): None for span in along}
    shift = sum(len(e.text) - (e.span[1] - e.span[0]) for e in edits if e.path == path and e.span[0] < use.key[1])
    now = (path, use.key[1] + shift)
    found_now = {(e.path, e.span) for each in _around(tried, asked, now) for e in each.index.of(now)}
    if len(found_now) != count:
        raise Refused("Some of its uses would mean something else then.")
    return list(shown)


def _where(space: Workspace, found: Diagnostic) -> str:
    line = (space.text(found.path) or "").count("\n", 0, found.span[0]) + 1
    return f"in {Path(found.path).name}, line {line}"


def _shown(text: str, where: Span, name: str) -> list[Span]:
    """Where a name stands in a pack.toml that a finding there is about: in headers of tables, or behind the key it marks."""
    if text[slice(*where)] == name:
        return [found.span(1) for found in re.finditer(rf"^[ \t]*\[ *show\.({name})(?= *[.\]])", text, re.MULTILINE)]
    behind = re.compile(r"[ \t]*=[ \t]*(\[(?:[^\[\]]|\[[^\]]*\])*\]|[^\n]*)").match(text, where[1])
    if behind is None:
        return []
    return [
        found.span(1) for found in re.finditer(rf"[\"']({name})[\"']", text) if found.start() in range(*behind.span(1))
    ]


def _translations(space: Workspace, tried: Workspace, asked: str, key: Key) -> Iterator[Edit]:
    """Ids of texts that the rename changes, in the files of translations."""
    for old, new in zip(_around(space, asked, key), _around(tried, asked, key), strict=True):
        before, after = old.made[old.pack.name].texts.get("en", {}), new.made[new.pack.name].texts.get("en", {})
        ids = {one: other for one, other in zip(before, after, strict=False) if one != other}
        if len(before) != len(after) or not ids:
            continue
        for file in old.pack.catalogues.values():
            for found in re.finditer(r'"([^"\n]+)"', file.text):
                if found[1] in ids:
                    yield Edit(file.path, found.span(1), ids[found[1]])


__all__ = ["Edit", "Refused", "definition", "in_file", "references", "renamable", "rename"]
