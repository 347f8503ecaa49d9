"""`greyc test [PATH...]`: runs the tests that stand beside the cards, in the language itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from greyc.frontends.cells import cut
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.load import compiled, default_paths, existing
from greyc.frontends.select import BadExpression, matcher
from greyc.frontends.statements import statements, unnamed
from greyc.frontends.terminal import progress, wants_colour, width

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled
    from greyc.frontends.places import SourceOf
    from greyc.runtime import Bundle
    from greyc.runtime.testing import Failure, TestResult


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("-k", "expression", metavar="EXPR", help="Only tests whose title has these words; and, or, not, ( ).")
@click.option("-j", "processes", metavar="N", type=click.IntRange(1), default=1, help="How many processes to use.")
@click.option(
    "--format", "form", type=click.Choice(["text", "github", "junit"]), default="text", help="How to tell it."
)
@click.option("-v", "--verbose", is_flag=True, help="Name the tests that pass, too.")
@click.option(
    "--statements",
    "rules",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Run nothing: list the numbered statements (- R001 ...) of a rules file that no test or check names.",
)
def command(
    paths: Sequence[str], expression: str | None, processes: int, form: str, verbose: bool, rules: Path | None
) -> int:
    """Run the tests of packs, written in the language itself.

    A PATH may be the name of a pack in ./cards or shipped with greyc. Without one, of the packs in ./cards, or of
    those shipped with greyc. Exit code 0: all passed, 1: some failed, or some statements have no test, 2: wrong use.
    """
    try:
        meant = matcher(expression) if expression is not None else None
    except BadExpression as error:
        raise click.BadParameter(f"{error}.", param_hint="-k") from None
    if rules is not None and form != "text":
        raise click.UsageError("--format is about tests that run, and --statements runs none.")
    made = compiled(existing(paths) or default_paths(), form)
    tests = [
        (pack.name, number)
        for pack in made.packs
        if pack.given
        for number, test in enumerate(made.bundle.packs[pack.name].tests)
        if meant is None or meant(f"{pack.name} {test.title}")
    ]
    if rules is not None:
        titles = [made.bundle.packs[pack].tests[number].title for pack, number in tests]
        return _statements(rules, [*titles, *_checks(made, meant)])
    if not tests and expression is not None:
        raise click.BadParameter(f"no test has a title with {expression!r}.", param_hint="-k")
    return _run(made, tests, processes, form, verbose)


def _checks(made: Compiled, meant: Callable[[str], bool] | None) -> list[str]:
    """The titles of the packs' `check`s, which `validate` tries: they hold statements about the data."""
    found = []
    for pack in made.packs:
        declared = made.bundle.packs[pack.name]
        checks = [*declared.checks, *(check for kind in declared.kinds for check in kind.checks)]
        found += [each.title for each in checks if pack.given and (meant is None or meant(f"{pack.name} {each.title}"))]
    return found


def run_one(bundle: Bundle, test: tuple[str, int]) -> TestResult:
    """One test, by pack and number."""
    from greyc.runtime.testing import run_test

    pack, number = test
    return run_test(bundle, pack, bundle.ir.packs[pack].tests[number])


def _run(made: Compiled, tests: Sequence[tuple[str, int]], processes: int, form: str, verbose: bool) -> int:
    from greyc.frontends.places import SourceOf
    from greyc.frontends.workers import spread
    from greyc.runtime import Bundle

    source_of = SourceOf(made)
    start = perf_counter()
    results = []
    with progress(len(tests), "tests") as step:
        for result in spread(run_one, Bundle.of(made.bundle), tests, processes):
            results.append(result)
            step()
    if form == "junit":
        click.echo(_junit(results, source_of))
    else:  # after the progress bar, which would run through it
        for result in results:
            if result.failure is None:
                if verbose:
                    click.echo(f"{_styled('passed', fg='green')} {result.pack}: {result.title}")
            elif form == "github":
                click.echo(_annotation(result, result.failure, source_of))
            else:
                click.echo("\n".join([*failure_lines(result, result.failure, source_of), ""]))
    failed = sum(not result.passed for result in results)
    if form != "junit":
        counts = f"{len(results) - failed} passed, {failed} failed"
        click.echo(f"{_styled(counts, fg='red' if failed else 'green', bold=True)} ({perf_counter() - start:.1f} s)")
    return FINDINGS if failed else CLEAN


def _junit(results: Sequence[TestResult], source_of: SourceOf) -> str:
    """A suite for each pack, a case for each of its tests."""
    from greyc.frontends.junit import Case, Suite, as_xml

    suites: dict[str, list[Case]] = {}
    for each in results:
        failure = None
        if each.failure is not None:
            text = click.unstyle("\n".join(failure_lines(each, each.failure, source_of)))
            failure = (_sentence(each.failure), text)
        suites.setdefault(each.pack, []).append(Case(each.title, failure))
    return as_xml("greyc test", [Suite(pack, cases) for pack, cases in suites.items()])


def _annotation(result: TestResult, failure: Failure, source_of: SourceOf) -> str:
    """The line that failed, for GitHub."""
    from greyc.compiler.diagnostics import annotation, below
    from greyc.frontends.findings import source_root

    place = failure.place or result.place
    path = source_of.path(place)
    where = {"file": below(path, source_root()) or path, "line": place.line, "col": place.column}
    said = [_sentence(failure), *(f"{source} is {value}" for source, value in failure.values)]
    return annotation("error", "\n".join(said), {**where, "title": f"{result.pack}: {result.title}"})


def _sentence(failure: Failure) -> str:
    return failure.message if failure.expectation is None else f"{failure.message} {failure.expectation}"


def failure_lines(result: TestResult, failure: Failure, source_of: SourceOf) -> list[str]:
    """What is told of a test that failed: its title, the line, what was expected and what was there, the last events."""
    place = failure.place or result.place
    gutter = " " * len(str(place.line))
    out = [
        f"{_styled('FAILED', fg='red', bold=True)} {_styled(f'{result.pack}: {result.title}', bold=True)}",
        f"{gutter}--> {source_of.path(place)}:{place.line}:{place.column}",
        f"{gutter} |",
        f"{place.line} | {source_of.line(place)}",
        f"{gutter} |",
        f"{gutter} = {_sentence(failure)}",
    ]
    if failure.because is not None:
        because = failure.because
        out.append(f"{gutter}   {source_of.path(because)}:{because.line}: {source_of.line(because)}")
    for source, value in failure.values:
        out += [f"{gutter}   {_styled(source, fg='cyan')} is {value}"]
    if failure.events:
        out.append(f"{gutter} = last events:")
        out += [f"{gutter}     {cut(event, width() - len(gutter) - 5)}" for event in failure.events]
    return out


def _styled(text: str, **style: object) -> str:
    return click.style(text, **style) if wants_colour() else text  # type: ignore[arg-type]


def _statements(rules: Path, titles: Sequence[str]) -> int:
    try:
        text = rules.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise click.FileError(str(rules), str(error)) from None
    total = len(statements(text))
    if not total:
        raise click.UsageError(f"{rules} has no numbered statements: lines such as '- R001 ...'.")
    missing = unnamed(text, titles)
    for number, sentence in missing.items():
        click.echo(cut(f"{number} {sentence}", max(40, width())))
    click.echo(f"{total - len(missing)} of {total} statements are named by a test or check, {len(missing)} are not.")
    return FINDINGS if missing else CLEAN
