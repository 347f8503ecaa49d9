"""Noun phrases and clauses: what the generator builds before anything becomes a string.

A phrase keeps its parts apart (determiner, adjectives, place, relative clauses), since each language orders them in its
own template. A clause keeps its subject apart, since the same words become a command, a sentence, a condition or what
one may do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, evolve, field

from greyc.runtime.ir.words import INSIDE, Hole, Piece, Spoken, Variant, fill

from .language import Language, Said
from .lexicon import Noun

NAMELESS = Noun("", "")


@define
class Phrase:
    """A name for a thing or several. `fixed` is said as it is; otherwise the parts are put together by `np.<det>`."""

    language: Language
    noun: Noun = NAMELESS
    det: str = "bare"
    many: bool = False
    other: bool = False
    adjectives: list[str] = field(factory=list)
    where: list[str] = field(factory=list)
    excluded: list[str] = field(factory=list)
    """What is left out (*not a Boss*), with its articles."""
    source: list[str] = field(factory=list)
    """Where it is taken from, for a thing that goes somewhere (*from your hand*); `where` if empty."""
    person: bool = False
    """Somebody at the table: *who*, not *that*."""
    extras: list[str] = field(factory=list)
    """Ready parts after the noun (*with Ranged*)."""
    relatives: list[str] = field(factory=list)
    """Predicates of what it does or is (*is not a Boss*)."""
    tail: list[str] = field(factory=list)
    """Ready parts that come last of all (*such that ...*)."""
    n: Said | None = None
    low: Said | None = None
    partitive: str = ""
    """A list it is one of: *the cards shown*."""
    fixed: str = ""
    possessive: str = ""
    """Its possessive, where that is no rule (*your*, *their*)."""
    you: bool = False
    number: int | None = None
    counts: bool = False
    who: object = None
    """The entity that is named, if it is one."""
    chosen: bool = False
    """*... of your choice*"""
    short: Noun | None = None
    """What it is called from then on, where `noun` says more than that (*monster in play*)."""

    @property
    def later(self) -> Noun | None:
        """The noun for further mentions; None for fixed words."""
        noun = self.short or self.noun
        return noun if noun.one else None

    def spoken(self, form: str) -> str:
        match form:
            case "poss":
                return self.possessive or self.language.possessive(self.text)
            case "a":
                return (
                    evolve(self, det="a").text if self.noun.one and self.det == "bare" and not self.many else self.text
                )
            case "from":
                return evolve(self, where=self.source).text if self.source else self.text
        return self.text

    @property
    def long(self) -> bool:
        """Whether more follows its noun, so that nothing can be hung on to its end."""
        return (
            not self.fixed
            and not self.possessive
            and bool(self.where or self.extras or self.relatives or self.tail or self.excluded or self.partitive)
        )

    def parted(self) -> tuple[str, str]:
        """Where it is, and the phrase without that."""
        if self.fixed or self.partitive:
            return "", self.text
        where, noun = list(self.where), self.noun.of(self.many)
        if "{adj}" in noun:
            before, noun = noun.split("{adj}", 1)
            where.insert(0, before)
        rest = evolve(self, where=[], noun=Noun(noun, noun, self.noun.counter))
        return str(self.language.facts["space"]).join(where), rest.text

    @property
    def text(self) -> str:
        if self.fixed:
            return self.fixed
        say = self.language.say
        det = f"of_{self.det}" if self.partitive else self.det
        if self.other and f"np.{det}_other" in self.language.templates:
            det, other = f"{det}_other", ""
        else:
            other = say("np.other") if self.other else ""
        space = str(self.language.facts["space"])
        relatives = list(self.extras)
        if self.relatives:
            key = "np.rel_who" if self.person else "np.rel"
            relatives.append(say(key, pred=self.language.listed(self.relatives, "relatives")))
        rel = space.join([*relatives, *self.tail])
        noun, adjectives = self.noun.of(self.many), space.join(self.adjectives)
        where = list(self.where)
        if "{adj}" in noun:  # a noun of several words: what stands before is where, as in *in play*
            before, noun = noun.split("{adj}", 1)
            where.insert(0, before)
        core = say(
            "np.core_rel" if rel and not self.partitive else "np.core",
            other=other,
            adj=adjectives,
            noun=noun,
            excluded=say("np.excluded", list=self.language.listed(self.excluded, "or")) if self.excluded else "",
            where=space.join(where),
            rel="" if self.partitive else rel,
        )
        counter, n = self.noun.counter, self.n
        if n is not None and INSIDE in n.text:  # *2 cards or more*, where the measure word stands in the number
            counter, n = "", evolve(n, text=n.text.replace(INSIDE, counter))
        return say(
            f"np.{det}",
            core=Core(self.language, core),
            counter=counter,
            where=space.join(where),
            n=n,
            low=self.low,
            list=self.partitive,
            rel=space.join([*where, rel]).strip(),
        )


def before_noun(rest: Sequence[Piece]) -> bool:
    """Whether a noun follows a word in a text (*{colour} mana*): then, where it may be any word, the text goes without."""
    after = rest[0] if rest else ""
    return not isinstance(after, str) or after.lstrip()[:1].isalpha()


@define
class Core:
    """The middle of a phrase, which may be asked for with an article."""

    language: Language
    text: str
    number: int | None = None
    counts: bool = False
    many: bool = False

    def spoken(self, form: str) -> str:
        return self.language.article(self.text) if form == "a" else self.text


@define
class Place:
    """A zone as it is named, and with its prepositions."""

    name: str
    inside: str
    into: str
    source: str
    plain: str = ""
    """Its name alone, where its prepositions are the language's own..."""
    owner: Phrase | None = None
    """... and whose it is."""
    number: int | None = None
    counts: bool = False
    many: bool = False

    def spoken(self, form: str) -> str:
        return {"in": self.inside, "into": self.into, "from": self.source}.get(form, self.name)


