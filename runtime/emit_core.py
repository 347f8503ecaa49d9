"""Calls of the core's verbs, to Python source: a plain call of a primitive where nobody watches the verb, else its unit.

Apart from emit_body for size alone.
"""

from __future__ import annotations

from . import ir
from .emit_body import Statements


class CoreVerbs(Statements):
    """Statements with the core's verbs."""

    def shuffle_list(self, n: ir.CallVerb, what: ir.State | ir.Get | ir.Local) -> None:
        """`shuffle` of a list that is a state or a local (a local may also be a zone)."""
        if isinstance(what, ir.Local):
            name = self.x(what)
            self.line(f"if {name}.__class__ is tuple:")
            self.line(f"    {name} = shuffled(S, {name})")
            if not self.gen.hooked("verb", "shuffle"):
                self.line("else:")
                self.line(f"    core_shuffle(S, {name})")
                return
            done = self.label()
            self.indent += 1
            self.jump(done)
            self.indent -= 1
            self.wait_call(f"{self.gen.unit_name(('verb', 'shuffle'))}(S, {name}, False)")
            self.put(done)
            return
        fresh = self.local("0shuffled")
        self.line(f"{fresh} = shuffled(S, {self.x(what)})")
        of, kind = (what.of, what.kind) if isinstance(what, ir.Get) else (None, "")
        self.s_set_state(ir.SetState(of, kind, what.name, None, "=", ir.Local("0shuffled"), "list<>", n.at))

    def lay_printed(self, n: ir.CallVerb) -> None:
        """`lay` of a printed card: its places are made, and each is laid for itself."""
        board = self.temp("board")
        self.line(f"{board} = {self.x(n.args['on'])}")
        source = f"P.drawn({self.x(n.args['what'])}, {board}, {self.x(n.args['spot'])})"
        if not self.gen.hooked("verb", "lay"):
            self.line(f"for _n, _s, _v in {source}:")
            self.line(f"    core_lay(S, P.create(S, _n, None, _v), {board}, _s)")
            return
        items, i = self.temp("items"), self.temp("i")
        loop, done = self.label(), self.label()
        self.line(f"{items} = {source}")
        self.line(f"{i} = -1")
        self.put(loop)
        self.line(f"{i} += 1")
        self.line(f"if {i} >= len({items}):")
        self.indent += 1
        self.jump(done)
        self.indent -= 1
        self.wait_call(
            f"{self.gen.unit_name(('verb', 'lay'))}"
            f"(S, P.create(S, {items}[{i}][0], None, {items}[{i}][2]), {board}, {items}[{i}][1])"
        )
        self.jump(loop)
        self.blocks.append((done, []))

    def pull_watched(self, amount: str, zone: str) -> None:
        """`pull` where `shuffle` is watched: refilling a zone is a shuffle of it, with its hooks. What is pulled is in `val`."""
        enough = self.label()
        self.jump_if(f"not P.short(st, {amount}, {zone})", enough)
        self.wait_call(f"{self.gen.unit_name(('verb', 'shuffle'))}(S, {zone}, True)")
        self.put(enough)
        self.line(f"val = st[{zone}][:max(0, {amount})]")

    def core_verb(self, n: ir.CallVerb) -> None:
        what = n.args.get("what")
        if n.verb == "shuffle" and isinstance(what, ir.State | ir.Get | ir.Local):
            self.shuffle_list(n, what)
            return
        if n.verb == "lay" and n.printed:
            self.lay_printed(n)
            return
        if self.gen.hooked("verb", n.verb):
            core = ir.VERBS[n.verb]
            args = [self.x(n.args[s.label]) if s.label in n.args else "None" for s in core.slots]
            if n.verb == "shuffle":
                args.append("False")
            if n.verb in ("attach", "create"):
                args.append(self.core_extra(n))
            self.wait_call(f"{self.gen.unit_name(('verb', n.verb))}(S, {', '.join(args)})")
        elif not self.gen.plain_core(n.verb):
            amount, zone = self.temp("amount"), self.temp("zone")
            self.line(f"{amount} = {self.x(n.args['amount'])}")
            self.line(f"{zone} = {self.x(n.args['from'])}")
            self.pull_watched(amount, zone)
        else:
            self.line(f"val = {self.core_call(n)}" if n.alias else self.core_call(n))
        if n.alias:
            self.line(f"{self.local(n.alias)} = val")

    def core_extra(self, n: ir.CallVerb) -> str:
        if n.verb == "attach":
            what = n.args["what"]
            assert isinstance(what, ir.KeywordRef)
            return "(" + "".join(f"{self.x(a)}, " for a in what.args) + ")"
        labels = {s.label for s in ir.VERBS["create"].slots}
        inner = ", ".join(f"{k!r}: {self.x(v)}" for k, v in n.args.items() if k not in labels)
        return "{" + inner + "}"

    def core_call(self, n: ir.CallVerb) -> str:
        a = {k: self.x(v) for k, v in n.args.items()}
        match n.verb:
            case "move":
                position = n.args.get("position")
                bottom = isinstance(position, ir.Word) and position.word == "bottom"
                what = n.args["what"]
                one = isinstance(what, ir.Local) and what.name in self.single
                return f"{'P.move' if one else 'move'}(S, {a['what']}, {a['to']}, {bottom})"
            case "attach" | "create":
                return f"core_{n.verb}(S, {a['what']}, {a.get('to', a.get('into'))}, {self.core_extra(n)})"
            case "lay":
                return f"core_lay(S, {a['what']}, {a['on']}, {a['spot']})"
        order = [a.get(s.label, "None") for s in ir.VERBS[n.verb].slots]
        return f"core_{n.verb}(S, {', '.join(order)})"
