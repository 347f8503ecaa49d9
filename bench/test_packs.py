"""How long a decision takes in each game under cards/, beside the same for a reference, all in one run.

Random bots play every game at a table of three seats, or as near to it as the game allows, start of games outside the
clock, until so many decisions are made; what a game asks of the runtime (searching ways on its board, say) is in the
figure. Rounds of all games take turns, and the best round of each counts, in CPU time of this process.

`pytest bench/test_packs.py --benchmark-only -s` prints the table. The reference is the fastest game, or the one that the
environment names: `GREYC_REFERENCE=NAME`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from greyc.compiler import compile_paths
from greyc.frontends.workers import seldom_collect
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import RandomBot, play_out

CARDS = Path(__file__).resolve().parents[1] / "cards"
DECISIONS = 6_000
ROUNDS = 5
SEATS = 3


def started(bundle: Bundle, name: str) -> Iterator[tuple[Game, int]]:
    """Games of one kind, one seed after another."""
    fewest, most = bundle.game_of(name)[1].seats
    brings = bundle.engine(name).gen.support.can_bring()
    count = max(fewest, min(most, SEATS))
    seed = 0
    while True:
        taken = [Seat(f"P{i}", brings[(seed + i) % len(brings)] if brings else None) for i in range(count)]
        yield Game.start(bundle, name, seats=taken, seed=seed), seed
        seed += 1


def seconds(bundle: Bundle, name: str) -> float:
    """CPU time of so many decisions of a game."""
    spent, made = 0.0, 0
    for game, seed in started(bundle, name):
        begun = process_time()
        made += play_out(game, RandomBot(seed), Random(seed), DECISIONS - made)
        spent += process_time() - begun
        if made >= DECISIONS:
            break
    return spent


def test_microseconds_a_decision(benchmark: Any) -> None:
    bundle = Bundle.of(compile_paths([CARDS]).bundle)
    names = bundle.games()
    for name in names:  # linking and what is made on first use are not play
        seconds(bundle, name)
    seldom_collect()
    best = dict.fromkeys(names, float("inf"))

    def a_round() -> None:
        for name in names:
            best[name] = min(best[name], seconds(bundle, name))

    benchmark.pedantic(a_round, rounds=ROUNDS)
    reference = os.environ.get("GREYC_REFERENCE") or min(names, key=lambda name: best[name])
    assert reference in best, f"no game is called {reference}; there are {', '.join(names)}"
    print(f"\n{'game':<20}{'us a decision':>14}{'times ' + reference:>24}")
    for name in sorted(names, key=lambda name: best[name]):
        us, ratio = best[name] / DECISIONS * 1e6, best[name] / best[reference]
        print(f"{name:<20}{us:>14.1f}{ratio:>24.2f}")
        benchmark.extra_info[name] = {"us_a_decision": round(us, 1), "times_the_reference": round(ratio, 2)}
