"""One game of a report: played by bots, then gone through again by its answers, this time with a look at what happens.

The second time it is played from a bundle whose code says what ran (greyc.runtime.recorder). So bots that look ahead think at
full speed, and what they only thought of is not taken for what happened. Same bundle, same seed, same answers: the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from attrs import frozen

from greyc.frontends.simulation import Plan, Played, play, start
from greyc.runtime import Bundle, Game, ir
from greyc.runtime.bundle import Engine
from greyc.runtime.layout import ALL_SEATS, KNOWN, THINGS, ZONE
from greyc.runtime.program import walk
from greyc.runtime.recorder import Recorder
from greyc.runtime.state import EVENT

LASTING = (ir.ModifyUntil, ir.StateDecl, ir.ZoneDecl)
ONCE = (ir.AbilityBlock, ir.Action, ir.Whenever, ir.Ability)
NEVER_BEGAN = (2, 3)  # the status of an event that a before hook stopped, or whose `needs` was not met


@frozen
class Watched:
    """What happened in one game."""

    played: Played
    end: int
    """The point of the `end game` that ended it; -1 if none did."""
    periods: tuple[int, ...]
    """How often each of the game's periods began, in the order of `periods_of`."""
    seen: frozenset[str]
    """Printed cards of which some seat saw a copy."""
    chosen: frozenset[str]
    """Printed cards that an option is set to, or that a seat brought or named in an answer, by a copy or as they are printed."""
    ran: bytes
    """A byte for each point of the recorder's survey."""
    winner: int | None = None
    """The seat that won alone, where one did."""
    had: tuple[frozenset[str], ...] = ()
    """For each seat the printed cards of which a copy was its own and lay where its words work; of no seat where the rules
    let nobody win alone."""


@lru_cache(maxsize=2)
def recorded(bundle: Bundle) -> Bundle:
    """The same packs with a recorder."""
    return Bundle(bundle.ir, Recorder(bundle.ir))


def watched(bundle: Bundle, task: tuple[Plan, int]) -> Watched:
    """Plays the game of a plan and seed. Of a game that broke nothing is told but that (`played`)."""
    games: list[Game] = []
    played = play(bundle, task, lambda game: games.append(game) if not games else None)
    if played.outcome == "error":
        return Watched(played, -1, (), frozenset(), frozenset(), b"")
    again = recorded(bundle)
    assert again.recorder is not None
    again.recorder.clear()
    look = _Look(start(again, *task), again.recorder)
    for step in games[0].steps:
        look.take(step.seat, step.answer)
    return look.told(played)


def periods_of(engine: Engine) -> list[str]:
    """The verbs that count a game's time, those first by which the most of its rules count: verbs with a title that something
    lasts `until`, or that something may be done `once per`."""
    linked = engine.program.linked
    counted: Counter[str] = Counter()
    for node in walk(linked):
        counted.update(getattr(node, "until", None) or () if isinstance(node, LASTING) else ())
        counted.update([node.once] if isinstance(node, ONCE) and node.once else ())
    verbs = [name for name, verb in linked.verbs.items() if verb.title is not None and counted[name]]
    return sorted(verbs, key=lambda verb: -counted[verb])


class _Look:
    """A game gone through with a look after each answer. The recorder holds what ran in its setup."""

    def __init__(self, game: Game, recorder: Recorder) -> None:
        self.game = game
        self.recorder = recorder
        self.gen = game.engine.gen
        self.defs = game.engine.program.defs
        self.seen: set[int] = set()
        """Things."""
        self.cards = {seat["brings"] for seat in game.setup["seats"] if seat["brings"]}
        table = game.engine.program.table
        for option in self.gen.linked.game.options:
            self.cards.update(self.cards_in(game.state.cells[table[option.name].offset], option.type.rstrip("?")))
        self.seen_cards: set[str] = set()
        self.ran = 0
        ends = (point.node for point in recorder.survey.points if isinstance(point.node, ir.EndGame))
        self.had: list[set[str]] = [set() for _ in range(game.seats)] if any(end.winner for end in ends) else []
        self.look()

    def take(self, seat: int, answer: Any) -> None:
        self.cards.update(self.named(answer))
        self.recorder.clear()
        self.game.take(seat, answer)
        self.look()

    def look(self) -> None:
        """What has run, and what has been seen for the first time."""
        self.ran |= int.from_bytes(self.recorder.ran, "little")
        cells = self.game.state.cells
        for thing in cells[THINGS]:
            if thing not in self.seen and any(cells[thing + KNOWN]):
                self.seen.add(thing)
                self.seen_cards.update(self.card(cells[thing]))
        if self.had:
            for seat, card in self.own():
                self.had[seat].add(card)

    def own(self) -> Iterator[tuple[int, str]]:
        """Seats with the cards that are theirs and whose words work now."""
        cells, prims, zones = self.game.state.cells, self.gen.P, self.game.engine.program.zones
        for thing in cells[THINGS]:
            zone = cells[thing + ZONE]
            if zone is not None and zones[cells[zone + 1][1]].name in prims.active_names[cells[thing]]:
                owner = prims.owner(cells, thing)
                if owner is not None:
                    yield from ((cells[ALL_SEATS].index(owner), card) for card in self.card(cells[thing]))

    def card(self, number: int) -> Iterator[str]:
        """The printed card of a number, if it is one and not what a kind makes without."""
        if self.defs[number].card is not None:
            yield self.defs[number].name

    def named(self, answer: Any) -> Iterator[str]:
        """The cards that an answer to the open question names."""
        pending = self.game.state.pending
        assert pending is not None
        match pending[0]:
            case "may" | "one":
                return
            case "offer":
                number, actor, *chosen = answer
                yield from self.cards_in(actor, "card")
                if number >= 0:
                    action = self.gen.linked.actions[self.gen.names[number]]
                    for value, pick in zip(chosen, self.gen.picks(action), strict=True):
                        yield from self.cards_in(value, pick.query.type)
            case "split":
                type_ = self.game.decisions.node(self.game.state).query.type
                yield from self.cards_in(tuple(c for c, n in zip(pending[3], answer, strict=True) if n), type_)
            case kind:
                node = self.game.decisions.node(self.game.state)
                yield from self.cards_in(answer, (node.pick.query if kind == "choose" else node.query).type)

    def cards_in(self, value: Any, type_: str) -> Iterator[str]:
        """The cards among a value or the values of a set."""
        for each in value if isinstance(value, tuple) else (value,):
            match self.game.values.sort(type_):
                case "thing" if each is not None:
                    yield from self.card(self.game.state.cells[each])
                case "printed" if each is not None:
                    yield from self.card(each)

    def told(self, played: Played) -> Watched:
        """The whole game."""
        events, recorder = self.game.state.events, self.recorder
        begun = Counter(
            verb for verb, status in zip(events[::EVENT], events[5::EVENT], strict=True) if status not in NEVER_BEGAN
        )
        numbers = self.gen.number_of
        points = recorder.survey.points
        ends = [i for i, point in enumerate(points) if recorder.ran[i] and isinstance(point.node, ir.EndGame)]
        return Watched(
            played,
            ends[0] if ends else -1,
            tuple(begun[numbers[verb]] for verb in periods_of(self.game.engine)),
            frozenset(self.seen_cards),
            frozenset(self.cards),
            self.ran.to_bytes(len(recorder.ran), "little"),
            self.game.winner,
            tuple(map(frozenset, self.had)),
        )


__all__ = ["Watched", "periods_of", "recorded", "watched"]
