"""The words of a game for a reader: titles of kinds, members, zones and cards, values and printed text.

Everything is read from the bundle alone, as a client far from the game would do it. What has no title is bookkeeping of
the rules and has no words here either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from greyc.frontends.play.phrases import Phrases
from greyc.runtime import ir
from greyc.runtime.ir.words import fill, noun_forms, plural_index, sentence, signed, variants
from greyc.runtime.say import Said, Voice

POINT = " · "
UNKNOWN = "..."  # a part of a sentence that is not chosen yet


@frozen
class Member:
    """A field, state or zone of a kind as far as words go."""

    name: str
    decl: ir.FieldDecl | ir.StateDecl | ir.ZoneDecl

    @property
    def is_flag(self) -> bool:
        return not isinstance(self.decl, ir.ZoneDecl) and self.decl.type.rstrip("?") == "flag"


class Words:
    """The words of some packs in one language."""

    def __init__(self, packs: Sequence[ir.Pack], locale: str) -> None:
        self.packs = packs
        self.voice = Voice.of(packs, locale)
        self.phrases = Phrases(locale)
        self.locale = locale
        self.kinds: dict[str, ir.Kind] = {}
        self.added: dict[str, list[ir.Kind]] = {}
        self.cards = {card.name: card for pack in packs for card in pack.cards}
        self.keywords = {each.name: each for pack in packs for each in pack.keywords if not each.extension}
        self.games = [game for pack in packs for game in pack.games]
        for pack in packs:
            for kind in pack.kinds:
                if kind.extension:
                    self.added.setdefault(kind.name, []).append(kind)
                else:
                    self.kinds[kind.name] = kind
        self._members: dict[str, dict[str, Member]] = {}

    # ---- what there is ----------------------------------------------------------------------

    def lineage(self, kind: str) -> list[str]:
        """The kind and all above it, without the core's."""
        found = []
        while kind in self.kinds:
            found.append(kind)
            kind = self.kinds[kind].parent
        return found

    def members(self, kind: str) -> dict[str, Member]:
        """Fields, states and zones of a kind, those of the kinds above it first, keywords' states last."""
        if kind not in self._members:
            lineage = self.lineage(kind)
            made: dict[str, Member] = {}
            for name in reversed(lineage):
                for each in (self.kinds[name], *self.added.get(name, [])):
                    made |= {decl.name: Member(decl.name, decl) for decl in each.fields}
                    made |= {decl.name: Member(decl.name, decl) for decl in each.states}
                    made |= {decl.name: Member(decl.name, decl) for decl in each.zones}
            for keyword in self.keywords.values():
                if set(keyword.on) & set(lineage):
                    for state in keyword.states:
                        made.setdefault(state.name, Member(state.name, state))
            self._members[kind] = made
        return self._members[kind]

    def counters(self, card: ir.Card) -> dict[str, Member]:
        """The titled states that a card has by itself or by its keywords, and not by its kind."""
        keywords = [self.keywords[grant.keyword] for grant in card.keywords if grant.keyword in self.keywords]
        states = [*card.states, *(state for keyword in keywords for state in keyword.states)]
        return {state.name: Member(state.name, state) for state in states if state.title is not None}

    def table(self) -> dict[str, Member]:
        """States and zones of the table itself."""
        made = {decl.name: Member(decl.name, decl) for game in self.games for decl in game.states}
        return made | {decl.name: Member(decl.name, decl) for game in self.games for decl in game.zones}

    def seat_kind(self) -> str:
        """The kind of the seats."""
        found = [kind.name for kind in self.kinds.values() if kind.root == "seat"]
        return found[-1] if found else "seat"

    def shown(self, kind: str) -> dict[str, Any]:
        """Presentation data of a kind (`[show]` in pack.toml), its own over that of the kinds above it."""
        made: dict[str, Any] = {}
        for name in reversed(self.lineage(kind)):
            made |= self.kinds[name].show
        return made

    def shown_table(self) -> dict[str, Any]:
        """Presentation data of the game's own table; what a pack adds to the game may say more of its zones."""
        made: dict[str, Any] = {}
        for game in self.games:
            zones = made.get("zones", {}) | game.show.get("zones", {})
            made |= game.show | ({"zones": zones} if zones else {})
        return made

    def works_in(self, kind: str) -> set[str]:
        """The zones in which a kind's cards are in force."""
        for name in self.lineage(kind):
            zones = [zone for each in (self.kinds[name], *self.added.get(name, [])) for zone in each.active_in]
            if zones:
                return set(zones)
        return set()

    # ---- titles -----------------------------------------------------------------------------

    def _text(self, text_id: str | None) -> str:
        return self.voice.texts.get(text_id, "") if text_id else ""

    def title(self, text_id: str | None, default: str = "") -> str:
        """The first form of a title; `default` where there is none."""
        text = self._text(text_id)
        return noun_forms(self._filled(text, 0))[0].strip() if text else default

    def _filled(self, text: str, variant: int) -> str:
        parts = variants(text)
        if variant >= len(parts):
            return ""
        rule = self.voice.texts.get("greyc.plural", "")
        return fill(parts[variant], {"": _ONE}, lambda number: plural_index(rule, number)).strip()

    def kind(self, name: str) -> str:
        return self.voice.title("kind", name)

    def card(self, name: str) -> str:
        return self.voice.title("card", name)

    def keyword(self, name: str, args: Iterable[ir.Expr] = ()) -> str:
        """A keyword with its parameters, as far as they are plain numbers and words."""
        keyword = self.keywords.get(name)
        text = self._text(keyword.title) if keyword else ""
        if not keyword or not text:
            return ""
        values = [arg.value if isinstance(arg, ir.Int) else None for arg in args]
        said = {param.name: value for param, value in zip(keyword.params, values, strict=False)}
        return self.voice.say({"id": keyword.title, "args": said}).split("|")[0].strip()

    def name(self, value: Any) -> str:
        """A value of a message, or the label of a candidate, in words."""
        match value:
            case None:
                return self.phrases("nobody")
            case bool():
                return self.phrases("yes" if value else "no")
            case int():
                return signed(str(value))
            case {"seat": _, "name": name}:
                return str(name)
            case {"card": name}:
                return self.card(name)
            case {"word": word, "of": kind}:
                return self.voice.title(kind, word)
            case {"die": die}:
                face = value.get("face")
                return self.voice.title("die", die) + ("" if face is None else f": {face}")
            case {"kind": kind}:
                return self.kind(kind)
            case {"name": text_id}:
                return self.title(text_id, str(text_id))
            case {"id": _}:
                return self.voice.say(value)
            case list():
                return self.several([self.name(each) for each in value])
        return str(value)

    def period(self, verb: str) -> str:
        """The time that a verb stands for, in `once per` and `until`."""
        found = next((each for pack in self.packs for each in pack.verbs if each.name == verb), None)
        return self.title(found.title if found else None, verb.replace("_", " "))

    def several(self, names: Sequence[str]) -> str:
        """Names one after the other, equal ones counted."""
        counted = {name: names.count(name) for name in dict.fromkeys(names)}
        comma = "、" if self.locale.startswith(("zh", "ja")) else ", "
        if any(comma in name for name in counted):
            comma = "；" if comma == "、" else "; "
        return comma.join(
            name if count == 1 else self.phrases("many_of", name=name, count=count) for name, count in counted.items()
        )

    def say(self, message: Mapping[str, Any]) -> str:
        """A message in words; a part that is not known yet is shown as dots."""
        args = {key: UNKNOWN if value is None else value for key, value in message.get("args", {}).items()}
        return self.voice.say({"id": message["id"], "args": args})

    # ---- values of the table and of things --------------------------------------------------

    def value(self, member: Member, value: Any, names: Mapping[str, str], zero: bool = False) -> str:
        """A state or field that is worth telling: its title with its value; empty for what is not. `names` gives the
        name of a thing by id; `zero`: nought is told too."""
        decl = member.decl
        if decl.title is None or isinstance(decl, ir.ZoneDecl):
            return ""
        text = self._text(decl.title)
        if isinstance(value, bool):
            return self._filled(text, 0).split("|")[0] if value else ""
        if value is None or value == [] or (value == 0 and not zero and _starts_at_zero(decl)):
            return ""
        title = self.title(decl.title)
        match value:
            case {"word": _}:
                said = self.name(value)
                alone = isinstance(decl, ir.FieldDecl) and self._is_called_so(decl, value["of"])
                return said if alone else self.named(title, said)
            case int():
                return f"{self._counted(text, value)} {signed(str(value))}"
            case {"rows": []}:
                return ""
            case {"rows": rows}:  # a table by number of players, a tally
                if decl.type.startswith("by<"):
                    keys, values = ("/".join(map(self.name, column)) for column in zip(*rows, strict=True))
                    return self.phrases("by_players", title=title, values=values, keys=keys)
                return self.named(title, self.several([self._row(key, each) for key, each in rows]))
            case list() if decl.type.startswith("tally"):
                parts = [f"{self._thing(key, names)} {count}" for key, count in value]
                return self.named(title, ", ".join(parts))
            case list():
                return self.named(title, self.several([self._thing(each, names) for each in value]))
        return self.named(title, self._thing(value, names))

    def _row(self, key: Any, value: Any) -> str:
        """A row of a table in a sentence; two numbers would else be read as one."""
        said = self.name(value)
        return self.named(str(key), said) if isinstance(key, int) else f"{self.name(key)} {said}"

    def named(self, title: str, value: str) -> str:
        """A value behind its title."""
        return self.phrases("named", title=title, value=value)

    def _counted(self, text: str, count: int) -> str:
        """The title of a number, in the form that goes with it where it has one and many."""
        forms = noun_forms(self._filled(text, 0))
        return forms[min(plural_index(self.voice.texts.get("greyc.plural", ""), count), len(forms) - 1)]

    def _is_called_so(self, decl: ir.FieldDecl, kind: str) -> bool:
        """Whether a field is called what its words are (*class: Magic*), so that its title says nothing more. The authors'
        own titles are asked, since it is to be the same in every language."""
        of = next(
            (each for pack in self.packs for each in pack.word_kinds if each.name == kind and not each.extension), None
        )
        words = self._source(of.title if of is not None else None) or kind.replace("_", " ")
        return self._source(decl.title).casefold() == words.casefold()

    def _source(self, text_id: str | None) -> str:
        """The first form of a title as its author wrote it."""
        text = next((texts[text_id] for pack in self.packs if text_id in (texts := pack.texts.get("en", {}))), "")
        return noun_forms(text.split(" / ")[0])[0].strip()

    def _thing(self, value: Any, names: Mapping[str, str]) -> str:
        return names.get(value, value) if isinstance(value, str) else self.name(value)

    # ---- cards ------------------------------------------------------------------------------

    def card_lines(self, name: str) -> list[str]:
        """What a printed card says: its name and kind, its printed values, its text."""
        lines = [f"{self.card(name)} ({self.kind(self.cards[name].kind)})"]
        facts = POINT.join(filter(None, (self.value(member, value, {}) for member, value in self.card_values(name))))
        if facts:
            lines.append(facts)
        flavour = self.flavour(name)
        return [*lines, *self.printed(name).splitlines(), *([flavour] if flavour else [])]

    def card_values(self, name: str) -> list[tuple[Member, Any]]:
        """What is printed on a card in figures and words, in the order of the declarations: each member with its value as
        an argument of a message. What must be worked out in play is left out."""
        card = self.cards[name]
        found = []
        for member in self.members(card.kind).values():
            written = card.fields.get(member.name) or self._default(card.kind, member)
            value = _plain(written) if written is not None else _NOT_PLAIN
            if value is not _NOT_PLAIN:
                said = self._written(card, member.name) if isinstance(value, str) else ""
                found.append((member, said or value))
        return found

    def plain(self, written: ir.Expr) -> Any:
        """A printed value as an argument of a message; None for what must be worked out in play."""
        value = _plain(written)
        return None if value is _NOT_PLAIN else value

    def _default(self, kind: str, member: Member) -> ir.Expr | None:
        """What a card leaves out and others of its kind print: a number that is not nought."""
        default = member.decl.default if isinstance(member.decl, ir.FieldDecl) else None
        if not isinstance(default, ir.Int) or not any(
            member.name in c.fields for c in self.cards.values() if c.kind == kind
        ):
            return None
        return default

    def flavour(self, name: str) -> str:
        """What a card says that is no rule, in the reader's language."""
        return self._written(self.cards[name], "flavour")

    def _written(self, card: ir.Card, member: str) -> str:
        """What a card's author wrote into a field for texts, in the reader's language; "" for nothing. No values stand in it."""
        text = self._text(f"{self.home(card.name).name}.{card.name}.{member}") if member in card.fields else ""
        return fill(sentence(text), {}, int)

    def home(self, name: str) -> ir.Pack:
        """The pack in which a card stands: the last, where one writes another's card anew."""
        return next(pack for pack in reversed(self.packs) if any(card.name == name for card in pack.cards))

    def printed(self, name: str) -> str:
        """The text on a card, in the reader's language."""
        home = self.home(name)
        return next(filter(None, (home.printed.get(locale, {}).get(name) for locale in (self.locale, "en"))), "")


_NOT_PLAIN = object()
_ONE = Said("")  # a title speaks of one thing: *has fought*


def _plain(value: ir.Expr) -> Any:
    """A printed value as an argument of a message; _NOT_PLAIN for what must be worked out."""
    match value:
        case ir.Int() | ir.Flag():
            return value.value
        case ir.Str():
            return value.value
        case ir.Word():
            return {"word": value.word, "of": value.kind}
        case ir.DieRef():
            return {"die": value.name}
        case ir.Printed():
            return {"card": value.card}
        case ir.ListOf():
            made = [_plain(each) for each in value.items]
            return _NOT_PLAIN if _NOT_PLAIN in made else made
        case ir.Table():
            rows = [(_plain(key), _plain(each)) for key, each in value.entries]
            return _NOT_PLAIN if any(_NOT_PLAIN in row for row in rows) else {"rows": rows}
    return _NOT_PLAIN


def _starts_at_zero(decl: ir.FieldDecl | ir.StateDecl) -> bool:
    """Whether nought is what a value is when nothing has happened: then it is not worth telling."""
    return decl.default is None or (isinstance(decl.default, ir.Int) and decl.default.value == 0)
