"""The units' functions: verbs, actions, abilities, hooks, ability blocks, bodies of `whenever`, a game's own sections.

A verb call is: event, before hooks, `needs`, body, after hooks, what `until` gives back, `whenever`. Only what the
linked packs make necessary is in the code of a verb: one without hooks that nobody tracks is its event and its body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import ir
from .emit_ask import Body
from .link import Placed
from .state import EVENT

if TYPE_CHECKING:
    from .codegen import Codegen

PLAYED_OUT = (
    "this is the last line of `play`, and nothing said `end game`: end the game here with `end game won` or `end game lost`, or "
    "let the lines before it go on in a `repeat:`"
)


class Units:
    """Mixed into Support."""

    gen: Codegen

    def build(self, uid: int) -> None:
        what, *rest = self.gen.units[uid]
        match what:
            case "whenever check":
                self.gen.fn[uid] = self.whenever  # type: ignore[attr-defined]
                self.gen.bodies[uid] = Body(self.gen, uid, [])
            case "main":
                self.build_main(uid)
            case "verb" if rest[0] in ir.VERBS:
                self.build_core_verb(uid, rest[0])
            case "verb":
                self.build_verb(uid, self.gen.linked.verbs[rest[0]])
            case "action":
                self.build_action(uid, self.gen.linked.actions[rest[0]])
            case "ability":
                self.build_ability(uid, self.gen.linked.abilities[rest[0]])
            case "hook":
                self.build_hook(uid, self.gen.linked.hooks[rest[0]])
            case "block":
                self.build_block(uid, self.gen.linked.blocks[rest[0]])
            case "when":
                self.build_when(uid, self.gen.linked.whenevers[rest[0]])

    # ---- calls that can be watched ----------------------------------------------------------

    def open_call(self, b: Body, watches: str, name: str) -> None:
        """Event and before hooks; arguments are the unit's parameters."""
        self.args = "".join(p + ", " for p in b.params)
        self.tracked = name in self.gen.tracked
        self.after_key = ("after", watches, name) if ("after", watches, name) in self.gen.watches else None
        before = self.gen.watches.get(("before", watches, name))
        b.locals.update(dict.fromkeys(("ei", "pe", "res")))
        if self.tracked or self.after_key:
            b.locals.update(dict.fromkeys(("ph", "pend", "sn", "kept", "af")))
        if before or self.after_key:
            b.locals.update(dict.fromkeys(("hk", "hi")))
        b.end_label = b.label()
        self.changes = before is not None
        if before is not None:
            loop, ready = b.label(), b.label()
            guard = before.guard(b.params)
            if guard:
                b.jump_if(f"not ({guard})", ready)
            b.line(f"hk = hooks(S, {('before', watches, name)!r}, ({self.args}))")
            b.line("hi = -1")
            b.put(loop)
            b.line("hi += 1")
            b.jump_if("hi >= len(hk)", ready)
            b.wait_call(f"U[hk[hi][0]](S, hk[hi][1], hk[hi][2], {self.args})")
            b.line("if val is not None:")
            b.line("    if val.__class__ is Stopped:")
            b.line("        res = val.result[0] if val.result else None")
            b.line("        done(S, ei, pe, 2)")
            b.line("        return res")
            b.line(f"    ({self.args}) = val")
            b.jump(loop)
            b.blocks.append((ready, []))

    def start_body(self, b: Body, name: str, labels: list[str]) -> None:
        """From here on the call is running."""
        if self.after_key:
            guard = self.gen.watches[self.after_key].guard(b.params)
            b.line(f"af = snapshots(S, {self.after_key!r}, ({self.args})){f' if {guard} else ()' if guard else ''}")
        if self.tracked:
            pairs = "".join(f"({label!r}, {p}), " for label, p in zip(labels, b.params, strict=False))
            b.line(f"kept = enter(S, {name!r})")
            b.line(f"sn = push_call(S, {self.gen.number_of[name]}, ({pairs}))")
        if self.tracked or self.after_key:
            b.line("ph = 1")
        b.stop_label = b.label()
        b.result_local = "res"

    def close_call(self, b: Body, name: str, result: bool) -> None:
        """After hooks, what ends with the call, `whenever`."""
        assert b.stop_label is not None
        b.put(b.stop_label)
        if self.tracked or self.after_key:
            b.line("ph = 2")
        if self.after_key:
            loop = b.label()
            guard = self.gen.watches[self.after_key].guard(b.params)
            if guard:
                b.jump_if(f"not af and not ({guard})", b.end_label)
            b.line(f"hk = after_hooks(S, {self.after_key!r}, ({self.args}), af)")
            b.line("hi = -1")
            b.put(loop)
            b.line("hi += 1")
            b.jump_if("hi >= len(hk)", b.end_label)
            b.wait_call(f"U[hk[hi][0]](S, hk[hi][1], hk[hi][2], hk[hi][3], res, {self.args})")
            b.jump(loop)
            b.blocks.append((b.end_label, []))
        else:
            b.put(b.end_label)
        if self.tracked or self.after_key:
            b.line("ph = 3")
        if self.tracked:
            b.line(f"leave(S, {name!r}, sn, kept)")
        b.line("S.cause = pe")
        b.line(f"_k = (ei - S.events_before) * {EVENT}")
        b.line("if _k >= 0:")
        b.line("    _r = S.events")
        b.line("    _r[_k + 4] = len(S.journal)")
        b.line("    _r[_k + 5] = 1")
        if self.changes:
            b.line(f"    _r[_k + 6] = ({self.args})")
        if self.tracked or self.after_key:
            b.line("if pend is not None:")
            b.line("    raise StopTo(*pend)")
        b.check_whenever()
        b.line("return res" if result else "return None")

    def call_stops(self, b: Body, name: str) -> list[str]:
        lines = []
        if "tog" in b.locals:
            lines += ["if tog is not None:", "    S.set(TOGETHER, tog)"]
        if not (self.tracked or self.after_key):
            return [*lines, "raise"] if lines else []
        return [
            *lines,
            "if ph in (1, 2):",
            "    S.cause = ei",
            "    pend = None if stop_.call == sn else (stop_.call, stop_.result)",
            "    if pend is None and stop_.result is not None:",
            "        res = stop_.result[0]",
            f"    pc = {b.stop_label} if ph == 1 else {b.end_label}",
            "    continue",
            "raise",
        ]

    def head(self, number: int, params: list[str]) -> list[str]:
        args = "".join(p + ", " for p in params)
        return [
            "S.fuel -= 1",
            "if S.fuel < 0:",
            "    tick(S)",
            "pe = S.cause",
            "_r = S.events",
            f"ei = S.cause = S.events_before + len(_r) // {EVENT}",
            f"_r += ({number}, pe, ({args}), len(S.journal), None, 0, None, None)",
            *(["ph = 0"] if self.tracked or self.after_key else []),
        ]

    # ---- verbs ------------------------------------------------------------------------------

    def build_verb(self, uid: int, verb: ir.Verb) -> None:
        gen = self.gen
        labels = [s.label for s in verb.slots]
        b = Body(gen, uid, [gen.local(label) for label in labels])
        b.single |= {s.label for s in verb.slots if "<" not in s.type}
        b.at = verb.at
        self.open_call(b, "verb", verb.name)
        body = list(verb.body)
        while body and isinstance(body[0], ir.Needs):
            needs = body.pop(0)
            assert isinstance(needs, ir.Needs)
            b.at = needs.at
            b.line(f"if not {b.x(needs.cond)}:")
            b.line("    done(S, ei, pe, 3)")
            b.line("    return None")
        self.start_body(b, verb.name, labels)
        b.statements(body)
        b.at = verb.at
        self.close_call(b, verb.name, verb.result is not None)
        pack = gen.linked.pack_of["verb", verb.name]
        gen.finish_unit(
            uid, b, self.head(gen.number_of[verb.name], b.params), self.call_stops(b, verb.name), pack, verb.file
        )

    def build_core_verb(self, uid: int, name: str) -> None:
        """A verb of the core that somebody watches; a list is moved one after another, each with its hooks."""
        gen = self.gen
        core = ir.VERBS[name]
        labels = [s.label for s in core.slots]
        b = Body(gen, uid, [gen.local(label) for label in labels])
        params = list(b.params)
        extra = ["l__extra"] if name in ("attach", "create", "shuffle") else []
        if name == "move":
            loop, single = b.label(), b.label()
            b.locals.update(dict.fromkeys(("many", "mi")))
            b.jump_if("l_what.__class__ is not tuple", single)
            b.line("many = P.move_order(st, l_what, l_to, l_position == 'bottom')")
            b.line("mi = -1")
            b.put(loop)
            b.line("mi += 1")
            b.line("if mi >= len(many):")
            b.line("    done(S, ei, pe, 1)")
            b.line("    return None")
            b.wait_call(f"u{uid}(S, many[mi], l_to, l_position)")
            b.jump(loop)
            b.blocks.append((single, []))
        self.open_call(b, "verb", name)
        self.start_body(b, name, labels)
        args = ", ".join(["S", *params, *extra])
        if name == "pull" and not gen.plain_core(name):
            b.pull_watched("l_amount", "l_from")
            b.line("res = val")
        else:
            b.line(f"res = core_{name}({args})")
        self.close_call(b, name, core.result is not None)
        b.params += extra
        gen.finish_unit(uid, b, self.head(gen.number_of[name], params), self.call_stops(b, name), 0, -1)

    # ---- actions ----------------------------------------------------------------------------

    def build_action(self, uid: int, action: ir.Action) -> None:
        gen = self.gen
        labels = gen.slots("action", action.name)
        b = Body(gen, uid, [gen.local(label) for label in labels])
        b.single |= {gen.pick_name(p) for p in gen.picks(action) if p.amount is None} | {action.actor.name}
        b.at = action.at
        self.open_call(b, "action", action.name)
        if action.once:
            cell = gen.program.once_cells[action.once]
            b.line(f"use_once(S, {cell}, ({uid}, {gen.local(action.actor.name)}))")
        for step in action.steps:
            if isinstance(step, ir.Cost):
                of, key = step.of, step.key
                type_ = "int"
                taken = ir.SetState(of, step.kind, step.name, key, "-", step.amount, type_, step.at)
                if gen.recorder is None:
                    b.statement(taken)
                else:
                    gen.recorder.statement(b, taken, step)
        self.start_body(b, action.name, labels)
        b.statements(action.body)
        b.at = action.at
        self.close_call(b, action.name, False)
        pack = gen.linked.pack_of["action", action.name]
        gen.finish_unit(
            uid, b, self.head(gen.number_of[action.name], b.params), self.call_stops(b, action.name), pack, action.file
        )

    # ---- abilities --------------------------------------------------------------------------

    def build_ability(self, uid: int, ability: ir.Ability) -> None:
        gen = self.gen
        params = ["l_of", "l_for", *[gen.local(p.name) for p in ability.params]]
        b = Body(gen, uid, [*params, "printed"])
        b.at = ability.at
        # `run A of X for Y with ...` is called with (X, Y, printed, ...): put in order by the wrapper's signature.
        b.params = ["l_of", "l_for", "printed", *params[2:]]
        b.locals.update(dict.fromkeys(("bl", "bi")))
        b.line("if l_of is None:")
        b.line("    done(S, ei, pe, 3)")
        b.line("    return None")
        b.line(f"bl = blocks_to_run(S, l_of, printed, {ability.name!r})")
        b.line("if not bl:")
        b.line("    done(S, ei, pe, 3)")
        b.line("    return None")
        all_params = b.params
        b.params = params
        self.open_call(b, "ability", ability.name)
        self.start_body(b, ability.name, gen.slots("ability", ability.name))
        loop = b.label()
        assert b.stop_label is not None
        b.line("bi = -1")
        b.put(loop)
        b.line("bi += 1")
        b.jump_if("bi >= len(bl)", b.stop_label)
        args = "".join(", " + p for p in params[2:])
        b.wait_call(f"U[bl[bi][0]](S, l_of, l_of if l_for is None else l_for, printed, bl[bi][1]{args})")
        b.jump(loop)
        self.close_call(b, ability.name, False)
        head = self.head(gen.number_of[ability.name], params)
        stops = self.call_stops(b, ability.name)
        b.params = all_params
        gen.finish_unit(uid, b, head, stops, gen.linked.pack_of["ability", ability.name], 0)

    def build_block(self, uid: int, placed: Placed) -> None:
        gen = self.gen
        block: ir.AbilityBlock = placed.node
        ability = gen.linked.abilities[block.ability]
        b = Body(gen, uid, ["bearer", "l_this", "printed", "given", *[gen.local(p.name) for p in ability.params]])
        b.at = block.at
        b.line(f"if not block_ready(S, {uid}, bearer, l_this, given, printed):")
        b.line("    return None")
        once = block.once or ability.once
        if once:
            b.line("if not printed:")  # what is used up belongs to a copy
            b.line(f"    use_once(S, {gen.program.once_cells[once]}, ({uid}, bearer))")
        self.bind_keyword(b, placed, "bearer", ", given, printed")
        b.statements(block.body)
        b.line("return None")
        gen.finish_unit(uid, b, [], [], placed.pack, block.file)

    def bind_keyword(self, b: Body, placed: Placed, bearer: str, more: str = "") -> None:
        if placed.bearer.what == "keyword":
            params = self.gen.linked.keywords[placed.bearer.name].params
            if params:
                names = "".join(b.local(p.name) + ", " for p in params)
                b.line(f"({names}) = keyword_args(S, {bearer}, {placed.bearer.name!r}{more})")

    # ---- hooks ------------------------------------------------------------------------------

    def build_hook(self, uid: int, placed: Placed) -> None:
        gen = self.gen
        hook: ir.Hook = placed.node
        labels = gen.slots(hook.watches, hook.name)
        names = [gen.local(hook.binds[label]) if label in hook.binds else f"a_{label}" for label in labels]
        after = hook.timing == "after"
        result = gen.local(hook.alias) if hook.alias else "a_result"
        lead = ["l_this", "r_this", "given", result] if after else ["l_this", "given"]
        b = Body(gen, uid, [*lead, *names], "r_this" if after else "l_this")
        b.at = hook.at
        self.bind_keyword(b, placed, "r_this" if after else "l_this", ", given")
        for label, expr in hook.filters.items():
            this = isinstance(expr, ir.Local) and expr.name == "this"
            b.line(f"if a_{label} != {'l_this' if this else b.x(expr)}:")
            b.line("    return None")
        if hook.cond is not None:
            b.line(f"if not {b.x(hook.cond)}:")
            b.line("    return None")
        b.stop_line = "return None" if after else "return STOPPED"
        b.statements(hook.body)
        changed = not after and self.sets_local(hook.body, set(hook.binds.values()))
        b.at = hook.at
        b.line(f"return ({''.join(n + ', ' for n in names)})" if changed else "return None")
        gen.finish_unit(uid, b, [], [], placed.pack, hook.file)

    @staticmethod
    def sets_local(body: Any, names: set[str]) -> bool:
        from .program import walk_node

        return any(isinstance(n, ir.SetLocal) and n.name in names for n in walk_node(body))

    def build_when(self, uid: int, placed: Placed) -> None:
        gen = self.gen
        node: ir.Whenever = placed.node
        b = Body(gen, uid, ["l_this"])
        b.at = node.at
        self.bind_keyword(b, placed, "l_this")
        if node.once:
            b.line(f"use_once(S, {gen.program.once_cells[node.once]}, ({uid}, l_this))")
        b.statements(node.body)
        b.line("return None")
        gen.finish_unit(uid, b, [], [], placed.pack, node.file)

    # ---- the game itself --------------------------------------------------------------------

    def build_main(self, uid: int) -> None:
        gen = self.gen
        game = gen.linked.game
        b = Body(gen, uid, [])
        b.outside = True
        for pack, file, setup in gen.linked.setups:
            b.file = pack, file
            b.statements(setup)
        b.file = None
        b.statements(game.play)
        b.at = game.play[-1].at if game.play else game.at
        b.line(f"raise Broke('content', {PLAYED_OUT!r})")
        gen.finish_unit(uid, b, [], [], gen.linked.game_pack, game.file)
