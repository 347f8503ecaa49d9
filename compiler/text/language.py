"""A language of the core: the templates of lang/<tag>.toml, and the little grammar that they leave to facts.

The generator asks by key (`language.say("cond.same", x=..., y=...)`) and never looks at words; what a language does not
need (articles, capitals) its facts switch off.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from greyc.runtime.ir.core import WORDS
from greyc.runtime.ir.words import Spoken, Variant, fill, is_ended, plural_index, variants

FOLDER: Final = Path(__file__).parent / "lang"
SOURCE: Final = "en"
"""The language in which authors write their titles; what is not translated is shown in it."""


SPOKEN: Final[dict[str, tuple[str, ...]]] = {
    "zone": ("of", "the", "in", "into", "from"),
    "np": ("possessive", "possessive_bare"),
}
"""Templates that the runtime needs too."""


@frozen
class Said:
    """Words that are ready. `number` and `many` as in greyc.runtime.ir.words.Spoken."""

    text: str
    number: int | None = None
    counts: bool = False
    many: bool = False

    def spoken(self, form: str) -> str:
        return self.text


@define
class Language:
    tag: str
    facts: dict[str, Any]
    templates: dict[str, tuple[Variant, ...]]
    rule: str
    """Its plural rule, as greyc.runtime.ir.words.plural_index reads it."""
    categories: int
    _an: re.Pattern[str] | None = field(init=False)
    _bare: re.Pattern[str] | None = field(init=False)
    _article: re.Pattern[str] | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._an = re.compile(self.facts["an"]) if "an" in self.facts else None
        self._bare = re.compile(self.facts["bare_possessive"]) if "bare_possessive" in self.facts else None
        self._article = re.compile(self.facts["article"]) if "article" in self.facts else None

    def plural(self, number: int) -> int:
        return plural_index(self.rule, number)

    def variant(self, key: str, negative: bool = False) -> Variant:
        found = self.templates[key]
        return found[1 if negative and len(found) > 1 else 0]

    def say(self, key: str, negative: bool = False, /, **values: Spoken | str | None) -> str:
        """The template filled in. Plain strings are words that are ready; "" and None leave the hole out."""
        said = {name: Said(v) if isinstance(v, str) else v for name, v in values.items()}
        return fill(self.variant(key, negative), said, self.plural).strip()

    def facts_noun(self, key: str) -> str:
        """The title of a noun of the core, forms and all."""
        title: str = _raw(self.tag)["noun"][key]
        return title

    def article(self, text: str) -> str:
        """With its indefinite article, in languages that have one."""
        if self._an is None:
            return text
        other = self.say("np.other") + str(self.facts["space"])
        if text.startswith(other):
            return self.say("np.a_other", core=text.removeprefix(other))
        return f"an {text}" if self._an.match(text) else f"a {text}"

    def without_article(self, title: str) -> str:
        """A title as it stands after *the* and *your*, also if its author began it with an article."""
        return self._article.sub("", title) if self._article is not None else title

    def determined(self, title: str) -> str:
        """The title of a list, with its article in languages that have one: *one of the monsters shown*."""
        if "determiner" not in self.facts or re.match(self.facts["determiner"], title):
            return title
        return self.say("zone.the", zone=title)

    def possessive(self, text: str) -> str:
        key = "np.possessive_bare" if self._bare and self._bare.search(text) else "np.possessive"
        return self.say(key, x=text)

    def capital(self, text: str) -> str:
        return text[:1].upper() + text[1:] if self.facts["capital"] else text

    def stop(self, text: str) -> str:
        stop: str = self.facts["stop"]
        return text if not text or is_ended(text) else text + stop

    def listed(self, parts: list[str], last: str = "and") -> str:
        """*a, b and c*. `last`: `and` or `or` for things, `acts` for what is done, `both` or `either` for conditions."""
        if len(parts) < 2:
            return "".join(parts)
        comma = self.facts.get(f"{last}_comma", self.facts["comma"])
        return str(comma).join(parts[:-1]) + str(self.facts[last]) + parts[-1]

    def sentences(self, parts: list[str]) -> str:
        """Whole sentences, each with capital and stop."""
        return str(self.facts["join"]).join(self.stop(self.capital(part)) for part in parts if part)

    def block(self, parts: list[str]) -> str:
        """Sentences that stay together inside a longer one."""
        return str(self.facts["block"]).join(part for part in parts if part)

    def runtime_texts(self) -> dict[str, str]:
        """The words of the core that a bundle carries, for greyc.runtime.say."""
        raw = _raw(self.tag)
        texts = {f"greyc.{key}": str(self.facts[key]) for key in ("comma", "and", "stop")}
        texts["greyc.capital"] = "yes" if self.facts["capital"] else "no"
        texts["greyc.plural"] = self.rule
        for key in ("an", "bare_possessive"):
            if key in self.facts:
                texts[f"greyc.{key}"] = self.facts[key]
        for section, keys in SPOKEN.items():
            texts.update((f"greyc.{section}.{key}", raw[section][key]) for key in keys if key in raw[section])
        for key, template in raw["runtime"].items():
            texts[f"greyc.{key}"] = template
        for word in ("yes", "no"):
            texts[f"greyc.{word}"] = raw["word"][word]
        for kind, words in WORDS.items():
            texts.update((f"greyc.{kind}.{word}", raw["word"][word]) for word in words)
        return texts


@cache
def _raw(tag: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{tag}.toml").read_text(encoding="utf-8"))


def languages() -> list[str]:
    """The languages that the core speaks."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def language(tag: str) -> Language:
    """KeyError for a language that the core has no words for."""
    if tag not in languages():
        raise KeyError(tag)
    raw = _raw(tag)
    templates = {
        f"{section}.{key}": variants(template)
        for section, entries in raw.items()
        if section not in ("facts", "runtime")
        for key, template in entries.items()
    }
    rule = plural_rule(raw["facts"]["plural"])
    return Language(tag, raw["facts"], templates, rule, len(rule.split(";")) + 1 if rule else 1)


_RELATION: Final = re.compile(r"(\w)(?: mod (\d+))? (not in|in) ([\d.,]+)")


def plural_rule(cldr: str) -> str:
    """The plural rule of a CLDR language for whole numbers, without what only fractions have."""
    from babel import Locale

    categories = []
    rules = Locale.parse(cldr.replace("-", "_")).plural_form.rules
    for category in ("zero", "one", "two", "few", "many"):
        alternatives = [_whole(alternative) for alternative in rules.get(category, "").split(" or ")]
        kept = [alternative for alternative in alternatives if alternative]
        if kept:
            categories.append(" or ".join(kept))
    return "; ".join(categories)


def _whole(alternative: str) -> str | None:
    """The conditions on a whole number, None if none can fulfil them."""
    relations = []
    for operand, modulus, sign, values in _RELATION.findall(alternative):
        if operand in "ni":
            relations.append(f"n{f' % {modulus}' if modulus else ''} {'=' if sign == 'in' else '!='} {values}")
        elif ("0" in re.split(r"[,.]+", values)) is not (sign == "in"):
            return None  # the other operands speak of digits behind the point, which a whole number has not
    return " and ".join(relations)
