"""`greyc validate [PATH...]`: everything that can be said of packs before anybody plays.

The compiler finds mistakes in the files; then, if there are none, each pack is linked with all it requires, as a game
would do it, and every two packs that add to the same game with each other, and the authors' own `check`s are tried on the printed cards. All of it comes out as findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING

import click

from greyc.compiler.diagnostics import Diagnostic, Reporter, fails
from greyc.compiler.driver import Compiled, compile_paths, is_allowed
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.findings import FORMS, told
from greyc.frontends.load import default_paths, existing
from greyc.frontends.places import SourceOf

if TYPE_CHECKING:
    from greyc.compiler.packs import PackSource
    from greyc.runtime import Bundle


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to tell what is found.")
@click.option("--deny", type=click.Choice(["warnings"]), help="Let warnings fail the check too.")
def command(paths: Sequence[str], form: str, deny: str | None) -> int:
    """Check packs: folders of packs, packs, or files in them.

    Without a PATH, the packs in ./cards, or those shipped with greyc. Exit code 0: clean, 1: something was found,
    2: wrong use.
    """
    start = perf_counter()
    made = compile_paths(existing(paths) or default_paths())
    found = made.diagnostics
    if made.ok:
        found = sorted([*found, *_linked(made)], key=lambda each: each.sort_key)
    text = told(form, found, made, _counts(made), deny is not None)
    click.echo(f"{text} ({perf_counter() - start:.1f} s)" if form == "text" else text)
    return FINDINGS if fails(found, deny_warnings=deny is not None) else CLEAN


def _counts(made: Compiled) -> str:
    given = [pack for pack in made.packs if pack.given]
    packs = [made.bundle.packs[pack.name] for pack in given if pack.name in made.bundle.packs]
    counts = {
        "pack": len(given),
        "file": sum(len(pack.files) for pack in given),
        "card": sum(len(pack.cards) for pack in packs),
        "test": sum(len(pack.tests) for pack in packs),
    }
    return ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for what, count in counts.items())


def _pairs(made: Compiled, bundle: Bundle, source_of: SourceOf) -> list[Diagnostic]:
    """Of the given packs that add to the same game, those that can't be played together, each pair tried once."""
    from greyc.runtime import BadStart, LinkError

    adding: dict[str, list[PackSource]] = {}
    for pack in made.packs:
        try:
            home, game = bundle.game_of(pack.name)
        except BadStart:  # words alone
            continue
        if pack.given and home.name != pack.name:
            adding.setdefault(game.name, []).append(pack)
    clashes = Reporter()
    for game_name, packs in adding.items():
        for one, other in combinations(packs, 2):
            if one.name in {each.name for each in other.closure} or other.name in {each.name for each in one.closure}:
                continue
            try:
                bundle.engine(game_name, [one.name, other.name])
            except LinkError as error:
                path, span = source_of.clash(error.place, other.name)
                reason = error.message.rstrip(".").removesuffix(": they can't be played together")
                clashes.report("packs-apart", path, span, one=one.name, other=other.name, reason=reason)
    return [each for each in clashes.diagnostics if not is_allowed(each, made.sources.get(each.path, ""))]


def _linked(made: Compiled) -> list[Diagnostic]:
    """What shows only when packs are laid over each other, and the authors' checks that do not hold."""
    from greyc.runtime import BadStart, Bundle, GreycError, LinkError
    from greyc.runtime.checks import broken_checks, laid_out

    source_of = SourceOf(made)
    bundle = Bundle.of(made.bundle)
    clashes = Reporter()
    for pack in made.packs:
        try:
            bundle.engine(pack.name, [pack.name])
        except BadStart:  # a pack of words alone, without a game to link it into
            continue
        except LinkError as error:
            path, span = source_of.clash(error.place, pack.name)
            clashes.report("packs-clash", path, span, reason=error.message.rstrip("."))
    if clashes.has_errors:
        return clashes.diagnostics
    for pack in made.packs:
        try:
            engine, _ = laid_out(bundle, pack.name)
            engine.program.work_out()
        except BadStart:
            continue
        except GreycError as error:
            path, span = source_of.clash(error.place, pack.name)
            clashes.report("start-fails", path, span, reason=error.message.rstrip("."))
    if clashes.has_errors:
        return clashes.diagnostics
    found = _pairs(made, bundle, source_of)
    for broken in broken_checks(bundle):
        one = Reporter()  # one each: a card that breaks two checks is two findings at one place
        path, span = source_of.place(broken.place)
        if broken.spot is not None:
            spot = broken.spot
            at = source_of.word(spot.place) if spot.place else source_of.card(spot.drawing)
            words = {"check": broken.title, "drawing": spot.drawing, "column": str(spot.x), "row": str(spot.y)}
            one.report("check-fails-at", *at, suggestion=broken.message, related=[(path, span, "the check")], **words)
        elif broken.card is None:
            one.report("check-fails", path, span, check=broken.title, suggestion=broken.message)
        else:
            at = source_of.card(broken.card)
            related = [(path, span, "the check")]
            one.report(
                "check-fails-for", *at, check=broken.title, card=broken.card, suggestion=broken.message, related=related
            )
        found += one.diagnostics
    return found
