"""What things are called for readers, in each language of their pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from greyc.compiler.packs import PackSource
from greyc.frontends.play.lookup import Lookup
from greyc.frontends.play.words import Words
from greyc.runtime import ir

Named = tuple[str, str, str]
"""Sort, name of what it belongs to ("" for none), name."""


class Titles:
    """Of some packs, as they are compiled."""

    def __init__(self, sources: Sequence[PackSource], packs: Mapping[str, ir.Pack]) -> None:
        self.packs = packs
        self.words = {
            (source.name, tag): Words([packs[each.name] for each in source.closure], tag)
            for source in sources
            for tag in packs[source.name].printed
        }
        self.ids = {(name, *named): text_id for name, pack in packs.items() for named, text_id in _ids(pack)}

    def languages(self, pack: str) -> list[str]:
        """English first."""
        return list(self.packs[pack].printed)

    def of_pack(self, pack: str) -> dict[str, str]:
        """The title of a pack, as `of` has those of things: that of the game it declares, else its own."""
        made = self.packs[pack]
        found = {tag: self.words[pack, tag].title(made.title_id, made.title) for tag in self.languages(pack)}
        return {tag: title for tag, title in found.items() if tag == "en" or title != found["en"]}

    def of(self, pack: str, sort: str, of: str, name: str) -> dict[str, str]:
        """By language; of one in which it is called as in English, nothing."""
        text_id = self.ids.get((pack, sort, of, name))
        if text_id is None:
            return {}
        found = {tag: self._said(self.words[pack, tag], sort, name, text_id) for tag in self.languages(pack)}
        return {tag: title for tag, title in found.items() if title and (tag == "en" or title != found.get("en"))}

    def _said(self, words: Words, sort: str, name: str, text_id: str) -> str:
        if sort == "keyword" and name in words.keywords:
            return Lookup(words).keyword_title(words.keywords[name])
        if sort == "action":
            return words.voice.say({"id": text_id})
        return words.title(text_id)


def _ids(pack: ir.Pack) -> Iterator[tuple[Named, str]]:
    """The ids of all titles that a pack gives."""
    for named, text_id in _all_ids(pack):
        if text_id is not None:
            yield named, text_id


def _all_ids(pack: ir.Pack) -> Iterator[tuple[Named, str | None]]:
    for sort, some in (("die", pack.dice), ("ability", pack.abilities), ("verb", pack.verbs), ("board", pack.boards)):
        yield from (((sort, "", each.name), each.title) for each in some)
    for words in pack.word_kinds:
        yield ("wordkind", "", words.name), words.title
        yield from ((("word", words.name, word), text_id) for word, text_id in words.titles.items())
    for kind in pack.kinds:
        yield ("kind", "", kind.name), kind.title
        yield from ((("field", kind.name, each.name), each.title) for each in kind.fields)
        yield from _parts(kind.name, kind.states, kind.zones)
    for keyword in pack.keywords:
        yield ("keyword", "", keyword.name), keyword.title
        yield from _parts(keyword.name, keyword.states, [])
    for action in pack.actions:
        yield ("action", "", action.name), action.title.id
    for card in pack.cards:
        yield ("card", "", card.name), card.title
        yield from _parts(card.name, card.states, card.zones)
    for game in pack.games:
        yield ("game", "", game.name), game.title
        yield from ((("option", game.name, each.name), each.title) for each in game.options)
        yield from _parts(game.name, game.states, game.zones)


def _parts(of: str, states: list[ir.StateDecl], zones: list[ir.ZoneDecl]) -> Iterator[tuple[Named, str | None]]:
    yield from ((("state", of, each.name), each.title) for each in states)
    yield from ((("slot" if each.slot else "zone", of, each.name), each.title) for each in zones)


__all__ = ["Titles"]
