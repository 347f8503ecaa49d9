"""The symbol table of a pack: everything its files may name, its own and its requirements'.

Five namespaces, so that a verb `curse` and a kind `curse` can stand side by side as they do in rulebooks: kinds (where a
type is written), values (where a value is read: cards, dice, keywords, boards, options, functions, the table's states
and zones), words (one word may belong to several kinds), events (verbs, abilities, actions: what hooks watch) and
groups of actions. Within a namespace a name is given once in a pack and all it requires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs
from attrs import define, field

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
    Value,
    VerbInfo,
    WordInfo,
    WordKindInfo,
)
from greyc.compiler.types import ERROR, INT, PLACE, SEAT, Kind, Type, Zone, kinds_of, one_of


@define(eq=False)
class Symbols:
    """Built by `resolve.build_symbols`. The mappings hold the pack's own entries and those of all it requires; `own`
    those of the pack alone, in the order of its files."""

    pack: str
    kinds: dict[str, KindInfo] = field(factory=dict)
    word_kinds: dict[str, WordKindInfo] = field(factory=dict)
    words: dict[str, list[WordInfo]] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    events: dict[str, Event] = field(factory=dict)
    games: dict[str, GameInfo] = field(factory=dict)
    groups: dict[str, list[ActionInfo]] = field(factory=dict)
    own: list[Entry] = field(factory=list)
    elsewhere: Mapping[str, str] = field(factory=dict)
    """Names declared in packs that this one does not require -> that pack, for a better message."""
    broken: set[str] = field(factory=set)
    """Names whose declaration is in error and has been reported: nothing more is said about their uses."""
    verb_results: Callable[[VerbInfo, Symbols], Type] | None = None
    """Finds the type of a verb's result by lowering its body; put in by the driver."""
    overridden: dict[str, Entry] = field(factory=dict)
    """What the overrides of this pack replace, by name."""
    holders: dict[tuple[str, tuple[str, ...] | None], list[Kind | None]] = field(factory=dict)
    """What owners.py found: the kinds with a zone for a kind, None for the table."""
    zones: list[tuple[Kind | None, Member]] | None = None
    _members: dict[str, dict[str, Member]] = field(factory=dict)
    _seat: Kind | None = None
    _face: Type | None = None

    # ---- kinds ----
    def members(self, kind: str) -> dict[str, Member]:
        """Fields, states, zones and slots of a kind, inherited ones first; none of a kind whose declaration can't be read."""
        found = self._members.get(kind)
        if found is None:
            info = self.kinds.get(kind)
            if info is None:
                return {}
            found = dict(self.members(info.parent)) if info.parent is not None else {}
            found.update(info.members)
            self._members[kind] = found
        return found

    def member(self, of: Type, name: str) -> Member | None:
        """A member that all kinds of the type have; also one of the card or keyword whose body `this` stands in."""
        if isinstance(of, Kind):
            found = self.members(of.name).get(name) if of.name in self.kinds else None
            if found is None and of.also is not None:
                extra = self.values.get(of.also)
                if isinstance(extra, CardInfo | KeywordInfo):
                    found = extra.members.get(name)
            return found
        found = None
        for kind in kinds_of(of):
            one = self.member(kind, name)
            # Kinds side by side share a member only where they have it from the same kind above them.
            if one is None or (found is not None and found.first.of != one.first.of):
                return None
            found = one if found is None else _either(found, one)
        return found

    def active_in(self, kind: str) -> list[str]:
        """Names of the zones in which a kind's cards work, its own or its parent's."""
        info: KindInfo | None = self.kinds.get(kind)
        while info is not None and not info.active_in:
            info = self.kinds.get(info.parent) if info.parent else None
        return info.active_in if info is not None else []

    def below(self, kind: str) -> Iterator[KindInfo]:
        """A kind and all kinds below it."""
        return (info for info in self.kinds.values() if kind in info.type.lineage)

    def cards(self, kind: str) -> Iterator[CardInfo]:
        """The printed cards of a kind."""
        return (c for c in self.values.values() if isinstance(c, CardInfo) and kind in c.type.lineage)

    @property
    def seat(self) -> Kind:
        """The kind of the seats: the one furthest below `seat` of the packs that declare the games, else of all; `seat` if
        there is more than one, or no game yet, whose seats may be of any kind."""
        if self._seat is None:
            games = {game.pack for game in self.games.values()}
            every = [info for info in self.kinds.values() if info.root == "seat" and info.name != "seat"]
            some = [info for info in every if info.pack in games] or every
            found = [i.type for i in some if not any(i is not o and i.name in o.type.lineage for o in some)]
            self._seat = found[0] if len(found) == 1 and games else SEAT
        return self._seat

    # ---- typed look-ups ----
    def verb(self, name: str) -> VerbInfo | None:
        found = self.events.get(name)
        return found if isinstance(found, VerbInfo) else None

    def ability(self, name: str) -> AbilityInfo | None:
        found = self.events.get(name)
        return found if isinstance(found, AbilityInfo) else None

    def action(self, name: str) -> ActionInfo | None:
        found = self.events.get(name)
        return found if isinstance(found, ActionInfo) else None

    def card(self, name: str) -> CardInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, CardInfo) else None

    def keyword(self, name: str) -> KeywordInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, KeywordInfo) else None

    def function(self, name: str) -> FunctionInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, FunctionInfo) else None

    def die(self, name: str) -> DieInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, DieInfo) else None

    def board(self, name: str) -> BoardInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, BoardInfo) else None

    def option(self, name: str) -> OptionInfo | None:
        found = self.values.get(name)
        return found if isinstance(found, OptionInfo) else None

    def table(self, name: str) -> Member | None:
        """A state, zone or slot of the table."""
        found = self.values.get(name)
        return found if isinstance(found, Member) else None

    def word(self, name: str, kind: str | None = None) -> list[WordInfo]:
        """The words of that name, of all word kinds or of one."""
        return [w for w in self.words.get(name, ()) if kind is None or w.kind == kind]

    def verb_result(self, verb: VerbInfo) -> Type:
        """The type of what `as` binds behind a call of the verb. ERROR if there is none."""
        if verb.result is None and verb.has_result and self.verb_results is not None:
            found = self.verb_results(verb, self)
            if verb.running:
                return found
            verb.result = found
        return verb.result or ERROR

    @property
    def place(self) -> Kind:
        """The kind of places that boards are made of, if there is only one."""
        names = {board.place for board in self.values.values() if isinstance(board, BoardInfo)}
        found = [self.kinds[name].type for name in names if name in self.kinds]
        return found[0] if len(found) == 1 else PLACE

    @property
    def face(self) -> Type:
        """What a rolled die shows when nothing says which die it was."""
        if self._face is None:
            faces = {e.type.face for e in self.values.values() if isinstance(e, DieInfo)}
            self._face = faces.pop() if len(faces) == 1 else INT
        return self._face

    def changed(self) -> None:
        """Kinds, members or dice were added: what was derived from them is derived anew."""
        self._members.clear()
        self.holders.clear()
        self.zones = None
        self._seat = self._face = None

    @property
    def packs(self) -> set[str]:
        """The pack and all that it requires."""
        tables: list[Mapping[str, Entry]] = [self.kinds, self.word_kinds, self.values, self.events, self.games]
        return {self.pack} | {entry.pack for table in tables for entry in table.values() if entry.unit is not None}

    def any_entry(self, name: str) -> Entry | None:
        """Whatever is called like this, in any namespace."""
        for table in (self.kinds, self.word_kinds, self.values, self.events, self.games):
            found: Entry | None = table.get(name)
            if found is not None:
                return found
        words = self.words.get(name)
        return words[0] if words else None


def _either(one: Member, other: Member) -> Member:
    """A member of one of two kinds, each of which may have written it again: as it was first declared, for what either holds."""
    if one.of == other.of or not (isinstance(one.type, Zone) and isinstance(other.type, Zone)):
        return other
    return attrs.evolve(one.first, type=Zone(one_of(kinds_of(one.type.of) + kinds_of(other.type.of))))
