"""Statements to IR: what acts. One function for each node class of dsl/nodes_act.py.

A body is lowered line by line in one scope, so that a `let` is seen by what follows it; a block below a header gets a
scope of its own. Expressions, verb calls and targets of assignments are lowered by their own modules; choices stand in
choose.py. A statement that can't be understood is left out after its diagnostic, and what follows is still checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from greyc.compiler import choose  # noqa: F401  (its statements register themselves)
from greyc.compiler.acts import LOWER, Acts, Stmts
from greyc.compiler.calls import lower_call, lower_givens, lower_run
from greyc.compiler.entries import VerbInfo
from greyc.compiler.expr import lower, lower_present, lower_query, lower_test, lower_zone
from greyc.compiler.guesses import MOST
from greyc.compiler.names import report_unknown
from greyc.compiler.patterns import lower_stop
from greyc.compiler.scope import Scope
from greyc.compiler.spell import did_you_mean
from greyc.compiler.targets import Target, lower_modify, lower_target
from greyc.compiler.types import (
    ERROR,
    INT,
    NEVER,
    SEAT,
    Int,
    List,
    Optional,
    Printed,
    Type,
    Zone,
    fits,
    is_thing,
    say,
    unwrap,
)
from greyc.dsl import nodes
from greyc.dsl.problems import Instead, insert
from greyc.runtime import ir


def lower_body(block: Sequence[nodes.Statement], scope: Scope, acts: Acts) -> Stmts:
    """A whole body: `text`, `log` and `needs` stand at its head, then its statements in the same scope."""
    stmts: Stmts = []
    head = True
    for node in block:
        head = head and isinstance(node, nodes.Needs | nodes.Text | nodes.Log)
        if isinstance(node, nodes.Text):
            _own_text(node, scope, acts)
        elif head and isinstance(node, nodes.Needs):
            stmts += _needs(node, scope, acts)
        elif head and isinstance(node, nodes.Log) and acts.takes_log and acts.log is None:
            acts.log = acts.pack.texts.message(node.text, scope, acts.path, "log")
        else:
            stmts += acts.statement(node, scope)
    return stmts


# ---- values -----------------------------------------------------------------------------------


def _let(node: nodes.Let, scope: Scope, acts: Acts) -> Stmts:
    value, of = lower(node.value, scope)
    scope.bind(node.name.text, _widened(of), node.name.span)
    return [ir.Let(node.name.text, value, acts.at(node))]


def _widened(of: Type) -> Type:
    """A local may be given any number later, whatever range its first one came from."""
    return INT if isinstance(of, Int) else of


def _assign(node: nodes.Assign, scope: Scope, acts: Acts) -> Stmts:
    target = lower_target(node.target, scope)
    if target is None:
        lower(node.value, scope)
        return []
    _check_changed_by(target, node, scope, acts)
    sign = {"=": "=", "+=": "+", "-=": "-"}[node.op]
    value = _assigned(node, target, sign, scope)
    if value is None:
        return []
    if target.local is not None:
        if target.local.name in acts.over:
            _too_late(node, target.local.name, acts, scope)
        scope.forget(target.local.name)
        return [ir.SetLocal(target.local.name, sign, value, target.local.type.text, acts.at(node))]
    made = ir.SetState(target.of, target.kind, target.name, target.key, sign, value, target.type.text, acts.at(node))
    return [made]


def _too_late(node: nodes.Assign, name: str, acts: Acts, scope: Scope) -> None:
    """In an after hook: an argument or the result of a call that is over is given another value."""
    event = acts.watched
    assert event is not None
    is_result = isinstance(event, VerbInfo) and event.labelled(name) is None and event.has_result
    way = "`stop with result ...`" if is_result else f"{name} {node.op} ..."
    guess = f"write {way} in a before {event.name} hook; for a value of your own, let x = {name}"
    scope.report("assigned-too-late", node.target, suggestion=guess, name=name, event=event.name)


def _assigned(node: nodes.Assign, target: Target, sign: str, scope: Scope) -> ir.Expr | None:
    of = target.type
    if target.local is not None and isinstance(of, List) and of.of is NEVER:
        value, new = lower(node.value, scope)  # `let xs = []`: the first list it meets says of what
        value, new = (ir.Contents(value), List(new.of)) if isinstance(new, Zone) else (value, new)
        if isinstance(new, List):
            target.local.type = new
            return value
    if sign != "=" and not isinstance(of, Int | List) and of is not ERROR:
        scope.report("cannot-add", node.target, what=say(of), sign=node.op)
        lower(node.value, scope)
        return None
    return lower(node.value, scope, INT if sign != "=" and isinstance(of, Int) else of)[0]


def _check_changed_by(target: Target, node: nodes.Assign, scope: Scope, acts: Acts) -> None:
    member = target.member
    if member is None or not member.changed_by or scope.frame.place == "test":
        return
    allowed = [name.text for name in member.changed_by]
    if acts.verb is not None and acts.verb.name in allowed:
        return
    related = [] if member.unit is None else [(member.unit.path, member.span, f"{member.name} is declared here")]
    guess = "call " + " or ".join(allowed) + " instead"
    calls = [call for name in allowed if (call := _call_instead(name, target, node, scope)) is not None]
    guess = Instead.of(guess, *calls[:MOST], at=node.span)
    verbs = ", ".join(allowed)
    scope.report("changed-elsewhere", node.target, suggestion=guess, related=related, name=member.name, verbs=verbs)


def _call_instead(name: str, target: Target, node: nodes.Assign, scope: Scope) -> str | None:
    """A call of a verb that makes such a change, if it takes nothing but what is changed and how much."""
    verb, source = scope.frame.symbols.verb(name), scope.frame.unit.source
    if verb is None or verb.node is None or verb.unit is None or not isinstance(node.target, nodes.Attribute):
        return None
    if node.op == "=" or f"{target.name} {node.op}" not in verb.unit.source(verb.node):
        return None
    needed = [slot for slot in verb.slots if not slot.optional and slot.prep != "with"]
    sorts = {isinstance(unwrap(slot.type), Int): slot for slot in needed}
    if len(needed) != 2 or len(sorts) != 2 or not is_thing(unwrap(sorts[False].type)):
        return None
    said = {True: source(node.value), False: source(node.target.target)}
    parts = [f"{slot.prep} {said[isinstance(unwrap(slot.type), Int)]}".strip() for slot in needed]
    return " ".join([name, *parts])


# ---- calls ------------------------------------------------------------------------------------


def _call(node: nodes.VerbCall, scope: Scope, acts: Acts) -> Stmts:
    made = lower_call(node, scope)
    alias = node.alias
    if alias is not None:
        of = ERROR if made is None else made.result
        if of is None:
            scope.report("no-result", alias, verb=node.verb.text)
        scope.bind(alias.text, of or ERROR, alias.span)
    elif made is not None and made.result is not None:
        scope.unnamed = (*scope.unnamed, node)
    if made is None:
        return []
    return [evolve(made.call, alias=alias.text if alias and made.result is not None else None)]


def _run(node: nodes.Run, scope: Scope, acts: Acts) -> Stmts:
    made = lower_run(node, scope)
    return [] if made is None else [made]


def _fill(node: nodes.Fill, scope: Scope, acts: Acts) -> Stmts:
    found = lower_query(node.query, scope)
    of = found.element
    if of is not ERROR and not isinstance(of, Printed):
        scope.report("fill-printed", node.query.source, what=say(of))
        of = ERROR
    zone, _ = lower_zone(node.zone, scope, of.of if isinstance(of, Printed) else ERROR)
    return [ir.Fill(zone, found.query, isinstance(found.query.source, ir.CardsOf), acts.at(node))]


def _offer(node: nodes.Offer, scope: Scope, acts: Acts) -> Stmts:
    groups = [name for name in node.groups if _known_group(name, scope)]
    to, of = lower(node.seats, scope)
    if isinstance(of, Zone):
        to, of = ir.Contents(to), List(of.of)
    actor = of.of if isinstance(of, List) else of
    if actor is not ERROR and not is_thing(actor):
        scope.report("cannot-answer", node.seats, what=say(of))
    until = None if node.until is None else lower_test(node.until, scope).expr
    givens = lower_givens(node.givens, groups, scope)
    return [ir.Offer([name.text for name in groups], to, node.all_pass, until, givens, acts.at(node))]


def _known_group(name: nodes.Name, scope: Scope) -> bool:
    frame = scope.frame
    if name.text in frame.symbols.groups:
        return True
    report_unknown(frame.symbols, frame.unit, frame.reporter, name, "group", shown=list(frame.symbols.groups))
    return False


def _modify_until(node: nodes.ModifyUntil, scope: Scope, acts: Acts) -> Stmts:
    made = lower_modify(node.target, node.mods, scope)
    until = verb_names(node.until, scope)
    return [] if made is None else [ir.ModifyUntil(*made, until, acts.at(node))]


def verb_names(names: Sequence[nodes.Name], scope: Scope, also: Sequence[str] = ()) -> list[str]:
    """The verbs that `until V` and `once per V` name; unknown ones are reported and left out."""
    known = scope.frame.symbols.events
    found = []
    for name in names:
        if name.text in also or isinstance(known.get(name.text), VerbInfo):
            found.append(name.text)
        else:
            verbs = [each for each, event in known.items() if isinstance(event, VerbInfo)]
            frame = scope.frame
            report_unknown(frame.symbols, frame.unit, frame.reporter, name, "verb", known=[*verbs, *also])
    return found


# ---- flow -------------------------------------------------------------------------------------


MOST_BRANCHES: Final = 100
"""Each `else if` lies inside the one before, for whoever reads the IR; dsl/ sees to it that blocks do not go deeper."""


def _if(node: nodes.If, scope: Scope, acts: Acts) -> Stmts:
    if len(node.branches) > MOST_BRANCHES:
        scope.report("nested-too-deep", node.branches[MOST_BRANCHES].condition)
        return []
    other: Stmts = []
    made: list[ir.If] = []
    rest = scope
    for branch in node.branches:
        at = acts.at(branch)
        if branch.alias is not None:
            value, of = lower_present(branch.condition, rest)
            inside = rest.block()
            inside.bind(branch.alias.text, of, branch.alias.span)
            made.append(ir.If(value, branch.alias.text, acts.block(branch.body, inside), [], at))
        else:
            test = lower_test(branch.condition, rest)
            made.append(ir.If(test.expr, None, acts.block(branch.body, rest.block(test.yes)), [], at))
            rest = rest.block(test.no)
    if node.otherwise is not None:
        other = acts.block(node.otherwise, rest.block())
    for each in reversed(made):
        other = [evolve(each, other=other)]
    return other


def _for_each(node: nodes.ForEach, scope: Scope, acts: Acts) -> Stmts:
    by = None if node.by is None else acts.pack.answers.seats(node.by, scope)
    found = lower_query(node.query, scope)
    return [ir.ForEach(found.query, by, acts.block(node.body, found.scope.block()), acts.at(node))]


def _repeat(node: nodes.Repeat, scope: Scope, acts: Acts) -> Stmts:
    count = None if node.count is None else lower(node.count, scope, INT)[0]
    return [ir.Repeat(count, acts.block(node.body, scope.block()), acts.at(node))]


def _while(node: nodes.While, scope: Scope, acts: Acts) -> Stmts:
    test = lower_test(node.condition, scope)
    return [ir.While(test.expr, acts.block(node.body, scope.block(test.yes)), acts.at(node))]


def _together(node: nodes.Together, scope: Scope, acts: Acts) -> Stmts:
    return [ir.Together(acts.block(node.body, scope.block()), acts.at(node))]


def _needs(node: nodes.Needs, scope: Scope, acts: Acts) -> Stmts:
    """At the head of a body; the statement function below reports it anywhere else."""
    test = lower_test(node.condition, scope)
    scope.facts.update({name: of for name, of in test.yes.items() if name in scope.locals})
    if acts.verb is None:
        scope.report("needs-outside", node)
    elif acts.verb.has_result:
        scope.report("needs-with-result", node, verb=acts.verb.name)
    return [ir.Needs(test.expr, acts.at(node))]


def _late_needs(node: nodes.Needs, scope: Scope, acts: Acts) -> Stmts:
    lower_test(node.condition, scope)
    scope.report("needs-late" if acts.verb is not None else "needs-outside", node)
    return []


def _result(node: nodes.Result, scope: Scope, acts: Acts) -> Stmts:
    value, of = lower(node.value, scope)
    if acts.verb is None:
        scope.report("result-outside", node)
        return []
    acts.results.append((of, node.value))
    return [ir.Result(value, acts.at(node))]


def _stop(node: nodes.Stop, scope: Scope, acts: Acts) -> Stmts:
    verb: VerbInfo | None
    if node.verb is not None:
        found = lower_stop(node.verb, node.pattern, scope)
        verb = acts.symbols.verb(node.verb.text)
        name, pattern = found if found is not None else (None, {})
    else:
        found, name, pattern = None, None, {}
        verb = acts.verb or (acts.watched if isinstance(acts.watched, VerbInfo) and acts.timing == "before" else None)
        if not acts.stops:
            scope.report("nothing-to-stop", node)
    result = _stopped_with(node, verb, scope, acts)
    if node.verb is not None and found is None:
        return []
    return [ir.Stop(name, pattern, result, acts.at(node))]


def _stopped_with(node: nodes.Stop, verb: VerbInfo | None, scope: Scope, acts: Acts) -> ir.Expr | None:
    if node.result is None:
        if verb is not None and verb.has_result:
            guess = f"stop {verb.name + ' ' if node.verb else ''}with result ..."
            end = scope.frame.unit.end_of(node)
            guess = insert(guess, f" {guess.removeprefix('stop ').removesuffix('...')}VALUE", end)
            scope.report("stop-without-result", node, suggestion=guess, verb=verb.name)
        return None
    if verb is not None and verb.result is None and verb.has_result:
        # One of the results that its type is made of.
        value, of = lower(node.result, scope)
        if verb is acts.verb:
            verb.given.append((of, node.result))
        else:
            verb.stopped.append((of, node.result, scope))
        return value
    if verb is not None and not verb.has_result:
        scope.report("no-result", node.result, verb=verb.name)
    wanted = acts.symbols.verb_result(verb) if verb is not None and verb.has_result else None
    return lower(node.result, scope, wanted)[0]


def _end(node: nodes.EndGame, scope: Scope, acts: Acts) -> Stmts:
    if node.outcome.text not in ("won", "lost"):
        guess = did_you_mean(node.outcome.text, ("won", "lost")) or Instead.of("write won or lost", "won", "lost")
        scope.report("unknown-outcome", node.outcome, suggestion=guess, name=node.outcome.text)
    winner = None
    if node.winner is not None:
        winner, of = lower(node.winner, scope)
        if not fits(of, SEAT):
            source = acts.unit.source(node.winner)
            known = isinstance(of, Optional) and fits(of.of, SEAT)
            way = f"write if {source} as NAME: above it, and end game won for NAME below that" if known else None
            scope.report("winner-no-seat", node.winner, suggestion=way, what=say(of))
    message = None if node.message is None else acts.pack.texts.message(node.message, scope, acts.path)
    return [ir.EndGame(node.outcome.text == "won", winner, message, acts.at(node))]


# ---- words ------------------------------------------------------------------------------------


def _own_text(node: nodes.Text, scope: Scope, acts: Acts) -> None:
    if not acts.takes_text:
        scope.report("misplaced-text", node)
    elif acts.text is not None:
        scope.report("second-text", node)
    else:
        acts.text = acts.pack.texts.message(node.text, scope, acts.path, "text")


def _inner_text(node: nodes.Text, scope: Scope, acts: Acts) -> Stmts:
    scope.report("misplaced-text", node)
    return []


def _log(node: nodes.Log, scope: Scope, acts: Acts) -> Stmts:
    return [ir.Log(acts.pack.texts.message(node.text, scope, acts.path), acts.at(node))]


LOWER.update(
    {
        nodes.Let: _let,
        nodes.Assign: _assign,
        nodes.VerbCall: _call,
        nodes.Run: _run,
        nodes.Fill: _fill,
        nodes.Offer: _offer,
        nodes.ModifyUntil: _modify_until,
        nodes.If: _if,
        nodes.ForEach: _for_each,
        nodes.Repeat: _repeat,
        nodes.While: _while,
        nodes.Together: _together,
        nodes.Needs: _late_needs,
        nodes.Result: _result,
        nodes.Stop: _stop,
        nodes.EndGame: _end,
        nodes.Text: _inner_text,
        nodes.Log: _log,
    }
)


def always_ends(stmts: Sequence[ir.Stmt]) -> bool:
    """Whether no way leads past the last of these statements."""
    return any(_ends(stmt) for stmt in stmts)


def _ends(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Result() | ir.EndGame():
            return True
        case ir.Stop():
            return stmt.verb is None  # of a named verb that is not running, nothing happens
        case ir.If():
            return always_ends(stmt.body) and always_ends(stmt.other)
        case ir.Choose() | ir.May():
            return always_ends(stmt.body) and always_ends(stmt.other)
        case ir.Together():
            return always_ends(stmt.body)
        case ir.Repeat():
            return stmt.count is None
    return False
