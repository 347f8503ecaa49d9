"""Games to test with: every game of the packs in cards/, at every size of table, with seats that bring what they may.

Nothing here knows a game: what to bring and how many play is read from the bundle.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from greyc.compiler import compile_paths
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import Bot, RandomBot

CARDS = Path(__file__).parents[2] / "cards"


@cache
def bundle() -> Bundle:
    return Bundle.of(compile_paths([CARDS]).bundle)


@cache
def tables() -> list[tuple[str, tuple[str, ...], int]]:
    """(game, packs, seats) for each game with the packs that add to it, smallest and largest table."""
    out = []
    for game in bundle().games():
        pack, decl = bundle().game_of(game)
        more = [p.name for p in bundle().ir.packs.values() if pack.name in [r.split()[0] for r in p.requires]]
        for packs in [(), tuple(more)] if more else [()]:
            out += [(game, packs, decl.seats[0]), (game, packs, min(decl.seats[1], decl.seats[0] + 1))]
    return out


def start(game: str, packs: tuple[str, ...], seats: int, seed: int, **options: Any) -> Game:
    engine = bundle().engine(game, packs)
    brings = engine.gen.support.can_bring()
    Random(seed).shuffle(brings)
    taken = [Seat(f"P{i}", brings[i] if brings else None) for i in range(seats)]
    return Game.start(bundle(), game, packs, taken, options, seed)


def any_table(seed: int) -> Game:
    """A started game, another table with every seed."""
    game, packs, seats = tables()[seed % len(tables())]
    return start(game, packs, seats, seed)


def advance(game: Game, bot: Bot, rng: Random, steps: int = 1) -> int:
    """Plays so many answers on (or to the end); how many were given."""
    for i in range(steps):
        waiting = game.waiting()
        if not waiting:
            return i
        seat = rng.choice(waiting)
        game.take(seat, bot.choose(game, seat))
    return steps


def play(game: Game, seed: int, most: int = 2_000) -> int:
    return advance(game, RandomBot(seed), Random(seed), most)


def state_of(game: Game) -> tuple[Any, ...]:
    s = game.state
    return (s.cells, s.frames, s.pending, s.cause, s.under)
