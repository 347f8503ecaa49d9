"""Finds packs and reads their files: which there are, what they require, and in which order they are built.

A pack is a folder with a pack.toml; every .grey file below belongs to it, except below another pack.toml. Packs come
from paths on disk (`find_packs`) or from texts in memory (`packs_of_texts`, for editors and examples); from there on both
go the same way. A pack that can't be built (its manifest is bad, or something it requires is) still has its files read,
so that what is wrong inside them is told in the same run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, Final

from attrs import define, field, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.manifest import LANGUAGE, Manifest, key_span, read_manifest, value_span
from greyc.compiler.spell import did_you_mean

MANIFEST: Final = "pack.toml"
APPROVED: Final = "approved"  # locale/approved.toml, beside the catalogues
SHIPPED: Final = Path(__file__).resolve().parents[1] / "cards"


@frozen(eq=False)
class SourceFile:
    """A file of a pack: `path` as the author knows it, `name` below the pack's folder."""

    path: str
    name: str
    text: str


@define(eq=False)
class PackSource:
    """A pack as it is written. `given`: named by the user, not only required by another."""

    manifest: Manifest
    manifest_file: SourceFile
    files: list[SourceFile]
    catalogues: dict[str, SourceFile]
    given: bool
    home: Path | None = None
    requires: list[PackSource] = field(factory=list)

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def closure(self) -> list[PackSource]:
        """What it requires, directly or not, each after what that requires; the pack itself last."""
        found: dict[str, PackSource] = {}

        def visit(pack: PackSource) -> None:
            if pack.name not in found:
                for each in pack.requires:
                    visit(each)
                found[pack.name] = pack

        visit(self)
        return list(found.values())


@define
class PackSet:
    """All packs of a run: those that can be built, each after what it requires, and the files of those that can't."""

    packs: list[PackSource] = field(factory=list)
    loose: list[SourceFile] = field(factory=list)
    sources: dict[str, str] = field(factory=dict)


@define(eq=False)
class PackFolder:
    """A pack's files before its manifest is understood. `home` is its folder on disk, if it has one."""

    manifest_file: SourceFile
    files: list[SourceFile]
    catalogues: dict[str, SourceFile]
    given: bool
    home: Path | None = None


# ---- from disk --------------------------------------------------------------------------------


def find_packs(paths: Iterable[str | Path], reporter: Reporter) -> PackSet:
    """The packs below these paths (folders of packs, packs, or files inside one) with all that they require."""
    return _PackSets(reporter, SHIPPED).build(read_folders(paths, reporter))


def read_folders(paths: Iterable[str | Path], reporter: Reporter) -> list[PackFolder]:
    """The files of the packs that these paths stand for, whatever their manifests say."""
    homes: dict[Path, str] = {}
    for path in paths:
        for home, shown in _homes(Path(path), reporter):
            homes.setdefault(home, shown)
    found = (
        _read_folder(home, shown, reporter, given=True)
        for home, shown in sorted(homes.items(), key=lambda each: each[1])
    )
    return [folder for folder in found if folder is not None]


def _homes(path: Path, reporter: Reporter) -> Iterator[tuple[Path, str]]:
    """The pack folders that a path stands for, resolved, each with how the author would write it."""
    shown = path.as_posix()
    try:
        if not path.exists():
            reporter.report("unreadable-file", shown, (0, 0), reason="there is no such file or folder")
            return
        folder = path if path.is_dir() else path.parent
        if path.is_dir():
            below = list(_manifests_below(path))
            if below:
                yield from ((each.resolve(), each.as_posix()) for each in below)
                return
        for parent in [folder.resolve(), *folder.resolve().parents]:
            if (parent / MANIFEST).is_file():
                yield parent, _shown(parent)
                return
    except OSError as error:
        reporter.report("unreadable-file", shown, (0, 0), reason=_reason(error))
        return
    reporter.report("no-pack", shown, (0, 0))


