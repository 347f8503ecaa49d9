"""Who answers when a choice names nobody, and what `by E` means when E is no seat.

The `decides` that counts belongs to the kind on whose card the words stand; words of rules use the game's, an action its
actor. A thing that is no seat answers through the `decides` of its own kind, put in the place of the thing here, so that
the runtime only ever asks seats.
"""

from __future__ import annotations

import re

from attrs import define, field

from greyc.compiler.expr import lower
from greyc.compiler.resolve import frame_of_kind, scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, Kind, List, Optional, Type, Zone, is_thing, kinds_of, say
from greyc.compiler.unit import Unit
from greyc.compiler.walk import replace_local
from greyc.dsl import Instead, nodes
from greyc.runtime import ir


def _who(scope: Scope, span: nodes.Span) -> str:
    """Each seat that has a name here could be the one."""
    advice, text = "write who answers: by ...", scope.frame.unit.text
    end = text.find("\n", span[0])
    line = text[span[0] : end if end >= 0 else len(text)].rstrip()
    seats = [
        name for name, local in scope.locals.items() if isinstance(local.type, Kind) and "seat" in local.type.lineage
    ]
    if not line.endswith(":") or " by " in line:
        return advice
    at = span[0] + len(line) - 1
    return Instead.of(advice, *(f" by {name}" for name in seats[:5]), at=(at, at))


@define(eq=False)
class Answers:
    """Finds who answers, for the bodies of one pack."""

    symbols: Symbols
    _decides: dict[str, ir.Expr | None] = field(factory=dict)

    # ---- where nobody is named ----

    def default(self, scope: Scope, where: nodes.Node) -> ir.Expr | None:
        """Who answers for words in this frame; reports at the choice if nobody does."""
        frame = scope.frame
        if frame.place == "test":
            return None
        if frame.place == "action":
            action = self.symbols.action(frame.name)
            local = scope.locals.get(action.actor.name) if action is not None else None
            if local is not None:
                return self.seat_of(ir.Local(local.name), local.type, where, scope)
        found = self.of_kinds(frame) if frame.this is not None else None
        found = found or self.of_game(frame)
        lost_game = not self.symbols.games and "game" in self.symbols.broken  # it could not be read
        if found is None and frame.this is not ERROR and not lost_game:
            start = where.span[0]  # the word that asks stands for the whole block
            word = re.compile(r"\w+").match(frame.unit.text, start)
            span = word.span() if word else where.span
            scope.report("nobody-answers", span, suggestion=_who(scope, span))
        return found

    def of_kinds(self, frame: Frame) -> ir.Expr | None:
        """The `decides` of the kind of `this`. A keyword's bearer may be of several kinds, each with its own."""
        assert frame.this is not None
        choices = [(kind, self.of_kind(kind.name, frame)) for kind in kinds_of(frame.this)]
        found: ir.Expr | None = None
        for kind, decides in reversed(choices):
            if found is None or decides is None or decides == found:
                found = decides or found
            else:
                found = ir.IfElse(ir.IsKind(ir.Local("this"), kind.name, False), decides, found)
        return found

    def of_kind(self, kind: str, frame: Frame) -> ir.Expr | None:
        """The `decides` of a kind or of the nearest it is, about a thing called `this`."""
        if kind not in self._decides:
            self._decides[kind] = None  # so that a thing that answers through itself ends
            found = self.declared(kind)
            if found is not None:
                node, unit = found
                of_kind = frame_of_kind(kind, self.symbols, unit, frame.reporter)
                self._decides[kind] = self.seats(node, scope_of(of_kind))
        return self._decides[kind]

    def declared(self, kind: str) -> tuple[nodes.Expr, Unit] | None:
        """What a kind, or the nearest it is, says about who decides, and in which file."""
        line = self.symbols.kinds[kind].type.lineage if kind in self.symbols.kinds else ()
        for info in (self.symbols.kinds[name] for name in line if name in self.symbols.kinds):
            if info.decides is not None and info.unit is not None:
                for unit, extension in info.extensions:
                    if any(
                        isinstance(each, nodes.Decides) and each.value is info.decides for each in extension.members
                    ):
                        return info.decides, unit
                return info.decides, info.unit
        return None

    def of_game(self, frame: Frame) -> ir.Expr | None:
        """The `decides` of the game, where there is one game that says so."""
        games = [game for game in self.symbols.games.values() if game.decides is not None and game.unit is not None]
        if len(games) != 1:
            return None
        game = games[0]
        assert game.decides is not None and game.unit is not None
        place = Frame(self.symbols, frame.reporter, game.unit, "game", game.name)
        return self.seats(game.decides, scope_of(place))

    # ---- where somebody is named ----

    def by(self, node: nodes.Expr | None, scope: Scope, where: nodes.Node) -> ir.Expr | None:
        """`by E`, or who answers anyway."""
        return self.default(scope, where) if node is None else self.seats(node, scope)

    def seats(self, node: nodes.Expr, scope: Scope) -> ir.Expr | None:
        """A seat or a list of seats."""
        value, of = lower(node, scope)
        return self.seat_of(value, of, node, scope)

    def seat_of(self, value: ir.Expr, of: Type, where: nodes.Node, scope: Scope) -> ir.Expr | None:
        """The seat that answers for a thing; reports a value that nobody answers for."""
        if of is ERROR:
            return None
        if isinstance(of, List | Zone) and _is_seat(of.of):
            return value if isinstance(of, List) else ir.Contents(value)
        if _is_seat(of):
            return value
        if is_thing(of) and not isinstance(of, Optional):
            choices = [self.of_kind(kind.name, scope.frame) for kind in kinds_of(of)]
            if choices and choices[0] is not None and all(each == choices[0] for each in choices):
                return replace_local(choices[0], "this", value)
        way = None
        if isinstance(of, Optional) and _is_seat(of.of):
            source = scope.frame.unit.source(where)
            way = f"write if {source} as NAME: above it, and by NAME below that; seat(1) is the first seat in any case"
        scope.report("cannot-answer", where, suggestion=way, what=say(of))
        return None


def _is_seat(of: Type) -> bool:
    return isinstance(of, Kind) and of.root == "seat"
