"""The namespace that generated code runs in: small helpers of expressions and statements, and the builders of what is
made on demand.

Helpers take the State first. They are shared by all generated functions of a Program; nothing here keeps state of a
game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import ir
from .consts import FAR, constant
from .emit_expr import Expressions
from .emit_limits import counted, flat, joined, large, product, sized, too_great
from .keywords import Keywords
from .layout import (
    ALL_SEATS,
    BOX,
    CALLS,
    FIRING,
    KEYWORDS,
    KNOWN,
    OUTCOME,
    RUNNING,
    SEATS,
    TEMPORARY,
    TOGETHER,
    WINNER,
    ZONE,
)
from .link import Placed
from .lists import any_, best, first, keys, last, numbers, position, without
from .offers import Offers
from .program import Def, walk_node
from .readers import Readers
from .state import EVENT, WAIT, Broke, EndGame, State, Stopped, StopTo
from .units import Units

if TYPE_CHECKING:
    from .codegen import Codegen


def is_one(st: list[Any], x: Any, group: Any) -> bool:
    return x is not None and st[x] in group


def by_players(S: State, table: Any) -> Any:
    if not isinstance(table, dict):
        return table
    n = len(S.cells[ALL_SEATS])
    if n not in table:
        raise Broke("content", f"this table says nothing for {n} players")
    return table[n]


def running(calls: Any, number: int) -> bool:
    return any(c[0] == number for c in calls)


def has_keyword(st: list[Any], x: int, printed: frozenset[int], name: str) -> bool:
    return st[x] in printed or any(k[0] == name for k in st[x + KEYWORDS] or ())


def tick(S: State) -> None:
    S.charge(1)


def as_list(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def within_bounds(chosen: Any, offered: Any, bounds: tuple[int, int | None]) -> bool:
    if not isinstance(chosen, tuple) or len(set(chosen)) != len(chosen):
        return False
    if not (bounds[0] <= len(chosen) and (bounds[1] is None or len(chosen) <= bounds[1])):
        return False
    return all(c in offered for c in chosen)


def stop_verb(S: State, number: int, pattern: dict[str, Any], result: Any) -> None:
    for call in reversed(S.cells[RUNNING]):
        if call[0] == number and all(dict(call[2]).get(k) == v for k, v in pattern.items()):
            raise StopTo(call[1], result)


def done(S: State, event: int, cause: int, status: int) -> None:
    """Closes an event that did not come to its regular end: status 1 done, 2 stopped before its body, 3 its `needs` was
    not met."""
    k = (event - S.events_before) * EVENT
    if k >= 0:
        S.events[k + 4] = len(S.journal)
        S.events[k + 5] = status
    S.cause = cause


def push_call(S: State, number: int, args: tuple[tuple[str, Any], ...]) -> int:
    st = S.cells
    call = st[CALLS] + 1
    S.set(CALLS, call)
    S.set(RUNNING, (*st[RUNNING], (number, call, args)))
    return call  # type: ignore[no-any-return]


def pop_call(S: State, call: int) -> None:
    S.set(RUNNING, tuple([c for c in S.cells[RUNNING] if c[1] < call]))


ACTOR, OWNER = ":actor", ":owner"
"""Whose zone, see `secret_zones`; else "", the table's, or that of any thing of a kind."""


