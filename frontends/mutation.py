"""Which mutants of the rules the tests notice (docs/coverage.md says what a mutant is).

All tests run once as they are, which says what each of them reaches. Then for each mutant those that reach it are run, the
quickest first, until one fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from time import process_time
from typing import Final

import click
from attrs import evolve, frozen

from greyc.compiler.driver import Compiled
from greyc.frontends.cli import FINDINGS
from greyc.frontends.coverage import MOST_TOLD, Test, Touched, broken_in, recorder_of, taken, tested
from greyc.frontends.coverage_json import MarkJson, MutantJson, MutantsJson
from greyc.frontends.places import SourceOf
from greyc.frontends.terminal import progress
from greyc.frontends.workers import spread
from greyc.frontends.written import written
from greyc.runtime import Budget, Bundle
from greyc.runtime.errors import Place
from greyc.runtime.points import SWAPPED, Mutant

FEW_STEPS: Final = 5_000
"""For one answer. A test that needs more as the rules are has the usual budget."""

# `# allow mutant: why nobody can tell`, on the line or alone above it.
_ALLOW: Final = re.compile(r"#.*?\ballow\s+mutant\b(?::\s*(\S.*))?")


@frozen
class First:
    """The first run of a test: what it reached; `long`: it needs the usual budget."""

    test: Test
    touched: Touched
    long: bool


def first_run(bundle: Bundle, test: Test) -> First:
    """Runs a test on the rules as they are."""
    recorder = recorder_of(bundle, mutants=True)
    tested(bundle, test)  # what it needs is compiled now, so that the second time tells how long it takes
    recorder.clear()
    start = process_time()
    failure = tested(bundle, test, Budget(steps=FEW_STEPS))
    touched = taken(recorder, process_time() - start, failure)
    if not failure:
        return First(test, touched, False)
    return First(test, evolve(touched, failure=tested(bundle, test)), True)


def order(runs: Iterable[First], mutants: Sequence[int]) -> list[tuple[int, tuple[tuple[Test, bool], ...]]]:
    """For each mutant the tests that reach it, the quickest first."""
    quick = sorted(runs, key=lambda run: run.touched.seconds)
    return [(m, tuple((run.test, run.long) for run in quick if run.touched.reached[m])) for m in mutants]


def judge(bundle: Bundle, task: tuple[int, tuple[tuple[Test, bool], ...]]) -> bool:
    """Whether one of the tests notices a mutant."""
    mutant, tests = task
    recorder = recorder_of(bundle, mutants=True)
    recorder.on[0] = mutant
    try:
        return any(tested(bundle, test, None if long else Budget(steps=FEW_STEPS)) for test, long in tests)
    except Exception:  # rules that break the runtime are noticed, too
        return True
    finally:
        recorder.on[0] = -1


def told(mutant: Mutant) -> str:
    """What is different in a mutant."""
    match mutant.what:
        case "comparison":
            return f"`{SWAPPED[mutant.node.sign]}` for `{mutant.node.sign}` in `{written(mutant.node)}`"
        case "condition":
            return f"without the condition `{written(mutant.node)}`"
        case "alternative":
            return f"without the alternative `{written(mutant.node)}`"
        case "modifier":
            return f"without the change `{written(mutant.node)}`"
        case "cost":
            return "without what it costs"
    return "without the statement"


def marks(text: str) -> dict[int, str]:
    """The reasons for which mutants are allowed, by line; empty where a mark has none."""
    found: dict[int, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        mark = _ALLOW.search(line)
        if mark is not None:
            found[number + 1 if line.lstrip().startswith("#") else number] = (mark[1] or "").strip()
    return found


def within(path: str, line: int, wanted: Iterable[tuple[str, int, int]]) -> bool:
    """Whether a place is in one of these files, between these lines."""
    return any((path == file or path.endswith(f"/{file}")) and low <= line <= high for file, low, high in wanted)


def ranges(given: Iterable[str]) -> list[tuple[str, int, int]]:
    """`FILE`, `FILE:LINE` or `FILE:LINE-LINE`. Raises ValueError naming what can't be read."""
    found = []
    for each in given:
        match = re.fullmatch(r"(.+?)(?::(\d{1,9})(?:-(\d{1,9}))?)?", each)
        if match is None:
            raise ValueError(each)
        low = int(match[2]) if match[2] else 1
        high = int(match[3]) if match[3] else low if match[2] else 1 << 30
        found.append((match[1], low, high))
    return found


