"""What is known while a text is told: who *this* and *you* are, which names are in scope and were mentioned, and which
numbers still have to be explained.

A choice that fits into one sentence is told inside it; whether it fits is found by trying, so all that changes while
telling can be marked and put back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import define, evolve, field

from greyc.runtime import ir

from .language import Language
from .lexicon import Lexicon, Noun
from .phrase import Phrase
from .sorts import UNKNOWN, Sort, Sorts

Mark: TypeAlias = tuple[Any, ...]


@define(eq=False)
class Entity:
    """What a local name stands for. `intro` is how it is told the first time; `fixed` how it is told always."""

    sort: Sort
    noun: Noun
    many: bool = False
    intro: Callable[[], Phrase] | None = None
    first: str | None = None
    """The words that told it the first time."""
    det: str = "that"
    letter: str = ""
    fixed: Phrase | None = None
    mentions: int = 0
    single: bool = False
    """A list of one at most, told as that one."""
    any_word: bool = False
    """Any word of its kind, which goes unsaid before a noun: *gains mana*."""
    named: bool = False
    """Its noun says what it is, so that members are *a die thrown* and not *one of the dice thrown*."""


@define(eq=False)
class Scope:
    lexicon: Lexicon
    bearer: str
    """The kind of `this`."""
    yours: bool
    """Whether `owner` is the reader: the kind says `decides owner`."""
    locals: dict[str, Entity] = field(factory=dict)
    types: dict[str, Sort] = field(factory=dict)
    subject: Entity | None = None
    letters: list[str] = field(factory=list)
    """Those in use, shared with inner scopes."""
    waiting: list[tuple[str, str]] = field(factory=list)
    """Letters used in the sentence, and what they stand for."""
    hook: bool = False
    """In a `before` hook, where `stop` keeps the watched call from happening."""
    about_this: bool = False
    """A sentence has begun with `this`, which is *it* from then on."""
    silent: set[tuple[str, str]] = field(factory=set)
    """Flags that are told as *once per*."""
    depth: int = 0
    holes: dict[str, ir.MessageArg] | None = None
    """For prompts: the values that the words leave open, by hole."""
    sorts: Sorts = field(init=False)
    decides: ir.Expr | None = None

    def __attrs_post_init__(self) -> None:
        self.sorts = Sorts(self.lexicon)

    @property
    def language(self) -> Language:
        return self.lexicon.language

    def child(self) -> Scope:
        """For names that end with a block: what is mentioned and explained inside is kept."""
        return evolve(self, locals=dict(self.locals), types=dict(self.types), depth=self.depth + 1)

    def sort(self, expr: ir.Expr) -> Sort:
        return self.sorts.of(expr, self.types)

    def bind(self, name: str, entity: Entity) -> Entity:
        self.locals[name] = entity
        self.types[name] = entity.sort
        return entity

    def entity(self, sort: Sort, **more: Any) -> Entity:
        """An entity of a sort, with its noun."""
        noun = more.pop("noun", None) or self.lexicon.noun("number" if sort.number else sort.name)
        return Entity(sort, noun, many=sort.list, **more)

    def letter(self) -> str:
        letters: str = self.language.facts["letters"]
        self.letters.append(letters[min(len(self.letters), len(letters) - 1)])
        return self.letters[-1]

    def mark(self) -> Mark:
        told = [(e, e.mentions, e.intro, e.letter) for e in self.locals.values()]
        holes = dict(self.holes) if self.holes is not None else None
        return (len(self.letters), len(self.waiting), self.subject, told, holes)

    def reset(self, mark: Mark) -> None:
        letters, waiting, self.subject, told, holes = mark
        del self.letters[letters:]
        del self.waiting[waiting:]
        for entity, mentions, intro, letter in told:
            entity.mentions, entity.intro, entity.letter = mentions, intro, letter
        if holes is not None and self.holes is not None:
            self.holes.clear()
            self.holes.update(holes)

    def say(self, key: str, negative: bool = False, /, **values: Any) -> str:
        return self.language.say(key, negative, **values)

    @property
    def you(self) -> Phrase:
        return Phrase(self.language, fixed=self.say("np.you"), possessive=self.say("np.your"), you=True, many=True)

    def this(self, det: str = "this") -> Phrase:
        return Phrase(self.language, noun=self.lexicon.noun(self.bearer), det=det)

    def is_this(self, expr: ir.Expr) -> bool:
        return isinstance(expr, ir.Local) and expr.name == "this"

    def is_you(self, expr: ir.Expr) -> bool:
        """Whether an expression is the reader."""
        if isinstance(expr, ir.Local):
            entity = self.locals.get(expr.name)
            return entity is not None and entity.fixed is not None and entity.fixed.you
        return self.yours and isinstance(expr, ir.Attr) and expr.name == "owner" and self.is_this(expr.of)

    def type(self, name: str) -> Sort:
        return self.types.get(name, UNKNOWN)
