"""Printed cards to IR: what stands on a card, checked against its kind."""

from __future__ import annotations

from greyc.compiler.acts import Pack
from greyc.compiler.declare_board import card_drawing
from greyc.compiler.declare_kind import SAID, text_member
from greyc.compiler.declare_members import declare_state, declare_zone
from greyc.compiler.declare_words import WordsOf, active_zones
from greyc.compiler.entries import CardInfo
from greyc.compiler.printing import Printing
from greyc.compiler.resolve import frame_of_card, scope_of
from greyc.compiler.scope import Frame
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.runtime import ir


def declare_card(info: CardInfo, unit: Unit, pack: Pack) -> ir.Card:
    """A printed card."""
    node = info.node

    def frame_in(zones: list[str] | None) -> Frame:
        return frame_of_card(info.name, pack.symbols, unit, pack.reporter, zones)

    scope = scope_of(frame_in(None))
    made = ir.Card(
        name=info.name,
        kind=info.kind,
        title=_title(info, pack),
        fields={},
        keywords=[],
        states=[],
        zones=[],
        words=WordsOf(pack, frame_in, info.name).lower(node.members),
        drawing=None,
        text=None,
        file=unit.index,
        at=unit.at(node.name),
        override=info.override,
    )
    printing = Printing(pack, scope, [info.kind], info.name)
    for member in node.members:
        match member:
            case nodes.Prop():
                printing.prop(member)
            case nodes.State() if _is_own(info, member):
                of = info.members[member.name.text].type
                made.states.append(declare_state(member, of, info.name, scope, pack))
            case nodes.Zone() | nodes.Slot() if _is_own(info, member):
                made.zones.append(declare_zone(member, info.name, scope, pack))
            case nodes.TextMember():
                made.text = text_member(member, made.text, scope, info.name, pack)
            case nodes.Drawing():
                legends = [each for each in node.members if isinstance(each, nodes.Legend)]
                made.drawing, made.places, made.shifted = card_drawing(member, legends, scope, pack)
            case nodes.LogMember() | nodes.Check():
                scope.report("not-on-card", member, what=SAID[type(member)])
            case nodes.ActiveIn(members=None):
                active_zones(member.zones, scope, pack)
                scope.report("not-on-card", member, what="active in without a block")
    made.fields, made.keywords = printing.fields, printing.keywords
    printing.report_twice()
    printing.report_missing(node.name)
    return made


def _title(info: CardInfo, pack: Pack) -> str:
    """The id of a card's name. One that is written anew without a name keeps the one it had."""
    if info.node.title is None and info.override:
        return f"{pack.symbols.overridden[info.name].pack}.{info.name}.title"
    title = info.node.title.value if info.node.title is not None else info.name.replace("_", " ").capitalize()
    return pack.texts.add(f"{info.name}.title", title)


def _is_own(info: CardInfo, node: nodes.State | nodes.Zone | nodes.Slot) -> bool:
    member = info.members.get(node.name.text)
    return member is not None and member.node is node
