"""All declarations of a pack to its IR, in the order of its files.

Each declaration is lowered by itself: what goes wrong in one leaves the others alone, also when it is nested deeper than
the compiler can follow. A declaration whose name was taken has no entry of its own in the symbols; that was reported
where names are declared, and its body is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from greyc.compiler.acts import Pack
from greyc.compiler.declare_board import declare_board
from greyc.compiler.declare_card import declare_card
from greyc.compiler.declare_game import declare_game
from greyc.compiler.declare_kind import declare_die, declare_keyword, declare_kind, declare_word_kinds
from greyc.compiler.declare_test import declare_test
from greyc.compiler.declare_verb import (
    Verbs,
    declare_ability,
    declare_action,
    declare_function,
    extend_ability,
)
from greyc.compiler.declare_words import WordsOf, lower_check
from greyc.compiler.diagnostics import Related
from greyc.compiler.packs import PackSource
from greyc.compiler.resolve import scope_of
from greyc.compiler.scope import Frame
from greyc.compiler.shown import check_shown
from greyc.compiler.text_signs import report_signs
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.runtime import ir


def declare_pack(source: PackSource, units: Sequence[Unit], pack: Pack) -> ir.Pack:
    """The IR of a pack, whose symbols are complete."""
    return _Declaring(source, pack).run(units)


@define(eq=False)
class _Declaring:
    source: PackSource
    pack: Pack
    verbs: Verbs = field(init=False)
    made: ir.Pack = field(init=False)
    unit: Unit = field(init=False)
    tests: int = 0
    titles: dict[tuple[str, str], tuple[str, nodes.Span]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.verbs = Verbs(self.pack)
        self.pack.symbols.verb_results = self.verbs.result
        manifest = self.source.manifest
        self.made = ir.Pack(
            name=manifest.name,
            title=manifest.title,
            version=manifest.version,
            requires=[each.text for each in manifest.requires],
            files=[file.name for file in self.source.files],
            games=[],
            word_kinds=[],
            dice=[],
            kinds=[],
            keywords=[],
            abilities=[],
            functions=[],
            verbs=[],
            actions=[],
            boards=[],
            cards=[],
            words=ir.Words(),
            checks=[],
            tests=[],
            texts={},
            printed={},
        )

    def run(self, units: Sequence[Unit]) -> ir.Pack:
        symbols = self.pack.symbols
        self.made.word_kinds = declare_word_kinds(symbols.word_kinds.values(), self.pack, self.made.name)
        rules = WordsOf(self.pack, self.frame_of_rules, "rules", words=self.made.words)
        for unit in units:
            self.unit = unit
            for node in unit.declarations:
                if not isinstance(node, nodes.Test):
                    self.guarded(node, rules)
        for unit in units:  # behind all that they try out: what is wrong there is not told again
            self.unit = unit
            for node in unit.declarations:
                if isinstance(node, nodes.Test):
                    self.guarded(node, rules)
        for unit in units:
            report_signs(unit, self.pack.reporter)
        if self.made.title_id == f"{self.made.name}.title":
            self.pack.texts.add("title", self.made.title)
        check_shown(self.source, symbols, self.pack.reporter, "pack-bad-value")
        self.made.texts["en"] = self.pack.texts.templates
        return self.made

    def guarded(self, node: nodes.Declaration, rules: WordsOf) -> None:
        try:
            if isinstance(node, nodes.Hook | nodes.Whenever | nodes.ModifyRule):
                rules.lower([node])
            else:
                declare = _DECLARE.get(type(node))
                if declare is not None:
                    declare(self, node)
        except RecursionError:
            end = self.unit.text.find("\n", node.span[0], node.span[1])
            span = (node.span[0], node.span[1] if end < 0 else end)
            self.report("nested-too-deep", span)

    def report(self, name: str, span: nodes.Span, /, **words: Any) -> None:
        self.pack.reporter.report(name, self.unit.path, span, **words)

    def frame_of_rules(self, zones: list[str] | None) -> Frame:
        return Frame(self.pack.symbols, self.pack.reporter, self.unit, "rule", "rules", zones=zones)

    # ---- one for each sort of declaration ----

    def game(self, node: nodes.Game) -> None:
        info = self.pack.symbols.games.get(node.name.text)
        if info is not None and info.node is node:
            made = declare_game(info, node.members, node.title, node.name, self.unit, self.pack, self.shown(info.name))
            self.made.games.append(made)

    def extend_game(self, node: nodes.ExtendGame) -> None:
        info = self.pack.symbols.games.get(node.name.text)
        if info is None:
            return
        made = declare_game(info, node.members, None, node.name, self.unit, self.pack, self.shown(info.name), True)
        self.made.games.append(made)
        for member in node.members:
            if isinstance(member, nodes.Field | nodes.Seats):
                self.report("not-in-extension", member.span, name=info.name)

    def kind(self, node: nodes.Kind) -> None:
        info = self.pack.symbols.kinds.get(node.name.text)
        if info is not None and info.node is node:
            show = self.shown(info.name)
            made = declare_kind(info, node.members, node.title, node.name, self.unit, self.pack, show)
            self.made.kinds.append(made)
        elif node.members and node.name.text in self.pack.symbols.word_kinds:
            self.report("word-with-block", node.name.span, name=node.name.text)

    def extend_kind(self, node: nodes.ExtendKind) -> None:
        info = self.pack.symbols.kinds.get(node.name.text)
        if info is not None:
            made = declare_kind(info, node.members, None, node.name, self.unit, self.pack, {}, extension=True)
            self.made.kinds.append(made)

    def keyword(self, node: nodes.Keyword) -> None:
        info = self.pack.symbols.keyword(node.name.text)
        if info is not None and info.node is node:
            made = declare_keyword(info, node.members, node.title, node.name, self.unit, self.pack)
            self.made.keywords.append(made)

    def extend_keyword(self, node: nodes.ExtendKeyword) -> None:
        info = self.pack.symbols.keyword(node.name.text)
        if info is not None:
            made = declare_keyword(info, node.members, None, node.name, self.unit, self.pack, extension=True)
            self.made.keywords.append(made)

    def die(self, node: nodes.Die) -> None:
        info = self.pack.symbols.die(node.name.text)
        if info is not None and info.node is node:
            self.made.dice.append(declare_die(node, self.unit, self.pack))

    def ability(self, node: nodes.Ability) -> None:
        info = self.pack.symbols.ability(node.name.text)
        if info is not None and info.node is node:
            self.made.abilities.append(declare_ability(info, self.unit, self.pack))

    def extend_ability(self, node: nodes.ExtendAbility) -> None:
        info = self.pack.symbols.ability(node.name.text)
        if info is not None:
            self.made.abilities.append(extend_ability(info, node, self.unit))

    def function(self, node: nodes.Function) -> None:
        info = self.pack.symbols.function(node.name.text)
        if info is not None and info.node is node:
            made = declare_function(info, self.pack)
            if made is not None:
                self.made.functions.append(made)

    def verb(self, node: nodes.Verb) -> None:
        info = self.pack.symbols.verb(node.name.text)
        if info is not None and info.node is node:
            self.made.verbs.append(self.verbs.lower(info))

    def extend_verb(self, node: nodes.ExtendVerb) -> None:
        info = self.pack.symbols.verb(node.name.text)
        if info is not None:
            self.made.verbs.append(self.verbs.extension(info, node, self.unit))

    def action(self, node: nodes.Action) -> None:
        info = self.pack.symbols.action(node.name.text)
        if info is not None and info.node is node:
            self.made.actions.append(declare_action(info, self.unit, self.pack))

    def board(self, node: nodes.Board) -> None:
        info = self.pack.symbols.board(node.name.text)
        if info is not None and info.node is node:
            self.made.boards.append(declare_board(info, self.unit, self.pack))

    def card(self, node: nodes.Card) -> None:
        info = self.pack.symbols.card(node.name.text)
        if info is not None and info.node is node:
            self.made.cards.append(declare_card(info, self.unit, self.pack))
        elif node.members and node.kind.text in self.pack.symbols.word_kinds:
            self.report("word-with-block", node.name.span, name=node.name.text)

    def check(self, node: nodes.Check) -> None:
        self.once("check", node.title)
        frame = Frame(self.pack.symbols, self.pack.reporter, self.unit, "check", "check")
        self.made.checks.append(lower_check(node, scope_of(frame)))

    def test(self, node: nodes.Test) -> None:
        self.tests += 1
        self.once("test", node.title)
        self.made.tests.append(declare_test(node, self.tests, self.unit, self.pack))

    def once(self, what: str, title: nodes.String) -> None:
        """People tell tests and checks by their titles."""
        first = self.titles.setdefault((what, title.value), (self.unit.path, title.span))
        if first != (self.unit.path, title.span):
            related = [Related(*first, "the first one")]
            words = {"what": what, "title": title.value}
            instead = "say what is different about this one"
            reporter = self.pack.reporter
            reporter.report("title-twice", self.unit.path, title.span, suggestion=instead, related=related, **words)

    def override(self, node: nodes.Override) -> None:
        """Whether what overrides is called like what it overrides was seen with its header."""
        inner = node.declaration
        match inner:
            case nodes.Verb():
                self.verb(inner)
            case nodes.Function():
                self.function(inner)
            case nodes.Card():
                self.card(inner)
            case _:
                self.action(inner)

    def shown(self, name: str) -> dict[str, Any]:
        """Presentation data of a kind, or of a game's table."""
        return self.source.manifest.show.get(name, {})


_DECLARE: dict[type[nodes.Declaration], Callable[[_Declaring, Any], None]] = {
    nodes.Game: _Declaring.game,
    nodes.ExtendGame: _Declaring.extend_game,
    nodes.Kind: _Declaring.kind,
    nodes.ExtendKind: _Declaring.extend_kind,
    nodes.Keyword: _Declaring.keyword,
    nodes.ExtendKeyword: _Declaring.extend_keyword,
    nodes.Die: _Declaring.die,
    nodes.Ability: _Declaring.ability,
    nodes.ExtendAbility: _Declaring.extend_ability,
    nodes.Function: _Declaring.function,
    nodes.Verb: _Declaring.verb,
    nodes.ExtendVerb: _Declaring.extend_verb,
    nodes.Action: _Declaring.action,
    nodes.Board: _Declaring.board,
    nodes.Card: _Declaring.card,
    nodes.Check: _Declaring.check,
    nodes.Test: _Declaring.test,
    nodes.Override: _Declaring.override,
}
