"""Verbs, abilities, actions and functions to IR, with what other packs add to them or override.

A verb is lowered when its pack is, or before, when a call asks for the type of its result; so what was lowered is kept.
"""

from __future__ import annotations

from attrs import define, evolve, field

from greyc.compiler.acts import Acts, Pack
from greyc.compiler.body import always_ends, lower_body
from greyc.compiler.choose import lower_pick
from greyc.compiler.declare_words import once_per
from greyc.compiler.entries import AbilityInfo, ActionInfo, FunctionInfo, SlotInfo, VerbInfo
from greyc.compiler.expr import lower, lower_test
from greyc.compiler.functions import lower_function
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame, Scope
from greyc.compiler.symbols import Symbols
from greyc.compiler.targets import lower_target
from greyc.compiler.types import ERROR, INT, Int, Type, join, say
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.runtime import ir


@define(eq=False)
class Verbs:
    """The verbs of one pack, lowered once each."""

    pack: Pack
    _done: dict[int, ir.Verb] = field(factory=dict)

    def result(self, info: VerbInfo, symbols: Symbols) -> Type:
        """The type of a verb's result; given to the symbols as `verb_results`."""
        if info.node is None or info.unit is None:
            return ERROR
        if info.running:
            return self.so_far(info, info.node, info.unit)
        self.lower(info)
        return info.result or ERROR

    def so_far(self, info: VerbInfo, node: nodes.Verb, unit: Unit) -> Type:
        """What is known of the result of a verb that asks for it itself: the type of the results above the call."""
        found: Type | None = None
        for of, _ in info.given:
            found = of if found is None else join(found, of)
        if found is None and info.result is None:
            self.pack.reporter.report("result-unknown", unit.path, node.name.span, verb=info.name)
            info.result = ERROR
        return found or ERROR

    def lower(self, info: VerbInfo) -> ir.Verb:
        found = self._done.get(id(info))
        if found is None:
            info.running = True
            found = self._done[id(info)] = self.declare(info)
            info.running = False
        return found

    def declare(self, info: VerbInfo) -> ir.Verb:
        node, unit = info.node, info.unit
        assert node is not None and unit is not None
        path = f"verb.{info.name}"
        frame = Frame(self.pack.symbols, self.pack.reporter, unit, "verb", info.name)
        scope = scope_of(frame, info.slots, info.override)
        acts = Acts(self.pack, unit, path, verb=info, stops=True, takes_text=True, takes_log=True)
        acts.results = info.given
        slots = [self.slot(slot, unit) for slot in info.slots if slot.pack == info.pack or info.override]
        body = lower_body(node.body, scope, acts)
        if info.has_result:
            info.result = _joined(info, scope)
            if not always_ends(body):
                scope.report("missing-result", node.name, verb=info.name)
        return ir.Verb(
            name=info.name,
            slots=slots,
            result=info.result.text if info.result is not None else None,
            body=body,
            override=info.override,
            title=self.pack.texts.title(path, node.title),
            text=acts.text,
            log=acts.log,
            file=unit.index,
            at=unit.at(node.name),
        )

    def slot(self, slot: SlotInfo, unit: Unit) -> ir.Slot:
        scope = scope_of(Frame(self.pack.symbols, self.pack.reporter, unit, "verb", slot.name))
        default = None if slot.default is None else lower(slot.default, scope, slot.type)[0]
        return ir.Slot(slot.name, slot.prep, slot.type.text, default)

    def extension(self, info: VerbInfo, node: nodes.ExtendVerb, unit: Unit) -> ir.Verb:
        """What a pack adds to another's verb: settings, and the words that stand for its own."""
        names = {setting.name.text for setting in node.settings}
        scope = scope_of(Frame(self.pack.symbols, self.pack.reporter, unit, "verb", info.name), info.slots)
        acts = Acts(self.pack, unit, f"verb.{info.name}", verb=info, takes_text=True, takes_log=True)
        for statement in node.body:
            if not isinstance(statement, nodes.Text | nodes.Log):
                scope.report("extended-body", statement, suggestion=f"after {info.name}: ...", verb=info.name)
        lower_body([each for each in node.body if isinstance(each, nodes.Text | nodes.Log)], scope, acts)
        return ir.Verb(
            name=info.name,
            slots=[self.slot(slot, unit) for slot in info.slots if slot.prep == "with" and slot.name in names],
            result=None,
            body=[],
            override=False,
            title=None,
            text=acts.text,
            log=acts.log,
            file=unit.index,
            at=unit.at(node.name),
            extension=True,
        )


