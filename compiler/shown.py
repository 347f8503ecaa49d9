"""What pack.toml names: of which kinds, games, fields, zones and so on it says how they are shown.

One reading of its tables for all who ask: whether each name is one, where something is named, what a rename has to change.
What would be missed at once where it is drawn is an error; where a front end would do without, a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import AbilityInfo, CardInfo, DieInfo, Entry, KeywordInfo, Member, VerbInfo
from greyc.compiler.packs import PackSource
from greyc.compiler.spell import did_you_mean
from greyc.compiler.symbols import Symbols
from greyc.compiler.toml_places import Spot, spots
from greyc.dsl.nodes import Span

FIELDS: Final = ("corner", "stats", "line", "facts", "hide")


@frozen
class Shown:
    """A name. `sort`: what it is looked up as, a key of _SORTS; `owner`: the kind, game or kind of words that has it; `key`:
    where it stands."""

    sort: str
    owner: str
    name: str
    span: Span
    key: str


def names_shown(text: str) -> Iterator[Shown]:
    """All names in the text of a pack.toml that say how something is shown."""
    for spot in spots(text):
        if spot.way[0] == "show" and len(spot.way) > 1:
            yield from _names(spot, [each for each in spot.way[1:] if isinstance(each, str)])


def _names(spot: Spot, way: list[str]) -> Iterator[Shown]:
    owner, *keys = way
    key = keys[-1] if keys else "show"
    named = Shown("", owner, spot.text, spot.span, key)
    match spot.is_key, keys:
        case True, []:
            yield _as(named, "owner")
        case True, ["zones", _]:
            yield _as(named, "zone", "zones")
        case False, ["glance"]:
            yield _as(named, "glance")
        case True, ["print", "icons", _]:
            first, dot, rest = spot.text.partition(".")
            if not dot:
                yield _as(named, "icon", "icons")
            else:
                yield Shown("kind of words", "", first, (spot.span[0], spot.span[0] + len(first)), "icons")
                yield Shown("word", first, rest, (spot.span[1] - len(rest), spot.span[1]), "icons")
        case False, ["print", "counted"]:
            first, _, rest = spot.text.partition(".")
            yield Shown("kind", "", first, (spot.span[0], spot.span[0] + len(first)), key)
            yield Shown("field of others", first, rest, (spot.span[1] - len(rest), spot.span[1]), key)
        case False, ["print", "colour"] | ["print", "back", "colour"] if not spot.text.startswith("#"):
            yield _as(named, "field")
        case False, ["print", place] if place in FIELDS:
            yield _as(named, "field")
        case False, ["print", "map", _] if not spot.text.startswith("#") and (key, spot.text) != ("label", "title"):
            yield _as(named, "value")
        case False, ["print", "table", "rows"] if spot.text:
            yield _as(named, "field")
        case False, ["print", "table", "head"]:
            yield _as(named, "verb")


def _as(named: Shown, sort: str, key: str = "") -> Shown:
    return Shown(sort, named.owner, named.name, named.span, key or named.key)


# ---- what they mean -------------------------------------------------------------------------------
Known = Mapping[str, list[Entry]]


def _members(*sorts: str) -> Callable[[str, Symbols], Known]:
    def found(owner: str, symbols: Symbols) -> Known:
        own: Mapping[str, Entry] = symbols.members(owner) if owner in symbols.kinds else symbols.values
        return {name: [each] for name, each in own.items() if isinstance(each, Member) and each.what in sorts}

    return found


def _owners(_: str, symbols: Symbols) -> Known:
    found: dict[str, list[Entry]] = {k.name: [k] for k in symbols.kinds.values() if k.pack == symbols.pack}
    return found | {g.name: [g] for g in symbols.games.values() if g.pack == symbols.pack or g.extensions}


def _kinds(_: str, symbols: Symbols) -> Known:
    return {name: [each] for name, each in symbols.kinds.items()}


def _word_kinds(_: str, symbols: Symbols) -> Known:
    return {name: [each] for name, each in symbols.word_kinds.items()}


def _words(owner: str, symbols: Symbols) -> Known:
    kind = symbols.word_kinds.get(owner)
    return {} if kind is None else {name: [each] for name, each in kind.words.items()}


def _verbs(_: str, symbols: Symbols) -> Known:
    return {name: [each] for name, each in symbols.events.items() if isinstance(each, VerbInfo)}


def _icons(owner: str, symbols: Symbols) -> Known:
    """What may have an icon; with a kind, the fields of that kind and those below it alone."""
    found: dict[str, list[Entry]] = {}
    for name, words in symbols.words.items():
        found.setdefault(name, []).extend(words)
    for name, value in symbols.values.items():
        if isinstance(value, CardInfo | DieInfo | KeywordInfo):
            found.setdefault(name, []).append(value)
    for name, event in symbols.events.items():
        if isinstance(event, AbilityInfo):
            found.setdefault(name, []).append(event)
    for kind in symbols.kinds.values():
        if owner not in symbols.kinds or owner in kind.type.lineage:
            for name, member in symbols.members(kind.name).items():
                if member.what in ("field", "state"):
                    found.setdefault(name, []).append(member.first)
    return found


_SORTS: Final[Mapping[str, tuple[Callable[[str, Symbols], Known], str, str]]] = {
    "owner": (_owners, "pack-bad-value", "this pack has no kind or game called {name}"),
    "field": (_members("field"), "pack-bad-value", "{owner} has no field called {name}"),
    "value": (_members("field", "state"), "pack-bad-value", "{owner} has no field called {name}"),
    "verb": (_verbs, "pack-bad-value", "there is no verb called {name}"),
    "zone": (_members("zone", "slot"), "nothing-to-show", "{owner} has no zone called {name}"),
    "glance": (_members("field", "state", "slot"), "nothing-to-show", "{owner} has no field or state called {name}"),
    "icon": (_icons, "nothing-to-show", "no word, field, die, card, keyword or ability is called {name}"),
    "kind of words": (_word_kinds, "nothing-to-show", "there is no kind of words called {name}"),
    "word": (_words, "nothing-to-show", "{owner} has no word called {name}"),
    "kind": (_kinds, "nothing-to-show", "there is no kind called {name}"),
    "field of others": (_members("field"), "nothing-to-show", "{owner} has no field called {name}"),
}
"""By sort: what could be named, the page of what is told of a name that is nothing, and the reason."""


def meanings(text: str, symbols: Symbols, page: str = "") -> Iterator[tuple[Shown, Known]]:
    """Each name in the text of a pack.toml, with all that could be named there; with `page` only those of that page."""
    known: dict[tuple[str, str], Known] = {}
    for shown in names_shown(text):
        find, of, _ = _SORTS[shown.sort]
        if page in ("", of):
            key = (shown.sort, shown.owner)
            if key not in known:
                known[key] = find(shown.owner, symbols)
            yield shown, known[key]


def check_shown(source: PackSource, symbols: Symbols, reporter: Reporter, page: str) -> None:
    """Reports what names nothing: as `pack-bad-value` what is an error, as `nothing-to-show` the rest. What has its name from
    something of which this was told is left out, and so is what could not be read."""
    file = source.manifest_file
    told = {name for _, name in reporter.told} | symbols.broken
    for shown, known in meanings(file.text, symbols, page):
        if shown.name not in known and not told & {shown.name, shown.owner}:
            if not shown.sort.endswith(("field", "value", "zone")):
                told.add(shown.name)
            reason = _SORTS[shown.sort][2].format(name=shown.name, owner=shown.owner)
            guess = did_you_mean(shown.name, known)
            reporter.report(page, file.path, shown.span, suggestion=guess, key=shown.key, reason=reason)
