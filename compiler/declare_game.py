"""Games to IR: seats, options, the table's states and zones, setup and play, and what a pack adds to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from greyc.compiler.acts import Acts, Pack
from greyc.compiler.body import lower_body
from greyc.compiler.declare_members import VALUES, declare_state, declare_zone, default_of, settled
from greyc.compiler.entries import GameInfo, OptionInfo
from greyc.compiler.expr import lower
from greyc.compiler.names import declared_here, report_unknown
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.types import INT, Int
from greyc.compiler.unit import Unit
from greyc.dsl import Instead, nodes
from greyc.runtime import ir

MOST_SEATS: Final = 99

SECTIONS: Final = ("setup", "play")


def declare_game(
    info: GameInfo,
    members: Sequence[nodes.Node],
    title: nodes.String | None,
    where: nodes.Node,
    unit: Unit,
    pack: Pack,
    show: dict[str, Any],
    extension: bool = False,
) -> ir.GameDecl:
    """A game, or what a pack adds to one."""
    path = f"game.{info.name}"
    scope = scope_of(Frame(pack.symbols, pack.reporter, unit, "game", info.name))
    made = ir.GameDecl(
        name=info.name,
        title=pack.texts.title(path, title),
        seats=(info.low, info.high),
        brings=info.brings,
        options=[],
        states=[],
        zones=[],
        decides=None,
        setup=[],
        play=[],
        score=None,
        extension=extension,
        file=unit.index,
        at=unit.at(where),
        show=show,
    )
    sections: dict[str, nodes.Section] = {}
    written = {node.name.text for node in members if isinstance(node, nodes.Section)}
    for node in members:
        match node:
            case nodes.GameOption():
                _option(node, made, path, scope, pack)
            case nodes.Seats(low=low, high=high) if wrong := [
                each for each in (low, high) if each is not None and not 1 <= each.value <= MOST_SEATS
            ]:
                least = min(max(low.value, 1), MOST_SEATS)
                most = min(max((high or low).value, least), MOST_SEATS)
                guess = _seats(node, least, most)
                scope.report("seats-out-of-range", wrong[0], suggestion=guess, value=wrong[0].value, most=MOST_SEATS)
            case nodes.Seats(low=low, high=high) if high is not None and high.value < low.value:
                guess = _seats(node, high.value, low.value)
                scope.report("amount-backwards", node, suggestion=guess, low=low.value, high=high.value)
            case nodes.Preset():
                _preset(node, made, scope, pack)
            case nodes.State():
                member = pack.symbols.table(node.name.text)
                if member is not None and member.node is node:
                    made.states.append(declare_state(node, member.type, path, scope, pack))
            case nodes.Zone() | nodes.Slot():
                member = pack.symbols.table(node.name.text)
                if member is not None and member.node is node:
                    made.zones.append(declare_zone(node, path, scope, pack))
            case nodes.Decides() if node.value is info.decides:
                made.decides = pack.answers.seats(node.value, scope)
            case nodes.Decides():
                scope.report("second-decides", node)
            case nodes.Score() if made.score is None:
                inner = scope.child()
                if node.seat is not None:
                    inner.bind(node.seat.text, pack.symbols.seat, node.seat.span)
                    made.score_of = node.seat.text
                made.score = lower(node.value, inner, INT)[0]
            case nodes.Score():
                scope.report("second-score", node)
            case nodes.Section():
                _section(node, sections, written, made, path, scope, pack, unit)
    if not extension and "play" not in sections:
        scope.report("game-without-play", where, name=info.name)
    return made


def _section(
    node: nodes.Section,
    sections: dict[str, nodes.Section],
    written: set[str],
    made: ir.GameDecl,
    path: str,
    scope: Scope,
    pack: Pack,
    unit: Unit,
) -> None:
    name = node.name.text
    if name not in SECTIONS:
        guess = did_you_mean(name, SECTIONS) or Instead.of(
            "a game has setup: and play:", *(each for each in SECTIONS if each not in written)
        )
        scope.report("unknown-section", node.name, suggestion=guess, name=name)
        return
    if name in sections:
        place = (unit.path, sections[name].name.span, "the first one")
        scope.report("second-section", node.name, related=[place], name=name)
        return
    sections[name] = node
    body = lower_body(node.body, scope.block(), Acts(pack, unit, f"{path}.{name}"))
    if name == "setup":
        made.setup = body
    else:
        made.play = body


def _preset(node: nodes.Preset, made: ir.GameDecl, scope: Scope, pack: Pack) -> None:
    """Another default for an option of a pack below; one of this pack has its own where it is declared."""
    name = node.name.text
    info = pack.symbols.option(name)
    if info is None or info.game != made.name:
        known = [each.name for each in pack.symbols.values.values() if isinstance(each, OptionInfo)]
        report_unknown(pack.symbols, scope.frame.unit, pack.reporter, node.name, "option", known=known)
    elif info.pack == pack.symbols.pack or name in made.presets:
        scope.report("second-default", node.name, related=declared_here(info), name=name)
    else:
        value = _default(info, node.value, scope, pack)
        assert value is not None
        made.presets[name] = value


def _seats(node: nodes.Seats, least: int, most: int) -> Instead:
    text = f"{least} to {most}" if most > least else f"{least}"
    return Instead.of(f"write players {text}", text, at=(node.low.span[0], (node.high or node.low).span[1]))


def _option(node: nodes.GameOption, made: ir.GameDecl, path: str, scope: Scope, pack: Pack) -> None:
    info: OptionInfo | None = pack.symbols.option(node.name.text)
    if info is None or info.node is not node:
        return
    choices: list[ir.Expr] | None = None
    if isinstance(info.type, Int) and info.type.choices:
        choices = [ir.Int(number) for number in info.type.choices]
    default = _default(info, node.default, scope, pack)
    title = pack.texts.title(f"{path}.{info.name}", node.title)
    at = scope.frame.unit.at(node.name)
    made.options.append(ir.OptionDecl(info.name, info.type.text, choices, default, title, at))


def _default(info: OptionInfo, node: nodes.Expr | None, scope: Scope, pack: Pack) -> ir.Expr | None:
    """An option's value where nobody chooses one, which is known before there is a game."""
    value = default_of(info.type, node, scope, pack)
    if node is not None and value is not None:
        settled(value, node, "The default of an option", VALUES, scope)
    return value
