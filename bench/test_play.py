"""How fast games are played: random-bot decisions a second at 3 seats, beside a hand-written loop and (if installed)
pyminion, each also as a ratio to the loop of the same run; copies, undo, loading, memory.

`pytest bench/test_play.py --benchmark-only`; figures stand in the extra info.
"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from greyc.compiler import compile_paths
from greyc.frontends.workers import seldom_collect
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import RandomBot, play_out

from .peers import play_by_hand, play_pyminion

CARDS = Path(__file__).resolve().parents[1] / "cards"
GAMES = 60


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    made = Bundle.of(compile_paths([CARDS]).bundle)
    seldom_collect()  # as greyc simulate does
    return made


def start(bundle: Bundle, seed: int, seats: int = 3) -> Game:
    name = bundle.games()[0]
    brings = bundle.engine(name).gen.support.can_bring()
    return Game.start(
        bundle, name, seats=[Seat(f"P{i}", brings[i] if brings else None) for i in range(seats)], seed=seed
    )


def middle(bundle: Bundle) -> Game:
    """A game in its middle: some way into the longest of a few random games."""
    best: tuple[int, int] = (0, 0)
    for seed in range(30):
        game = start(bundle, seed)
        best = max(best, (play_out(game, RandomBot(seed), Random(seed)), seed))
    game = start(bundle, best[1])
    play_out(game, RandomBot(best[1]), Random(best[1]), best[0] // 2)
    return game


def rate(play: Callable[[int], int], rounds: int = 5) -> float:
    """Decisions a second, the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        begun = perf_counter()
        count = sum(play(seed) for seed in range(GAMES))
        best = max(best, count / (perf_counter() - begun))
    return best


def test_decisions_a_second(benchmark: Any, bundle: Bundle) -> None:
    def whole(seed: int) -> int:
        return play_out(start(bundle, seed), RandomBot(seed), Random(seed))

    begun = perf_counter()
    for seed in range(GAMES):
        start(bundle, seed)
    benchmark.extra_info["start_ms"] = round((perf_counter() - begun) / GAMES * 1e3, 2)

    ready: list[Game] = []

    def fresh() -> None:
        ready[:] = [start(bundle, seed) for seed in range(GAMES)]

    def played() -> int:
        return sum(play_out(game, RandomBot(seed), Random(seed)) for seed, game in enumerate(ready))

    count = benchmark.pedantic(played, setup=fresh, rounds=8)
    greyc = count / benchmark.stats.stats.min
    by_hand = rate(play_by_hand)
    benchmark.extra_info["decisions_a_second"] = round(greyc)
    benchmark.extra_info["with_the_start_of_games"] = round(rate(whole))
    benchmark.extra_info["by_hand"] = round(by_hand)
    benchmark.extra_info["ratio_to_by_hand"] = round(greyc / by_hand, 3)
    if find_spec("pyminion"):
        pyminion = rate(play_pyminion)
        benchmark.extra_info["pyminion"] = round(pyminion)
        benchmark.extra_info["ratio_to_pyminion"] = round(greyc / pyminion, 3)


def test_copy_of_a_table(benchmark: Any, bundle: Bundle) -> None:
    game = middle(bundle)
    benchmark(game.fork)


def test_undo_of_a_decision(benchmark: Any, bundle: Bundle) -> None:
    """The last decision that may be taken back, taken back; it is given again outside the clock."""
    game = middle(bundle)
    bot, rng = RandomBot(1), Random(1)
    while not game.can_undo():
        seat = rng.choice(game.waiting())
        game.take(seat, bot.choose(game, seat))
    last = game.steps[-1]

    def again() -> None:
        if game.steps[-1] is not last and len(game.steps) < steps:
            game.take(last.seat, last.answer)

    steps = len(game.steps)
    benchmark.pedantic(game.undo, setup=again, rounds=300)


def test_load_from_the_checkpoint(benchmark: Any, bundle: Bundle) -> None:
    saved = json.dumps(middle(bundle).save())
    benchmark(lambda: Game.load(bundle, json.loads(saved)))


def test_load_by_replay(benchmark: Any, bundle: Bundle) -> None:
    from greyc.runtime.saves import replay

    game = middle(bundle)
    saved = json.loads(json.dumps(game.save()))
    benchmark(lambda: replay(bundle, saved))
    count = len(saved["answers"])
    benchmark.extra_info["ms_per_100_decisions"] = round(benchmark.stats.stats.min * 1e3 / count * 100, 2)


def test_memory(benchmark: Any, bundle: Bundle) -> None:
    middle(bundle)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = middle(bundle)
    benchmark.extra_info["game_mb"] = round((tracemalloc.get_traced_memory()[0] - before) / 1e6, 2)
    before = tracemalloc.get_traced_memory()[0]
    forks = [game.fork() for _ in range(1_000)]
    benchmark.extra_info["thousand_forks_mb"] = round((tracemalloc.get_traced_memory()[0] - before) / 1e6, 2)
    tracemalloc.stop()
    benchmark.pedantic(lambda: len(forks), rounds=1)
