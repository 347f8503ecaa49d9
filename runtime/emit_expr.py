"""IR expressions to Python source.

Every expression of the IR becomes one Python expression over `S` (the State), `st` (its cells), locals `l_NAME`, and
the names of the Program's namespace: tables (`F_field`, `KIND_k`, `KW_k`), primitives (`P`) and generated functions.
Content never appears in the source as text: names are `l_` + a checked identifier or numbers, texts and words are
Python literals made by repr.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import ir
from .layout import ALL_SEATS, FACE, OUTCOME, RUNNING, SEATS, WINNER, ZONE
from .program import walk_node

if TYPE_CHECKING:
    from .codegen import Codegen

HELPERS = {
    "neighbours": "P.neighbours(S, {0})", "adjacent": "P.adjacent(S, {0})", "reachable": "P.reachable(S, {args})",
    "path": "P.path(S, {args})", "distance": "P.distance(S, {args})",
    "places": "P.laid(S, {0})", "spots": "P.spots(S, {0})",
    "side": "P.side(S, {0}, {1})", "toward": "P.toward(S, {0}, {1})",
    "next": "P.next_seat(S, {0})", "seats_from": "P.seats_from(S, {0})", "abs": "abs({0})",
    "position": "position({0}, counted(S, {1}))", "total": "sum(counted(S, {0}).values())", "spot": "({0}, {1}, {2})",
    "sees": "P.sees(S, {0}, {1})",
    "seat": f"st[{ALL_SEATS}][({{0}}) - 1]",
}  # fmt: skip

_LOOKS = (
    ir.Query | ir.Aggregate | ir.MapList | ir.Builtin | ir.Call | ir.Can | ir.Has | ir.In | ir.Join | ir.Without
    | ir.Every | ir.RangeList
)  # fmt: skip


class Expressions:
    """One per unit; `read_this` is the local through which `this` is read (see hooks: a copy that left meanwhile)."""

    def __init__(self, gen: Codegen, read_this: str = "l_this") -> None:
        self.gen = gen
        self.program = gen.program
        self.read_this = read_this

    # ---- entry ------------------------------------------------------------------------------

    def __call__(self, n: ir.Expr) -> str:
        source: str = getattr(self, f"e_{n.op}")(n)
        recorder = self.gen.recorder
        return source if recorder is None else recorder.expression(self, n, source)

    def read(self, n: ir.Expr) -> str:
        """`n` as the thing whose cells are read: `this` may be a copy as it was."""
        if isinstance(n, ir.Local) and n.name == "this":
            return self.read_this
        return self(n)

    # ---- constants --------------------------------------------------------------------------

    def e_int(self, n: ir.Int) -> str:
        return str(n.value) if n.value >= 0 else f"({n.value})"

    def e_flag(self, n: ir.Flag) -> str:
        return str(n.value)

    def e_str(self, n: ir.Str) -> str:
        return repr(n.value)

    def e_nothing(self, n: ir.Nothing) -> str:
        return "None"

    def e_far(self, n: ir.Far) -> str:
        return "FAR"

    def e_word(self, n: ir.Word) -> str:
        return repr(n.word)

    def e_die(self, n: ir.DieRef) -> str:
        return repr(n.name)

    def e_side(self, n: ir.SideRef) -> str:
        return repr(n.name)

    def e_board(self, n: ir.BoardRef) -> str:
        return repr(n.name)

    def e_keyword_ref(self, n: ir.KeywordRef) -> str:
        return repr(n.name)

    def e_kind_ref(self, n: ir.KindRef) -> str:
        return str(self.program.kind_number[n.kind])

    def e_printed(self, n: ir.Printed) -> str:
        return str(self.program.card_number[n.card])

    def e_copy(self, n: ir.Copy) -> str:
        return f"P.only(S, {self.program.card_number[n.card]})"

    # ---- names ------------------------------------------------------------------------------

    def e_local(self, n: ir.Local) -> str:
        return self.gen.local(n.name)

    def e_state(self, n: ir.State) -> str:
        if n.name == "outcome":
            return f"st[{OUTCOME}]"
        if n.name == "winner":
            return f"st[{WINNER}]"
        return f"st[{self.program.table[n.name].offset}]"

    def e_option(self, n: ir.Option) -> str:
        return f"st[{self.program.table[n.name].offset}]"

    def e_get(self, n: ir.Get) -> str:
        member = self.program.layouts[n.kind].members.get(n.name)
        if member is None:
            return self.gen.printed_only(n.name, self(n.of) if n.printed else f"st[{self.read(n.of)}]")
        of = self(n.of) if n.printed else self.read(n.of)
        if n.printed:
            return f"{self.gen.field_table(n.name)}[{of}]"
        if (self.gen.home(n.kind, n.name), n.name) in self.gen.modified:
            return f"{self.gen.modified_reader(n.kind, n.name)}(S, {of})"
        return self.plain(member.offset, n.name, of)

    def plain(self, offset: int, name: str, of: str) -> str:
        if offset < 0:
            return f"{self.gen.field_table(name)}[st[{of}]]"
        return f"st[{of} + {offset}]"

    def e_base(self, n: ir.Base) -> str:
        member = self.program.layouts[n.kind].members[n.name]
        return self.plain(member.offset, n.name, self.read(n.of))

    def e_zone(self, n: ir.ZoneRef) -> str:
        if n.of is None:
            return "BOX" if n.name == "box" else str(self.program.table[n.name].offset)
        return f"({self.read(n.of)} + {self.program.layouts[n.kind].members[n.name].offset})"

    def e_contents(self, n: ir.Contents) -> str:
        return f"st[{self(n.zone)}]"

    def e_slot(self, n: ir.SlotRead) -> str:
        return f"first(st[{self(n.zone)}])"

    def e_attr(self, n: ir.Attr) -> str:
        of = self.read(n.of)
        match n.name:
            case "zone":
                return f"st[{of} + {ZONE}]"
            case "owner":
                return f"P.owner(st, {of})"
            case "holder":
                return f"P.holder(st, {of})"
            case "place":
                return f"P.place(st, {of})"
            case "card":
                return f"st[{of}]"
            case "die":
                return f"st[{of} + 1]"
            case "face":
                return f"st[{of} + {FACE}]"
            case "faces":
                return f"FACES[{of}]"
        return f"st[{of}]"

    def e_players(self, n: ir.Players) -> str:
        return f"st[{SEATS}]"

    # ---- operators --------------------------------------------------------------------------

    def e_arith(self, n: ir.Arith) -> str:
        if n.sign == "*" and not isinstance(n.left, ir.Int) and not isinstance(n.right, ir.Int):
            return f"product({self(n.left)}, {self(n.right)})"
        sign = "//" if n.sign == "/" else n.sign
        return f"({self(n.left)} {sign} {self(n.right)})"

    def e_compare(self, n: ir.Compare) -> str:
        a, b = self(n.left), self(n.right)
        if isinstance(n.right, ir.Nothing) and n.sign in ("==", "!="):
            return f"({a} is {'not ' if n.sign == '!=' else ''}None)"
        if n.kind and n.sign not in ("==", "!="):
            order = self.gen.word_table(n.kind)
            return f"({order}[{a}] {n.sign} {order}[{b}])"
        return f"({a} {n.sign} {b})"

    def e_and(self, n: ir.And) -> str:
        return "(" + " and ".join(self(p) for p in n.parts) + ")"

    def e_or(self, n: ir.Or) -> str:
        return "(" + " or ".join(self(p) for p in n.parts) + ")"

    def e_not(self, n: ir.Not) -> str:
        return f"(not {self(n.of)})"

    def e_if_else(self, n: ir.IfElse) -> str:
        return f"({self(n.then)} if {self(n.cond)} else {self(n.other)})"

    def e_is_kind(self, n: ir.IsKind) -> str:
        return self._is(n.of, n.printed, self.gen.kind_set(n.kind))

    def e_is_card(self, n: ir.IsCard) -> str:
        return self._is(n.of, n.printed, f"({self.program.card_number[n.card]},)")

    def _is(self, of: ir.Expr, printed: bool, group: str) -> str:
        x = self(of)
        if printed:
            return f"({x} in {group})"
        if isinstance(of, ir.Local):
            return f"({x} is not None and st[{x}] in {group})"
        return f"is_one(st, {x}, {group})"

    def e_has(self, n: ir.Has) -> str:
        of = self(n.of) if n.printed else self.read(n.of)
        if n.what == "keyword":
            if n.printed:
                return f"({of} in {self.gen.keyword_set(n.name)})"
            return self.gen.keyword_test(n.name, of)
        if n.printed:
            return f"({of} in {self.gen.ability_set(n.name)})"
        if n.what == "run":
            return f"{self.gen.able_test(n.name)}(S, {of})"
        return f"{self.gen.ability_test(n.name)}(S, {of})"

    def e_in(self, n: ir.In) -> str:
        item = self(n.item)
        if isinstance(n.source, ir.Contents):
            return f"(st[{item} + {ZONE}] == {self(n.source.zone)})"
        if isinstance(n.source, ir.RangeList):
            return f"({self(n.source.low)} <= {item} <= {self(n.source.high)})"
        if isinstance(n.source, ir.ListOf | ir.Players):
            return f"({item} in {self(n.source)})"
        return f"({item} in {self.counted(n.source)})"

    def e_range(self, n: ir.RangeList) -> str:
        return f"numbers(S, {self(n.low)}, {self(n.high)})"

    def e_list(self, n: ir.ListOf) -> str:
        return "(" + "".join(f"{self(i)}, " for i in n.items) + ")"

    def e_join(self, n: ir.Join) -> str:
        return f"joined(S, {self(n.left)}, {self(n.right)})"

    def e_without(self, n: ir.Without) -> str:
        return f"without(S, {self(n.left)}, {self(n.right)})"

    def e_table(self, n: ir.Table) -> str:
        return "{" + ", ".join(f"{self(k)}: {self(v)}" for k, v in n.entries) + "}"

    def e_index(self, n: ir.Index) -> str:
        if n.tally:
            return f"{self(n.of)}.get({self(n.key)}, 0)"
        return f"{self(n.of)}[{self(n.key)}]"

    def e_by_players(self, n: ir.ByPlayers) -> str:
        return f"by_players(S, {self(n.of)})"

    # ---- queries ----------------------------------------------------------------------------

    def clause(self, q: ir.Query, each: ir.Expr | None = None, more: bool = False) -> str:
        """The `for ... in ... if ...` of a comprehension; `each` is worked out for every entry, or with `more` other
        conditions are added."""
        cond = f" if {self(q.where)}" if q.where is not None else ""
        source = (
            self(q.source) if not more and self.few(q.source) and self.light(q.where, each) else self.counted(q.source)
        )
        return f"for {self.gen.local(q.name)} in {source}{cond}"

    def counted(self, source: ir.Expr) -> str:
        """A list each of whose entries is looked at: as many steps."""
        return f"counted(S, {self(source)})"

    def few(self, source: ir.Expr) -> bool:
        """Whether a list is short for certain: seats, what is written out, a slot."""
        match source:
            case ir.Players() | ir.ListOf():
                return True
            case ir.Contents(zone=ir.ZoneRef(of=of, kind=kind, name=name)):
                members = self.program.table if of is None else self.program.layouts[kind].members
                member = members.get(name)
                return member is not None and isinstance(member.decl, ir.ZoneDecl) and member.decl.slot
        return False

    @staticmethod
    def light(*nodes: ir.Expr | None) -> bool:
        """Whether what is worked out for each entry looks at no list and calls nothing."""
        return not any(isinstance(n, _LOOKS) for n in walk_node(nodes))

    def looked_through(self, q: ir.Query) -> str:
        """A query whose entries are looked at once more; a condition or rank has counted them."""
        return self.counted(q.source) if q.where is None and q.rank is None else self(q)

    def e_query(self, n: ir.Query) -> str:
        if n.where is None and n.rank is None:
            return self(n.source)
        items = f"[{self.gen.local(n.name)} {self.clause(n)}]"
        if n.rank is None:
            return f"tuple({items})"
        key = f"lambda {self.gen.local(n.name)}: {self(n.rank.by)}"
        if n.rank.every:
            back = ", reverse=True" if n.rank.order == "highest" else ""
            return f"tuple(sorted({items if n.where else self.counted(n.source)}, key={key}{back}))"
        return f"best({items if n.where else self.counted(n.source)}, {key}, {n.rank.order == 'highest'})"

    def ranked(self, q: ir.Query, each: ir.Expr | None) -> tuple[str, str]:
        """(source of the loop, its clause) with a rank worked out first."""
        if q.rank is None:
            return self(q.source), self.clause(q, each)
        whole = self.e_query(q)
        return whole, f"for {self.gen.local(q.name)} in {whole}"

    def e_map_list(self, n: ir.MapList) -> str:
        return f"tuple([{self(n.value)} {self.ranked(n.query, n.value)[1]}])"

    def e_aggregate(self, n: ir.Aggregate) -> str:
        q = n.query
        x = self.gen.local(q.name)
        _, clause = self.ranked(q, n.value)
        value = self(n.value) if n.value is not None else x
        plain = n.value is None and q.where is None
        match n.function:
            case "count":
                return f"len({self.e_query(q)})" if plain else f"len([1 {clause}])"
            case "any":
                if n.value is not None:
                    clause = self._and(clause, q, value)
                return f"({self.e_query(q)} != ())" if plain else f"([1 {clause}] != [])"
            case "all":
                return f"([1 {self._and(clause, q, f'not {value}')}] == [])"
            case "sum":
                return f"sum([{value} {clause}])"
            case "min" | "max":
                return f"{n.function}([{value} {clause}])"
            case "first":
                return f"first([{value} {clause}])"
            case "last":
                return f"last([{value} {clause}])"
        return f"flat(S, [l_0i {clause} for l_0i in {value}])"  # join

    @staticmethod
    def _and(clause: str, q: ir.Query, cond: str) -> str:
        return f"{clause} if {cond}"

    def e_every(self, n: ir.Every) -> str:
        return self.gen.every(n.kind)

    def e_cards_of(self, n: ir.CardsOf) -> str:
        return self.gen.cards_of(n.kind, n.pack)

    def e_values(self, n: ir.Values) -> str:
        return self.gen.word_values(n.kind)

    # ---- calls ------------------------------------------------------------------------------

    def e_call(self, n: ir.Call) -> str:
        return f"{self.gen.function(n.function)}(S{''.join(', ' + self(a) for a in n.args)})"

    def e_builtin(self, n: ir.Builtin) -> str:
        args = [self(a) for a in n.args]
        match n.name:
            case "count":
                return f"len({args[0]})"
            case "sum":
                return f"sum(counted(S, {args[0]}))"
            case "any":
                return f"any_(counted(S, {args[0]}))"
            case "all":
                return f"all(counted(S, {args[0]}))"
            case "min" | "max" if len(args) == 1:
                return f"{n.name}(counted(S, {args[0]}))"
            case "min" | "max":
                return f"{n.name}({', '.join(args)})"
            case "first" | "last":
                return f"{n.name}({args[0]})"
            case "top":
                zone = args[0]
                return f"first(st[{zone}])" if len(args) == 1 else f"st[{zone}][:max(0, {args[1]})]"
            case "join":
                whole = args[0]
                for arg in args[1:]:
                    whole = f"joined(S, {whole}, {arg})"
                return whole
            case "keys":
                return f"keys(counted(S, {args[0]}), {args[1] if len(args) > 1 else None})"
            case "values":
                return args[0]
            case "turn":
                return f"P.turn({', '.join(args)})"
            case "place_at":
                return f"P.place_at(S, {args[0] if len(args) == 1 else '(' + ', '.join(args) + ')'})"
        if n.name in ("reachable", "path", "distance"):
            within = [f"within={self(e)}" for e in n.named.values()]
            return HELPERS[n.name].format(args=", ".join(args + within))
        return HELPERS[n.name].format(*args)

    def e_can(self, n: ir.Can) -> str:
        return self.gen.can(n, self)

    def e_during(self, n: ir.During) -> str:
        return f"running(st[{RUNNING}], {self.gen.verb_number(n.verb)})"
