"""Runs the tests that authors write in the language beside their cards.

A test is a row of steps over one game. Statements are compiled like any other code and run on top of whatever question
is open; answers and dice are scripted and used up in order by whatever asks or rolls next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import define

from . import ir
from .bundle import Bundle
from .emit_ask import Body
from .errors import GreycError, Place
from .game import Game, Seat
from .layout import ALL_SEATS
from .program import walk_node
from .scripted import Asked, Failed, Failure, Script
from .state import Broke, Budget
from .whynot import candidate, reason

_REFUSED: Final = {
    "once": "it was done already, and is possible once per {per}",
    "cost": "it costs {needed}, and there is {have}",
    "when": "a condition of it does not hold",
    "needs": "all that it would do is skipped",
    "amount": "too few or too many are chosen",
    "source": "it is not where one chooses from",
    "where": "it is not such a one",
    "next": "there is nothing to choose as {parameter}",
}

_AFTER_THE_END: Final = (ir.TestGame, ir.Expect, ir.ExpectUndo, ir.Undo, ir.Let)


@define
class TestResult:
    """How a test ended."""

    __test__ = False

    pack: str
    title: str
    place: Place
    failure: Failure | None

    @property
    def passed(self) -> bool:
        return self.failure is None


def run_test(bundle: Bundle, pack: str, test: ir.Test, budget: Budget | None = None) -> TestResult:
    """Runs one test of a pack. Never raises for what the content does."""
    declaring = bundle.ir.packs[pack]
    path = declaring.files[test.file] if 0 <= test.file < len(declaring.files) else "?"
    place = Place(pack, path, test.at[0], test.at[1])
    runner = _Runner(bundle, pack, test, path, budget)
    try:
        runner.run()
    except Failed as failed:
        return TestResult(pack, test.title, place, failed.failure)
    finally:
        if bundle.recorder is not None and runner.game is not None:
            bundle.recorder.things(runner.game.engine.program, runner.game.state)
    return TestResult(pack, test.title, place, None)


class _Runner(Script):
    """A test that is running."""

    # ---- steps ------------------------------------------------------------------------------

    def run(self) -> None:
        at: ir.At = self.test.at
        for step in self.test.steps:
            at = getattr(step, "at", at)
            self.still_played(step, at)
            try:
                self.step(step)
            except GreycError as error:
                raise self.failed(error.message, error.place, at) from error
            self.note_end(at)
        if self.left_open is not None:
            asked = f"this asks a question that nothing answers: {self.open_question()}"
            raise self.failed(f"{asked} (write `answers` above or below it)", None, self.left_open.at)
        if self.answers:
            left = ", ".join(self.raw(*each) for each in self.answers)
            hint = "a question with only one possible answer answers itself"
            raise self.failed(f"no question was left for the answers {left}; {hint}", None, self.answers[0][1])
        if self.rolls:
            raise self.failed(f"the scripted rolls {' '.join(map(str, self.rolls))} were never rolled", None, at)

    def still_played(self, step: ir.TestStep, at: ir.At) -> None:
        """After the end of the game a test may look and take back, no more: what it did would be done in no game, and a rule
        that ends the game too soon would be missed by all tests of it."""
        if self.ended is not None and not isinstance(step, _AFTER_THE_END):
            assert self.game is not None
            raise self.failed(f"the game has ended ({self.game.outcome}) in line {self.ended[0]}", None, at)

    def note_end(self, at: ir.At) -> None:
        over = self.game is not None and self.game.outcome is not None
        self.ended = (self.ended or at) if over else None

    def step(self, step: ir.TestStep) -> None:
        match step:
            case ir.TestGame():
                self.start(step)
            case ir.Rolls():
                self.rolls += step.faces
                if self.game is not None:
                    self.game.state.rolls = self.rolls
                    self.feed()
            case ir.Answers():
                self.answers += [(v, step.at) for v in step.values]
                if self.game is not None:
                    self.feed()
            case ir.Put():
                self.translated(self.put, step)
            case ir.DoAction():
                self.translated(self.do, step)
            case ir.Expect():
                self.expect(step)
            case ir.ExpectUndo():
                self.expect_undo(step)
            case ir.Undo():
                self.undo(step)
            case _:
                self.statement(step)

    def translated(self, run: Callable[[Any], Any], step: Any) -> Any:
        """What goes wrong in the conditions of an action, or in what a copy's states begin with, is told as elsewhere."""
        try:
            return run(step)
        except (GreycError, Failed):
            raise
        except Exception as error:
            driver = self.need(self.test.at).engine.driver
            if driver.place_of(error) is None and not isinstance(error, (Broke, ArithmeticError, RecursionError)):
                raise
            raise driver.translate(error, self.need(self.test.at).state) from error

    def start(self, step: ir.TestGame) -> None:
        decl = self.bundle.game_of(step.game)[1]
        seats = []
        for card, alias in step.seats:
            seats.append(Seat(alias or card, card if decl.brings else None))
        engine = self.bundle.engine(step.game, [self.pack])
        options = {}
        for name, value in step.options.items():
            constant = engine.gen.support.constant(value)
            is_card = isinstance(value, ir.Printed)
            options[name] = engine.program.defs[constant].name if is_card else constant
        self.game = Game.table(self.bundle, step.game, [self.pack], seats, options, step.seed, self.budget)
        self.game.numbers = 1
        for seat, base in zip(seats, self.game.state.cells[ALL_SEATS], strict=True):
            self.env[seat.name] = base
        if self.rolls:
            self.game.state.rolls = self.rolls
        if step.start == "game":
            self.game.engine.driver.begin(self.game.state)
            self.feed()

    def put(self, step: ir.Put) -> None:
        game = self.need(step.at)
        P = game.engine.gen.P
        zone = self.value(step.zone, step.at)
        for item, alias in step.items:
            if isinstance(item, ir.Printed | ir.KindRef):
                number = self.value(item, step.at)
                thing = P.create(game.state, number, None)
                P.move(game.state, thing, zone, True)
            else:
                thing = self.value(item, step.at)
                P.move(game.state, thing, zone, True)
            if alias:
                self.env[alias] = thing
        self.changed(step.at)

    def do(self, step: ir.DoAction) -> None:
        game = self.need(step.at)
        state, gen = game.state, game.engine.gen
        by = self.value(step.by, step.at)
        pending = state.pending
        if step.action == ir.ACTION_PASS:
            if pending is None or pending[0] != "offer" or by not in self.acting(by):
                raise self.failed("there is nothing to pass on", None, step.at)
            self.take(self.seat_number(by), (-1, by))
            self.feed()
            return
        action = gen.linked.actions[step.action]
        given, names = (pending[4], pending[5]) if pending is not None and pending[0] == "offer" else ((), ())
        values = dict(zip(names, given, strict=True))
        args = {k: self.value(v, step.at) for k, v in step.args.items()}
        head = (by, *[args.get(g.name, values.get(g.name)) for g in action.givens])
        chosen: tuple[Any, ...] = ()
        offers = gen.support.offers
        offers.make(action)
        if not gen.ns[f"p_{action.name}"](state, *head):
            raise self.refused(action, head, (), step.at)
        for pick in gen.picks(action):
            label = gen.pick_name(pick)
            if label in args:
                value = args[label]
                if pick.amount is not None and not isinstance(value, tuple):
                    value = (value,)
            else:
                offered = offers.candidates(state, action, head, chosen)
                if not offered:
                    raise self.refused(action, head, chosen, step.at)
                if pick.amount is not None or len(offered) != 1:
                    raise self.failed(f"{action.name} needs `with {label} = ...`", None, step.at)
                value = offered[0]
            chosen = (*chosen, value)
        if offers.broken(state, action, head, chosen) >= 0:
            raise self.refused(action, head, chosen, step.at)
        uid = gen.unit_number["action", action.name]
        if pending is not None and pending[0] == "offer" and action.group in pending[3] and by in self.acting(by):
            asked = Asked(step.at, len(state.under), state.frames[:-1], uid)
            self.take(self.seat_number(by), (gen.number_of[action.name], by, *chosen))
        else:
            asked = self.on_top(step.at)
            taken = game.moment(self.seat_number(by), None)
            game.engine.driver.call(state, lambda S: gen.fn[uid](S, *head, *chosen))
            game.steps.append(taken)
            self.opened.append(self.left_open)
        self.asks(asked)

    def refused(self, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], at: ir.At) -> Failed:
        """Which of its conditions is in the way, or which choice is none."""
        said, because = self.hindrance(action, head, chosen, at)
        message = f"{action.name} can't be done: {said}"
        return Failed(Failure(message, Place(self.pack, self.path, *at), because=because, events=self.last_events()))

    def why_cannot(self, can: ir.Can) -> tuple[str, Place | None]:
        """What is in the way of an action that a test expects to be possible, as far as it says what is chosen."""
        game = self.need(can.at)
        gen = game.engine.gen
        action = gen.linked.actions[can.action]
        args = {name: self.value(value, can.at) for name, value in can.args.items()}
        head = tuple(args.get(each.name) for each in (action.actor, *action.givens))
        chosen: tuple[Any, ...] = ()
        for pick in gen.picks(action):
            if (label := gen.pick_name(pick)) not in args:
                break
            value = args[label]
            chosen = (*chosen, (value,) if pick.amount is not None and not isinstance(value, tuple) else value)
        gen.support.offers.make(action)
        return self.hindrance(action, head, chosen, can.at)

    def hindrance(
        self, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], at: ir.At
    ) -> tuple[str, Place | None]:
        """In words, and where the rule stands."""
        game = self.need(at)
        gen, state = game.engine.gen, game.state
        offers = gen.support.offers
        tell = game.decisions.teller(state, None)
        what = ""
        for number, (pick, value) in enumerate(zip(gen.picks(action), chosen, strict=False)):
            offered = offers.candidates(state, action, head, chosen[:number])
            wrong = [v for v in (value if pick.amount is not None else (value,)) if v not in offered]
            if wrong:
                before = chosen[:number]
                why = candidate(offers, state, action, head, before, lambda v, _: v, wrong[0], tell)
                what = f"{self.shown(wrong[0], pick.query.type)} can't be chosen as {gen.pick_name(pick)}"
                break
        else:
            why = reason(offers, state, action, head, chosen, tell)
        said = _REFUSED.get(why["condition"], "it is not possible").format(**why)
        if what and why["condition"] in ("source", "where"):
            said = f"{what}: {said}"
        place = why.get("place")
        return said, Place(**place) if place is not None else None

    def acting(self, by: int) -> Any:
        assert self.game is not None and self.game.state.pending is not None
        return self.game.state.pending[2]

    def seat_number(self, by: int) -> int:
        assert self.game is not None
        state = self.game.state
        seats = self.game.engine.gen.P.seats_of(state, by)
        return state.cells[ALL_SEATS].index(seats[0])  # type: ignore[no-any-return]

    def statement(self, step: ir.Stmt) -> None:
        game = self.need(getattr(step, "at", self.test.at))
        gen = game.engine.gen
        names = {n.alias for n in walk_node(step) if isinstance(n, ir.CallVerb) and n.alias}
        names |= {n.name for n in walk_node(step) if isinstance(n, ir.Let | ir.SetLocal)}
        uid = gen.unit(("test", self.pack, id(self.test), id(step)))
        if uid == len(gen.fn):
            gen._stub(uid)
            body = Body(gen, uid, [gen.local(n) for n in self.env])
            body.outside = True
            body.statement(step)
            kept = ", ".join(f"{n!r}: {gen.local(n)}" for n in sorted(names))
            if kept:
                body.line(f"S.cache['kept'] = {{{kept}}}")
            body.line("return None")
            pack = [p.name for p in gen.linked.packs].index(self.pack)
            gen.finish_unit(uid, body, [], [], pack, self.test.file)
        game.state.cache.pop("kept", None)
        values = list(self.env.values())
        asked = self.on_top(getattr(step, "at", self.test.at))
        game.engine.driver.call(game.state, lambda S: gen.fn[uid](S, *values))
        if not isinstance(step, ir.Let):
            self.changed(step.at)
        self.asks(asked)
        self.env.update(game.state.cache.pop("kept", {}))

    def on_top(self, at: ir.At) -> Asked:
        """A call that is about to run on top of whatever is open."""
        state = self.need(at).state
        return Asked(at, len(state.under) + bool(state.frames or state.pending), (), None)

    def asks(self, asked: Asked) -> None:
        """Feeds answers to a step that has run, which is held to it if a question of its own stays open."""
        if self.left_open is None:
            self.left_open = asked
        self.feed()

    def expect(self, step: ir.Expect) -> None:
        self.need(step.at)
        if self.value(step.cond, step.at):
            return
        values = []
        for source, expr, type_ in step.parts:
            try:
                if told := self.compared(source, self.value(expr, step.at), type_):
                    values.append((source, told))
            except GreycError as error:
                values.append((source, f"({error.message})"))
        question = self.open_question()
        if question:
            values.append(("the open question", question))
        elif waiting := self.offered_to():
            values.append(("who acts or passes next", waiting))
        wanted, because = step.source, None
        if isinstance(step.cond, ir.Can):
            said, because = self.translated(self.why_cannot, step.cond)
            wanted += f", but {said}"
        here = Place(self.pack, self.path, *step.at)
        raise Failed(Failure("expected", here, wanted, values, self.last_events(), because))

    # ---- taking back ------------------------------------------------------------------------

    def undo(self, step: ir.Undo) -> None:
        game, by = self.need(step.at), self.back_to(step.by, step.at)
        if game.steps and not game.can_undo(by):
            raise self.failed(f"this can't be taken back: the last answer {self.why_kept(by)}", None, step.at)
        while True:
            game.undo(by)
            self.left_open = self.opened.pop()
            if not (step.all_of_it and game.can_undo(by)):
                break
        self.feed()

    def expect_undo(self, step: ir.ExpectUndo) -> None:
        game, by = self.need(step.at), self.back_to(step.by, step.at)
        if game.can_undo(by) == step.possible:
            return
        words = "can undo" if step.possible else "not can undo"
        words += f" by {game.names[by]}" if by is not None else ""
        here = Place(self.pack, self.path, *step.at)
        why = f"{words}, but the last answer {self.why_kept(by)}"
        raise Failed(Failure("expected", here, why, events=self.last_events()))

    def back_to(self, by: ir.Expr | None, at: ir.At) -> int | None:
        """Who takes back. There must be something to take back, else a test that it can't be would prove nothing."""
        if not self.need(at).steps:
            since = f" since line {self.by_hand[0]}, where the test itself changes the table" if self.by_hand else ""
            raise self.failed(f"nobody has answered or done anything{since}, so there is nothing to undo", None, at)
        return None if by is None else self.seat_number(self.value(by, at))


__all__ = ["Failure", "TestResult", "run_test"]