def _joined(info: VerbInfo, scope: Scope) -> Type:
    """The type that all results of a verb have in common."""
    found: Type | None = None
    for of, where, there in [*((of, where, scope) for of, where in info.given), *info.stopped]:
        both = of if found is None else join(found, of)
        if both is None:
            assert found is not None
            there.report("mixed-results", where, name=info.name, one=say(found), other=say(of))
            return ERROR
        found = both
    return INT if isinstance(found, Int) else found or ERROR


def declare_ability(info: AbilityInfo, unit: Unit, pack: Pack) -> ir.Ability:
    scope = scope_of(Frame(pack.symbols, pack.reporter, unit, "rule", info.name))
    return ir.Ability(
        name=info.name,
        params=[ir.Param(param.name, param.type.text) for param in info.params],
        on=[kind.text for kind in info.node.kinds],
        once=once_per(info.node.once, scope),
        title=pack.texts.title(f"ability.{info.name}", info.node.title, _with_params(info, unit, pack)),
        at=unit.at(info.node.name),
        file=unit.index,
    )


def extend_ability(info: AbilityInfo, node: nodes.ExtendAbility, unit: Unit) -> ir.Ability:
    on = [kind.text for kind in node.kinds]
    return ir.Ability(info.name, [], on, None, None, unit.at(node.name), unit.index, extension=True)


def declare_function(info: FunctionInfo, pack: Pack) -> ir.Function | None:
    made = lower_function(info, pack.symbols, pack.reporter)
    if made is None:
        return None
    assert info.unit is not None
    scope = _with_params(info, info.unit, pack)
    return evolve(made, title=pack.texts.title(f"function.{info.name}", info.node.title, scope))


def _with_params(info: AbilityInfo | FunctionInfo, unit: Unit, pack: Pack) -> Scope:
    """Where the values of a title come from."""
    given = isinstance(info, FunctionInfo) and info.override
    return scope_of(Frame(pack.symbols, pack.reporter, unit, "rule", info.name), info.params, given)


def declare_action(info: ActionInfo, unit: Unit, pack: Pack) -> ir.Action:
    """Parameters, conditions and costs in the order written: each sees what stands above it."""
    node = info.node
    path = f"action.{info.name}"
    frame = Frame(pack.symbols, pack.reporter, unit, "action", info.name)
    scope = scope_of(frame, [info.actor, *info.givens], info.override)
    acts = Acts(pack, unit, path, stops=True)
    steps: list[ir.Pick | ir.When | ir.Cost] = []
    once: str | None = None
    effect: nodes.Effect | None = None
    logs: list[ir.Stmt] = []
    log_nodes: list[nodes.LogMember] = []
    for member in node.members:
        match member:
            case nodes.Parameter():
                pick, name, of, _, place = lower_pick(member.pick, scope)
                scope.bind(name, of, place.span)
                steps.append(pick)
            case nodes.When():
                test = lower_test(member.condition, scope)
                scope.facts.update({key: of for key, of in test.yes.items() if key in scope.locals})
                steps.append(ir.When(test.expr, unit.at(member)))
            case nodes.Cost():
                steps += _cost(member, scope, unit)
            case nodes.ActionOnce():
                once = once_per(member.once, scope)
            case nodes.Effect():
                effect = _only_effect(member, effect, scope)
            case nodes.LogMember():
                log_nodes.append(member)
            case nodes.TextMember():
                scope.report("misplaced-text", member)
    for log in log_nodes:
        logs.append(ir.Log(pack.texts.message(log.text, scope, path, "log"), unit.at(log)))
    title = pack.texts.untitled(path) if node.title is None else pack.texts.message(node.title, scope, path, "title")
    body = [] if effect is None else lower_body(effect.body, scope.block(), acts)
    if effect is None:
        scope.report("action-without-do", node.name, name=info.name)
    return ir.Action(
        name=info.name,
        group=info.group,
        actor=ir.Param(info.actor.name, info.actor.type.text),
        givens=[ir.Param(given.name, given.type.text) for given in info.givens],
        steps=steps,
        once=once,
        title=title,
        body=logs + body,
        override=info.override,
        file=unit.index,
        at=unit.at(node.name),
    )


def _only_effect(node: nodes.Effect, before: nodes.Effect | None, scope: Scope) -> nodes.Effect:
    if before is not None:
        scope.report("second-do", node)
        return before
    return node


def _cost(node: nodes.Cost, scope: Scope, unit: Unit) -> list[ir.Cost]:
    amount = lower(node.amount, scope, INT)[0]
    target = lower_target(node.source, scope)
    if target is None:
        return []
    if target.local is not None or (not isinstance(target.type, Int) and target.type is not ERROR):
        scope.report("cost-source", node.source, what=say(target.type))
        return []
    return [ir.Cost(amount, target.of, target.kind, target.name, target.key, unit.at(node))]
