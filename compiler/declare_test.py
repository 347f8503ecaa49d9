"""Tests to IR: a table that is set up, what happens on it, and what must then hold.

The seats a test names are known in its whole block, also above the line that names them, since `answers ann` stands
before the game it answers; so are the names of things that are put somewhere.
"""

from __future__ import annotations

from typing import Final

from greyc.compiler.acts import Acts, Pack
from greyc.compiler.calls import lower_do
from greyc.compiler.coerce import copy_of
from greyc.compiler.entries import GameInfo
from greyc.compiler.expr import lower, lower_test, lower_zone
from greyc.compiler.guesses import MOST
from greyc.compiler.names import report_unknown
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.statement_words import is_other_line, unknown_calls, word_meant
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, List, Printed, Type, Zone, is_thing, kinds_of, one_of
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, leave_out
from greyc.runtime import ir
from greyc.runtime.ir import core


def declare_test(node: nodes.Test, number: int, unit: Unit, pack: Pack) -> ir.Test:
    """A test; `number` counts those of the pack, for ids of its texts."""
    scope = scope_of(Frame(pack.symbols, pack.reporter, unit, "test", node.title.value))
    acts = Acts(pack, unit, f"test.{number}")
    if not _is_seated(node, scope, pack):
        return ir.Test(node.title.value, [], {}, unit.index, unit.at(node))
    _bind_seats(node, scope, pack)
    puts = {id(step): _bind_puts(step, scope, pack) for step in node.steps if isinstance(step, nodes.Put)}
    steps: list[ir.TestStep] = []
    for step in node.steps:
        match step:
            case nodes.TestGame():
                steps += _game(step, scope, acts)
            case nodes.Put():
                steps.append(_put(step, puts[id(step)], scope, acts))
            case nodes.Rolls():
                faces = [value.text if isinstance(value, nodes.Name) else value.value for value in step.values]
                steps.append(ir.Rolls(faces, unit.at(step)))
            case nodes.Answers():
                steps.append(ir.Answers([_answer(value, scope) for value in step.values], unit.at(step)))
            case nodes.Do():
                args = lower_do(step.action, step.settings, scope)
                action = pack.symbols.action(step.action.text)
                by = lower(step.by, scope, action.actor.type if action is not None else None)[0]
                if args is not None:
                    steps.append(ir.DoAction(step.action.text, by, args, unit.at(step)))
            case nodes.Expect():
                steps.append(_expect(step, scope, unit))
            case nodes.ExpectUndo():
                steps.append(ir.ExpectUndo(step.possible, _seat(step.by, scope, pack), unit.at(step)))
            case nodes.Undo():
                steps.append(ir.Undo(step.all_of_it, _seat(step.by, scope, pack), unit.at(step)))
            case nodes.Statement():
                steps += acts.statement(step, scope)
    expects = any(isinstance(step, nodes.Expect | nodes.ExpectUndo) for step in node.steps)
    if not expects and not unknown_calls(node.steps, pack.symbols):  # one of which may be the expect
        scope.report("test-without-expect", node.title)
    aliases = {name: local.type.text for name, local in scope.locals.items()}
    return ir.Test(node.title.value, steps, aliases, unit.index, unit.at(node))


def _is_seated(node: nodes.Test, scope: Scope, pack: Pack) -> bool:
    """Whether it is said who plays what. Where not (reported), nobody that the test names is known, so no more is told."""
    begins = [step for step in node.steps if isinstance(step, nodes.TestGame)]
    if not begins:
        calls = unknown_calls([step for step in node.steps if isinstance(step, nodes.VerbCall)], pack.symbols)
        misspelt = [call for call in calls if word_meant(call.verb.text, True, pack.symbols) in ("game", "table")]
        if not misspelt or not is_other_line(misspelt[0], scope):
            guess = _beginning(node, scope, pack)
            scope.report("test-without-game", node.title, suggestion=guess)
        return False
    seated = True
    for step in begins:
        game = _game_of(step, pack)
        if game is not None and not game.low <= len(step.seats) <= game.high:
            seated = seated and len(step.seats) > game.high
            _wrong_seats(step, game, scope)
    return seated


_PEOPLE: Final = ("ann", "ben", "cat", "dan", "eve", "fay")


