"""Syntax trees of a pack to its symbol table.

Pass 1 (here) declares every name: kinds first, since whether `faction goblin "Goblins"` is a card or a word depends on
what `faction` is; then everything else in the order of the files. Pass 2 (headers.py) resolves what headers say: types
of members, parameters and slots. Bodies are not looked at.

A required pack's entries are shared as they are; what this pack extends or overrides is copied first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import define, field

from greyc.compiler.core_entries import core_symbols
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import (
    AbilityInfo,
    ActionInfo,
    BoardInfo,
    CardInfo,
    DieInfo,
    Entry,
    Event,
    FunctionInfo,
    GameInfo,
    KeywordInfo,
    KindInfo,
    Member,
    OptionInfo,
    ParamInfo,
    Value,
    VerbInfo,
    WordInfo,
    WordKindInfo,
)
from greyc.compiler.frames import frame_of_card, frame_of_keyword, frame_of_kind, frame_of_rule, scope_of
from greyc.compiler.headers import resolve_headers
from greyc.compiler.merge import merged
from greyc.compiler.names import WORDS, declared_here, is_reserved, report_taken, report_unknown
from greyc.compiler.spell import nearest
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ANYTHING, Kind, Type, Word
from greyc.compiler.unit import Unit
from greyc.compiler.written_types import TypeReader
from greyc.dsl import name_of_title, nodes
from greyc.dsl.problems import insert
from greyc.runtime.ir import core

__all__ = [
    "build_symbols",
    "declared_names",
    "frame_of_card",
    "frame_of_keyword",
    "frame_of_kind",
    "frame_of_rule",
    "gives_result",
    "resolve_type",
    "scope_of",
]


def build_symbols(
    pack: str,
    units: Sequence[Unit],
    requires: Sequence[Symbols],
    reporter: Reporter,
    elsewhere: Mapping[str, str] | None = None,
) -> Symbols:
    """The symbols of a pack on top of those of the packs it requires directly (theirs hold what they require).

    `elsewhere`: what `declared_names` found in packs outside the requirement closure, name -> pack.
    """
    symbols = merged(pack, requires or [core_symbols()])
    symbols.elsewhere = {} if elsewhere is None else elsewhere
    for unit in units:
        symbols.broken |= unit.lost
    declaring = _Declaring(symbols, reporter)
    declaring.kinds(units)
    # What extends or overrides comes last, so that files may stand in any order.
    for table in (declaring.others, declaring.extensions):
        for unit in units:
            declaring.unit = unit
            for node in unit.declarations:
                declare = table.get(type(node))
                if declare is not None:
                    declare(node)
                    declaring.lost(node)
    symbols.own.sort(key=lambda entry: (entry.unit.index if entry.unit else -1, entry.span))
    symbols.changed()
    resolve_headers(symbols, units, reporter)
    return symbols


def declared_names(units: Sequence[Unit]) -> set[str]:
    """Every name a pack's files declare at the left margin, with words; for `elsewhere`."""
    found: set[str] = set()
    for unit in units:
        for node in unit.declarations:
            name = getattr(node, "name", None)
            if isinstance(name, nodes.Name) and not isinstance(node, _EXTENSIONS):
                found.add(name.text)
            if isinstance(node, nodes.WordKind):
                found.update(word.name.text for word in node.words)
    return found


def has_game(units: Sequence[Unit]) -> bool:
    """Whether a game is declared, so that the pack can stand alone."""
    return any(isinstance(node, nodes.Game) for unit in units for node in unit.declarations)


def resolve_type(node: nodes.TypeExpr, symbols: Symbols, unit: Unit, reporter: Reporter) -> Type:
    """A written type; ERROR when it is unknown (reported)."""
    return TypeReader(symbols, unit, reporter).read(node)


_EXTENSIONS = (nodes.ExtendGame, nodes.ExtendKind, nodes.ExtendKeyword, nodes.ExtendVerb, nodes.ExtendAbility)


