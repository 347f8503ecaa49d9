"""What shows only when packs are laid over each other, as a game would do it, and the authors' checks that do not hold."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.driver import Compiled, is_allowed
from greyc.frontends.places import SourceOf
from greyc.runtime import BadStart, Bundle, GreycError, LinkError
from greyc.runtime.checks import broken_checks, laid_out

if TYPE_CHECKING:
    from greyc.compiler.packs import PackSource


def linked(made: Compiled) -> list[Diagnostic]:
    """All of it, of packs in which nothing is wrong."""
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


def _pairs(made: Compiled, bundle: Bundle, source_of: SourceOf) -> list[Diagnostic]:
    """Of the given packs that add to the same game, those that can't be played together, each pair tried once."""
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


__all__ = ["linked"]