def _beginning(node: nodes.Test, scope: Scope, pack: Pack) -> Instead:
    """The line that says what is played: of each game in which nobody brings a card that would have to be chosen."""
    lines = [
        f"\n    game {game.name} with {', '.join(_PEOPLE[: game.low])}"
        for game in pack.symbols.games.values()
        if game.brings is None and 0 < game.low <= len(_PEOPLE)
    ]
    end = scope.frame.unit.text.find("\n", node.title.span[1])
    at = (end, end)
    return Instead.of(
        "begin with game NAME with ... or table NAME with ...", *(lines[:MOST] if end >= 0 else []), at=at
    )


def _wrong_seats(step: nodes.TestGame, game: GameInfo, scope: Scope) -> None:
    count = len(step.seats)
    seats = f"{game.low} to {game.high}" if game.low != game.high else f"{game.low}"
    guess = f"name {seats} behind with"
    if game.node is not None and not any(isinstance(each, nodes.Seats) for each in game.node.members):
        told = scope.frame.reporter.told
        if (game.name, "players") in told:
            return  # the same line is missing, however many tests seat more
        told.add((game.name, "players"))
        guess = f"write players {count} in the game, or 1 to {count}: without such a line it is played alone"
    elif count > game.high:
        kept, last = step.seats[max(game.high, 1) - 1].span[1], step.seats[-1].span[1]
        guess = leave_out(guess, at=(kept, last))
    scope.report("test-seats", step.game, suggestion=guess, name=game.name, seats=seats, count=count)


def _game_of(step: nodes.TestGame, pack: Pack) -> GameInfo | None:
    return pack.symbols.games.get(step.game.text)


def _bind_seats(node: nodes.Test, scope: Scope, pack: Pack) -> None:
    for step in node.steps:
        if isinstance(step, nodes.TestGame):
            game = _game_of(step, pack)
            for seat in step.seats:
                name = seat.alias
                if name is None and (game is None or game.brings is None or pack.symbols.card(seat.name.text) is None):
                    name = seat.name  # where a card should stand that the seat brings: reported below
                elif name is not None and pack.symbols.card(name.text) is not None:
                    name = seat.name  # `ann as fiona`, the wrong way round
                if name is not None:
                    scope.bind(name.text, ERROR if game is None else pack.symbols.seat, name.span)


def _game(step: nodes.TestGame, scope: Scope, acts: Acts) -> list[ir.TestStep]:
    game = _game_of(step, acts.pack)
    if game is None:
        report_unknown(acts.symbols, acts.unit, acts.pack.reporter, step.game, "game")
        return []
    seats: list[tuple[str, str | None]] = []
    wrong: list[nodes.Name] = []
    for seat in step.seats:
        if game.brings is None:
            seats.append((seat.name.text, None))
            continue
        card = acts.symbols.card(seat.name.text)
        if card is None or game.brings not in card.type.lineage:
            wrong.append(seat.name)
        seats.append((seat.name.text, seat.alias.text if seat.alias is not None else None))
    if wrong and game.brings is not None:
        _cannot_bring(step, wrong, game.brings, scope)
    options: dict[str, ir.Expr] = {}
    for setting in step.options:
        info = acts.symbols.option(setting.name.text)
        if info is None:
            report_unknown(acts.symbols, acts.unit, acts.pack.reporter, setting.name, "option")
        elif setting.value is None:
            options[info.name] = ir.Flag(True)
        else:
            options[info.name] = lower(setting.value, scope, info.type)[0]
    seed = 0 if step.seed is None else step.seed.value
    return [ir.TestGame(step.mode, game.name, seats, options, seed, acts.at(step))]


def _cannot_bring(step: nodes.TestGame, wrong: list[nodes.Name], brings: str, scope: Scope) -> None:
    """Each seat is a card and what the test calls the player; names of players alone are one mistake."""
    symbols = scope.frame.symbols
    known = [n for n in symbols.values if (c := symbols.card(n)) is not None and brings in c.type.lineage]
    first = wrong[0]
    guess = did_you_mean(first.text, known)
    if guess is None and known:
        taken = [seat.name.text for seat in step.seats if seat.name not in wrong]
        free = [name for name in known if name not in taken] or known
        shown: list[str] = []
        for seat in step.seats:
            card, alias = seat.name.text, seat.alias.text if seat.alias is not None else seat.name.text
            if alias in known and seat.name in wrong:
                card, alias = alias, card
            elif seat.name in wrong:
                card = free[len(shown) % len(free)]
            shown.append(f"{card} as {alias}")
        named = ", ".join(shown)
        whole = (step.seats[0].span[0], step.seats[-1].span[1])
        guess = Instead.of(f"each brings a {brings}: write {named}", named, at=whole)
    scope.report("cannot-bring", first, suggestion=guess, name=first.text, kind=brings)


