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
from greyc.compiler.entries import Entry, KindInfo, WordKindInfo
from greyc.compiler.names import RESERVED
from greyc.compiler.packs import MANIFEST
from greyc.dsl import nodes
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
    return (
        [] if use is None else [each for each in _uses(space, path, use.key) if declaration or not each.is_declaration]
    )


def _uses(space: Workspace, path: str, key: Key) -> list[Use]:
    found = {(each.path, each.span): each for known in _around(space, path, key) for each in known.index.of(key)}
    return [each for _, each in sorted(found.items())]


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
    known = space.quick(path)
    head = known.index.at(path, use.key[1]) if known is not None and use.key[0] == path else None
    if head is not None and head.span[0] == use.key[1]:  # in a hook, `after deal amount to monster`: the kind is meant
        use = Use(path, use.span, head.key, head.meaning)
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
    places = [each for each in _uses(space, path, use.key) if _written(space, each) == old]
    if name == old:
        return []
    shared = _shared(space, path, use.key)
    edits = [
        _besides(space, each, name) if each.span in shared.get(each.path, ()) else Edit(each.path, each.span, name)
        for each in places
    ]
    locals_of_hooks: list[Edit] = []
    if isinstance(use.meaning, KindInfo | WordKindInfo):
        for known in _around(space, path, use.key):
            edits += _typed(known, old, name)
            bound = (local for each in places for local in known.index.of((each.path, each.span[0])))
            locals_of_hooks += [Edit(each.path, each.span, name) for each in bound if each.key != use.key]
    count = len(edits)
    edits += locals_of_hooks
    tried = _tried(space, path, edits)
    _compare(space, tried, path, use, count, edits)
    return edits + list(_translations(space, tried, path, use.key))


def _written(space: Workspace, use: Use) -> str:
    return (space.text(use.path) or "")[use.span[0] : use.span[1]]


def _shared(space: Workspace, path: str, key: Key) -> dict[str, set[Span]]:
    """Where one name stands for several things: in the icons of a pack.toml, by its path."""
    found: dict[str, set[Span]] = {}
    for known in _around(space, path, key):
        manifest = known.pack.manifest_file.path
        others = {each.span for each in known.index.uses.get(manifest, ()) if each.key != key}
        found[manifest] = others & {each.span for each in known.index.of(key) if each.path == manifest}
    return found


def _besides(space: Workspace, use: Use, name: str) -> Edit:
    """A line for one of several that have an icon by the same name; the others keep theirs."""
    text = space.text(use.path) or ""
    value = re.compile(r"""["']?[ \t]*=[ \t]*("[^"\n]*"|'[^'\n]*')""").match(text, use.span[1])
    if value is None or text[text.rfind("\n", 0, use.span[0]) + 1 : use.span[0]].strip("\t \"'"):
        raise Refused(f"{use.meaning.name} in pack.toml stands for more than this; give it a line of its own there.")
    return Edit(use.path, (value.end(), value.end()), f"\n{name} = {value[1]}")


def _typed(known: Analysis, old: str, name: str) -> Iterator[Edit]:
    """A part of a verb or the like that is called as a kind is of that kind: when the kind is called otherwise, it keeps its
    own name, and says its type."""
    for unit in known.units:
        for node in unit.declarations:
            node = node.declaration if isinstance(node, nodes.Override) else node
            parts: list[nodes.VerbSlot | nodes.Param] = []
            if isinstance(node, nodes.Verb):
                parts += node.slots
            elif isinstance(node, nodes.Action):
                parts.append(node.actor)
            elif isinstance(node, nodes.Function | nodes.Keyword | nodes.Ability):
                parts += node.params
            for part in parts:
                if part.name.text == old and part.type is None:
                    end = part.name.span[1]
                    text = f" ({name})" if isinstance(part, nodes.VerbSlot) else f": {name}"
                    yield Edit(unit.path, (end, end), text)


def _tried(space: Workspace, path: str, edits: list[Edit]) -> Workspace:
    tried = Workspace(parsed=dict(space.parsed), opened=dict(space.opened))
    tried.shelf(path)
    for each in {edit.path for edit in edits}:
        text = applied(space.text(each) or "", [edit for edit in edits if edit.path == each])
        if Path(each).name == MANIFEST:
            tried.suppose(each, text)
        else:
            tried.write(each, text)
    return tried


def _compare(space: Workspace, tried: Workspace, asked: str, use: Use, count: int, edits: list[Edit]) -> None:
    """Refuses what would make a mistake, or change what a name means."""
    path = use.key[0]
    before = {
        (each.pack.name, found.code, found.path)
        for each in _around(space, asked, use.key)
        for found in each.diagnostics
    }
    for each in _around(tried, asked, use.key):
        for found in each.diagnostics:
            if (each.pack.name, found.code, found.path) not in before and found.severity == "error":
                raise Refused(f"That would be a mistake {_where(tried, found)}: {found.message}")
    shift = sum(len(e.text) - (e.span[1] - e.span[0]) for e in edits if e.path == path and e.span[0] < use.key[1])
    now = (path, use.key[1] + shift)
    found_now = {(e.path, e.span) for each in _around(tried, asked, now) for e in each.index.of(now)}
    if len(found_now) != count:
        raise Refused("Some of its uses would mean something else then.")


def _where(space: Workspace, found: Diagnostic) -> str:
    line = (space.text(found.path) or "").count("\n", 0, found.span[0]) + 1
    return f"in {Path(found.path).name}, line {line}"


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
