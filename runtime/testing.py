"""Runs the tests that authors write in the language beside their cards.

A test is a row of steps over one game. Statements are compiled like any other code and run on top of whatever question
is open; answers and dice are scripted and used up in order by whatever asks or rolls next.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from attrs import define, field

from . import ir
from .bundle import Bundle
from .emit_ask import Body
from .emit_expr import Expressions
from .errors import GreycError, Place
from .game import Game, Seat
from .layout import ALL_SEATS, DIE, FACE, THINGS, ZONE
from .names import Names
from .program import walk_node
from .state import EVENT, Budget, Frame, State

LAST_EVENTS = 8


@define
class Failure:
    """Why a test failed: a sentence, the place, for an expectation its source and what its parts were, last events."""

    message: str
    place: Place | None
    expectation: str | None = None
    values: list[tuple[str, str]] = field(factory=list)
    events: list[str] = field(factory=list)


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


@define
class _Asked:
    """A step that runs a call or an action, by the frames below it. A question asked within them is the step's to answer;
    one that is asked after they are gone belongs to the game, which goes on."""

    at: ir.At
    under: int
    """How many sets of waiting frames lie below those the step runs in."""
    below: tuple[Frame, ...]
    """The frames that waited in that same set before, the one that offers left out."""
    unit: int | None
    """The action's, where it answers an offer; a call stands on frames of its own."""

    def waits(self, state: State) -> bool:
        if len(state.under) != self.under or self.unit is None:
            return len(state.under) >= self.under and bool(state.frames)
        depth = len(self.below)
        return state.frames[:depth] == self.below and any(f[0] == self.unit for f in state.frames[depth:])


class _Failed(Exception):
    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def run_test(bundle: Bundle, pack: str, test: ir.Test, budget: Budget | None = None) -> TestResult:
    """Runs one test of a pack. Never raises for what the content does."""
    declaring = bundle.ir.packs[pack]
    path = declaring.files[test.file] if 0 <= test.file < len(declaring.files) else "?"
    place = Place(pack, path, test.at[0], test.at[1])
    runner = _Runner(bundle, pack, test, path, budget)
    try:
        runner.run()
    except _Failed as failed:
        return TestResult(pack, test.title, place, failed.failure)
    finally:
        if bundle.recorder is not None and runner.game is not None:
            bundle.recorder.things(runner.game.engine.program, runner.game.state)
    return TestResult(pack, test.title, place, None)


