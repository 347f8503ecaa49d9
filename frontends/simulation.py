"""Games played by bots: one at a time with its own seed, and what many of them add up to.

Game number i of a run has the seed S + i, which alone decides everything in it: the cards brought, the bots' choices and
the game's random numbers. So any single game can be played again, and the number of processes changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from shlex import join
from time import perf_counter
from typing import Any

from attrs import define, evolve, field, frozen

from greyc.frontends.cells import number_of
from greyc.frontends.load import Loaded
from greyc.frontends.seating import drawn, seated
from greyc.frontends.statistics import quartiles, wilson
from greyc.runtime import BadStart, Bundle, Game, GreycError, LinkError, Seat
from greyc.runtime.bots import bot_of, chosen

MOST = 20_000
"""Answers after which a game is stuck, where nobody says."""


@frozen
class Plan:
    """How the games of a run are set up; sent to each process."""

    game: str
    packs: tuple[str, ...]
    seats: tuple[tuple[str, str | None], ...]
    count: int | None
    options: Mapping[str, Any]
    bot: str
    most: int
    think: int | None = None
    """How many games a searching bot plays on for each question."""
    mix: bool = False
    """What is not said here is drawn for each game, see `mixed`."""
    check: bool = False
    """Games are checked while they are played, see greyc.frontends.checked."""


@frozen
class Wanted:
    """What a report is to be of: `plan` is what all its games have in common, `each` the options it goes through, `games`
    how many there are of each sort, `again` the command that plays the game of a plan and seed."""

    plan: Plan
    games: int
    seed: int
    each: Sequence[str]
    bots: Sequence[str]
    again: Callable[[Plan, int], str]


@define
class Played:
    """One game: how it ended ("won", "lost", or "error" with the message), and what it took. `winner`: the card brought by
    the seat that won alone, `alone` its name."""

    seed: int
    outcome: str
    answers: int
    seconds: float
    brought: tuple[str, ...] = ()
    message: str = ""
    save: dict[str, Any] | None = None
    winner: str | None = None
    alone: str | None = None

    @property
    def how_it_broke(self) -> str:
        """A sentence about a game whose outcome is an error."""
        return f"The game with seed {self.seed} broke after {number_of(self.answers, 'answer')}: {self.message}"


def again(pack: str, more: Sequence[str], plan: Plan, seed: int) -> str:
    """The command that plays the game of a plan and seed again, with its story."""
    seats = [f"{name}={card}" if card else name for name, card in plan.seats]
    options = [f"{name}={value}" for name, value in plan.options.items()]
    out = ["greyc", "simulate", pack]
    for option, values in (("--with", more), ("--seat", seats), ("--option", options)):
        out += [part for value in values for part in (option, value)]
    out += ["--seats", str(plan.count)] if plan.count is not None and not seats else []
    out += ["--bot", plan.bot, *(["--think", str(plan.think)] if plan.think is not None else [])]
    out += ["--most", str(plan.most)] if plan.most != MOST else []
    out += [name for name, on in (("--mix", plan.mix), ("--check", plan.check)) if on]
    return join([*out, "-n", "1", "--seed", str(seed), "--verbose"])


def mixed(bundle: Bundle, plan: Plan, seed: int) -> Plan:
    """The plan of the game of a seed, with what the plan leaves open drawn by the seed: which of the packs after the first
    are added (those that can be played together), how many players, and the options."""
    rng = Random(seed)
    packs = plan.packs[:1]
    for pack in rng.sample(plan.packs[1:], len(plan.packs) - 1):
        more = tuple([each for each in plan.packs if each in (*packs, pack)])
        if rng.randrange(2) and go_together(bundle, plan.game, more):
            packs = more
    about = bundle.describe(plan.game, packs)
    low, high = about["seats"]
    if about["brings"] is not None:
        high = min(high, len(about["brings"]))
    count = plan.count if plan.count is not None or plan.seats else rng.randint(low, high)
    options = {**drawn(about["options"], rng), **plan.options}
    return evolve(plan, packs=packs, count=count, options=options, mix=False)


def go_together(bundle: Bundle, game: str, packs: tuple[str, ...]) -> bool:
    try:
        bundle.engine(game, packs)
    except LinkError:
        return False
    return True


def start(bundle: Bundle, plan: Plan, seed: int) -> Game:
    """The game of a seed, set up."""
    if plan.mix:
        plan = mixed(bundle, plan, seed)
    loaded = Loaded(bundle, plan.game, plan.packs)
    named = [Seat(name, card) for name, card in plan.seats]
    seats = seated(loaded, named, plan.count, Random(seed))
    return Game.start(bundle, plan.game, plan.packs, seats, dict(plan.options), seed)


def check_start(bundle: Bundle, plan: Plan, seed: int) -> None:
    """Raises BadStart where a plan has options or seats that the game has not: that is told once, not by each game. A game
    that breaks while it is set up is a result like any other."""
    try:
        start(bundle, plan, seed)
    except BadStart:
        raise
    except GreycError:
        pass


def play(bundle: Bundle, task: tuple[Plan, int], watch: Callable[[Game], None] | None = None) -> Played:
    """One game to its end. What breaks in it is its outcome. `watch` is called with the game after every answer."""
    plan, seed = task
    begun = perf_counter()
    answers = 0
    game: Game | None = None
    brought: tuple[str, ...] = ()
    try:
        game = start(bundle, plan, seed)
        brought = tuple(seat["brings"] for seat in game.setup["seats"] if seat["brings"])
        begun = perf_counter()  # what counts is play, not linking
        if watch is not None:
            watch(game)
        for _ in turns(game, plan, seed):
            answers += 1
            if watch is not None:
                watch(game)
    except Exception as error:  # a bug of greyc too must not hide in which game it showed
        message = f"{type(error).__name__}: {error}"
        return Played(seed, "error", answers, perf_counter() - begun, brought, message, _save(game))
    seconds = perf_counter() - begun
    if game.outcome is None:
        told = (
            f"it did not end within {number_of(plan.most, 'answer')}"
            if answers >= plan.most
            else "it stopped without an outcome"
        )
        return Played(seed, "error", answers, seconds, brought, told, _save(game))
    seat = {} if game.winner is None else game.setup["seats"][game.winner]
    return Played(seed, game.outcome, answers, seconds, brought, winner=seat.get("brings"), alone=seat.get("name"))


def turns(game: Game, plan: Plan, seed: int) -> Iterator[None]:
    """Lets bots answer until the game ends, or as many times as the plan allows; yields after each answer."""
    rng = Random(seed)
    bots = [bot_of(plan.bot, rng.getrandbits(32), plan.think) for _ in range(game.seats)]
    for _ in range(plan.most):
        waiting = game.waiting()
        if not waiting:
            return
        seat = waiting[0] if len(waiting) == 1 else rng.choice(waiting)
        game.take(seat, chosen(game, bots[seat], seat))
        yield


def _save(game: Game | None) -> dict[str, Any] | None:
    """The game as it was before it broke, if it can be saved."""
    try:
        return game.save() if game is not None else None
    except GreycError:
        return None


# ---- many games -----------------------------------------------------------------------------


@define
class Totals:
    """What the games of a run add up to."""

    games: list[Played] = field(factory=list)

    def add(self, played: Played) -> None:
        self.games.append(played)

    @property
    def ended(self) -> list[Played]:
        return [each for each in self.games if each.outcome != "error"]

    @property
    def failures(self) -> list[Played]:
        return [each for each in self.games if each.outcome == "error"]

    def lines(self, titles: Mapping[str, str]) -> list[str]:
        """The report. `titles` names the cards that seats bring."""
        ended, won = self.ended, sum(each.outcome == "won" for each in self.games)
        out = []
        if ended:
            counts = Counter(each.outcome for each in ended)
            out.append("outcomes:   " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
            low, high = wilson(won, len(ended))
            rate = won / len(ended)
            out.append(f"win rate:   {rate:.1%} (95% confidence: {low:.1%} to {high:.1%})")
            alone = Counter(each.alone for each in ended if each.alone is not None)
            if alone:
                told = ", ".join(f"{name} {count}" for name, count in sorted(alone.items()))
                out.append(f"won alone:  {told}")
            out.append("length:     " + _spread([each.answers for each in ended]) + " decisions")
        seconds = sum(each.seconds for each in self.games)
        answers = sum(each.answers for each in self.games)
        if seconds > 0:
            out.append(f"speed:      {answers / seconds:,.0f} decisions per second and process")
        out += self._brought(titles)
        return out

    def _brought(self, titles: Mapping[str, str]) -> list[str]:
        """How often each card that seats bring was on a winning side."""
        games: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for each in self.ended:
            games.update(each.brought)
            if each.outcome == "won":
                wins.update(each.brought if each.winner is None else [each.winner])
        if len(games) < 2 or len(self.ended) < 2:
            return []
        width = max(len(titles.get(card, card)) for card in games)
        return ["won with:", *(_rate(titles.get(card, card), wins[card], games[card], width) for card in sorted(games))]


def _rate(title: str, wins: int, games: int, width: int) -> str:
    low, high = wilson(wins, games)
    return f"  {title:<{width}}  {wins / games:6.1%} of {games} ({low:.1%} to {high:.1%})"


def _spread(values: Sequence[int]) -> str:
    least, _, middle, _, greatest = quartiles(values)
    return f"{middle} (from {least} to {greatest})" if least != greatest else str(middle)