def _shown(folder: Path) -> str:
    here = Path.cwd()
    return folder.relative_to(here).as_posix() if folder.is_relative_to(here) else folder.as_posix()


def _manifests_below(folder: Path) -> Iterator[Path]:
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if MANIFEST in files:
            yield Path(at)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _read_folder(home: Path, shown: str, reporter: Reporter, given: bool) -> PackFolder | None:
    manifest = _read(home / MANIFEST, _join(shown, MANIFEST), MANIFEST, reporter)
    files: list[SourceFile] = []
    catalogues: dict[str, SourceFile] = {}

    def failed(error: OSError) -> None:
        where = Path(error.filename).relative_to(home).as_posix() if error.filename else ""
        reporter.report("unreadable-file", _join(shown, where), (0, 0), reason=_reason(error))

    names = []
    for at, folders, found in os.walk(home, onerror=failed):
        here = Path(at).relative_to(home)
        folders[:] = [
            name for name in folders if not name.startswith(".") and not (Path(at) / name / MANIFEST).is_file()
        ]
        names += [(here / name).as_posix() for name in found if _wanted((here / name).as_posix())]
    for name in sorted(names, key=lambda each: PurePosixPath(each).parts):
        file = _read(home / name, _join(shown, name), name, reporter)
        if file is not None:
            _file_into(file, files, catalogues)
    return None if manifest is None else PackFolder(manifest, files, catalogues, given, home)


def _join(folder: str, name: str) -> str:
    return name if folder in ("", ".") else f"{folder}/{name}"


def _wanted(name: str) -> bool:
    return (
        name.endswith(".grey")
        or name == f"locale/{APPROVED}.toml"
        or (name.startswith("locale/") and name.endswith(".po"))
    )


def _file_into(file: SourceFile, files: list[SourceFile], catalogues: dict[str, SourceFile]) -> None:
    if file.name.endswith(".grey"):
        files.append(file)
    else:
        catalogues[PurePosixPath(file.name).stem] = file


def _read(path: Path, shown: str, name: str, reporter: Reporter) -> SourceFile | None:
    try:
        if not path.is_file():
            reporter.report("unreadable-file", shown, (0, 0), reason="it is no file")
            return None
        data = path.read_bytes()
    except OSError as error:
        reporter.report("unreadable-file", shown, (0, 0), reason=_reason(error))
        return None
    try:
        return SourceFile(shown, name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02x}"
        if b"\0" in data:  # two bytes for each letter, or no text at all
            reporter.report("not-utf-8", shown, (0, 0), byte=byte, offset=error.start)
            with suppress(UnicodeDecodeError):
                return SourceFile(shown, name, data.decode("utf-16"))
            reporter.misnamed = True
            return None
        # What is declared in it is known all the same, so that nothing more is told than where the byte stands.
        text = data.decode("utf-8-sig", errors="surrogateescape")
        place = next((n for n, letter in enumerate(text) if "\udc80" <= letter <= "\udcff"), 0)
        reporter.report("not-utf-8", shown, (place, place + 1), byte=byte, offset=error.start)
        return SourceFile(shown, name, text.translate({0xDC00 + n: chr(n) for n in range(0x80, 0x100)}))


# ---- from memory ------------------------------------------------------------------------------


def packs_of_texts(texts: Mapping[str, str], reporter: Reporter) -> PackSet:
    """The packs of texts by path. Where no pack.toml stands, all belong to one pack called `example`."""
    homes = sorted((path.removesuffix(MANIFEST) for path in texts if PurePosixPath(path).name == MANIFEST), key=len)
    if not homes:
        texts = {**texts, MANIFEST: 'name = "example"\ntitle = "Example"\nversion = "1.0"\n'}
        homes = [""]
    folders = {
        home: PackFolder(SourceFile(home + MANIFEST, MANIFEST, texts[home + MANIFEST]), [], {}, True) for home in homes
    }
    loose = []
    for path in sorted(texts, key=lambda each: PurePosixPath(each).parts):
        home = next((each for each in reversed(homes) if path.startswith(each)), None)
        if home is None:
            loose.append(SourceFile(path, path, texts[path]))
        elif _wanted(path.removeprefix(home)):
            file = SourceFile(path, path.removeprefix(home), texts[path])
            _file_into(file, folders[home].files, folders[home].catalogues)
    found = _PackSets(reporter, SHIPPED).build([folders[home] for home in sorted(homes)])
    found.loose += loose
    found.sources.update((file.path, file.text) for file in loose)
    return found


