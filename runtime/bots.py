"""Bots that play any game: at random, or one step ahead on the game's own `score`.

Both work on the values of the state rather than on JSON, for speed, and see nothing that their seat may not see: the
random bot chooses among what it is offered, the greedy one looks ahead through `fork(seed, unseen_by)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, Protocol

from . import ir
from .errors import GreycError
from .game import Game
from .guard import told
from .layout import ALL_SEATS
from .redeal import redeal
from .state import Broke, State

MOST_TRIED = 40
"""How many answers to one question the greedy bot tries."""

PATIENCE = 1_000
"""After so many choices without a better score the greedy bot strays. Nearly all games are over before."""
STRAYS = 0.25
"""How often."""


class Bot(Protocol):
    def choose(self, game: Game, seat: int) -> Any:
        """The value to go on with, for `Game.take`."""


class RandomBot:
    """Any legal answer; of an offer any action that can be done, or to pass."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, game: Game, seat: int) -> Any:
        state = game.state
        pending = state.pending
        assert pending is not None
        rng = self.rng
        match pending[0]:
            case "offer":
                return self.offer(game, state, seat, pending)
            case "may":
                return rng.random() < 0.5
            case "one" | "order":
                return rng.choice(pending[3])
            case "split":
                shares = [0] * len(pending[3])
                for _ in range(pending[4]):
                    shares[int(rng.random() * len(shares))] += 1
                return tuple(shares)
        _, _, _, candidates, low, high, may = pending
        if may and rng.random() < 1 / (len(candidates) + 1):
            return None
        if game.decisions.node(state).pick.amount is None:
            return candidates[int(rng.random() * len(candidates))]
        count = rng.randint(max(1, low) if may else low, high)
        return tuple(rng.sample(candidates, count)) if count else None

    def offer(self, game: Game, state: State, seat: int, pending: tuple[Any, ...]) -> Any:
        gen, rng = game.engine.gen, self.rng
        offers, support = gen.support.offers, gen.support
        base = state.cells[ALL_SEATS][seat]
        _, _, actors, groups, given, names = pending
        for actor in actors:
            if actor == base or base in gen.P.seats_of(state, actor):
                break
        actions = support.offered(game.engine.program.defs[state.cells[actor]].kind, groups)
        at = int(rng.random() * (len(actions) + 1))
        # From a random place on, round: pass stands among them as one of the actions.
        for k in range(len(actions) + 1):
            i = (at + k) % (len(actions) + 1)
            if i == len(actions):
                return (-1, actor)
            action = actions[i]
            head = support.head_of(action, actor, given, names) if action.givens else (actor,)
            if head is None or not offers.exists(state, action, head):
                continue
            chosen = self.parameters(game, state, action, head)
            if chosen is not None:
                return (gen.number_of[action.name], actor, *chosen)
        return (-1, actor)

    def parameters(self, game: Game, state: State, action: ir.Action, head: tuple[Any, ...]) -> tuple[Any, ...] | None:
        gen, rng = game.engine.gen, self.rng
        offers = gen.support.offers
        picks = gen.picks(action)
        if not picks:
            return () if offers.broken(state, action, head, ()) < 0 else None
        sets = any(p.amount is not None for p in picks)
        for _ in range(6 if sets else 1):
            chosen: tuple[Any, ...] = ()
            for pick in picks:
                offered = offers.candidates(state, action, head, chosen)
                if not offered:
                    return None
                if pick.amount is None:
                    chosen = (*chosen, offered[int(rng.random() * len(offered))])
                else:
                    low, high = offers.bounds_now(state, action, head, chosen)
                    most = len(offered) if high is None else min(high, len(offered))
                    if low > most:
                        return None
                    chosen = (*chosen, tuple(rng.sample(offered, rng.randint(low, most))))
            if not sets or offers.broken(state, action, head, chosen) < 0:
                return chosen
        return None


def answers(game: Game, seat: int) -> Iterator[Any]:
    """Legal values for the open question, in the rules' order; sets only up to small sizes."""
    state = game.state
    pending = state.pending
    assert pending is not None
    match pending[0]:
        case "offer":
            yield from _offered(game, state, seat, pending)
        case "may":
            yield from (True, False)
        case "one" | "order":
            yield from pending[3]
        case "split":
            for i in range(len(pending[3])):
                yield tuple([pending[4] if i == j else 0 for j in range(len(pending[3]))])
        case _:
            _, _, _, candidates, low, high, may = pending
            if game.decisions.node(state).pick.amount is None:
                yield from candidates
            else:
                for size in range(max(1, low), high + 1):
                    yield from combinations(candidates, size)
            if may or low == 0:
                yield None


def _offered(game: Game, state: State, seat: int, pending: tuple[Any, ...]) -> Iterator[Any]:
    gen = game.engine.gen
    offers = gen.support.offers
    base = state.cells[ALL_SEATS][seat]
    for actor in pending[2]:
        if base not in gen.P.seats_of(state, actor):
            continue
        for action in gen.support.offered(game.engine.program.defs[state.cells[actor]].kind, pending[3]):
            head = gen.support.head_of(action, actor, pending[4], pending[5])
            if head is None or not offers.exists(state, action, head):
                continue
            picks = gen.picks(action)

            def go(
                chosen: tuple[Any, ...], action: ir.Action = action, head: Any = head, picks: Any = picks
            ) -> Iterator[Any]:
                if len(chosen) == len(picks):
                    if offers.broken(state, action, head, chosen) < 0:
                        yield chosen
                    return
                pick = picks[len(chosen)]
                offered = offers.candidates(state, action, head, chosen)
                if pick.amount is None:
                    for value in offered:
                        yield from go((*chosen, value))
                    return
                low, high = offers.bounds_now(state, action, head, chosen)
                for size in range(low, (len(offered) if high is None else min(high, len(offered))) + 1):
                    for values in combinations(offered, size):
                        yield from go((*chosen, values))

            for chosen in go(()):
                yield (gen.number_of[action.name], actor, *chosen)
        yield (-1, actor)


