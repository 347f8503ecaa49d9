"""The words of a pack and of the packs it requires, in one language, and what lacks words.

A declaration that a card's sentence needs and that has no title is reported once, however many cards need it; the
generator goes on with the name as it stands in the code, so that the rest of the text can be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from greyc.runtime import ir
from greyc.runtime.ir.words import Variant, noun_forms, variants

from .language import SOURCE, Language

Member: TypeAlias = ir.FieldDecl | ir.StateDecl | ir.ZoneDecl
ROOTS: Final = ("seat", "card", "token", "place")

ELSEWHERE: Final = 'write the sentence of this block yourself, as its first line: text "..."'
"""What to do about a declaration of another pack that has no words."""


@frozen
class Noun:
    """What a thing is called: one of it, several, and the measure word where the language has them."""

    one: str
    many: str
    counter: str = ""

    def of(self, many: bool) -> str:
        return self.many if many else self.one


@frozen
class Finding:
    """Something that lacks words, or whose words are not right any more; `name` is the page's."""

    name: str
    pack: str
    file: int
    at: ir.At
    words: dict[str, str]
    suggestion: str | None = None


@define
class Lexicon:
    """The vocabulary of `packs`, the last of which is the one whose cards are told."""

    language: Language
    packs: list[ir.Pack]
    findings: dict[tuple[str, str], Finding] = field(factory=dict)
    kinds: dict[str, ir.Kind] = field(factory=dict)
    members: dict[tuple[str, str], tuple[Member, ir.Pack, int]] = field(factory=dict)
    """(kind or "", name) -> field, state or zone; "" is the game."""
    keywords: dict[str, ir.Keyword] = field(factory=dict)
    abilities: dict[str, ir.Ability] = field(factory=dict)
    functions: dict[str, ir.Function] = field(factory=dict)
    verbs: dict[str, ir.Verb] = field(factory=dict)
    actions: dict[str, ir.Action] = field(factory=dict)
    cards: dict[str, ir.Card] = field(factory=dict)
    dice: dict[str, ir.Die] = field(factory=dict)
    boards: dict[str, ir.Board] = field(factory=dict)
    options: dict[str, tuple[ir.OptionDecl, ir.Pack, int]] = field(factory=dict)
    word_titles: dict[tuple[str, str], str] = field(factory=dict)
    word_kinds: dict[str, ir.WordKind] = field(factory=dict)
    told: tuple[int, ir.At] | None = None
    """Where the block stands that is being told."""
    _texts: list[dict[str, str]] = field(factory=list)
    _own: int = 0
    """How many of them are in the language itself."""
    _foreign: set[str] = field(factory=set)
    """Texts that were shown in the source's language, and have its forms."""
    _pack_of: dict[int, ir.Pack] = field(factory=dict)
    _nouns: dict[str, Noun] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for pack in self.packs:
            self._learn(pack)
        self._texts = self._of(self.language.tag)
        self._own = len(self._texts)
        if self.language.tag != SOURCE:
            self._texts += self._of(SOURCE)

    def _of(self, tag: str) -> list[dict[str, str]]:
        return [pack.texts[tag] for pack in reversed(self.packs) if tag in pack.texts]

    def _learn(self, pack: ir.Pack) -> None:
        for kind in pack.kinds:
            if not kind.extension:
                self.kinds[kind.name] = kind
            self._learn_members(kind.name, (*kind.fields, *kind.states, *kind.zones), pack, kind.file)
        for game in pack.games:
            self._learn_members("", (*game.states, *game.zones), pack, game.file)
            for option in game.options:
                self.options[option.name] = (option, pack, game.file)
        for words in pack.word_kinds:
            self.word_titles.update({(words.name, word): title for word, title in words.titles.items()})
            if not words.extension:
                self.word_kinds[words.name] = words
        for keyword in pack.keywords:
            if not keyword.extension:
                self.keywords[keyword.name] = keyword
            for kind_name in keyword.on:  # the IR has them as members of what bears the keyword
                self._learn_members(kind_name, keyword.states, pack, keyword.file)
        for card in pack.cards:
            self.cards[card.name] = card
            if card.states or card.zones:
                self._learn_members(card.kind, (*card.states, *card.zones), pack, card.file)
        self.abilities.update((each.name, each) for each in pack.abilities if not each.extension)
        self.functions.update((each.name, each) for each in pack.functions)
        for verb in pack.verbs:
            before = self.verbs.get(verb.name)
            if before is not None:  # an override keeps the words that it does not write anew
                verb = evolve(verb, text=verb.text or before.text, title=verb.title or before.title)
            self.verbs[verb.name] = verb
        self.actions.update((each.name, each) for each in pack.actions)
        self.dice.update((each.name, each) for each in pack.dice)
        self.boards.update((each.name, each) for each in pack.boards)
        verbs = [self.verbs[verb.name] for verb in pack.verbs]
        for declarations in (pack.abilities, pack.functions, verbs, pack.kinds, pack.keywords, pack.word_kinds):
            for declaration in declarations:
                self._pack_of[id(declaration)] = pack

    def _learn_members(self, kind: str, members: Iterable[Member], pack: ir.Pack, file: int) -> None:
        for member in members:
            self.members.setdefault((kind, member.name), (member, pack, file))

    # ---- words ------------------------------------------------------------------------------

    def text(self, id_: str | None) -> str | None:
        """The text of an id in the language, or in the source's where it is not translated."""
        if id_ is not None:
            for at, texts in enumerate(self._texts):
                if found := texts.get(id_):
                    if at >= self._own:
                        self._foreign.add(found)
                    return found
        return None

    def source(self, id_: str | None) -> str | None:
        """The text as its author wrote it."""
        for pack in reversed(self.packs):
            if id_ is not None and (found := pack.texts.get("en", {}).get(id_)):
                return found
        return None

    def lack(self, what: str, name: str, at: ir.At, file: int, pack: ir.Pack, page: str = "words-missing") -> None:
        """Notes that a declaration has no words: there, or, if it is another pack's, where this pack speaks of it."""
        own, suggestion = self.packs[-1], None
        if pack is not own and self.told is not None:
            (file, at), pack, suggestion = self.told, own, ELSEWHERE
        key = (what, name)
        if key not in self.findings:
            words = {"what": what, "name": name} if page == "words-missing" else {"name": name}
            self.findings[key] = Finding(page, pack.name, file, at, words, suggestion)

    def unsaid(self, name: str, at: ir.At, file: int) -> None:
        """Notes that a block or card of the pack that is told does something of which no word stands on the card."""
        what = 'give what it changes a title, or write its sentence yourself, as its first line: text "..."'
        found = Finding("block-without-words", self.packs[-1].name, file, at, {"name": name}, what)
        self.findings.setdefault(("block", f"{file}:{at}"), found)

    def pack_of(self, declaration: ir.Node) -> ir.Pack:
        return self._pack_of.get(id(declaration), self.packs[-1])

    def noun(self, kind: str) -> Noun:
        """What a thing of a kind, a word of a word kind, or a thing of the core is called."""
        found = self._nouns.get(kind)
        if found is None:
            found = self._nouns[kind] = self._noun(kind)
        return found

    def _noun(self, kind: str) -> Noun:
        if f"noun.{kind}" in self.language.templates:
            return self.noun_of(self.language.facts_noun(kind))
        declared = self.kinds.get(kind) or self.word_kinds.get(kind)
        if declared is None:
            return self.noun_of(self.language.facts_noun("thing"))
        title = self.text(declared.title)
        if title is None:
            what = "kind" if isinstance(declared, ir.Kind) else "word kind"
            self.lack(what, kind, declared.at, declared.file, self.pack_of(declared))
            one = plain(kind)
            return Noun(one, str(self.language.facts.get("many", "{x}")).format(x=one), self.noun_of(one).counter)
        return self.noun_of(title)

    def noun_of(self, title: str) -> Noun:
        """A title cut into its forms. One form alone serves for all; a part after the last plural is the measure word."""
        parts = noun_forms(title)
        categories = 2 if title in self._foreign else self.language.categories
        many = parts[min(categories, len(parts)) - 1]
        counter = parts[categories] if len(parts) > categories else str(self.language.facts.get("counter", ""))
        return Noun(parts[0], many, counter)

    def card(self, name: str) -> str:
        card = self.cards.get(name)
        return (self.text(card.title) if card else None) or plain(name)

    def word(self, kind: str, word: str) -> Noun:
        """A word of a word kind, of the pack or of the core."""
        if (title := self.text(self.word_titles.get((kind, word)))) is not None:
            return self.noun_of(title)
        if f"word.{word}" in self.language.templates and kind not in self.word_kinds:
            return self.noun_of(self.language.say(f"word.{word}"))
        declared = self.word_kinds.get(kind)
        if declared is not None:
            self.lack("word", word, declared.at, declared.file, self.pack_of(declared))
        return Noun(plain(word), plain(word))

    def member(self, kind: str, name: str) -> Member | None:
        """A field, state or zone of a kind or of what it is a sort of."""
        while True:
            if found := self.members.get((kind, name)):
                return found[0]
            declared = self.kinds.get(kind)
            if declared is None:
                return None
            kind = declared.parent

    def bearers(self, zones: Collection[str]) -> list[tuple[str, str, Member]]:
        """Who has members of these names ("" is the game). What a kind below writes again is left out above it: where the
        thing really is, it has the words that it has there."""
        found = [(kind, name, member) for (kind, name), (member, _, _) in self.members.items() if name in zones]
        below = {(above, name) for kind, name, member in found if isinstance(member, ir.ZoneDecl) and member.narrows
                 for above in list(self.ancestors(kind))[1:]}  # fmt: skip
        return [each for each in found if each[:2] not in below]

    def tallies(self, kind: str, words: str) -> int:
        """How many states of a kind of things count words of a kind."""
        above = set(self.ancestors(kind))
        return sum(
            bearer in above and isinstance(member, ir.StateDecl) and member.type == f"tally<{words}>"
            for (bearer, _), (member, _, _) in self.members.items()
        )

    def is_word(self, kind: str) -> bool:
        """Whether it is a kind of words, which stand before nouns."""
        return kind in self.word_kinds

    def counted(self, kind: str, name: str) -> Noun | None:
        """What a number counts, where its title says so: *shield|shields*."""
        found = self.member(kind, name)
        title = self.text(found.title) if found is not None else None
        title = _name(found, title) if found is not None and title is not None else None
        return self.noun_of(title) if title is not None and _forms(title) else None

    def predicate(self, kind: str, name: str, negative: bool = False) -> Variant | None:
        """What the value of a number or word makes true of a thing, where its title says so: *[cost|costs] {value:a}*."""
        found = self.member(kind, name)
        title = self.text(found.title) if found is not None else None
        parts = variants(title) if title is not None else ()
        at = 2 if negative else 1
        return parts[at] if at < len(parts) and "value" in parts[at].holes else None

    def member_title(self, kind: str, name: str) -> str:
        """The title of a field, state or zone, of what is counted the many; reported where it lacks one."""
        title = self._member_title(kind, name)
        return self.noun_of(title).many if _forms(title) else title

    def _member_title(self, kind: str, name: str) -> str:
        found = None
        at_kind = kind
        while found is None:
            found = self.members.get((at_kind, name))
            declared = self.kinds.get(at_kind)
            if declared is None:
                break
            at_kind = declared.parent
        if found is None:
            return plain(name)
        member, pack, file = found
        title = self.text(member.title)
        if title is None:
            what = {"field": "field", "state_decl": "state"}.get(member.op, "zone")
            self.lack(what, name, member.at, file, pack)
            return plain(name)
        return _name(member, title)

    def ancestors(self, kind: str) -> Iterator[str]:
        """The kind itself and what it is a sort of, up to the core's kinds."""
        while kind:
            yield kind
            declared = self.kinds.get(kind)
            kind = declared.parent if declared is not None else ""


def _name(member: Member, title: str) -> str:
    """A title without the predicate of a number or word; a zone's places and a flag's negative stay."""
    flag = isinstance(member, ir.FieldDecl | ir.StateDecl) and member.type.rstrip("?") == "flag"
    return title if flag or isinstance(member, ir.ZoneDecl) else title.split(" / ")[0]


def _forms(title: str) -> bool:
    """Whether a title has one and many, and is not a predicate whose verb agrees: *[have|has] fought*."""
    return "|" in title and "[" not in title


def plain(name: str) -> str:
    """A name of the code as words, where nothing better is there."""
    return name.replace("_", " ")
