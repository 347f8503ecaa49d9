"""A linked game as tables: layouts, printed cards, zones, hooks by what they watch. Code is generated against these.

One Program serves every game started from the same bundle and packs; nothing in it changes in play.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from . import ir, layout
from .consts import NeedsGame, constant, is_constant
from .errors import LinkError
from .layout import HEADER, PLACE_HEADER, TABLE_SIZE, KindLayout, Member, ZoneInfo
from .link import Linked, Placed

ROOTS = ("seat", "card", "token", "place")


@define
class Def:
    """A printed card, or (`card` None) what a kind makes without one. `number` is the value of header cell DEF."""

    number: int
    name: str
    kind: str
    card: ir.Card | None
    title: str | None
    pack: int
    fields: dict[str, Any] = field(factory=dict)
    """Printed values by name, and initial values of states that the card sets."""
    keywords: dict[str, tuple[Any, ...]] = field(factory=dict)
    template: list[Any] = field(factory=list)
    """The cells of a new thing, zones and header aside."""
    late: list[tuple[int, ir.Expr, Member]] = field(factory=list)
    """Cells whose start value must be worked out in play: offset, expression, member."""
    zones: list[Member] = field(factory=list)


@define(eq=False)
class Item:
    """Something that is in force while its bearer is active: `cell` is the registry it is entered in."""

    placed: Placed
    cell: int
    uid: int
    zones: frozenset[str]
    rank: tuple[int, int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.rank = self.placed.rank


class Program:
    """See the module. Attributes are read by the emitters and the interpreter."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked
        self.layouts: dict[str, KindLayout] = {}
        self._reading: set[tuple[int, str]] = set()
        """Printed fields that are just being worked out."""
        self.shared: dict[tuple[str, str], int] = {}
        self.zones: list[ZoneInfo] = []
        self.table: dict[str, Member] = {}
        self.table_cells: list[Any] = []
        self.defs: list[Def] = []
        self.card_number: dict[str, int] = {}
        self.kind_number: dict[str, int] = {}
        self.cell_number: dict[tuple[str, int, int], int] = {}
        self.first_states: dict[tuple[str, int, int], dict[str, Any]] = {}
        """What the states of a named card begin with where a drawing says so."""
        self.word_order: dict[str, dict[str, int]] = {}
        self.sorts: dict[str, str] = {}
        """Type -> what its values are, see `Values.sort`."""
        self.every_cell: dict[str, int] = {}
        self.seat_kind = self._seat_kind()
        self.per_copy = self._fields_set_in_play()
        for name, word_kind in linked.word_kinds.items():
            self.word_order[name] = {w: i for i, w in enumerate(word_kind.words)}
        # The box is zone 0, as the table of every game has it.
        self._zone(ir.ZoneDecl("box", [], False, False, [], None, None, [], False, None, (1, 1)), "", layout.BOX)
        self._layouts()
        self._table()
        self._defs()
        self._templates()

    # ---- kinds ------------------------------------------------------------------------------

    def _fields_set_in_play(self) -> set[str]:
        """Names of fields that some `create ... with` fixes for a copy, or whose default reads the game in play."""
        found = {f.name for k in self.linked.kinds.values() for f in k.fields if self._reads_play(f.default)}
        core = {s.label for s in ir.VERBS["create"].slots}
        for node in walk(self.linked):
            if isinstance(node, ir.CallVerb) and node.verb == "create":
                found |= set(node.args) - core
        return found

    def _layouts(self) -> None:
        # A keyword's words don't know on which of its kinds they stand, so a state of a keyword for several kinds lies in
        # the same cell of all things.
        for keyword in self.linked.keywords.values():
            for state in keyword.states if len(keyword.on) > 1 else ():
                self.shared[keyword.name, state.name] = max(HEADER, PLACE_HEADER) + len(self.shared)
        for root in ROOTS:
            size = PLACE_HEADER if root == "place" else HEADER
            if self.shared:
                size = max(HEADER, PLACE_HEADER) + len(self.shared)
            self.layouts[root] = KindLayout(root, None, root, len(self.layouts), size=size, ancestors=(root,))
        for name in self.linked.kinds:
            self._layout(name)
        for name in list(self.layouts):
            for above in self.layouts[name].ancestors:
                self.layouts[above].children.add(name)

    def _layout(self, name: str) -> KindLayout:
        if name in self.layouts:
            return self.layouts[name]
        kind = self.linked.kinds[name]
        pack = self.linked.pack_of["kind", name]
        above = self._layout(kind.parent)
        lay = KindLayout(
            name,
            kind.parent,
            above.root,
            len(self.layouts),
            dict(above.members),
            above.size,
            (name, *above.ancestors),
            active_in=frozenset(kind.active_in) or above.active_in,
            decides=kind.decides or above.decides,
            pack=pack,
        )
        self.layouts[name] = lay
        for f in kind.fields:
            inherited = above.members.get(f.name)
            if inherited is not None:  # the kind above's field with another default
                lay.members[f.name] = Member(
                    f.name, inherited.kind, "field", f.type, inherited.offset, f.default, f, pack
                )
                continue
            offset = -1
            if f.name in self.per_copy or above.root == "seat":
                offset, lay.size = lay.size, lay.size + 1
            lay.members[f.name] = Member(f.name, name, "field", f.type, offset, f.default, f, pack)
        keyword_states = []
        for k in self.linked.keywords.values():
            for s in k.states if name in k.on else ():
                if s.name in lay.members:
                    continue
                if (k.name, s.name) in self.shared:
                    at = self.shared[k.name, s.name]
                    lay.members[s.name] = Member(s.name, name, "state", s.type, at, s.default, s, pack)
                else:
                    keyword_states.append(s)
        # What only some cards of the kind have lies in all of its copies: a cell more, and one layout for a kind.
        cards = [card for card in self.linked.cards.values() if card.kind == name]
        card_states = {s.name: s for card in cards for s in card.states if s.name not in lay.members}
        card_zones = {z.name: z for card in cards for z in card.zones if z.name not in lay.members}
        for s in [*kind.states, *keyword_states, *card_states.values()]:
            lay.members[s.name] = Member(s.name, name, "state", s.type, lay.size, s.default, s, pack)
            lay.size += 1
        zones = [*kind.zones, *card_zones.values()]
        brings = self.linked.game.brings
        if name == self.seat_kind and brings is not None:
            # The card a seat brings lies in a slot of its own.
            zones.append(ir.ZoneDecl(brings, [brings], False, False, [], None, None, [], True, None, kind.at))
        for z in zones:
            again = above.members.get(z.name) if z.narrows is not None else None
            offset = lay.size if again is None else again.offset
            first = name if again is None else again.kind
            member = Member(z.name, first, "zone", f"zone<{'|'.join(z.kinds)}>", offset, None, z, pack)
            member.zone_number = self._zone(z, name, offset, first)
            lay.members[z.name] = member
            lay.size += 2 if again is None else 0
        return lay

    def _seat_kind(self) -> str:
        """The kind of the seats: of those that the game's pack declares, else of all, the one furthest below `seat`."""
        linked = self.linked
        every = [kind for kind in linked.kinds.values() if kind.root == "seat"]
        some = [kind for kind in every if linked.pack_of["kind", kind.name] == linked.game_pack] or every
        above = {kind.parent for kind in some}
        return next((kind.name for kind in reversed(some) if kind.name not in above), "seat")

    def _reads_play(self, node: ir.Expr | None) -> bool:
        return node is not None and any(
            isinstance(n, (ir.State, ir.Option, ir.Players, ir.Call)) for n in walk_node(node)
        )

    def _zone(self, decl: ir.ZoneDecl, kind: str, offset: int, first: str = "") -> int:
        open_ = not decl.hidden and not decl.seen_by
        info = ZoneInfo(len(self.zones), decl.name, kind, offset, decl, open_, first)
        self.zones.append(info)
        return info.number

    # ---- the table --------------------------------------------------------------------------

    def cell(self, initial: Any) -> int:
        """A new cell of the table."""
        self.table_cells.append(initial)
        return TABLE_SIZE + len(self.table_cells) - 1

    def _table(self) -> None:
        game = self.linked.game
        for option in game.options:
            at = self.cell(None)
            decl = ir.StateDecl(option.name, option.type, option.default, [], [], option.title, option.at)
            self.table[option.name] = Member(option.name, "", "field", option.type, at, option.default, decl, 0)
        for state in game.states:
            at = self.cell(None)
            self.table[state.name] = Member(state.name, "", "state", state.type, at, state.default, state, 0)
        for zone in game.zones:
            at = self.cell(())
            member = Member(zone.name, "", "zone", f"zone<{'|'.join(zone.kinds)}>", at, None, zone, 0)
            member.zone_number = self._zone(zone, "", at)
            self.cell((0, member.zone_number))
            self.table[zone.name] = member
        for info in self.zones:
            self._zone_links(info)
        self._same_sizes()
        for name, lay in self.layouts.items():
            if name not in ROOTS or lay.members:
                self.every_cell[name] = self.cell(())
        self.board_cells: dict[str, int] = {b: self.cell({}) for b in self.linked.boards}
        self.once_cells: dict[str, int] = {}

    def _same_sizes(self) -> None:
        """Copies that may lie together where not all see them have equally many cells, so that one may turn out to be the
        other (see greyc.runtime.redeal)."""
        together = [
            {c for kind in z.decl.kinds for c in self.layouts[kind].children}
            for z in self.zones
            if not z.open and self._is_there(z)
        ]
        while True:
            small = [
                (k, most)
                for kinds in together
                for most in [max(self.layouts[k].size for k in kinds)]
                for k in kinds
                if self.layouts[k].size < most
            ]
            if not small:
                return
            for kind, most in small:
                self.layouts[kind].size = max(most, self.layouts[kind].size)

    def _is_there(self, info: ZoneInfo) -> bool:
        """Whether a game can have such a zone: seats are of one kind, and a kind below another may have its zone otherwise."""
        if not info.kind or self.layouts[info.kind].root != "seat":
            return True
        member = self.layouts[self.seat_kind].members.get(info.name)
        return member is not None and member.zone_number == info.number

    def _zone_links(self, info: ZoneInfo) -> None:
        members = self.layouts[info.kind].members if info.kind else self.table
        if info.decl.refills_from:
            info.refills = members[info.decl.refills_from].offset - info.offset
        back = info.decl.returns_to
        if back:
            if info.kind and back in members:
                info.returns = ("holder", members[back].offset)
            elif back in self.table:
                info.returns = ("table", self.table[back].offset)
            else:
                seat = next((k for k, lay in self.layouts.items() if lay.root == "seat" and back in lay.members), None)
                if seat is None:
                    raise LinkError(f"the zone {info.name} returns to {back}, which is no zone")
                info.returns = ("owner", self.layouts[seat].members[back].offset)

    def once_cell(self, verb: str) -> int:
        if verb not in self.once_cells:
            self.once_cells[verb] = self.cell(frozenset())
        return self.once_cells[verb]

    # ---- printed cards ----------------------------------------------------------------------

    def _defs(self) -> None:
        linked = self.linked
        for name, lay in self.layouts.items():
            number = len(self.defs)
            title = linked.kinds[name].title if name in linked.kinds else None
            self.defs.append(Def(number, name, name, None, title, lay.pack))
            self.kind_number[name] = number
        for name, card in linked.cards.items():
            self.card_number[name] = len(self.defs)
            self.defs.append(
                Def(len(self.defs), name, card.kind, card, card.title, linked.pack_of["card", name], dict(card.fields))
            )
        for board in linked.boards.values():
            for cell in board.cells:
                if cell.card is None:
                    number = len(self.defs)
                    self.cell_number[board.name, cell.x, cell.y] = number
                    name = f"{board.name}.{cell.x}.{cell.y}"
                    title = linked.kinds[board.kind].title
                    self.defs.append(
                        Def(
                            number,
                            name,
                            board.kind,
                            None,
                            title,
                            linked.pack_of["board", board.name],
                            dict(cell.fields),
                        )
                    )
        for name, card in linked.cards.items():
            for cell in card.drawing or ():
                number = len(self.defs)
                self.cell_number[name, cell.x, cell.y] = number
                if cell.card is not None:
                    continue
                kind = card.places or next(b.kind for b in linked.boards.values())
                self.defs.append(
                    Def(
                        number,
                        f"{name}.{cell.x}.{cell.y}",
                        kind,
                        None,
                        None,
                        linked.pack_of["card", name],
                        dict(cell.fields),
                    )
                )
        for d in self.defs:
            for grant in d.card.keywords if d.card else ():
                self._grant(d, grant, {})
        for d in self.defs:
            d.fields = {name: self._constant(value, d) for name, value in d.fields.items()}
        drawings = [(b.name, b.cells) for b in linked.boards.values()] + [
            (c.name, c.drawing) for c in linked.cards.values()
        ]
        for name, cells in drawings:
            for cell in cells or ():
                if cell.card is not None:
                    place = self.defs[self.card_number[cell.card]]
                    states = {state: self._constant(value, place) for state, value in cell.fields.items()}
                    self.first_states[name, cell.x, cell.y] = states

    def _grant(self, d: Def, grant: ir.GrantKeyword, env: dict[str, Any]) -> None:
        keyword = self.linked.keywords[grant.keyword]
        args = tuple([self._constant(a, d, env) for a in grant.args])
        d.keywords[keyword.name] = args
        inner = dict(zip([p.name for p in keyword.params], args, strict=False))
        for name, value in keyword.fields.items():
            d.fields.setdefault(name, self._as_expr(self._constant(value, d, inner)))
        for more in keyword.keywords:
            self._grant(d, more, inner)

    def brings(self, keyword: str, args: tuple[Any, ...]) -> list[tuple[str, tuple[Any, ...]]]:
        """The keywords that one with these parameters brings with it."""
        found = []
        decl = self.linked.keywords[keyword]
        env = dict(zip([p.name for p in decl.params], args, strict=False))
        for grant in decl.keywords:
            values = tuple([constant(a, self.card_number.__getitem__, env, self._printed) for a in grant.args])
            found += [(grant.keyword, values), *self.brings(grant.keyword, values)]
        return found

    @staticmethod
    def _as_expr(value: Any) -> Any:
        return _Const(value)

    def _constant(self, node: Any, d: Def, env: dict[str, Any] | None = None) -> Any:
        if isinstance(node, _Const):
            return node.value
        return constant(node, self.card_number.__getitem__, {"this": d, **(env or {})}, self._printed)

    def _printed(self, d: Any, name: str) -> Any:
        d = self.defs[d] if isinstance(d, int) else d
        value = d.fields[name] if name in d.fields else self.layouts[d.kind].members[name].default
        if not isinstance(value, (ir.Node, _Const)):
            return value
        if (d.number, name) in self._reading:
            raise LinkError(f"the field {name} of {d.name} is worked out from itself")
        self._reading.add((d.number, name))
        try:
            return self._constant(value, d)
        finally:
            self._reading.remove((d.number, name))

    def printed_value(self, d: Def, member: Member) -> Any:
        """The value a printed field has on a printed card."""
        if member.name in d.fields:
            return d.fields[member.name]
        if member.name == "copies" and member.default is None:
            return 1
        if member.default is None:
            return _empty(member.type)
        try:
            return self._constant(member.default, d)
        except NeedsGame:
            return None

    def work_out(self) -> None:
        """Works out whatever is printed, which is else done when it is read. Raises LinkError for what can't be."""
        for d in self.defs:
            if d.card is not None:
                for member in self.layouts[d.kind].members.values():
                    if member.what == "field":
                        self.printed_value(d, member)

    def _templates(self) -> None:
        for d in self.defs:
            lay = self.layouts[d.kind]
            cells: list[Any] = [None] * lay.size
            cells[layout.DEF] = d.number
            cells[layout.KNOWN] = ()
            cells[layout.AGE] = 0
            for member in lay.members.values():
                if member.what == "zone":
                    cells[member.offset] = ()
                    d.zones.append(member)
                elif member.offset >= 0:
                    if member.name in d.fields:
                        cells[member.offset] = d.fields[member.name]
                    elif member.default is None:
                        cells[member.offset] = _empty(member.type)
                    elif is_constant(member.default):
                        cells[member.offset] = self._constant(member.default, d)
                    else:
                        d.late.append((member.offset, member.default, member))
            d.template = cells


@define
class _Const:
    """A value already worked out, among expressions."""

    value: Any


def _empty(type_: str) -> Any:
    """What a member without a default holds at first: none of a list or tally, else nothing."""
    if type_.startswith("list<"):
        return ()
    if type_.startswith("tally<"):
        return {}
    return False if type_ == "flag" else None


def walk_node(node: Any) -> Any:
    """All nodes below (and) a node."""
    stack = [node]
    pop, push, holders = stack.pop, stack.append, ir.HOLDERS
    while stack:
        n = pop()
        if isinstance(n, ir.Node):
            yield n
            names = holders.get(type(n))
            for name in ir.holders(type(n)) if names is None else names:
                held = getattr(n, name)
                if held:
                    push(held)
        elif isinstance(n, (list, tuple)):
            stack.extend(n)
        elif isinstance(n, dict):
            stack.extend(n.values())


def walk(linked: Linked) -> Any:
    """All nodes of everything linked."""
    for pack in linked.packs:
        yield from walk_node(pack)
