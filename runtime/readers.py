"""Readers made on demand: modified fields, granted keywords, abilities in hand, `needs`, functions, start values.

A field that no loaded rule can modify is read straight from its cell or table; only the others come here. Order of
changes: `=` first, then `*`, then `+ -`, within each the oldest first, then the field's range.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import ir
from .emit_expr import Expressions
from .emit_limits import HEAVY, expansion, product
from .layout import TEMPORARY, ZONE, Member, clamp_range
from .link import Placed
from .memo import MOST_KEPT
from .program import Def
from .state import State

if TYPE_CHECKING:
    from .codegen import Codegen

Line = tuple[str, ir.At | None]


def apply_mods(value: Any, mods: list[tuple[int, int, str, Any]], bounds: tuple[int, int] | None) -> Any:
    """`mods`: (stage, age, sign, amount)."""
    mods.sort(key=lambda m: m[:2])
    for _, _, sign, amount in mods:
        if sign == "=":
            value = amount
        elif sign == "*":
            value = product(value, amount)
        elif sign == "+":
            value = value + amount
        else:
            value = value - amount
    return within(value, bounds)


def within(value: Any, bounds: tuple[int, int] | None) -> Any:
    """A number held to its range, where it has one."""
    return value if bounds is None or value is None else max(bounds[0], min(bounds[1], value))


STAGE = {"=": 0, "*": 1, "+": 2, "-": 2}


class Readers:
    """Mixed into Support."""

    gen: Codegen

    def target_lines(self, placed: Placed, inner: list[str], item: str = "x") -> list[Line]:
        """Runs `inner` for every bearer (local `l_this`, its age `_age`) whose modifier has `item` among its targets."""
        gen = self.gen
        x = Expressions(gen)
        node: ir.Modifier = placed.node
        q = node.target
        v = gen.local(q.name)
        source = q.source
        if isinstance(source, ir.ListOf) and len(source.items) == 1:
            test = f"{item} == {x(source.items[0])}"
        elif isinstance(source, ir.Contents):
            test = f"st[{item} + {ZONE}] == {x(source.zone)}"
        elif isinstance(source, ir.Every):
            test = f"st[{item}] in {gen.kind_set(source.kind)}"
        else:
            test = f"{item} in {x(source)}"
        if q.rank is not None:
            test = f"{item} in {x(q)}"
        elif q.where is not None:
            test = f"{test} and {x(q.where)}"
        cell = gen.modifier_cells.get(placed.number)
        lines: list[Line] = [(f"{v} = {item}", None)] if v != item else []
        if cell is None:
            lines += [("_age = 0", None)]
            indent = ""
        else:
            entries = self.bearers(placed, cell)  # type: ignore[attr-defined]
            lines += [(f"for _p, _c, _age, _n, _u, l_this in {entries}:", node.at)]
            indent = "    "
            if placed.bearer.what == "keyword":
                lines.append((indent + self.keyword_line(placed), node.at))  # type: ignore[attr-defined]
        lines.append((f"{indent}if {test}:", node.at))
        lines += [(f"{indent}    {t}", node.at) for t in inner]
        return lines

    def applied(self, mod: ir.Mod | ir.GrantKeyword, line: str) -> list[str]:
        """The lines that apply one change to one target."""
        recorder = self.gen.recorder
        return [line] if recorder is None else recorder.change(mod, line)

    def modified_reader(self, function: str, kind: str, name: str) -> None:
        gen = self.gen
        member = gen.program.layouts[kind].members[name]
        x = Expressions(gen)
        relevant = [
            p for p in gen.linked.modifiers
            if any(isinstance(m, ir.Mod) and m.field == name and gen.home(m.kind, name) == kind for m in p.node.mods)
        ]  # fmt: skip
        lines: list[Line] = [(f"v = {x.plain(member.offset, name, 'x')}", None)]
        cells = [gen.modifier_cells.get(p.number) for p in relevant]
        if all(c is not None and c not in gen.granted_items for c in cells):
            busy = [f"st[{c}]" for c in cells]
            if name in gen.temporary:
                busy.append(f"st[{TEMPORARY}]")
            if busy:
                lines += [(f"if not ({' or '.join(busy)}):", None), ("    return v", None)]
        looked = "".join(f" + len(st[{c}])" for c in cells if c is not None)
        lines += [(f"S.fuel -= 1{looked}", None), ("if S.fuel < 0:", None), ("    tick(S)", None)]
        bounds = clamp_range(member.type)
        signs = {m.sign for p in relevant for m in p.node.mods if isinstance(m, ir.Mod) and m.field == name}
        # What is only added to a number and taken from it may come in any order, so it need not be collected.
        number = member.type == "int" or (bounds is not None and not member.type.endswith("?"))
        sums = number and signs <= {"+", "-"} and name not in gen.temporary
        if not sums:
            lines.append(("mods = []", None))
        for p in relevant:
            inner = []
            for m in p.node.mods:
                if isinstance(m, ir.Mod) and m.field == name and gen.home(m.kind, name) == kind:
                    change = f"({STAGE[m.sign]}, _age, {m.sign!r}, {x(m.value)})"
                    inner += self.applied(m, f"v {m.sign}= {x(m.value)}" if sums else f"mods.append({change})")
            lines += self.target_lines(p, inner)
        if name in gen.temporary:
            lines += [
                (f"for _t in st[{TEMPORARY}]:", None),
                (f"    if _t[0] == x and _t[1] == {name!r}:", None),
                ("        mods.append((STAGE[_t[2]], 1 << 60, _t[2], _t[3]))", None),
            ]
        if not sums:
            lines.append((f"return apply_mods(v, mods, {bounds!r}) if mods else v", None))
        elif bounds is None:
            lines.append(("return v", None))
        else:
            lines.append((f"return max({bounds[0]}, min({bounds[1]}, v))", None))
        gen.ns.setdefault("apply_mods", apply_mods)
        gen.ns.setdefault("STAGE", STAGE)
        gen.simple(
            function, ", x", lines, relevant[0].pack if relevant else 0, relevant[0].node.file if relevant else 0
        )

    def ability_reader(self, name: str) -> Callable[[State, int], bool]:
        """`c has A`: some block is printed, its `when` holds, and it is not used up."""
        gen = self.gen

        def has(S: State, x: int) -> bool:
            S.fuel -= 1
            if S.fuel < 0:
                S.charge(1)
            return any(self.block_ready(S, uid, x, x) for uid in self.ability_blocks(S, x, False, name))  # type: ignore[attr-defined]

        gen.ns.setdefault(f"ab_{name}", has)
        return has

    def block_ready(
        self, S: State, uid: int, x: int, this: int, given: tuple[Any, ...] | None = None, printed: bool = False
    ) -> bool:
        gen = self.gen
        name = f"r{uid}"
        function = gen.ns.get(name)
        if function is None:
            placed = gen.linked.blocks[gen.units[uid][1]]
            block: ir.AbilityBlock = placed.node
            lines: list[Line] = []
            if placed.bearer.what == "keyword":
                lines.append((self.keyword_line(placed, ", given, printed"), block.at))  # type: ignore[attr-defined]
            once = block.once or gen.linked.abilities[block.ability].once
            if once:
                cell = gen.program.once_cells[once]
                lines += [
                    (f"if not printed and ({uid}, l_this) in st[{cell}]:", block.at),
                    ("    return False", block.at),
                ]
            x_ = Expressions(gen, "l_as")
            lines.append((f"return {x_(block.when) if block.when is not None else 'True'}", block.at))
            gen.simple(name, ", l_this, l_as, given, printed", lines, placed.pack, block.file)
            function = gen.ns[name]
        return bool(function(S, x, this, given, printed))

    def needs_reader(self, verb: ir.Verb) -> str:
        """A function that says whether all leading `needs` of a verb are met for these arguments."""
        gen = self.gen
        name = f"n_{verb.name}"
        if name not in gen.ns:
            gen.ns[name] = None
            x = Expressions(gen)
            conds = []
            for n in verb.body:
                if not isinstance(n, ir.Needs):
                    break
                conds.append(x(n.cond))
            pack = gen.linked.pack_of["verb", verb.name]
            params = "".join(f", {gen.local(s.label)}" for s in verb.slots)
            gen.simple(name, params, [(f"return {' and '.join(conds)}", verb.at)], pack, verb.file)
        return name

    def function(self, name: str, node: ir.Function) -> None:
        gen = self.gen
        x = Expressions(gen)
        heavy = expansion(node.name, gen.linked.functions.__getitem__, gen.expansions) > HEAVY
        lines: list[Line] = [("tick(S)", node.at)] if heavy else []

        def body(stmts: list[ir.Stmt], indent: str) -> None:
            if not stmts:
                lines.append((indent + "pass", None))
            for n in stmts:
                if gen.recorder is not None:
                    lines.extend((indent + mark, n.at) for mark in gen.recorder.marks(n))
                match n:
                    case ir.Let():
                        lines.append((f"{indent}{gen.local(n.name)} = {x(n.value)}", n.at))
                    case ir.Result() if heavy:
                        lines.append((f"{indent}return sized(S, {x(n.value)})", n.at))
                    case ir.Result():
                        lines.append((f"{indent}return {x(n.value)}", n.at))
                    case ir.If():
                        if n.alias:
                            lines.append((f"{indent}{gen.local(n.alias)} = {x(n.cond)}", n.at))
                            lines.append((f"{indent}if {gen.local(n.alias)} is not None:", n.at))
                        else:
                            lines.append((f"{indent}if {x(n.cond)}:", n.at))
                        body(n.body, indent + "    ")
                        if n.other:
                            lines.append((f"{indent}else:", n.at))
                            body(n.other, indent + "    ")
                    case _:
                        raise AssertionError(f"{n.op} in a function")

        body(node.body, "")
        params = "".join(f", {gen.local(p.name)}" for p in node.params)
        pack = gen.linked.pack_of["function", node.name]
        bit = gen.memo_bits.get(node.name)
        if bit is None:
            gen.simple(name, params, lines, pack, node.file)
            return
        gen.simple(f"{name}_anew", params, lines, pack, node.file)
        key = gen.local(node.params[0].name) if len(node.params) == 1 else f"({params[2:]})"
        kept: list[Line] = [
            (f"if S.dirty & {bit}:", None),
            (f"    S.dirty &= {~bit}", None),
            (f"    kept = S.memo[{name!r}] = {{}}", None),
            ("else:", None),
            (f"    kept = S.memo[{name!r}]", None),
            (f"    if {key} in kept:", None),
            (f"        return kept[{key}]", None),
            (f"    if len(kept) > {MOST_KEPT}:", None),
            ("        kept.clear()", None),
            (f"v = kept[{key}] = {name}_anew(S{params})", node.at),
            ("return v", None),
        ]
        gen.simple(name, params, kept, pack, node.file)

    def late_value(self, d: Def, member: Member, expr: ir.Expr) -> Callable[[State, int], Any]:
        """A start value worked out in play, for a thing of `d`; compiled when first wanted."""
        gen = self.gen
        name = f"late_{d.kind}_{member.offset}"
        bounds = clamp_range(member.type)

        def value(S: State, x: int) -> Any:
            function = gen.ns.get(name)
            if function is None:
                e = Expressions(gen)
                at, pack, file = self.declared(expr) or (None, d.pack, 0)
                gen.simple(name, ", l_this", [(f"return {e(expr)}", at)], pack, file)
                function = gen.ns[name]
            return within(function(S, x), bounds)

        return value

    def table_default(self, S: State, member: Member) -> Any:
        """The start value of a state of the table."""
        if member.default is None:
            if member.type.startswith("list<"):
                return ()
            if member.type.startswith("tally<"):
                return {}
            return False if member.type == "flag" else None
        gen = self.gen
        name = f"start_{member.name}"
        if name not in gen.ns:
            at, pack, file = self.declared(member.default) or (None, gen.linked.game_pack, 0)
            gen.simple(name, "", [(f"return {Expressions(gen)(member.default)}", at)], pack, file)
        return within(gen.ns[name](S), clamp_range(member.type))

    def declared(self, default: ir.Expr) -> tuple[ir.At, int, int] | None:
        """Where the state or field stands that begins with this: line and column, pack, file. Declarations don't know their
        file; what holds them does."""
        for number, pack in enumerate(self.gen.linked.packs):
            holders: list[Any] = [*pack.games, *pack.kinds, *pack.keywords, *pack.cards]
            for holder in holders:
                for declared in (*holder.states, *(holder.fields if isinstance(holder, ir.Kind) else ())):
                    if declared.default is default:
                        return declared.at, number, holder.file
        return None
