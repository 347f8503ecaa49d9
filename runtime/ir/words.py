"""The template language in which a bundle's texts are written (docs/text.md). The compiler makes printed text with it and
the runtime renders messages, so it belongs to the IR.

    "{player} [draw|draws] {amount} [card|cards]"        holes and parts that agree with them
    "{source} [deal|deals] {amount} damage / ..."        variants, the first that has all it needs is used

A text is cut up once and kept (`variants`, `sentence`); filling it in is joining strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

from attrs import field, frozen


class Spoken(Protocol):
    """What stands in a hole: its text in a form (`""` is the plain one), and what agrees with it."""

    def spoken(self, form: str) -> str: ...

    @property
    def number(self) -> int | None:
        """The number it is, for plural forms; None for what is no number, or one nobody knows yet."""

    @property
    def counts(self) -> bool:
        """Whether it is a number at all, known or not: an unknown number takes the last plural form."""

    @property
    def many(self) -> bool:
        """For what is no number: several, or *you*."""


@frozen
class Hole:
    name: str
    form: str
    tail: str
    """Text that is dropped with the hole."""


@frozen
class Agree:
    """`[a|b]`; `of` is the hole it agrees with, "" where none stands before it."""

    of: str
    parts: tuple[str, ...]


Piece: TypeAlias = str | Hole | Agree


@frozen
class Variant:
    pieces: tuple[Piece, ...]
    holes: frozenset[str]
    subject: str | None = field(init=False)
    """The hole it begins with, if it does."""
    agentless: bool = field(init=False)
    """Begins with a verb: who acts is not named."""

    @subject.default
    def _subject(self) -> str | None:
        first = self.pieces[0] if self.pieces else ""
        return first.name if isinstance(first, Hole) else None

    @agentless.default
    def _agentless(self) -> bool:
        return bool(self.pieces) and isinstance(self.pieces[0], Agree)


FORMS: Final = frozenset({"", "a", "in", "into", "from", "poss"})
"""What may stand behind a hole's colon: with its article, where, where to, where from, whose."""
INSIDE: Final = "¤"
"""Where the tail of a hole goes, in a value that is a number with words around it: *2 cards or more*."""

_MINUS: Final = re.compile(r"(?<![0-9A-Za-z\u00c0-\u024f-])-(?=(?:\d|[X-Z]\b))", re.ASCII)

PIECE: Final = re.compile(
    r"(?P<literal>\{\{|\}\}|\[\[|\]\])"
    r"|\{(?P<hole>[\w.]+)(?::(?P<form>\w+))?(?: (?P<tail>[^{}]*))?\}"
    r"|\[(?:(?P<of>[\w.]+): )?(?P<parts>[^\[\]{}|]*(?:\|[^\[\]{}|]*)+)\]"
)
"""What of a text is no plain words: a sign itself, a hole, parts that agree."""
_NOTHING: Final = "\0"
_EMPTY: Final = re.compile(r" ?[(（][^()（）]*\0[^()（）]*[)）]")
"""Brackets around a hole that is dropped: *(at range ...)*."""
_COMMA: Final = re.compile(r"[,，、] ?\0(?=$|[,，.。])")
"""A comma behind which nothing is left: *a monster is revealed, ...*."""
_SPACES: Final = re.compile(r" {2,}")
_SPACE_BEFORE: Final = re.compile(r" (?=[.,:;!?](?: |$))")


def _variant(text: str) -> Variant:
    pieces: list[Piece] = []
    last, end = "", 0

    def literal(part: str) -> None:
        before = pieces[-1] if pieces else None
        if part and isinstance(before, str):
            pieces[-1] = before + part
        elif part:
            pieces.append(part)

    for match in PIECE.finditer(text):
        literal(text[end : match.start()])
        end = match.end()
        if match["literal"]:
            literal(match["literal"][0])
        elif match["hole"]:
            last = match["hole"]
            pieces.append(Hole(last, match["form"] or "", match["tail"] or ""))
        else:
            pieces.append(Agree(match["of"] or last, tuple(match["parts"].split("|"))))
    literal(text[end:])
    holes = {p.name for p in pieces if isinstance(p, Hole)} | {p.of for p in pieces if isinstance(p, Agree) and p.of}
    return Variant(tuple(pieces), frozenset(holes))


@lru_cache(maxsize=16384)
def variants(text: str) -> tuple[Variant, ...]:
    """A clause or title, cut at ` / `."""
    return tuple(_variant(part.replace(" // ", " / ")) for part in text.split(" / "))


ENDS: Final = (".", "。", "!", "?", "！", "？", "…")
_BEHIND_ENDS: Final = "\"'”’」』)）"


def is_ended(text: str) -> bool:
    """Whether a sentence has its end already, in whatever language it is: what is not translated stays as it was."""
    return text.rstrip(_BEHIND_ENDS).endswith(ENDS)


