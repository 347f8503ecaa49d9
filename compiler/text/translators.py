"""Work for somebody who has neither the pack nor greyc: a file of what is missing, and what comes back from them.

The file is a catalogue like any other, with those entries alone that want a hand. What comes back is taken where the English
is still what was translated; all else of the pack's own catalogue stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from .catalogue import Catalogue, update
from .po import headers, parse, written


@define
class Taken:
    """`done`: ids whose translation was taken. `left`: those that say something else now, or that nothing has. `fuzzy`: those
    that are not finished. `nameless`: how many entries say not which text they are."""

    done: list[str] = field(factory=list)
    left: list[str] = field(factory=list)
    fuzzy: list[str] = field(factory=list)
    nameless: int = 0


def missing(
    tag: str, title: str, old: str | None, english: Mapping[str, str], places: Mapping[str, str]
) -> tuple[str, int]:
    """A catalogue of what has no translation, or one of other English, and how many entries that are. Raises
    BrokenCatalogue."""
    text, _ = update(tag, title, old, english, places)
    known = Catalogue.read(tag, text)
    wanted = {*known.missing(english), *known.outdated(english)}
    catalog = parse(tag, text)
    for message in list(catalog):
        if message.id and message.context not in wanted:
            catalog.delete(message.id, message.context)
    catalog.obsolete.clear()
    return written(catalog), len(wanted)


def take(
    tag: str, title: str, old: str | None, part: str, english: Mapping[str, str], places: Mapping[str, str]
) -> tuple[str, Taken]:
    """The pack's catalogue with the finished translations of another file. Raises BrokenCatalogue."""
    text, _ = update(tag, title, old, english, places)
    catalog = parse(tag, text)
    taken = Taken(nameless=sum(bool(each.id and each.string and not each.context) for each in parse(tag, part)))
    for id_, entry in Catalogue.read(tag, part).entries.items():
        if not entry.translation:
            continue
        if entry.fuzzy:
            taken.fuzzy.append(id_)
            continue
        message = catalog.get(entry.english, id_) if english.get(id_) == entry.english else None
        if message is None:
            taken.left.append(id_)
        elif message.string != entry.translation or message.fuzzy:
            message.string = entry.translation
            message.flags.discard("fuzzy")
            taken.done.append(id_)
    return written(catalog, headers(text)), taken


__all__ = ["Taken", "missing", "take"]
