"""Why an action, or a choice for one of its parameters, is not possible: the first condition that does not hold.

Only looked for when somebody asks, so its functions are generated then and cost a running game nothing. What comes out
are the `details` of an IllegalAnswer: plain JSON that a client puts in its reader's words.

| `condition` | what stood in the way | also there |
|---|---|---|
| `once` | it was done already | `per`: the verb it is counted for |
| `cost` | it costs more than there is | `needed`, `have`, `of`: the id of the state's title |
| `when` | a condition of the action | `place`, and `needs`: a message that says it, where it has words |
| `needs` | all that it would do is skipped | `place` |
| `amount` | too few or too many were chosen | |
| `source`, `where` | the choice is not where one chooses from, or not such a one | `place` |
| `next` | nothing is left to choose for the next parameter | `parameter` |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import ir
from .emit_expr import Expressions

if TYPE_CHECKING:
    from .offers import Offers
    from .state import State

Details = dict[str, Any]
Tell = Callable[[ir.Message, tuple[Any, ...]], Any]
"""A message with its values, as whoever asks may know them."""
Condition = tuple[str, "ir.When | ir.Cost | str"]
"""Its source, and the step it comes from: "once" and "needs" have none."""


def reason(
    offers: Offers, state: State, action: ir.Action, head: tuple[Any, ...], chosen: tuple[Any, ...], tell: Tell
) -> Details:
    """The first condition that does not hold after these choices; for those chosen all of them must be known."""
    number = 0
    for depth, conditions in enumerate(offers.conditions(action)):
        for source, step in conditions:
            known = (*head, *chosen[:depth])
            if depth <= len(chosen) and not _value(offers, action, depth, f"c{number}", source, step)(state, *known):
                return _details(offers, state, action, depth, step, known, tell)
            number += 1
    picks = offers.gen.picks(action)
    if len(chosen) < len(picks):
        return {"condition": "next", "parameter": offers.gen.pick_name(picks[len(chosen)])}
    return {"condition": "amount"}


def candidate(
    offers: Offers,
    state: State,
    action: ir.Action,
    head: tuple[Any, ...],
    chosen: tuple[Any, ...],
    id_of: Any,
    wanted: str,
    tell: Tell,
) -> Details:
    """Why the thing with the id `wanted` can't be chosen for the next parameter after `chosen`. `id_of` gives ids."""
    at = len(chosen)
    pick = offers.gen.picks(action)[at]
    query = pick.query
    x = Expressions(offers.gen)

    def found(source: ir.Expr, what: str) -> Any:
        made = _value(offers, action, at, f"{what}{at}", x(source), action.name)
        return next((value for value in made(state, *head, *chosen) if id_of(value, query.type) == wanted), None)

    if (value := found(query, "q")) is not None:
        return reason(offers, state, action, head, (*chosen, value if pick.amount is None else (value,)), tell)
    condition = "source" if found(query.source, "s") is None else "where"
    return {"condition": condition, "place": _place(offers, action, action.at)}


def _value(offers: Offers, action: ir.Action, depth: int, what: str, source: str, step: Any) -> Any:
    """A function of the actor and the first choices that gives a value."""
    gen = offers.gen
    name = f"why_{what}_{action.name}"
    if name not in gen.ns:
        params = "".join(f", {each}" for each in offers.head(action, depth))
        pack = gen.linked.pack_of["action", action.name]
        at = step.at if isinstance(step, ir.When | ir.Cost) else action.at
        gen.simple(name, params, [(f"return {source}", at)], pack, action.file)
    return gen.ns[name]


def _details(
    offers: Offers,
    state: State,
    action: ir.Action,
    depth: int,
    step: ir.When | ir.Cost | str,
    known: tuple[Any, ...],
    tell: Tell,
) -> Details:
    match step:
        case ir.When(words=words):
            details = {"condition": "when", "place": _place(offers, action, step.at)}
            if words is not None:
                x = Expressions(offers.gen)
                source = "(" + "".join(f"{x(arg.value)}, " for arg in words.args.values()) + ")"
                values = _value(offers, action, depth, f"w{action.steps.index(step)}", source, step)(state, *known)
                details["needs"] = tell(words, values)
            return details
        case ir.Cost():
            x = Expressions(offers.gen)
            number = action.steps.index(step)
            needed = _value(offers, action, depth, f"n{number}", x(step.amount), step)(state, *known)
            have = _value(offers, action, depth, f"h{number}", offers.cost_value(step, x), step)(state, *known)
            layouts, table = offers.gen.program.layouts, offers.gen.program.table
            member = table[step.name] if step.of is None else layouts[step.kind].members[step.name]
            return {"condition": "cost", "needed": needed, "have": have, "of": member.decl.title}
    if step == "once":
        return {"condition": "once", "per": action.once}
    return {"condition": "needs", "place": _place(offers, action, action.at)}


def _place(offers: Offers, action: ir.Action, at: ir.At) -> Details:
    linked = offers.gen.linked
    place = linked.place(linked.pack_of["action", action.name], action.file, at)
    return {"pack": place.pack, "path": place.path, "line": place.line, "column": place.column}


__all__ = ["Condition", "candidate", "reason"]
