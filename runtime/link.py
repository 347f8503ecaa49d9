"""Linking: the packs of a game laid over each other, before anything runs.

Takes the bundle's packs that were chosen and what they require, base packs first, and yields one set of declarations:
kinds with the members that expansions added, verbs with overrides resolved, every hook, `whenever` and modifier with
its place in the order of LANGUAGE.md section 4 (pack, then rules, kinds, keywords, cards, then age). Two packs that
declare or override the same thing are an error that names both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import define, field, frozen

from . import ir
from .errors import LinkError, Place

RULES, KINDS, KEYWORDS, CARDS = 0, 1, 2, 3

D = TypeVar("D", bound=Any)


@frozen
class Bearer:
    """On what words stand: "rules", "kind", "keyword" or "card", and its name."""

    what: str
    name: str


@define
class Placed:
    """A hook, whenever, modifier or ability block with where it stands. `rank` is its place in the order, without age."""

    node: Any
    bearer: Bearer
    pack: int
    number: int

    @property
    def rank(self) -> tuple[int, int, int]:
        return (self.pack, ("rules", "kind", "keyword", "card").index(self.bearer.what), self.number)


@define
class Linked:
    """All declarations of a game by name; `pack_of` says where a declaration stands (for messages and places)."""

    game: ir.GameDecl
    packs: list[ir.Pack]
    word_kinds: dict[str, ir.WordKind] = field(factory=dict)
    dice: dict[str, ir.Die] = field(factory=dict)
    kinds: dict[str, ir.Kind] = field(factory=dict)
    keywords: dict[str, ir.Keyword] = field(factory=dict)
    abilities: dict[str, ir.Ability] = field(factory=dict)
    functions: dict[str, ir.Function] = field(factory=dict)
    verbs: dict[str, ir.Verb] = field(factory=dict)
    actions: dict[str, ir.Action] = field(factory=dict)
    boards: dict[str, ir.Board] = field(factory=dict)
    cards: dict[str, ir.Card] = field(factory=dict)
    hooks: list[Placed] = field(factory=list)
    whenevers: list[Placed] = field(factory=list)
    modifiers: list[Placed] = field(factory=list)
    blocks: list[Placed] = field(factory=list)
    checks: list[tuple[int, str | None, ir.Check]] = field(factory=list)
    pack_of: dict[tuple[str, str], int] = field(factory=dict)
    game_pack: int = 0
    setups: list[tuple[int, int, list[ir.Stmt]]] = field(factory=list)
    """Pack, file and what it says in `setup`, of each that adds to the game."""

    def place(self, pack: int, file: int, at: ir.At) -> Place:
        p = self.packs[pack]
        return Place(p.name, p.files[file] if 0 <= file < len(p.files) else "?", at[0], at[1])


def closure(bundle: ir.Bundle, names: Iterable[str]) -> list[ir.Pack]:
    """The packs and what they require, each after what it requires. Raises LinkError for what is missing."""
    order: list[ir.Pack] = []
    done: set[str] = set()
    open_: list[str] = []

    def visit(name: str, wanted_by: str | None) -> None:
        if name in done:
            return
        if name not in bundle.packs:
            by = f", which {wanted_by} requires" if wanted_by else ""
            raise LinkError(f"the bundle has no pack {name}{by}; it has {', '.join(sorted(bundle.packs)) or 'none'}")
        if name in open_:
            raise LinkError(f"packs require each other in a circle: {' -> '.join([*open_, name])}")
        open_.append(name)
        for required in bundle.packs[name].requires:
            visit(required.split()[0], name)
        open_.pop()
        done.add(name)
        order.append(bundle.packs[name])

    for name in names:
        visit(name, None)
    return order


def link(bundle: ir.Bundle, game: str, packs: Iterable[str]) -> Linked:
    """Links the game `game` with the chosen packs. Raises LinkError."""
    order = closure(bundle, packs)
    base = [(i, g) for i, p in enumerate(order) for g in p.games if g.name == game and not g.extension]
    if not base:
        raise LinkError(f"none of the packs {', '.join(p.name for p in order)} declares the game {game}")
    pack, decl = base[0]
    return _Linker(order, pack, decl).run()


class _Linker:
    def __init__(self, packs: list[ir.Pack], game_pack: int, game: ir.GameDecl) -> None:
        self.out = Linked(game, packs, game_pack=game_pack, setups=[(game_pack, game.file, game.setup)])
        self.overridden: dict[tuple[str, str], int] = {}

    def run(self) -> Linked:
        for number, pack in enumerate(self.out.packs):
            self.pack = number
            self.take(pack)
        self.drop_replaced()
        return self.out

    def take(self, pack: ir.Pack) -> None:
        out = self.out
        for kind in pack.word_kinds:
            if kind.extension:
                old = out.word_kinds[kind.name]
                for word in kind.words:
                    if word in old.words:
                        raise LinkError(f"the word {word} of {kind.name} is declared twice, last in {pack.name}")
                merged = ir.WordKind(
                    old.name, old.ordered, old.closed, old.words + kind.words, old.title,
                    {**old.titles, **kind.titles}, False, old.at,
                )  # fmt: skip
                out.word_kinds[kind.name] = merged
            else:
                self.add(out.word_kinds, "kind", kind)
        for die in pack.dice:
            self.add(out.dice, "die", die)
        for kind_decl in pack.kinds:
            if kind_decl.extension:
                self.extend_kind(kind_decl)
            else:
                self.add(out.kinds, "kind", kind_decl)
            self.words(kind_decl.words, Bearer("kind", kind_decl.name))
            out.checks += [(self.pack, kind_decl.name, c) for c in kind_decl.checks]
        for keyword in pack.keywords:
            if keyword.extension:
                old_keyword = out.keywords[keyword.name]
                old_keyword = out.keywords[keyword.name] = _copy(old_keyword)
                old_keyword.fields = {**old_keyword.fields, **keyword.fields}
                old_keyword.keywords = old_keyword.keywords + keyword.keywords
                old_keyword.states = old_keyword.states + keyword.states
            else:
                self.add(out.keywords, "keyword", keyword)
            self.words(keyword.words, Bearer("keyword", keyword.name))
        for ability in pack.abilities:
            if ability.extension:
                known = out.abilities[ability.name] = _copy(out.abilities[ability.name])
                known.on = known.on + ability.on
            else:
                self.add(out.abilities, "ability", ability)
        for function in pack.functions:
            self.add(out.functions, "function", function, function.override)
        for verb in pack.verbs:
            if verb.extension:
                self.extend_verb(verb)
            else:
                self.add(out.verbs, "verb", verb, verb.override)
        for action in pack.actions:
            self.add(out.actions, "action", action, action.override)
        for board in pack.boards:
            self.add(out.boards, "board", board)
        for card in pack.cards:
            self.add(out.cards, "card", card, card.override)
            self.words(card.words, Bearer("card", card.name))
        for game in pack.games:
            if game.extension and game.name == out.game.name:
                merged_game = _copy(out.game)
                merged_game.options = self.preset(merged_game.options, game.presets) + game.options
                merged_game.states = merged_game.states + game.states
                merged_game.zones = merged_game.zones + game.zones
                merged_game.setup = merged_game.setup + game.setup
                out.setups.append((self.pack, game.file, game.setup))
                if game.score is not None:
                    merged_game.score, merged_game.score_of = game.score, game.score_of
                out.game = merged_game
        self.words(pack.words, Bearer("rules", pack.name))
        out.checks += [(self.pack, None, c) for c in pack.checks]

    def add(self, table: dict[str, D], what: str, node: D, override: bool = False) -> None:
        key = (what, node.name)
        here = self.out.packs[self.pack].name
        if override:
            if key not in self.out.pack_of:
                raise LinkError(f"{here} overrides the {what} {node.name}, which no pack it requires declares")
            if key in self.overridden and not self.builds_on(self.overridden[key]):
                other = self.out.packs[self.overridden[key]].name
                raise LinkError(f"the {what} {node.name} is overridden by both {other} and {here}: choose one of them")
            self.overridden[key] = self.pack
        elif node.name in table:
            other = self.out.packs[self.out.pack_of[key]].name
            raise LinkError(f"both {other} and {here} declare the {what} {node.name}: they can't be played together")
        table[node.name] = node
        self.out.pack_of[key] = self.pack

    def builds_on(self, other: int) -> bool:
        """Whether this pack requires another, itself or by way of one that does: then it may write anew what that wrote."""
        packs = {pack.name: pack for pack in self.out.packs}
        known: set[str] = set()
        todo = [self.out.packs[self.pack].name]
        while todo:
            for required in packs[todo.pop()].requires:
                name = required.split()[0]
                if name in packs and name not in known:
                    known.add(name)
                    todo.append(name)
        return self.out.packs[other].name in known

    def drop_replaced(self) -> None:
        """Leaves out the words of cards that another pack has written anew. A number is a place in its table."""
        replaced = {name for what, name in self.overridden if what == "card"}
        if not replaced:
            return
        for table in (self.out.hooks, self.out.whenevers, self.out.modifiers, self.out.blocks):
            table[:] = [
                each
                for each in table
                if each.bearer.what != "card"
                or each.bearer.name not in replaced
                or each.pack == self.out.pack_of["card", each.bearer.name]
            ]
            for number, each in enumerate(table):
                each.number = number

    def preset(self, options: list[ir.OptionDecl], presets: dict[str, ir.Expr]) -> list[ir.OptionDecl]:
        """The options with other defaults."""
        here = self.out.packs[self.pack].name
        for name in presets:
            key = ("option", name)
            if all(option.name != name for option in options):
                raise LinkError(f"{here} presets the option {name}, which no pack it requires declares")
            if key in self.overridden and not self.builds_on(self.overridden[key]):
                other = self.out.packs[self.overridden[key]].name
                raise LinkError(f"the option {name} is preset by both {other} and {here}: choose one of them")
            self.overridden[key] = self.pack
        return [_copy(option, default=presets.get(option.name, option.default)) for option in options]

    def extend_verb(self, more: ir.Verb) -> None:
        old = self.out.verbs[more.name]
        taken = {slot.label for slot in old.slots}
        for slot in more.slots:
            if slot.label in taken:
                here = self.out.packs[self.pack].name
                raise LinkError(f"{here} adds {slot.label} to the verb {more.name}, which has one already")
        merged = self.out.verbs[more.name] = _copy(old)
        merged.slots = old.slots + more.slots
        merged.text = more.text or old.text
        merged.log = more.log or old.log

    def extend_kind(self, more: ir.Kind) -> None:
        old = self.out.kinds[more.name]
        for mine, theirs in ((old.fields, more.fields), (old.states, more.states), (old.zones, more.zones)):
            taken = {m.name for m in mine}
            for member in theirs:
                if member.name in taken:
                    here = self.out.packs[self.pack].name
                    raise LinkError(f"{here} adds {member.name} to the kind {more.name}, which has one already")
        merged = _copy(old)
        merged.fields = old.fields + more.fields
        merged.states = old.states + more.states
        merged.zones = old.zones + more.zones
        merged.active_in = old.active_in + [z for z in more.active_in if z not in old.active_in]
        merged.decides = more.decides or old.decides
        self.out.kinds[more.name] = merged

    def words(self, words: ir.Words, bearer: Bearer) -> None:
        out = self.out
        for source, target in (
            (words.hooks, out.hooks),
            (words.whenevers, out.whenevers),
            (words.modifiers, out.modifiers),
            (words.abilities, out.blocks),
        ):
            for node in source:
                target.append(Placed(node, bearer, self.pack, len(target)))


def _copy(node: D, **changes: Any) -> D:
    import attrs

    return attrs.evolve(node, **changes)
