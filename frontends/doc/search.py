"""The index of the search, as a script: a page that was opened as a file may load scripts, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from greyc.frontends.desk.face import view_of
from greyc.frontends.doc.catalogue import Item
from greyc.frontends.doc.site import CALLED, compact

if TYPE_CHECKING:
    from greyc.frontends.doc.site import Site


def index(site: Site) -> str:
    """`window.GREYC_INDEX`: what the sorts are called, and an entry for each item: address, sort, pack, name, titles in all
    languages, and all else that may be searched for."""
    entries = [entry(site, item) for item in site.catalogue.items.values()]
    sorts = {sort: one for sort, (one, _) in CALLED.items() if any(each[1] == sort for each in entries)}
    return f"window.GREYC_INDEX = {compact({'sorts': sorts, 'entries': entries})};\n"


def entry(site: Site, item: Item) -> list[Any]:
    """What is known of an item for the search."""
    titles = list(dict.fromkeys(item.titles.values()))
    return [item.address, item.sort, item.pack, item.name, titles, "\n".join(filter(None, _texts(site, item)))]


def _texts(site: Site, item: Item) -> list[str]:
    texts = []
    if item.sort == "card":
        for tag in site.catalogue.titles.languages(item.pack):
            view = view_of(site.catalogue.titles.words[item.pack, tag], item.name)
            texts += [" · ".join([view.kind, *view.facts]), *view.lines, view.flavour]
    texts.append(item.doc)
    if item.sort not in ("card", "word"):
        texts.append(item.signature)
    return texts


__all__ = ["index"]
