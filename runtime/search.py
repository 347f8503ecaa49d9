"""A bot that thinks further ahead than one step: flat Monte Carlo search over fair copies of the game.

Every promising answer is tried in copies dealt anew, played on at random for a while, and valued by how the game stands
then. The tries are shared out by sequential halving (Karnin, Koren, Somekh 2013): after each round the worse half of the
answers is dropped, so that the thinking goes where it is close. All answers of a round meet the same futures, which takes
most of the luck out of comparing them, and a future is dealt once for all of them.

Playing on at random is worse play than looking a step ahead at each answer, but far cheaper, and more tries that reach
further win more games than few good ones (decision 0230).
"""

from __future__ import annotations

from math import tanh
from random import Random
from typing import Any

from .bots import Ahead, RandomBot, tried
from .errors import GreycError
from .game import Game

KEPT = 8
"""Answers that are searched at most: those with the best `score` one step ahead. Where there are few tries it is half as many
as there are tries, since one game played on says little."""
THINK = 8
"""Games played on for each question, all answers together, where nobody says."""
DEPTH = 12
"""Answers that a try is played on."""


class SearchBot:
    """Without a `score` only won and lost count. `think`: how many games it plays on for each question."""

    def __init__(self, seed: int = 0, think: int = THINK) -> None:
        self.rng = Random(seed)
        self.random = RandomBot(seed + 1)
        self.think = think

    def choose(self, game: Game, seat: int) -> Any:
        options = tried(game, seat, self.rng)
        if len(options) == 1:
            return options[0]
        ahead = Ahead(game, seat)
        here = ahead.score(game.state)
        arms = self.promising(ahead, options)
        if not arms:
            return self.random.choose(game, seat)
        rounds = max(1, (len(arms) - 1).bit_length())
        totals = [0.0] * len(arms)
        alive = list(range(len(arms)))
        while len(alive) > 1:
            for _ in range(max(1, self.think // (rounds * len(alive)))):
                dealt, future = ahead.dealt(self.rng.getrandbits(32)), self.rng.getrandbits(32)
                for arm in alive:
                    totals[arm] += self.value(ahead, dealt.fork(), arms[arm], future, here)
            alive.sort(key=lambda arm: -totals[arm])
            alive = alive[: (len(alive) + 1) // 2]
        return arms[alive[0]]

    def promising(self, ahead: Ahead, options: list[Any]) -> list[Any]:
        """The answers with the best score one step ahead; those that can't be given are left out."""
        scored = ahead.scores(self.rng.getrandbits(32), options)
        scored.sort(key=lambda each: -each[0])
        return [value for _, value in scored[: min(KEPT, max(2, self.think // 2))]]

    def value(self, ahead: Ahead, state: Any, answer: Any, future: int, here: float) -> float:
        """How one future looks after an answer: 1 won, -1 lost, else in between by how far the score has moved."""
        rng = self.random.rng = Random(future)
        try:
            ahead.run(state, answer)
            for _ in range(DEPTH):
                waiting = ahead.game.decisions.waiting(state) if state.pending is not None else []
                if not waiting:
                    break
                seat = waiting[0] if len(waiting) == 1 else waiting[int(rng.random() * len(waiting))]
                ahead.run(state, self.random.choose(ahead.game, seat))
        except GreycError:
            return -1.0
        reached = ahead.score(state)
        if abs(reached) == float("inf"):
            return 1.0 if reached > 0 else -1.0
        return 0.9 * tanh((reached - here) / (1 + abs(here) / 4))
