"""Open files over the disk, and what is compiled anew when one changes.

A file that did not change is not read again, since its tree is kept by its text. For the rest there are two ways. The
quick one follows each key: it gives the pack its symbols anew and looks only at the bodies of the file that is
written in. The full one follows a pause: all of the pack, its lints and its texts, and after it the packs that require
it. What a full one found and the quick one does not look for stays shown where the edit did not touch it.

Packs are found as `greyc validate` finds them: the folders with a pack.toml beside the one a file belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import define, evolve, field

from greyc.compiler.checks.copied import check_copied, code_of
from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.diagnostics.model import Edits
from greyc.compiler.driver import Run, is_allowed, undisturbed
from greyc.compiler.manifest import read_manifest
from greyc.compiler.packs import MANIFEST, PackSet, PackSource, SourceFile, find_packs
from greyc.compiler.resolve import declared_names
from greyc.compiler.symbols import Symbols
from greyc.compiler.syntax import report_syntax
from greyc.compiler.unit import Unit
from greyc.dsl import Parsed, parse
from greyc.frontends.lsp import index
from greyc.frontends.lsp.index import Index, Noting
from greyc.frontends.lsp.places import moved
from greyc.runtime import ir

COPIED: Final = "copied-lines"
"""The page of what is found by holding packs against each other."""


@define(eq=False)
class _Run(Run):
    """The compiler's steps, each pack read when it is needed."""

    def units_of(self, pack: PackSource) -> list[Unit]:
        """The files of a pack; what is wrong with how they are written is reported."""
        if pack.name not in self.units:
            self.units[pack.name] = [self.parse(file, number) for number, file in enumerate(pack.files)]
        return self.units[pack.name]

    def declared(self, source: PackSource) -> Iterable[str]:
        return declared_names(self.units_of(source))


@define(eq=False)
class Analysis:
    """What is known of a pack, or with `full` False of one file in it. `texts`: what was looked at, by path."""

    pack: PackSource
    symbols: Symbols
    units: list[Unit]
    diagnostics: list[Diagnostic]
    late: list[Diagnostic]
    """Of these, what only the full way finds."""
    texts: dict[str, str]
    noting: Noting
    made: dict[str, ir.Pack]
    full: bool
    _index: Index | None = None

    @property
    def index(self) -> Index:
        """What the names in the files that were looked at mean; made when first asked for."""
        if self._index is None:
            looked = self.units if self.full else [unit for unit in self.units if unit.path in self.texts]
            manifest = self.pack.manifest_file if self.full else None
            self._index = index.build(looked, self.symbols, self.noting, manifest)
        return self._index

    def compared(self, found: Iterable[Diagnostic]) -> bool:
        """Takes over what was found when packs were held against each other; whether that is other than it was."""
        own = [each for each in found if each.path in self.texts]
        before = [each for each in self.late if each.name == COPIED]
        self.late = [*(each for each in self.late if each.name != COPIED), *own]
        others = [each for each in self.diagnostics if each.name != COPIED]
        self.diagnostics = sorted([*others, *own], key=lambda each: each.sort_key)
        return own != before

    def unit(self, path: str) -> Unit | None:
        """The unit of a file."""
        return next((unit for unit in self.units if unit.path == path), None)


@define(eq=False)
class Shelf:
    """Packs that stand side by side, as they were found."""

    found: PackSet
    reporter: Noting
    """What was wrong with finding them."""

    def pack_of(self, path: str) -> PackSource | None:
        """The pack that a file belongs to, if it can be built."""
        return next((pack for pack in self.found.packs if any(file.path == path for file in pack.files)), None)


