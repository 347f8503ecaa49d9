"""What each name means: an index from places to declarations and back.

The compiler says itself what a name means wherever that takes types or locals to know (`Reporter.note`). Where the place
alone decides (behind `on` stands a kind, behind `run` an ability), the name is looked up here, also in a declaration
whose body makes no sense yet. A declaration is known by where its name stands, since a pack that extends something has
an entry of its own for it. What pack.toml names is found by compiler/shown.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import attrs
from attrs import define, field, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import (
    AbilityInfo,
    ActionInfo,
    CardInfo,
    Entry,
    FunctionInfo,
    KeywordInfo,
    KindInfo,
    Member,
    VerbInfo,
    WordKindInfo,
)
from greyc.compiler.packs import SourceFile
from greyc.compiler.scope import Asked, LocalInfo
from greyc.compiler.shown import meanings
from greyc.compiler.symbols import Symbols
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.nodes import Span

Meaning = Entry | LocalInfo
Key = tuple[str, int]
"""Where the name stands in its declaration: path and offset. What the core has built in: "" and its name's hash."""


@define
class Noting(Reporter):
    """A Reporter that keeps what the compiler says about names."""

    noted: dict[str, dict[Span, Meaning]] = field(factory=dict)
    asked: list[tuple[str, Span, Asked]] = field(factory=list)

    def note(self, path: str, span: Span, meaning: object) -> None:
        assert isinstance(meaning, Entry | LocalInfo)
        known = self.noted.setdefault(path, {})
        if not isinstance(known.get(span), Entry):  # a part of a header named like its kind is the kind
            known[span] = meaning

    def ask(self, path: str, span: Span, wanted: object) -> None:
        assert isinstance(wanted, Asked)
        self.asked.append((path, span, wanted))


@frozen
class Use:
    """A name at a place, with what it means."""

    path: str
    span: Span
    key: Key
    meaning: Meaning

    @property
    def is_declaration(self) -> bool:
        """Whether this is where it is declared."""
        return (self.path, self.span[0]) == self.key


@define(eq=False)
class Index:
    """The names of some files, by place and by what they mean."""

    uses: dict[str, list[Use]] = field(factory=dict)
    by_key: dict[Key, list[Use]] = field(factory=dict)

    def at(self, path: str, offset: int) -> Use | None:
        """The name that an offset stands in or right behind."""
        found = [use for use in self.uses.get(path, ()) if use.span[0] <= offset <= use.span[1]]
        return min(found, key=lambda use: (use.span[1] == offset, use.span[1] - use.span[0]), default=None)

    def of(self, key: Key) -> list[Use]:
        """All places where something is named, its declaration among them."""
        return self.by_key.get(key, [])


def build(units: Iterable[Unit], symbols: Symbols, noting: Noting, manifest: SourceFile | None = None) -> Index:
    """The index of some files of a pack, and of its pack.toml if that is given."""
    same = _same(symbols)
    index = Index()
    declared = _declared(symbols)
    for unit in units:
        found: dict[Span, Meaning] = {}
        noted = noting.noted.get(unit.path, {})
        for name, look_up in _names(unit.declarations, symbols):
            meaning: Meaning | None = noted.get(name.span)
            if meaning is None and look_up is not None:
                meaning = look_up(symbols, name.text)
            if meaning is not None:
                found[name.span] = meaning
        found.update(noted)
        found.update(declared.get(unit.path, {}))
        uses = []
        for span, meaning in sorted(found.items(), key=lambda each: each[0]):
            key = key_of(meaning, unit.path)
            use = Use(unit.path, span, same.get(key, key), meaning)
            uses.append(use)
            index.by_key.setdefault(use.key, []).append(use)
        index.uses[unit.path] = uses
    for shown, known in meanings(manifest.text, symbols) if manifest is not None else ():
        assert manifest is not None
        for key, meaning in {key_of(each, ""): each for each in known.get(shown.name, ())}.items():
            use = Use(manifest.path, shown.span, same.get(key, key), meaning)
            index.uses.setdefault(manifest.path, []).append(use)
            index.by_key.setdefault(use.key, []).append(use)
    return index


