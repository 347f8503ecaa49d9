"""What stands on a printed card, in one language, as plain data for the template.

| key | what it is |
|---|---|
| `name`, `title`, `kind`, `pack` | the card's name in the files, its title, the title of its kind, of the pack it stands in |
| `width`, `height`, `colour`, `ink` | in mm; the colour of its frame, and that of letters upon it |
| `icon` | beside the title, or none |
| `corner`, `stats` | badges: `icon`, `value` (a number as text, or ""), `label` |
| ... of a badge | `share` of the icon that a number on it is high (0: it stands beside), how far it `sinks` below the middle |
| `line` | parts behind the kind: `icon`, `text` |
| `facts` | `title`, `parts` as in the line with what stands `between` them, or `rows` of a table, the first its head, each with one of `icons` |
| `text` | lines: `lead` (keyword or ability, in bold), `icon`, `text` |
| `flavour` | what is no rule, or "": left out where it would make the text small |
| `longest`, `longest_of_flavour` | the longest word of text and facts, of the flavour, without a place to break |
| `map` | what is drawn on it (figure.py), or none |

An icon is an index into `icons`, the SVGs that all faces share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from greyc.frontends.play.words import Member, Words
from greyc.frontends.sheet.figure import figure, key
from greyc.frontends.sheet.layout import GREY, Icon, Layout, Layouts, is_dark, shapes
from greyc.frontends.sheet.lines import Lines, longest, signed
from greyc.frontends.sheet.setting import han_of
from greyc.frontends.sheet.tabled import facts_of_rows
from greyc.runtime import ir

Json = dict[str, Any]
_COMMAS = ((", ", "; "), ("、", "；"))
_COLON = re.compile("[:：]")


@define
class Contents:
    """The faces of some packs in one language."""

    words: Words
    layouts: Layouts = field(init=False)
    lines: Lines = field(init=False)
    icons: list[str] = field(factory=list)
    """SVG, in the order in which faces use them first."""

    def __attrs_post_init__(self) -> None:
        self.layouts = Layouts(self.words)
        titles = (text for id_, text in self.words.voice.texts.items() if id_.endswith(".title"))
        forms = (form for text in titles for part in text.split(" / ") for form in part.split("|"))
        self.lines = Lines(han_of(self.words.locale) is not None, frozenset(forms))

    def copies(self, name: str) -> int:
        """How many copies of a card there are: as many as it says, or as other cards call for in lists of theirs."""
        card = self.words.cards[name]
        given = card.fields.get("copies")
        called = 0
        for each in self.layouts.of(card.kind).counted:
            kind, _, member = each.partition(".")
            for other in self.words.cards.values():
                listed = other.fields.get(member) if kind in self.words.lineage(other.kind) else None
                if isinstance(listed, ir.ListOf):
                    called += sum(isinstance(item, ir.Printed) and item.card == name for item in listed.items)
        return called or (given.value if isinstance(given, ir.Int) else 1)

    def face(self, name: str) -> Json:
        """The data of a card's face; the table above says what is in it."""
        card = self.words.cards[name]
        layout = self.layouts.of(card.kind)
        made = self._frame(card.kind, layout, name)
        made |= {"name": name, "title": self.words.card(name), "text": self._text(card)}
        made["flavour"] = self.lines.text(self.words.flavour(name))
        own = self.layouts.icon(card.kind, name)
        shape = own.shape or layout.icon
        made["icon"] = self.drawn(Icon(shape, made["ink"])) if shape else None
        made["emblem"] = self.drawn(Icon(shape, own.colour or _tint(made["colour"]))) if shape else None
        for member, value in self.words.card_values(name):
            self._put(made, card, layout, member, value)
        for place in ("corner", "stats", "facts"):  # in the order in which the layout names them
            order = layout.places[place]
            made[place].sort(key=lambda part: order.index(part["of"]) if part["of"] in order else len(order))
        made["facts"] = _joined(made["facts"]) + facts_of_rows(self, card, layout.table)
        made["map"] = figure(self, card)
        if parts := key(self, card):
            made["facts"].append(
                {"title": "", "parts": parts, "rows": [], "between": _COMMAS[bool(han_of(self.words.locale))][0]}
            )
        made["longest"] = longest(_strings(made["text"] + made["facts"]))
        made["longest_of_flavour"] = longest([made["flavour"]])
        return made

    def back(self, name: str) -> Json:
        """The data of a card's back, which is the same for all cards of a kind and colour."""
        card = self.words.cards[name]
        layout = self.layouts.of(card.kind)
        colour = self._colour(card, layout.back.colour or layout.colour)
        ink = "#ffffff" if is_dark(colour) else "#000000"
        shape = layout.back.icon or layout.icon
        return {
            "title": _capital(self.words.kind(card.kind)), "pack": self._pack_title(name), "colour": colour, "ink": ink,
            "width": layout.size[0], "height": layout.size[1], "icon": self.drawn(Icon(shape, ink)) if shape else None,
        }  # fmt: skip

    # ---- parts ------------------------------------------------------------------------------

    def _frame(self, kind: str, layout: Layout, name: str) -> Json:
        colour = self._colour(self.words.cards[name], layout.colour)
        return {
            "kind": _capital(self.words.kind(kind)), "pack": self._pack_title(name), "colour": colour,
            "ink": "#ffffff" if is_dark(colour) else "#000000", "width": layout.size[0], "height": layout.size[1],
            "corner": [], "stats": [], "line": [], "facts": [],
        }  # fmt: skip

    def _pack_title(self, name: str) -> str:
        """The title of the pack in which a card stands: of the last, where one writes another's card anew."""
        home = self.words.home(name)
        return self.words.title(home.title_id, home.title)

    def _colour(self, card: ir.Card, said: str) -> str:
        """`#rrggbb`, or that of the word which stands in a field."""
        if said.startswith("#"):
            return said
        for member, value in self.words.card_values(card.name):
            if member.name == said and isinstance(value, dict) and "word" in value:
                return self.icon_of(card.kind, value).colour or GREY
        return GREY

    def _put(self, made: Json, card: ir.Card, layout: Layout, member: Member, value: Any) -> None:
        """Lay a printed value where it belongs; nothing of what nobody is told. A nought is told that the card itself has."""
        kind = card.kind
        place = layout.place_of(member.name)
        number = isinstance(value, int) and not isinstance(value, bool)
        told = self.words.value(member, value, {}, number and member.name in card.fields)
        if place == "hide" or member.name in layout.table.fields or not told:
            return
        faces = isinstance(value, list) and all(isinstance(each, dict) and "die" in each for each in value)
        place = place or (
            "stats" if number or faces else "line" if isinstance(value, bool) or _word(value) else "facts"
        )
        if place in ("corner", "stats"):
            made[place] += self._badges(kind, member, value, place == "corner")
        elif place == "line":
            icon = self.icon_of(kind, value) if _word(value) else self.layouts.icon(kind, member.name)
            made["line"].append({"icon": self.drawn(icon, False) if icon.shape else None, "text": told})
        else:
            made["facts"].append({"of": member.name, **self._fact(kind, member, value, told)})

    def _badges(self, kind: str, member: Member, value: Any, dark: bool) -> list[Json]:
        """A badge for a number, for a word, for each of a list."""
        title = self.words.title(member.decl.title)
        own = self.layouts.icon(kind, member.name)
        made = []
        for each in value if isinstance(value, list) else [value]:
            name = self.words.name(each)
            if isinstance(each, dict):
                made.append(self._badge(member, self.icon_of(kind, each), "", name, dark))
            else:
                made.append(self._badge(member, own, name, title, dark))
        return made

    def _badge(self, member: Member, icon: Icon, value: str, label: str, dark: bool) -> Json:
        icon = Icon(icon.shape or "circle", icon.colour or GREY)
        share, sinks = (shapes()[icon.shape].get(key, 0) for key in ("share", "sinks"))
        ink = "#ffffff" if share and is_dark(icon.colour) else "#000000"
        drawn = self.drawn(icon, dark)
        return {
            "of": member.name, "icon": drawn, "value": signed(value), "label": label, "longest_word": longest([label]),
            "share": share, "sinks": sinks, "ink": ink,
        }  # fmt: skip

    def _fact(self, kind: str, member: Member, value: Any, told: str) -> Json:
        title = self.words.title(member.decl.title)
        match value:
            case {"rows": rows} if not _is_tally(member):
                head, values = (list(map(self.words.name, column)) for column in zip(*rows, strict=True))
                return {"title": "", "parts": [], "between": "", "icons": [None, None], "rows": [
                    [self.words.phrases("players_head"), *head], [_capital(title), *values]
                ]}  # fmt: skip
            case {"rows": rows}:
                parts = [self._part(kind, key, self.words.name(each)) for key, each in rows]
            case list():
                names = [self.words.name(each) for each in value]
                first = dict(zip(names, value, strict=True))
                parts = [
                    self._part(kind, first[name], str(names.count(name)) if names.count(name) > 1 else "")
                    for name in dict.fromkeys(names)
                ]
            case dict():
                parts = [self._part(kind, value)]
            case _:
                title, parts = "", [{"icon": None, "text": self.lines.part(told)}]
        comma, semicolon = _COMMAS[bool(han_of(self.words.locale))]
        between = semicolon if any(comma in part["text"] for part in parts) else comma
        return {"title": _capital(title), "parts": parts, "rows": [], "between": between}

    def _part(self, kind: str, value: Any, count: str = "") -> Json:
        icon = self.icon_of(kind, value)
        text = self.lines.name(self.words.name(value))
        if count:
            head, _, tail = self.words.phrases("many_of", name=text, count=count).rpartition(" ")
            text = f"{head}\u00a0{tail}" if head else tail  # *penny x2*, in one line
        return {"icon": self.drawn(icon, False) if icon.shape else None, "text": text}

    def icon_of(self, kind: str, value: Any) -> Icon:
        match value:
            case {"word": word, "of": of}:
                return self.layouts.icon(kind, f"{of}.{word}", word)
            case {"die": die}:
                icon = self.layouts.icon(kind, die)
                return Icon(icon.shape or "die", icon.colour)
            case {"card": name}:
                return self.layouts.icon(kind, name)
        return Icon()

    def drawn(self, icon: Icon, dark: bool | None = None) -> int:
        """The index of an icon's SVG. `dark`: whether it stands on a dark ground, and gets a line to be seen by."""
        colour = icon.colour or GREY
        line = ""
        if dark:
            line = ' stroke="#ffffff" stroke-width="1"'
        elif dark is False and not is_dark(colour):
            line = ' stroke="#4d4d4d" stroke-width="0.7"'
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 25 25">'
            f'<path fill="{colour}"{line} fill-rule="evenodd" d="{shapes()[icon.shape]["path"]}"/></svg>'
        )
        if svg not in self.icons:
            self.icons.append(svg)
        return self.icons.index(svg)

    # ---- text -------------------------------------------------------------------------------

    def _text(self, card: ir.Card) -> list[Json]:
        """The lines of a card's text, each with the keyword or ability it begins with set apart."""
        leads = sorted(self._leads(card), key=lambda lead: -len(lead[0]))
        lines = []
        for line in self.words.printed(card.name).splitlines():
            title, icon = next(((title, icon) for title, icon in leads if line.startswith(title)), ("", Icon()))
            colon = _COLON.search(line, len(title)) if title else None
            cut = colon.end() if colon else len(line) if title and not re.search("[.。]", line.rstrip(".。")) else 0
            drawn = self.drawn(icon, False) if icon.shape else None
            lines.append(
                {"lead": self.lines.part(line[:cut]), "icon": drawn, "text": self.lines.text(line[cut:].strip())}
            )
        return lines

    def _leads(self, card: ir.Card) -> Iterable[tuple[str, Icon]]:
        """What lines of this card may begin with: its keywords, the abilities it fills, titles of its own for them."""
        for grant in card.keywords:
            title = self.words.keyword(grant.keyword, grant.args)
            if title:
                yield title, self.layouts.icon(card.kind, grant.keyword)
        blocks = [*card.words.abilities]
        for grant in card.keywords:
            if grant.keyword in self.words.keywords:
                blocks += self.words.keywords[grant.keyword].words.abilities
        declared = {each.name: each for pack in self.words.packs for each in pack.abilities if not each.extension}
        for block in blocks:
            titles = [self.words.title(declared[block.ability].title)] if block.ability in declared else []
            if block.title is not None:
                titles.append(self.words.voice.say({"id": block.title.id, "args": {}}))
            icon = self.layouts.icon(card.kind, block.ability)
            yield from ((title, icon) for title in titles if title)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tint(colour: str) -> str:
    """A colour so light that it can be printed over, and yet be seen."""
    share = 0.16 if is_dark(colour) else 0.5
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in parts)


