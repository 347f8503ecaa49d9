"""`locale/<tag>.po`: what translators work with.

`msgctxt` is a text's id, `msgid` the English, `msgstr` the translation. Updating never loses one: where the English has
changed the translation stays and is marked fuzzy, an id that moved keeps it, and what is no longer used waits at the end
as obsolete. How the format is read and written: `po`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from attrs import define, field

from greyc.compiler.spell import nearest
from greyc.runtime.ir.words import CORE_TEXT, sentence, variants

from .po import headers, parse, written

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

ADJECTIVES: Final = "adj"
"""A hole that any language may put into a noun of several words: where its adjectives stand."""
_OWNER: Final = re.compile(r"\.[^.]*$")


@define
class Entry:
    id: str
    english: str
    translation: str
    fuzzy: bool
    line: int


@define
class Catalogue:
    """The translations of one language of one pack."""

    tag: str
    text: str
    entries: dict[str, Entry] = field(factory=dict)

    @classmethod
    def read(cls, tag: str, text: str) -> Catalogue:
        """Raises BrokenCatalogue for what is no .po file."""
        made = cls(tag, text)
        for message in _messages(parse(tag, text)):
            if message.context:
                line = message.lineno or 1
                english, translation = str(message.id), str(message.string or "")
                made.entries[message.context] = Entry(message.context, english, translation, message.fuzzy, line)
        return made

    def translations(self, english: Mapping[str, str]) -> dict[str, str]:
        """What is translated and up to date."""
        return {
            id_: entry.translation
            for id_, entry in self.entries.items()
            if entry.translation and not entry.fuzzy and english.get(id_) == entry.english
        }

    def missing(self, english: Mapping[str, str]) -> list[str]:
        return [id_ for id_ in wanted(english) if id_ not in self.entries or not self.entries[id_].translation]

    def outdated(self, english: Mapping[str, str]) -> list[str]:
        """Translated once, but the English is not what it was."""
        return [
            id_
            for id_ in wanted(english)
            if (entry := self.entries.get(id_)) is not None
            and entry.translation
            and (entry.fuzzy or entry.english != english[id_])
        ]

    def misspelt(self, english: Mapping[str, str]) -> Iterator[tuple[Entry, str]]:
        """Translations of ids that no text has, each with the id that was meant: one that lacks its translation and is spelt
        much alike, or translates the same. What is merely no longer used is left to the next update."""
        left = self.missing(english)
        for entry in self.entries.values():
            if entry.id in english or not entry.translation or not left:
                continue
            same = [id_ for id_ in left if english[id_] == entry.english]
            meant = nearest(entry.id, same) or (same[0] if len(same) == 1 else None)
            if meant is not None:
                left.remove(meant)
                yield entry, meant

    def differing(self, english: Mapping[str, str]) -> Iterator[tuple[Entry, list[str], list[str]]]:
        """Translations whose holes are not those of the English: what they lack, and what they have too many."""
        for id_ in wanted(english):
            entry = self.entries.get(id_)
            if entry is None or not entry.translation or entry.fuzzy:
                continue
            a, b = _holes(english[id_]), _holes(entry.translation) - {ADJECTIVES}
            if a != b:
                yield entry, sorted(a - b), sorted(b - a)


def line_of_translation(text: str, line: int) -> int:
    """The line in which the translation begins of the entry that begins in a line."""
    for number, each in enumerate(text.split("\n")[line - 1 :], line):
        if each.startswith("msgstr"):
            return number
    return line


def _holes(text: str) -> set[str]:
    """Holes of the first variant: a passive and a negative are each language's own affair."""
    return set(variants(text)[0].holes) if " / " in text else set(sentence(text).holes)


def wanted(english: Mapping[str, str]) -> list[str]:
    """The ids that are to be translated, without the core's words and what is made from the code."""
    return [id_ for id_, text in english.items() if text and not id_.startswith(CORE_TEXT)]


def _messages(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


# ---- updating -------------------------------------------------------------------------------


@define
class Changes:
    """What an update did."""

    added: list[str] = field(factory=list)
    changed: list[str] = field(factory=list)
    moved: list[str] = field(factory=list)
    dropped: list[str] = field(factory=list)


def update(
    tag: str, title: str, old: str | None, english: Mapping[str, str], places: Mapping[str, str]
) -> tuple[str, Changes]:
    """The new text of a catalogue, and what changed. `places`: where a text stands, as the author knows it."""
    from babel.messages.catalog import Catalog

    made = Catalog(locale=tag.replace("-", "_"), fuzzy=False, header_comment=f"# {title}: {tag}")
    known: dict[str, Message] = {}
    waiting: list[Message] = []
    if old:
        before = parse(tag, old)
        made.header_comment = before.header_comment
        known = {str(m.context): m for m in _messages(before)}
        waiting = [m for m in before.obsolete.values() if m.string]
    gone = {str(m.context): m for m in waiting}
    changes = Changes()
    used: set[int] = set()
    pool = _Pool([*known.values(), *waiting], english)
    for id_ in wanted(english):
        text = english[id_]
        where = [places[id_]] if id_ in places else []
        message = known.get(id_) or gone.get(id_)
        if message is None or str(message.id) != text:
            moved = pool.same(id_, text)
            if moved is not None:
                changes.moved.append(id_)
                message = moved
        if message is None or not message.string:
            if message is None:
                changes.added.append(id_)
            comments = list(message.user_comments) if message is not None else []
            made.add(text, "", auto_comments=where, user_comments=comments, context=id_)
            continue
        flags = set(message.flags)
        if str(message.id) != text:
            flags.add("fuzzy")
            changes.changed.append(id_)
        comments = list(message.user_comments)
        made.add(text, message.string, flags=flags, auto_comments=where, user_comments=comments, context=id_)
        used.add(id(message))
    for message in (*waiting, *known.values()):
        id_, text = str(message.context), str(message.id)
        if not message.string or id(message) in used or _says(made, id_, text, str(message.string)):
            continue
        made.obsolete[text, id_] = message
        if known.get(id_) is message and id_ not in english:
            changes.dropped.append(id_)
    return written(made, headers(old) if old else ()), changes


def _says(made: Catalog, id_: str, english: str, translation: str) -> bool:
    """Whether a catalogue has this very translation in use."""
    message = made.get(english, id_)
    return message is not None and bool(message.string == translation)


class _Pool:
    """Old translations by what they translate, for ids that were renumbered or moved."""

    def __init__(self, old: Iterable[Message], english: Mapping[str, str]) -> None:
        self.mine: dict[tuple[str, str], Message] = {}
        self.anywhere: dict[str, list[Message]] = {}
        for message in old:
            if message.string:
                id_, text = str(message.context), str(message.id)
                self.mine.setdefault((_OWNER.sub("", id_), text), message)
                if id_ not in english:
                    self.anywhere.setdefault(text, []).append(message)

    def same(self, id_: str, text: str) -> Message | None:
        """A translation of the same English: of the same owner, or the only one that its id has left."""
        message = self.mine.get((_OWNER.sub("", id_), text))
        if message is None and len(self.anywhere.get(text, [])) == 1:
            message = self.anywhere[text][0]
        return message


__all__ = ["Catalogue", "Changes", "Entry", "update", "wanted"]
