"""What a test of the language says, and what comes of it: values and names on its table, scripted answers to what is asked,
failures with what led up to them.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from attrs import define, field

from . import ir
from .bundle import Bundle
from .emit_expr import Expressions
from .errors import ABSENT, ONE_MEANT, GreycError, Place
from .game import Game
from .layout import DIE, FACE, KNOWN, RNG, THINGS, ZONE
from .names import Names
from .state import EVENT, Budget, Frame, State

LAST_EVENTS = 8


@define
class Failure:
    """Why a test failed: a sentence, the place, for an expectation its source and what its parts were, last events. `because`:
    where the rule stands that was in the way."""

    message: str
    place: Place | None
    expectation: str | None = None
    values: list[tuple[str, str]] = field(factory=list)
    events: list[str] = field(factory=list)
    because: Place | None = None


@define
class Asked:
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


class Failed(Exception):
    def __init__(self, failure: Failure) -> None:
        self.failure = failure


class Script:
    """A test on its table."""

    def __init__(self, bundle: Bundle, pack: str, test: ir.Test, path: str, budget: Budget | None) -> None:
        self.bundle = bundle
        self.budget = budget
        self.pack = pack
        self.test = test
        self.path = path
        self.game: Game | None = None
        self.on_table = any(isinstance(step, ir.TestGame) and step.start == "table" for step in test.steps)
        self.env: dict[str, Any] = {}
        self.answers: deque[tuple[ir.Expr, ir.At]] = deque()
        self.rolls: list[Any] = []
        self.left_open: Asked | None = None
        """The first step that asks something and has not had its answer."""
        self.opened: list[Asked | None] = []
        """`left_open` as it was before each of the game's steps that can be taken back."""
        self.ended: ir.At | None = None
        """The step in which the game came to its end."""
        self.by_hand: ir.At | None = None
        """The last line that changed the table with nobody answering or acting: nothing before it can be taken back."""

    # ---- failing ----------------------------------------------------------------------------

    def failed(self, message: str, place: Place | None, at: ir.At) -> Failed:
        here = Place(self.pack, self.path, *at)
        because = None
        if ONE_MEANT in message and "copies" in message and (place is None or str(place) == str(here)):
            message += ": name each where it is put, `put CARD as NAME, CARD as NAME in ZONE`"
        if place is not None and str(place) != str(here):
            message, because = f"{message} (at {place})", place
            if ABSENT in message and self.on_table:
                message += "; on a `table` nothing is set up, so let the test say first what is read there"
        return Failed(Failure(message, here, events=self.last_events(), because=because))

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

    def open_question(self) -> str:
        """What is asked and not answered, where that is no offer of actions."""
        game = self.game
        if game is None or game.state.pending is None or game.state.pending[0] == "offer":
            return ""
        prompt = game.decisions.as_json(game.state, None)["prompt"]
        return game.say(prompt)

    def offered_to(self) -> str:
        """Who may act, where the open question is an offer of actions: `ann or bob`."""
        game = self.game
        if game is None or game.state.pending is None or game.state.pending[0] != "offer":
            return ""
        return " or ".join(game.names[seat] for seat in game.waiting())

    # ---- answers ----------------------------------------------------------------------------

    def feed(self) -> None:
        """Answers the open question from the script, as long as there is one that is no offer."""
        game = self.game
        assert game is not None
        while self.answers and game.state.pending is not None and game.state.pending[0] != "offer":
            expr, at = self.answers.popleft()
            value = self.answer(expr, at)
            waiting = game.waiting()
            self.take(waiting[0] if waiting else 0, value)
        if self.left_open is not None and not (self.open_question() and self.left_open.waits(game.state)):
            self.left_open = None

    def take(self, seat: int, value: Any) -> None:
        assert self.game is not None
        self.opened.append(self.left_open)
        self.game.take(seat, value)

    def changed(self, at: ir.At) -> None:
        """The test itself has changed the table."""
        self.by_hand = at
        self.need(at).steps.clear()
        self.opened.clear()

    def why_kept(self, by: int | None) -> str:
        """What of the last answer decides whether a seat (None: anybody) can take it back."""
        game = self.game
        assert game is not None
        state, last = game.state, game.steps[-1]
        if by is not None and last.seat != by:
            return f"is {game.names[last.seat]}'s"
        if game.can_undo(by):
            return "brought no news"
        journal = state.journal
        before = {journal[at]: journal[at + 1] for at in range(len(journal) - 2, last.mark - 1, -2)}
        news = ["a random number"] if RNG in before else []
        for x in state.cells[THINGS]:
            if x + KNOWN in before and not before[x + KNOWN][last.seat] and any(state.cells[x + KNOWN]):
                news.append(f"{self.shown(x, game.engine.program.defs[state.cells[x]].kind)}")
        return f"brought news: {', '.join(news) or 'something made where only others see it'}"

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
        question = self.open_question()
        asked = f'"{question}" can\'t be answered with' if question else "this can't be answered with"
        raise self.failed(f"{asked} {self.raw(expr, at)}; there is {offered}", None, at)

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
            case ir.Flag():
                return "yes" if expr.value else "no"
            case ir.Int():
                return str(expr.value)
            case ir.Nothing():
                return "nothing"
            case ir.ListOf():
                return f"[{', '.join(self.raw(item, at) for item in expr.items)}]"
        return "this answer"

    def where(self, thing: int) -> list[str]:
        """Where a thing lies: nothing, or one phrase."""
        assert self.game is not None
        cells = self.game.state.cells
        zone = cells[thing + ZONE]
        if zone is None:
            return []
        owner = self.game.engine.gen.P.owner(cells, thing)
        whose = next((f" of {n}" for n, v in self.env.items() if v == owner and owner is not None), "")
        return [f"in {self.game.engine.program.zones[cells[zone + 1][1]].name}{whose}"]

    def compared(self, source: str, value: Any, type_: str) -> str:
        """A side of what was expected. What is shown as it is written tells nothing: of a thing is told where it is, and of
        anything else nothing."""
        assert self.game is not None
        sort = self.game.values.sort(type_)
        if sort == "zone" and value is not None:
            return f"[{', '.join(self.shown(x, 'thing') for x in self.game.state.cells[value])}]"
        said = self.shown(value, type_)
        if said != " ".join(source.split()):
            return said
        thing = sort == "thing" and value in self.game.state.cells[THINGS]
        return next(iter(self.where(value)), "in no zone") if thing else ""

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
            names = Names(values)
            names.update(state)
            return " ".join([names.known[value], *self.where(value)])
        if sort == "printed":
            return self.game.engine.program.defs[value].name  # type: ignore[no-any-return]
        if sort == "rolled":
            return f"{state.cells[value + DIE]} {state.cells[value + FACE]}"
        if sort == "zone":
            return self.game.engine.program.zones[state.cells[value + 1][1]].name  # type: ignore[no-any-return]
        return str(values.arg(state, value, type_, None)) if sort == "tally" else str(value)


__all__ = ["Asked", "Failed", "Failure", "Script"]
