"""One group of packs looked at: compiled, linked, its checks tried.

What is found follows from the group alone, with one exception: where a name is unknown, the compiler says which other pack
declares it. Whether it asked is noted, since then the result is right for these other packs only; and where it looked
through folders on disk, too (greyc.compiler.shelves), for this run only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define

from greyc.compiler.checks.copied import code_of
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.driver import Compiled, Run, undisturbed
from greyc.compiler.packs import PackSet, PackSource
from greyc.compiler.resolve import declared_names, has_game
from greyc.compiler.unit import Unit
from greyc.frontends.validation.found import Found, Within
from greyc.frontends.validation.groups import Group


@define(eq=False)
class _Run(Run):
    """The compiler's steps for a group. `everyone`: all packs of the run; `names`: what one of another group declares."""

    everyone: Sequence[PackSource] = ()
    names: Callable[[PackSource], Iterable[str]] = lambda _: ()
    asked: bool = False

    def outside(self, closure: set[str]) -> dict[str, str]:
        self.asked = True
        others = [pack for pack in self.everyone if pack.name not in closure]
        return {word: pack.name for pack in others for word in sorted(self.declared(pack))}

    def declared(self, source: PackSource) -> Iterable[str]:
        return super().declared(source) if source.name in self.units else self.names(source)


def looked_at(
    group: Group, everyone: Sequence[PackSource], names: Callable[[PackSource], Iterable[str]], around: str
) -> tuple[Found, Within]:
    """What is found, and what other groups may ask of this one. `around`: the digest of all packs of the run."""
    reporter = Reporter()
    reporter.extend(group.before)
    with undisturbed():
        run = _Run(_set_of(group), reporter, everyone=everyone, names=names)
        run.all()
        made = run.result()
        found = made.diagnostics
        if made.ok:
            from greyc.frontends.validation.linked import linked

            found = [*found, *linked(made)]
    found = [each for each in found if each not in group.before]
    on_disk = any(not pack.requires and not has_game(run.units[pack.name]) for pack in group.packs)
    within = Within({name: sorted(declared_names(units)) for name, units in run.units.items()}, _code(group, run.units))
    return Found(found, _counts(made), around if run.asked else "", not (run.asked and on_disk)), within


def looked_into(group: Group) -> Within:
    """What other groups may ask of this one, without looking for mistakes."""
    with undisturbed():
        run = Run(_set_of(group), Reporter())
        units = {pack.name: [run.parse(file, index) for index, file in enumerate(pack.files)] for pack in group.packs}
    return Within({name: sorted(declared_names(each)) for name, each in units.items()}, _code(group, units))


def _set_of(group: Group) -> PackSet:
    return PackSet(list(group.packs), [], {file.path: file.text for file in group.files})


def _code(group: Group, units: dict[str, list[Unit]]) -> dict[str, list[tuple[str, list[tuple[str, int, int]]]]]:
    return {
        pack.name: [(path, list(lines)) for path, lines in code_of(units[pack.name])]
        for pack in group.packs
        if pack.given
    }


def _counts(made: Compiled) -> dict[str, tuple[int, int]]:
    return {name: (len(pack.cards), len(pack.tests)) for name, pack in made.bundle.packs.items()}


__all__ = ["looked_at", "looked_into"]
