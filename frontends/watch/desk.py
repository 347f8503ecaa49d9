"""What the preview shows, worked out anew at each save: the cards of the file that was saved last, and what is wrong.

The packs are kept in a Workspace of the language server, so that a file that did not change is not read again. While
something is wrong in a pack its texts are not made; its cards are then shown as they last were. Nothing here knows how
it is shown or who looks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.driver import Compiled
from greyc.compiler.packs import MANIFEST, PackSource
from greyc.dsl.cut import cut
from greyc.frontends.cells import number_of
from greyc.frontends.desk.face import Drawn, View, drawing_of, view_of
from greyc.frontends.desk.pictures import Pictures, drawn
from greyc.frontends.lsp.workspace import Analysis, Shelf, Workspace
from greyc.frontends.play.words import Words
from greyc.frontends.sheet import Faces
from greyc.frontends.validation.linked import linked
from greyc.runtime import ir

MOST_CARDS = 60
"""Cards shown at once."""
_HEADER = re.compile(r"(?:override[ \t]+)?([^\W\d]\w*)[ \t]+([^\W\d]\w*)")

Views = tuple[View, ...]
"""A card in each language of its pack."""


@frozen
class Finding:
    """Something that is wrong. `before`, `marked`, `behind`: its line, cut around the place."""

    severity: str
    code: str
    message: str
    suggestion: str
    place: str
    before: str
    marked: str
    behind: str


@frozen
class Shown:
    """A card. `views`: none where it never was right. `stale`: it was written otherwise when it looked so; `changed` since
    the last save."""

    name: str
    views: Views
    place: str
    findings: tuple[Finding, ...]
    stale: bool
    changed: bool
    drawn: tuple[Drawn | None, ...] = ()
    """The picture of each view."""

    @property
    def looks(self) -> list[tuple[View, Drawn | None]]:
        """Each view with its picture."""
        return list(zip(self.views, self.drawn or [None] * len(self.views), strict=True))


@frozen
class Picture:
    """All that is to be seen. `notes`: what is to be said of the desk itself."""

    file: str
    cards: tuple[Shown, ...]
    more: int
    """Cards of the file that are not shown."""
    touched: tuple[Shown, ...]
    """Cards of other files that look otherwise since the last save."""
    findings: tuple[Finding, ...]
    """What belongs to no card that is shown."""
    notes: tuple[str, ...]

    @property
    def counts(self) -> str:
        """How many mistakes there are, in words; "" for none."""
        shown = [*self.findings, *(each for card in self.cards for each in card.findings)]
        counted = Counter(each.severity for each in shown)
        return ", ".join(number_of(count, what) for what, count in sorted(counted.items()))

    @property
    def wrong(self) -> str:
        """The file that the counts are told of: that which is shown, or where all mistakes stand elsewhere, the first of those."""
        if any(card.findings for card in self.cards) or not self.findings:
            return self.file
        files = [each.place.rsplit(":", 2)[0] for each in self.findings]
        return self.file if self.file in files else files[0]


@define(eq=False)
class _Kept:
    """What is known of a pack: how its cards looked when nothing was wrong, and what showed when it was linked."""

    looks: dict[str, Views] = field(factory=dict)
    faces: Faces | None = None
    analysis: Analysis | None = None
    linked: list[Diagnostic] = field(factory=list)


@define(eq=False)
class Desk:
    """`homes`: the folders of the packs that are watched, resolved; `current`: the file whose cards are shown, until another is
    saved."""

    homes: Sequence[Path]
    current: Path | None = None
    space: Workspace = field(factory=Workspace)
    pictures: Pictures = field(factory=Pictures)
    _kept: dict[Path, _Kept] = field(factory=dict)
    _written: dict[tuple[str, str], str] = field(factory=dict)
    """By path and card: how it was written at the last save."""
    _right: dict[tuple[str, str], str] = field(factory=dict)
    """The same, when nothing was wrong."""

    def folders(self) -> list[Path]:
        """The folders to watch: those of the packs that are there, and of all that they require."""
        found = {home: None for home in self.homes if home.is_dir()}
        for home in self.homes:
            shelf = self.space.shelf(str(home / MANIFEST)) if (home / MANIFEST).is_file() else None
            source = _source(shelf, home)
            for pack in source.closure if source is not None else ():
                if pack.home is not None and pack.home.is_dir():
                    found[pack.home.resolve()] = None
        return list(found)

    def look(self, changed: Iterable[Path] = ()) -> Picture:
        """What is to be seen now that these files have changed."""
        self.space.refresh()
        notes = [f"The folder {_shown(home)} is gone." for home in self.homes if not home.is_dir()]
        written = [path for path in changed if path.suffix == ".grey"]
        there = [path for path in written if path.is_file()]
        if there:
            self.current = max(there, key=_saved)
        if self.current is None or not self.current.is_file():
            if self.current is not None:
                notes.append(f"{_shown(self.current)} is gone.")
            self.current = max(self._files(), key=_saved, default=None)
        current = self.current
        found: list[Diagnostic] = []
        cards: list[Shown] = []
        touched: list[Shown] = []
        sources: dict[str, str] = {}
        for home in self.homes:
            shelf = self.space.shelf(str(home / MANIFEST)) if (home / MANIFEST).is_file() else None
            if shelf is None:
                if home.is_dir():
                    notes.append(f"{_shown(home)} has no {MANIFEST}.")
                continue
            sources |= shelf.found.sources
            source = _source(shelf, home)
            found += [each for each in shelf.reporter.diagnostics if Path(each.path).is_relative_to(home)]
            if source is None:
                found += _loose(self.space, shelf, home)
            looks, wrong, were = self._pack(home, shelf, source)
            found += wrong
            if current is not None and current.is_relative_to(home):
                kinds = set(self.space.full_pack(shelf, source).symbols.kinds) if source is not None else set()
                cards, touched = self._cards(
                    current, shelf.found.sources.get(current.as_posix(), ""), looks, were, kinds
                )
        found = list(dict.fromkeys(found))
        faces = next(
            (kept.faces for home, kept in self._kept.items() if current and current.is_relative_to(home)), None
        )
        return self._picture(current, cards, touched, found, sources, notes, faces)

    # ---- packs ----
    def _pack(
        self, home: Path, shelf: Shelf, source: PackSource | None
    ) -> tuple[dict[str, Views], list[Diagnostic], dict[str, Views] | None]:
        """How the cards of a pack look, what is wrong with it, and how they looked before; None if they are as they were
        because something is wrong."""
        kept = self._kept.setdefault(home, _Kept())
        if source is None:
            return kept.looks, [], None
        analysis = self.space.full_pack(shelf, source)
        known = [self.space.last_full(pack) for pack in source.closure]
        below = [each for each in known if each is not None]
        wrong = [each for analysed in below for each in analysed.diagnostics if _is_told(each, analysed, analysis)]
        if any(each.severity == "error" for each in wrong):
            return kept.looks, wrong, None
        if kept.analysis is not analysis:
            kept.linked = _linked(shelf, source, below)
            kept.analysis = analysis
        before = kept.looks
        kept.looks, kept.faces = _looks(analysis)
        return kept.looks, [*wrong, *kept.linked], before

    def _files(self) -> Iterator[Path]:
        for home in self.homes:
            yield from home.rglob("*.grey")

    # ---- cards ----
    def _cards(
        self, current: Path, text: str, looks: dict[str, Views], were: dict[str, Views] | None, kinds: set[str]
    ) -> tuple[list[Shown], list[Shown]]:
        """The cards of a file, without their findings, and those of other files that look otherwise than before."""
        before = were or {}
        cards = []
        for start, end in cut(text):
            kind, name = _named(text, start)
            if name not in looks and kind not in kinds:
                continue
            key, written = (current.as_posix(), name), text[start:end].rstrip()
            views = looks.get(name, ())
            changed = self._written.get(key, written) != written or before.get(name, views) != views
            self._written[key] = written
            if were is not None:
                self._right[key] = written
            place = f"{_shown(current)}:{lines_of(text).position(start).line}"
            cards.append(Shown(name, views, place, (), self._right.get(key, written) != written, changed))
        here = {card.name for card in cards}
        touched = [
            Shown(name, views, "", (), False, True)
            for name, views in looks.items()
            if name in before and before[name] != views and name not in here
        ]
        return cards, touched

    def _picture(
        self,
        current: Path | None,
        cards: list[Shown],
        touched: list[Shown],
        found: list[Diagnostic],
        sources: dict[str, str],
        notes: list[str],
        faces: Faces | None,
    ) -> Picture:
        """Puts each finding to the card it stands at, and each card's pictures."""
        text = sources.get(current.as_posix(), "") if current is not None else ""
        spans = [(start, end, _named(text, start)[1]) for start, end in cut(text)]
        at_card: dict[str, list[Finding]] = {}
        others: list[tuple[bool, Finding]] = []
        names = {card.name for card in cards}
        for each in found:
            told = finding(each, sources)
            here = current is not None and each.path == current.as_posix()
            owner = next((name for start, end, name in spans if start <= each.span[0] < end), "") if here else ""
            if owner in names:
                at_card.setdefault(owner, []).append(told)
            else:
                others.append((not here, told))
        shown = [evolve(card, findings=tuple(at_card.get(card.name, ()))) for card in cards]
        shown.sort(key=lambda card: (all(each.severity != "error" for each in card.findings), not card.changed))
        rest = sorted(others, key=lambda each: each[0])
        made = self._drawn([*shown[:MOST_CARDS], *touched[:MOST_CARDS]], faces)
        return Picture(
            _shown(current) if current is not None else "",
            made[: len(shown[:MOST_CARDS])],
            len(shown[MOST_CARDS:]),
            made[len(shown[:MOST_CARDS]) :],
            tuple(each for _, each in rest),
            tuple(notes),
        )

    def _drawn(self, cards: Sequence[Shown], faces: Faces | None) -> tuple[Shown, ...]:
        """Cards with their pictures; only those are set anew that look otherwise than any that is kept."""
        if faces is None:
            return tuple(cards)
        keys: dict[tuple[str, str], str] = {}
        for tag in dict.fromkeys(view.language for card in cards for view in card.views):
            named = [card.name for card in cards if any(view.language == tag for view in card.views)]
            keys |= {(name, tag): key for name, key in self.pictures.draw(faces, named, tag).items()}
        self.pictures.keep(set(keys.values()))

        def at(name: str, tag: str) -> Drawn | None:
            key = keys.get((name, tag))
            return drawn(f"/face/{key}.svg", faces, name) if key is not None else None

        return tuple(evolve(card, drawn=tuple(at(card.name, view.language) for view in card.views)) for card in cards)


