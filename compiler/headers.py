"""Pass 2 of the symbol table: what headers say. Types of fields, states, zones and slots, of parameters, of a verb's
parts; where keywords and abilities may stand; which card a seat brings; whether an override keeps to what it overrides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from attrs import define, field

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import (
    AbilityInfo,
    ActionInfo,
    BoardInfo,
    CardInfo,
    DieInfo,
    FunctionInfo,
    GameInfo,
    KeywordInfo,
    KindInfo,
    Member,
    OptionInfo,
    ParamInfo,
    SlotInfo,
    VerbInfo,
)
from greyc.compiler.members import MemberReader
from greyc.compiler.names import declared_here, is_reserved, report_unknown
from greyc.compiler.spell import did_you_mean, meant, nearest
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, FLAG, INT, WORDS, Die, Optional, Type, Word, Zone, is_thing
from greyc.compiler.unit import Unit
from greyc.compiler.written_types import TypeReader
from greyc.dsl import Instead, nodes


def resolve_headers(symbols: Symbols, units: Sequence[Unit], reporter: Reporter) -> None:
    """Fill in the types of all entries of the pack itself."""
    reading = _Headers(symbols, reporter)
    own = list(symbols.own)
    # Dice first: `rolled` says what faces show. Then members, since settings and overrides are read with them.
    for wanted in (DieInfo, GameInfo, KindInfo, Member, CardInfo, KeywordInfo):
        for entry in own:
            if type(entry) is wanted:
                reading.one(entry)
        symbols.changed()
    for entry in own:
        if type(entry) not in (DieInfo, GameInfo, KindInfo, Member, CardInfo, KeywordInfo):
            reading.one(entry)
    reading.members.finish()


@define(eq=False)
class _Headers:
    symbols: Symbols
    reporter: Reporter
    members: MemberReader = field(init=False)
    table: dict[type, Callable[[Any], None]] = field(init=False)
    meant: str | None = None

    def __attrs_post_init__(self) -> None:
        self.members = MemberReader(self.symbols, self.reporter)
        self.table = {
            DieInfo: self.die,
            GameInfo: self.game,
            KindInfo: self.members.kind,
            Member: self.members.table,
            CardInfo: self.card,
            KeywordInfo: self.keyword,
            AbilityInfo: self.ability,
            FunctionInfo: self.function,
            VerbInfo: self.verb,
            ActionInfo: self.action,
            OptionInfo: self.option,
            BoardInfo: self.board,
        }

    def one(self, entry: Any) -> None:
        read = self.table.get(type(entry))
        if read is not None:
            read(entry)

    def reader(self, unit: Unit | None) -> TypeReader:
        assert unit is not None
        return TypeReader(self.symbols, unit, self.reporter)

    # ---- values ----
    def card(self, info: CardInfo) -> None:
        self.members.card(info)
        if info.override:
            self.same_header(info, [info.node.kind.text], lambda old: [old.node.kind.text])

    def die(self, info: DieInfo) -> None:
        faces: set[Type] = set()
        assert info.unit is not None
        for face in info.node.faces:
            if isinstance(face, nodes.Number):
                faces.add(INT)
                continue
            words = self.symbols.word(face.text)
            if not words:
                report_unknown(self.symbols, info.unit, self.reporter, face, "word", known=self.symbols.words)
            else:
                faces.add(self.symbols.word_kinds[words[0].kind].type)
        if len(faces) > 1:
            self.reporter.report("mixed-faces", info.unit.path, info.span, name=info.name)
        info.type = Die(False, faces.pop() if len(faces) == 1 else ERROR if faces else INT)

    def option(self, info: OptionInfo) -> None:
        info.type = self.reader(info.unit).read(info.node.type)

    def board(self, info: BoardInfo) -> None:
        assert info.unit is not None
        kind = self.symbols.kinds.get(info.place)
        if kind is None:
            report_unknown(
                self.symbols,
                info.unit,
                self.reporter,
                info.node.place,
                "kind",
                known=[n for n, k in self.symbols.kinds.items() if k.root == "place"],
            )
            self.symbols.broken.add(info.name)
        elif kind.root != "place" and kind.name not in self.symbols.broken:
            self.reporter.report(
                "no-place", info.unit.path, info.node.place.span, related=declared_here(kind), kind=info.place
            )
        if info.shape not in SHAPES:
            self.reporter.report(
                "unknown-shape",
                info.unit.path,
                info.node.shape.span,
                suggestion=did_you_mean(info.shape, SHAPES),
                name=info.shape,
            )

    def game(self, info: GameInfo) -> None:
        if info.node is None or info.brings is None or info.pack != self.symbols.pack:
            return
        unit, kind = info.unit, self.symbols.kinds.get(info.brings)
        assert unit is not None
        name = next(m.brings for m in info.node.members if isinstance(m, nodes.Seats) and m.brings is not None)
        if kind is None:
            known = [n for n, k in self.symbols.kinds.items() if k.root == "card"]
            report_unknown(self.symbols, unit, self.reporter, name, "kind", known=known)
            return
        if kind.root != "card":
            self.reporter.report("senseless-type", unit.path, name.span, what=kind.name, why="a seat brings a card")
            return
        kind = self.own_kind(kind)
        kind.brought_in.append(info.name)
        seat = self.own_kind(self.symbols.kinds[self.symbols.seat.name])
        # A seat has the card it brings in a slot of its own, which is never empty.
        if kind.name not in seat.members:
            seat.members[kind.name] = Member(
                name=kind.name,
                pack=self.symbols.pack,
                unit=unit,
                span=name.span,
                what="slot",
                of=seat.name,
                type=Zone(kind.type),
                absent_never=True,
            )

    def own_kind(self, info: KindInfo) -> KindInfo:
        """A kind that this pack may note something on: what the packs below see stays as it was."""
        if any(info is entry for entry in self.symbols.own):
            return info
        made = attrs.evolve(
            info,
            members=dict(info.members),
            active_in=list(info.active_in),
            brought_in=list(info.brought_in),
            extensions=[],
        )
        self.symbols.kinds[info.name] = made
        self.symbols.changed()
        return made

    def keyword(self, info: KeywordInfo) -> None:
        assert info.unit is not None
        if info.pack == self.symbols.pack:
            self.params(info.params, info.node.params, info.unit)
            info.on = self.kind_names(info.node.kinds, info.unit, "keyword")
            self.members.keyword(info, info.unit, info.node.members)
            self.not_a_member(info)
        for unit, extension in info.extensions:
            self.members.keyword(info, unit, extension.members)

    def not_a_member(self, info: KeywordInfo) -> None:
        """`m.tank` must not be both a keyword and a field."""
        for on in info.on:
            for below in self.symbols.below(on):
                other = self.symbols.members(below.name).get(info.name)
                if other is not None and info.unit is not None:
                    self.reporter.report(
                        "duplicate-name",
                        info.unit.path,
                        info.span,
                        related=declared_here(other),
                        name=info.name,
                        what=f"a {other.sort} of {other.of}",
                    )
                    return

    # ---- events ----
    def ability(self, info: AbilityInfo) -> None:
        assert info.unit is not None
        if info.pack == self.symbols.pack:
            self.params(info.params, info.node.params, info.unit)
        for unit, names in self.ability_kinds(info):
            if not self.kind_names(names, unit, "ability"):
                info.on = []

    def ability_kinds(self, info: AbilityInfo) -> list[tuple[Unit, list[nodes.Name]]]:
        assert info.unit is not None
        return [(info.unit, info.node.kinds)] if info.pack == self.symbols.pack else []

    def function(self, info: FunctionInfo) -> None:
        assert info.unit is not None
        self.params(info.params, info.node.params, info.unit)
        if info.override:
            self.same_header(
                info,
                [(p.name, self.here(p.type)) for p in info.params],
                lambda old: [(p.name, self.here(p.type)) for p in old.params],
            )

    def verb(self, info: VerbInfo) -> None:
        assert info.unit is not None
        if info.pack == self.symbols.pack:
            node, unit = info.node, info.unit
            assert node is not None
            info.slots = [self.slot(slot, unit) for slot in node.slots]
            info.slots += [self.setting(setting, unit) for setting in node.settings]
            self.twice(info.slots, unit)
            if info.override:
                self.same_header(info, self.shape(info.slots), lambda old: self.shape(old.slots))
        for unit, extension in info.extensions:
            more = [self.setting(setting, unit) for setting in extension.settings]
            self.twice([*info.slots, *more], unit)
            info.slots = info.slots + more

    def slot(self, node: nodes.VerbSlot, unit: Unit) -> SlotInfo:
        is_reserved(unit, self.reporter, node.name)
        of = self.typed(node.name, node.type, unit, "amount (int)")
        left_out = isinstance(of, Optional) or (isinstance(node.type, nodes.NamedType) and node.type.optional)
        return SlotInfo(
            name=node.name.text,
            pack=self.symbols.pack,
            unit=unit,
            span=node.name.span,
            prep=node.preposition or "",
            type=of,
            optional=left_out,
            meant=self.meant,
        )

    def setting(self, node: nodes.Setting, unit: Unit) -> SlotInfo:
        is_reserved(unit, self.reporter, node.name)
        return SlotInfo(
            name=node.name.text,
            pack=self.symbols.pack,
            unit=unit,
            span=node.name.span,
            prep="with",
            type=self.default_type(node, unit),
            optional=True,
            default=node.value,
        )

    def default_type(self, node: nodes.Setting, unit: Unit) -> Type:
        """A setting has the type of its default, which is a constant."""
        value, named = node.value, self.reader(unit).known(node.name.text)
        if isinstance(value, nodes.Number | nodes.Negative | nodes.Arithmetic):
            return INT
        if isinstance(value, nodes.String):
            return WORDS
        if isinstance(value, nodes.Name):
            text = value.text
            if text in ("yes", "no"):
                return FLAG
            if text == "nothing" and named is not None:
                return Optional(named)
            if isinstance(named, Word) and self.symbols.word(text, named.name):
                return named
            words = self.symbols.word(text)
            if len(words) == 1:
                return self.symbols.word_kinds[words[0].kind].type
            entry = self.symbols.values.get(text)
            if isinstance(entry, OptionInfo | Member):
                return entry.type
            if not words and entry is None and text != "nothing":
                return ERROR  # reported where the default is lowered
        self.reporter.report("setting-without-type", unit.path, node.span, name=node.name.text)
        return ERROR

    def action(self, info: ActionInfo) -> None:
        assert info.unit is not None
        unit = info.unit
        info.actor.type = self.typed(info.node.actor.name, info.node.actor.type, unit, "player (hero)")
        info.actor.meant = self.meant
        if info.actor.type is not ERROR and not is_thing(info.actor.type):
            self.reporter.report(
                "senseless-type",
                unit.path,
                info.node.actor.name.span,
                what=info.actor.name,
                why="a seat or a thing acts",
            )
            info.actor.type = ERROR
        nodes_of = [m for m in info.node.members if isinstance(m, nodes.Given)]
        for given, node in zip(info.givens, nodes_of, strict=True):
            is_reserved(unit, self.reporter, node.name)
            given.type = self.reader(unit).read(node.type)
        if info.override:
            self.same_header(
                info,
                [info.group, (info.actor.name, self.here(info.actor.type))],
                lambda old: [old.group, (old.actor.name, self.here(old.actor.type))],
            )

    # ---- parts ----
    def params(self, infos: list[ParamInfo], params: Sequence[nodes.Param], unit: Unit) -> None:
        for info, node in zip(infos, params, strict=True):
            if is_reserved(unit, self.reporter, node.name):
                continue
            info.type = self.typed(node.name, node.type, unit, f"{node.name.text}: int")
            info.meant = self.meant
        self.twice(infos, unit)

    def typed(self, name: nodes.Name, node: nodes.TypeExpr | None, unit: Unit, example: str) -> Type:
        """The written type, or that of the kind whose name the slot has. `meant` is then the kind it should have been."""
        reader = self.reader(unit)
        self.meant = None
        if node is not None:
            return reader.read(node)
        of = reader.known(name.text)
        if of is not None:
            return of
        if name.text not in self.symbols.broken and (unit.path, name.text) not in self.reporter.told:
            known = [*self.symbols.kinds, *self.symbols.word_kinds, *NAMED_TYPES]
            self.meant = nearest(name.text, known)
            self.reporter.report(
                "slot-without-type",
                unit.path,
                name.span,
                suggestion=meant(self.meant) if self.meant else Instead.of(f"say what it is, as in {example}", example),
                name=name.text,
            )
        return ERROR

    def twice(self, parts: Sequence[ParamInfo | SlotInfo], unit: Unit) -> None:
        seen: dict[str, ParamInfo | SlotInfo] = {}
        for part in parts:
            first = seen.setdefault(part.name, part)
            if first is not part:
                self.reporter.report(
                    "duplicate-name",
                    unit.path,
                    part.span,
                    related=declared_here(first),
                    name=part.name,
                    what=f"a {first.sort} here",
                )

    def kind_names(self, names: Sequence[nodes.Name], unit: Unit, what: str) -> list[str]:
        """Kinds on which keywords or abilities stand; none where one is unknown, and then nothing is checked by them."""
        found: list[str] = []
        unknown = False
        for name in names:
            if name.text in self.symbols.kinds:
                found.append(name.text)
            else:
                report_unknown(self.symbols, unit, self.reporter, name, "kind", known=self.symbols.kinds)
                unknown = True
        return [] if unknown else found

    def same_header(self, info: Any, header: list[Any], of_old: Callable[[Any], list[Any]]) -> None:
        old = self.symbols.overridden[info.name]
        assert isinstance(old, VerbInfo | FunctionInfo | ActionInfo | CardInfo) and old.unit is not None
        if header != of_old(old):
            self.reporter.report(
                "override-differs",
                info.unit.path,
                info.span,
                related=declared_here(old),
                suggestion=f"it was: {header_text(old)}\nthis is: {header_text(info)}",
                what=old.sort,
                name=info.name,
            )

    def shape(self, slots: Sequence[SlotInfo]) -> list[tuple[str, str, str]]:
        own = [(s.prep, s.name, self.here(s.type)) for s in slots if s.prep != "with"]
        return own + sorted((s.prep, s.name, self.here(s.type)) for s in slots if s.prep == "with")

    def here(self, of: Type) -> str:
        """A type in a header as it is read here: where a library says `seat`, it means this game's seats."""
        return re.sub(r"\bseat\b", self.symbols.seat.name, of.text)


SHAPES = ("grid", "hex", "graph")


def header_text(info: VerbInfo | FunctionInfo | ActionInfo | CardInfo) -> str:
    """The first line of a declaration as its author wrote it, without title and colon."""
    assert info.unit is not None and info.node is not None
    node = info.node
    ends = [info.span[1]]
    if isinstance(node, nodes.Verb):
        ends += [part.span[1] for part in (*node.slots, *node.settings)]
    elif isinstance(node, nodes.Function):
        ends += [part.span[1] + 1 for part in node.params]
    elif isinstance(node, nodes.Card):
        pass  # its kind stands before its name
    else:
        ends += [node.actor.span[1]]
    return " ".join(info.unit.text[node.span[0] : max(ends)].split())
