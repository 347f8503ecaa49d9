"""Games played by bots while somebody looks over the runtime's shoulder: `greyc simulate --check`.

At every question a Ledger goes over the table (greyc.runtime.conserved). At some the game is saved and loaded, and what
was loaded is given the rest of the answers. When the game has ended, its save is replayed from the start. Whatever way
it was come to, the end is the same table, and so is the log. What goes wrong is an error of that game like any other.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from greyc.frontends.cells import number_of
from greyc.frontends.simulation import Plan, Played, play
from greyc.runtime import Bundle, Game
from greyc.runtime.conserved import Ledger
from greyc.runtime.saves import replay

SELDOM = 10
"""Question number n is saved at with the chance of one in n + this: a few times in a game of any length, since a save tells all
answers so far."""


class Differs(Exception):
    """Two ways to the same table do not lead to the same table."""


def play_checked(bundle: Bundle, task: tuple[Plan, int]) -> Played:
    """As `simulation.play`, and checked."""
    return play(bundle, task, Check(bundle, task[1]))


class Check:
    """Called with a game that has started, then after every answer; raises Unsound, Differs or what else goes wrong."""

    def __init__(self, bundle: Bundle, seed: int) -> None:
        self.bundle = bundle
        self.rng = Random(seed)
        self.ledger: Ledger | None = None
        self.loaded: tuple[int, Game] | None = None
        """How many answers had been given when the game was saved last, and what was loaded."""

    def __call__(self, game: Game) -> None:
        if self.ledger is None:
            self.ledger = Ledger(game)
        else:
            self.ledger.look()
        if game.outcome is not None:
            self.end(game)
        elif self.rng.randrange(len(game.steps) + SELDOM) == 0:
            loaded = Game.load(self.bundle, saved(game))
            same(game, loaded, "loaded from a save")
            self.loaded = len(game.steps), loaded

    def end(self, game: Game) -> None:
        """The ways that were not taken lead to the same end."""
        if self.loaded is not None:
            given, loaded = self.loaded
            for step in game.steps[given:]:
                loaded.take(step.seat, step.answer)
            same(game, loaded, f"loaded after {number_of(given, 'answer')} and played on")
        again = replay(self.bundle, saved(game))
        if again.changed_questions:
            raise Differs(f"the question of answer {again.changed_questions[0]} is another when the game is replayed")
        same(game, again, "replayed from its answers")


def saved(game: Game) -> Any:
    """A save as it is read back from a file."""
    return json.loads(json.dumps(game.save()))


def same(game: Game, other: Game, how: str) -> None:
    """Raises Differs unless the other game is the same, with the log as far back as it knows it."""
    for what, of in (("table", table), ("open question", question)):
        if of(game) != of(other):
            raise Differs(f"the {what} is another when the game is {how}")
    first = max(game.state.events_before, other.state.events_before)
    if log(game, first) != log(other, first):
        raise Differs(f"the log is another when the game is {how}")


def table(game: Game) -> list[Any]:
    return game.state.cells


def question(game: Game) -> tuple[Any, ...]:
    return game.state.frames, game.state.pending


def log(game: Game, first: int) -> list[Any]:
    """What happened from event `first` on: verbs, causes, arguments, how each ended."""
    state = game.state
    rows = [state.event(k) for k in range(first - state.events_before, state.happened - state.events_before)]
    return [(*row[:3], *row[5:7]) for row in rows]


__all__ = ["Check", "Differs", "play_checked"]
