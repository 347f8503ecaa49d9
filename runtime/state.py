"""The state of a running game and how control leaves a rule: waiting, stopping, ending.

Everything that is state is in `cells` (one flat list of immutable values, see greyc.runtime.layout), `frames` (the calls
that wait, outermost first, each plain data: unit, position, locals) and `pending` (the open question). What else stands
here is worked out from these, or is bookkeeping of the host: the journal for undo, the events, budgets, scripts of a
test.
"""

from __future__ import annotations

from typing import Any

from attrs import Factory, define, field

from .layout import INFO, RNG

MASK64 = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
EVENT = 8
"""Entries that one event takes in `State.events`."""
CELLS_OF_A_THING = 100
"""More cells than so many for each thing of the budget no game has: rolled dice take cells too."""


@define
class Budget:
    """What content may use, set by the embedder. `steps` counts calls, rounds of loops and entries that queries look at,
    per answer or look from outside; `depth` nested calls; `things` all copies, tokens and places; `items` entries of one
    list or tally."""

    steps: int = 200_000
    depth: int = 150
    things: int = 5_000
    items: int = 5_000


Frame = tuple[int, int, tuple[Any, ...]]
"""A call that waits: unit, position, locals."""


class Waits:
    """What a unit returns, by way of all who called it, when a player must answer: the question is in `pending`, and
    each unit on the way out has added its frame to `waits`. No exception, since raising costs three times as much."""

    __slots__ = ()


WAIT = Waits()


class StopTo(Exception):
    """`stop V`: leaves everything up to the running call `call`; `result` is (value,) for `stop ... with result`."""

    def __init__(self, call: int, result: tuple[Any, ...] | None) -> None:
        self.call = call
        self.result = result


class EndGame(Exception):
    """`end game`: unwinds everything and runs no hook."""


class Stopped:
    """What a `before` hook returns that stops the call; `result` as in StopTo."""

    __slots__ = ("result",)

    def __init__(self, result: tuple[Any, ...] | None = None) -> None:
        self.result = result


