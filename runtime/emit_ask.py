"""Statements that ask a player, to Python source: each ends a block, and the answer begins the next as `val`.

Apart from emit_body for size alone; a unit's body is built by `Body`, which knows both.
"""

from __future__ import annotations

from . import ir
from .emit_core import CoreVerbs


class Body(CoreVerbs):
    """Builds the source of one unit, with all that can be asked in it."""

    def s_choose(self, n: ir.Choose) -> None:
        site = self.site("choose", n)
        c, lo, hi = self.temp("c"), self.temp("lo"), self.temp("hi")
        other, done = self.label(), self.label()
        self.line(f"{c} = {self.x(n.pick.query)}")
        if n.pick.query.type in ("int", "words") or n.pick.query.type in self.gen.program.word_order:
            self.line(f"{c} = tuple(dict.fromkeys({c}))")
        amount = n.pick.amount
        if amount is None:
            self.line(f"{lo} = {hi} = 1")
        else:
            self.line(f"{lo} = {self.x(amount.low)}")
            self.line(
                f"{hi} = {lo if amount.exact else 'len(' + c + ')' if amount.high is None else self.x(amount.high)}"
            )
            self.line(f"{hi} = max(0, min({hi}, len({c})))")
            self.line(f"{lo} = max(0, min({lo}, {hi}))")
        self.jump_if(f"not {c} or not {hi}", other)
        after = self.label()
        self.line(f"pc = {after}")
        one = amount is None
        if n.may:
            self.ask(f"('choose', {site}, {self.who(n.by)}, {c}, {lo}, {hi}, True)")
        else:
            question = f"('choose', {site}, {self.who(n.by)}, {c}, {lo}, {hi}, False)"
            self.ask_unless(f"{lo} == {hi} == len({c})", f"{c}[0]" if one else c, question)
        self.blocks.append((after, []))
        self.jump_if("val is None or val == ()", other)
        self.line(f"{self.local(n.pick.query.name if one or not n.pick.alias else n.pick.alias)} = val")
        self.statements(n.body)
        self.jump(done)
        self.blocks.append((other, []))
        self.statements(n.other)
        self.put(done)

    def s_choose_one(self, n: ir.ChooseOne) -> None:
        site = self.site("one", n)
        offered, done = self.temp("offered"), self.label()
        tests = []
        for i, option in enumerate(n.options):
            conds = ([self.x(option.cond)] if option.cond is not None else []) + self.gen.needs_of(option.body, self.x)
            item = f"({i},)"
            tests.append(f"({item} if {' and '.join(conds)} else ())" if conds else item)
        self.line(f"{offered} = {' + '.join(tests)}")
        self.jump_if(f"not {offered}", done)
        after = self.label()
        self.line(f"pc = {after}")
        self.ask_unless(f"len({offered}) == 1", f"{offered}[0]", f"('one', {site}, {self.who(n.by)}, {offered})")
        self.blocks.append((after, []))
        starts = [self.label() for _ in n.options]
        for i, start in enumerate(starts):
            self.jump_if(f"val == {i}", start)
        for start, option in zip(starts, n.options, strict=True):
            self.blocks.append((start, []))
            self.statements(option.body)
            self.jump(done)
        self.blocks.append((done, []))

    def s_may(self, n: ir.May) -> None:
        site = self.site("may", n)
        conds = self.gen.needs_of(n.body, self.x)
        other, done, after = self.label(), self.label(), self.label()
        if conds:
            self.jump_if(f"not ({' and '.join(conds)})", other)
        self.line(f"pc = {after}")
        self.ask(f"('may', {site}, {self.who(n.by)})")
        self.blocks.append((after, []))
        self.jump_if("not val", other)
        self.statements(n.body)
        self.jump(done)
        self.blocks.append((other, []))
        self.statements(n.other)
        self.put(done)

    def s_split(self, n: ir.Split) -> None:
        site = self.site("split", n)
        c, total, i, shares = self.temp("c"), self.temp("total"), self.temp("i"), self.temp("shares")
        done, loop, after = self.label(), self.label(), self.label()
        self.line(f"{c} = {self.x(n.query)}")
        self.line(f"{total} = {self.x(n.total)}")
        self.jump_if(f"not {c} or {total} <= 0", done)
        self.line(f"pc = {after}")
        self.ask_unless(f"len({c}) == 1", f"({total},)", f"('split', {site}, {self.who(n.by)}, {c}, {total})")
        self.blocks.append((after, []))
        self.line(f"{shares} = val")
        self.line(f"{i} = -1")
        self.put(loop)
        self.line(f"{i} += 1")
        self.jump_if(f"{i} >= len({c})", done)
        self.line(f"{self.local(n.query.name)} = {c}[{i}]")
        self.line(f"{self.local(n.share)} = {shares}[{i}]")
        self.jump_if(f"not {self.local(n.share)}", loop)
        self.statements(n.body)
        self.jump(loop)
        self.blocks.append((done, []))
