"""The page of something with a name: its faces if it is a card, its code, its parts, and references both ways."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen
from markupsafe import Markup

from greyc.compiler import entries
from greyc.frontends.coverage import CHANGE, CONDITION, NEVER, NEVER_AT_ALL, STATEMENT
from greyc.frontends.desk.face import drawing_of, face, view_of
from greyc.frontends.doc import addresses, tables
from greyc.frontends.doc.catalogue import Item, User
from greyc.frontends.doc.labels import label
from greyc.frontends.doc.site import CALLED
from greyc.frontends.report.forms import CardJson
from greyc.frontends.report.told import percent, points
from greyc.runtime.ir.words import signed

if TYPE_CHECKING:
    from greyc.frontends.doc.site import Site

FOUND = (*CONDITION.values(), *NEVER.values(), NEVER_AT_ALL, STATEMENT, CHANGE)
"""All that a report may say of a line."""
SECTIONS = ("option", "field", "state", "zone", "slot", "word")


@frozen
class Group:
    """Users of one sort. `named`: they have pages of their own."""

    title: str
    named: bool
    users: tuple[User, ...]


def page(site: Site, item: Item, beside: tuple[Item | None, Item | None], **shared: Any) -> str:
    """The page of an item; `beside`: those before and after it."""
    here = item.address
    catalogue = site.catalogue
    kinds = _above(site, item)
    replaced = [each for (_, key), each in catalogue.anew.items() if key == item.key]
    return site.render(
        "thing.html",
        here,
        item.title,
        catalogue.titles.languages(item.pack),
        item=item,
        list_page=addresses.listing(item.pack, item.sort),
        sort_title=CALLED[item.sort][1],
        sort_name=CALLED[item.sort][0],
        above=kinds,
        notes=_notes(item),
        faces=list(_faces(site, item)),
        stats=_stats(site, item),
        code=site.piece(item, here),
        replaced=replaced,
        replaces=catalogue.items.get(item.used_as) if item.used_as != item.key else None,
        sections=list(_sections(site, item, here)),
        below=_below(site, item),
        cards=_cards(site, item, here),
        used=groups(catalogue.users(item)),
        unused=_unused(item),
        uses=groups(sorted(item.uses, key=lambda each: list(CALLED).index(each.sort))),
        before=beside[0],
        after=beside[1],
        **shared,
    )


def groups(users: Iterable[User]) -> list[Group]:
    """Users by sort, in the order of CALLED."""
    found: dict[str, list[User]] = {sort: [] for sort in CALLED}
    for user in users:
        found[user.sort].append(user)
    return [Group(CALLED[sort][1], isinstance(some[0], Item), tuple(some)) for sort, some in found.items() if some]


def _notes(item: Item) -> list[str]:
    entry = item.entry
    if isinstance(entry, entries.GameInfo):
        return [label("{low} to {high} players", low=entry.low, high=entry.high)]
    if isinstance(entry, entries.ActionInfo) and entry.group:
        return [label("in the group {group}", group=entry.group)]
    return []


def _unused(item: Item) -> str:
    if item.sort == "card":
        return "Nothing names this card; rules meet it as one of its kind."
    return "Nothing names it."


def _above(site: Site, item: Item) -> list[Item]:
    """The kind of a card, and all kinds above it or a kind, the highest first."""
    kinds = {each.name: each for each in site.catalogue.items.values() if each.sort == "kind"}
    pack = next(pack for pack in site.packs if pack.name == item.pack)
    kinds |= {each.name: each for home in pack.closure for each in site.catalogue.pages(home.name, "kind")}
    entry = item.entry
    if isinstance(entry, entries.CardInfo):
        name: str | None = entry.kind
    elif isinstance(entry, entries.KindInfo):
        name = entry.parent
    else:
        name = None
    found: list[Item] = []
    while name in kinds:
        found.insert(0, kinds[name])
        above = kinds[name].entry
        name = above.parent if isinstance(above, entries.KindInfo) else None
    return found


def _below(site: Site, item: Item) -> list[Item]:
    if item.sort != "kind":
        return []
    return [
        each
        for each in site.catalogue.items.values()
        if isinstance(each.entry, entries.KindInfo) and each.entry.parent == item.name and _sees(site, each, item)
    ]


def _sees(site: Site, item: Item, other: Item) -> bool:
    """Whether the pack of one has the other's in what it requires."""
    pack = next(pack for pack in site.packs if pack.name == item.pack)
    return other.pack in {each.name for each in pack.closure}