class Broke(Exception):
    """A mistake of the content found by a primitive; the driver adds the author's line."""

    def __init__(self, kind: str, message: str, place: Any = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.place = place
        """The author's place, where it is not that of the line that was running."""


@define(slots=True, eq=False)
class State:
    """See the module."""

    cells: list[Any]
    seats: int
    budget: Budget
    frames: tuple[Frame, ...] = ()
    pending: tuple[Any, ...] | None = None
    under: tuple[tuple[tuple[Frame, ...], tuple[Any, ...] | None], ...] = ()
    """Questions that wait below a call made on top of them (tests only)."""
    waits: list[Frame] = field(factory=list)
    """Frames of a call that is just being left to wait, the innermost first."""
    journal: list[Any] = field(factory=list)
    """Cell, old value, cell, old value, ...; a cell of -1: the cells were so many before. Flat, because a tuple for each
    write would keep the garbage collector busy."""
    events: list[Any] = field(factory=list)
    """Verb, cause, arguments, journal at the start, journal at the end, status, final arguments, message; the next verb,
    ... Flat as the journal is; `event` gives one of them, `happened` how many there are."""
    events_before: int = 0
    """How many events there were before the first of `events` (a fork or a loaded game starts with none)."""
    fuel: int = field(default=Factory(lambda self: self.budget.steps, takes_self=True))
    """Steps that are left; full again with each answer and each look from outside."""
    depth: int = 0
    dirty: int = -1
    cause: int = -1
    """The event that is running."""
    seat: int = -1
    """Whose answer is being carried out; before the first one the spectator's place. See greyc.runtime.sight."""
    cache: dict[Any, Any] = field(factory=dict)
    memo: dict[str, dict[Any, Any]] = field(factory=dict)
    """Function -> its results by arguments, as long as nothing it reads was written (see greyc.runtime.memo)."""
    sight: dict[int, tuple[bool, ...]] = field(factory=dict)
    """Who sees into which zone of a seat or the table; fixed for a game, so forks share it."""
    rolls: list[Any] | None = None
    """Scripted faces for the next dice."""

    def set(self, at: int, value: Any) -> None:
        cells = self.cells
        self.journal += (at, cells[at])
        cells[at] = value

    def charge(self, steps: int) -> None:
        """Work that grows with the size of what is looked at or copied counts as so many steps. Whatever is copied for
        the journal is charged too, so that the steps bound the memory as well."""
        self.fuel -= steps
        if self.fuel < 0:
            raise Broke("budget", f"more than {self.budget.steps} steps in one answer")

    def note(self, site: tuple[int, int], args: tuple[Any, ...]) -> None:
        """A sentence for the log, as an event of its own."""
        mark = len(self.journal)
        self.events += (-1, self.cause, args, mark, mark, 1, None, site)

    @property
    def happened(self) -> int:
        """The number of the next event."""
        return self.events_before + len(self.events) // EVENT

    def event(self, place: int) -> tuple[Any, ...]:
        """The event at a place among those that are still known."""
        return tuple(self.events[place * EVENT : place * EVENT + EVENT])

    def random(self, n: int) -> int:
        """A number from 0 to n - 1, by splitmix64: the state moves by the golden gamma, its mix is scaled to n."""
        cells = self.cells
        old = cells[RNG]
        cells[RNG] = x = (old + GAMMA) & MASK64
        self.journal += (RNG, old, INFO, cells[INFO])
        cells[INFO] += 1
        return (mixed(x) * n) >> 64

    def shuffle(self, items: list[Any]) -> None:
        """Shuffles in place, as by `random` for each place from the last to the second, with one entry in the journal."""
        if len(items) < 2:
            return
        self.charge(len(items))
        cells = self.cells
        state = cells[RNG]
        self.journal += (RNG, state, INFO, cells[INFO])
        for i in range(len(items) - 1, 0, -1):
            x = state = (state + GAMMA) & MASK64
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK64
            j = ((x ^ (x >> 31)) * (i + 1)) >> 64
            items[i], items[j] = items[j], items[i]
        cells[RNG] = state
        cells[INFO] += len(items) - 1

    def fork(self) -> State:
        """A copy that shares nothing that changes."""
        return State(
            self.cells.copy(),
            self.seats,
            self.budget,
            self.frames,
            self.pending,
            self.under,
            events_before=self.happened,
            cause=self.cause,
            dirty=self.dirty,
            cache=self.cache.copy(),
            memo={name: kept.copy() for name, kept in self.memo.items()},
            sight=self.sight,
        )

    def rollback(self, mark: int) -> None:
        """Undoes every write since the journal was `mark` long."""
        cells, journal = self.cells, self.journal
        while len(journal) > mark:
            old = journal.pop()
            at = journal.pop()
            if at >= 0:
                cells[at] = old
            else:
                del cells[old:]
        self.dirty = -1
        self.cache.clear()

    def extend(self, cells: Any) -> int:
        """Appends cells, gives the index of the first."""
        base = len(self.cells)
        if base > CELLS_OF_A_THING * self.budget.things:
            raise Broke("budget", "more things were made and dice rolled than a table can hold")
        self.journal += (-1, base)
        self.cells.extend(cells)
        return base


def mixed(x: int) -> int:
    """Splitmix64's mix of a number below 2^64 (taken modulo that)."""
    x &= MASK64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK64
    return x ^ (x >> 31)


def seed_state(seed: int) -> int:
    """The generator's first state for a seed of any size."""
    return (seed * 0xD1342543DE82EF95 + 0x2545F4914F6CDD1D) & MASK64


__all__ = [
    "EVENT", "GAMMA", "MASK64", "WAIT", "Broke", "Budget", "EndGame", "Frame", "State", "StopTo", "Stopped", "mixed",
    "seed_state",
]  # fmt: skip
