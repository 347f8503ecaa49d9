"""`greyc coverage PACK...`: what tests and bots never ran, and with --mutants, what no test would miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.load import compiled, pack_path
from greyc.frontends.terminal import wants_colour

if TYPE_CHECKING:
    from greyc.frontends.coverage_json import CoverageJson, MutantsJson

FORMS = ("text", "json", "html", "lcov")


@click.command()
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option("-n", "games", metavar="GAMES", type=click.IntRange(0), default=20, help="Games by bots, too (20).")
@click.option("--seed", metavar="S", type=int, default=0, help="Seed of the first game, and of --sample (0).")
@click.option(
    "--most", metavar="N", type=click.IntRange(1), default=20_000, help="Answers after which a game is stuck."
)
@click.option("-j", "processes", metavar="N", type=click.IntRange(1), default=1, help="How many processes to use.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    help="How to tell it; html and lcov without --mutants.",
)
@click.option(
    "--mutants", is_flag=True, help="Change one thing of the rules at a time: which changes does no test notice?"
)
@click.option(
    "--only",
    metavar="FILE[:LINE[-LINE]]",
    multiple=True,
    help="Only mutants there; a path as it is printed, or its end.",
)
@click.option("--sample", metavar="N", type=click.IntRange(1), help="Only N mutants, chosen by the seed.")
def command(
    packs: Sequence[str],
    games: int,
    seed: int,
    most: int,
    processes: int,
    form: str,
    mutants: bool,
    only: Sequence[str],
    sample: int | None,
) -> int:
    """Tell which rules no test ever runs, or, with --mutants, which no test would miss.

    PACK is a folder or a pack shipped with greyc. Its tests are run and games played by bots, with different numbers of
    players and options; --mutants is about the tests alone. Exit code 0: everything ran (or was noticed), 1: something
    never did, or a test failed, 2: wrong use.
    """
    from greyc.frontends.coverage import covered, tests_of
    from greyc.frontends.coverage_json import as_text
    from greyc.frontends.coverage_lcov import as_lcov
    from greyc.frontends.findings import source_root
    from greyc.frontends.mutation import mutated
    from greyc.frontends.report.coverage_page import coverage_page
    from greyc.runtime import Bundle, ir

    if not mutants and (only or sample):
        raise click.UsageError("--only and --sample choose among mutants: they need --mutants.")
    if mutants and form in ("html", "lcov"):
        raise click.UsageError(f"--format {form} is about what ran: with --mutants there is text or json.")
    made = compiled([pack_path(each) for each in packs], form)
    given = [pack.name for pack in made.packs if pack.given]
    # As every process has it: the numbers of points go by its nodes.
    bundle = Bundle.of(ir.bundle_from_json(ir.bundle_to_json(made.bundle)))
    tests = tests_of(bundle, given)
    if mutants:
        noticed = mutated(made, bundle, given, tests, only, sample, seed, processes)
        click.echo(as_text(noticed) if form == "json" else "\n".join(mutants_told(noticed)))
        return FINDINGS if noticed.unnoticed or noticed.marks else CLEAN
    ran = covered(made, bundle, given, tests, games, seed, most, processes)
    report = ran.report
    match form:
        case "json":
            text = as_text(report)
        case "html":
            text = coverage_page(ran, made.sources)
        case "lcov":
            text = as_lcov(ran, source_root())
        case _:
            text = "\n".join(coverage_told(report))
    click.echo(text)
    return CLEAN if report.covered == report.total and not report.broken else FINDINGS


# ---- as text --------------------------------------------------------------------------------


def coverage_told(report: CoverageJson) -> list[str]:
    """The report for people: each file with what never ran in it, then the figures."""
    from greyc.frontends.coverage_json import figures

    out: list[str] = []
    for file in report.files:
        if file.covered == file.total:
            continue
        out.append(_styled(f"{file.path}: {file.covered} of {file.total}", bold=True))
        gutter = max(len(str(found.line)) for found in file.findings)
        for found in file.findings:
            more = f" ({found.points} points)" if found.points > 1 else ""
            out.append(f"  {found.line:>{gutter}} | {found.source}")
            out.append(f"  {'':>{gutter}} = {_styled(found.message + more, fg='yellow')}")
        out.append("")
    for file in report.files:
        if file.covered == file.total:
            out.append(f"{file.path}: all {file.total}")
    out += [_styled(each, fg="red") for each in report.broken]
    return [*out, figures(report)]


def mutants_told(report: MutantsJson) -> list[str]:
    """The report for people: each mutant that nobody noticed, then the score."""
    from greyc.frontends.coverage_json import percent

    out: list[str] = []
    for each in report.unnoticed:
        reach = "" if each.reached else ", which no test reaches"
        out.append(_styled(f"{each.path}:{each.line}:{each.column}", bold=True))
        out.append(f"    {each.source}")
        out.append(f"    = unnoticed {_styled(each.change, fg='yellow')}{reach}")
    for mark in report.marks:
        out.append(f"{mark.path}:{mark.line}: the mark `allow mutant`: {mark.message}")
    if out:
        out.append("")
    share = f" ({percent(report.noticed, report.tried)})" if report.tried else ""
    accepted = f", {len(report.accepted)} accepted" if report.accepted else ""
    out.append(f"noticed {report.noticed} of {report.tried}{share}{accepted}")
    return out


def _styled(text: str, **style: object) -> str:
    return click.style(text, **style) if wants_colour() else text  # type: ignore[arg-type]
