"""All pages of a site, by path: what `folder.write` puts into place.

A page is a template over plain data. What stands on the page of something with a name is gathered in `about.py`, tables of cards
and lists in `tables.py`; here is which pages there are, and what they share.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from attrs import define, field
from jinja2 import Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from greyc.compiler.packs import PackSource
from greyc.compiler.unit import Unit
from greyc.frontends.desk import face
from greyc.frontends.desk.face import Drawn
from greyc.frontends.desk.pictures import drawn, missing
from greyc.frontends.doc import addresses, builtin, labels
from greyc.frontends.doc.catalogue import PAGES, Catalogue, Item
from greyc.frontends.doc.code import Code, Link
from greyc.frontends.doc.figures import Figures
from greyc.frontends.report.told import named, percent
from greyc.frontends.sheet import CannotPrint, Faces

# What the sorts are called: one, and many.
CALLED: dict[str, tuple[str, str]] = {
    "game": ("game", "Games"),
    "kind": ("kind", "Kinds"),
    "wordkind": ("kind of words", "Kinds of words"),
    "card": ("card", "Cards"),
    "keyword": ("keyword", "Keywords"),
    "ability": ("ability", "Abilities"),
    "action": ("action", "Actions"),
    "verb": ("verb", "Verbs"),
    "function": ("function", "Functions"),
    "die": ("die", "Dice"),
    "board": ("board", "Boards"),
    "option": ("option", "Options"),
    "field": ("field", "Fields"),
    "state": ("state", "States"),
    "zone": ("zone", "Zones"),
    "slot": ("slot", "Slots"),
    "word": ("word", "Words"),
    "rule": ("rule", "What extends something"),
    "hook": ("hook", "Hooks"),
    "whenever": ("whenever", "Whenever"),
    "modify": ("modify", "Modifiers"),
    "check": ("check", "Checks"),
    "test": ("test", "Tests"),
}
FIXED = ("style.css", "script.js", "search.js")


@define(eq=False)
class Site:
    """What all pages share."""

    catalogue: Catalogue
    version: str
    figures: Figures | None = None
    drawn: dict[tuple[str, str, str], Drawn] = field(factory=dict)
    """Pictures of cards, by pack, name and language."""
    codes: dict[str, Code] = field(factory=dict)
    """By path."""
    _environment: Environment = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._environment = Environment(
            loader=FunctionLoader(_file),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["url"] = _url
        self._environment.globals["label"] = labels.label
        for pack in self.catalogue.packs:
            for unit in self.catalogue.units[pack.name]:
                self.codes[unit.path] = Code(unit, self._links(pack, unit), builtin.address)

    @property
    def packs(self) -> list[PackSource]:
        return self.catalogue.packs

    @property
    def title(self) -> str:
        """Of the whole site, in English."""
        return self.titles["en"]

    @property
    def titles(self) -> dict[str, str]:
        """Of the whole site by language: of the pack that was asked for, or that all of those require."""
        given = [pack for pack in self.packs if pack.given]
        shared = [pack for pack in self.packs if all(pack in each.closure for each in given)]
        of = given[0] if len(given) == 1 else shared[-1] if shared else None
        return self.catalogue.titles.of_pack(of.name) if of is not None else {"en": "Packs of greyc"}

    def _links(self, pack: PackSource, unit: Unit) -> list[Link]:
        found = []
        for use in self.catalogue.indexes[pack.name].uses[unit.path]:
            item = self.catalogue.target(pack, use.key)
            if item is not None:
                found.append(Link(use.span, item.address, f"{CALLED[item.sort][0]} {item.title}"))
        return found

    def render(self, template: str, here: str, title: str, languages: Sequence[str], **words: Any) -> str:
        """A page. `here`: its own path, from which links lead."""
        return self._environment.get_template(template).render(
            here=here,
            title=title,
            site=self.title,
            site_titles=self.titles,
            version=self.version,
            languages=languages,
            pack_names=[pack.name for pack in self.packs],
            **words,
        )

    def piece(self, item: Item, here: str) -> dict[str, Any]:
        """The code of an item, as the template shows it."""
        code = self.codes[item.unit.path]
        first, last = code.of(item.span)
        address = f"{addresses.source(item.pack, self.catalogue.files[item.unit.path])}#L{first}"
        place = f"{item.pack}/{self.catalogue.files[item.unit.path]}:{first}"
        return {"address": address, "place": place, "html": Markup(code.html(first, last, here))}


def pages(
    catalogue: Catalogue, version: str, figures: Figures | None = None, note: Callable[[str], None] = lambda _: None
) -> dict[str, str]:
    """All pages and pictures by path. The same packs and figures give the same text. `note` is told what the reader of the
    site would miss."""
    from greyc.frontends.doc import about, search, tables

    site = Site(catalogue, version, figures)
    made = {name: _file(name) for name in FIXED}
    made |= _pictures(site, note)
    made["script.js"] = labels.script() + made["script.js"]
    made["style.css"] = face.style() + made["style.css"]
    everywhere = list(dict.fromkeys(tag for pack in site.packs for tag in catalogue.titles.languages(pack.name)))
    made["index.html"] = site.render("index.html", "index.html", site.title, everywhere, packs=_packs(site))
    made["search.html"] = site.render("search.html", "search.html", "Search", [])
    made["search-index.js"] = search.index(site)
    made[addresses.CORE] = site.render("core.html", addresses.CORE, "What is built in", [], sections=builtin.sections())
    for pack in site.packs:
        here = f"{addresses.folder(pack.name)}/index.html"
        tags = catalogue.titles.languages(pack.name)
        called = catalogue.titles.of_pack(pack.name)
        shared = {"pack_page": here, "pack_titles": called}
        made[here] = site.render("pack.html", here, called["en"], tags, **_pack(site, pack))
        for sort in PAGES:
            items = catalogue.pages(pack.name, sort)
            if not items:
                continue
            where = addresses.listing(pack.name, sort)
            many = CALLED[sort][1]
            table = (
                tables.cards(site, items, where, of_a_kind=False)
                if sort == "card"
                else tables.things(site, items, where)
            )
            made[where] = site.render("list.html", where, many, tags, sort_title=many, made=table, **shared)
            for before, item, after in zip([None, *items], items, [*items[1:], None], strict=False):
                made[item.address] = about.page(site, item, (before, after), **shared)
        for file in pack.files:
            where = addresses.source(pack.name, file.name)
            code = site.codes[file.path]
            html = Markup(code.html(1, len(code.lines) - (not code.lines[-1]), where, numbered=True))
            made[where] = site.render("source.html", where, file.name, [], name=file.name, html=html, **shared)
    return made


def _pictures(site: Site, note: Callable[[str], None]) -> dict[str, str]:
    """The pictures of all cards by path, as far as the extra that draws them is installed."""
    titles = site.catalogue.titles
    made: dict[str, str] = {}
    told: dict[str, None] = {}
    for pack in site.packs:
        faces = Faces([titles.packs[each.name] for each in pack.closure])
        names = [card.name for card in titles.packs[pack.name].cards]
        for tag in titles.languages(pack.name):
            try:
                svgs = faces.faces(names, tag)
            except CannotPrint as error:
                told[missing(error)] = None
                continue
            for name, svg in svgs.items():
                address = addresses.picture(pack.name, name, tag)
                made[address] = svg
                site.drawn[pack.name, name, tag] = drawn(address, faces, name)
    for each in told:
        note(each)
    return made


def _packs(site: Site) -> list[dict[str, Any]]:
    """What the first page shows of each pack, those first that were asked for."""
    made = []
    for pack in sorted(site.packs, key=lambda pack: not pack.given):
        parts = []
        for sort in PAGES:
            if items := site.catalogue.pages(pack.name, sort):
                parts.append(_entry(CALLED[sort][1], addresses.listing(pack.name, sort), len(items)))
        made.append({
            "name": pack.name, "titles": site.catalogue.titles.of_pack(pack.name), "version": pack.manifest.version, "given": pack.given,
            "address": f"{addresses.folder(pack.name)}/index.html", "parts": parts,
        })  # fmt: skip
    return made


def _entry(title: str, address: str, count: int) -> dict[str, Any]:
    return {"title": title, "address": address, "count": count}


def _pack(site: Site, pack: PackSource) -> dict[str, Any]:
    catalogue = site.catalogue
    cards = catalogue.pages(pack.name, "card")
    kinds = list(catalogue.titles.words[pack.name, "en"].kinds)
    counted: dict[str, int] = {}
    for card in cards:
        counted[card.entry.kind] = counted.get(card.entry.kind, 0) + 1  # type: ignore[attr-defined]
    by_name = {item.name: item for item in catalogue.items.values() if item.sort == "kind"}
    by_name |= {item.name: item for each in pack.closure for item in catalogue.pages(each.name, "kind")}
    sorts = [
        _entry(CALLED[sort][1], addresses.listing(pack.name, sort), len(items))
        for sort in PAGES
        if sort != "card" and (items := catalogue.pages(pack.name, sort))
    ]
    return {
        "pack": {"name": pack.name, "version": pack.manifest.version},
        "titles": catalogue.titles.of_pack(pack.name),
        "requires": [_linked(site, each) for each in pack.requires],
        "required_by": [_linked(site, each) for each in site.packs if pack in each.requires],
        "card_kinds": [
            {"thing": by_name[kind], "count": count, "address": f"{by_name[kind].address}#cards", "band": kinds.index(kind) % face.COLOURS}
            for kind, count in counted.items()
            if kind in by_name
        ],
        "cards_page": addresses.listing(pack.name, "card"),
        "card_count": len(cards),
        "sorts": sorts,
        "sources": [{"name": file.name, "address": addresses.source(pack.name, file.name)} for file in pack.files],
        **_cells(site, pack),
    }  # fmt: skip


def _called(site: Site, pack: PackSource, values: Sequence[str]) -> Mapping[str, str]:
    """What the games of a cell are called in each language: the titles of the values of their options."""
    assert site.figures is not None
    report, titles = site.figures.report, site.catalogue.titles
    texts = {"en": named(report, values)}
    for tag in titles.languages(pack.name)[1:]:
        words = titles.words[pack.name, tag]
        own = [dict(option.values).get(value, value) for option, value in zip(report.options, values, strict=True)]
        told = [words.card(value) if value in words.cards else title for value, title in zip(values, own, strict=True)]
        game = next((each for each in words.games if each.name == report.game and not each.extension), None)
        texts[tag] = "、".join(told) if told else words.title(game.title if game is not None else None, report.title)
    return texts


def _linked(site: Site, pack: PackSource) -> dict[str, Any]:
    return {"titles": site.catalogue.titles.of_pack(pack.name), "address": f"{addresses.folder(pack.name)}/index.html"}


def _cells(site: Site, pack: PackSource) -> Mapping[str, Any]:
    """The games of the report, for a pack that it is about."""
    figures = site.figures
    if figures is None or pack.name not in figures.report.packs:
        return {"cells": [], "play_note": ""}
    report = figures.report
    rows = [
        (
            _called(site, pack, cell.values),
            str(cell.seats),
            cell.bot,
            percent(cell.win.rate) if cell.win.games else "",
            str(cell.win.games),
            labels.label("{low} to {high}", low=percent(cell.win.low), high=percent(cell.win.high))
            if cell.win.games
            else "",
        )
        for cell in report.cells
    ]
    about = labels.label(
        "{games} games by bots with {packs}, {won} of them won; seeds from {seed}.",
        games=figures.games, packs=", ".join(report.packs), won=figures.won, seed=report.seed,
    )  # fmt: skip
    return {"cells": rows, "play_note": about}


@pass_context
def _url(context: Context, target: str) -> str:
    return addresses.relative(target, str(context["here"]))


def _file(name: str) -> str:
    return files("greyc.frontends.doc").joinpath(name).read_text(encoding="utf-8")


def compact(data: object) -> str:
    """JSON as small as it can be."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


__all__ = ["CALLED", "Site", "compact", "pages"]