def _cards(site: Site, item: Item, here: str) -> tables.Table | None:
    """The cards of a kind and of those below it, in all packs."""
    if not isinstance(item.entry, entries.KindInfo):
        return None
    cards = [
        each
        for each in site.catalogue.items.values()
        if isinstance(each.entry, entries.CardInfo) and item.name in each.entry.type.lineage and _sees(site, each, item)
    ]
    return tables.cards(site, cards, here) if cards else None


def _faces(site: Site, item: Item) -> Iterable[dict[str, Any]]:
    entry = item.entry
    if not isinstance(entry, entries.CardInfo):
        return
    drawing = drawing_of(entry.node, item.unit.text)
    for tag in site.catalogue.titles.languages(item.pack):
        view = view_of(site.catalogue.titles.words[item.pack, tag], item.name, drawing)
        drawn = site.drawn.get((item.pack, item.name, tag))
        if drawn is not None:
            drawn = evolve(drawn, address=addresses.relative(drawn.address, item.address))
        yield {"language": tag, "html": Markup(face(view, drawn))}


def _sections(site: Site, item: Item, here: str) -> Iterable[dict[str, Any]]:
    """The parts of an item by sort, each with its code and where it is used."""
    for sort in SECTIONS:
        members = []
        for member in item.members:
            if member.sort == sort:
                users = list(site.catalogue.users(member))
                shown = member.span != item.span and sort != "word"
                code = site.piece(member, here) if shown else None
                members.append({"thing": member, "code": code, "groups": groups(users), "count": len(users)})
        if members:
            yield {"id": f"all.{sort}", "title": CALLED[sort][1], "members": members}


def _stats(site: Site, item: Item) -> dict[str, Any] | None:
    """What the report says of a card."""
    figures = site.figures
    card = figures.cards.get((item.pack, item.name)) if figures is not None and item.sort == "card" else None
    if figures is None or card is None:
        return None
    report = figures.report
    lines = [
        {
            "address": f"{addresses.source(item.pack, site.catalogue.files[item.unit.path])}#L{line.line}",
            "place": f"{site.catalogue.files[item.unit.path]}:{line.line}",
            "message": found(line.message),
            "source": line.source,
        }
        for line in report.lines
        if line.card == item.name and line.path.endswith(site.catalogue.files[item.unit.path])
    ]
    return {
        "games": figures.games,
        "seen": card.seen,
        "used_in": card.used,
        "chosen": card.chosen,
        "ran": card.ran,
        "share": percent(card.used / card.seen) if card.seen else "",
        "difference": signed(points(card.difference)),
        "interval": _interval(card),
        "verdict": label(card.verdict) if card.difference is not None else "",
        "verdict_class": card.verdict if card.verdict in ("helps", "hurts") else "",
        "about": label(
            "Played by {bots} bots with {packs}.", bots=", ".join(report.bots), packs=", ".join(report.packs)
        ),
        "lines": lines,
    }


def _interval(card: CardJson) -> str:
    if card.low is None or card.high is None:
        return ""
    return label("points, {low} to {high}", low=signed(points(card.low)), high=signed(points(card.high)))


def found(message: str) -> str:
    """What is said of a line that never ran, as a label."""
    for text in FOUND:
        before, hole, after = text.partition("{name}")
        if message == text if not hole else message.startswith(before) and message.endswith(after):
            return label(text, name=message[len(before) : len(message) - len(after)]) if hole else label(text)
    return message


__all__ = ["page"]
