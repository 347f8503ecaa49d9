"""A game in play, as front ends use it. Everything that goes in or out is plain JSON.

A Game owns a State and the answers given so far. It never leaves a half-made change: an answer is refused before
anything happened, or carried out whole, or rolled back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, frozen

from . import ir
from .bundle import Bundle, Engine
from .decide import Decisions
from .errors import (
    BadStart,
    GameOver,
    GreycError,
    IllegalAnswer,
    NothingToUndo,
    NotYourDecision,
    StaleDecision,
    writable,
)
from .eventlog import ANSWER, EventLog
from .guard import linking, told, wording
from .layout import ALL_SEATS, GREATEST, INFO, OUTCOME, WINNER
from .state import Budget, Frame, State
from .values import Values
from .views import Views


@frozen
class Seat:
    """A seat to be taken: the player's name, and the card brought where the game asks for one."""

    name: str
    brings: str | None = None


@define
class Step:
    """An answer given, with what is needed to take it back and to give it again."""

    seat: int
    answer: Any
    mark: int
    frames: tuple[Frame, ...]
    pending: tuple[Any, ...] | None
    cause: int
    under: tuple[Any, ...]
    events: int
    info: int
    key: str | None


class Game:
    """See the module. Made by `start`, `load` (greyc.runtime.saves) or `fork`."""

    def __init__(self, bundle: Bundle, engine: Engine, state: State, names: list[str], setup: dict[str, Any]) -> None:
        self.bundle = bundle
        self.engine = engine
        self.state = state
        self.names = names
        self.setup = setup
        self.values = Values(engine.gen, names)
        self.decisions = Decisions(engine.gen, self.values)
        self.views = Views(engine.gen, self.values)
        self.steps: list[Step] = []
        self.past: list[Any] = []
        """Answers, by names, given before this game was loaded from a checkpoint."""
        self.changed_questions: list[int] = []
        """Steps of a replay with another bundle whose question had changed though the answer still fits."""
        self.rewinds: list[tuple[int, int]] = []
        """(revision, number of the first event taken back) of each undo."""
        self.revision = 0
        self.numbers = 0
        """The open question's number; rises with every question, also after undo."""
        self._keys: dict[tuple[int, str], dict[str, Any]] = {}

    # ---- starting ---------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        bundle: Bundle,
        game: str,
        packs: Iterable[str] = (),
        seats: Iterable[Seat] = (),
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        budget: Budget | None = None,
    ) -> Game:
        """Links the packs, seats the players and runs the setup up to the first question. Options are given as plain
        values (words and cards by name). Raises BadStart, LinkError, ContentError, BudgetExceeded."""
        made = cls.table(bundle, game, packs, seats, options, seed, budget)
        with linking(made.engine.packs):
            made.engine.driver.begin(made.state)
        made.numbers = 1
        return made

    @classmethod
    def table(
        cls,
        bundle: Bundle,
        game: str,
        packs: Iterable[str] = (),
        seats: Iterable[Seat] = (),
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        budget: Budget | None = None,
    ) -> Game:
        """An empty table of the game, nothing has run (for tests of rules)."""
        engine = bundle.engine(game, packs)
        if not isinstance(seats, Iterable) or not isinstance(options, Mapping | None):
            raise BadStart("seats are a list, options values by name")
        seat_list = list(seats)
        if type(seed) is not int:
            raise BadStart(f"a seed is a whole number, not {seed!r:.60}")
        values = {**engine_defaults(engine), **read_options(engine, dict(options or {}))}
        check_seats(engine, seat_list)
        brought = [engine.program.card_number[s.brings] if s.brings else None for s in seat_list]
        with linking(engine.packs):
            state = engine.driver.table(brought, values, seed, budget or Budget())
        setup = {
            "game": engine.game,
            "packs": list(engine.packs),
            "seats": [{"name": s.name, "brings": s.brings} for s in seat_list],
            "options": dict(options or {}),
            "seed": seed,
        }
        return cls(bundle, engine, state, [s.name for s in seat_list], setup)

    # ---- looking ----------------------------------------------------------------------------

    @property
    def outcome(self) -> str | None:
        """None while the game runs, then "won" or "lost"."""
        return self.state.cells[OUTCOME]  # type: ignore[no-any-return]

    @property
    def log(self) -> EventLog:
        """Made when asked for: a game that refers to itself would wait for the garbage collector when it is dropped."""
        return EventLog(self)

    @property
    def winner(self) -> int | None:
        """The seat that won alone, where one did."""
        seat = self.state.cells[WINNER]
        return None if seat is None else self.state.cells[ALL_SEATS].index(seat)

    @property
    def seats(self) -> int:
        return self.state.seats

    @told
    def waiting(self) -> list[int]:
        """Seats that may answer now."""
        return self.decisions.waiting(self.state) if self.outcome is None else []

    @told
    def decision(self, seat: int | None = None) -> dict[str, Any] | None:
        """The open question as a seat (None: the table) may know it; None after the end."""
        self._seat(seat)
        if self.state.pending is None or self.outcome is not None:
            return None
        out = {"decision": self.numbers, "revision": self.revision, **self.decisions.as_json(self.state, seat)}
        out["undo"] = self.can_undo(seat)
        return out

    @told
    def complete(self, seat: int, partial: Mapping[str, Any]) -> dict[str, Any]:
        """What may come next in a half-made action. Changes nothing. Raises IllegalAnswer, NotYourDecision."""
        self._seat(seat, False)
        self._open(partial)
        return self.decisions.complete(self.state, seat, dict(partial))

    @told
    def why_not(self, seat: int, partial: Mapping[str, Any]) -> dict[str, Any] | None:
        """Why an answer would be refused, as the error's JSON; None if it would be taken (as far as it goes)."""
        try:
            self._seat(seat, False)
            self._open(partial)
            assert self.state.pending is not None
            if self.state.pending[0] == "offer":
                why = self.decisions.complete(self.state, seat, dict(partial)).get("why")
                if why is not None:
                    return dict(why)
            else:
                self.decisions.read(self.state, seat, dict(partial))
        except GreycError as error:
            return error.as_json()
        return None

    @told
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat sees it."""
        self._seat(seat)
        return {"revision": self.revision, **self.views.view(self.state, seat)}

    @told
    def events(self, seat: int | None = None, since: int = 0, revision: int | None = None) -> list[dict[str, Any]]:
        """What happened from event number `since` on, as a seat may know it. With the revision of the last look, undo in
        between is told as a `rewind`."""
        self._seat(seat)
        if type(since) is not int or type(revision) not in (int, type(None)):
            raise IllegalAnswer("events are asked for by numbers", details={"condition": "form"})
        return self.log.events(seat, since, revision)

    def say(self, message: Mapping[str, Any], locale: str = "en") -> str:
        """A message in words."""
        from .voices import voice

        with wording(message, locale):
            return voice(self.engine, locale).say(message)

    def label(self, value: Any, locale: str = "en") -> str:
        """What a candidate's `label` or a value of a view is called."""
        from .voices import voice

        with wording(value, locale):
            return voice(self.engine, locale).label(value)

    @told
    def score(self, seat: int | None = None) -> int | None:
        """How good the table looks, where the game says how (for bots): for all players together, or for this seat where
        each plays for itself. None where the game does not say, and of no seat where it says it of each."""
        self._seat(seat)
        return self.engine.gen.support.score(self.state, seat)

    # ---- answering --------------------------------------------------------------------------

    def _seat(self, seat: Any, table: bool = True) -> None:
        if not (seat is None and table) and (type(seat) is not int or not 0 <= seat < self.state.seats):
            raise NotYourDecision(f"there is no seat {seat!r:.60}")

    def _open(self, answer: Mapping[str, Any]) -> None:
        if not isinstance(answer, Mapping):
            raise IllegalAnswer("an answer is an object", details={"condition": "form"})
        if self.outcome is not None:
            raise GameOver("the game has ended")
        if self.state.pending is None:
            raise StaleDecision("no question is open")
        number = answer.get("decision")
        if number is not None and number != self.numbers:
            raise StaleDecision(f"question {number} is no longer open; {self.numbers} is")

    @told
    def answer(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Takes an answer: {"decision", "seat", "key"?, and what is chosen}. The same key again gives the earlier
        result and changes nothing. Raises IllegalAnswer, StaleDecision, NotYourDecision, GameOver, ContentError,
        BudgetExceeded; the game is then as before."""
        if not isinstance(answer, Mapping):
            raise IllegalAnswer("an answer is an object", details={"condition": "form"})
        seat: Any = answer.get("seat")
        key = answer.get("key")
        self._seat(seat, False)
        if isinstance(key, str) and (seat, key) in self._keys:
            return self._keys[seat, key]
        if "decision" not in answer:
            raise IllegalAnswer("an answer names its decision", details={"condition": "form"})
        self._open(answer)
        value = self.decisions.read(self.state, seat, dict(answer))
        self.take(seat, value, key if isinstance(key, str) else None)
        result = {"revision": self.revision, "events": self.state.happened}
        if isinstance(key, str):
            self._keys[seat, key] = result
        return result

    def take(self, seat: int, value: Any, key: str | None = None) -> None:
        """Goes on with a value that `Decisions.read` gave or that is among the candidates (bots)."""
        state, step = self.state, self.moment(seat, value, key)
        state.events += (ANSWER, -1, (seat,), step.mark, step.mark, 1, None, None)
        try:
            self.engine.driver.run(state, value)
        except GreycError:
            del state.events[step.events :]
            raise
        self.steps.append(step)
        self.revision += 1
        self.numbers += 1

    def moment(self, seat: int, value: Any, key: str | None = None) -> Step:
        """The state just before an answer of a seat, to come back to."""
        state = self.state
        state.seat = seat
        return Step(
            seat, value, len(state.journal), state.frames, state.pending, state.cause, state.under,
            len(state.events), state.cells[INFO], key,
        )  # fmt: skip

    def auto(self, seat: int) -> bool:
        """Answers for a seat that left, with the question's default; False if it was not asked."""
        decision = self.decision(seat)
        if decision is None or "default" not in decision:
            return False
        self.answer({"decision": decision["decision"], "seat": seat, **decision["default"]})
        return True

    # ---- taking back ------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last answer can be taken back: nobody learned by it what the seat that gave it did not know, and no
        random number was used; with a seat: and it was that seat's."""
        if not self.steps:
            return False
        last = self.steps[-1]
        return last.info == self.state.cells[INFO] and (seat is None or last.seat == seat)

    @told
    def undo(self, seat: int | None = None) -> dict[str, Any]:
        """Takes the last answer back. Raises NothingToUndo."""
        if not self.can_undo(seat):
            raise NothingToUndo(
                "nothing has happened yet" if not self.steps
                else "the last answer is another seat's" if seat not in (None, self.steps[-1].seat)
                else "what was learned since can't be forgotten"
            )  # fmt: skip
        step = self.steps.pop()
        state = self.state
        state.rollback(step.mark)
        state.frames, state.pending, state.cause, state.under = step.frames, step.pending, step.cause, step.under
        self.log.rewind(step.events)
        if step.key is not None:
            self._keys.pop((step.seat, step.key), None)
        self.revision += 1
        self.numbers += 1
        return {"revision": self.revision}

    def fork(self, seed: int | None = None, unseen_by: int | None = None, keep_answers: bool = False) -> Game:
        """A game that goes its own way from here; with `keep_answers` its saves can be replayed from the start. With `seed`: other random numbers; with `unseen_by`: what that seat has
        not seen is dealt anew, so that a bot can look ahead without looking at hidden cards."""
        other = Game(self.bundle, self.engine, self.state.fork(), self.names, self.setup)
        other.revision, other.numbers = self.revision, self.numbers
        if seed is not None or unseen_by is not None:
            from .redeal import redeal

            redeal(self.engine.gen, other.state, seed, unseen_by)
            other.setup = {**self.setup, "forked": True}
        else:
            from .saves import answers_by_name

            other.past = [*self.past, *answers_by_name(self)] if keep_answers else []
            other.setup = self.setup if keep_answers else {**self.setup, "forked": True}
        return other

    # ---- saving -----------------------------------------------------------------------------

    @told
    def save(self) -> dict[str, Any]:
        """The whole game as plain JSON (for the host: it holds everything hidden)."""
        from .saves import save

        return save(self)

    @classmethod
    def load(cls, bundle: Bundle, saved: Mapping[str, Any], budget: Budget | None = None) -> Game:
        """A saved game. Raises BundleVersion, SaveMismatch."""
        from .saves import load

        return load(bundle, saved, budget)


# ---- what a game may be started with --------------------------------------------------------


def check_seats(engine: Engine, seats: list[Seat]) -> None:
    game = engine.program.linked.game
    low, high = game.seats
    for seat in seats:
        if not isinstance(seat, Seat) or type(seat.name) is not str or type(seat.brings) not in (str, type(None)):
            raise BadStart(f"a seat has a name and perhaps a card that it brings, not {seat!r:.80}")
        if writable(seat.name) != seat.name:
            raise BadStart(f"a name is a text that can be written, not {seat.name!r:.80}")
    if not low <= len(seats) <= high:
        raise BadStart(f"{game.name} is for {low} to {high} players, not {len(seats)}")
    if game.brings is None:
        for seat in seats:
            if seat.brings is not None:
                raise BadStart(f"nobody brings anything to {game.name}, so {seat.name} can't bring {seat.brings}")
        return
    allowed = engine.gen.support.can_bring()
    taken: set[str] = set()
    for seat in seats:
        if seat.brings is None:
            raise BadStart(f"{seat.name} must bring one of {', '.join(allowed)}")
        if seat.brings not in allowed:
            raise BadStart(f"{seat.name} can't bring {seat.brings}{_one_of(seat.brings, allowed)}")
        if seat.brings in taken:
            raise BadStart(f"{seat.brings} is brought twice")
        taken.add(seat.brings)


def _one_of(word: Any, known: Iterable[str]) -> str:
    """What was likely meant in place of a word, else all that there is."""
    from difflib import get_close_matches

    allowed = list(known)
    near = get_close_matches(word, allowed, 1) if isinstance(word, str) else []
    return f" (did you mean {near[0]}?)" if near else f"; there is {', '.join(allowed) or 'none'}"


def engine_defaults(engine: Engine) -> dict[str, Any]:
    return {o.name: engine.gen.support.constant(o.default) for o in engine.program.linked.game.options}


def read_options(engine: Engine, options: dict[str, Any]) -> dict[str, Any]:
    """Options as values of the state. Raises BadStart for what is unknown or out of range."""
    known = {o.name: o for o in engine.program.linked.game.options}
    out: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise BadStart(f"there is no option {name}{_one_of(name, known)}")
        out[name] = option_value(engine, known[name], value)
    return out


def option_value(engine: Engine, option: ir.OptionDecl, value: Any) -> Any:
    support, program = engine.gen.support, engine.program
    type_ = option.type.rstrip("?")
    if type(value) not in (str, int, bool):
        raise BadStart(f"the option {option.name} is a number, a word, yes or no, not {value!r:.60}")
    if type_ == "flag":
        if isinstance(value, str) and value in ("yes", "no"):
            value = value == "yes"
        if not isinstance(value, bool):
            raise BadStart(f"the option {option.name} is yes or no, not {value!r}")
        return value
    if type_.startswith("printed<"):
        number = program.card_number.get(value) if isinstance(value, str) else None
        kinds = program.layouts[type_[8:-1]].children
        if number is None or program.defs[number].kind not in kinds:
            known = [d.name for d in program.defs if d.card is not None and d.kind in kinds]
            raise BadStart(f"the option {option.name} can't be {value!r}{_one_of(value, known)}")
        return number
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
        value = int(value)
    if option.choices is not None:
        allowed = [support.constant(c) for c in option.choices]
        if type(value) is bool or value not in allowed:
            raise BadStart(f"the option {option.name} can't be {value!r}{_one_of(value, map(str, allowed))}")
        return value
    if type_ in program.word_order:
        if value not in program.word_order[type_]:
            raise BadStart(f"the option {option.name} can't be {value!r}{_one_of(value, program.word_order[type_])}")
        return value
    if type(value) is not int:
        raise BadStart(f"the option {option.name} is a number, not {value!r}")
    low, dots, high = type_.partition("..")
    least, most = (int(low), int(high)) if dots else (-GREATEST, GREATEST)
    if not least <= value <= most:
        raise BadStart(f"the option {option.name} goes from {least} to {most}, not {value}")
    return value


__all__ = ["Game", "IllegalAnswer", "Seat"]
