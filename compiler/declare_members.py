"""Fields, states, zones and slots to IR, wherever they stand: in a game, a kind, a keyword or on a card."""

from __future__ import annotations

from typing import Final

from greyc.compiler.acts import Pack
from greyc.compiler.body import verb_names
from greyc.compiler.entries import Member
from greyc.compiler.expr import lower, lower_test
from greyc.compiler.names import declared_here, report_unknown
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.types import ERROR, FLAG, By, Type
from greyc.compiler.walk import walk
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, leave_out
from greyc.runtime import ir

VALUES: Final = (
    ir.Int, ir.Flag, ir.Str, ir.Nothing, ir.Far, ir.Word, ir.DieRef, ir.SideRef, ir.BoardRef, ir.Printed, ir.ListOf,
    ir.RangeList, ir.Table, ir.Join, ir.Arith, ir.IfElse, ir.Not, ir.And, ir.Or, ir.Compare,
)  # fmt: skip
"""What a value may be made of that is known without a game."""


def default_of(of: Type, node: nodes.Expr | None, scope: Scope, pack: Pack) -> ir.Expr | None:
    """The value something starts with. A flag that says nothing is `no`; one value stands for all numbers of seats."""
    if node is None:
        return ir.Flag(False) if of == FLAG else None
    if isinstance(of, By) and not isinstance(node, nodes.MapLiteral):
        value = lower(node, scope, of.of)[0]
        return ir.Table([(ir.Int(number), value) for number in seat_numbers(pack)])
    return lower(node, scope, None if of is ERROR else of)[0]


def seat_numbers(pack: Pack) -> range:
    """The numbers of seats that the games known here allow; a pack without a game allows any up to ten."""
    games = pack.symbols.games.values()
    return range(min((game.low for game in games), default=1), max((game.high for game in games), default=10) + 1)


def declare_field(node: nodes.Field, of: Type, path: str, scope: Scope, pack: Pack) -> ir.FieldDecl:
    name = node.name.text
    default = default_of(of, node.default, scope, pack)
    title = pack.texts.title(f"{path}.{name}", node.title)
    return ir.FieldDecl(name, of.text, default, title, scope.frame.unit.at(node.name))


def declare_state(node: nodes.State, of: Type, path: str, scope: Scope, pack: Pack) -> ir.StateDecl:
    name = node.name.text
    return ir.StateDecl(
        name,
        of.text,
        default_of(of, node.default, scope, pack),
        verb_names(node.until, scope),
        verb_names(node.changed_by, scope),
        pack.texts.title(f"{path}.{name}", node.title),
        scope.frame.unit.at(node.name),
    )


def declare_zone(
    node: nodes.Zone | nodes.Slot, path: str, scope: Scope, pack: Pack, above: Member | None = None
) -> ir.ZoneDecl:
    """A zone. Of one that the kind writes again, all that holds for it: what `above` says, and what is said here."""
    name = node.name.text
    title = pack.texts.title(f"{path}.{name}", node.title)
    made = ir.ZoneDecl(
        name=name,
        kinds=[kind.text for kind in node.kinds],
        ordered=False,
        hidden=False,
        seen_by=[],
        refills_from=None,
        returns_to=None,
        until=verb_names(node.until, scope),
        slot=isinstance(node, nodes.Slot),
        title=title,
        at=scope.frame.unit.at(node.name),
    )
    if above is not None:
        _as_above(made, above, pack)
        _differs(node, made, above, scope)
    _modifiers(node, made, scope, pack)
    return made


def _modifiers(node: nodes.Zone | nodes.Slot, made: ir.ZoneDecl, scope: Scope, pack: Pack) -> None:
    for modifier in node.modifiers:
        match modifier:
            case nodes.ZoneFlag(flag="ordered"):
                made.ordered = True
            case nodes.ZoneFlag():
                made.hidden = True
            case nodes.SeenBy():
                _seen_by(modifier, made, scope)
            case nodes.RefillsFrom():
                made.refills_from = (
                    zone_name(modifier.zone, scope, pack) if made.refills_from is None else made.refills_from
                )
            case nodes.ReturnsTo():
                made.returns_to = zone_name(modifier.zone, scope, pack) if made.returns_to is None else made.returns_to


def _as_above(made: ir.ZoneDecl, above: Member, pack: Pack) -> None:
    """What the kinds above say of a zone, from the first on. It was checked where it stands, maybe in another pack."""
    made.narrows = above.first.of
    line = [above]
    while line[0].above is not None:
        line.insert(0, line[0].above)
    own = made.title
    for member in line:
        assert isinstance(member.node, nodes.Zone | nodes.Slot) and member.unit is not None
        there = Scope(Frame(pack.symbols, pack.reporter, member.unit, "kind", member.of))
        _modifiers(member.node, made, there, pack)
        made.until += [name for name in verb_names(member.node.until, there) if name not in made.until]
        if own is None and member.node.title is not None:
            made.title = f"{member.pack}.kind.{member.of}.{member.name}.title"


def _differs(node: nodes.Zone | nodes.Slot, made: ir.ZoneDecl, above: Member, scope: Scope) -> None:
    """Where contents come from and go to is said once: rules for the kind above rest on it."""
    for modifier in node.modifiers:
        said = None
        if isinstance(modifier, nodes.RefillsFrom):
            said, what = made.refills_from, "refills from"
        elif isinstance(modifier, nodes.ReturnsTo):
            said, what = made.returns_to, "returns to"
        if (
            said is not None
            and isinstance(modifier, nodes.RefillsFrom | nodes.ReturnsTo)
            and said != modifier.zone.text
        ):
            scope.report(
                "zone-differs",
                modifier.zone,
                suggestion=leave_out(
                    f"leave {what} out here, or there", at=(scope.frame.unit.end_before(modifier), modifier.span[1])
                ),
                related=declared_here(above),
                zone=made.name,
                what=what,
                other=said,
                above=above.of,
            )


def _seen_by(node: nodes.SeenBy, made: ir.ZoneDecl, scope: Scope) -> None:
    if node.who.text not in ("owner", "players"):
        guess = did_you_mean(node.who.text, ("owner", "players")) or (
            Instead.of("write owner or players", "owner", "players")
        )
        scope.report("unknown-viewer", node.who, suggestion=guess, name=node.who.text)
        return
    condition = None
    if node.condition is not None:
        condition = lower_test(node.condition, scope).expr
        settled(condition, node.condition, "Who sees a zone", (*VALUES, ir.Option), scope)
    made.seen_by.append((node.who.text, condition))


def settled(value: ir.Expr, node: nodes.Expr, what: str, parts: tuple[type, ...], scope: Scope) -> None:
    """Reports a value that is made of more than these parts, though it is settled when a game starts."""
    if not all(isinstance(each, parts) for each in walk(value)):
        scope.report("not-known-yet", node, what=what, source=scope.frame.unit.source(node))


def zone_name(node: nodes.Name, scope: Scope, pack: Pack) -> str | None:
    """A zone that another names: its owner is found at play, so any zone of that name will do here."""
    if node.text in pack.zone_names:
        return node.text
    report_unknown(pack.symbols, scope.frame.unit, pack.reporter, node, "zone", known=pack.zone_names)
    return None