def key_of(meaning: Meaning, path: str) -> Key:
    """Where something is declared; a local in the file `path`, where it was met."""
    if isinstance(meaning, LocalInfo):
        if meaning.entry is not None:
            return key_of(meaning.entry, path)
        return path, meaning.span[0]
    if meaning.unit is None:
        return "", hash((meaning.sort, meaning.name))
    return meaning.unit.path, meaning.span[0]


def _same(symbols: Symbols) -> dict[Key, Key]:
    """What is called by the name of something else: an override, the slot of the card that a seat brings."""
    found: dict[Key, Key] = {}
    for name, old in symbols.overridden.items():
        own = next((entry for entry in symbols.own if entry.name == name and entry.sort == old.sort), None)
        if own is not None:
            found[key_of(own, "")] = key_of(old, "")
    for kind in symbols.kinds.values():
        for member in kind.members.values():
            if member.absent_never and member.name in symbols.kinds:
                found[key_of(member, "")] = key_of(symbols.kinds[member.name], "")
    return found


def _declared(symbols: Symbols) -> dict[str, dict[Span, Meaning]]:
    """Where what a pack declares has its names."""
    found: dict[str, dict[Span, Meaning]] = {}
    for entry in entries_of(symbols):
        if entry.unit is not None and entry.unit.text[entry.span[0] : entry.span[1]] == entry.name:
            found.setdefault(entry.unit.path, {}).setdefault(entry.span, entry)
    return found


def entries_of(symbols: Symbols) -> Iterator[Entry]:
    """All that a pack declares, with members, words, parameters and parts of verbs."""
    for entry in symbols.own:
        yield entry
        if isinstance(entry, KindInfo | KeywordInfo | CardInfo):
            yield from (member for member in entry.members.values() if not member.absent_never)
        if isinstance(entry, WordKindInfo):
            yield from entry.words.values()
        if isinstance(entry, KeywordInfo | AbilityInfo | FunctionInfo):
            yield from entry.params
        if isinstance(entry, VerbInfo):
            yield from entry.slots
        if isinstance(entry, ActionInfo):
            yield from (entry.actor, *entry.givens)


# ---- names whose place says what they are --------------------------------------------------------
LookUp = Callable[[Symbols, str], Entry | None]


def kind_named(symbols: Symbols, name: str) -> Entry | None:
    """The kind of things or words of that name."""
    return symbols.kinds.get(name) or symbols.word_kinds.get(name)


def value_named(symbols: Symbols, name: str) -> Entry | None:
    """What a pack declares under that name for values; of several words that are called so, none."""
    words = symbols.words.get(name, [])
    return symbols.values.get(name) or (words[0] if len(words) == 1 else None)


def _card_or_kind(symbols: Symbols, name: str) -> Entry | None:
    return symbols.card(name) or symbols.kinds.get(name)


def _zone(symbols: Symbols, name: str) -> Entry | None:
    table = symbols.table(name)
    members = [m for kind in symbols.kinds.values() if (m := kind.members.get(name)) is not None]
    return table or next((m for m in members if m.what in ("zone", "slot")), None)


