"""Draws what a seat sees of the table, in lines of a given width.

How a zone is drawn follows from its declaration: what nobody can see into, and what another zone is refilled from, is a
pile; in a zone where cards work each thing has a line with what is to be known of it; elsewhere names stand in a row.
`[show.KIND]` or `[show.GAME]` in pack.toml may say it otherwise: `zones = {hand = "row"}` (row, list, pile, none) and
`glance = ["hp", ...]` for what is told of a thing.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from attrs import define, field

from greyc.frontends.cells import width as cells
from greyc.frontends.cells import wrap
from greyc.frontends.play.boards import board_lines
from greyc.frontends.play.words import POINT, Member, Words
from greyc.runtime import ir

Json = dict[str, Any]


@define
class Places:
    """Every thing of a view by id: itself, its name, and where it lies."""

    things: dict[str, Json] = field(factory=dict)
    names: dict[str, str] = field(factory=dict)
    where: dict[str, str] = field(factory=dict)

    @classmethod
    def of(cls, view: Json, words: Words) -> Places:
        made = cls()
        for seat in view["seats"]:
            made.names[seat["id"]] = seat["name"]
            made.things[seat["id"]] = seat
        table = words.table()
        for name, zone in view["zones"].items():
            made._zone(zone, words.title(zone.get("title") or _title(table.get(name)), name), words)
        for seat in view["seats"]:
            made._zones(seat, seat["name"], words)
        for places in view.get("boards", {}).values():
            for place in places:
                made._thing(place, "", words)
        return made

    def _zones(self, thing: Json, holder: str, words: Words) -> None:
        for name, zone in thing.get("zones", {}).items():
            title = words.title(zone.get("title"), name.replace("_", " "))
            self._zone(zone, words.phrases("standing", zone=title, holder=holder), words)

    def _zone(self, zone: Json, where: str, words: Words) -> None:
        for thing in zone.get("things", []):
            if thing is not None:
                self._thing(thing, where, words)

    def _thing(self, thing: Json, where: str, words: Words) -> None:
        self.things[thing["id"]] = thing
        self.names[thing["id"]] = name = words.name(thing["label"])
        self.where[thing["id"]] = where
        self._zones(thing, name, words)


def _title(member: Member | None) -> str | None:
    return member.decl.title if member else None


@define
class Table:
    """Draws views of one game."""

    words: Words
    width: int

    def lines(self, view: Json, title: str) -> list[str]:
        """The whole table."""
        places = Places.of(view, self.words)
        members = self.words.table()
        states = self.facts(members, view["states"], places.names, zero=members)
        head = f"── {title} "
        out = [head + "─" * max(0, self.width - cells(head))]
        out += wrap(POINT.join(states), self.width, " ") if states else []
        out += self.zones(view["zones"], members, places, " ", self.words.shown_table().get("zones", {}))
        for name, board in view.get("boards", {}).items():
            out += board_lines(
                name,
                board,
                self.words,
                places.names,
                self.width,
                lambda thing: self.figure(thing, places),
                lambda place: POINT.join(self.glance(place, places.names)),
            )
        for seat in view["seats"]:
            out += self.seat(seat, places)
        out.append("─" * self.width)
        return out

    def seat(self, seat: Json, places: Places) -> list[str]:
        """One player: name and states, then the zones."""
        if not seat["plays"]:
            return [f"▪ {self.words.phrases('left', name=seat['name'])}"]
        kind = self.words.seat_kind()
        members = self.words.members(kind)
        facts = self.facts(members, seat["states"], places.names)
        head = f"▪ {seat['name']}"
        out = wrap(POINT.join(facts), self.width, f"{head}   ", "    ") if facts else [head]
        return out + self.zones(seat.get("zones", {}), members, places, "   ", self.words.shown(kind).get("zones", {}))

    def facts(
        self, members: Mapping[str, Member], states: Json, names: Mapping[str, str], zero: Container[str] = ()
    ) -> list[str]:
        """The states worth telling, in the order of their declarations; `zero`: those that are told at nought too."""
        told: dict[str, str] = {}
        for name, member in members.items():
            fact = self.words.value(member, states[name], names, name in zero) if name in states else ""
            if fact:  # of two with one title, as a printed number and what it is now, the later is told
                told[self.words.title(member.decl.title) if not member.is_flag else name] = fact
        return list(told.values())

    # ---- zones ------------------------------------------------------------------------------

    def zones(
        self, zones: Json, members: Mapping[str, Member], places: Places, indent: str, styles: Mapping[str, str]
    ) -> list[str]:
        piles: list[str] = []
        rows: list[str] = []
        refill = {member.decl.refills_from for member in members.values() if isinstance(member.decl, ir.ZoneDecl)}
        for name, zone in zones.items():
            decl = members[name].decl if name in members else None
            if not zone["count"] or not isinstance(decl, ir.ZoneDecl) or decl.title is None:
                continue
            title = self.words.title(decl.title, name)
            style = styles.get(name) or self.style(decl, zone, name in refill)
            if "things" not in zone and style in ("list", "row"):
                style = "pile"  # nobody sees what lies in it, whatever was asked for
            if style == "pile":
                piles.append(self.pile(title, zone, decl.hidden))
            elif style == "list" and decl.slot and zone["things"][0] is not None:
                thing = zone["things"][0]
                rows += self.thing(thing, places, indent, self.words.named(title, self.words.name(thing["label"])))
            elif style == "list":
                rows.append(f"{indent}{title}")
                rows += self.listed(zone["things"], places, indent + "  ")
            elif style == "row":
                rows += wrap(self.words.named(title, self.row(zone)), self.width, indent, f"{indent}    ")
        return (wrap(POINT.join(piles), self.width, indent) if piles else []) + rows

    def style(self, decl: ir.ZoneDecl, zone: Json, refills_another: bool) -> str:
        """pile, list or row, from what is declared and what is seen."""
        if "things" not in zone or refills_another:
            return "pile"
        works = any(decl.name in self.words.works_in(thing["kind"]) for thing in zone["things"] if thing)
        return "list" if works else "row"

    def pile(self, title: str, zone: Json, hidden: bool) -> str:
        top = next(iter(zone.get("things", [])), None)
        said = f"{title} {zone['count']}"
        return said if top is None or hidden else f"{said} ({self.words.name(top['label'])})"

    def row(self, zone: Json) -> str:
        """Names of the things, with what each carries; the unknown ones counted."""
        known = [self.named(thing) for thing in zone["things"] if thing]
        unknown = zone["things"].count(None)
        if unknown:
            known += [self.words.phrases("hidden_copy")] * unknown
        return self.words.several(known)

    def named(self, thing: Json) -> str:
        name = self.words.name(thing["label"])
        carried = [self.row(zone) for zone in thing.get("zones", {}).values() if zone.get("things")]
        return f"{name} [{'; '.join(carried)}]" if carried else name

    def figure(self, thing: Json, places: Places) -> str:
        """A thing on a board: what has no name of its own is told by what is true of it."""
        facts = [] if "card" in thing else self.glance(thing, places.names)
        return f"{self.named(thing)} ({', '.join(facts)})" if facts else self.named(thing)

    def listed(self, things: list[Json | None], places: Places, indent: str) -> list[str]:
        """Things one below the other; neighbours that look the same are counted."""
        rows: list[list[str]] = []
        counts: list[int] = []
        for thing in things:
            drawn = self.thing(thing, places, indent)
            if rows and rows[-1] == drawn:
                counts[-1] += 1
            else:
                rows.append(drawn)
                counts.append(1)
        for drawn, count in zip(rows, counts, strict=True):
            if count > 1:
                drawn[0] = indent + self.words.phrases("many_of", name=drawn[0].strip(), count=count)
        return [line for drawn in rows for line in drawn]

    def thing(self, thing: Json | None, places: Places, indent: str, name: str = "") -> list[str]:
        """A thing on a line of its own, by its name unless another is given."""
        if thing is None:
            return [f"{indent}{self.words.phrases('hidden_copy')}"]
        facts = self.glance(thing, places.names)
        out = wrap(POINT.join([name or self.words.name(thing["label"]), *facts]), self.width, indent, indent + "    ")
        zones = thing.get("zones", {})
        members = self.words.members(thing["kind"])
        return out + self.zones(zones, members, places, indent + "+ ", self.words.shown(thing["kind"]).get("zones", {}))

    def glance(self, thing: Json, names: Mapping[str, str]) -> list[str]:
        """What is to be known of a thing in play: its numbers and words, its keywords."""
        members = self.words.members(thing["kind"])
        wanted = self.words.shown(thing["kind"]).get("glance", members)
        card = self.words.cards.get(thing.get("card", ""))
        # What every thing of its kind may have is told when it has some; what this card alone counts, from the start.
        own = self.words.counters(card) if card else {}
        every = {**members, **own}
        shown = {name: every[name] for name in (*wanted, *own) if name in every}
        told = self.facts(shown, thing["states"], names, zero=own)
        told += [self.words.keyword(grant.keyword, grant.args) for grant in card.keywords] if card else []
        told += [self.words.keyword(name) for name in thing.get("keywords", [])]
        return [each for each in told if each]
