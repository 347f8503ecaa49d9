"""`greyc simulate PACK`: many games by bots, or with --verbose the story of one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

import click

from greyc.frontends.cells import wrap
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.load import Loaded, load
from greyc.frontends.terminal import progress, width

if TYPE_CHECKING:
    from greyc.frontends.simulation import Plan, Played

MOST_SHOWN = 5  # failures told in full


@click.command()
@click.argument("pack", metavar="PACK")
@click.option("--with", "more", metavar="PACK", multiple=True, help="A further pack, such as an expansion.")
@click.option("-n", "games", metavar="N", type=click.IntRange(1), default=100, help="How many games (100).")
@click.option("--seed", metavar="S", type=int, default=0, help="Seed of the first game, one more for each next (0).")
@click.option("--bot", type=click.Choice(["random", "greedy", "search"]), default="random", help="Who plays (random).")
@click.option("--seats", "count", metavar="K", type=click.IntRange(1), help="How many players.")
@click.option("--seat", "seats", metavar="NAME[=CARD]", multiple=True, help="A player, and the card brought.")
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option("-j", "processes", metavar="N", type=click.IntRange(1), default=1, help="How many processes to use.")
@click.option(
    "--most", metavar="N", type=click.IntRange(1), default=20_000, help="Answers after which a game is stuck."
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
    bot: str,
    count: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    processes: int,
    most: int,
    verbose: bool,
    locale: str,
    save_file: Path | None,
) -> int:
    """Let bots play many games and count how they end.

    PACK is a folder, a pack shipped with greyc, or a bundle made by greyc build. Exit code 0: all games ended, 1: some
    broke or did not end, with the command that plays such a game again; 2: wrong use.
    """
    from greyc.frontends.seating import read_options, read_seats
    from greyc.frontends.simulation import Plan, start
    from greyc.runtime import BadStart, GreycError

    loaded = load(pack, more)
    named = tuple((seat.name, seat.brings) for seat in read_seats(seats))
    plan = Plan(loaded.game, loaded.packs, named, count, read_options(options), bot, most)
    try:
        start(loaded.bundle, plan, seed)
    except BadStart as error:
        raise click.UsageError(f"{error}.") from None
    except GreycError:
        pass  # a game that breaks while it is set up is a result like any other
    again = ["greyc", "simulate", pack, *_repeated(more, seats, options, count, bot)]
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
    for each in failures[:MOST_SHOWN]:
        click.echo(f"\nThe game with seed {each.seed} broke after {each.answers} answers: {each.message}")
        click.echo(f"  again: {join([*again, '-n', '1', '--seed', str(each.seed), '--verbose'])}")
    if failures:
        click.echo(f"\n{len(failures)} of {games} games broke or did not end.")
        if save_file is not None and failures[0].save is not None:
            save_file.write_text(json.dumps(failures[0].save, ensure_ascii=False) + "\n", encoding="utf-8")
            click.echo(f"The one with seed {failures[0].seed}, before that: {join(load_again)}")
    return FINDINGS if failures else CLEAN


def _repeated(
    more: Sequence[str], seats: Sequence[str], options: Sequence[str], count: int | None, bot: str
) -> list[str]:
    """The options that say what is played, to be typed again."""
    out = [
        part
        for option, values in (("--with", more), ("--seat", seats), ("--option", options))
        for value in values
        for part in (option, value)
    ]
    return [*out, *(["--seats", str(count)] if count is not None else []), "--bot", bot]


def _many(loaded: Loaded, plan: Plan, seeds: Sequence[int], processes: int) -> list[Played]:
    """The games without their stories, and the report."""
    from greyc.frontends.simulation import Totals, play
    from greyc.frontends.workers import spread

    totals = Totals()
    with progress(len(seeds), "games") as step:
        for played in spread(play, loaded.bundle, [(plan, seed) for seed in seeds], processes):
            totals.add(played)
            step()
    about = loaded.bundle.describe(loaded.game, loaded.packs)
    titles = {each["card"]: each["title"] for each in about["brings"] or []}
    for line in totals.lines(titles):
        click.echo(line)
    return totals.games


def _story(loaded: Loaded, plan: Plan, seed: int, locale: str, verbose: bool) -> Played:
    """One game told as it goes, as everybody at the table sees it; or only who plays, and how it ends."""
    from greyc.frontends.play.words import Words
    from greyc.frontends.simulation import play
    from greyc.runtime import Game

    about = loaded.bundle.describe(loaded.game, loaded.packs, locale)
    words = Words([loaded.bundle.ir.packs[name] for name in about["packs"]], locale)
    seen = -1

    def tell(game: Game) -> None:
        nonlocal seen
        if seen < 0:
            seats = [(seat["name"], seat["brings"]) for seat in game.setup["seats"]]
            names = [f"{name} ({words.card(card)})" if card else name for name, card in seats]
            click.echo(words.phrases("started", title=about["title"], names=words.several(names), seed=seed))
        seen = max(seen, 0)
        for event in game.events(None, seen) if verbose else ():
            seen = event["event"] + 1
            if "message" in event:
                click.echo("\n".join(wrap(words.say(event["message"]), width(), "  ", "    ")))

    played = play(loaded.bundle, (plan, seed), tell)
    if played.outcome != "error":
        told = words.phrases("won" if played.outcome == "won" else "lost")
        click.echo(f"{told} ({words.phrases('after', count=played.answers)})")
    return played