_PLACES: Mapping[tuple[type, str], LookUp] = {
    **dict.fromkeys([(nodes.VerbCall, "verb"), (nodes.Stop, "verb"), (nodes.During, "verb")], Symbols.verb),
    **dict.fromkeys([(nodes.ExtendVerb, "name"), (nodes.State, "changed_by"), (nodes.Once, "period")], Symbols.verb),
    **dict.fromkeys(
        [(each, "until") for each in (nodes.State, nodes.Zone, nodes.Slot, nodes.ModifyUntil)], Symbols.verb
    ),
    **dict.fromkeys([(nodes.AbilityBlock, "name"), (nodes.Has, "ability"), (nodes.Run, "ability")], Symbols.ability),
    (nodes.ExtendAbility, "name"): Symbols.ability,
    (nodes.Hook, "verb"): lambda symbols, name: symbols.events.get(name),
    **dict.fromkeys([(each, "kinds") for each in (nodes.Zone, nodes.Slot, nodes.Keyword, nodes.Ability)], kind_named),
    **dict.fromkeys([(each, "kind") for each in (nodes.Card, nodes.Every, nodes.CardsOf)], kind_named),
    **dict.fromkeys([(each, "name") for each in (nodes.NamedType, nodes.OfType, nodes.ExtendKind)], kind_named),
    **dict.fromkeys([(nodes.ExtendAbility, "kinds"), (nodes.Kind, "parent"), (nodes.Seats, "brings")], kind_named),
    (nodes.Board, "place"): kind_named,
    (nodes.FunctionCall, "args"): kind_named,
    (nodes.ExtendKeyword, "name"): Symbols.keyword,
    (nodes.Do, "action"): Symbols.action,
    (nodes.Can, "action"): Symbols.action,
    (nodes.TestGame, "game"): lambda symbols, name: symbols.games.get(name),
    (nodes.ExtendGame, "name"): lambda symbols, name: symbols.games.get(name),
    (nodes.Preset, "name"): Symbols.option,
    (nodes.Named, "name"): _card_or_kind,
    (nodes.ActiveIn, "zones"): _zone,
    (nodes.RefillsFrom, "zone"): _zone,
    (nodes.ReturnsTo, "zone"): _zone,
    (nodes.Rolls, "values"): value_named,
    (nodes.Die, "faces"): value_named,
    (nodes.Prop, "values"): value_named,
    (nodes.Answers, "values"): value_named,
}


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in attrs.fields(kind) if each.name not in ("span", "doc"))


def _names(tree: Iterable[nodes.Node], symbols: Symbols) -> Iterator[tuple[nodes.Name, LookUp | None]]:
    """All names of a tree, with how one is looked up of which the place says what it is."""
    waiting: list[nodes.Node] = list(tree)
    while waiting:
        node = waiting.pop()
        kind: Any = type(node)
        if kind is nodes.Do or kind is nodes.Can:
            yield from _labels(node, symbols)
        elif kind is nodes.TestGame:
            yield from ((setting.name, Symbols.option) for setting in node.options)  # type: ignore[attr-defined]
        for name, part in parts_of(node):
            if isinstance(part, nodes.Name):
                yield part, _PLACES.get((kind, name))
            else:
                waiting.append(part)


def parts_of(node: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    """The nodes directly below a node, each with the field it stands in."""
    kind: Any = type(node)
    for name in _fields(kind):
        value = getattr(node, name)
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, nodes.Node):
                yield name, each


def place_of(kind: type, name: str) -> LookUp | None:
    """How a name is looked up that stands in a field of a node of this class; None where the place does not say."""
    return _PLACES.get((kind, name))


def _labels(node: Any, symbols: Symbols) -> Iterator[tuple[nodes.Name, LookUp | None]]:
    """The labels of `do ACTION ... with LABEL = x` and `can ACTION(LABEL: x)`: who acts, what is given, what is picked."""
    action = symbols.action(node.action.text)
    if action is None or action.unit is None:
        return
    known: dict[str, Entry] = {each.name: each for each in (action.actor, *action.givens)}
    for member in action.node.members:
        if isinstance(member, nodes.Parameter):
            for name in (member.pick.query.name, member.pick.alias):
                if name is not None:
                    known[name.text] = Member(
                        name=name.text, pack=action.pack, unit=action.unit, span=name.span, what="field", of=action.name
                    )
    labels = [each.name for each in node.settings] if isinstance(node, nodes.Do) else []
    labels += [each.label for each in getattr(node, "args", ()) if isinstance(each, nodes.Labelled)]
    for label in labels:
        if (entry := known.get(label.text)) is not None:
            yield label, lambda _, __, entry=entry: entry  # type: ignore[misc]
