"""IR statements to Python source: code that can wait anywhere and go on from plain data.

A unit (verb, hook, ability block, action, `whenever` body, test) becomes one Python function whose body is a row of
blocks `if pc == 3:`; every call that can wait ends a block. A call that does wait returns WAIT: the function leaves its
loop, adds (unit, pc, locals) to the frames of the wait, returns WAIT too, and is later called again with just that. What cannot wait (assignments, moves without hooks, loops over these) is ordinary Python inside a block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import ir
from .blocks import joined
from .emit_expr import Expressions
from .emit_limits import growth
from .keywords import expanded
from .layout import FACE, KEYWORDS, SEATS, TOGETHER, ZONE, clamp_range

if TYPE_CHECKING:
    from .codegen import Codegen


class Elsewhere(tuple[int, int]):
    """A place in a file of its own: a setup has statements of all packs that add to the game."""

    pack: int
    file: int

    def __new__(cls, at: ir.At, pack: int, file: int) -> Elsewhere:
        made = super().__new__(cls, at)
        made.pack, made.file = pack, file
        return made


class Statements:
    """Builds the source of one unit. `stop_to`: what `stop` does, a label or a line that returns."""

    def __init__(self, gen: Codegen, uid: int, params: list[str], read_this: str = "l_this") -> None:
        self.gen = gen
        self.uid = uid
        self.params = params
        self.locals: dict[str, None] = {}
        self.x = Expressions(gen, read_this)
        self.single: set[str] = {"this"}
        """Locals that are one thing for certain, never a list."""
        self.blocks: list[tuple[int, list[tuple[str, ir.At | None]]]] = [(0, [])]
        self.labels = 0
        self.indent = 0
        self.at: ir.At | None = None
        self.stop_line = "return None"
        self.stop_label: int | None = None
        self.result_local: str | None = None
        self.sites: list[tuple[str, Any]] = []
        self.file: tuple[int, int] | None = None
        """Pack and file of the statements, where they are not all of one."""
        self.outside = False
        """Outside any verb: `whenever` is looked at after every statement."""
        self.end_label = 0

    # ---- writing ----------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.blocks[-1][1].append(("    " * self.indent + text, self.at))

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def put(self, label: int) -> None:
        """Starts the block of a label; what came before goes on here."""
        self.line(f"pc = {label}")
        self.blocks.append((label, []))

    def jump(self, label: int) -> None:
        self.line(f"pc = {label}")
        self.line("continue")

    def jump_if(self, cond: str, label: int) -> None:
        self.line(f"if {cond}:")
        self.indent += 1
        self.jump(label)
        self.indent -= 1

    def local(self, name: str) -> str:
        v = self.gen.local(name)
        if v not in self.params:
            self.locals[v] = None
        return v

    def temp(self, hint: str) -> str:
        v = f"t{len(self.locals)}_{hint}"
        self.locals[v] = None
        return v

    def wait_call(self, call: str) -> None:
        """A call that may wait: its value is in `val` in the block that follows."""
        after = self.label()
        self.line(f"pc = {after}")
        self.line(f"val = {call}")
        self.waits("val is WAIT")
        self.blocks.append((after, []))

    def waits(self, cond: str) -> None:
        """Leaves the unit's loop, and so the unit, to wait if `cond`."""
        self.line(f"if {cond}:")
        self.line("    break")

    def ask(self, pending: str) -> None:
        """Puts a question and waits for its answer."""
        self.line(f"S.pending = {pending}")
        self.line("break")

    def ask_unless(self, cond: str, value: str, pending: str) -> None:
        """Asks, unless there is only one answer."""
        self.line(f"if {cond}:")
        self.line(f"    val = {value}")
        self.line("else:")
        self.indent += 1
        self.ask(pending)
        self.indent -= 1

    def stop(self) -> None:
        if self.stop_label is not None:
            self.jump(self.stop_label)
        else:
            self.line(self.stop_line)

    # ---- statements -------------------------------------------------------------------------

    def statements(self, body: list[ir.Stmt]) -> None:
        for n in body:
            self.statement(n)

    def statement(self, n: ir.Stmt) -> None:
        at = getattr(n, "at", None)
        if at is not None:
            self.at = at if self.file is None else Elsewhere(at, *self.file)
        if self.gen.recorder is None:
            self.plain(n)
        else:
            self.gen.recorder.statement(self, n)
        if self.outside and not self.indent and not isinstance(n, ir.Let | ir.Stop | ir.EndGame | ir.Result):
            self.check_whenever()

    def plain(self, n: ir.Stmt) -> None:
        """The statement itself."""
        getattr(self, f"s_{n.op}")(n)

    def straight(self, n: Any) -> bool:
        """Whether a statement can neither wait nor leave the unit nor jump."""
        match n:
            case ir.Let() | ir.SetLocal() | ir.SetState() | ir.Log() | ir.Fill() | ir.ModifyUntil():
                return True
            case ir.CallVerb():
                return n.verb in ir.VERBS and self.gen.plain_core(n.verb)
            case ir.If():
                return all(self.straight(s) for s in n.body + n.other)
            case ir.ForEach():
                return n.by is None and all(self.straight(s) for s in n.body)
            case ir.Repeat():
                return n.count is not None and all(self.straight(s) for s in n.body)
            case ir.While():
                return all(self.straight(s) for s in n.body)
        return False

    def nested(self, body: list[ir.Stmt]) -> None:
        self.indent += 1
        if not body:
            self.line("pass")
        self.statements(body)
        self.indent -= 1

    def s_let(self, n: ir.Let) -> None:
        self.line(f"{self.local(n.name)} = {self.x(n.value)}")

    def s_set_local(self, n: ir.SetLocal) -> None:
        v = self.local(n.name)
        self.line(f"{v} = {self.combine(v, n.sign, self.x(n.value), n.type)}")
        growth(self.line, v, n)

    @staticmethod
    def combine(old: str, sign: str, value: str, type_: str) -> str:
        if sign == "=":
            return value
        if sign == "-" and type_.startswith("list<"):
            return f"without(S, {old}, {value})"
        return f"{old} {sign} {value}"

    def s_set_state(self, n: ir.SetState) -> None:
        mask = 0
        if n.of is None:
            cell = str(self.gen.program.table[n.name].offset)
            mask = self.gen.mask(("t", n.name))
        elif n.kind == "rolled":
            cell = f"{self.x(n.of)} + {FACE}"
        else:
            offset = self.gen.program.layouts[n.kind].members[n.name].offset
            touched = self.gen.touch_cells.get((n.kind, n.name))
            if touched:
                self.line(f"_o = {self.x(n.of)}")
                self.line(f"if _o not in st[{touched}]:")
                self.line(f"    S.set({touched}, (*st[{touched}], _o))")
                cell = f"_o + {offset}"
            else:
                cell = f"{self.x(n.of)} + {offset}"
            mask = self.gen.mask(("m", n.kind, n.name))
        if not cell.isdigit():
            self.line(f"_c = {cell}")
            cell = "_c"
        value = self.x(n.value)
        if n.key is not None:
            self.line(f"_k = {self.x(n.key)}")
            new = value if n.sign == "=" else f"st[{cell}].get(_k, 0) {n.sign} {value}"
            new = f"{{**st[{cell}], _k: {new}}}"
        else:
            new = self.combine(f"st[{cell}]", n.sign, value, n.type)
            bounds = clamp_range(n.type)
            if bounds:
                new = f"max({bounds[0]}, min({bounds[1]}, {new}))"
        self.line(f"_v = {new}")
        growth(self.line, "_v", n)
        self.line(f"S.journal += ({cell}, st[{cell}])")
        self.line(f"st[{cell}] = _v")
        if mask:
            self.line(f"S.dirty |= {mask}")

    def s_log(self, n: ir.Log) -> None:
        self.sites.append(("log", n.message))
        self.line(f"S.note(({self.uid}, {len(self.sites) - 1}), {self.args_of(n.message)})")

    def args_of(self, message: ir.Message | None) -> str:
        """The values of a message's placeholders, in order."""
        if message is None:
            return "()"
        return "(" + "".join(f"{self.x(a.value)}, " for a in message.args.values()) + ")"

    def s_fill(self, n: ir.Fill) -> None:
        zone = self.x(n.zone)
        self.line(f"fill(S, {zone}, {self.x(n.query)}, {n.by_copies})")

    def s_modify_until(self, n: ir.ModifyUntil) -> None:
        mods = []
        for m in expanded(self.gen.linked, n.mods):
            if isinstance(m, ir.Mod):
                mods.append(f"({m.field!r}, {m.sign!r}, {self.x(m.value)})")
            else:
                mods.append(f"({m.keyword!r}, 'grant', ({''.join(self.x(a) + ', ' for a in m.args)}))")
        name = self.gen.local(n.target.name)
        self.line(f"for {name} in {self.x(n.target)}:")
        until = tuple(self.gen.verb_number(v) for v in n.until)
        self.line(f"    modify_until(S, {name}, ({', '.join(mods)},), {until!r})")

    # ---- verbs ------------------------------------------------------------------------------

    def s_do(self, n: ir.CallVerb) -> None:
        if n.verb in ir.VERBS:
            self.core_verb(n)
            return
        self.wait_call(self.gen.verb_call(n, self.x))
        if n.alias:
            self.line(f"{self.local(n.alias)} = val")

    def core_verb(self, n: ir.CallVerb) -> None:
        """A verb of the core, see emit_core."""
        raise AssertionError(n.verb)

    def s_run(self, n: ir.Run) -> None:
        ability = self.gen.program.linked.abilities[n.ability]
        args = [self.x(n.args[p.name]) if p.name in n.args else "None" for p in ability.params]
        target = self.x(n.target) if n.target is not None else "None"
        of = self.x(n.of)
        after = None
        if not n.printed and not self.gen.hooked("ability", n.ability) and not self.gen.ability_granted(n.ability):
            # Most copies say nothing for an ability: then there is no call and no event.
            after = self.label()
            self.line(f"_x = {of}")
            self.line(
                f"if _x is None or (st[_x] not in {self.gen.ability_set(n.ability)} and not st[_x + {KEYWORDS}]):"
            )
            self.indent += 1
            self.jump(after)
            self.indent -= 1
            of = "_x"
        call = f"{self.gen.unit_name(('ability', n.ability))}(S, {of}, {target}, {n.printed}"
        self.wait_call(call + "".join(f", {a}" for a in args) + ")")
        if after is not None:
            self.put(after)

    # ---- what questions share ---------------------------------------------------------------

    def site(self, what: str, node: Any) -> str:
        self.sites.append((what, node))
        return f"({self.uid}, {len(self.sites) - 1})"

    def who(self, by: ir.Expr | None) -> str:
        if by is None or isinstance(by, ir.Players):
            return f"st[{SEATS}]"
        return f"P.seats_of(S, {self.x(by)})"

    # ---- flow -------------------------------------------------------------------------------

    def s_if(self, n: ir.If) -> None:
        if n.alias:
            v = self.local(n.alias)
            self.line(f"{v} = {self.x(n.cond)}")
            cond = f"{v} is not None"
        else:
            cond = self.x(n.cond)
        if self.straight(n):
            self.line(f"if {cond}:")
            self.nested(n.body)
            if n.other:
                self.line("else:")
                self.nested(n.other)
            return
        other, done = self.label(), self.label()
        self.jump_if(f"not ({cond})", other)
        self.statements(n.body)
        if n.other:
            self.jump(done)
            self.blocks.append((other, []))
            self.statements(n.other)
            self.put(done)
        else:
            self.put(other)

    def s_for_each(self, n: ir.ForEach) -> None:
        q = n.query
        items, i = self.temp("items"), self.temp("i")
        zones = self.temp("zones") if self.gen.from_zones(q.source) else None
        v = self.local(q.name)
        self.single.add(q.name)
        self.line(f"{items} = {self.x(q)}")
        if zones:
            self.line(f"{zones} = tuple([st[_x + {ZONE}] for _x in {items}])")
        checks = []
        if zones:
            checks.append(f"st[{v} + {ZONE}] != {zones}[{i if n.by is None else '_i'}]")
        if q.where is not None:
            checks.append(f"not {self.x(q.where)}")
        skip = " or ".join(checks)
        if n.by is None and all(self.straight(s) for s in n.body):
            self.line(f"for {i}, {v} in enumerate(counted(S, {items})):")
            if skip:
                self.line(f"    if {skip}:")
                self.line("        continue")
            self.nested(n.body)
            return
        loop, done = self.label(), self.label()
        self.line(f"{i} = -1")
        self.put(loop)
        self.line("S.fuel -= 1")
        self.line("if S.fuel < 0:")
        self.line("    tick(S)")
        if n.by is not None:
            self.order_step(n, items, zones, v, skip, done)
        else:
            self.line(f"{i} += 1")
            self.jump_if(f"{i} >= len({items})", done)
            self.line(f"{v} = {items}[{i}]")
            if skip:
                self.jump_if(f"{skip}", loop)
        self.statements(n.body)
        self.jump(loop)
        self.blocks.append((done, []))

    def order_step(self, n: ir.ForEach, items: str, zones: str | None, v: str, skip: str, done: int) -> None:
        """Who is next: drops those that no longer hold, asks if more than one is left."""
        site = self.site("order", n)
        keep = f" if not ({skip})" if skip else ""
        if zones:
            self.line(f"_left = [(_i, {v}) for _i, {v} in enumerate({items}){keep}]")
            self.line(f"{zones} = tuple([{zones}[_i] for _i, _ in _left])")
            self.line(f"{items} = tuple([_y for _, _y in _left])")
        else:
            self.line(f"{items} = tuple([{v} for {v} in {items}{keep}])")
        self.jump_if(f"not {items}", done)
        after = self.label()
        self.line(f"pc = {after}")
        self.ask_unless(f"len({items}) == 1", f"{items}[0]", f"('order', {site}, {self.who(n.by)}, {items})")
        self.blocks.append((after, []))
        self.line(f"{v} = val")
        if zones:
            self.line(f"_n = {items}.index({v})")
            self.line(f"{zones} = {zones}[:_n] + {zones}[_n + 1:]")
        self.line(f"{items} = without(S, {items}, ({v},))")

    def s_repeat(self, n: ir.Repeat) -> None:
        if n.count is not None and all(self.straight(s) for s in n.body):
            self.line(f"for _ in range({self.x(n.count)}):")
            self.line("    S.fuel -= 1")
            self.line("    if S.fuel < 0:")
            self.line("        tick(S)")
            self.nested(n.body)
            return
        loop, done = self.label(), self.label()
        i = self.temp("i")
        if n.count is not None:
            self.line(f"{i} = {self.x(n.count)}")
        self.put(loop)
        self.line("S.fuel -= 1")
        self.line("if S.fuel < 0:")
        self.line("    tick(S)")
        if n.count is not None:
            self.jump_if(f"{i} <= 0", done)
            self.line(f"{i} -= 1")
        self.statements(n.body)
        self.jump(loop)
        self.blocks.append((done, []))

    def s_while(self, n: ir.While) -> None:
        if all(self.straight(s) for s in n.body):
            self.line(f"while {self.x(n.cond)}:")
            self.line("    S.fuel -= 1")
            self.line("    if S.fuel < 0:")
            self.line("        tick(S)")
            self.nested(n.body)
            return
        loop, done = self.label(), self.label()
        self.put(loop)
        self.line("S.fuel -= 1")
        self.line("if S.fuel < 0:")
        self.line("    tick(S)")
        self.jump_if(f"not {self.x(n.cond)}", done)
        self.statements(n.body)
        self.jump(loop)
        self.blocks.append((done, []))

    def s_together(self, n: ir.Together) -> None:
        self.locals["tog"] = None
        self.line(f"tog = st[{TOGETHER}]")
        self.line(f"S.set({TOGETHER}, tog + 1)")
        self.statements(n.body)
        self.line(f"S.set({TOGETHER}, st[{TOGETHER}] - 1)")
        self.check_whenever()

    def check_whenever(self) -> None:
        mask = self.gen.whenever_mask
        if mask:
            after = self.label()
            self.line(f"pc = {after}")
            self.waits(f"S.dirty & {mask} and (_h := next_whenever_(S)) is not None and whenever(S, _h) is WAIT")
            self.blocks.append((after, []))

    def s_offer(self, n: ir.Offer) -> None:
        site = self.site("offer", n)
        passed, to, given = self.temp("passed"), self.temp("to"), self.temp("given")
        loop, done, acted = self.label(), self.label(), self.label()
        self.line(f"{passed} = ()")
        self.line(f"{given} = ({''.join(self.x(g) + ', ' for g in n.givens.values())})")
        self.put(loop)
        self.line("S.fuel -= 1")
        self.line("if S.fuel < 0:")
        self.line("    tick(S)")
        if n.until is not None:
            self.jump_if(f"{self.x(n.until)}", done)
        self.line(f"{to} = as_list({self.x(n.to)})")
        self.wait_call(
            f"offer(S, {site}, {to}, {passed}, {n.all_pass}, {tuple(n.groups)!r}, {given}, {tuple(n.givens)!r})"
        )
        self.jump_if("val is None", done)
        self.line("if val[0] < 0:")
        self.indent += 1
        self.line(f"{passed} = {passed} + (val[1],)" if n.all_pass else "pc = -1")
        self.jump(loop if n.all_pass else done)
        self.indent -= 1
        self.line(f"{passed} = ()")
        self.line(f"pc = {acted}")
        self.waits(f"do_action(S, val, {given}, {tuple(n.givens)!r}) is WAIT")
        self.blocks.append((acted, []))
        self.jump(loop)
        self.blocks.append((done, []))

    # ---- leaving ----------------------------------------------------------------------------

    def s_needs(self, n: ir.Needs) -> None:
        self.line(f"if not {self.x(n.cond)}:")
        self.indent += 1
        self.stop()
        self.indent -= 1

    def s_result(self, n: ir.Result) -> None:
        if self.result_local:
            self.line(f"{self.result_local} = {self.x(n.value)}")
            self.stop()
        else:
            self.line(f"return {self.x(n.value)}")

    def s_stop(self, n: ir.Stop) -> None:
        result = f"({self.x(n.result)},)" if n.result is not None else "None"
        if n.verb is not None:
            pattern = ", ".join(f"{k!r}: {self.x(v)}" for k, v in n.pattern.items())
            self.line(f"stop_verb(S, {self.gen.verb_number(n.verb)}, {{{pattern}}}, {result})")
            return
        if self.stop_line == "return STOPPED" and n.result is not None:
            self.line(f"return Stopped({result})")
            return
        if n.result is not None and self.result_local:
            self.line(f"{self.result_local} = {self.x(n.result)}")
        self.stop()

    def s_end(self, n: ir.EndGame) -> None:
        winner = self.x(n.winner) if n.winner is not None else "None"
        if n.message is not None:
            self.s_log(ir.Log(n.message, n.at))
        self.line(f"end_game(S, {n.won}, {winner})")

    # ---- the whole function -----------------------------------------------------------------

    def source(self, name: str, head: list[str], stops: list[str]) -> tuple[str, list[ir.At | None]]:
        """The function's source and the author's place of each of its lines. `head`: lines before the blocks, run on a
        fresh call only; `stops`: the lines that handle StopTo (empty: it passes)."""
        names = [*self.params, *self.locals]
        out: list[tuple[str, ir.At | None]] = []

        def add(indent: int, text: str, at: ir.At | None = None) -> None:
            out.append(("    " * indent + text, at))

        args = "".join(f"{p}=None, " for p in self.params)
        add(0, f"def {name}(S, {args}pc=0, val=None, fr=None, thr=None):")
        add(1, "st = S.cells")
        if fr_needed := bool(names):
            add(1, "if fr is not None:")
            add(2, f"({', '.join(names)},) = fr")
        if self.locals or head:
            add(1, "else:" if fr_needed else "if fr is None:")
            if self.locals:
                add(2, f"{' = '.join(self.locals)} = None")
            for text in head:
                add(2, text)
        if not stops:
            add(1, "if thr is not None:")
            add(2, "raise thr")
        add(1, "while True:")
        base = 2
        if stops:
            add(2, "try:")
            base = 3
            add(base, "if thr is not None:")
            add(base + 1, "_t = thr")
            add(base + 1, "thr = None")
            add(base + 1, "raise _t")
        for label, lines in joined(self.blocks, {self.stop_label, self.end_label} if stops else set()):
            add(base, f"if pc == {label}:")
            for text, at in lines:
                add(base + 1, text, at)
            if not lines:
                add(base + 1, "pass")
        add(base, "return None")
        if stops:
            add(2, "except StopTo as stop_:")
            for text in stops:
                add(3, text)
        add(1, f"S.waits.append(({self.uid}, pc, ({''.join(n + ', ' for n in names)})))")
        add(1, "return WAIT")
        return "\n".join(t for t, _ in out) + "\n", [a for _, a in out]
