"""`greyc simulate PACK`: many games by bots, with --report what they say about balance, with --verbose the story of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

import click

from greyc.compiler.files import write
from greyc.frontends.cells import number_of, wrap
from greyc.frontends.cli import CLEAN, FINDINGS, INTERRUPTED
from greyc.frontends.load import Loaded, load
from greyc.frontends.terminal import progress, width

if TYPE_CHECKING:
    from greyc.frontends.simulation import Plan, Played, Wanted

MOST_SHOWN = 5  # failures told in full


@click.command()
@click.argument("pack", metavar="PACK")
@click.option("--with", "more", metavar="PACK", multiple=True, help="A further pack, such as an expansion.")
@click.option("-n", "games", metavar="N", type=click.IntRange(1), default=100, help="How many games (100).")
@click.option("--seed", metavar="S", type=int, default=0, help="Seed of the first game, one more for each next (0).")
@click.option(
    "--bot",
    "bots",
    type=click.Choice(["random", "greedy", "search"]),
    multiple=True,
    help="Who plays (random; in a report greedy, and there may be several).",
)
@click.option(
    "--think",
    metavar="N",
    type=click.IntRange(1),
    help="How many games the search bot plays on for each question (8).",
)
@click.option("--seats", "count", metavar="K", type=click.IntRange(1), help="How many players.")
@click.option("--seat", "seats", metavar="NAME[=CARD]", multiple=True, help="A player, and the card brought.")
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option(
    "--report",
    "report_file",
    metavar="[FILE]",
    is_flag=False,
    flag_value="",
    type=click.Path(dir_okay=False),
    help="Tell about balance: wins, length and cards for each option and number of players; FILE gets a page of HTML.",
)
@click.option(
    "--each",
    metavar="OPTION[=A,B]",
    multiple=True,
    help="In a report, go through the values of this option (all options that are cards).",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="A report as text, or JSON."
)
@click.option("-j", "processes", metavar="N", type=click.IntRange(1), default=1, help="How many processes to use.")
@click.option(
    "--most", metavar="N", type=click.IntRange(1), default=20_000, help="Answers after which a game is stuck."
)
@click.option("--mix", is_flag=True, help="Draw for each game what is not said: players, options, which --with packs.")
@click.option(
    "--check", is_flag=True, help="Check the table at each decision, and that saves, loads and replays change nothing."
)
@click.option("-v", "--verbose", is_flag=True, help="Tell the story of each game.")
@click.option("--locale", metavar="TAG", default="en", help="The language of the story.")
@click.option(
    "--save",
    "save_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the first game that fails, as it was then.",
)
def command(
    pack: str,
    more: Sequence[str],
    games: int,
    seed: int,
    bots: Sequence[str],
    think: int | None,
    count: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    report_file: str | None,
    each: Sequence[str],
    form: str,
    processes: int,
    most: int,
    mix: bool,
    check: bool,
    verbose: bool,
    locale: str,
    save_file: Path | None,
) -> int:
    """Let bots play many games and count how they end.

    PACK is a folder, a pack shipped with greyc, or a bundle made by greyc build. With --report so many games are played
    with each value of the options, each number of players and each bot (docs/reports.md). Exit code 0: all games ended, 1: some
    broke or did not end, with the command that plays such a game again; 2: wrong use.

    With --check nothing may be lost, doubled or changed but by the rules (docs/runtime.md), and how a game ends does not
    depend on saves. With --mix a few thousand games go over all that a game can be started with.
    """
    from greyc.frontends.play.phrases import Phrases
    from greyc.frontends.seating import read_options, read_seats
    from greyc.frontends.simulation import Plan, Wanted, again, check_start
    from greyc.runtime import BadStart

    if report_file is None and (each or form != "text" or len(bots) > 1):
        raise click.UsageError("--each, --format and several bots are for a report: add --report.")
    if report_file is not None and (mix or check):
        raise click.UsageError(
            "A report plays games of each sort by themselves, unchecked: leave --mix and --check out."
        )
    if think is not None and "search" not in bots:
        raise click.UsageError("--think is for the search bot: add --bot search.")
    if save_file is not None:
        _writable(save_file)
    loaded = load(pack, more)
    named = tuple((seat.name, seat.brings) for seat in read_seats(seats))
    bot = bots[0] if bots else "random"
    plan = Plan(loaded.game, loaded.packs, named, count, read_options(options), bot, most, think, mix, check)
    if report_file is not None:
        wanted = Wanted(plan, games, seed, each, bots or ("greedy",), partial(again, pack, more))
        return _report(loaded, wanted, report_file, form, processes)
    try:
        check_start(loaded.bundle, plan, seed)
    except BadStart as error:
        raise click.UsageError(f"{error}.") from None
    if bot == "greedy" and not loaded.has_score:
        click.echo(Phrases(locale)("no_score"))
    load_again = [
        "greyc",
        "play",
        pack,
        *(part for each in more for part in ("--with", each)),
        "--load",
        str(save_file),
    ]
    if verbose or games == 1:
        played = [_story(loaded, plan, seed + number, locale, verbose) for number in range(games)]
    else:
        played = _many(loaded, plan, range(seed, seed + games), processes)
    failures = [each for each in played if each.outcome == "error"]
    for failed in failures[:MOST_SHOWN]:
        click.echo(f"\n{failed.how_it_broke}")
        click.echo(f"  again: {again(pack, more, plan, failed.seed)}")
    if failures:
        click.echo(f"\n{len(failures)} of {number_of(games, 'game')} broke or did not end.")
        if save_file is not None and failures[0].save is not None:
            _written(save_file, json.dumps(failures[0].save) + "\n")
            click.echo(f"The one with seed {failures[0].seed}, before that: {join(load_again)}")
    return FINDINGS if failures else CLEAN


def _writable(path: Path) -> None:
    """Wrong use is told before the games are played, which may take hours."""
    if not path.parent.is_dir():
        raise click.UsageError(f"{path} can't be written: there is no folder {path.parent}.")


def _written(path: Path, text: str) -> None:
    try:
        write(path, text)
    except OSError as error:
        raise click.UsageError(f"{path} can't be written: {error.strerror or error}.") from None


def _report(loaded: Loaded, wanted: Wanted, report_file: str, form: str, processes: int) -> int:
    """The report as text or JSON, and as a page where a file is named."""
    from greyc.frontends.play.phrases import Phrases
    from greyc.frontends.report.forms import as_text
    from greyc.frontends.report.page import page
    from greyc.frontends.report.run import made
    from greyc.frontends.report.told import told
    from greyc.runtime import BadStart

    _writable(Path(report_file))
    try:
        report = made(loaded, wanted, processes)
    except BadStart as error:
        raise click.UsageError(f"{error}.") from None
    if form == "text" and "greedy" in wanted.bots and not loaded.has_score:
        click.echo(Phrases("en")("no_score"))
    click.echo(as_text(report) if form == "json" else "\n".join(told(report, width())))
    if report_file:
        _written(Path(report_file), page(report))
    for each in report.broken[:MOST_SHOWN] if form == "text" else ():
        click.echo(f"\n{each.message}\n  again: {each.command}")
    if report.broken and form == "text":
        click.echo(
            f"\n{len(report.broken)} of {number_of(sum(cell.broken + cell.win.games for cell in report.cells), 'game')} broke or did not end."
        )
    if report.stopped:
        return INTERRUPTED
    return FINDINGS if report.broken else CLEAN


def _many(loaded: Loaded, plan: Plan, seeds: Sequence[int], processes: int) -> list[Played]:
    """The games without their stories, and the report."""
    from greyc.frontends.checked import play_checked
    from greyc.frontends.simulation import Totals, play
    from greyc.frontends.workers import spread

    work = play_checked if plan.check else play
    totals = Totals()
    with progress(len(seeds), "games") as step:
        for played in spread(work, loaded.bundle, [(plan, seed) for seed in seeds], processes):
            totals.add(played)
            step()
    about = loaded.bundle.describe(loaded.game, loaded.packs)
    titles = {each["card"]: each["title"] for each in about["brings"] or []}
    for line in totals.lines(titles):
        click.echo(line)
    return totals.games


def _story(loaded: Loaded, plan: Plan, seed: int, locale: str, verbose: bool) -> Played:
    """One game told as it goes, as everybody at the table sees it; or only who plays, and how it ends."""
    from greyc.frontends.checked import Check
    from greyc.frontends.play.words import Words
    from greyc.frontends.simulation import play
    from greyc.runtime import Game

    about = loaded.bundle.describe(loaded.game, loaded.packs, locale)
    words = Words([loaded.bundle.ir.packs[name] for name in about["packs"]], locale)
    check = Check(loaded.bundle, seed) if plan.check else None
    seen = -1

    def tell(game: Game) -> None:
        nonlocal seen
        if seen < 0:
            seats = [(seat["name"], seat["brings"]) for seat in game.setup["seats"]]
            names = [f"{name} ({words.card(card)})" if card else name for name, card in seats]
            click.echo(words.phrases("started", title=about["title"], names=words.several(names), seed=seed))
            if plan.mix:
                options = (f"{name}={value}" for name, value in game.setup["options"].items())
                click.echo("\n".join(wrap(" ".join([*game.setup["packs"], *options]), width(), "  ", "    ")))
        seen = max(seen, 0)
        for event in game.events(None, seen) if verbose else ():
            seen = event["event"] + 1
            if "message" in event:
                click.echo("\n".join(wrap(words.say(event["message"]), width(), "  ", "    ")))
        if check is not None:
            check(game)

    played = play(loaded.bundle, (plan, seed), tell)
    if played.outcome != "error":
        told = words.phrases("won" if played.outcome == "won" else "lost")
        if played.alone is not None:
            told = words.phrases("won_by", name=played.alone)
        click.echo(f"{told} ({words.phrases('after', count=played.answers)})")
    return played
