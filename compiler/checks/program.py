"""What the lints look at: a pack with all it requires, and an index of it made in one pass.

Each lint is a small file with a function `check(program)`. They read the IR, where every name is settled, and report by
the line and column that a node carries; the word that stands there is what is marked. Whatever grows with the pack is
built here once, so that all lints together stay linear. Findings are only reported in the pack itself, not in those it
requires, which have their own run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.unit import Unit
from greyc.compiler.walk import walk
from greyc.runtime import ir

if TYPE_CHECKING:
    from greyc.compiler.checks.flow import Flow

_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
_WORD = re.compile(r"[^\W\d]\w*|\"[^\"\n]*\"?")


@define(eq=False, slots=False)
class Body:
    """A block of statements. `node` is what calls it (a verb, a hook, ...), `label` says so for a reader. `own`: it stands
    in the pack that is checked."""

    node: str
    label: str
    file: int
    at: ir.At
    stmts: list[ir.Stmt]
    own: bool

    @cached_property
    def nodes(self) -> list[ir.Node]:
        """All that stands in it, found once for all lints."""
        return list(walk(self.stmts))


@frozen(eq=False)
class Bearer:
    """Words and what they stand on: a kind, keyword or card; None for the rules themselves."""

    on: ir.Kind | ir.Keyword | ir.Card | None
    words: ir.Words
    own: bool
    pack: str

    @property
    def name(self) -> str:
        """What tells it from other bearers."""
        return f"{self.pack}.{type(self.on).op}.{self.on.name}" if self.on is not None else self.pack


@define(eq=False, slots=False)
class Program:
    """A pack, last of its closure, as the lints see it. `units` are its own files by number."""

    packs: Sequence[ir.Pack]
    units: Sequence[Unit]
    reporter: Reporter

    @property
    def own(self) -> ir.Pack:
        return self.packs[-1]

    def report(self, name: str, file: int, at: ir.At, /, suggestion: str | None = None, **words: object) -> None:
        """Reports at the word that stands at a line and column of one of the pack's files."""
        unit = self.units[file]
        start = lines_of(unit.text).starts[at[0] - 1] + at[1] - 1
        word = _WORD.match(unit.text, start)
        span = word.span() if word else (start, min(start + 1, len(unit.text)))
        self.reporter.report(name, unit.path, span, suggestion=suggestion, **words)  # type: ignore[arg-type]

    # ---- declarations by name ----------------------------------------------------------------

    @cached_property
    def verbs(self) -> dict[str, ir.Verb]:
        return {verb.name: verb for pack in self.packs for verb in pack.verbs}

    @cached_property
    def functions(self) -> dict[str, ir.Function]:
        return {function.name: function for pack in self.packs for function in pack.functions}

    @cached_property
    def kinds(self) -> dict[str, ir.Kind]:
        return {kind.name: kind for pack in self.packs for kind in pack.kinds if not kind.extension}

    @cached_property
    def word_kinds(self) -> dict[str, ir.WordKind]:
        return {kind.name: kind for pack in self.packs for kind in pack.word_kinds if not kind.extension}

    @cached_property
    def cards(self) -> dict[str, ir.Card]:
        return {card.name: card for pack in self.packs for card in pack.cards}

    @cached_property
    def zones(self) -> dict[tuple[str, str], ir.ZoneDecl]:
        """All zones by the kind that has them (empty for the table's) and name."""
        found = {}
        for pack in self.packs:
            owners: list[tuple[str, list[ir.ZoneDecl]]] = [("", game.zones) for game in pack.games]
            owners += [(kind.name, kind.zones) for kind in pack.kinds]
            owners += [(card.name, card.zones) for card in pack.cards]
            found.update({(owner, zone.name): zone for owner, zones in owners for zone in zones})
        return found

    @cached_property
    def ranges(self) -> dict[tuple[str, str], tuple[float, float]]:
        """Between what the numbers of fields and states lie, by the kind or keyword that has them (empty: the table)."""
        found = {}
        for pack in self.packs:
            declared: list[tuple[str, ir.FieldDecl | ir.StateDecl]] = []
            declared += [("", state) for game in pack.games for state in game.states]
            for kind in pack.kinds:
                declared += [(kind.name, each) for each in kind.fields]
                declared += [(kind.name, each) for each in kind.states]
            for name, value in declared:
                limits = _RANGE.fullmatch(value.type)
                if limits is not None:
                    found[(name, value.name)] = (float(limits[1]), float(limits[2]))
        return found

    def lineage(self, kind: str) -> list[str]:
        """A kind, its parent, and so on up to its root."""
        found = []
        while kind in self.kinds and kind not in found:
            found.append(kind)
            kind = self.kinds[kind].parent
        return [*found, kind]

    # ---- words and bodies ---------------------------------------------------------------------

    @cached_property
    def bearers(self) -> list[Bearer]:
        return [bearer for pack in self.packs for bearer in _bearers(pack, pack is self.own)]

    @cached_property
    def bodies(self) -> list[Body]:
        """All bodies of rules and cards, tests left out."""
        return [body for pack in self.packs for body in _bodies(pack, pack is self.own)]

    @cached_property
    def own_bodies(self) -> list[Body]:
        return [body for body in self.bodies if body.own]

    @cached_property
    def hooks(self) -> list[tuple[Bearer, ir.Hook]]:
        return [(bearer, hook) for bearer in self.bearers for hook in bearer.words.hooks]

    # ---- mentions -----------------------------------------------------------------------------

    @cached_property
    def mentions(self) -> Mentions:
        return Mentions.of(self)

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The actions of each group; one without a group is its own."""
        found: dict[str, list[str]] = {}
        for pack in self.packs:
            for action in pack.actions:
                found.setdefault(action.group or action.name, []).append(action.name)
        return found

    @cached_property
    def flow(self) -> Flow:
        from greyc.compiler.checks.flow import Flow

        return Flow(self)


def _bearers(pack: ir.Pack, own: bool) -> Iterator[Bearer]:
    yield Bearer(None, pack.words, own, pack.name)
    for kind in pack.kinds:
        yield Bearer(kind, kind.words, own, pack.name)
    for keyword in pack.keywords:
        yield Bearer(keyword, keyword.words, own, pack.name)
    for card in pack.cards:
        yield Bearer(card, card.words, own, pack.name)


def _bodies(pack: ir.Pack, own: bool) -> Iterator[Body]:
    for game in pack.games:
        yield Body(f"setup:{game.name}", "setup", game.file, game.at, game.setup, own)
        yield Body(f"play:{game.name}", "play", game.file, game.at, game.play, own)
    for verb in pack.verbs:
        yield Body(f"verb:{verb.name}", verb.name, verb.file, verb.at, verb.body, own)
    for action in pack.actions:
        yield Body(f"action:{action.name}", f"the action {action.name}", action.file, action.at, action.body, own)
    for bearer in _bearers(pack, own):
        name = bearer.name
        where = f" of {bearer.on.name}" if bearer.on else ""
        for index, hook in enumerate(bearer.words.hooks):
            label = f"{hook.timing} {hook.name}{where}"
            yield Body(f"hook:{name}:{index}", label, hook.file, hook.at, hook.body, own)
        for index, when in enumerate(bearer.words.whenevers):
            yield Body(f"whenever:{name}:{index}", f"whenever{where}", when.file, when.at, when.body, own)
        for block in bearer.words.abilities:
            yield Body(f"ability:{block.ability}", f"{block.ability}{where}", block.file, block.at, block.body, own)


@define(eq=False)
class Mentions:
    """Which names are read, called, run or made anywhere in the pack and what it requires; tests count apart."""

    verbs: set[str]
    abilities: set[str]
    functions: set[str]
    groups: set[str]
    actions: set[str]
    options: set[str]
    states: set[str]
    fields: set[str]
    keywords: set[str]
    cards: set[str]
    kinds_of_cards: set[str]
    zones: set[str]

    @classmethod
    def of(cls, program: Program) -> Mentions:
        found = cls(*(set() for _ in range(12)))
        for pack in program.packs:
            parts: list[Iterable[ir.Node]] = [
                pack.games,
                pack.word_kinds,
                pack.kinds,
                pack.keywords,
                pack.functions,
                pack.verbs,
                pack.actions,
                pack.boards,
                pack.cards,
                [pack.words],
                pack.checks,
            ]
            for node in walk(*parts):
                found.add(node)
            for game in pack.games:
                found.kinds_of_cards |= {game.brings} if game.brings else set()
                for option in game.options:
                    if option.type.startswith("printed<"):
                        found.kinds_of_cards.add(option.type[len("printed<") :].rstrip("?>"))
        return found

    def add(self, node: ir.Node) -> None:
        match node:
            case ir.CallVerb():
                self.verbs.add(node.verb)
            case ir.Run():
                self.abilities.add(node.ability)
            case ir.Has():
                (self.keywords if node.what == "keyword" else self.abilities).add(node.name)
            case ir.GrantKeyword():
                self.keywords.add(node.keyword)
            case ir.KeywordRef():
                self.keywords.add(node.name)
            case ir.Call():
                self.functions.add(node.function)
            case ir.Offer():
                self.groups |= set(node.groups)
            case ir.Can():
                self.actions.add(node.action)
            case ir.Option():
                self.options.add(node.name)
            case ir.State():
                self.states.add(node.name)
            case ir.Get() | ir.Base():
                self.fields.add(node.name)
            case ir.Printed() | ir.Copy() | ir.IsCard():
                self.cards.add(node.card)
            case ir.Cell() if node.card:
                self.cards.add(node.card)
            case ir.ZoneDecl():
                self.zones |= {zone for zone in (node.refills_from, node.returns_to) if zone is not None}
            case ir.ZoneRef():
                self.zones.add(node.name)
            case ir.CardsOf():
                self.kinds_of_cards.add(node.kind)
