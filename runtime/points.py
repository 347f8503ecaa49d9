"""What of a bundle's packs can be covered by tests, and what can be changed to see whether they notice.

One walk over the declarations numbers parts, points and mutants in the order of writing, so that every process that has
the same bundle counts the same (docs/coverage.md says what each of them is). Generated code is made from the very nodes
that were walked, so a node's identity says its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import define, evolve, field, frozen

from . import ir
from .program import walk_node

SWAPPED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}

CONDITIONS: dict[type[ir.Node], str] = {
    ir.If: "cond",
    ir.While: "cond",
    ir.Hook: "cond",
    ir.Whenever: "cond",
    ir.When: "cond",
    ir.Needs: "cond",
    ir.ChoiceOption: "cond",
    ir.IfElse: "cond",
    ir.AbilityBlock: "when",
    ir.Offer: "until",
    ir.Query: "where",
}
"""Where a condition stands in a node."""

BLOCKS = (ir.If, ir.ForEach, ir.Repeat, ir.While, ir.Together, ir.Choose, ir.ChooseOne, ir.May, ir.Split)
EFFECTS = (ir.SetLocal, ir.SetState, ir.CallVerb, ir.Offer, ir.ModifyUntil, ir.Run, ir.Stop, ir.EndGame, ir.Fill)
STATEMENTS = (*BLOCKS, *EFFECTS, ir.Let, ir.Result, ir.Log)
"""`needs` is not among them: all of it is its condition."""


@frozen
class Part:
    """A verb, hook, ... with its place. `name`: what it is called, or what it watches; `card`: the card it stands on."""

    what: str
    name: str
    pack: str
    file: int
    at: ir.At
    card: str | None = None


@frozen
class Point:
    """`what`: statement, condition, modifier, card. `node` is what is to run."""

    what: str
    part: int
    at: ir.At
    node: Any = field(eq=False)


@frozen
class Mutant:
    """`what`: statement, condition, alternative (of an `or`), comparison, modifier, cost. `node` is what is changed."""

    what: str
    part: int
    at: ir.At
    node: Any


@define
class Survey:
    """All parts, points and mutants of a bundle; the tables give numbers by the identity of nodes."""

    bundle: ir.Bundle
    parts: list[Part] = field(factory=list)
    points: list[Point] = field(factory=list)
    mutants: list[Mutant] = field(factory=list)
    statement: dict[int, int] = field(factory=dict)
    condition: dict[int, int] = field(factory=dict)
    change: dict[int, int] = field(factory=dict)
    """Points of a modifier's changes."""
    card: dict[int, int] = field(factory=dict)
    left_out: dict[int, int] = field(factory=dict)
    """Mutants of statements, changes and costs."""
    held: dict[int, tuple[int, bool]] = field(factory=dict)
    """Mutants of conditions, each with the value they are held to."""
    compared: dict[int, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        aside = only_for_score(self.bundle)
        for pack in self.bundle.packs.values():
            for part, roots in parts_of(pack):
                number = len(self.parts)
                self.parts.append(part)
                mutable = part.what != "score" and not (part.what == "function" and part.name in aside)
                _Walk(self, number, mutable).take(roots, part.at)
            for card in pack.cards:
                self.parts.append(Part("card", card.name, pack.name, card.file, card.at))
                self.card[id(card)] = self.point("card", len(self.parts) - 1, card.at, card)

    def point(self, what: str, part: int, at: ir.At, node: Any) -> int:
        self.points.append(Point(what, part, at, node))
        return len(self.points) - 1

    def mutant(self, what: str, part: int, at: ir.At, node: Any) -> int:
        self.mutants.append(Mutant(what, part, at, node))
        return len(self.mutants) - 1


def parts_of(pack: ir.Pack) -> Iterator[tuple[Part, list[Any]]]:
    """The parts of a pack that have rules in them, each with the nodes to look through."""

    def part(what: str, name: str, node: Any, *roots: Any) -> tuple[Part, list[Any]]:
        return Part(what, name, pack.name, node.file, node.at), list(roots)

    for game in pack.games:
        yield part("game", game.name, game, game.decides)
        yield part("setup", game.name, game, game.setup)
        yield part("play", game.name, game, game.play)
        yield part("score", game.name, game, game.score)
    for function in pack.functions:
        yield part("function", function.name, function, function.body)
    for verb in pack.verbs:
        yield part("verb", verb.name, verb, [slot.default for slot in verb.slots], verb.body)
    for action in pack.actions:
        yield part("action", action.name, action, action.steps, action.body)
    for board in pack.boards:
        yield part("board", board.name, board, board.rule and board.rule[2])
    for kind in pack.kinds:
        yield part("kind", kind.name, kind, kind.decides)
        yield from words_of(pack, kind.words)
    for keyword in pack.keywords:
        yield from words_of(pack, keyword.words)
    for card in pack.cards:
        for part_, roots in words_of(pack, card.words):
            yield evolve(part_, card=card.name), roots
    yield from words_of(pack, pack.words)


def words_of(pack: ir.Pack, words: ir.Words) -> Iterator[tuple[Part, list[Any]]]:
    """The hooks, `whenever`, modifiers and ability blocks of one bearer."""
    for hook in words.hooks:
        yield Part("hook", f"{hook.timing} {hook.name}", pack.name, hook.file, hook.at), [hook]
    for whenever in words.whenevers:
        yield Part("whenever", "", pack.name, whenever.file, whenever.at), [whenever]
    for modifier in words.modifiers:
        yield Part("modifier", "", pack.name, modifier.file, modifier.at), [modifier]
    for block in words.abilities:
        yield Part("ability", block.ability, pack.name, block.file, block.at), [block]


def only_for_score(bundle: ir.Bundle) -> set[str]:
    """The functions that a score asks and no rule does."""
    bodies: dict[str, list[Any]] = {}
    score: set[str] = set()
    rules: set[str] = set()
    for pack in bundle.packs.values():
        for part, roots in parts_of(pack):
            if part.what == "function":
                bodies.setdefault(part.name, []).extend(roots)
            else:
                (score if part.what == "score" else rules).update(_asked(roots))
    return _with_all_below(score, bodies) - _with_all_below(rules, bodies)


def _asked(roots: Any) -> set[str]:
    return {n.function for n in walk_node(roots) if isinstance(n, ir.Call)}


def _with_all_below(names: set[str], bodies: dict[str, list[Any]]) -> set[str]:
    """Functions and all that they ask."""
    found: set[str] = set()
    todo = set(names)
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= _asked(bodies.get(name, ())) - found
    return found


class _Walk:
    """Numbers what stands in one part."""

    def __init__(self, survey: Survey, part: int, mutable: bool) -> None:
        self.survey = survey
        self.part = part
        self.mutable = mutable

    def take(self, value: Any, at: ir.At) -> None:
        if isinstance(value, (list, tuple)):
            for each in value:
                self.take(each, at)
        elif isinstance(value, dict):
            for each in value.values():
                self.take(each, at)
        elif isinstance(value, ir.Node) and not isinstance(value, ir.Message | ir.MessageArg):
            self.node(value, getattr(value, "at", at))

    def node(self, n: Any, at: ir.At) -> None:
        survey, key = self.survey, id(n)
        if isinstance(n, STATEMENTS):
            survey.statement[key] = survey.point("statement", self.part, at, n)
        if isinstance(n, ir.Modifier):
            for mod in n.mods:
                survey.change[id(mod)] = survey.point("modifier", self.part, at, mod)
                survey.left_out[id(mod)] = survey.mutant("modifier", self.part, at, mod)
        if self.mutable:
            self.change(n, at)
        name = CONDITIONS.get(type(n))
        if name is not None and (cond := getattr(n, name)) is not None and not getattr(n, "alias", None):
            survey.condition[id(cond)] = survey.point("condition", self.part, place(cond, at), cond)
            if self.mutable and not isinstance(cond, ir.And | ir.Or):
                self.hold("condition", cond, True, at)
        for a in attrs.fields(type(n)):
            self.take(getattr(n, a.name), at)

    def change(self, n: Any, at: ir.At) -> None:
        """The mutants of a node itself."""
        survey, key = self.survey, id(n)
        if isinstance(n, EFFECTS) and not getattr(n, "alias", None):
            survey.left_out[key] = survey.mutant("statement", self.part, at, n)
        elif isinstance(n, ir.Cost):
            survey.left_out[key] = survey.mutant("cost", self.part, at, n)
        elif isinstance(n, ir.Compare) and not isinstance(n.right, ir.Nothing) and not isinstance(n.left, ir.Nothing):
            survey.compared[key] = survey.mutant("comparison", self.part, place(n, at), n)
        elif isinstance(n, ir.And | ir.Or):
            for each in n.parts:
                if not isinstance(each, ir.And | ir.Or):
                    what = "condition" if isinstance(n, ir.And) else "alternative"
                    self.hold(what, each, isinstance(n, ir.And), at)

    def hold(self, what: str, cond: ir.Expr, value: bool, at: ir.At) -> None:
        if isinstance(cond, ir.Flag):
            return
        self.survey.held[id(cond)] = (self.survey.mutant(what, self.part, place(cond, at), cond), value)


def place(expr: Any, otherwise: ir.At) -> ir.At:
    """Where an expression begins: not all of them know, but what they are made of does."""
    known: Iterable[ir.At] = (n.at for n in walk_node(expr) if hasattr(n, "at"))
    return min(known, default=otherwise)


__all__ = ["SWAPPED", "Mutant", "Part", "Point", "Survey"]
