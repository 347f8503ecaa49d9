"""What works while its bearer is active to IR: hooks, `whenever`, `modify`, ability blocks, `active in` blocks, checks.

The same words stand in a file of rules (no bearer), a kind, a keyword or a card; a frame says which. An `active in ZONES:`
block lowers its words in a frame of its own, since what `owner` is depends on the zones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from greyc.compiler import meant
from greyc.compiler.acts import Acts, Pack
from greyc.compiler.body import lower_body, verb_names
from greyc.compiler.builtin import keyword_line
from greyc.compiler.declare_members import zone_name
from greyc.compiler.entries import AbilityInfo, ParamInfo
from greyc.compiler.expr import lower_test
from greyc.compiler.guesses import abilities_of, ability_elsewhere
from greyc.compiler.names import namespace, report_unknown
from greyc.compiler.patterns import drop_unused, lower_header, report_unread
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.targets import lower_modify
from greyc.compiler.types import ERROR, kinds_of
from greyc.dsl import nodes
from greyc.runtime import ir

FrameIn = Callable[[list[str] | None], Frame]
"""The frame of the bearer's words, in the zones of an `active in` block or its own."""


@define(eq=False)
class WordsOf:
    """Lowers the words of one bearer. `path` is its, for ids of texts; `params` those of a keyword."""

    pack: Pack
    frame_in: FrameIn
    path: str
    params: Sequence[ParamInfo] = ()
    words: ir.Words = field(factory=ir.Words)
    zones: list[str] | None = None

    def lower(self, members: Iterable[nodes.Node]) -> ir.Words:
        """All words among these members; what is no word is left to others."""
        for node in members:
            match node:
                case nodes.Hook():
                    self.hook(node)
                case nodes.Whenever():
                    self.whenever(node)
                case nodes.ModifyRule():
                    self.modify(node)
                case nodes.AbilityBlock():
                    self.ability(node)
                case nodes.ActiveIn() if node.members is not None:
                    before = self.zones
                    self.zones = active_zones(node.zones, self.scope(), self.pack)
                    self.lower(node.members)
                    self.zones = before
        return self.words

    def scope(self, params: Sequence[ParamInfo] = ()) -> Scope:
        return scope_of(self.frame_in(self.zones), [*self.params, *params])

    def hook(self, node: nodes.Hook) -> None:
        header = lower_header(node, self.scope())
        if header is None:
            return
        unit = header.scope.frame.unit
        event = self.pack.symbols.events.get(header.name)
        after = node.moment == "after"
        acts = Acts(
            self.pack,
            unit,
            f"{self.path}.{node.moment}_{header.name}",
            watched=event,
            timing=node.moment,
            over=frozenset([*header.binds.values(), *([header.alias] if header.alias else [])] if after else []),
            stops=True,
            takes_text=True,
        )
        tests = list(header.tests)
        inside = header.scope
        if node.condition is not None:
            test = lower_test(node.condition, inside)
            tests.append(test.expr)
            inside = inside.block(test.yes)
        body = lower_body(node.body, inside, acts)
        report_unread(header)
        drop_unused(header, [*tests, *body])
        cond = None if not tests else tests[0] if len(tests) == 1 else ir.And(tests)
        self.words.hooks.append(
            ir.Hook(
                timing=node.moment,
                watches=header.watches,
                name=header.name,
                filters=header.filters,
                binds=header.binds,
                alias=header.alias,
                cond=cond,
                body=body,
                zones=self.zones,
                file=unit.index,
                at=unit.at(node),
                text=acts.text,
            )
        )

    def whenever(self, node: nodes.Whenever) -> None:
        scope = self.scope()
        unit = scope.frame.unit
        test = lower_test(node.condition, scope)
        acts = Acts(self.pack, unit, f"{self.path}.whenever", takes_text=True)
        body = lower_body(node.body, scope.block(test.yes), acts)
        once = once_per(node.once, scope)
        self.words.whenevers.append(
            ir.Whenever(test.expr, once, body, self.zones, unit.index, unit.at(node), text=acts.text)
        )

    def modify(self, node: nodes.ModifyRule) -> None:
        scope = self.scope()
        unit = scope.frame.unit
        made = lower_modify(node.target, node.mods, scope)
        if made is not None:
            self.words.modifiers.append(ir.Modifier(*made, self.zones, unit.index, unit.at(node)))

    def ability(self, node: nodes.AbilityBlock) -> None:
        scope = self.scope()
        info = self.pack.symbols.ability(node.name.text)
        if info is None:
            self.unknown_ability(node, scope)
            return
        if not self.may_bear(info, scope):
            ability_elsewhere(node.name, info, kinds_of(scope.frame.this or ERROR)[0].name, scope, block=True)
            return
        scope = self.scope(info.params)
        unit = scope.frame.unit
        path = f"{self.path}.{info.name}"
        title = None if node.title is None else self.pack.texts.message(node.title, scope, path, "title")
        when = None if node.condition is None else lower_test(node.condition, self.scope())
        once = once_per(node.once, scope)
        acts = Acts(self.pack, unit, path, stops=True, takes_text=True)
        body = lower_body(node.body, scope.block(None if when is None else when.yes), acts)
        self.words.abilities.append(
            ir.AbilityBlock(
                info.name,
                title,
                None if when is None else when.expr,
                once,
                body,
                self.zones,
                unit.index,
                unit.at(node),
                text=acts.text,
            )
        )

    def unknown_ability(self, node: nodes.AbilityBlock, scope: Scope) -> None:
        name, symbols = node.name.text, self.pack.symbols
        guess = None
        if (keyword := symbols.keyword(name)) is not None:
            line = keyword_line(keyword, [], scope, printed=True)
            guess = f"{name} is a keyword: write {line} without a block"
        elif this := scope.frame.this:
            kinds = kinds_of(this)
            guess = meant.guess(name, "ability", list(namespace(symbols, "ability")), symbols)
            guess = guess or (abilities_of(kinds[0].name, symbols) if kinds else None)
        report_unknown(symbols, scope.frame.unit, self.pack.reporter, node.name, "ability", suggestion=guess)

    def may_bear(self, info: AbilityInfo, scope: Scope) -> bool:
        """Whether the bearer of these words can have the ability."""
        this = scope.frame.this
        kinds = kinds_of(this) if this is not None else ()
        if not kinds or not info.on:
            return True
        return any(kind in each.lineage or _below(each.name, kind, self.pack) for each in kinds for kind in info.on)


def _below(name: str, kind: str, pack: Pack) -> bool:
    info = pack.symbols.kinds.get(kind)
    return info is not None and name in info.type.lineage


def once_per(node: nodes.Once | None, scope: Scope) -> str | None:
    """The verb whose end makes it possible again; `game`: never."""
    if node is None:
        return None
    found = verb_names([node.period], scope, also=("game",))
    return found[0] if found else None


def active_zones(names: Sequence[nodes.Name], scope: Scope, pack: Pack) -> list[str]:
    """The zones of `active in`; unknown ones are reported and left out."""
    return [found for name in names if (found := zone_name(name, scope, pack)) is not None]


def lower_check(node: nodes.Check, scope: Scope) -> ir.Check:
    """An invariant of the data; in a kind `this` is each printed card of it, or each place."""
    test = lower_test(node.condition, scope)
    return ir.Check(node.title.value, test.expr, scope.frame.unit.index, scope.frame.unit.at(node))