def finding(found: Diagnostic, sources: dict[str, str]) -> Finding:
    """A finding with its line."""
    text = sources.get(found.path, "")
    lines = lines_of(text)
    place = lines.position(found.span[0])
    line = lines.line(place.line) if text else ""
    start = place.column - 1
    end = max(start + 1, min(len(line), start + found.span[1] - found.span[0]))
    where = f"{_shown(Path(found.path))}:{place.line}:{place.column}"
    suggestion = str(found.suggestion or "")
    parts = line[:start].lstrip(), line[start:end], line[end:].rstrip()
    return Finding(found.severity, found.code, found.message, suggestion, where, *parts)


def _named(text: str, start: int) -> tuple[str, str]:
    """The kind and the name of the card that is declared there, if one is."""
    header = _HEADER.match(text, start)
    return (header[1], header[2]) if header is not None else ("", "")


def homes_of(paths: Iterable[Path]) -> list[Path]:
    """The folders of the packs that these paths stand for: packs, folders of packs, files in one."""
    found: dict[Path, None] = {}
    for path in (each.resolve() for each in paths):
        above = next((each for each in (path, *path.parents) if (each / MANIFEST).is_file()), None)
        if above is not None:
            found[above] = None
        else:
            found |= {each.parent: None for each in sorted(path.glob(f"*/{MANIFEST}"))}
    return list(found)