@define
class Clause:
    """Who does what. Three styles: "subject", the words begin with who acts (`subject` None: not named); "agentless",
    they begin with the verb, and somebody may be put before it; "whole", a sentence with a subject of its own."""

    language: Language
    variant: Variant
    values: Mapping[str, Spoken | None]
    style: str
    subject: Phrase | None = None
    who: object = None
    """The entity that acts, where the words have their subject inside."""
    negative: bool = False
    """Says that something is not so."""
    notes: list[tuple[str, str]] = field(factory=list)
    """Letters to be explained at the end of the sentence."""
    chooser: Phrase | None = None
    """Who chooses what the words leave open, where that is not who acts."""

    @property
    def command(self) -> bool:
        """Said to the reader: by *you*, or by nobody named."""
        return self.style != "whole" and (self.subject is None or self.subject.you)

    @property
    def actor(self) -> object:
        """What is the same in clauses that can be told together; None: these can't."""
        if self.style == "whole":
            return None
        if self.subject is None or self.subject.you:
            return ""
        return self.subject.who if self.subject.who is not None else self.subject.text

    def again(self, named: Phrase) -> bool:
        """In a sentence that has just spoken of its subject: *it*, or nothing in languages that leave it out. Whether
        the clause speaks of that."""
        if self.style == "whole" or self.subject is None or self.subject.text != named.text:
            return False
        again = str(self.language.facts["again"])
        self.subject = Phrase(self.language, fixed=again, who=self.subject.who) if again else None
        return True

    def base(self) -> str:
        """*lose 2 HP*"""
        text = fill(self.variant, self.values, self.language.plural, base=True, start=self._start)
        first, space, rest = text.partition(" ")
        text = self.language.facts.get("infinitive", {}).get(first, first) + space + rest
        return self._lower(text) if self.variant.agentless else text

    def finite(self) -> str:
        """*loses 2 HP*, agreeing with the subject."""
        values = dict(self.values)
        values[self.variant.subject or "" if self._start else ""] = self.subject
        text = fill(self.variant, values, self.language.plural, start=self._start)
        return self._lower(text) if self.variant.agentless else text

    def predicate(self) -> str:
        return self.base() if self.command else self.finite()

    def sentence(self) -> str:
        """Without capital and stop: a command where the reader acts, else a statement."""
        if self.style == "whole":
            return fill(self.variant, self.values, self.language.plural)
        return self.base() if self.command else self.statement()

    def statement(self) -> str:
        """As in a condition, where *you* is said too."""
        if self.style == "whole":
            return fill(self.variant, self.values, self.language.plural)
        if self.subject is None:
            return self.base()
        return f"{self.lead()}{self.language.facts['space']}{self.finite()}"

    def lead(self) -> str:
        """The subject as the words want it: some languages say *your HP are 5*."""
        first = self.variant.pieces[0] if self._start and self.variant.pieces else None
        assert self.subject is not None
        return self.subject.spoken(first.form if isinstance(first, Hole) else "")

    @property
    def _start(self) -> int:
        return 1 if self.style == "subject" else 0

    def _lower(self, text: str) -> str:
        return text[:1].lower() + text[1:] if self.language.facts["capital"] else text