@lru_cache(maxsize=16384)
def sentence(text: str) -> Variant:
    """A text without variants: a prompt, a sentence of the log."""
    return _variant(text)


def signed(text: str) -> str:
    """With minus signs where hyphens stand before numbers, as print has it. A range (*2-4*) and a name (*U-2*) keep theirs."""
    return _MINUS.sub("\u2212", text)


def holes(text: str) -> frozenset[str]:
    """The names of all holes of all variants."""
    return frozenset().union(*(v.holes for v in variants(text)))


def fill(
    variant: Variant,
    values: Mapping[str, Spoken | None],
    plural: Callable[[int], int],
    *,
    base: bool = False,
    start: int = 0,
) -> str:
    """The text with its holes filled in. A hole whose value is None is dropped with its tail. `base`: verbs that agree
    with the subject take their first form (*may lose*); `start`: leave out the first pieces (the subject). The value ""
    is who acts in a clause that begins with its verb."""
    out: list[str] = []
    dropped = False
    subject = variant.subject
    for piece in variant.pieces[start:]:
        if isinstance(piece, str):
            out.append(piece)
            continue
        if isinstance(piece, Hole):
            value = values.get(piece.name)
            text = value.spoken(piece.form) if value is not None else ""
            if text:
                out.append(text.replace(INSIDE, piece.tail) if INSIDE in text else text + piece.tail)
            else:
                dropped = True
                out.append(_NOTHING)
            continue
        value = values.get(piece.of)  # "" is who acts in a clause that names nobody
        if base and (not piece.of or piece.of == subject):
            at = 0
        elif value is None and not piece.of and not variant.agentless:
            at = 1  # who acts is in the words themselves: *the sea [rise|rises]*
        elif value is None:
            # No subject: as in a command. A number that is not told: as for many.
            at = 0 if not piece.of or piece.of == subject else len(piece.parts) - 1
        elif value.counts:
            at = len(piece.parts) - 1 if value.number is None else plural(value.number)
        else:
            at = 0 if value.many else 1
        out.append(piece.parts[min(at, len(piece.parts) - 1)])
    text = "".join(out)
    if dropped:
        text = _COMMA.sub("", _EMPTY.sub("", text)).replace(_NOTHING, "")
    return _SPACE_BEFORE.sub("", _SPACES.sub(" ", text)).strip() if dropped or start else text


# ---- plural rules ---------------------------------------------------------------------------

_RELATION: Final = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@lru_cache(maxsize=64)
def _plural_rules(rule: str) -> tuple[tuple[tuple[tuple[int, bool, tuple[tuple[int, int], ...]], ...], ...], ...]:
    """Categories in order; each a list of alternatives, each a list of relations (modulus or 0, wanted, ranges)."""
    categories = []
    for category in rule.split(";"):
        alternatives = []
        for alternative in category.split(" or "):
            relations = []
            for modulus, sign, ranges in _RELATION.findall(alternative):
                spans = []
                for part in ranges.split(","):
                    low, _, high = part.partition("..")
                    spans.append((int(low), int(high or low)))
                relations.append((int(modulus or 0), sign == "=", tuple(spans)))
            alternatives.append(tuple(relations))
        categories.append(tuple(alternatives))
    return tuple(categories)


def plural_index(rule: str, number: int) -> int:
    """Which plural form a whole number takes. `rule` has the language's CLDR categories in order, parted by `;`, each a
    condition on `n` (`n = 1; n % 10 = 2..4 and n % 100 != 12..14`); what fits none takes the one after them."""
    number = abs(number)
    if not rule:
        return 0
    rules = _plural_rules(rule)
    for at, category in enumerate(rules):
        for alternative in category:
            if all(
                any(low <= (number % modulus if modulus else number) <= high for low, high in spans) is wanted
                for modulus, wanted, spans in alternative
            ):
                return at
    return len(rules)


# ---- names ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def noun_forms(title: str) -> tuple[str, ...]:
    """The parts of a noun's title: its plural forms, and the measure word where the language has them."""
    return tuple(title.split("|"))


CORE_TEXT: Final = "greyc."
"""Ids of texts that the core adds to each language of a pack: `greyc.plural` (the rule), `greyc.and` and
`greyc.comma` (lists), `greyc.stop`, `greyc.capital`, `greyc.yes`, `greyc.no`, `greyc.die`, `greyc.nothing`,
`greyc.something` and `greyc.something_an` (the article, and `greyc.an`: before which beginnings the second); and the
templates `greyc.zone.*` and `greyc.np.*` of the compiler's language files."""


__all__ = [
    "Agree",
    "CORE_TEXT",
    "FORMS",
    "INSIDE",
    "Hole",
    "Piece",
    "Spoken",
    "Variant",
    "fill",
    "holes",
    "noun_forms",
    "plural_index",
    "sentence",
    "signed",
    "variants",
]
