"""What a site tells of: an Item for each thing with a name that the packs declare, and who uses what.

An item is known by where its name is declared, as names are in the language server's index. So the entry that a pack has
of something it extends is the same item, with what the packs above add to it among its members. A use belongs to the
declaration at the margin that it stands in: an item, or a Rule, which has no name and is told by its place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field, frozen

from greyc.compiler import entries
from greyc.compiler.driver import Compiled
from greyc.compiler.entries import Entry
from greyc.compiler.packs import PackSource
from greyc.compiler.symbols import Symbols
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.nodes import Span
from greyc.frontends.doc import addresses
from greyc.frontends.doc.titles import Titles
from greyc.frontends.lsp import index
from greyc.frontends.lsp.hover import declared, documentation
from greyc.frontends.lsp.index import Index, Key, Noting, key_of

# The sorts of what has a page, in the order in which they are told.
PAGES: Final = ("game", "kind", "wordkind", "card", "keyword", "ability", "action", "verb", "function", "die", "board")
SORTS: Final[dict[type[Entry], str]] = {
    entries.GameInfo: "game",
    entries.KindInfo: "kind",
    entries.WordKindInfo: "wordkind",
    entries.CardInfo: "card",
    entries.KeywordInfo: "keyword",
    entries.AbilityInfo: "ability",
    entries.ActionInfo: "action",
    entries.VerbInfo: "verb",
    entries.FunctionInfo: "function",
    entries.DieInfo: "die",
    entries.BoardInfo: "board",
    entries.WordInfo: "word",
    entries.OptionInfo: "option",
}
_RULES: Final[dict[type[nodes.Declaration], str]] = {
    nodes.Hook: "hook",
    nodes.Whenever: "whenever",
    nodes.ModifyRule: "modify",
    nodes.Check: "check",
    nodes.Test: "test",
}


@define(eq=False)
class Item:
    """Something with a name. `sort`: one of PAGES, or field, state, zone, slot, option, word of its `parent`'s page.
    `used_as`: the key by which uses of it are kept (of what is written anew, that of what it replaces)."""

    sort: str
    entry: Entry
    pack: str
    unit: Unit
    key: Key
    used_as: Key
    parent: Item | None
    titles: dict[str, str]
    """By language; empty where it has none."""
    span: Span
    """Of its declaration."""
    members: list[Item] = field(factory=list)
    uses: dict[Item, None] = field(factory=dict)

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def doc(self) -> str:
        """What stands in `##` lines above it."""
        return documentation(self.entry)

    @property
    def signature(self) -> str:
        """How it is declared."""
        return declared(self.entry)

    @property
    def anchor(self) -> str:
        """Of a part of a page."""
        return f"{self.sort}.{addresses.plain(self.name)}" + (
            f".{addresses.plain(self.pack)}" if self.parent is not None and self.pack != self.parent.pack else ""
        )

    @property
    def address(self) -> str:
        if self.parent is not None:
            return f"{self.parent.address}#{self.anchor}"
        return addresses.page(self.pack, self.sort, self.name)

    @property
    def title(self) -> str:
        """Its title in English, else its name."""
        return self.titles.get("en") or self.name


@frozen(eq=False)
class Rule:
    """A declaration without a name of its own: a hook, a test, what extends something."""

    sort: str
    pack: str
    unit: Unit
    file: str
    line: int
    text: str

    @property
    def address(self) -> str:
        return f"{addresses.source(self.pack, self.file)}#L{self.line}"


User = Item | Rule


@define(eq=False)
class Catalogue:
    """All that there is to tell of some packs, in the order of their files."""

    packs: list[PackSource]
    symbols: dict[str, Symbols]
    titles: Titles
    units: dict[str, list[Unit]]
    items: dict[Key, Item] = field(factory=dict)
    indexes: dict[str, Index] = field(factory=dict)
    used_by: dict[Key, dict[User, None]] = field(factory=dict)
    anew: dict[tuple[str, Key], Item] = field(factory=dict)
    """What a pack writes anew, by the key of what it replaces."""
    owners: dict[str, list[tuple[int, User]]] = field(factory=dict)
    """By path: where each declaration begins, and whose it is."""
    pack_of: dict[str, str] = field(factory=dict)
    """By path."""
    files: dict[str, str] = field(factory=dict)
    """By path: how the file is called below its pack's folder."""
    _named: dict[str, dict[Key, Key]] = field(factory=dict)
    """By pack and place: what the name there means."""

    @classmethod
    def of(cls, made: Compiled, noting: Noting) -> Catalogue:
        """The catalogue of packs without errors, compiled with this reporter."""
        found = cls(made.packs, made.symbols, Titles(made.packs, made.bundle.packs), made.units)
        for pack in made.packs:
            for file in pack.files:
                found.pack_of[file.path] = pack.name
                found.files[file.path] = file.name
            uses = found.indexes[pack.name] = index.build(made.units[pack.name], made.symbols[pack.name], noting)
            found._named[pack.name] = {(path, each.span[0]): each.key for path in uses.uses for each in uses.uses[path]}
        for pack in made.packs:
            found._declare(made.symbols[pack.name])
        for pack in made.packs:
            found._own(made.units[pack.name], pack.name)
        for pack in made.packs:
            found._use(pack)
        return found

    # ---- what there is ----
    def _declare(self, symbols: Symbols) -> None:
        """The items that the packs so far have not declared."""
        tables: list[Iterable[Entry]] = [
            symbols.games.values(),
            symbols.kinds.values(),
            symbols.word_kinds.values(),
            symbols.own,
        ]
        for entry in (entry for table in tables for entry in table):
            sort = SORTS.get(type(entry))
            if entry.unit is None or sort not in PAGES:
                continue
            item = self._item(entry, sort, None)
            for member in _members(entry):
                self._item(member, SORTS.get(type(member)) or member.sort, item)
        for value in symbols.values.values():
            if isinstance(value, entries.Member | entries.OptionInfo) and value.unit is not None:
                self._item(value, SORTS.get(type(value)) or value.sort, self._game(symbols))

    def _game(self, symbols: Symbols) -> Item | None:
        game = next(iter(symbols.games.values()), None)
        return self.items.get(key_of(game, "")) if game is not None and game.unit is not None else None

    def _item(self, entry: Entry, sort: str, parent: Item | None) -> Item:
        key = key_of(entry, "")
        if key in self.items:
            return self.items[key]
        assert entry.unit is not None
        pack = self.pack_of[entry.unit.path]
        used_as = self._named[pack].get(key, key)
        node: nodes.Node | None = getattr(entry, "node", None)
        titles = self.titles.of(pack, sort, parent.name if parent is not None else "", entry.name)
        made = Item(sort, entry, pack, entry.unit, key, used_as, parent, titles, node.span if node else entry.span)
        self.items[key] = made
        if used_as != key and parent is None:
            self.anew[pack, used_as] = made
        if parent is not None:
            parent.members.append(made)
        return made

    # ---- who uses what ----
    def _own(self, units: list[Unit], pack: str) -> None:
        for unit in units:
            owners: list[tuple[int, User]] = []
            for node in unit.declarations:
                inner = node.declaration if isinstance(node, nodes.Override) else node
                name = getattr(inner, "name", None)
                item = self.items.get((unit.path, name.span[0])) if isinstance(name, nodes.Name) else None
                owners.append((node.span[0], item if item is not None else self._rule(node, unit, pack)))
            self.owners[unit.path] = owners

    def _rule(self, node: nodes.Declaration, unit: Unit, pack: str) -> Rule:
        line = unit.at(node)[0]
        first = unit.text[node.span[0] : node.span[1]].split("\n", 1)[0].split("  #")[0].strip().removesuffix(":")
        text = node.title.value if isinstance(node, nodes.Test) else first
        return Rule(_RULES.get(type(node), "rule"), pack, unit, self.files[unit.path], line, text)

    def owner(self, path: str, offset: int) -> User | None:
        """Whose declaration an offset stands in."""
        owners = self.owners[path]
        place = bisect_right(owners, offset, key=lambda each: each[0]) - 1
        return owners[place][1] if place >= 0 else None

    def _use(self, pack: PackSource) -> None:
        for path, uses in self.indexes[pack.name].uses.items():
            for use in uses:
                if use.is_declaration:
                    continue
                owner = self.owner(path, use.span[0])
                target = self.target(pack, use.key)
                if owner is None or target is None or owner in (target, target.parent):
                    continue
                self.used_by.setdefault(use.key, {})[owner] = None
                if isinstance(owner, Item):
                    owner.uses[target] = None

    def target(self, pack: PackSource, key: Key) -> Item | None:
        """The item that a key means in a pack: what it, or the last of those it requires, writes anew, if one does."""
        for each in reversed(pack.closure):
            if (found := self.anew.get((each.name, key))) is not None:
                return found
        return self.items.get(key)

    def users(self, item: Item) -> Iterator[User]:
        """Who uses an item, in the order of packs and files."""
        for user in self.used_by.get(item.used_as, ()):
            if user is not item:
                yield user

    def pages(self, pack: str, sort: str) -> list[Item]:
        """What a pack declares of a sort that has pages, in the order of its files; cards by kind."""
        return [item for item in self.items.values() if item.pack == pack and item.sort == sort and not item.parent]


def _members(entry: Entry) -> Iterator[Entry]:
    """What stands on the page of an entry."""
    if isinstance(entry, entries.KindInfo | entries.KeywordInfo | entries.CardInfo):
        yield from (each for each in entry.members.values() if each.unit is not None and not each.absent_never)
    if isinstance(entry, entries.WordKindInfo):
        yield from (each for each in entry.words.values() if each.unit is not None)


__all__ = ["PAGES", "Catalogue", "Item", "Rule", "User"]