class Support(Readers, Keywords, Units):
    """Builds what generated code asks for; see the module."""

    def __init__(self, gen: Codegen) -> None:
        self.gen = gen
        self.program = gen.program
        self.linked = gen.linked
        self.P = gen.P
        self.offers = Offers(gen)
        self._granting = {}
        self._blocks: dict[tuple[int, Any, str], tuple[Placed, ...]] = {}
        self._offered: dict[tuple[str, tuple[str, ...]], list[ir.Action]] = {}
        self._secret: dict[tuple[int, tuple[str, ...]], tuple[tuple[str, int], ...]] = {}

    def namespace(self) -> dict[str, Any]:
        P, gen = self.P, self.gen

        def move(S: State, what: Any, zone: int, bottom: bool) -> None:
            if isinstance(what, tuple):
                P.move_all(S, what, zone, bottom)
            else:
                P.move(S, what, zone, bottom)

        def fill(S: State, zone: int, cards: Any, by_copies: bool) -> None:
            if by_copies:
                copies = gen.ns.get("F_copies") or gen.ns[gen.field_table("copies")]
                most = S.budget.things + 1
                cards = [d for d in cards for _ in range(min(copies[d], most))]
            P.fill(S, cards, zone)

        def modify_until(S: State, x: int, mods: Any, until: tuple[int, ...]) -> None:
            changes = S.cells[TEMPORARY]
            if len(changes) > S.budget.things:
                raise Broke("budget", f"more than {S.budget.things} changes until something ends")
            S.charge(1 + (len(changes) >> 3))
            S.set(TEMPORARY, changes + tuple([(x, *m, until) for m in mods]))
            S.dirty |= gen.mask(("temporary",)) | gen.P.keyword_mask

        def end_game(S: State, won: bool, winner: Any) -> None:
            if S.cells[OUTCOME] is None:
                S.set(OUTCOME, "won" if won else "lost")
                S.set(WINNER, winner)
            raise EndGame

        def can_some(S: State, name: str, head: tuple[Any, ...], wanted: dict[str, Any]) -> bool:
            return self.offers.can_some(S, name, head, wanted)

        return {
            "P": P, "TOGETHER": TOGETHER, "FAR": FAR, "BOX": BOX, "FACES": P.faces, "WAIT": WAIT, "StopTo": StopTo, "Stopped": Stopped,
            "STOPPED": Stopped(), "Broke": Broke, "first": first, "last": last, "best": best, "without": without,
            "position": position, "any_": any_, "is_one": is_one, "too_great": too_great, "large": large,
            "product": product, "counted": counted, "flat": flat, "joined": joined, "sized": sized, "numbers": numbers, "keys": keys,
            "by_players": by_players, "running": running, "has_keyword": has_keyword, "tick": tick, "as_list": as_list,
            "within_bounds": within_bounds, "stop_verb": stop_verb, "done": done,
            "push_call": push_call, "pop_call": pop_call, "move": move, "fill": fill, "core_lay": P.put_down,
            "modify_until": modify_until, "end_game": end_game, "can_some": can_some,
            "core_pull": lambda S, n, zone: P.pull(S, n, zone),
            "core_create": lambda S, d, zone, settings: P.create(S, d, zone, settings),
            "shuffled": P.shuffled,
            "core_shuffle": lambda S, zone, refills=False: P.refill(S, zone) if refills else P.shuffle(S, zone),
            "core_reveal": lambda S, what, to: P.reveal(S, what, to),
            "core_roll": lambda S, dice: P.roll(S, dice),
            "core_attach": lambda S, name, x, args: P.attach(S, name, args, x),
            "core_detach": lambda S, name, x: P.detach(S, name, x),
            "core_link": lambda S, a, b: P.set_link(S, a, b, True),
            "core_unlink": lambda S, a, b: P.set_link(S, a, b, False),
            "core_eliminate": lambda S, p: P.eliminate(S, p),
            "core_move": lambda S, what, zone, position: move(S, what, zone, position == "bottom"),
            "whenever": self.whenever, "next_whenever_": self.next_whenever, "offer": self.offer, "do_action": self.do_action, "hooks": self.hooks,
            "enter": self.enter, "leave": self.leave, "keyword_args": self.keyword_args, "borne": self.borne,
            "snapshots": self.snapshots, "after_hooks": self.after_hooks, "block_ready": self.block_ready, "U": gen.fn,
            "blocks_to_run": self.blocks_to_run, "use_once": self.use_once,
        }  # fmt: skip

    # ---- whenever ---------------------------------------------------------------------------

    def whenever(
        self, S: State, found: tuple[int, Any] | None = None,
        pc: int = 0, val: Any = None, fr: Any = None, thr: Any = None,
    ) -> Any:  # fmt: skip
        """Unit 0: fires what holds, beginning with `found`, from the first again after each firing, until none holds."""
        st = S.cells
        try:
            if thr is not None:
                found = fr
                raise thr
            if pc:
                self.fired(S, fr)
                found = self.gen.ns["next_whenever_"](S)
            while found is not None:
                tick(S)
                S.set(FIRING, (*st[FIRING], found))
                k, x = found
                if self.gen.fn[self.gen.unit_number["when", k]](S, x) is WAIT:
                    S.waits.append((0, 1, found))
                    return WAIT
                self.fired(S, found)
                found = self.gen.ns["next_whenever_"](S)
        except StopTo:
            S.set(FIRING, tuple([f for f in st[FIRING] if f != found]))
            raise

    def fired(self, S: State, found: tuple[int, Any]) -> None:
        """The block of a `whenever` has come to its end."""
        S.set(FIRING, tuple([f for f in S.cells[FIRING] if f != found]))
        if self.when_holds(S, *found):
            placed = self.linked.whenevers[found[0]]
            place = self.linked.place(placed.pack, placed.node.file, placed.node.at)
            raise Broke("content", "this `whenever` still holds after its block: it would fire for ever", place)

    def next_whenever(self, S: State) -> tuple[int, Any] | None:
        """The first `whenever` that holds, of those whose reads were written; in the generated code's namespace until it
        is first called, then replaced by one function for all."""
        self.next_whenever_source()
        return self.gen.ns["next_whenever_"](S)  # type: ignore[no-any-return]

    def next_whenever_source(self) -> None:
        gen = self.gen
        lines: list[tuple[str, ir.At | None]] = [
            (f"if st[{TOGETHER}]:", None),
            ("    return None", None),
            (f"_d = S.dirty & {gen.whenever_mask}", None),
            (f"_f = st[{FIRING}]", None),
        ]
        for k, placed in enumerate(self.linked.whenevers):
            node: ir.Whenever = placed.node
            x = Expressions(gen)
            cell = gen.when_cells.get(placed.number)
            cond = x(node.cond)
            if node.once:
                cond = (
                    f"({gen.unit_number['when', k]}, l_this) not in st[{self.program.once_cells[node.once]}] and {cond}"
                )
            inner = [
                f"if {cond}:",
                f"    if ({k}, l_this) not in _f:",
                f"        return ({k}, l_this)",
                "    _b = True",
            ]
            lines += [(f"if _d & {1 << k}:", node.at), ("    _b = False", node.at)]
            if cell is None:
                lines += [("    l_this = None", node.at), *[("    " + t, node.at) for t in inner]]
            else:
                lines.append((f"    for _e in {self.bearers(placed, cell)}:", node.at))
                lines.append(("        l_this = _e[5]", node.at))
                if placed.bearer.what == "keyword":
                    lines.append(("        " + self.keyword_line(placed), node.at))
                lines += [("        " + t, node.at) for t in inner]
            lines += [("    if not _b:", node.at), (f"        S.dirty &= {~(1 << k)}", node.at)]
        lines.append(("return None", None))
        gen.simple("next_whenever_", "", lines, gen.linked.game_pack, 0)

    def when_holds(self, S: State, k: int, x: Any) -> bool:
        name = f"w{k}"
        function = self.gen.ns.get(name)
        if function is None:
            placed = self.linked.whenevers[k]
            node: ir.Whenever = placed.node
            expr = Expressions(self.gen)
            lines: list[tuple[str, ir.At | None]] = [(f"return {expr(node.cond)}", node.at)]
            if placed.bearer.what == "keyword":
                lines.insert(0, (self.keyword_line(placed), node.at))
            if node.once:
                uid = self.gen.unit_number["when", k]
                cell = self.program.once_cells[node.once]
                lines.insert(0, (f"if ({uid}, l_this) in st[{cell}]: return False", node.at))
            self.gen.simple(name, ", l_this", lines, placed.pack, node.file)
            function = self.gen.ns[name]
        return bool(function(S, x))

    # ---- offers -----------------------------------------------------------------------------

    def offer(
        self, S: State, site: Any, to: tuple[int, ...], passed: tuple[int, ...], all_pass: bool,
        groups: tuple[str, ...], given: tuple[Any, ...], names: tuple[str, ...],
    ) -> Any:  # fmt: skip
        """Asks those who have not passed; who has nothing to do passes by himself where that reveals nothing hidden.
        Returns None (then nothing is asked) when nobody is left."""
        waiting = []
        for actor in to:
            if actor in passed:
                continue
            if self.keeps_secret(S, actor, groups) or self.has_something(S, actor, groups, given, names):
                waiting.append(actor)
        if not waiting or (not all_pass and passed):
            return None
        S.pending = ("offer", site, tuple(waiting), groups, given, names)
        return WAIT

    def head_of(
        self, action: ir.Action, actor: int, given: tuple[Any, ...], names: tuple[str, ...]
    ) -> tuple[Any, ...] | None:
        """Actor and givens in the action's order; None if the offer lacks a given."""
        if not action.givens:
            return (actor,)
        values = dict(zip(names, given, strict=True))
        if any(g.name not in values for g in action.givens):
            return None
        return (actor, *[values[g.name] for g in action.givens])

    def offered(self, actor_kind: str, groups: tuple[str, ...]) -> list[ir.Action]:
        key = (actor_kind, groups)
        found = self._offered.get(key)
        if found is None:
            lay = self.program.layouts[actor_kind]
            found = self._offered[key] = [
                a for g in groups for a in self.offers.by_group.get(g, ())
                if a.actor.type in lay.ancestors or actor_kind in self.program.layouts[a.actor.type].ancestors
            ]  # fmt: skip
        return found

    def has_something(self, S: State, actor: int, groups: tuple[str, ...], given: Any, names: Any) -> bool:
        kind = self.program.defs[S.cells[actor]].kind
        exists = self.offers.exists
        for action in self.offered(kind, groups):
            head = self.head_of(action, actor, given, names) if action.givens else (actor,)
            if head is not None and exists(S, action, head):
                return True
        return False

    def keeps_secret(self, S: State, actor: int, groups: tuple[str, ...]) -> bool:
        """Whether passing by oneself would tell the others what lies in a zone they can't see."""
        st = S.cells
        found = self._secret.get((st[actor], groups))
        if found is None:
            found = self.secret_zones(st[actor], groups)
        for of, offset in found:
            for x in self.holders(S, actor, of):
                for c in st[x + offset]:
                    if 0 in st[c + KNOWN]:
                        return True
        return False

    def holders(self, S: State, actor: int, of: str) -> Iterable[int]:
        """Whose zones of a declaration may be read: of things other than the actor and its seat, those of all."""
        if of == ACTOR:
            return (actor,)
        if of == OWNER:
            seat = self.P.owner(S.cells, actor)
            return () if seat is None else (seat,)
        return self._bearers(S, of)  # type: ignore[no-any-return]

    def secret_zones(self, d: int, groups: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """Zones not seen by all that actions of these groups read, for an actor of `d`: whose, and where from its base."""
        keys: set[Any] = set()
        for group in groups:
            for action in self.offers.by_group.get(group, ()):
                for step in action.steps:
                    keys |= self.gen.reads.of(step)
        layouts = self.program.layouts
        own = layouts[self.program.defs[d].kind].ancestors

        def whose(kind: str) -> str:
            return ACTOR if kind in own else OWNER if kind and layouts[kind].root == "seat" else kind

        found = tuple(
            dict.fromkeys(
                (whose(z.kind), z.offset) for z in self.program.zones if not z.open and ("z", z.first, z.name) in keys
            )
        )
        self._secret[d, groups] = found
        return found

    def do_action(self, S: State, val: tuple[Any, ...], given: tuple[Any, ...], names: tuple[str, ...]) -> Any:
        """`val`: (number of the action, actor, parameters...)."""
        action = self.linked.actions[self.gen.names[val[0]]]
        head = self.head_of(action, val[1], given, names)
        assert head is not None
        return self.gen.fn[self.gen.unit_number["action", action.name]](S, *head, *val[2:])

    # ---- running calls ----------------------------------------------------------------------

    def enter(self, S: State, name: str) -> Any:
        """A tracked verb begins: an inner one starts from defaults; gives what its end must give back."""
        st = S.cells
        number = self.gen.number_of[name]
        if not running(st[RUNNING], number):
            return None
        saved = []
        for kind, member in self.gen.until_members.get(name, ()):
            if member.what != "zone":
                things = self._touched(S, kind, member)
                S.charge(2 * len(things))
                for x in things:
                    at = x + member.offset
                    saved.append((at, st[at]))
                    S.set(at, self.default(S, member, x))
                touched = self.gen.touch_cells.get((kind, member.name))
                if touched:
                    saved.append((touched, st[touched]))
                    S.set(touched, ())
        cell = self.program.once_cells.get(name)
        if cell:
            saved.append((cell, st[cell]))
            S.set(cell, frozenset())
        S.charge(len(st[TEMPORARY]) >> 3)
        saved.append((TEMPORARY, st[TEMPORARY]))
        S.set(TEMPORARY, tuple([t for t in st[TEMPORARY] if number not in t[4]]))
        S.dirty = -1
        return tuple(saved)

    def leave(self, S: State, name: str, call: int, saved: Any) -> None:
        """A tracked verb ends, however it ends."""
        st = S.cells
        number = self.gen.number_of[name]
        pop_call(S, call)
        for kind, member in self.gen.until_members.get(name, ()):
            if member.what == "zone":
                bearers = self._bearers(S, kind)
                S.charge(len(bearers) >> 3)
                full = [x for x in bearers if st[x + member.offset]]
                for x in sorted(full, key=lambda x: self.P.lying(S, x)) if len(full) > 1 else full:
                    self.P.empty_zone(S, x + member.offset)
                continue
            touched = self.gen.touch_cells.get((kind, member.name))
            for x in self._touched(S, kind, member):
                at = x + member.offset
                fresh = self.default(S, member, x)
                if st[at] != fresh:
                    S.set(at, fresh)
                    S.dirty |= self.gen.mask(("m", member.kind, member.name) if kind else ("t", member.name))
            if touched and st[touched]:
                S.set(touched, ())
        cell = self.program.once_cells.get(name)
        if saved is not None:
            for at, value in saved:
                S.set(at, value)
            S.dirty = -1
            return
        if cell and st[cell]:
            S.set(cell, frozenset())
            S.dirty |= self.gen.mask(("once",))
        if any(number in t[4] for t in st[TEMPORARY]):
            S.set(TEMPORARY, tuple([t for t in st[TEMPORARY] if number not in t[4]]))
            S.dirty |= self.gen.mask(("temporary",)) | self.P.keyword_mask

    def _touched(self, S: State, kind: str, member: Any) -> Any:
        """Things whose state may differ from its default (those that were written since)."""
        return S.cells[self.gen.touch_cells[kind, member.name]] if kind else (0,)

    def _bearers(self, S: State, kind: str) -> Any:
        if not kind:
            return (0,)
        if self.program.layouts[kind].root == "seat":
            return S.cells[ALL_SEATS] if self.program.seat_kind in self.program.layouts[kind].children else ()
        return [
            x for k in sorted(self.program.layouts[kind].children) if k in self.program.every_cell
            for x in S.cells[self.program.every_cell[k]]
        ]  # fmt: skip

    def default(self, S: State, member: Any, x: int) -> Any:
        """A state's start value for a thing (the table: 0)."""
        if x == 0:
            return self.table_default(S, member)
        definition: Def = self.program.defs[S.cells[x]]
        late = self.P.late.get((definition.number, member.offset))
        return late(S, x) if late is not None else definition.template[member.offset]

    # ---- hooks and abilities ----------------------------------------------------------------

    def hooks(self, S: State, key: tuple[str, str, str], args: tuple[Any, ...]) -> tuple[Any, ...]:
        """((unit, bearer, parameters of its keyword), ...) in order."""
        return tuple([(e[4], e[5], self.given(S, e[4], e[5])) for e in self.gen.watches[key].entries(S, args)])

    def snapshots(self, S: State, key: tuple[str, str, str], args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Hooks in force when a call begins: entries, each with its bearer and the parameters of its keyword as they are
        now."""
        st = S.cells
        found = []
        for entry in self.gen.watches[key].entries(S, args):
            x = entry[5]
            size = 0 if x is None else self.program.layouts[self.program.defs[st[x]].kind].size
            found.append((entry, tuple(st[x : x + size]) if size else None, self.given(S, entry[4], x)))
        return tuple(found)

    def after_hooks(self, S: State, key: tuple[str, str, str], args: tuple[Any, ...], at_start: Any) -> tuple[Any, ...]:
        """((unit, bearer, bearer as it is read, parameters of its keyword), ...) of hooks in force at the start or now."""
        now = self.gen.watches[key].entries(S, args)
        if not now and not at_start:
            return ()
        st = S.cells
        known = {(e[4], e[5]) for e in now}
        out = [(e, e[5], self.given(S, e[4], e[5])) for e in now]
        for entry, snapshot, given in at_start:
            if (entry[4], entry[5]) not in known:
                read = entry[5] if snapshot is None or st[entry[5] + ZONE] == snapshot[ZONE] else S.extend(snapshot)
                out.append((entry, read, given))
        out.sort(key=lambda o: o[0][:4])
        return tuple([(e[4], e[5], read, given) for e, read, given in out])

    def blocks_of(self, d: Def, more: tuple[str, ...], ability: str) -> tuple[Placed, ...]:
        """The blocks of an ability on a printed card with `more` keywords: keywords first, then kinds, then its own."""
        key = (d.number, more, ability)
        found = self._blocks.get(key)
        if found is None:
            keywords = [*d.keywords, *more]
            kinds = self.program.layouts[d.kind].ancestors
            groups: tuple[list[Placed], list[Placed], list[Placed]] = ([], [], [])
            for placed in self.linked.blocks:
                if placed.node.ability != ability:
                    continue
                b = placed.bearer
                if b.what == "keyword" and b.name in keywords:
                    groups[0].append(placed)
                elif b.what == "kind" and b.name in kinds:
                    groups[1].append(placed)
                elif b.what == "card" and d.card is not None and b.name == d.name:
                    groups[2].append(placed)
            found = self._blocks[key] = tuple(groups[0] + groups[1] + groups[2])
        return found

    def ability_blocks(self, S: State, x: Any, printed: bool, ability: str) -> tuple[int, ...]:
        """Units of the blocks of an ability on a thing or printed card."""
        st = S.cells
        d = self.program.defs[x if printed else st[x]]
        more: tuple[str, ...] = ()
        if not printed:
            more = tuple([k[0] for k in st[x + KEYWORDS] or ()])
            for keyword in self.gen.granting_abilities.get(ability, ()):
                if keyword not in more and self.granted_args(S, x, keyword) is not None:
                    more += (keyword,)
        return tuple([self.gen.unit_number["block", p.number] for p in self.blocks_of(d, more, ability)])

    def use_once(self, S: State, cell: int, key: tuple[Any, ...]) -> bool:
        """Marks a `once per` as used; False if it was used already."""
        if key in S.cells[cell]:
            return False
        S.charge(len(S.cells[cell]) >> 3)
        S.set(cell, S.cells[cell] | {key})
        S.dirty |= self.gen.mask(("once",))
        return True

    # ---- for the game -----------------------------------------------------------------------

    def score(self, S: State, seat: int | None = None) -> int | None:
        """What the game's `score` says; where it says it of each seat, of this one, and nothing of all together."""
        expr, of = self.linked.game.score, self.linked.game.score_of
        if expr is None or (of is not None and seat is None):
            return None
        function = self.gen.ns.get("score_")
        if function is None:
            params = "" if of is None else f", {self.gen.local(of)}"
            lines: list[tuple[str, ir.At | None]] = [(f"return {Expressions(self.gen)(expr)}", None)]
            self.gen.simple("score_", params, lines, self.gen.linked.game_pack, 0)
            function = self.gen.ns["score_"]
        if of is None:
            return function(S)  # type: ignore[no-any-return]
        return function(S, S.cells[ALL_SEATS][seat])  # type: ignore[no-any-return]

    def constant(self, expr: ir.Expr | None) -> Any:
        """The value of a constant expression of a declaration (an option's default)."""
        if expr is None:
            return None
        return constant(expr, self.program.card_number.__getitem__, {}, lambda d, n: None)

    def can_bring(self) -> list[str]:
        """Cards a seat may bring."""
        brings = self.linked.game.brings
        if brings is None:
            return []
        kinds = self.program.layouts[brings].children
        return [d.name for d in self.program.defs if d.card is not None and d.kind in kinds]


__all__ = ["SEATS", "ZONE", "Support", "walk_node"]