class _Runner:
    def __init__(self, bundle: Bundle, pack: str, test: ir.Test, path: str, budget: Budget | None) -> None:
        self.bundle = bundle
        self.budget = budget
        self.pack = pack
        self.test = test
        self.path = path
        self.game: Game | None = None
        self.env: dict[str, Any] = {}
        self.answers: deque[tuple[ir.Expr, ir.At]] = deque()
        self.rolls: list[Any] = []
        self.left_open: _Asked | None = None
        """The first step that asks something and has not had its answer."""

    # ---- steps ------------------------------------------------------------------------------

    def run(self) -> None:
        at: ir.At = self.test.at
        for step in self.test.steps:
            at = getattr(step, "at", at)
            try:
                self.step(step)
            except GreycError as error:
                raise self.failed(error.message, error.place, at) from error
        if self.left_open is not None:
            asked = f"this asks a question that nothing answers: {self.open_question()}"
            raise self.failed(f"{asked} (write `answers` above or below it)", None, self.left_open.at)
        if self.answers:
            raise self.failed(f"{len(self.answers)} scripted answer(s) were never asked for", None, self.answers[0][1])
        if self.rolls:
            raise self.failed(f"the scripted rolls {' '.join(map(str, self.rolls))} were never rolled", None, at)

    def failed(self, message: str, place: Place | None, at: ir.At) -> _Failed:
        here = Place(self.pack, self.path, *at)
        if place is not None and str(place) != str(here):
            message = f"{message} (at {place})"
        return _Failed(Failure(message, here, events=self.last_events()))

    def last_events(self) -> list[str]:
        if self.game is None:
            return []
        log = self.game.log
        out = []
        state = self.game.state
        known = len(state.events) // EVENT
        for place in range(max(0, known - 3 * LAST_EVENTS), known):
            record = state.event(place)
            if record[0] >= 0 and record[5] != 3:
                name = log.gen.names[record[0]]
                labels, types = log.signature(name)
                args = [
                    f"{label} {self.shown(value, type_)}"
                    for label, type_, value in zip(labels, types, record[6] or record[2], strict=False)
                    if value is not None
                ]
                out.append(" ".join([name, *args]))
        return out[-LAST_EVENTS:]

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
                self.put(step)
            case ir.DoAction():
                self.do(step)
            case ir.Expect():
                self.expect(step)
            case _:
                self.statement(step)

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

    def do(self, step: ir.DoAction) -> None:
        game = self.need(step.at)
        state, gen = game.state, game.engine.gen
        by = self.value(step.by, step.at)
        pending = state.pending
        if step.action == ir.ACTION_PASS:
            if pending is None or pending[0] != "offer" or by not in self.acting(by):
                raise self.failed("there is nothing to pass on", None, step.at)
            game.take(self.seat_number(by), (-1, by))
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
            raise self.failed(f"{action.name} can't be done now", None, step.at)
        for pick in gen.picks(action):
            label = gen.pick_name(pick)
            if label in args:
                value = args[label]
                if pick.amount is not None and not isinstance(value, tuple):
                    value = (value,)
            else:
                offered = offers.candidates(state, action, head, chosen)
                if pick.amount is not None or len(offered) != 1:
                    raise self.failed(f"{action.name} needs `with {label} = ...`", None, step.at)
                value = offered[0]
            chosen = (*chosen, value)
        if offers.broken(state, action, head, chosen) >= 0:
            raise self.failed(f"{action.name} is not legal with these choices", None, step.at)
        uid = gen.unit_number["action", action.name]
        if pending is not None and pending[0] == "offer" and action.group in pending[3] and by in self.acting(by):
            asked = _Asked(step.at, len(state.under), state.frames[:-1], uid)
            game.take(self.seat_number(by), (gen.number_of[action.name], by, *chosen))
        else:
            asked = self.on_top(step.at)
            game.engine.driver.call(state, lambda S: gen.fn[uid](S, *head, *chosen))
        self.asks(asked)

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
        self.asks(asked)
        self.env.update(game.state.cache.pop("kept", {}))

    def on_top(self, at: ir.At) -> _Asked:
        """A call that is about to run on top of whatever is open."""
        state = self.need(at).state
        return _Asked(at, len(state.under) + bool(state.frames or state.pending), (), None)

    def asks(self, asked: _Asked) -> None:
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
                values.append((source, self.shown(self.value(expr, step.at), type_)))
            except GreycError as error:
                values.append((source, f"({error.message})"))
        question = self.open_question()
        if question:
            values.append(("a question is open", question))
        failure = Failure("expected", Place(self.pack, self.path, *step.at), step.source, values, self.last_events())
        raise _Failed(failure)

    def open_question(self) -> str:
        """What is asked and not answered, where that is no offer of actions."""
        game = self.game
        if game is None or game.state.pending is None or game.state.pending[0] == "offer":
            return ""
        prompt = game.decisions.as_json(game.state, None)["prompt"]
        return game.say(prompt)

    # ---- answers ----------------------------------------------------------------------------

    def feed(self) -> None:
        """Answers the open question from the script, as long as there is one that is no offer."""
        game = self.game
        assert game is not None
        while self.answers and game.state.pending is not None and game.state.pending[0] != "offer":
            expr, at = self.answers.popleft()
            value = self.answer(expr, at)
            waiting = game.waiting()
            game.take(waiting[0] if waiting else 0, value)
        if self.left_open is not None and not (self.open_question() and self.left_open.waits(game.state)):
            self.left_open = None

    def answer(self, expr: ir.Expr, at: ir.At) -> Any:
        game = self.need(at)
        pending = game.state.pending
        assert pending is not None
        match pending[0]:
            case "may":
                if isinstance(expr, ir.Nothing):
                    return False
                value = self.value(expr, at)
                if not isinstance(value, bool):
                    raise self.failed(f"a yes or no was asked for, not {self.raw(expr, at)}", None, at)
                return value
            case "one":
                return self.option(expr, at, pending)
            case "split":
                shares = self.value(expr, at)
                if isinstance(shares, dict):
                    shares = tuple([shares.get(c, 0) for c in pending[3]])
                if not isinstance(shares, tuple) or len(shares) != len(pending[3]) or sum(shares) != pending[4]:
                    raise self.failed(f"{pending[4]} must be split over {len(pending[3])} things", None, at)
                return shares
        candidates = pending[3]
        one = pending[0] == "order" or game.decisions.node(game.state).pick.amount is None
        if isinstance(expr, ir.Nothing) or (isinstance(expr, ir.ListOf) and not expr.items):
            if one and not (pending[0] == "choose" and pending[6]):
                raise self.failed("this question can't be declined", None, at)
            return None
        if one:
            return self.among(expr, candidates, at)
        items = expr.items if isinstance(expr, ir.ListOf) else [expr]
        if not isinstance(expr, ir.ListOf):
            value = self.value(expr, at)
            if isinstance(value, tuple):
                wrong = [v for v in value if v not in candidates]
                if wrong:
                    raise self.failed("not all of these can be chosen now", None, at)
                return value
        left = list(candidates)
        chosen = []
        for item in items:
            found = self.among(item, tuple(left), at)
            left.remove(found)
            chosen.append(found)
        if not pending[4] <= len(chosen) <= pending[5]:
            raise self.failed(f"{pending[4]} to {pending[5]} must be chosen, not {len(chosen)}", None, at)
        return tuple(chosen)

    def among(self, expr: ir.Expr, candidates: tuple[Any, ...], at: ir.At) -> Any:
        """The candidate meant: itself, for a card's name the first copy among them, for a spot the place on it."""
        game = self.need(at)
        st = game.state.cells
        type_ = self.asked_type()
        if isinstance(expr, ir.Printed | ir.Copy) and game.values.sort(type_) == "thing":
            number = game.engine.program.card_number[expr.card]
            found = [c for c in candidates if st[c] == number]
            if found:
                return found[0]
        elif isinstance(expr, ir.Int) and type_ == "rolled":
            found = [c for c in candidates if st[c + FACE] == expr.value]
            if found:
                return found[0]
        else:
            value = self.value(expr, at)
            if value in candidates:
                return value
            if isinstance(value, tuple) and value and isinstance(value[0], str) and game.values.sort(type_) == "thing":
                place = game.engine.gen.P.place_at(game.state, value)  # a spot: the place that lies there
                if place in candidates:
                    return place
        offered = ", ".join(self.shown(c, type_) for c in candidates)
        raise self.failed(f"{self.raw(expr, at)} can't be chosen now; there is {offered}", None, at)

    def asked_type(self) -> str:
        assert self.game is not None
        node = self.game.decisions.node(self.game.state)
        return str(node.pick.query.type if isinstance(node, ir.Choose) else node.query.type)

    def option(self, expr: ir.Expr, at: ir.At, pending: tuple[Any, ...]) -> int:
        game = self.need(at)
        node = game.decisions.node(game.state)
        titles = {i: game.say(game.decisions.prompt(game.state, node.options[i].title, None)) for i in pending[3]}
        wanted = expr.value if isinstance(expr, ir.Str) else None
        for i, title in titles.items():
            if wanted is not None and title.rstrip(".") == str(wanted).rstrip("."):
                return i  # type: ignore[no-any-return]
        if isinstance(expr, ir.Int) and expr.value - 1 in titles:
            return expr.value - 1
        options = ", ".join(f'"{t}"' for t in titles.values())
        raise self.failed(f"{self.raw(expr, at)} is not among the options {options}", None, at)

    # ---- values -----------------------------------------------------------------------------

    def need(self, at: ir.At) -> Game:
        if self.game is None:
            raise self.failed("a test starts with `game` or `table`", None, at)
        return self.game

    def value(self, expr: ir.Expr, at: ir.At) -> Any:
        game = self.need(at)
        gen = game.engine.gen
        names = ", ".join(gen.local(n) for n in self.env)
        name = f"test_value_{id(expr)}"
        pack = [p.name for p in gen.linked.packs].index(self.pack)
        source = [(f"return {Expressions(gen)(expr)}", at)]
        gen.simple(name, ", " + names if names else "", list(source), pack, self.test.file)
        function = gen.ns.pop(name)
        game.state.fuel = game.state.budget.steps
        try:
            return function(game.state, *self.env.values())
        except GreycError:
            raise
        except Exception as error:
            raise game.engine.driver.translate(error, game.state) from error

    def raw(self, expr: ir.Expr, at: ir.At) -> str:
        match expr:
            case ir.Printed() | ir.Copy():
                return expr.card
            case ir.Local():
                return expr.name
            case ir.Str():
                return f'"{expr.value}"'
            case ir.Word():
                return expr.word
            case ir.Int() | ir.Flag():
                return str(expr.value)
        return "this answer"

    def shown(self, value: Any, type_: str) -> str:
        """A value for people: cards by name, copies with their number."""
        assert self.game is not None
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        values, state = self.game.values, self.game.state
        sort = values.sort(type_)
        if sort == "list" and isinstance(value, tuple | list):
            return "[" + ", ".join(self.shown(v, values.element(type_)) for v in value) + "]"
        if sort == "thing" and value in state.cells[THINGS]:
            for name, other in self.env.items():
                if other == value and other.__class__ is int and name in self.test.aliases:
                    return name
            zone = state.cells[value + ZONE]
            names = Names(values)
            names.update(state)
            name = names.known[value]
            if zone is None:
                return name
            owner = self.game.engine.gen.P.owner(state.cells, value)
            whose = next((f" of {n}" for n, v in self.env.items() if v == owner and owner is not None), "")
            return f"{name} in {self.game.engine.program.zones[state.cells[zone + 1][1]].name}{whose}"
        if sort == "printed":
            return self.game.engine.program.defs[value].name  # type: ignore[no-any-return]
        if sort == "rolled":
            return f"{state.cells[value + DIE]} {state.cells[value + FACE]}"
        if sort == "zone":
            return self.game.engine.program.zones[state.cells[value + 1][1]].name  # type: ignore[no-any-return]
        return str(values.arg(state, value, type_, None)) if sort == "tally" else str(value)


__all__ = ["Failure", "TestResult", "run_test"]
