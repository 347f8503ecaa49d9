"""Messages in words: what `game.say` does with a message `{"id": ..., "args": {...}}` for a reader's language.

A `Voice` is one language of the packs of a game; it needs the bundle alone, so a client that got a message over the wire
renders it without the state. What can't be read from the bundle (the name of a seat) stands in the argument itself:

| argument | what it is |
|---|---|
| `3` | a number |
| `true`, `false`, `null` | yes, no, nothing |
| `"text"` | itself |
| `{"seat": 0, "name": "Ann"}` | a seat |
| `{"card": "torch"}` | a card, printed or a copy |
| `{"kind": "beast"}` | one of a kind that nothing more is known of: *a beast* |
| `{"word": "red", "of": "colour"}` | a word of a word kind |
| `{"die": "d6", "face": 4}` | a die, rolled or not |
| `{"zone": "...", "of": ...}` | a zone: the id of its title, and whose it is |
| `{"name": "..."}` | a text id: the title of a place, a board |
| `{"id": ..., "args": ...}` | another message |
| `[...]` | several, told as a list |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from .ir.decl import Pack
from .ir.words import CORE_TEXT, Variant, fill, is_ended, noun_forms, plural_index, sentence, signed, variants


@frozen
class Said:
    """An argument in words, for holes and for what agrees with them."""

    text: str
    number: int | None = None
    counts: bool = False
    many: bool = False
    forms: Mapping[str, str] = field(factory=dict)
    """In other forms than the plain one: `a` with its article, `poss` possessive, `in`, `into`, `from` of a zone."""

    def spoken(self, form: str) -> str:
        return self.forms.get(form, self.text)


@define
class Voice:
    """One language of a set of packs. Later packs go over earlier ones, and the language goes over English."""

    locale: str
    texts: dict[str, str] = field(factory=dict)
    titles: dict[tuple[str, str], str] = field(factory=dict)
    """What a name is called: ("card", name), ("kind", name), ("die", name), (word kind, word) -> id of its title."""
    clauses: set[str] = field(factory=set)
    """Ids of verbs' clauses: said as a report, *Ann draws 2 cards.*"""

    @classmethod
    def of(cls, packs: Iterable[Pack], locale: str) -> Voice:
        voice = cls(locale)
        packs = list(packs)
        for pack in packs:
            voice.texts.update(pack.texts.get("en", {}))
        if any(locale in pack.texts for pack in packs):  # one language's grammar is no help in another
            voice.texts = {id_: text for id_, text in voice.texts.items() if not id_.startswith(CORE_TEXT)}
        for pack in packs:
            voice.texts.update(pack.texts.get(locale, {}))
        for pack in packs:
            voice._learn(pack)
        return voice

    def _learn(self, pack: Pack) -> None:
        for card in pack.cards:
            self.titles["card", card.name] = card.title
        for kind in pack.kinds:
            if kind.title:
                self.titles["kind", kind.name] = kind.title
        for die in pack.dice:
            if die.title:
                self.titles["die", die.name] = die.title
        for words in pack.word_kinds:
            for word, title in words.titles.items():
                self.titles[words.name, word] = title
        self.clauses.update(verb.text.id for verb in pack.verbs if verb.text)

    def title(self, sort: str, name: str) -> str:
        """What a card, kind, die or word is called: its first form; a name without a title is shown as it is."""
        id_ = self.titles.get((sort, name)) or f"{CORE_TEXT}{sort}.{name}"
        return self.name(id_) if id_ in self.texts else name.replace("_", " ")

    def name(self, id_: str) -> str:
        """A title by its id: the first of its forms, without what belongs to an owner."""
        text = self.texts.get(id_)
        return noun_forms(fill(variants(text)[0], {"": Said("")}, self._plural))[0] if text else id_

    def say(self, message: Mapping[str, Any]) -> str:
        """The message in words. An id without a text is shown as it is, so that nothing is lost in silence."""
        text = self.texts.get(message["id"])
        if text is None:
            return str(message["id"])
        values = {name: self._argument(value) for name, value in message.get("args", {}).items()}
        if message["id"] not in self.clauses:
            whole = sentence(text)
            open_ = {
                hole: Said("…") for hole in whole.holes if hole not in values
            }  # an action nobody has filled in yet
            return fill(whole, {**open_, **values}, self._plural)
        return self._report(variants(text), values)

    def label(self, value: Any) -> str:
        """An argument by itself, as the label of a candidate: *Torch*, *Ann*, *3*; "" for what is absent."""
        said = self._argument(value)
        return said.text if said is not None else ""

    def _report(self, options: tuple[Variant, ...], values: Mapping[str, Said | None]) -> str:
        """The clause as a sentence of the log. The first variant that has all it needs and says who; else the first."""
        known = {name for name, value in values.items() if value is not None and value.text}
        fit = [v for v in options if v.holes <= known] or list(options)
        told = next((v for v in fit if not v.agentless), fit[0])
        text = fill(told, values, self._plural, start=1 if told.subject and told.subject not in known else 0)
        if self.texts.get("greyc.capital") == "yes":
            text = text[:1].upper() + text[1:]
        stop = self.texts.get("greyc.stop", ".")
        return text if is_ended(text) else text + stop

    def _plural(self, number: int) -> int:
        return plural_index(self.texts.get("greyc.plural", ""), number)

    def _core(self, key: str, default: str) -> str:
        return self.texts.get(f"greyc.{key}", default)

    def _a(self, text: str) -> str:
        """*a beast*, *an owl*"""
        an = self.texts.get("greyc.an", "")
        key = "something_an" if an and re.match(an, text) else "something"
        return fill(sentence(self._core(key, "{x}")), {"x": Said(text)}, self._plural)

    def _argument(self, value: Any) -> Said | None:
        match value:
            case None:
                return None
            case bool():
                return Said(self._core("yes" if value else "no", str(value)))
            case int():
                return Said(signed(str(value)), number=value, counts=True)
            case str():
                return Said(value)
            case list() | tuple():
                return self._list([said for said in map(self._argument, value) if said is not None])
            case {"id": _}:
                return Said(self.say(value))
            case {"seat": _, "name": str(name)}:
                return self._named(name)
            case {"card": str(name)}:
                return self._named(self.title("card", name))
            case {"zone": str(id_)}:
                return self._zone(id_, self._argument(value.get("of")))
            case {"word": str(word), "of": str(kind)}:
                title = self.title(kind, word)
                return Said(title, forms={"a": self._a(title)})
            case {"die": str(name)}:
                return self._die(name, value.get("face"))
            case {"kind": str(name)}:
                return Said(self._a(self.title("kind", name)))
            case {"name": str(id_)}:
                return Said(self.name(id_))
        return Said(str(value))

    def _named(self, name: str) -> Said:
        bare = self.texts.get("greyc.bare_possessive", "")
        key = "np.possessive_bare" if bare and re.search(bare, name) else "np.possessive"
        return Said(name, forms={"poss": self._fill(key, "{x}", x=Said(name))})

    def _fill(self, key: str, default: str, **values: Said | None) -> str:
        return fill(sentence(self._core(key, default)), values, self._plural)

    def _zone(self, id_: str, owner: Said | None) -> Said:
        """A zone by its title: its name, where it is and whereto, in its own words or in the language's."""
        parts = variants(self.texts.get(id_, id_))

        def form(at: int) -> str:
            return fill(parts[at], {"owner": owner}, self._plural)

        name = form(0)
        if "owner" not in parts[0].holes:
            name = self._fill("zone.of", "{zone}", x=owner, zone=Said(name)) if owner else self._fill("zone.the", "{zone}", zone=Said(name))  # fmt: skip
        forms = {"from": self._fill("zone.from", "{x}", x=Said(name))}
        for at, key in ((1, "in"), (2, "into")):
            forms[key] = form(at) if at < len(parts) else self._fill(f"zone.{key}", "{x}", x=Said(name))
        return Said(name, forms=forms)

    def _die(self, name: str, face: int | str | None) -> Said:
        known = Said(self.title("die", name))
        if face is None:
            return known
        template = self._core("die", "{die}: {face}")
        return Said(fill(sentence(template), {"die": known, "face": Said(str(face))}, self._plural))

    def _list(self, parts: list[Said]) -> Said | None:
        """*a, b and c*; of nothing: *nothing*."""
        if not parts:
            return Said(self._core("nothing", "nothing"))
        if len(parts) == 1:
            return parts[0]
        text = self._core("comma", ", ").join(part.text for part in parts[:-1])
        return Said(text + self._core("and", " and ") + parts[-1].text, many=True)


__all__ = ["Said", "Voice"]
