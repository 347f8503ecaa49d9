"""The authors' `check`s: invariants of the data, tried on every printed card they speak of."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from .bundle import Bundle
from .emit_expr import Expressions
from .errors import GreycError, LinkError, Place
from .game import engine_defaults
from .state import Budget


@frozen
class BrokenCheck:
    """A check that does not hold: its words, its place, and the card it does not hold for."""

    title: str
    place: Place
    card: str | None
    message: str | None = None


def broken_checks(bundle: Bundle, packs: Iterable[str] | None = None) -> list[BrokenCheck]:
    """All checks of these packs (of all) that do not hold. Each pack is tried with what it requires."""
    out: list[BrokenCheck] = []
    seen: set[tuple[str, str | None]] = set()
    for name in bundle.ir.packs if packs is None else packs:
        try:
            pack, decl = bundle.game_of(name)
        except GreycError:
            continue
        engine = bundle.engine(decl.name, [pack.name, name])
        gen, program = engine.gen, engine.program
        seats = [None] * decl.seats[0]
        state = engine.driver.table(seats, engine_defaults(engine), 0, Budget())
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
            cards = [None] if kind is None else [
                d for d in program.defs if d.card is not None and kind in program.layouts[d.kind].ancestors
            ]  # fmt: skip
            for d in cards:
                key = (str(place), d.name if d else None)
                if key in seen:
                    continue
                seen.add(key)
                this = None if d is None else d.number
                try:
                    holds = bool(gen.ns[function](state, this))
                    message = None
                except Exception as error:
                    holds, message = False, str(engine.driver.translate(error, state))
                if not holds:
                    out.append(BrokenCheck(check.title, place, d.name if d else None, message))
    return out


__all__ = ["BrokenCheck", "broken_checks"]
