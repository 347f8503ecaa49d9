"""Code generation: one namespace of Python functions for a Program.

Units (what may wait) are numbered in a fixed order when the game is linked, so that a frame saved as (unit, position,
locals) means the same in every run; their source is built and compiled when first called. Everything else (functions
of the language, modified fields, tests of keywords) is plain Python built on demand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import CodeType
from typing import Any

from attrs import evolve

from . import ir
from .able import able_reader
from .emit_ask import Body
from .emit_expr import Expressions
from .keywords import brought, expanded
from .layout import KEYWORDS, SEATS, TEMPORARY, TOGETHER, ZONE
from .link import Placed
from .memo import remembered
from .prims import Primitives
from .program import Item, Program, walk, walk_node
from .readset import Key, ReadSets
from .recorder import Recorder
from .support import Support
from .watch import Watch

UnitKey = tuple[Any, ...]


class Codegen:
    """See the module. `ns` is the namespace the generated code runs in."""

    def __init__(self, program: Program, recorder: Recorder | None = None) -> None:
        self.program = program
        self.recorder = recorder
        """Asked what to add to the code so that it says what runs; None: nothing (docs/coverage.md)."""
        self.linked = program.linked
        self.P = Primitives(program)
        self.reads = ReadSets(program)
        self.units: list[UnitKey] = []
        self.unit_number: dict[UnitKey, int] = {}
        self.places: dict[str, tuple[int, int, list[ir.At | None]]] = {}
        """Code file name -> (pack, file, author's place by line)."""
        self.bodies: dict[int, Body] = {}
        self.names: list[str] = []
        """Verbs, actions and abilities by number, as events name them."""
        self.number_of: dict[str, int] = {}
        self.homes: dict[tuple[str, str], str] = {}
        self.modified: set[tuple[str, str]] = set()
        """(home, name) of fields that some modifier changes, see `home`."""
        self.whenever_mask = 0
        self.masks: dict[Key, int] = {}
        self.watches: dict[tuple[str, str, str], Watch] = {}
        self.functions: set[str] = set()
        self.memo_bits: dict[str, int] = {}
        self.kind_masks: dict[str, int] = {}
        """Kind -> bits of all that may depend on what a copy of it is."""
        self.expansions: dict[str, int] = {}
        self._survey()
        self.fn: list[Callable[..., Any]] = []
        self.support = Support(self)
        self.ns: dict[str, Any] = self.support.namespace()
        if recorder is not None:
            self.ns.update(recorder.namespace())
        for uid in range(len(self.units)):
            self._stub(uid)
        self._decides_and_rules()

    # ---- what there is ----------------------------------------------------------------------

    def _survey(self) -> None:
        linked = self.linked
        for name in [*ir.VERBS, *linked.verbs, *linked.actions, *linked.abilities]:
            self.number_of.setdefault(name, len(self.names))
            self.names.append(name)
        self.unit(("whenever check",))
        self.unit(("main",))
        for name in ir.VERBS:
            self.unit(("verb", name))
        for name in linked.verbs:
            self.unit(("verb", name))
        for name in linked.actions:
            self.unit(("action", name))
        for name in linked.abilities:
            self.unit(("ability", name))
        self.with_parameters: dict[int, str] = {}
        """Units of hooks and blocks of keywords that have parameters -> the keyword."""
        for what, placed_list in (("hook", linked.hooks), ("block", linked.blocks), ("when", linked.whenevers)):
            for placed in placed_list:
                uid = self.unit((what, placed.number))
                if placed.bearer.what == "keyword" and linked.keywords[placed.bearer.name].params and what != "when":
                    self.with_parameters[uid] = placed.bearer.name
        self._interesting()
        for placed in linked.modifiers:
            if any(isinstance(mod, ir.GrantKeyword) for mod in placed.node.mods):
                placed.node = evolve(placed.node, mods=expanded(linked, placed.node.mods))
            for mod in placed.node.mods:
                if isinstance(mod, ir.Mod):
                    self.modified.add((self.home(mod.kind, mod.field), mod.field))
        self.grants: dict[str, list[Placed]] = {}
        self.attached: set[str] = set()
        self.temporary: set[str] = set()
        for node in walk(linked):
            match node:
                case ir.ModifyUntil():
                    for mod in expanded(linked, node.mods):
                        if isinstance(mod, ir.Mod):
                            self.modified.add((self.home(mod.kind, mod.field), mod.field))
                            self.temporary.add(mod.field)
                        else:
                            self.temporary.add(mod.keyword)
                            self.grants.setdefault(mod.keyword, [])
                case ir.KeywordRef():
                    self.attached |= {node.name, *[g.keyword for g in brought(linked, node.name, node.args)]}
        for placed in linked.modifiers:
            for mod in placed.node.mods:
                if isinstance(mod, ir.GrantKeyword):
                    self.grants.setdefault(mod.keyword, []).append(placed)
        self.granting_abilities: dict[str, list[str]] = {}
        """Ability -> keywords with blocks of it that some modifier grants."""
        for placed in linked.blocks:
            keywords = self.granting_abilities.setdefault(placed.node.ability, [])
            if placed.bearer.what == "keyword" and placed.bearer.name in self.grants:
                keywords.append(placed.bearer.name)
        self._registries()
        self._masks()

    def unit(self, key: UnitKey) -> int:
        if key not in self.unit_number:
            self.unit_number[key] = len(self.units)
            self.units.append(key)
        return self.unit_number[key]

    def unit_name(self, key: UnitKey) -> str:
        return f"u{self.unit_number[key]}"

    def _interesting(self) -> None:
        """Verbs whose running calls somebody asks for, what each gives back at its end."""
        self.tracked: set[str] = set()
        self.until_members: dict[str, list[tuple[str, Any]]] = {}
        self.touch_cells: dict[tuple[str, str], int] = {}
        """(kind, state with `until`) -> cell with the things on which it was written, so that its end need not look at
        all."""
        linked = self.linked
        for node in walk(linked):
            match node:
                case ir.During():
                    self.tracked.add(node.verb)
                case ir.Stop() if node.verb:
                    self.tracked.add(node.verb)
                case ir.ModifyUntil():
                    self.tracked |= set(node.until)
                case ir.AbilityBlock() | ir.Action() | ir.Whenever() | ir.Ability():
                    if node.once:
                        self.program.once_cell(node.once)
                        self.tracked.add(node.once)
        for kind, lay in self.program.layouts.items():
            for member in lay.members.values():
                own = self.program.zones[member.zone_number].kind if member.what == "zone" else member.kind
                if own == kind:
                    until = getattr(member.decl, "until", ())
                    if until and member.what == "state":
                        self.touch_cells[kind, member.name] = self.program.cell(())
                    for verb in until:
                        self.until_members.setdefault(verb, []).append((kind, member))
                        self.tracked.add(verb)
        for member in self.program.table.values():
            for verb in getattr(member.decl, "until", ()):
                self.until_members.setdefault(verb, []).append(("", member))
                self.tracked.add(verb)

    def _registries(self) -> None:
        """Gives every hook, whenever and modifier its registry cell, and tells the primitives who bears what."""
        linked, program = self.linked, self.program
        self.when_cells: dict[int, int] = {}
        self.modifier_cells: dict[int, int] = {}
        self.granted_items: dict[int, Item] = {}
        """Registry cell -> item of a keyword that some modifier grants (`whenever` and modifiers; see Watch for hooks)."""
        for placed in linked.hooks:
            hook: ir.Hook = placed.node
            key = (hook.timing, hook.watches, hook.name)
            watch = self.watches.setdefault(key, Watch(self, key))
            this = next(
                (label for label, e in hook.filters.items() if isinstance(e, ir.Local) and e.name == "this"), None
            )
            uid = self.unit_number["hook", placed.number]
            if placed.bearer.what == "rules":
                watch.add_rule(placed, uid)
                continue
            argument = self.slots(hook.watches, hook.name).index(this) if this is not None else None
            item = self._bear(placed, watch.registry() if argument is None else 0, uid, hook.zones)
            if argument is not None:
                watch.add_this(argument, item)
            if placed.bearer.what == "keyword" and placed.bearer.name in self.grants:
                watch.granted.append((placed.bearer.name, item, argument))
        for placed in linked.whenevers:
            uid = self.unit_number["when", placed.number]
            if placed.bearer.what != "rules":
                self.when_cells[placed.number] = program.cell(())
                self._bear(placed, self.when_cells[placed.number], uid, placed.node.zones)
        for placed in linked.modifiers:
            if placed.bearer.what != "rules":
                self.modifier_cells[placed.number] = program.cell(())
                self._bear(placed, self.modifier_cells[placed.number], placed.number, placed.node.zones)
        for watch in self.watches.values():
            watch.finish()

    def _bear(self, placed: Placed, cell: int, uid: int, zones: list[str] | None) -> Item:
        item = Item(placed, cell, uid, frozenset(zones or ()))
        if (
            placed.bearer.what == "keyword"
            and placed.bearer.name in self.grants
            and not isinstance(placed.node, ir.Hook)
        ):
            self.granted_items[cell] = item
        self.P.items.setdefault(f"{placed.bearer.what}:{placed.bearer.name}", []).append(item)
        return item

    def _masks(self) -> None:
        """One bit for each `whenever`, each function that is remembered and the rules of links: set when something it reads
        is written."""
        self.reads.movable = self.attached | set(self.grants)
        self.reads.passing = self.temporary
        readers: dict[Key, int] = {}
        for i, placed in enumerate(self.linked.whenevers):
            bit = 1 << i
            self.whenever_mask |= bit
            reads = self.reads.of(placed.node.cond) | ({("once",)} if placed.node.once else set())
            if placed.bearer.what == "keyword" and placed.bearer.name in self.grants:
                reads |= self.reads.grants(placed.bearer.name)
            for key in reads:
                readers[key] = readers.get(key, 0) | bit
            cell = self.when_cells.get(placed.number)
            if cell:
                self.P.item_masks[cell] = bit
        bit = 1 << len(self.linked.whenevers)
        told_by: dict[str, int] = {}
        for name in remembered(self.program, self.reads):
            self.memo_bits[name] = bit
            for param in self.linked.functions[name].params:
                for kind in re.findall(r"\w+", param.type):
                    told_by[kind] = told_by.get(kind, 0) | bit
            for key in self.reads.function(name):
                readers[key] = readers.get(key, 0) | bit
            bit <<= 1
        if any(board.rule is not None for board in self.linked.boards.values()):
            self.P.rule_mask = bit
            for key in self.reads.board():
                readers[key] = readers.get(key, 0) | bit
        everything = readers.pop(("all",), 0)
        self.masks = {k: m | everything for k, m in readers.items()}
        self.everything = everything
        P, program = self.P, self.program
        P.zone_masks = [self.mask(("z", z.first, z.name)) | self.mask(("moves",)) for z in program.zones]
        for name, lay in program.layouts.items():
            mask = everything
            for key, m in self.masks.items():
                if key[0] == "every" and (not key[1] or key[1] in lay.ancestors):
                    mask |= m
            P.every_masks[name] = mask
        for name, lay in program.layouts.items():
            self.kind_masks[name] = P.every_masks[name]
            for kind in lay.ancestors:
                self.kind_masks[name] |= told_by.get(kind, 0)
            for member in lay.members.values():
                self.kind_masks[name] |= self.mask(("m", member.kind, member.name))
        P.touch_cells = self.touch_cells
        P.keyword_mask = self.mask(("keywords",))
        P.seats_mask = self.mask(("seats",))
        P.board_mask = self.mask(("boards",))
        for d in program.defs:
            for member in program.layouts[d.kind].members.values():
                if member.what == "state":
                    P.state_masks[d.number] |= self.mask(("m", member.kind, member.name))
        for cell in self.modifier_cells.values():
            P.item_masks[cell] = self.mask(("moves",))

    def mask(self, key: Key) -> int:
        return self.masks.get(key, self.everything)

    # ---- compiling --------------------------------------------------------------------------

    def _stub(self, uid: int) -> None:
        def first_call(*args: Any, **kwargs: Any) -> Any:
            return self.compiled(uid)(*args, **kwargs)

        self.ns[f"u{uid}"] = first_call
        self.fn.append(first_call)

    def compiled(self, uid: int) -> Callable[..., Any]:
        """The function of a unit, built and compiled if it is not yet."""
        if uid not in self.bodies:
            self.support.build(uid)
        return self.fn[uid]

    def define(self, name: str, source: str, places: list[ir.At | None], pack: int, file: int) -> Callable[..., Any]:
        filename = f"<greyc {name}>"
        code: CodeType = compile(source, filename, "exec")
        exec(code, self.ns)  # generated from checked IR alone, see emit_expr
        self.places[filename] = (pack, file, places)
        return self.ns[name]  # type: ignore[no-any-return]

    def finish_unit(self, uid: int, body: Body, head: list[str], stops: list[str], pack: int, file: int) -> None:
        if "tog" in body.locals and not stops:
            stops = ["if tog is not None:", f"    S.set({TOGETHER}, tog)", "raise"]
        source, places = body.source(f"u{uid}", head, stops)
        self.bodies[uid] = body
        self.fn[uid] = self.define(f"u{uid}", source, places, pack, file)

    def simple(self, name: str, params: str, lines: list[tuple[str, ir.At | None]], pack: int, file: int) -> None:
        """A plain function over S."""
        text = [f"def {name}(S{params}):", "    st = S.cells", *["    " + t for t, _ in lines]]
        self.define(name, "\n".join(text) + "\n", [None, None, *[a for _, a in lines]], pack, file)

    # ---- what the emitters ask for ----------------------------------------------------------

    @staticmethod
    def local(name: str) -> str:
        return "l_" + name

    def slots(self, watches: str, name: str) -> list[str]:
        """Labels of what can be watched, in order."""
        if watches == "verb":
            if name in self.linked.verbs:
                return [s.label for s in self.linked.verbs[name].slots]
            return [s.label for s in ir.VERBS[name].slots]
        if watches == "ability":
            return ["of", "for", *[p.name for p in self.linked.abilities[name].params]]
        action = self.linked.actions[name]
        return [action.actor.name, *[g.name for g in action.givens], *[self.pick_name(p) for p in self.picks(action)]]

    @staticmethod
    def picks(action: ir.Action) -> list[ir.Pick]:
        return [s for s in action.steps if isinstance(s, ir.Pick)]

    @staticmethod
    def pick_name(pick: ir.Pick) -> str:
        return pick.query.name if pick.amount is None or pick.alias is None else pick.alias

    def hooked(self, watches: str, name: str) -> bool:
        return ("before", watches, name) in self.watches or ("after", watches, name) in self.watches

    def plain_core(self, verb: str) -> bool:
        """Whether a call of this verb of the core is that of its primitive: nobody watches what it does."""
        return not self.hooked("verb", verb) and (verb != "pull" or not self.hooked("verb", "shuffle"))

    def verb_number(self, name: str) -> int:
        return self.number_of.get(name, -1)

    def field_table(self, name: str) -> str:
        """A table by number of printed card of a field's printed value; made once for all kinds that have the field."""
        table = f"F_{name}"
        if table not in self.ns:
            values = []
            for d in self.program.defs:
                member = self.program.layouts[d.kind].members.get(name)
                values.append(
                    self.program.printed_value(d, member) if member else d.fields.get(name, self._core_field(name))
                )
            self.ns[table] = values
        return table

    @staticmethod
    def _core_field(name: str) -> Any:
        return 1 if name == "copies" else None

    def printed_only(self, name: str, number: str) -> str:
        return f"{self.field_table(name)}[{number}]"

    def word_table(self, kind: str) -> str:
        name = f"RANK_{kind}"
        self.ns.setdefault(name, self.program.word_order[kind])
        return name

    def word_values(self, kind: str) -> str:
        name = f"WORDS_{kind}"
        self.ns.setdefault(name, tuple(self.program.word_order.get(kind) or ir.WORDS.get(kind, ())))
        return name

    def kind_set(self, kind: str) -> str:
        name = f"KIND_{kind}"
        if name not in self.ns:
            below = self.program.layouts[kind].children
            self.ns[name] = frozenset(d.number for d in self.program.defs if d.kind in below)
        return name

    def cards_of(self, kind: str, pack: str | None = None) -> str:
        if kind in self.program.word_order:
            return self.word_values(kind)
        name = f"CARDS_{kind}" if pack is None else f"CARDS_{kind}_IN_{pack}"
        if name not in self.ns:
            below = self.program.layouts[kind].children
            cards = [d for d in self.program.defs if d.card is not None and d.kind in below]
            own = {card.name for each in self.linked.packs if each.name == pack for card in each.cards}
            self.ns[name] = tuple([d.number for d in cards if pack is None or d.name in own])
        return name

    def every(self, kind: str) -> str:
        lay = self.program.layouts[kind]
        if lay.root == "seat":
            return f"st[{SEATS}]" if self.program.seat_kind in lay.children else "()"
        cells = [self.program.every_cell[k] for k in sorted(lay.children) if k in self.program.every_cell]
        if len(cells) == 1:
            return f"st[{cells[0]}]"
        return f"tuple(sorted(counted(S, {' + '.join(f'st[{c}]' for c in cells)})))"

    def keyword_set(self, name: str) -> str:
        table = f"KW_{name}"
        if table not in self.ns:
            self.ns[table] = frozenset(d.number for d in self.program.defs if name in d.keywords)
        return table

    def keyword_test(self, name: str, of: str) -> str:
        printed = self.keyword_set(name)
        if name not in self.grants:
            if name not in self.attached:
                return f"(st[{of}] in {printed})"
            return f"has_keyword(st, {of}, {printed}, {name!r})"
        function = f"k_{name}"
        if function not in self.ns:
            self.support.keyword_reader(function, name)
        return f"{function}(S, {of})"

    def ability_set(self, name: str) -> str:
        table = f"AB_{name}"
        if table not in self.ns:
            self.ns[table] = frozenset(d.number for d in self.program.defs if self.support.blocks_of(d, (), name))
        return table

    def ability_granted(self, name: str) -> bool:
        """Whether a keyword that some modifier grants brings the ability."""
        return any(
            p.node.ability == name and p.bearer.what == "keyword" and p.bearer.name in self.grants
            for p in self.linked.blocks
        )

    def ability_test(self, name: str) -> str:
        function = f"ab_{name}"
        if function not in self.ns:
            self.ns[function] = self.support.ability_reader(name)
        return function

    def able_test(self, name: str) -> str:
        function = f"able_{name}"
        if function not in self.ns:
            self.ns[function] = able_reader(self, name)
        return function

    def home(self, kind: str, name: str) -> str:
        """The highest kind that has a member: one and the same wherever a kind below gives it another default."""
        found = self.homes.get((kind, name))
        if found is None:
            above = [k for k in self.program.layouts[kind].ancestors if name in self.program.layouts[k].members]
            found = self.homes[kind, name] = above[-1] if above else kind
        return found

    def modified_reader(self, kind: str, name: str) -> str:
        kind = self.home(kind, name)
        function = f"m_{self.program.kind_number[kind]}_{name}"
        if function not in self.ns:
            self.ns[function] = None
            self.support.modified_reader(function, kind, name)
        return function

    def function(self, name: str) -> str:
        python = f"f_{name}"
        if name not in self.functions:
            self.functions.add(name)
            self.support.function(python, self.linked.functions[name])
        return python

    def verb_call(self, n: ir.CallVerb, x: Expressions) -> str:
        verb = self.linked.verbs[n.verb]
        args = []
        for slot in verb.slots:
            if slot.label in n.args:
                args.append(x(n.args[slot.label]))
            else:
                args.append(x(slot.default) if slot.default is not None else "None")
        return f"{self.unit_name(('verb', n.verb))}(S{''.join(', ' + a for a in args)})"

    def needs_of(self, body: list[ir.Stmt], x: Expressions) -> list[str]:
        """Conditions without which a block made only of calls does nothing: at least one call's `needs` is met."""
        tests = []
        for n in body:
            if not isinstance(n, ir.CallVerb) or n.verb in ir.VERBS:
                return []
            verb = self.linked.verbs[n.verb]
            if not (verb.body and isinstance(verb.body[0], ir.Needs)):
                return []
            call = self.verb_call(n, x)
            tests.append(f"{self.support.needs_reader(verb)}{call[call.index('(') :]}")
        return [f"({' or '.join(tests)})"] if tests else []

    def from_zones(self, source: ir.Expr) -> bool:
        """Whether a list is what lies in zones, so that who left since is skipped."""
        match source:
            case ir.Contents():
                return True
            case ir.Join():
                return self.from_zones(source.left) and self.from_zones(source.right)
            case ir.Query():
                return self.from_zones(source.source)
            case ir.Aggregate() if source.function == "join":
                return self.from_zones(source.value if source.value is not None else source.query.source)
            case ir.Builtin() if source.name == "join":
                return all(self.from_zones(a) for a in source.args)
            case ir.Call():
                results = [
                    n for n in walk_node(self.linked.functions[source.function].body) if isinstance(n, ir.Result)
                ]
                return bool(results) and all(self.from_zones(r.value) for r in results)
        return False

    def can(self, n: ir.Can, x: Expressions) -> str:
        action = self.linked.actions[n.action]
        return self.support.offers.can(action, {k: x(v) for k, v in n.args.items()})

    # ---- what the primitives need -----------------------------------------------------------

    def _decides_and_rules(self) -> None:
        for name, lay in self.program.layouts.items():
            if lay.decides is not None:
                function = f"decides_{name}"
                x = Expressions(self)
                self.simple(function, ", l_this", [(f"return {x(lay.decides)}", None)], lay.pack, 0)
                self.P.decides[name] = self.ns[function]
        for info in self.program.zones:
            for place, (_, condition) in enumerate(info.decl.seen_by):
                if condition is not None:
                    function = f"sight_{info.number}_{place}"
                    self.simple(function, "", [(f"return {Expressions(self)(condition)}", None)], 0, 0)
                    self.P.sights[info.number, place] = self.ns[function]
        for board in self.linked.boards.values():
            if board.rule is not None:
                a, b, cond = board.rule
                function = f"rule_{board.name}"
                x = Expressions(self)
                pack = self.linked.pack_of["board", board.name]
                self.simple(
                    function, f", {self.local(a)}, {self.local(b)}", [(f"return {x(cond)}", board.at)], pack, board.file
                )
                self.P.rules[board.name] = self.ns[function]
        for d in self.program.defs:
            for offset, expr, member in d.late:
                self.P.late[d.number, offset] = self.support.late_value(d, member, expr)


__all__ = ["KEYWORDS", "TEMPORARY", "ZONE", "Codegen"]
