"""A run of `greyc validate`: finds the packs, looks at what changed, remembers the rest.

The files are always read and their packs always found anew; everything behind that is worked out from their texts, so the
digest of the texts, and of greyc itself, is the key under which it is kept. What is kept is what was found, and never what
was printed: forms, colours and exit codes are made afterwards, by the same code whether something came from the cache or not.
The compiler is imported only if something has to be worked out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.packs import PackSet, PackSource, find_packs
from greyc.frontends.cache.store import Store
from greyc.frontends.cache.version import own_digest
from greyc.frontends.validation.found import (
    Found,
    Within,
    diagnostics_from_json,
    diagnostics_to_json,
    found_from_json,
    found_to_json,
    within_from_json,
    within_to_json,
)
from greyc.frontends.validation.groups import Group, digest, split

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

WORTH_A_PROCESS = 200_000
"""Characters that keep a process busy for much longer than it takes to start one."""


@frozen
class Outcome:
    """What a run found. `counts`: cards and tests of each pack that could be built."""

    packs: PackSet
    diagnostics: list[Diagnostic]
    counts: dict[str, tuple[int, int]]


def validate(paths: Sequence[Path], store: Store, processes: int | None = None) -> Outcome:
    """All that can be said of the packs below these paths. `processes`: None takes as many as are worth their start."""
    reporter = Reporter()
    packs = find_packs(paths, reporter)
    try:
        own = own_digest() if store.folder is not None else ""
    except OSError:
        own, store = "", Store(None)
    run = _Run(packs, split(packs, reporter.diagnostics), store, own)
    found = [*reporter.diagnostics, *_loose(packs, reporter)]
    counts: dict[str, tuple[int, int]] = {}
    for each in run.all(processes):
        found += each.diagnostics
        counts.update(each.counts)
    found += run.copied()
    once = dict.fromkeys(found)  # a mistake in a library is found in all groups that it goes along with
    return Outcome(packs, sorted(once, key=lambda each: each.sort_key), counts)


def _loose(packs: PackSet, reporter: Reporter) -> list[Diagnostic]:
    """What is wrong with how the files of packs are written that can't be built."""
    if not packs.loose:
        return []
    from greyc.compiler.driver import Run

    before = reporter.diagnostics
    Run(PackSet([], packs.loose, packs.sources), reporter).all()
    return [each for each in reporter.diagnostics if each not in before]


@define(eq=False)
class _Run:
    packs: PackSet
    groups: list[Group]
    store: Store
    own: str
    keys: list[str] = field(init=False)
    around: str = field(init=False)
    _within: dict[int, Within] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.keys = [group.key(self.own) if self.own else "" for group in self.groups]
        self.around = digest([self.own, [pack.name for pack in self.packs.packs], self.keys])

    def all(self, processes: int | None) -> list[Found]:
        """What is found in each group."""
        known = [self.known(index) for index in range(len(self.groups))]
        # The largest first: they should not be what is waited for in the end.
        todo = sorted((i for i, each in enumerate(known) if each is None), key=lambda i: -self.groups[i].size)
        for index, found, within in self.spread(todo, _sensible(self.groups, todo) if processes is None else processes):
            known[index], self._within[index] = found, within
            if found.kept:
                self.store.save("found", self.keys[index], found_to_json(found))
            self.store.save("within", self.keys[index], within_to_json(within))
        return [each for each in known if each is not None]

    def known(self, index: int) -> Found | None:
        """What is remembered of a group."""
        kept = self.store.load("found", self.keys[index])
        try:
            found = None if kept is None else found_from_json(kept)
        except ValueError:
            return None
        return found if found is not None and found.around in ("", self.around) else None

    def spread(self, todo: Sequence[int], processes: int) -> Iterator[tuple[int, Found, Within]]:
        """Groups looked at, by as many processes."""
        pool = _pool(min(processes, len(todo)), self) if processes > 1 and len(todo) > 1 else None
        if pool is None:
            for index in todo:
                yield index, *self.look(index)
            return
        try:
            for index, made in zip(todo, pool.map(_look, todo), strict=True):
                yield index, *made
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def look(self, index: int) -> tuple[Found, Within]:
        """A group looked at, in this process."""
        from greyc.frontends.validation.group import looked_at

        def names(pack: PackSource) -> list[str]:
            other = next(i for i, group in enumerate(self.groups) if pack in group.packs)
            return self.within(other).names[pack.name]

        return looked_at(self.groups[index], self.packs.packs, names, self.around)

    def within(self, index: int) -> Within:
        """What others may ask of a group."""
        if index not in self._within:
            kept = self.store.load("within", self.keys[index])
            try:
                if kept is None:
                    raise ValueError
                self._within[index] = within_from_json(kept)
            except ValueError:
                from greyc.frontends.validation.group import looked_into

                self._within[index] = looked_into(self.groups[index])
                self.store.save("within", self.keys[index], within_to_json(self._within[index]))
        return self._within[index]

    def copied(self) -> list[Diagnostic]:
        """What stands in two packs."""
        given = [pack.name for pack in self.packs.packs if pack.given]
        if len(given) < 2:
            return []
        kept = self.store.load("copied", self.around)
        try:
            if kept is not None:
                return diagnostics_from_json(kept)
        except (ValueError, TypeError):
            pass
        from greyc.compiler.checks.copied import check_copied
        from greyc.compiler.driver import is_allowed

        code = {name: files for i in range(len(self.groups)) for name, files in self.within(i).code.items()}
        reporter = Reporter()
        check_copied({name: code[name] for name in given}, reporter)
        found = [each for each in reporter.diagnostics if not is_allowed(each, self.packs.sources[each.path])]
        self.store.save("copied", self.around, diagnostics_to_json(found))
        return found


# ---- processes ------------------------------------------------------------------------------

_run: _Run | None = None


def _sensible(groups: Sequence[Group], todo: Sequence[int]) -> int:
    """How many processes are worth their start: as many as there are cores, if the first has enough left over for others."""
    sizes = [groups[index].size for index in todo]
    if sum(sizes) - max(sizes, default=0) < WORTH_A_PROCESS:
        return 1
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _pool(processes: int, run: _Run) -> ProcessPoolExecutor | None:
    """None where the system lets nobody start processes that talk to each other."""
    from concurrent.futures import ProcessPoolExecutor

    try:
        return ProcessPoolExecutor(processes, initializer=_start, initargs=(run,))
    except (OSError, ImportError):
        return None


def _start(run: _Run) -> None:
    global _run
    _run = run


def _look(index: int) -> tuple[Found, Within]:
    assert _run is not None
    return _run.look(index)


__all__ = ["Outcome", "validate"]
