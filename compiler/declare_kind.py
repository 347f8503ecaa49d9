"""Kinds, keywords, kinds of words and dice to IR, with what other packs add to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from greyc.compiler.acts import Pack
from greyc.compiler.declare_members import declare_field, declare_state, declare_zone
from greyc.compiler.declare_words import WordsOf, active_zones, lower_check
from greyc.compiler.entries import KeywordInfo, KindInfo, WordKindInfo
from greyc.compiler.expr import lower
from greyc.compiler.printing import Printing
from greyc.compiler.resolve import frame_of_keyword, frame_of_kind, scope_of
from greyc.compiler.scope import Frame
from greyc.compiler.types import Printed
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.runtime import ir


def declare_kind(
    info: KindInfo,
    members: Sequence[nodes.KindMember],
    title: nodes.String | None,
    where: nodes.Node,
    unit: Unit,
    pack: Pack,
    show: dict[str, Any],
    extension: bool = False,
) -> ir.Kind:
    """A kind, or what a pack adds to one."""
    path = f"kind.{info.name}"

    def frame_in(zones: list[str] | None) -> Frame:
        return frame_of_kind(info.name, pack.symbols, unit, pack.reporter, zones)

    scope = scope_of(frame_in(None))
    made = ir.Kind(
        name=info.name,
        parent=info.parent or info.root,
        root=info.root,
        title=pack.texts.title(path, title),
        fields=[],
        states=[],
        zones=[],
        decides=None,
        active_in=[],
        words=WordsOf(pack, frame_in, path).lower(members),
        checks=[],
        extension=extension,
        show=show,
        file=unit.index,
        at=unit.at(where),
    )
    for node in members:
        match node:
            case nodes.Field() if _is_own(info, node):
                made.fields.append(declare_field(node, info.members[node.name.text].type, path, scope, pack))
            case nodes.State() if _is_own(info, node):
                made.states.append(declare_state(node, info.members[node.name.text].type, path, scope, pack))
            case nodes.Zone() | nodes.Slot() if _is_own(info, node):
                made.zones.append(declare_zone(node, path, scope, pack, info.members[node.name.text].above))
            case nodes.Decides() if node.value is info.decides:
                made.decides = pack.answers.seats(node.value, scope)
            case nodes.Decides():
                scope.report("second-decides", node)
            case nodes.ActiveIn(members=None):
                made.active_in += active_zones(node.zones, scope, pack)
            case nodes.Check():
                made.checks.append(lower_check(node, scope_of(_check_frame(info, unit, pack))))
    return made


def _is_own(info: KindInfo | KeywordInfo, node: nodes.Field | nodes.State | nodes.Zone | nodes.Slot) -> bool:
    """A member whose name was taken is known by another's node; it was reported and is left out."""
    member = info.members.get(node.name.text)
    return member is not None and member.node is node


def _check_frame(info: KindInfo, unit: Unit, pack: Pack) -> Frame:
    """A check is tried on each printed card of the kind; one of a kind of places on each place, as it lies on its board."""
    this = info.type if info.root == "place" else Printed(info.type)
    return Frame(pack.symbols, pack.reporter, unit, "check", info.name, this=this)


def declare_keyword(
    info: KeywordInfo,
    members: Sequence[nodes.BodyMember],
    title: nodes.String | None,
    where: nodes.Node,
    unit: Unit,
    pack: Pack,
    extension: bool = False,
) -> ir.Keyword:
    """A keyword, or what a pack adds to one. What it sets on its bearer is read like a card's."""
    path = f"keyword.{info.name}"

    def frame_in(zones: list[str] | None) -> Frame:
        frame = frame_of_keyword(info.name, pack.symbols, unit, pack.reporter)
        frame.zones = zones
        return frame

    scope = scope_of(frame_in(None), info.params)
    made = ir.Keyword(
        name=info.name,
        params=[ir.Param(param.name, param.type.text) for param in info.params],
        on=list(info.on),
        title=pack.texts.title(path, title, scope),
        text=None,
        fields={},
        keywords=[],
        states=[],
        words=WordsOf(pack, frame_in, path, info.params).lower(members),
        extension=extension,
        file=unit.index,
        at=unit.at(where),
    )
    printing = Printing(pack, scope, info.on, path)
    for node in members:
        match node:
            case nodes.State() if _is_own(info, node):
                made.states.append(declare_state(node, info.members[node.name.text].type, path, scope, pack))
            case nodes.Field() if node.default is not None and _is_own(info, node):
                value = lower(node.default, scope, info.members[node.name.text].type)[0]
                printing.put(node.name.text, value, node.name)
            case nodes.Field():
                scope.report("keyword-field", node, name=node.name.text)
            case nodes.Prop():
                printing.prop(node)
            case nodes.TextMember():
                made.text = text_member(node, made.text, scope, path, pack)
            case nodes.LogMember() | nodes.Zone() | nodes.Slot() | nodes.Drawing() | nodes.Legend() | nodes.Check():
                scope.report("not-on-keyword", node, what=SAID[type(node)])
            case nodes.ActiveIn(members=None):
                scope.report("not-on-keyword", node, what="active in without a block")
    printing.report_twice()
    made.fields, made.keywords = printing.fields, printing.keywords
    return made


SAID = {
    nodes.LogMember: "log",
    nodes.Zone: "a zone",
    nodes.Slot: "a slot",
    nodes.Drawing: "a drawing",
    nodes.Legend: "a legend",
    nodes.Check: "a check",
}


def text_member(
    node: nodes.TextMember, before: ir.Message | None, scope: Any, path: str, pack: Pack
) -> ir.Message | None:
    """The sentence of a card or keyword; a second one is reported."""
    if before is not None:
        scope.report("second-text", node)
        return before
    return pack.texts.message(node.text, scope, path, "text")


def declare_word_kinds(infos: Iterable[WordKindInfo], pack: Pack, own: str) -> list[ir.WordKind]:
    """The kinds of words that a pack declares, and the words it adds to those of others."""
    made = []
    for info in infos:
        extension = info.pack != own
        words = [word for word in info.words.values() if word.pack == own]
        if info.unit is None or (extension and not words):
            continue
        title = info.node.title if info.node is not None and not extension else None
        titles = {word.name: pack.texts.title(f"word.{word.name}", word.title) for word in words}
        first = words[0] if extension else info
        assert first.unit is not None
        made.append(
            ir.WordKind(
                name=info.name,
                ordered=info.ordered,
                closed=info.closed,
                words=[word.name for word in words],
                title=pack.texts.title(f"kind.{info.name}", title),
                titles={name: key for name, key in titles.items() if key is not None},
                extension=extension,
                at=first.unit.at(nodes.Node(first.span)),
                file=first.unit.index,
            )
        )
    return made


def declare_die(node: nodes.Die, unit: Unit, pack: Pack) -> ir.Die:
    """A die; whether its faces are numbers or words of one kind was seen with its header."""
    faces = [face.text if isinstance(face, nodes.Name) else face.value for face in node.faces]
    title = pack.texts.title(f"die.{node.name.text}", node.title)
    return ir.Die(node.name.text, faces, title, unit.at(node.name), unit.index)