@define(eq=False)
class _Declaring:
    """Pass 1. `unit` is the file whose declarations are being looked at."""

    symbols: Symbols
    reporter: Reporter
    unit: Unit = field(init=False)
    others: dict[type, Callable[[Any], None]] = field(init=False)
    extensions: dict[type, Callable[[Any], None]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.others = {
            nodes.Game: self.game,
            nodes.Die: self.die,
            nodes.Keyword: self.keyword,
            nodes.Ability: self.ability,
            nodes.Function: self.function,
            nodes.Verb: self.verb,
            nodes.Action: self.action,
            nodes.Board: self.board,
            nodes.Card: self.card,
        }
        self.extensions = {
            nodes.ExtendKind: self.extend_kind,
            nodes.ExtendKeyword: self.extend_keyword,
            nodes.ExtendVerb: self.extend_verb,
            nodes.ExtendAbility: self.extend_ability,
            nodes.ExtendGame: self.extend_game,
            nodes.Override: self.override,
        }

    def lost(self, node: nodes.Declaration) -> None:
        """A name that was given twice may stand for one that was meant: one of the titles tells which."""
        name = getattr(node, "name", None)
        if not isinstance(name, nodes.Name) or name.text not in self.symbols.broken:
            return
        for each in (node, getattr(self.symbols.any_entry(name.text), "node", None)):
            title = getattr(each, "title", None)
            if isinstance(title, nodes.String):
                self.symbols.broken.add(name_of_title(title.value.split("|")[0]))

    # ---- kinds and their words ----
    def kinds(self, units: Sequence[Unit]) -> None:
        waiting: list[tuple[Unit, nodes.Kind]] = []
        for unit in units:
            self.unit = unit
            for node in unit.declarations:
                if isinstance(node, nodes.WordKind):
                    self.word_kind(node)
                elif isinstance(node, nodes.Kind):
                    if node.parent is not None and node.parent.text == "word":
                        self.open_word_kind(node)
                    elif not self.kind_taken(node.name):
                        # Known from now on, so that kinds may stand in any order; the lineage follows below.
                        self.symbols.kinds[node.name.text] = self.kind(node)
                        waiting.append((unit, node))
        own = {node.name.text: (unit, node) for unit, node in waiting}
        done: set[str] = set()
        for unit, node in waiting:
            self.lineage(unit, node, own, done, [])

    def kind_taken(self, name: nodes.Name) -> bool:
        words = self.symbols.words.get(name.text, ())
        own = {word.name: word for word in words if word.unit is not None}
        return self.taken(name, self.symbols.kinds, self.symbols.word_kinds, own)

    def kind(self, node: nodes.Kind) -> KindInfo:
        info = KindInfo(
            **self.at(node.name),
            parent=None,
            type=Kind(node.name.text, (node.name.text, ANYTHING)),
            node=node,
            active_in=[
                name.text
                for m in node.members
                if isinstance(m, nodes.ActiveIn) and m.members is None
                for name in m.zones
            ],
            decides=next((m.value for m in node.members if isinstance(m, nodes.Decides)), None),
        )
        self.symbols.own.append(info)
        return info

    def lineage(
        self, unit: Unit, node: nodes.Kind, own: dict[str, tuple[Unit, nodes.Kind]], done: set[str], path: list[str]
    ) -> None:
        """Fill in parent and type, those of the parent first."""
        name = node.name.text
        if name in done:
            return
        info = self.symbols.kinds[name]
        parent = node.parent
        self.unit = unit
        if parent is None:
            self.reporter.report(
                "kind-of-nothing",
                unit.path,
                node.name.span,
                suggestion=insert(f"kind {name} is card", " is card", node.name.span[1]),
                name=name,
            )
            above: KindInfo | None = self.symbols.kinds["card"]
        elif parent.text in path or parent.text == name:
            self.reporter.report("kind-cycle", unit.path, parent.span, name=name, parent=parent.text)
            above = None
        else:
            if parent.text in own:
                self.lineage(*own[parent.text], own, done, [*path, name])
                self.unit = unit
            above = self.symbols.kinds.get(parent.text)
            if above is None:
                roots = ["card", "token", "place", "seat", "word"]
                known = [*(n for n in self.symbols.kinds if n != ANYTHING), "word"]
                guess = None if parent.text in self.symbols.broken else nearest(parent.text, known)
                report_unknown(
                    self.symbols,
                    unit,
                    self.reporter,
                    parent,
                    "kind",
                    known=known,
                    suggestion=None if guess else "a kind is one of " + ", ".join(roots) + ", or of your own kinds",
                )
        if above is None:
            above = self.symbols.kinds["card"]
            self.symbols.broken.add(name)  # what follows from its being a card is not told
        info.parent = above.name
        info.type = Kind(name, (name, *above.type.lineage))
        done.add(name)

    def word_kind(self, node: nodes.WordKind) -> None:
        if self.kind_taken(node.name):
            return
        name = node.name.text
        info = WordKindInfo(
            **self.at(node.name), type=Word(name, node.ordered), ordered=node.ordered, closed=True, node=node
        )
        self.symbols.word_kinds[name] = info
        self.symbols.own.append(info)
        for word in node.words:
            self.word(info, word.name, word.title)

    def open_word_kind(self, node: nodes.Kind) -> None:
        if self.kind_taken(node.name):
            return
        name = node.name.text
        info = WordKindInfo(**self.at(node.name), type=Word(name), ordered=False, closed=False, node=node)
        self.symbols.word_kinds[name] = info
        self.symbols.own.append(info)

    def word(self, info: WordKindInfo, name: nodes.Name, title: nodes.String | None) -> None:
        if is_reserved(self.unit, self.reporter, name):
            return
        other: Entry | None = (
            info.words.get(name.text) or self.symbols.kinds.get(name.text) or self.symbols.values.get(name.text)
        )
        if other is not None:
            report_taken(self.unit, self.reporter, name, other)
            return
        word = WordInfo(**self.at(name), kind=info.name, title=title)
        info.words[name.text] = word
        self.symbols.words.setdefault(name.text, []).append(word)

    # ---- values ----
    def value(self, name: nodes.Name, make: Callable[[], Value], sort: str, kind_too: bool = False) -> None:
        """Declare a value. `kind_too`: may be called like a kind (a slot of the table that is named like what it holds,
        which pass 2 checks)."""
        tables: list[Mapping[str, Entry]] = [self.symbols.values]
        if not kind_too:
            tables += [self.symbols.kinds, self.symbols.word_kinds]
        if self.taken(name, *tables, extra=WORDS, sort=sort):
            return
        words = self.symbols.words.get(name.text, ())
        clash = next((w for w in words if w.unit is not None), None)
        if clash is not None:
            report_taken(self.unit, self.reporter, name, clash)
            self.symbols.broken.add(name.text)
            return
        entry = make()
        self.symbols.values[name.text] = entry
        self.symbols.own.append(entry)

    def die(self, node: nodes.Die) -> None:
        self.value(node.name, lambda: DieInfo(**self.at(node.name), node=node), "die")

    def keyword(self, node: nodes.Keyword) -> None:
        self.value(
            node.name,
            lambda: KeywordInfo(
                **self.at(node.name), params=self.params(node.params), on=[kind.text for kind in node.kinds], node=node
            ),
            "keyword",
        )

    def function(self, node: nodes.Function) -> None:
        if is_reserved(self.unit, self.reporter, node.name, core.FUNCTIONS, "function"):
            return
        self.value(
            node.name,
            lambda: FunctionInfo(**self.at(node.name), params=self.params(node.params), node=node),
            "function",
        )

    def board(self, node: nodes.Board) -> None:
        self.value(
            node.name,
            lambda: BoardInfo(**self.at(node.name), shape=node.shape.text, place=node.place.text, node=node),
            "board",
        )

    def card(self, node: nodes.Card) -> None:
        kind, name = node.kind, node.name
        if (words := self.symbols.word_kinds.get(kind.text)) is not None:
            if words.closed:
                self.reporter.report(
                    "closed-words",
                    self.unit.path,
                    name.span,
                    related=declared_here(words),
                    kind=kind.text,
                    name=name.text,
                )
                self.symbols.broken.add(name.text)
                return
            self.word(self.own_words(words), name, node.title)
            return
        info = self.symbols.kinds.get(kind.text)
        if info is None or info.root not in ("card", "place", "token"):
            self.no_card_kind(node, info)
            return
        of = info.type
        self.value(
            name,
            lambda: CardInfo(**self.at(name), kind=of.name, type=Kind(of.name, of.lineage, also=name.text), node=node),
            of.root,
        )

    def no_card_kind(self, node: nodes.Card, info: KindInfo | None) -> None:
        self.symbols.broken.add(node.name.text)
        if info is not None:
            self.reporter.report("no-cards-of-kind", self.unit.path, node.kind.span, kind=info.name)
            return
        known = [n for n, k in self.symbols.kinds.items() if k.root in ("card", "place", "token")]
        known += [n for n, w in self.symbols.word_kinds.items() if not w.closed]
        shown = [n for n in known if (k := self.symbols.kinds.get(n)) is None or k.unit is not None]
        report_unknown(
            self.symbols, self.unit, self.reporter, node.kind, "kind", known=[*known, *_OPENERS], shown=shown
        )

    # ---- events ----
    def event(self, name: nodes.Name, make: Callable[[], Event]) -> Event | None:
        if self.taken(name, self.symbols.events):
            return None
        entry = make()
        self.symbols.events[name.text] = entry
        self.symbols.own.append(entry)
        return entry

    def ability(self, node: nodes.Ability) -> None:
        self.event(
            node.name,
            lambda: AbilityInfo(
                **self.at(node.name), params=self.params(node.params), on=[kind.text for kind in node.kinds], node=node
            ),
        )

    def verb(self, node: nodes.Verb) -> None:
        self.event(node.name, lambda: self.verb_info(node))

    def verb_info(self, node: nodes.Verb) -> VerbInfo:
        return VerbInfo(**self.at(node.name), node=node, has_result=gives_result(node.body))

    def action(self, node: nodes.Action) -> None:
        entry = self.event(node.name, lambda: self.action_info(node))
        if isinstance(entry, ActionInfo):
            self.symbols.groups.setdefault(entry.group or entry.name, []).append(entry)

    def action_info(self, node: nodes.Action) -> ActionInfo:
        givens = [ParamInfo(**self.at(m.name)) for m in node.members if isinstance(m, nodes.Given)]
        actor = ParamInfo(**self.at(node.actor.name))
        group = node.group.text if node.group is not None else ""
        return ActionInfo(**self.at(node.name), group=group, actor=actor, givens=givens, node=node)

    # ---- the game ----
    def game(self, node: nodes.Game) -> None:
        if self.taken(node.name, self.symbols.games):
            return
        info = GameInfo(**self.at(node.name), node=node)
        self.symbols.games[info.name] = info
        self.symbols.own.append(info)
        self.game_members(info, node.members)

    def game_members(self, info: GameInfo, members: Sequence[nodes.Node]) -> None:
        for m in members:
            if isinstance(m, nodes.GameOption):
                self.value(m.name, lambda m=m: OptionInfo(**self.at(m.name), game=info.name, node=m), "option")  # type: ignore[misc]
            elif isinstance(m, nodes.State | nodes.Zone | nodes.Slot):
                self.value(m.name, lambda m=m: self.member(m, ""), MEMBER_SORTS[type(m)], kind_too=True)  # type: ignore[misc]
            elif isinstance(m, nodes.Seats):
                info.low, info.high = sorted((m.low.value, (m.high or m.low).value))
                info.brings = m.brings.text if m.brings is not None else None
            elif isinstance(m, nodes.Decides):
                info.decides = m.value

    def member(self, node: nodes.Field | nodes.State | nodes.Zone | nodes.Slot, of: str) -> Member:
        return Member(**self.at(node.name), what=MEMBER_SORTS[type(node)], of=of, node=node)

    # ---- extensions and overrides ----
    def extend_kind(self, node: nodes.ExtendKind) -> None:
        old = self.symbols.kinds.get(node.name.text)
        if old is None or old.unit is None:
            known = [n for n, k in self.symbols.kinds.items() if k.unit is not None]
            report_unknown(self.symbols, self.unit, self.reporter, node.name, "kind", known=known)
            return
        info = self.copied(self.symbols.kinds, old, members=dict(old.members), active_in=list(old.active_in))
        info.extensions.append((self.unit, node))
        for m in node.members:
            if isinstance(m, nodes.ActiveIn) and m.members is None:
                info.active_in += [name.text for name in m.zones]

    def extend_keyword(self, node: nodes.ExtendKeyword) -> None:
        old = self.symbols.keyword(node.name.text)
        if old is None:
            report_unknown(self.symbols, self.unit, self.reporter, node.name, "keyword")
            return
        info = self.copied(self.symbols.values, old, members=dict(old.members))
        info.extensions.append((self.unit, node))

    def extend_verb(self, node: nodes.ExtendVerb) -> None:
        old = self.symbols.verb(node.name.text)
        if old is None or old.unit is None:
            report_unknown(self.symbols, self.unit, self.reporter, node.name, "verb")
            return
        info = self.copied(self.symbols.events, old, slots=list(old.slots))
        info.extensions.append((self.unit, node))

    def extend_ability(self, node: nodes.ExtendAbility) -> None:
        old = self.symbols.ability(node.name.text)
        if old is None:
            report_unknown(self.symbols, self.unit, self.reporter, node.name, "ability")
            return
        info = self.copied(self.symbols.events, old, on=list(old.on))
        info.on += [kind.text for kind in node.kinds]

    def extend_game(self, node: nodes.ExtendGame) -> None:
        old = self.symbols.games.get(node.name.text)
        if old is None:
            report_unknown(self.symbols, self.unit, self.reporter, node.name, "game")
            return
        info = self.copied(self.symbols.games, old)
        info.extensions.append((self.unit, node))
        self.game_members(info, node.members)

    def own_words(self, old: WordKindInfo) -> WordKindInfo:
        if old.pack == self.symbols.pack or old in self.symbols.own:
            return old
        made = attrs.evolve(old, words=dict(old.words))
        self.symbols.word_kinds[old.name] = made
        self.symbols.own.append(made)
        return made

    def copied(self, table: dict[str, Any], old: Any, **changes: Any) -> Any:
        """The pack's own copy of an entry; the same one for a second extension, or for one of its own."""
        if old.pack == self.symbols.pack or any(old is entry for entry in self.symbols.own):
            return old
        made = (
            attrs.evolve(old, extensions=[], **changes) if hasattr(old, "extensions") else attrs.evolve(old, **changes)
        )
        table[old.name] = made
        self.symbols.own.append(made)
        return made

    def override(self, node: nodes.Override) -> None:
        inner = node.declaration
        name = inner.name
        old: Entry | None
        if isinstance(inner, nodes.Function):
            old, what = self.symbols.function(name.text), "function"
        elif isinstance(inner, nodes.Verb):
            old, what = self.symbols.verb(name.text), "verb"
        elif isinstance(inner, nodes.Card):
            old, what = self.symbols.card(name.text), "card"
        else:
            old, what = self.symbols.action(name.text), "action"
        if old is None or old.unit is None:
            report_unknown(self.symbols, self.unit, self.reporter, name, what)
            return
        if old.pack == self.symbols.pack:
            report_taken(self.unit, self.reporter, name, old)
            return
        made: FunctionInfo | VerbInfo | ActionInfo | CardInfo
        if isinstance(inner, nodes.Function):
            made = FunctionInfo(**self.at(name), params=self.params(inner.params), node=inner, override=True)
            self.symbols.values[name.text] = made
        elif isinstance(inner, nodes.Verb):
            made = attrs.evolve(self.verb_info(inner), override=True)
            self.symbols.events[name.text] = made
        elif isinstance(old, CardInfo) and isinstance(inner, nodes.Card):
            made = CardInfo(**self.at(name), kind=old.kind, type=old.type, node=inner, override=True)
            self.symbols.values[name.text] = made
        elif isinstance(inner, nodes.Action):
            made = attrs.evolve(self.action_info(inner), override=True)
            self.symbols.events[name.text] = made
            group = self.symbols.groups.get(made.group or name.text, [])
            group[:] = [made if each is old else each for each in group]
        self.symbols.overridden[name.text] = old
        self.symbols.own.append(made)

    # ---- helpers ----
    def params(self, params: Sequence[nodes.Param]) -> list[ParamInfo]:
        return [ParamInfo(**self.at(param.name)) for param in params]

    def at(self, name: nodes.Name) -> dict[str, Any]:
        return {"name": name.text, "pack": self.symbols.pack, "unit": self.unit, "span": name.span}

    def taken(
        self, name: nodes.Name, *tables: Mapping[str, Entry], extra: Iterable[str] = (), sort: str | None = None
    ) -> bool:
        """Whether a name that is being declared can't be had (reported). `extra`: more names that can't."""
        if is_reserved(self.unit, self.reporter, name, extra, sort):
            self.symbols.broken.add(name.text)
            return True
        for table in tables:
            other = table.get(name.text)
            if other is not None:
                report_taken(self.unit, self.reporter, name, other)
                self.symbols.broken.add(name.text)
                return True
        return False


MEMBER_SORTS: dict[type, Any] = {
    nodes.Field: "field",
    nodes.State: "state",
    nodes.Zone: "zone",
    nodes.Slot: "slot",
}
_OPENERS = (
    "game",
    "kind",
    "keyword",
    "ability",
    "function",
    "verb",
    "action",
    "before",
    "after",
    "whenever",
    "modify",
    "check",
    "board",
    "die",
    "extend",
    "override",
    "test",
)


def gives_result(body: Sequence[nodes.Statement]) -> bool:
    """Whether a block says `result` somewhere."""
    return any(_has_result(statement) for statement in body)


def _has_result(node: nodes.Statement) -> bool:
    if isinstance(node, nodes.Result):
        return True
    if isinstance(node, nodes.If):
        return any(gives_result(b.body) for b in node.branches) or gives_result(node.otherwise or ())
    if isinstance(node, nodes.ChooseOne):
        return any(gives_result(option.body) for option in node.options)
    body = getattr(node, "body", None)
    return gives_result(body or ()) or gives_result(getattr(node, "otherwise", None) or ())
