"""Words for questions that their author left without: an `option` without a title, `may CALL`, `choose` without a prompt.

What is known only when somebody is asked stays a hole, with its value beside it: *{p} draws 1 card*. The same generator
that prints cards makes them, in each language of the pack. Their ids begin with `greyc.`: nobody has to translate them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import define, field

from greyc.runtime import ir
from greyc.runtime.ir.words import CORE_TEXT

from . import acts, cards, choices, clauses, conditions, queries
from .lexicon import Lexicon
from .scope import Scope
from .sorts import Sort, sort_of_type

Wanting: TypeAlias = ir.Choose | ir.Split | ir.ForEach | ir.May | ir.ChoiceOption | ir.When


@define(eq=False)
class Wish:
    """Words that are wanted: for a message whose id has no text, or for a node that may have a prompt."""

    id: str
    node: Wanting
    types: dict[str, Sort]
    bearer: str


@define
class Wishes:
    """Finds what lacks words in a pack; ids of prompts are made from the path of the body they stand in."""

    pack: ir.Pack
    lexicon: Lexicon
    found: list[Wish] = field(factory=list)
    _numbers: dict[str, int] = field(factory=dict)

    def collect(self) -> list[Wish]:
        pack = self.pack
        for card in pack.cards:
            self._words(card.name, card.kind, card.words, {})
        for kind in pack.kinds:
            self._words(kind.name, kind.name, kind.words, {})
        for keyword in pack.keywords:
            params = {p.name: sort_of_type(p.type) for p in keyword.params}
            self._words(keyword.name, keyword.on[0] if keyword.on else "card", keyword.words, params)
        for verb in pack.verbs:
            self._body(verb.name, "", verb.body, {slot.label: sort_of_type(slot.type) for slot in verb.slots})
        for action in pack.actions:
            types = {p.name: sort_of_type(p.type) for p in (action.actor, *action.givens)}
            for at, step in enumerate(action.steps):
                if isinstance(step, ir.Pick):
                    types |= self._picked(step)
                elif isinstance(step, ir.When):
                    self._wish(f"{pack.name}.action.{action.name}.when.{at}", step, types, "")
            self._body(action.name, "", action.body, types)
        for game in pack.games:
            self._body(f"{game.name}.setup", "", game.setup, {})
            self._body(f"{game.name}.play", "", game.play, {})
        self._words("rules", "", pack.words, {})
        return self.found

    def _picked(self, pick: ir.Pick) -> dict[str, Sort]:
        one = sort_of_type(pick.query.type)
        types = {pick.query.name: one}
        if pick.alias is not None:
            types[pick.alias] = Sort(one.name, list=True)
        return types

    def _words(self, path: str, bearer: str, words: ir.Words, types: dict[str, Sort]) -> None:
        for block in words.abilities:
            declared = self.lexicon.abilities.get(block.ability)
            params = {p.name: sort_of_type(p.type) for p in declared.params} if declared is not None else {}
            self._body(f"{path}.{block.ability}", bearer, block.body, {**types, **params})
        for hook in words.hooks:
            verb = self.lexicon.verbs.get(hook.name)
            slots = {s.label: sort_of_type(s.type) for s in verb.slots} if verb is not None else {}
            bound = {local: slots.get(label, Sort("thing")) for label, local in hook.binds.items()}
            if hook.alias is not None:
                bound[hook.alias] = sort_of_type(verb.result or "thing") if verb is not None else Sort("thing")
            self._body(f"{path}.{hook.timing}_{hook.name}", bearer, hook.body, {**types, **bound})
        for block_ in words.whenevers:
            self._body(f"{path}.whenever", bearer, block_.body, types)

    def _body(self, path: str, bearer: str, body: Sequence[ir.Stmt], types: dict[str, Sort]) -> None:
        types = dict(types)
        if bearer:
            types["this"] = Sort(bearer)
        for stmt in body:
            self._statement(path, bearer, stmt, types)

    def _statement(self, path: str, bearer: str, stmt: ir.Stmt, types: dict[str, Sort]) -> None:
        inner = dict(types)
        texts = self.pack.texts["en"]
        match stmt:
            case ir.ForEach() if stmt.by is None:
                pass
            case ir.Choose() | ir.Split() | ir.ForEach() if stmt.prompt is None:
                self._numbers[path] = self._numbers.get(path, 0) + 1
                self._wish(f"{self.pack.name}.{path}.prompt.{self._numbers[path]}", stmt, types, bearer)
            case ir.May() if stmt.prompt.id not in texts:
                self._wish(stmt.prompt.id, stmt, types, bearer)
            case ir.ChooseOne():
                for option in stmt.options:
                    if option.title.id not in texts:
                        self._wish(option.title.id, option, types, bearer)
                    self._body(path, bearer, option.body, types)
            case ir.Let():
                scope = Scope(self.lexicon, bearer, False)
                types[stmt.name] = scope.sorts.of(stmt.value, types)
            case ir.CallVerb() if stmt.alias is not None:
                types[stmt.alias] = self._result(stmt, types)
        match stmt:
            case ir.Choose():
                inner |= self._picked(stmt.pick)
            case ir.Split():
                inner |= {stmt.query.name: sort_of_type(stmt.query.type), stmt.share: Sort("int")}
            case ir.ForEach():
                inner[stmt.query.name] = sort_of_type(stmt.query.type)
            case ir.If() if stmt.alias is not None:
                inner[stmt.alias] = Scope(self.lexicon, bearer, False).sorts.of(stmt.cond, types)
        for body in bodies(stmt):
            self._body(path, bearer, body, inner)

    def _result(self, stmt: ir.CallVerb, types: dict[str, Sort]) -> Sort:
        scope = Scope(self.lexicon, "", False, types=dict(types))
        clauses.bind_result(scope, stmt)
        return scope.type(stmt.alias or "")

    def _wish(self, id_: str, node: Wanting, types: dict[str, Sort], bearer: str) -> None:
        self.found.append(Wish(id_, node, dict(types), bearer))


def bodies(stmt: ir.Stmt) -> Iterator[Sequence[ir.Stmt]]:
    match stmt:
        case ir.Choose() | ir.May() | ir.If():
            yield stmt.body
            yield stmt.other
        case ir.Split() | ir.ForEach() | ir.Repeat() | ir.While() | ir.Together():
            yield stmt.body


def grant(wish: Wish, lexicon: Lexicon, args: dict[str, ir.MessageArg]) -> str:
    """The words in one language; `args` gets the values of their holes."""
    scope = cards.scope_of(lexicon, wish.bearer) if wish.bearer else Scope(lexicon, "", False)
    scope.types |= wish.types
    if wish.bearer:
        scope.types["this"] = Sort(wish.bearer)
    scope.holes = args
    node = wish.node
    say = lexicon.language.say
    match node:
        case ir.Choose():
            words = say("prompt.choose", np=choices.picked(scope, node.pick))
        case ir.Split():
            phrase = queries.candidates(scope, node.query, "any", many=True)
            words = say("prompt.split", n=_number(scope, node.total), np=phrase)
        case ir.ForEach():
            noun = lexicon.noun(sort_of_type(node.query.type).name).of(False)
            words = say("prompt.order" if noun else "runtime.ask_order", np=noun)
            if what := _run_of(node, lexicon):
                return lexicon.language.capital(say("prompt.order_of", what=what, body=words))
        case ir.May():
            words = say("prompt.may", body=acts.inline(scope, acts.body(scope, node.body)))
        case ir.When():
            return conditions.statement(scope, node.cond)
        case ir.ChoiceOption():
            words = acts.inline(scope, acts.body(scope, node.body)) or say("np.nothing")
    return lexicon.language.capital(words)


def _run_of(node: ir.ForEach, lexicon: Lexicon) -> str:
    """The title of the ability that is run of each in turn, if that is all that happens."""
    match node.body:
        case [ir.Run(ability=ability, of=ir.Local(name=name))] if name == node.query.name:
            declared = lexicon.abilities.get(ability)
            return "" if declared is None else (lexicon.text(declared.title) or "").split(" / ")[0]
    return ""


def _number(scope: Scope, expr: ir.Expr) -> str:
    return clauses.argument(scope, expr, "int").spoken("")


def message(wish: Wish, args: dict[str, ir.MessageArg]) -> None:
    """Puts the message into the node."""
    made = ir.Message(CORE_TEXT + wish.id, args)
    if isinstance(wish.node, ir.ChoiceOption):
        wish.node.title = made
    elif isinstance(wish.node, ir.When):
        wish.node.words = made
    else:
        wish.node.prompt = made


def give_words(pack: ir.Pack, lexicons: Sequence[Lexicon]) -> None:
    """Finds all wishes of a pack and grants them in each language of `lexicons`, the first of which is English."""
    for wish in Wishes(pack, lexicons[0]).collect():
        args: dict[str, ir.MessageArg] = {}
        known = len(lexicons[0].findings)
        words = {lexicon.language.tag: _granted(wish, lexicon, args) for lexicon in lexicons}
        if isinstance(wish.node, ir.When) and len(lexicons[0].findings) > known:
            _forget(lexicons[0], known)  # rules may do without words: then nobody is told this condition
            continue
        for tag, text in words.items():
            pack.texts.setdefault(tag, {})[CORE_TEXT + wish.id] = text
        message(wish, args)


def _granted(wish: Wish, lexicon: Lexicon, args: dict[str, ir.MessageArg]) -> str:
    try:
        return grant(wish, lexicon, args)
    except RecursionError:  # nested deeper than anybody could read
        return "?"


def _forget(lexicon: Lexicon, known: int) -> None:
    for key in list(lexicon.findings)[known:]:
        del lexicon.findings[key]