def mutated(
    made: Compiled,
    bundle: Bundle,
    given: Sequence[str],
    tests: Sequence[Test],
    only: Sequence[str],
    sample: int | None,
    seed: int,
    processes: int,
) -> MutantsJson:
    """Tries the mutants of these packs, or those chosen of them. Ends with findings if a test fails on the rules as they are."""

    if not tests:
        raise click.UsageError(f"{', '.join(given)} has no tests.")
    survey = recorder_of(bundle, mutants=True).survey
    source_of = SourceOf(made)

    def place(number: int) -> Place:
        mutant = survey.mutants[number]
        part = survey.parts[mutant.part]
        return Place(part.pack, bundle.ir.packs[part.pack].files[part.file], *mutant.at)

    chosen = [m for m, mutant in enumerate(survey.mutants) if survey.parts[mutant.part].pack in given]
    if only:
        try:
            wanted = ranges(only)
        except ValueError as error:
            raise click.UsageError(f"--only wants FILE, FILE:LINE or FILE:LINE-LINE, not {str(error)!r:.60}.") from None
        chosen = [m for m in chosen if within(source_of.path(place(m)), place(m).line, wanted)]
        if not chosen:
            raise click.BadParameter("there is nothing to change there.", param_hint="--only")
    if sample is not None and sample < len(chosen):
        chosen = sorted(Random(seed).sample(chosen, sample))
    with progress(len(tests), "tests") as step:
        runs = []
        for run in spread(first_run, bundle, tests, processes):
            runs.append(run)
            step()
    failed = [broken_in(bundle, run.test, run.touched.failure) for run in runs if run.touched.failure]
    if failed:
        more = f"\n... and {len(failed) - MOST_TOLD} more" if len(failed) > MOST_TOLD else ""
        click.echo(
            "\n".join(["Tests that fail as the rules are notice nothing:", *failed[:MOST_TOLD]]) + more, err=True
        )
        raise click.exceptions.Exit(FINDINGS)
    tasks = order(runs, chosen)
    allowed: dict[str, dict[int, str]] = {}
    unnoticed: list[MutantJson] = []
    accepted: list[MutantJson] = []
    with progress(len(tasks), "mutants") as step:
        for (number, reached), noticed in zip(tasks, spread(judge, bundle, tasks, processes), strict=True):
            step()
            if noticed:
                continue
            at, mutant = place(number), survey.mutants[number]
            path = source_of.path(at)
            if path not in allowed:
                allowed[path] = marks(made.sources.get(path, ""))
            reason = allowed[path].get(at.line) or None
            line = source_of.line(at)
            found = MutantJson(path, at.line, at.column, mutant.what, told(mutant), line, len(reached), reason)
            (unnoticed if reason is None else accepted).append(found)
    stale = []
    if not only and sample is None:
        used = {(each.path, each.line) for each in accepted}
        for pack in made.packs:
            for file in pack.files if pack.given else ():
                for line_number, reason in marks(file.text).items():
                    if (file.path, line_number) not in used:
                        message = "nothing is left to accept here" if reason else "say why, behind a colon"
                        stale.append(MarkJson(file.path, line_number, message))
    tried = len(tasks) - len(accepted)
    return MutantsJson(1, len(tests), tried, tried - len(unnoticed), tuple(unnoticed), tuple(accepted), tuple(stale))


__all__ = ["FEW_STEPS", "First", "first_run", "judge", "marks", "mutated", "order", "ranges", "told", "within"]
