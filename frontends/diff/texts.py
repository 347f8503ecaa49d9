"""Texts that people wrote, in each language: titles, prompts, log lines, authored texts.

Ids of texts end in a number where several stand in one body, so a new line renumbers those behind it. They are compared
body by body in their order, and never by number. A text that came or went with code that is told anyway is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from greyc.frontends.diff.change import by_words
from greyc.frontends.diff.pair import Pair
from greyc.runtime import ir
from greyc.runtime.ir.words import CORE_TEXT

Owner: TypeAlias = tuple[str, str]
Texts: TypeAlias = dict[Owner, dict[str, list[str]]]
"""Of each owner (sort, name): the texts below each of its places, in order."""

_SOURCE: Final = "en"


def compare_texts(pair: Pair) -> None:
    """Tells of texts, and of languages that came or went."""
    before, after = set(_languages(pair.was)), set(_languages(pair.now))
    for tag in sorted(after - before):
        pair.tell("texts", "added", "language", tag, tag, said="a new language", mild=True)
    for tag in sorted(before - after):
        pair.tell("texts", "removed", "language", tag, tag, said="no longer a language of the pack", mild=True)
    rewritten: set[tuple[Owner, str]] = set()
    for tag in [_SOURCE, *sorted((before & after) - {_SOURCE})]:
        _language(pair, tag, rewritten)


def _languages(pack: ir.Pack) -> Iterator[str]:
    """Languages in which somebody wrote something; the source always is."""
    for tag, texts in pack.texts.items():
        if tag == _SOURCE or any(not id_.startswith(CORE_TEXT) for id_ in texts):
            yield tag


def _collected(pack: ir.Pack, tag: str, renames: dict[tuple[str, str], str]) -> Texts:
    out: Texts = {}
    cards = {card.name for card in pack.cards}
    start = f"{pack.name}."
    for id_, text in pack.texts.get(tag, {}).items():
        if id_.startswith(CORE_TEXT) or not id_.startswith(start):
            continue
        first, *rest = id_.removeprefix(start).split(".")
        sort, name = "card", first
        if first not in cards and rest:
            sort, name, *rest = first, *rest
        place = ".".join(rest[:-1] if rest and rest[-1].isdigit() else rest)
        owner = (sort, renames.get((sort, name), name))
        out.setdefault(owner, {}).setdefault(place, []).append(text)
    return out


def _language(pair: Pair, tag: str, rewritten: set[tuple[Owner, str]]) -> None:
    was, now = _collected(pair.was, tag, pair.renames), _collected(pair.now, tag, {})
    for owner in dict.fromkeys([*now, *was]):
        if owner in pair.own:
            continue
        before, after = was.get(owner, {}), now.get(owner, {})
        for place in dict.fromkeys([*after, *before]):
            if _came_along(pair, owner, place):
                continue
            old, new = before.get(place, []), after.get(place, [])
            for one, other in _differing(old, new):
                if one is not None and other is not None:
                    rewritten.add((owner, place))
                elif owner in pair.coded or (owner, place) in rewritten:
                    continue  # told with the code, or with the text that it translated
                _tell(pair, tag, owner, place, one, other)


def _came_along(pair: Pair, owner: Owner, place: str) -> bool:
    """Whether it is the title of a field, state, zone or option that is new or gone."""
    member = f"{owner[1]}.{place.partition('.')[0]}"
    return any((sort, member) in pair.own for sort in ("field", "state", "zone", "option"))


def _differing(old: list[str], new: list[str]) -> Iterator[tuple[str | None, str | None]]:
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        went: list[str | None] = [*old[a:b]]
        came: list[str | None] = [*new[c:d]]
        longest = max(len(went), len(came))
        went += [None] * (longest - len(went))
        came += [None] * (longest - len(came))
        yield from zip(went, came, strict=True)


def _tell(pair: Pair, tag: str, owner: Owner, place: str, old: str | None, new: str | None) -> None:
    sort, name = owner
    title = pair.after.card(name) if sort == "card" and name in pair.after.cards else f"{sort} {name}"
    what = "changed" if old is not None and new is not None else "added" if old is None else "removed"
    said = f"{tag}: " if tag != _SOURCE else ""
    said += place.replace(".", " ").replace("_", " ") or "text"
    words = by_words(old, new) if old is not None and new is not None else ()
    pair.tell(
        "texts", what, sort, name, title, said=said, old=old, new=new, words=words, node=_node(pair, owner), mild=True
    )


def _node(pair: Pair, owner: Owner) -> ir.Node | None:
    """The declaration that a text belongs to, for its place."""
    sort, name = owner
    pack = pair.now
    declared: dict[str, list[ir.Card] | list[ir.Verb] | list[ir.Action] | list[ir.Function] | list[ir.Keyword]
                   | list[ir.Ability] | list[ir.Kind] | list[ir.GameDecl] | list[ir.Board]] = {
        "card": pack.cards, "verb": pack.verbs, "action": pack.actions, "function": pack.functions,
        "keyword": pack.keywords, "ability": pack.abilities, "kind": pack.kinds, "game": pack.games,
        "board": pack.boards,
    }  # fmt: skip
    return next((each for each in declared.get(sort, []) if each.name == name), None)


def reread(pair: Pair) -> list[str]:
    """Titles of cards whose printed text is another only because of what it speaks of."""
    told = {each.name for each in pair.changes if each.sort == "card"}
    back = {new: old for (sort, old), new in pair.renames.items() if sort == "card"}
    before = {card.name for card in pair.was.cards}
    return [
        pair.after.card(card.name)
        for card in pair.now.cards
        if card.name not in told
        and (old := back.get(card.name, card.name)) in before
        and pair.before.printed(old) != pair.after.printed(card.name)
    ]


__all__ = ["compare_texts", "reread"]
