"""A bot that thinks further ahead than one step: flat Monte Carlo search over fair copies of the game.

Every promising answer is tried in copies dealt anew (`fork(seed, unseen_by)`), played on for a while by a quick player,
and valued by how the game stands then. The tries are shared out by sequential halving (Karnin, Koren, Somekh 2013):
after each round the worse half of the answers is dropped, so that the thinking goes where it is close. All answers of a
round meet the same futures, which takes most of the luck out of comparing them.
"""

from __future__ import annotations

from math import tanh
from random import Random
from typing import Any

from .bots import RandomBot, has_won, tried
from .errors import GreycError
from .game import Game

KEPT = 8
"""Answers that are searched: those with the best `score` one step ahead."""
TRIES = 24
"""Games played on for each question, all answers together."""
DEPTH = 12
"""Answers that a try is played on."""
LOOKED_AT = 2
"""Answers among which the quick player takes the one with the best `score`."""


class SearchBot:
    """Without a `score` only won and lost count."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.quick = QuickBot(seed + 1)

    def choose(self, game: Game, seat: int) -> Any:
        options = tried(game, seat, self.rng)
        if len(options) < 2:
            return options[0] if options else self.quick.random.choose(game, seat)
        here = score(game, seat)
        arms = self.promising(game, seat, options)
        if not arms:
            return self.quick.random.choose(game, seat)
        rounds = max(1, (len(arms) - 1).bit_length())
        totals = [0.0] * len(arms)
        alive = list(range(len(arms)))
        while len(alive) > 1:
            for _ in range(max(1, TRIES // (rounds * len(alive)))):
                future = self.rng.getrandbits(32)
                for arm in alive:
                    totals[arm] += self.value(game, seat, arms[arm], future, here)
            alive.sort(key=lambda arm: -totals[arm])
            alive = alive[: (len(alive) + 1) // 2]
        return arms[alive[0]]

    def promising(self, game: Game, seat: int, options: list[Any]) -> list[Any]:
        """The answers with the best score one step ahead; those that can't be given are left out."""
        future = self.rng.getrandbits(32)
        scored: list[tuple[float, int]] = []
        for number, value in enumerate(options):
            ahead = game.fork(seed=future, unseen_by=seat)
            try:
                ahead.take(seat, value)
            except GreycError:
                continue
            scored.append((-score(ahead, seat), number))
        scored.sort()
        return [options[number] for _, number in scored[:KEPT]]

    def value(self, game: Game, seat: int, answer: Any, future: int, here: float) -> float:
        """How one future looks after an answer: 1 won, -1 lost, else in between by how far the score has moved."""
        ahead = game.fork(seed=future, unseen_by=seat)
        rng = Random(future)
        self.quick.random.rng = rng
        try:
            ahead.take(seat, answer)
            for _ in range(DEPTH):
                waiting = ahead.waiting()
                if not waiting:
                    break
                next_seat = waiting[0] if len(waiting) == 1 else waiting[int(rng.random() * len(waiting))]
                ahead.take(next_seat, self.quick.choose(ahead, next_seat))
        except GreycError:
            return -1.0
        if ahead.outcome is not None:
            return 1.0 if has_won(ahead, seat) else -1.0
        return 0.9 * tanh((score(ahead, seat) - here) / (1 + abs(here) / 4))


class QuickBot:
    """The best by `score` of a few answers taken at random."""

    def __init__(self, seed: int) -> None:
        self.random = RandomBot(seed)

    def choose(self, game: Game, seat: int) -> Any:
        best, best_score = None, None
        for _ in range(LOOKED_AT):
            value = self.random.choose(game, seat)
            if best_score is not None and value == best:
                continue
            ahead = game.fork()
            ahead.take(seat, value)
            reached = score(ahead, seat)
            if best_score is None or reached > best_score:
                best, best_score = value, reached
        return best


def score(game: Game, seat: int) -> float:
    """The game's score, or where it has ended more or less than any, as it was won for the seat or not; 0 where it can't be told yet, as in a setup."""
    if game.outcome is not None:
        return float("inf") if has_won(game, seat) else float("-inf")
    try:
        return game.score() or 0
    except GreycError:
        return 0