def _bind_puts(step: nodes.Put, scope: Scope, pack: Pack) -> list[tuple[ir.Expr, Type] | None]:
    """What is put, with its type; its alias is bound. None for what waits for a name that a later line binds."""
    found: list[tuple[ir.Expr, Type] | None] = []
    for item in step.what:
        name = item.name.text
        card = pack.symbols.card(name)
        kind = pack.symbols.kinds.get(name)
        made: tuple[ir.Expr, Type] | None = None
        if name not in scope.locals and card is not None:
            made = ir.Printed(name), card.type
        elif name not in scope.locals and kind is not None and kind.root == "token":
            made = ir.KindRef(name), kind.type
        if item.alias is not None:
            scope.bind(item.alias.text, ERROR if made is None else made[1], item.alias.span)
        found.append(made)
    return found


def _put(step: nodes.Put, known: list[tuple[ir.Expr, Type] | None], scope: Scope, acts: Acts) -> ir.Put:
    items: list[tuple[ir.Expr, str | None]] = []
    types: list[Type] = []
    for item, made in zip(step.what, known, strict=True):
        value, of = made if made is not None else lower(item.name, scope)
        if item.alias is not None and made is None and item.alias.text in scope.locals:
            scope.locals[item.alias.text].type = of
        items.append((value, item.alias.text if item.alias is not None else None))
        types.append(of.of if isinstance(of, Printed) else of)
    kinds = tuple(kind for of in types for kind in kinds_of(of))
    zone, _ = lower_zone(step.zone, scope, one_of(kinds) if kinds else ERROR)
    return ir.Put(items, zone, acts.at(step))


def _answer(node: nodes.Expr, scope: Scope) -> ir.Expr:
    """What is answered: the question says later what it must be, so words and titles stand as they are."""
    if isinstance(node, nodes.String):
        return ir.Str(node.value)
    if isinstance(node, nodes.ListLiteral):
        return ir.ListOf([_answer(item, scope) for item in node.items])
    if isinstance(node, nodes.Name) and node.text not in scope.locals and _is_action(node.text, scope.frame.symbols):
        guess = f"an action is taken and answers nothing: write do {node.text} by PLAYER in its own line"
        scope.report("unknown-value", node, suggestion=guess, name=node.text)
        return ir.Flag(True)
    return lower(node, scope)[0]


def _is_action(name: str, symbols: Symbols) -> bool:
    own = symbols.action(name) is not None or name == core.ACTION_PASS
    return own and name not in symbols.values and name not in symbols.words


def _seat(node: nodes.Expr | None, scope: Scope, pack: Pack) -> ir.Expr | None:
    return None if node is None else lower(node, scope, pack.symbols.seat)[0]


def _expect(step: nodes.Expect, scope: Scope, unit: Unit) -> ir.Expect:
    test = lower_test(step.condition, scope)
    parts: list[tuple[str, ir.Expr, str]] = []
    node = step.condition
    while isinstance(node, nodes.Not):
        node = node.operand
    sides: list[nodes.Expr] = []
    if isinstance(node, nodes.Comparison | nodes.Is | nodes.IsIn):
        sides = [node.left, node.right] if isinstance(node, nodes.Comparison) else [node.left]
    for side in sides:
        if not isinstance(side, nodes.Number | nodes.String):
            value, of = lower(side, scope)
            if (
                isinstance(node, nodes.IsIn)
                and isinstance(value, ir.Printed)
                and isinstance(of, Printed)
                and _holds_things(node.right, scope)
            ):
                value, of = copy_of(value, of, side, scope)  # the copy is meant, and where it is tells most
            parts.append((unit.source(side), value, of.text))
    return ir.Expect(test.expr, unit.source(step.condition), parts, unit.at(step))


def _holds_things(node: nodes.Expr, scope: Scope) -> bool:
    """Whether it is a zone or a list of copies."""
    of = lower(node, scope)[1]
    return isinstance(of, Zone | List) and is_thing(of.of)
