"""The authors' `check`s: invariants of the data, tried on every printed card they speak of.

Places are no cards alone: what has to be true of one depends on what lies around it. So a check of a kind of places is
tried on each place of each board as the game finds it, of each drawing of a card as if it were laid alone, and on each
printed place that is in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from . import ir
from .bundle import Bundle, Engine
from .codegen import Codegen
from .emit_expr import Expressions
from .errors import GreycError, LinkError, Place
from .game import engine_defaults
from .layout import THINGS
from .program import Program
from .state import Budget, State


@frozen
class Spot:
    """A place of a drawing: of which board or card, column and row, and where it stands in the file."""

    drawing: str
    x: int
    y: int
    place: Place | None


@frozen
class BrokenCheck:
    """A check that does not hold: its words, its place, and the card or the place of a drawing it does not hold for."""

    title: str
    place: Place
    card: str | None
    message: str | None = None
    spot: Spot | None = None


@frozen
class Case:
    """What a check is tried on: `this` in a state."""

    state: State
    this: int | None
    card: str | None = None
    spot: Spot | None = None


def broken_checks(bundle: Bundle, packs: Iterable[str] | None = None) -> list[BrokenCheck]:
    """All checks of these packs (of all) that do not hold. Each pack is tried with what it requires."""
    out: list[BrokenCheck] = []
    seen: set[tuple[str, str | None, str]] = set()
    for name in bundle.ir.packs if packs is None else packs:
        try:
            engine, state = laid_out(bundle, name)
        except GreycError:
            continue
        gen, program = engine.gen, engine.program
        places: dict[str, list[Case]] = {}
        for i, (number, kind, check) in enumerate(program.linked.checks):
            place = program.linked.place(number, check.file, check.at)
            function = f"check_{i}"
            try:
                gen.simple(
                    function, ", l_this", [(f"return {Expressions(gen)(check.cond)}", check.at)], number, check.file
                )
            except (KeyError, LinkError) as error:
                out.append(BrokenCheck(check.title, place, None, f"it can't be worked out: {error}"))
                continue
            if kind is not None and program.layouts[kind].root == "place":
                if kind not in places:
                    places[kind] = list(_places(gen, state, kind))
                cases = places[kind]
            elif kind is None:
                cases = [Case(state, None)]
            else:
                cases = [
                    Case(state, d.number, d.name) for d in program.defs
                    if d.card is not None and kind in program.layouts[d.kind].ancestors
                ]  # fmt: skip
            for case in cases:
                key = (str(place), case.card, str(case.spot))
                if key in seen:
                    continue
                seen.add(key)
                case.state.fuel = case.state.budget.steps
                try:
                    holds = bool(gen.ns[function](case.state, case.this))
                    message = None
                except Exception as error:
                    holds, message = False, str(engine.driver.translate(error, case.state))
                if not holds:
                    out.append(BrokenCheck(check.title, place, case.card, message, case.spot))
    return out


def laid_out(bundle: Bundle, name: str) -> tuple[Engine, State]:
    """The smallest table of a pack's game, with what the pack requires. Raises BadStart where no game is, LinkError,
    ContentError and BudgetExceeded where what something begins with can't be worked out."""
    pack, decl = bundle.game_of(name)
    engine = bundle.engine(decl.name, [pack.name, name])
    return engine, engine.driver.table([None] * decl.seats[0], engine_defaults(engine), 0, Budget())


def _places(gen: Codegen, table: State, kind: str) -> Iterator[Case]:
    """All places of a kind that packs draw, link by name or print."""
    P, program = gen.P, gen.program
    linked = program.linked
    drawn: set[int] = set()
    for board in linked.boards.values():
        pack = linked.pack_of["board", board.name]
        for cell in board.cells:
            at = linked.place(pack, board.file, cell.at) if cell.at else None
            spot = Spot(board.name, cell.x, cell.y, at)
            if board.shape == "graph":
                wanted = program.card_number[cell.card or ""]
                this = next(x for x in table.cells[THINGS] if table.cells[x] == wanted)
            else:
                this = P.place_or_spot(table, (board.name, cell.x, cell.y))
            drawn.add(table.cells[this])
            if kind in program.layouts[program.defs[table.cells[this]].kind].ancestors:
                yield Case(table, this, None, spot)
    for card in linked.cards.values():
        on = _board_for(program, card)
        if not card.drawing or on is None:
            continue
        pack, state = linked.pack_of["card", card.name], table.fork()
        laid = []
        for cell, (number, where, states) in zip(
            card.drawing, P.drawn(program.card_number[card.name], on, (on, 1, 1)), strict=True
        ):
            this = P.create(state, number, None, states)
            P.lay(state, this, on, where)
            at = linked.place(pack, card.file, cell.at) if cell.at else None
            laid.append((this, Spot(card.name, cell.x, cell.y, at)))
            drawn.add(number)
        for this, spot in laid:
            if kind in program.layouts[program.defs[state.cells[this]].kind].ancestors:
                yield Case(state, this, None, spot)
    for d in program.defs:
        if d.card is not None and d.number not in drawn and kind in program.layouts[d.kind].ancestors:
            state = table.fork()
            yield Case(state, P.create(state, d.number, None), d.name)


def _board_for(program: Program, card: ir.Card) -> str | None:
    """The empty board on which a card's drawing can be laid."""
    if not card.places:
        return None
    kinds = program.layouts[card.places].ancestors
    return next((b.name for b in program.linked.boards.values() if not b.cells and b.kind in kinds), None)


__all__ = ["BrokenCheck", "Spot", "broken_checks", "laid_out"]