def _source(shelf: Shelf | None, home: Path) -> PackSource | None:
    """The pack of a folder, if it can be built."""
    packs = shelf.found.packs if shelf is not None else []
    return next((pack for pack in packs if pack.home is not None and pack.home.resolve() == home), None)


def _loose(space: Workspace, shelf: Shelf, home: Path) -> list[Diagnostic]:
    """What is wrong with how the files are written of a pack that can't be built."""
    files = [file for file in shelf.found.loose if Path(file.path).is_relative_to(home)]
    return [each for file in files for each in space.loose(file.path)]


def _is_told(found: Diagnostic, of: Analysis, asked: Analysis) -> bool:
    """Of the packs below only errors are told, as `greyc validate` does."""
    return of is asked or found.severity == "error"


def _linked(shelf: Shelf, source: PackSource, known: Sequence[Analysis]) -> list[Diagnostic]:
    """What shows when the pack is laid over what it requires, and the checks that do not hold."""
    made = {name: pack for each in known for name, pack in each.made.items()}
    symbols = {each.pack.name: each.symbols for each in known}
    units = {each.pack.name: each.units for each in known}
    bundle = ir.Bundle(ir.IR_VERSION, {pack.name: made[pack.name] for pack in source.closure})
    return linked(Compiled(bundle, [], shelf.found.sources, source.closure, symbols, units))


def _looks(analysis: Analysis) -> tuple[dict[str, Views], Faces]:
    """How the cards of a pack look in each of its languages, and who draws them."""
    packs = [analysis.made[pack.name] for pack in analysis.pack.closure]
    own = packs[-1]
    words = [Words(packs, tag) for tag in own.printed]
    found = {}
    for card in own.cards:
        info = analysis.symbols.card(card.name)
        drawing = drawing_of(info.node, info.unit.text) if info is not None and info.unit is not None else ""
        found[card.name] = tuple(view_of(each, card.name, drawing) for each in words)
    return found, Faces(packs)


def _saved(path: Path) -> tuple[float, str]:
    try:
        return path.stat().st_mtime, str(path)
    except OSError:
        return 0.0, str(path)


def _shown(path: Path) -> str:
    """A path as its author would write it."""
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


__all__ = ["Desk", "Finding", "Picture", "Shown", "homes_of"]
