"""`greyc play PACK`: a game in the terminal, or driven through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

import click

from greyc.frontends.cells import number_of
from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.load import Loaded, load


@click.command()
@click.argument("pack", metavar="[PACK]", required=False)
@click.option("--with", "more", metavar="PACK", multiple=True, help="A further pack, such as an expansion.")
@click.option("--seats", "count", metavar="N", type=click.IntRange(1), help="How many players.")
@click.option(
    "--seat",
    "seats",
    metavar="NAME[=CARD]",
    multiple=True,
    help="A player, and the card brought; greyc names those the game still needs.",
)
@click.option(
    "--bot", type=click.Choice(["random", "greedy", "search"]), help="All seats but the first are played by bots."
)
@click.option("--seed", metavar="S", type=int, help="Seed of the random numbers; the same seed, the same game.")
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option("--locale", metavar="TAG", default="en", help="The language of the game: en, zh-Hans, zh-Hant.")
@click.option(
    "--load",
    "save_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with a saved game.",
)
def command(
    pack: str | None,
    more: Sequence[str],
    count: int | None,
    seats: Sequence[str],
    bot: str | None,
    seed: int | None,
    options: Sequence[str],
    locale: str,
    save_file: Path | None,
) -> int:
    """Play a game at the terminal.

    PACK is a folder, a pack shipped with greyc, or a bundle made by greyc build; it can be left out with --load. One
    terminal serves all seats. Type help in the game for what can be typed.
    """
    if save_file is not None and pack is None:
        pack, *more = _packs_of(save_file)
    if pack is None:
        raise click.UsageError("Name a pack to play, or a saved game with --load FILE.")
    if not sys.stdin.isatty():
        click.echo(f"greyc play: reads {pack}, and then answers from its input", err=True)
    loaded = load(pack, more)
    about = loaded.bundle.describe(loaded.game, loaded.packs, locale)
    if locale not in ("en", *about["locales"]):
        known = ", ".join(dict.fromkeys(["en", *about["locales"]]))
        raise click.BadParameter(f"{about['title']} speaks {known}, not {locale}.", param_hint="--locale")
    return _play(loaded, count, seats, bot, seed, options, locale, save_file)


def _play(
    loaded: Loaded,
    count: int | None,
    seats: Sequence[str],
    bot: str | None,
    seed: int | None,
    options: Sequence[str],
    locale: str,
    save_file: Path | None,
) -> int:
    from greyc.frontends.play.lines import Lines
    from greyc.frontends.play.session import Session, load_game, reason
    from greyc.frontends.play.words import Words
    from greyc.frontends.seating import read_options, read_seats, seated
    from greyc.runtime import BadStart, Game, GreycError
    from greyc.runtime.bots import bot_of

    bundle, game_name = loaded.bundle, loaded.game
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    about = bundle.describe(game_name, loaded.packs, locale)
    words = Words([bundle.ir.packs[name] for name in about["packs"]], locale)
    lines = Lines()
    try:
        if save_file is not None:
            game = load_game(bundle, save_file)
        else:
            taken = seated(loaded, read_seats(seats), count)
            game = Game.start(bundle, game_name, loaded.packs, taken, read_options(options), seed)
            names = words.several([seat.name for seat in taken])
            lines.write(words.phrases("started", title=about["title"], names=names, seed=seed), "note")
            if seats and (more := [seat.name for seat in taken[len(seats) :]]):
                lines.write(words.phrases("joined", names=words.several(more), count=len(taken)), "note")
    except BadStart as error:
        raise click.UsageError(f"{error}.") from None
    except (GreycError, OSError, ValueError) as error:
        what = "the game can't be started" if save_file is None else f"{save_file} can't be played on"
        click.echo(f"greyc play: {what}: {reason(error)}", err=True)
        return FINDINGS
    if bot == "greedy" and not loaded.has_score:
        lines.write(words.phrases("no_score"), "note")
    bots = {seat: bot_of(bot, seed + seat) for seat in range(1, game.seats)} if bot else {}
    session = Session(bundle, game, words, about["title"], lines, bots)
    session.run()
    if not sys.stdin.isatty():
        how = game.outcome or "not over"
        click.echo(f"greyc play: {number_of(len(game.steps), 'answer')} given, the game is {how}", err=True)
    return FINDINGS if session.broken else CLEAN


def _packs_of(save_file: Path) -> list[str]:
    """The packs that a saved game was played with, the game's own first."""
    from greyc.frontends.play.session import read_save

    try:
        names = read_save(save_file)["setup"]["packs"]
    except (OSError, ValueError, KeyError, TypeError):
        names = None
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise click.BadParameter(f"{save_file} is not a saved game.", param_hint="--load")
    return names