# ---- both -------------------------------------------------------------------------------------


class _PackSets:
    """Understands manifests, finds what is required, and puts all in order."""

    def __init__(self, reporter: Reporter, shipped: Path) -> None:
        self.reporter = reporter
        self.shipped = shipped
        self.known: dict[str, PackSource] = {}
        self.homes: dict[str, Path | None] = {}
        self.searched: dict[Path, dict[str, Path]] = {}
        self.refused: set[str] = set()
        """Packs in another version of the language: nothing more is said of them, nor of what requires them."""
        self.result = PackSet()

    def build(self, folders: list[PackFolder]) -> PackSet:
        for folder in folders:
            self.add(folder)
        waiting = list(self.known.values())
        for pack in waiting:  # grows while it is gone through
            waiting += self.find_requirements(pack)
        self.order()
        return self.result

    def add(self, folder: PackFolder) -> PackSource | None:
        files = [folder.manifest_file, *folder.files, *folder.catalogues.values()]
        self.result.sources.update((file.path, file.text) for file in files)
        text, path = folder.manifest_file.text, folder.manifest_file.path
        manifest = read_manifest(text, path, self.reporter)
        if manifest is not None and manifest.name in self.known:
            first = self.known[manifest.name].manifest_file
            place = (first.path, value_span(first.text, "name", manifest.name), "the first of them")
            span = value_span(text, "name", manifest.name)
            self.reporter.report("duplicate-pack", path, span, related=[place], name=manifest.name)
            manifest = None
        if manifest is None:
            self.result.loose += folder.files
            return None
        if manifest.language != LANGUAGE:
            self.report_language(manifest, folder.manifest_file)
            return None
        pack = PackSource(manifest, folder.manifest_file, folder.files, folder.catalogues, folder.given, folder.home)
        if folder.given:
            self.report_unlisted(pack)
        self.known[pack.name] = pack
        self.homes[pack.name] = folder.home
        return pack

    def report_unlisted(self, pack: PackSource) -> None:
        """Translations into languages that the pack does not speak: nobody would ever see them."""
        spoken = pack.manifest.locales
        for tag, file in pack.catalogues.items():
            if tag == APPROVED or tag in spoken:
                continue
            alike = next((each for each in spoken if each.lower() == tag.replace("_", "-").lower()), None)
            said = tag.replace("_", "-")
            listed = ", ".join(f'"{each}"' for each in [*spoken, said])
            guess = f"call the file {alike}.po" if alike else f"write locales = [{listed}] in pack.toml"
            if said != tag and alike is None:
                guess += f", and call the file {said}.po"
            self.reporter.report("unlisted-locale", file.path, (0, 0), suggestion=guess, tag=tag)

    def report_language(self, manifest: Manifest, file: SourceFile) -> None:
        self.refused.add(manifest.name)
        span = value_span(file.text, "language", manifest.language)
        words: dict[str, Any] = {"written": manifest.language, "read": LANGUAGE}
        if manifest.language < LANGUAGE:
            guess = f"greyc migrate {file.path.removesuffix(MANIFEST).rstrip('/') or '.'} rewrites its files"
            self.reporter.report("pack-language-old", file.path, span, suggestion=guess, **words)
        else:
            self.reporter.report("pack-language-new", file.path, span, suggestion="it needs a newer greyc", **words)

    def find_requirements(self, pack: PackSource) -> list[PackSource]:
        """Loads the packs this one requires that nobody gave; returns the new ones."""
        new = []
        for wanted in pack.manifest.requires:
            if wanted.name in self.known:
                continue
            home = self.homes[pack.name]
            for shelf in [self.shipped] if home is None else [home.parent, self.shipped]:
                found = self.shelf(shelf).get(wanted.name)
                if found is not None:
                    shown = f"{_parent(pack)}{found.name}" if home and shelf == home.parent else found.as_posix()
                    folder = _read_folder(found, shown, self.reporter, given=False)
                    loaded = self.add(folder) if folder else None
                    new += [loaded] if loaded else []
                    break
        return new

    def shelf(self, folder: Path) -> dict[str, Path]:
        """Where the packs directly below a folder stand, by name."""
        if folder not in self.searched:
            quiet = Reporter()
            found: dict[str, Path] = {}
            try:
                places = sorted(each for each in folder.iterdir() if (each / MANIFEST).is_file())
            except OSError:
                places = []
            for place in places:
                file = _read(place / MANIFEST, "", MANIFEST, quiet)
                manifest = read_manifest(file.text, "", quiet) if file else None
                if manifest is not None:
                    found.setdefault(manifest.name, place)
            self.searched[folder] = found
        return self.searched[folder]

    def order(self) -> None:
        """Puts each pack after what it requires. One that can't be built takes those that require it along."""
        done: dict[str, bool] = {}
        path: list[PackSource] = []

        def visit(pack: PackSource) -> bool:
            if pack.name in done:
                return done[pack.name]
            if pack in path:
                self.report_cycle(path[path.index(pack) :])
                return False
            path.append(pack)
            found = [self.require(pack, index, visit) for index in range(len(pack.manifest.requires))]
            good = all(found)  # after a list, so that all that is missing is reported
            path.pop()
            done[pack.name] = good
            if good:
                self.result.packs.append(pack)
            else:
                self.result.loose += pack.files
            return good

        for pack in sorted(self.known.values(), key=lambda each: each.name):
            visit(pack)

    def require(self, pack: PackSource, index: int, visit: Callable[[PackSource], bool]) -> bool:
        wanted = pack.manifest.requires[index]
        text, path = pack.manifest_file.text, pack.manifest_file.path
        found = self.known.get(wanted.name)
        span = value_span(text, "requires", wanted.text)
        if found is None and wanted.name in self.refused:
            return False
        if found is None:
            names = {*self.known, *self.shelf(self.shipped)} - {pack.name}
            home = self.homes[pack.name]
            names |= set(self.shelf(home.parent)) if home else set()
            guess = did_you_mean(wanted.name, names)
            self.reporter.report("unknown-pack", path, span, suggestion=guess, name=wanted.name)
            return False
        if not wanted.accepts(found.manifest.version_numbers):
            theirs = found.manifest_file
            place = (theirs.path, value_span(theirs.text, "version", found.manifest.version), "its version")
            words = {"wanted": wanted.text, "found": found.manifest.version}
            self.reporter.report("pack-version", path, span, related=[place], **words)
            return False
        pack.requires.append(found)
        return visit(found)

    def report_cycle(self, cycle: list[PackSource]) -> None:
        start = min(range(len(cycle)), key=lambda index: cycle[index].name)
        cycle = cycle[start:] + cycle[:start]
        names = " -> ".join(pack.name for pack in [*cycle, cycle[0]])
        places = [
            (
                pack.manifest_file.path,
                key_span(pack.manifest_file.text, "requires"),
                f"{pack.name} requires {after.name}",
            )
            for pack, after in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        ]
        first, *others = places
        self.reporter.report("pack-cycle", first[0], first[1], related=others, cycle=names)


def _parent(pack: PackSource) -> str:
    """How the author would write the folder in which a pack's folder lies, with its slash."""
    folder = pack.manifest_file.path.removesuffix(MANIFEST).rstrip("/")
    if not folder:
        return "../"
    return folder[: folder.rfind("/") + 1]
