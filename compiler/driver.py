"""The way through the compiler: packs to trees, trees to symbols, declarations to IR, then the lints.

All packs of a run go through in the order of what they require, each with the symbols of those before it, and every
mistake of every file is told in one run. Lints look at a pack only when nothing it rests on is wrong, so that a mistake is
not told twice; of packs that were not asked for, only errors are told. The same files give the same bundle, to the byte.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from attrs import define, field

from greyc.compiler.acts import Pack
from greyc.compiler.answer import Answers
from greyc.compiler.checks import run_checks
from greyc.compiler.checks.copied import check_copied, code_of
from greyc.compiler.declare import declare_pack
from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.messages import Texts
from greyc.compiler.packs import SHIPPED, PackSet, PackSource, SourceFile, find_packs, packs_of_texts
from greyc.compiler.resolve import build_symbols, declared_names, has_game
from greyc.compiler.shelves import Elsewhere, Shelves
from greyc.compiler.shown import check_shown
from greyc.compiler.symbols import Symbols
from greyc.compiler.syntax import report_syntax, report_waiting
from greyc.compiler.text.report import texts_of
from greyc.compiler.unit import Unit
from greyc.dsl import Parsed, parse
from greyc.runtime import ir

# `# allow unused-verb`, in a comment on the line or alone above it: this one is meant so.
_ALLOW: Final = re.compile(r"#.*?\ballow\s+([\w, -]+)")


@define
class Compiled:
    """What a run found and made. With errors, the bundle holds what could be made and is for looking at only."""

    bundle: ir.Bundle
    diagnostics: list[Diagnostic]
    sources: dict[str, str]
    packs: list[PackSource] = field(factory=list)
    symbols: dict[str, Symbols] = field(factory=dict)
    units: dict[str, list[Unit]] = field(factory=dict)

    @property
    def ok(self) -> bool:
        """No error was found."""
        return not any(found.severity == "error" for found in self.diagnostics)


def compile_paths(paths: Iterable[str | Path], reporter: Reporter | None = None) -> Compiled:
    """Compiles the packs below these paths, with all that they require. `reporter`: one that keeps what names mean."""
    return _compile(partial(find_packs, list(paths)), reporter)


def compile_texts(texts: Mapping[str, str]) -> Compiled:
    """Compiles files by path; where no pack.toml stands among them, as one pack called `example`."""
    return _compile(partial(packs_of_texts, texts))


def check_text(files: Mapping[str, str]) -> list[Diagnostic]:
    """What is wrong with these files."""
    return compile_texts(files).diagnostics


def _compile(find: Callable[[Reporter], PackSet], reporter: Reporter | None = None) -> Compiled:
    with undisturbed():
        return _compiled(find, reporter or Reporter())


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without the search for dead cycles: nearly all that a run makes lives to the end, and looking at it again and
    again took half of the time of a large pack."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _compiled(find: Callable[[Reporter], PackSet], reporter: Reporter) -> Compiled:
    run = Run(find(reporter), reporter)
    run.all()
    given = (pack.name for pack in run.found.packs if pack.given)
    check_copied({name: code_of(run.units[name]) for name in given}, reporter)
    return run.result()


def _read(file: SourceFile) -> Parsed:
    return parse(file.text, file.path)


@define(eq=False)
class Run:
    """The steps of a run, for who needs only some of them, or only for some packs: an editor. First all packs are parsed,
    then each is compiled after what it requires. `read`: parses a file, or knows it already."""

    found: PackSet
    reporter: Reporter
    read: Callable[[SourceFile], Parsed] = _read
    units: dict[str, list[Unit]] = field(factory=dict)
    symbols: dict[str, Symbols] = field(factory=dict)
    made: dict[str, ir.Pack] = field(factory=dict)

    def all(self) -> None:
        """All steps for all packs, but for holding packs against each other (`check_copied`)."""
        for file in self.found.loose:
            for each in self.parse(file, 0).waiting:
                report_syntax(each, file.path, self.reporter)
        for pack in self.found.packs:
            self.units[pack.name] = [self.parse(file, index) for index, file in enumerate(pack.files)]
        for pack in self.found.packs:
            self.compile(pack)
        for pack in self.found.packs:
            self.lint(pack)
            self.words(pack)

    def result(self) -> Compiled:
        """What was made, and what of the findings is told."""
        bundle = ir.Bundle(ir.IR_VERSION, self.made)
        shown = [each for each in self.reporter.diagnostics if self.is_shown(each)]
        return Compiled(bundle, shown, self.found.sources, self.found.packs, self.symbols, self.units)

    def parse(self, file: SourceFile, index: int) -> Unit:
        """A file as a unit of its pack; what is wrong with how it is written is reported, or waits in the unit."""
        parsed = self.read(file)
        waiting = [each for each in parsed.errors if each.about is not None]
        for each in parsed.errors:
            if each not in waiting:
                report_syntax(each, file.path, self.reporter)
        return Unit(file.path, index, file.text, parsed.declarations, frozenset(parsed.lost_names), waiting)

    def compile(self, source: PackSource, only: Sequence[Unit] | None = None) -> None:
        """Symbols and IR of a pack; with `only`, the bodies of other files are left out, and the IR with them."""
        name = source.name
        requires = [self.symbols[each.name] for each in source.requires]
        closure = {each.name for each in source.closure}
        elsewhere = self.elsewhere(closure)
        if source.home is not None and not source.requires and not has_game(self.units[name]):
            elsewhere = Shelves(elsewhere, (source.home.parent, SHIPPED), source.home)
        symbols = build_symbols(name, self.units[name], requires, self.reporter, elsewhere)
        self.symbols[name] = symbols
        for unit in self.units[name]:
            report_waiting(unit, self.units[name], symbols, self.reporter)
        pack = Pack(symbols, self.reporter, Texts(name), Answers(symbols))
        self.made[name] = declare_pack(source, self.units[name] if only is None else only, pack)

    def elsewhere(self, closure: set[str]) -> Mapping[str, str]:
        """What packs outside of these declare: name -> pack."""
        return Elsewhere(lambda: self.outside(closure))

    def outside(self, closure: set[str]) -> dict[str, str]:
        """The same, found out now."""
        others = [pack for pack in self.found.packs if pack.name not in closure]
        return {word: pack.name for pack in others for word in sorted(self.declared(pack))}

    def declared(self, source: PackSource) -> Iterable[str]:
        """The names that a pack declares."""
        return declared_names(self.units[source.name])

    def lint(self, source: PackSource) -> None:
        """The checks that need all of a pack."""
        if source.given and self.is_sound(source):
            closure = [self.made[each.name] for each in source.closure]
            run_checks(closure, self.units[source.name], self.reporter)
            check_shown(source, self.symbols[source.name], self.reporter, "nothing-to-show")

    def words(self, source: PackSource) -> None:
        """Printed texts and translations, where nothing that they are made from is wrong."""
        if self.is_sound(source):
            *deps, pack = [self.made[each.name] for each in source.closure]
            texts_of(pack, deps, source, self.reporter)

    def is_sound(self, source: PackSource) -> bool:
        """Whether nothing is wrong in a pack and what it requires."""
        paths = {file.path for each in source.closure for file in [each.manifest_file, *each.files]}
        return not any(found.severity == "error" and found.path in paths for found in self.reporter.diagnostics)

    def is_shown(self, found: Diagnostic) -> bool:
        """Whether a finding is told: of packs that nobody asked for only errors, and nothing that a comment allows."""
        if found.severity == "error":
            return True
        for pack in self.found.packs:
            if any(file.path == found.path for file in (pack.manifest_file, *pack.files)):
                return pack.given and not is_allowed(found, self.found.sources[found.path])
        return True


def is_allowed(found: Diagnostic, text: str) -> bool:
    """Whether a comment on the line, or alone on the line above, allows what was found there."""
    lines = lines_of(text)
    number = lines.position(found.span[0]).line
    near = [lines.line(number)]
    if number > 1 and lines.line(number - 1).lstrip().startswith("#"):
        near.append(lines.line(number - 1))
    return any(
        found.name in re.split(r"[\s,]+", allowed[1].strip()) for line in near for allowed in _ALLOW.finditer(line)
    )
