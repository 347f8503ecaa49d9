"""Running: from one question to the next.

`run` calls waiting frames, innermost first, until one returns WAIT (a question is open) or none is left. A StopTo that
leaves a frame is thrown into the next outer one. Errors of Python inside generated code are errors of the content:
they are turned into ContentError or BudgetExceeded at the author's line by way of the traceback, and the state goes
back to what it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import ir
from .codegen import Codegen
from .emit_body import Elsewhere
from .errors import ABSENT, BudgetExceeded, ContentError, GreycError, Place
from .layout import (
    AGES,
    ALL_SEATS,
    BOARD,
    BOX,
    CALLS,
    FIRING,
    INFO,
    LINKS,
    OUTCOME,
    RNG,
    RUNNING,
    SEATS,
    SERIAL,
    TABLE_SIZE,
    TEMPORARY,
    THINGS,
    TOGETHER,
    WINNER,
    ZONE,
    Member,
)
from .state import WAIT, Broke, Budget, EndGame, Frame, State, StopTo, seed_state


class Driver:
    """Runs states of one Program. Stateless itself."""

    def __init__(self, gen: Codegen) -> None:
        self.gen = gen
        self.program = gen.program
        self.P = gen.P
        self.main = gen.unit_number["main",]

    # ---- starting ---------------------------------------------------------------------------

    def table(self, seats: Sequence[int | None], options: dict[str, Any], seed: int, budget: Budget) -> State:
        """A table with seats, static boards and every state at its default; nothing has run. `seats`: what each brings,
        a printed card's number or None. Raises ContentError, BudgetExceeded where a default can't be worked out."""
        program = self.program
        cells: list[Any] = [None] * TABLE_SIZE
        cells[0] = program.kind_number["token"]
        for at, value in (
            (RNG, seed_state(seed)), (SERIAL, 1), (AGES, 0), (RUNNING, ()), (CALLS, 0), (TEMPORARY, ()), (INFO, 0),
            (SEATS, ()), (ALL_SEATS, ()), (TOGETHER, 0), (FIRING, ()), (LINKS, {}), (THINGS, ()), (BOX, ()),
        ):  # fmt: skip
            cells[at] = value
        cells[BOX + 1] = (0, 0)
        cells[OUTCOME] = cells[WINNER] = cells[ZONE] = None
        cells += program.table_cells
        state = State(cells, len(seats), budget)
        for watch in self.gen.watches.values():
            watch.finish()
        for name, value in options.items():
            cells[program.table[name].offset] = value
        try:
            self._lay_out(state, seats)
        except Exception as error:
            if self.place_of(error) is None and not isinstance(error, (Broke, ArithmeticError, RecursionError)):
                raise
            raise self.translate(error, state) from error
        state.journal.clear()
        state.events.clear()
        state.cause = -1
        state.dirty = -1
        return state

    def _lay_out(self, state: State, seats: Sequence[int | None]) -> None:
        """Seats, boards and what they bring, with all that their states begin with."""
        program, P, cells = self.program, self.P, state.cells
        seat_kind = program.seat_kind
        bases = tuple([P.create(state, program.kind_number[seat_kind], None) for _ in seats])
        state.set(ALL_SEATS, bases)
        state.set(SEATS, bases)
        self._boards(state)
        for member in program.table.values():
            if member.what == "state":
                cells[member.offset] = self.gen.support.table_default(state, member)
        for base in bases:
            self._late(state, base)
        brings = program.linked.game.brings
        if brings:
            for base, card in zip(bases, seats, strict=True):
                member = self.brought(brings)
                if card is not None:
                    P.create(state, card, base + member.offset)

    def _late(self, state: State, x: int) -> None:
        d = self.program.defs[state.cells[x]]
        for offset, _, _ in d.late:
            state.cells[x + offset] = self.P.late[d.number, offset](state, x)

    def brought(self, brings: str) -> Member:
        return self.program.layouts[self.program.seat_kind].members[brings]

    def _boards(self, state: State) -> None:
        program, P = self.program, self.P
        for board in program.linked.boards.values():
            graph = board.shape == "graph"
            for cell in board.cells:
                number = (
                    program.card_number[cell.card] if cell.card else program.cell_number[board.name, cell.x, cell.y]
                )
                place = P.create(state, number, None, program.first_states.get((board.name, cell.x, cell.y)))
                if graph:
                    state.set(place + BOARD, board.name)
                    P.wake(state, place)
                else:
                    P.put_down(state, place, board.name, (board.name, cell.x, cell.y))

    def begin(self, state: State) -> None:
        """Runs the setup up to the first question."""
        start: Any = (self.main, 0, None)
        state.frames = (start,)
        self.run(state, None)

    # ---- from question to question ----------------------------------------------------------

    def run(self, state: State, value: Any) -> None:
        """Goes on with `value` as the answer to the open question. On an error the state is as before the answer."""
        mark, events = len(state.journal), len(state.events)
        before = (state.frames, state.pending, state.cause, state.under)
        state.fuel = state.budget.steps
        state.depth = 0
        try:
            self._run(state, value)
        except (Exception, RecursionError) as error:
            translated = error if isinstance(error, GreycError) else self.translate(error, state)
            state.rollback(mark)
            state.frames, state.pending, state.cause, state.under = before
            del state.events[events:]
            if translated is error:
                raise
            raise translated from error
        finally:
            state.fuel = state.budget.steps  # for whoever looks at what came of it

    def _run(self, state: State, value: Any) -> None:
        fn = self.gen.fn
        frames = list(state.frames)
        state.pending = None
        thrown: StopTo | None = None
        while frames:
            uid, pc, local = frames.pop()
            try:
                if thrown is None:
                    value = fn[uid](state, pc=pc, val=value, fr=local)
                else:
                    value = fn[uid](state, pc=pc, fr=local, thr=thrown)
                    thrown = None
            except StopTo as stop:
                thrown = stop
            except EndGame:
                state.frames, state.under, state.pending = (), (), None
                return
            else:
                if value is WAIT:
                    state.frames = (*frames, *self._left(state))
                    if len(state.frames) > state.budget.depth:
                        raise Broke("budget", f"more than {state.budget.depth} calls within each other")
                    return
        state.frames = ()
        self._below(state)

    @staticmethod
    def _left(state: State) -> list[Frame]:
        """The frames of the call that was just left to wait, outermost first."""
        left = state.waits[::-1]
        state.waits.clear()
        return left

    @staticmethod
    def _below(state: State) -> None:
        """A call has come to its end: what waited below it waits again."""
        if state.under:
            (state.frames, state.pending), state.under = state.under[-1], state.under[:-1]

    def call(self, state: State, function: Any) -> None:
        """Runs a function (a statement of a test) on top of whatever is open."""
        if state.frames or state.pending:
            state.under = (*state.under, (state.frames, state.pending))
            state.frames, state.pending = (), None
        mark = len(state.journal)
        events, cause = len(state.events), state.cause
        state.fuel = state.budget.steps
        try:
            if function(state) is WAIT:
                state.frames = tuple(self._left(state))
                return
        except StopTo:
            pass
        except EndGame:
            state.frames, state.under, state.pending = (), (), None
            return
        except GreycError:
            raise
        except (Exception, RecursionError) as error:
            translated = self.translate(error, state)
            state.rollback(mark)
            del state.events[events:]
            state.cause = cause
            raise translated from error
        self._below(state)

    # ---- errors -----------------------------------------------------------------------------

    def translate(self, error: BaseException, state: State) -> GreycError:
        """The error as the author must see it: a sentence and the place of his line."""
        place = self.place_of(error)
        if isinstance(error, Broke):
            cls = BudgetExceeded if error.kind == "budget" else ContentError
            if error.place is not None and place is not None and str(error.place) != str(place):
                return cls(f"{error.message} (set off at {place})", error.place)
            return cls(error.message, error.place or place)
        if isinstance(error, RecursionError):
            return BudgetExceeded("calls nest too deep here: does this verb call itself for ever?", place)
        if isinstance(error, ZeroDivisionError):
            return ContentError("a division by zero", place)
        if isinstance(error, KeyError):
            return ContentError(f"a table has no entry for {error.args[0]}", place)
        if isinstance(error, TypeError) and "None" in str(error):
            return ContentError(ABSENT, place)
        if isinstance(error, ValueError) and "empty" in str(error):
            return ContentError("the least or greatest of an empty list", place)
        return ContentError(f"the rules broke here ({type(error).__name__}: {error})", place)

    def place_of(self, error: BaseException) -> Place | None:
        tb = error.__traceback__
        found: Place | None = None
        while tb is not None:
            places = self.gen.places.get(tb.tb_frame.f_code.co_filename)
            if places is not None:
                pack, file, at_lines = places
                line = tb.tb_lineno - 1
                at: ir.At | None = None
                while line >= 0 and at is None:
                    at = at_lines[line] if line < len(at_lines) else None
                    line -= 1
                if isinstance(at, Elsewhere):
                    pack, file = at.pack, at.file
                if at is not None and file >= 0:
                    found = self.gen.linked.place(pack, file, at)
            tb = tb.tb_next
        return found
