"""What `?` tells of a name: a card, a keyword or a kind, by its title in the reader's language or its name in the rules.

Found are all that are called just so; else those that begin with it, else those that have it in them.
"""

from __future__ import annotations

from collections.abc import Iterator

from greyc.frontends.play.words import Words
from greyc.runtime import ir
from greyc.runtime.ir.words import fill, noun_forms, plural_index, variants
from greyc.runtime.say import Said

Named = tuple[str, str]
"""What sort of thing, and its name: ("card", "torch")."""


class Lookup:
    """Looks names up in the packs of a game."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.titles: dict[Named, set[str]] = {}
        """What each is called, in small letters."""
        for card in words.cards:
            self._call("card", card, words.card(card))
        for keyword in words.keywords.values():
            self._call("keyword", keyword.name, self.keyword_title(keyword), self.keyword_title(keyword, bare=True))
        for name, kind in words.kinds.items():
            if kind.title:
                self._call("kind", name, *self.forms(kind.title))

    def _call(self, sort: str, name: str, *titles: str) -> None:
        self.titles[sort, name] = {name.casefold(), *(title.casefold() for title in titles if title)}

    def find(self, word: str, sort: str | None = None) -> list[Named]:
        """Exact ones alone if there are any; cards first. `sort`: "card", "keyword" or "kind", and no other."""
        wanted = word.casefold().strip()
        titles_of = {named: titles for named, titles in self.titles.items() if sort in (None, named[0])}
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = [named for named, titles in titles_of.items() if any(fits(title, wanted) for title in titles)]
            if found:
                return found
        return []

    def lines(self, named: Named) -> list[str]:
        """What is to be known of it; the first line is its name."""
        sort, name = named
        match sort:
            case "keyword":
                return list(self._keyword(self.words.keywords[name]))
            case "kind":
                return list(self._kind(self.words.kinds[name]))
        return self.words.card_lines(name)

    # ---- keywords ---------------------------------------------------------------------------

    def keyword_title(self, keyword: ir.Keyword, bare: bool = False) -> str:
        """With the names of its parameters, in capitals: *Focus N*; `bare`: without them."""
        return noun_forms(self._spoken(keyword, keyword.title, bare))[0].strip()

    def _spoken(self, keyword: ir.Keyword, text_id: str | None, bare: bool = False) -> str:
        texts = self.words.voice.texts
        text = texts.get(text_id, "") if text_id else ""
        if not text:
            return ""
        values = {each.name: Said("" if bare else each.name.upper(), counts=True) for each in keyword.params}
        return fill(variants(text)[0], values, lambda number: plural_index(texts.get("greyc.plural", ""), number))

    def _keyword(self, keyword: ir.Keyword) -> Iterator[str]:
        say = self.words.phrases
        yield say("is_a", name=self.keyword_title(keyword) or keyword.name, what=say("keyword"))
        text = self._spoken(keyword, keyword.text.id) if keyword.text else self._on_a_card(keyword)
        yield text or say("no_text")

    def _on_a_card(self, keyword: ir.Keyword) -> str:
        """What a card says that has it, where the keyword has no words of its own but what is made from its rules."""
        for card in self.words.cards.values():
            for grant in card.keywords if keyword.title else ():
                title = self.words.keyword(keyword.name, grant.args)
                for line in self.words.printed(card.name).splitlines() if grant.keyword == keyword.name else ():
                    if line.startswith(title) and line != title:
                        return line
        return ""

    # ---- kinds ------------------------------------------------------------------------------

    def forms(self, title: str) -> list[str]:
        """A kind's title for one and for many."""
        text = self.words.voice.texts.get(title, "")
        return [form.strip() for form in noun_forms(fill(variants(text)[0], {}, lambda _: 0))] if text else []

    def _kind(self, kind: ir.Kind) -> Iterator[str]:
        """Its name, what its things have, and the keywords and cards that there are of it."""
        words, say = self.words, self.words.phrases
        yield say("is_a", name=words.kind(kind.name), what=say("kind"))
        told = [words.title(member.decl.title) for member in words.members(kind.name).values()]
        if any(told):
            yield words.named(say("has"), words.several(list(dict.fromkeys(filter(None, told)))))
        lineage = words.lineage(kind.name)
        keywords = [self.keyword_title(each) for each in words.keywords.values() if set(each.on) & set(lineage)]
        if any(keywords):
            yield words.named(say("keywords"), words.several(list(filter(None, keywords))))
        cards = [name for name, card in words.cards.items() if kind.name in words.lineage(card.kind)]
        if cards:
            yield words.named(say("cards"), words.several([words.card(name) for name in cards]))