def _joined(facts: list[Json]) -> list[Json]:
    """Tables with the same heads that follow one another become one."""
    made: list[Json] = []
    for fact in facts:
        if made and fact["rows"] and made[-1]["rows"] and made[-1]["rows"][0] == fact["rows"][0]:
            made[-1]["rows"] += fact["rows"][1:]
            made[-1]["icons"] += fact["icons"][1:]
        else:
            made.append(fact)
    return made


def _word(value: Any) -> bool:
    return isinstance(value, dict) and "word" in value


def _is_tally(member: Member) -> bool:
    return not isinstance(member.decl, ir.ZoneDecl) and member.decl.type.startswith("tally")


def _strings(value: Any) -> Iterable[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, each in value.items():
                if name != "of":
                    yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)


def chosen(words: Words, own: Sequence[str], layouts: Layouts, kinds: Sequence[str], only: Sequence[str]) -> list[str]:
    """Those of a pack's own cards that are printed: of these kinds (or of kinds below them), with these names or titles.

    Raises LookupError with a sentence for a kind or name that none of them has."""
    from greyc.compiler.spell import did_you_mean
    from greyc.frontends.play.lookup import Lookup

    found = [name for name in own if not layouts.of(words.cards[name].kind).skip]
    for kind in kinds:
        if kind not in words.kinds:
            raise LookupError(f"There is no kind {kind}. {did_you_mean(kind, list(words.kinds)) or ''}".strip())
    if kinds:
        asked = [name for name in own if set(kinds) & set(words.lineage(words.cards[name].kind))]
        found = asked if any(layouts.of(kind).skip for kind in kinds) else [name for name in found if name in asked]
    meant: set[str] = set()
    for name in only:
        named = {card for _, card in Lookup(words).find(name, "card")} & set(own)
        if not named:
            guess = did_you_mean(name, [*own, *map(words.card, own)])
            raise LookupError(f"No card here is called {name}. {guess or ''}".strip())
        meant |= named
    return [name for name in found if name in meant] if only else found


__all__ = ["Contents", "chosen"]