@define(eq=False)
class Workspace:
    """Paths are absolute, as text. `opened`: the texts of open files."""

    opened: dict[str, str] = field(factory=dict)
    shelves: dict[Path, Shelf] = field(factory=dict)
    parsed: dict[str, tuple[str, Parsed]] = field(factory=dict)
    known: dict[str, tuple[tuple[str, ...], Analysis]] = field(factory=dict)
    """By the path of the manifest: the last full analysis of a pack, and the texts it rests on."""
    latest: dict[str, Analysis] = field(factory=dict)
    """By path: the last quick analysis."""

    # ---- files ----
    def write(self, path: str, text: str) -> None:
        """A file was opened or changed in the editor."""
        self.opened[path] = text
        for shelf in self.shelves.values():
            _lay_over(shelf.found, path, text)

    def suppose(self, path: str, text: str) -> None:
        """As if a manifest, of a pack that stays where it is, were saved with a text."""
        for shelf in self.shelves.values():
            for pack in shelf.found.packs:
                if pack.manifest_file.path == path and (made := read_manifest(text, path, Reporter())) is not None:
                    pack.manifest, pack.manifest_file = made, SourceFile(path, MANIFEST, text)
                    shelf.found.sources[path] = text

    def close(self, path: str) -> None:
        """From now on the file is what stands on the disk."""
        self.opened.pop(path, None)
        self.latest.pop(path, None)
        self.refresh()

    def refresh(self) -> None:
        """Something on the disk changed: packs are looked for anew. Trees of unchanged files are kept."""
        self.shelves.clear()

    def text(self, path: str) -> str | None:
        """The text of a file, open or not."""
        if path in self.opened:
            return self.opened[path]
        for shelf in self.shelves.values():
            if path in shelf.found.sources:
                return shelf.found.sources[path]
        try:
            return Path(path).read_bytes().decode("utf-8-sig")
        except (OSError, ValueError):  # it can't be read, is no text, or has a name that no file can have
            return None

    def shelf(self, path: str) -> Shelf | None:
        """The packs around a file; None where no folder above it has a pack.toml."""
        try:
            home = next((each for each in Path(path).parents if (each / MANIFEST).is_file()), None)
        except OSError:  # a name that no file can have
            home = None
        if home is None:
            return None
        around = home.parent
        if around not in self.shelves:
            reporter = Noting()
            found = find_packs(sorted(each.parent for each in around.glob(f"*/{MANIFEST}")), reporter)
            for open_path, text in self.opened.items():
                _lay_over(found, open_path, text)
            self.shelves[around] = Shelf(found, reporter)
        return self.shelves[around]

    def read(self, file: SourceFile) -> Parsed:
        """The tree of a file."""
        known = self.parsed.get(file.path)
        if known is None or known[0] != file.text:
            known = self.parsed[file.path] = (file.text, parse(file.text, file.path))
        return known[1]

    def tree(self, path: str) -> Parsed:
        """The tree of a file as it stands."""
        return self.read(SourceFile(path, path, self.text(path) or ""))

    # ---- analyses ----
    def quick(self, path: str) -> Analysis | None:
        """What can be said of one file at once; None if it belongs to no pack that can be built."""
        shelf = self.shelf(path)
        source = shelf.pack_of(path) if shelf is not None else None
        if shelf is None or source is None:
            return None
        text = shelf.found.sources[path]
        for known in (self.latest.get(path), self.last_full(source)):
            if known is not None and known.pack is source and known.texts == _texts(source, known.texts):
                return known
        made = self._quick(shelf, source, path)
        before = self.last_full(source)
        if before is not None and path in before.texts:
            kept = [
                evolve(found, span=span, instead=_moved(found.instead, before.texts[path], text))
                for found in before.late
                if found.path == path and (span := moved(found.span, before.texts[path], text)) is not None
            ]
            made.diagnostics = sorted([*made.diagnostics, *kept], key=lambda found: found.sort_key)
        self.latest[path] = made
        return made

    def tried(self, path: str, text: str) -> Analysis | None:
        """What `quick` would say if a file had another text."""
        shelf = self.shelf(path)
        source = shelf.pack_of(path) if shelf is not None else None
        if shelf is None or source is None:
            return None
        before, tree = shelf.found.sources[path], self.parsed.get(path)
        _lay_over(shelf.found, path, text)
        try:
            return self._quick(shelf, source, path)
        finally:
            _lay_over(shelf.found, path, before)
            if tree is not None:
                self.parsed[path] = tree

    def _quick(self, shelf: Shelf, source: PackSource, path: str) -> Analysis:
        noting = Noting()
        run = _Run(shelf.found, noting, self.read)
        with undisturbed():
            for pack in source.closure:
                run.compile(pack, [unit for unit in run.units_of(pack) if unit.path == path])
        early = [each for each in noting.diagnostics if each.path == path and run.is_shown(each)]
        units, texts = run.units[source.name], {path: shelf.found.sources[path]}
        return Analysis(source, run.symbols[source.name], units, early, [], texts, noting, {}, False)

    def last_full(self, source: PackSource) -> Analysis | None:
        """The last full analysis of a pack, of its files as they were then."""
        found = self.known.get(source.manifest_file.path)
        return found[1] if found is not None else None

    def full(self, path: str) -> Analysis | None:
        """All that can be said of the pack of a file; None as for `quick`."""
        shelf = self.shelf(path)
        source = shelf.pack_of(path) if shelf is not None else None
        return self.full_pack(shelf, source) if shelf is not None and source is not None else None

    def full_pack(self, shelf: Shelf, source: PackSource) -> Analysis:
        """All that can be said of a pack, as it is known or anew."""
        for _ in self.steps(shelf, source):
            pass
        return self.known[source.manifest_file.path][1]

    def steps(self, shelf: Shelf, source: PackSource) -> Iterator[None]:
        """The way to `full_pack`, in steps between which something else may be done; not a change of a file, after which
        it has to begin anew."""
        rests_on = tuple(
            file.text
            for pack in source.closure
            for file in (pack.manifest_file, *pack.files, *pack.catalogues.values())
        )
        key = source.manifest_file.path
        known = self.known.get(key)
        if known is not None and known[0] == rests_on:
            return
        below = []
        for pack in source.closure[:-1]:
            yield from self.steps(shelf, pack)
            below.append(self.known[pack.manifest_file.path][1])
        noting = Noting()
        run = _Run(shelf.found, noting, self.read)
        for each in below:
            run.units[each.pack.name] = each.units
            run.symbols[each.pack.name] = each.symbols
            run.made[each.pack.name] = each.made[each.pack.name]
            noting.extend(each.diagnostics)
        early: set[Diagnostic] = set()
        for step in (run.units_of, run.compile, run.lint, run.words):
            if step == run.lint:
                early = set(noting.diagnostics)
            with undisturbed():
                step(source)
            yield
        paths = {file.path for file in (source.manifest_file, *source.files, *source.catalogues.values())}
        shown = [each for each in noting.diagnostics if each.path in paths and run.is_shown(each)]
        late = [each for each in shown if each not in early]
        texts = {file.path: file.text for file in source.files}
        units, symbols = run.units[source.name], run.symbols[source.name]
        self.known[key] = rests_on, Analysis(source, symbols, units, shown, late, texts, noting, run.made, True)

    def compare(self, shelf: Shelf, packs: Iterable[PackSource]) -> Iterator[list[Analysis]]:
        """Holds all packs of a shelf against each other, in steps as `steps`: the last of them gives the full analyses of
        `packs` of which something else is now known."""
        code = {}
        for pack in shelf.found.packs:
            units = []
            for number, file in enumerate(pack.files):
                known = self.parsed.get(file.path)
                units.append(Unit(file.path, number, file.text, self.read(file).declarations))
                if known is None or known[0] != file.text:
                    yield []
            code[pack.name] = code_of(units)
        reporter = Reporter()
        check_copied(code, reporter)
        found = [each for each in reporter.diagnostics if not is_allowed(each, shelf.found.sources[each.path])]
        full = [made for pack in packs if (made := self.last_full(pack)) is not None]
        yield [analysis for analysis in full if analysis.compared(found)]

    def above(self, shelf: Shelf, source: PackSource) -> list[PackSource]:
        """The packs of a shelf that require a pack, directly or not."""
        name = source.name
        return [pack for pack in shelf.found.packs if pack.name != name and name in {p.name for p in pack.closure}]

    def all_units(self) -> list[Unit]:
        """The files of all packs beside those that are open, read anew where that is needed."""
        shelves = {id(shelf): shelf for path in self.opened if (shelf := self.shelf(path)) is not None}
        files = [file for shelf in shelves.values() for pack in shelf.found.packs for file in pack.files]
        return [Unit(file.path, number, file.text, self.read(file).declarations) for number, file in enumerate(files)]

    def beside(self, path: str) -> list[Diagnostic]:
        """What was found last in a file that is no source: a manifest or translations, as it stands on the disk."""
        shelf = self.shelf(path)
        if shelf is None or shelf.found.sources.get(path) != self.text(path):
            return []
        known = [found for _, full in self.known.values() for found in full.diagnostics]
        return [found for found in dict.fromkeys([*shelf.reporter.diagnostics, *known]) if found.path == path]

    def loose(self, path: str) -> list[Diagnostic]:
        """What is wrong with how a file is written, where that is all that can be said."""
        reporter = Noting()
        for problem in self.tree(path).errors:
            report_syntax(problem, path, reporter)
        return reporter.diagnostics