def tried(game: Game, seat: int, rng: Random) -> list[Any]:
    """The answers that a bot looks at: all of them, or of many a random choice that keeps the last, to pass or decline."""
    options: list[Any] = []
    try:
        for value in answers(game, seat):
            options.append(value)
            if len(options) > 4 * MOST_TRIED:
                break
    except Broke:  # too many to list: what was found will do
        if not options:
            raise
    if len(options) > MOST_TRIED:
        return [*rng.sample(options[:-1], MOST_TRIED - 1), options[-1]]
    return options


def has_won(game: Game, seat: int) -> bool:
    """Whether a game that has ended is won for a seat: with all others, or alone."""
    return game.outcome == "won" and game.winner in (None, seat)


class Ahead:
    """Where a bot looks ahead for a seat: copies of a game's state. One copy of the Game serves them all, since making
    one for each would cost more than the step that is tried."""

    def __init__(self, game: Game, seat: int) -> None:
        self.here = game.state
        self.seat = seat
        self.game = game.fork()

    def dealt(self, seed: int) -> State:
        """A copy with other random numbers, in which all that the seat has not seen is dealt anew."""
        state = self.here.fork()
        redeal(self.game.engine.gen, state, seed, self.seat)
        return state

    def run(self, state: State, value: Any) -> None:
        """Goes on with an answer; `game` then stands there. Raises GreycError."""
        self.game.state = state
        self.game.engine.driver.run(state, value)

    def score(self, state: State) -> float:
        """The game's score there for the seat, or where it has ended more or less than any; 0 where it can't be told, as in a setup."""
        self.game.state = state
        if self.game.outcome is not None:
            return float("inf") if has_won(self.game, self.seat) else float("-inf")
        try:
            return self.game.score(self.seat) or 0
        except GreycError:
            return 0

    def scores(self, seed: int, options: list[Any]) -> list[tuple[float, Any]]:
        """The score after each answer, all of them in one copy dealt anew; those that can't be given are left out."""
        dealt = self.dealt(seed)
        self.score(dealt)  # what functions remember of boards is looked for once, and goes along into every copy
        found = []
        for value in options:
            state = dealt.fork()
            try:
                self.run(state, value)
            except GreycError:
                continue
            found.append((self.score(state), value))
        return found


class GreedyBot:
    """Tries each answer in a fair copy and takes the one after which the game's `score` is best; without a score it is
    a random bot. Of equal ones any.

    What looks best one step ahead can go round in a ring for ever: to undo a loss each time rather than to take a greater one
    that leads on. So where a game has not looked better than ever for a long time, now and then the next best is done."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.random = RandomBot(seed + 1)
        self.game: Game | None = None
        self.best = float("-inf")
        """The best score that it saw in this game."""
        self.since = 0
        """How many times it chose since then."""

    def choose(self, game: Game, seat: int) -> Any:
        if game.engine.program.linked.game.score is None:
            return self.random.choose(game, seat)
        options = tried(game, seat, self.rng)
        if len(options) == 1:
            return options[0]
        ahead = Ahead(game, seat)
        scored = ahead.scores(self.rng.getrandbits(32), options)
        if not scored:
            return self.random.choose(game, seat)
        best = max(score for score, _ in scored)
        if self.stuck(game, best):
            less = {score for score, _ in scored if float("-inf") < score < best}
            best = max(less, default=best)
        return self.rng.choice([value for score, value in scored if score == best])

    def stuck(self, game: Game, best: float) -> bool:
        """Whether it is time for the next best, where this score can be come to."""
        if game is not self.game or best > self.best:
            self.game, self.best, self.since = game, best, 0
        self.since += 1
        return self.since > PATIENCE and best < float("inf") and self.rng.random() < STRAYS


def bot_of(name: str, seed: int, think: int | None = None) -> Bot:
    """A bot by its name: random, greedy or search, from the quickest to the strongest. `think`: how many games a search
    plays on for each question."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    from .search import THINK, SearchBot

    return SearchBot(seed, THINK if think is None else think)


@told
def chosen(game: Game, bot: Bot, seat: int) -> Any:
    """What a bot chooses. Raises BudgetExceeded, ContentError where the rules break while it looks."""
    return bot.choose(game, seat)


def play_out(game: Game, bot: Bot, rng: Random, most: int = 100_000) -> int:
    """Plays a game to its end, any waiting seat next; the number of answers. Raises what the game raises."""
    count = 0
    state = game.state
    try:
        while state.pending is not None and count < most:
            waiting = game.decisions.waiting(state)
            seat = waiting[0] if len(waiting) == 1 else waiting[int(rng.random() * len(waiting))]
            game.take(seat, bot.choose(game, seat))
            count += 1
    except GreycError:
        raise
    except Exception as error:  # rules run while a bot looks at what it may do, too
        raise game.engine.driver.translate(error, state) from error
    return count
