"""Plays the games of a report and makes it: which cells there are, all games spread over processes, what they add up to."""

from __future__ import annotations

from collections.abc import Sequence

from greyc.frontends.load import Loaded
from greyc.frontends.play.words import Words
from greyc.frontends.report.figures import Figures, Source
from greyc.frontends.report.forms import BrokenJson, OptionJson, ReportJson
from greyc.frontends.report.plan import Cell, Varied, cells, plan_of, seat_counts, varied
from greyc.frontends.report.watch import Watched, periods_of, recorded, watched
from greyc.frontends.simulation import Wanted, check_start
from greyc.frontends.terminal import progress
from greyc.frontends.workers import spread
from greyc.runtime import Bundle, ir
from greyc.runtime.search import THINK


def made(loaded: Loaded, wanted: Wanted, processes: int) -> ReportJson:
    """Plays all games of a report. Raises UsageError, BadStart where the game has no such options or seats."""
    # As every process has it: the numbers of points go by the nodes of the bundle (greyc.runtime.points).
    bundle = Bundle.of(ir.bundle_from_json(ir.bundle_to_json(loaded.bundle.ir)))
    plan = wanted.plan
    about = bundle.describe(plan.game, plan.packs)
    options = varied(about, wanted.each, plan.options)
    seats = seat_counts(about, plan.count or len(plan.seats) or None)
    order = cells(options, seats, wanted.bots)
    engine, recorder = recorded(bundle).engine(plan.game, plan.packs), recorded(bundle).recorder
    assert recorder is not None
    check_start(bundle, plan_of(plan, options, order[0]), wanted.seed)
    figures = Figures(
        order,
        periods_of(engine),
        recorder.survey,
        Words(engine.program.linked.packs, "en"),
        Source(bundle.ir, loaded.sources),
    )
    broken = []
    games = _played(bundle, wanted, options, order, processes)
    for number, game in games:
        figures.add(number, game)
        if game.played.outcome == "error":
            command = wanted.again(plan_of(plan, options, order[number]), game.played.seed)
            broken.append(BrokenJson(game.played.how_it_broke, command))
    return ReportJson(
        1, plan.game, about["title"], tuple(about["packs"]), wanted.games, wanted.seed, tuple(wanted.bots),
        THINK if plan.think is None else plan.think, {name: str(value) for name, value in plan.options.items()},
        tuple(OptionJson(option.name, option.title, option.values) for option in options), tuple(seats),
        tuple(figures.cell(number) for number in range(len(order))), tuple(figures.groups()),
        tuple(figures.compared()), tuple(figures.cards()), tuple(figures.lines()), tuple(broken),
        len(games) < len(order) * wanted.games,
    )  # fmt: skip


def _played(
    bundle: Bundle, wanted: Wanted, options: Sequence[Varied], order: Sequence[Cell], processes: int
) -> list[tuple[int, Watched]]:
    """All games with the numbers of their cells, seed by seed: long and short games of all cells take turns, so the progress
    shown says how long it will take, and of an interrupted run every cell has about as many."""
    plans = [plan_of(wanted.plan, options, cell) for cell in order]
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    tasks = [(plan, seed) for seed in seeds for plan in plans]
    out = []
    with progress(len(tasks), "games") as step:
        try:
            for number, game in enumerate(spread(watched, bundle, tasks, processes)):
                out.append((number % len(order), game))
                step()
        except KeyboardInterrupt:  # hours may have gone into what there is
            if not out:
                raise
    return out


__all__ = ["made"]