def _moved(changes: Sequence[Edits], before: str, after: str) -> tuple[Edits, ...]:
    """Those of some changes of a text that can still be made after an edit of it, where they are then."""
    kept = (
        tuple((span, new) for at, new in edits if (span := moved(at, before, after)) is not None) for edits in changes
    )
    return tuple(now for now, edits in zip(kept, changes, strict=True) if len(now) == len(edits))


def _texts(source: PackSource, paths: Iterable[str]) -> dict[str, str]:
    """The files of a pack at these paths as they stand."""
    wanted = set(paths)
    return {file.path: file.text for file in source.files if file.path in wanted}


def _lay_over(found: PackSet, path: str, text: str) -> None:
    """Puts the text of an open file in the place of what was read. A changed manifest counts when it is saved."""
    for pack in found.packs:
        _replace(pack.files, path, text)
        for tag, file in pack.catalogues.items():
            if file.path == path:
                pack.catalogues[tag] = SourceFile(path, file.name, text)
    _replace(found.loose, path, text)
    if path in found.sources and Path(path).name != MANIFEST:
        found.sources[path] = text


def _replace(files: list[SourceFile], path: str, text: str) -> None:
    for number, file in enumerate(files):
        if file.path == path:
            files[number] = SourceFile(path, file.name, text)


__all__ = ["Analysis", "Shelf", "Workspace"]
