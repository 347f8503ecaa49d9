"""Types of the language: values that compare by content, their text as the IR writes it, and which fits where.

A kind's type carries its whole lineage (itself and everything it is, up to `thing`), so that whether one fits the other
is seen from the two types alone and this module needs no symbol table. Fitting here means "is one": what the compiler
inserts on the way (a zone's contents where a list is wanted, the only copy of a printed card) is compiler/coerce.py.

`ERROR` is the type of what was already reported. It fits everything and everything fits it, which keeps one mistake
one message.
"""

from __future__ import annotations

from functools import reduce

from attrs import field, frozen


class Type:
    """Base of all types. `text` is the form used in the IR (see greyc.runtime.ir.expr)."""

    __slots__ = ()

    @property
    def text(self) -> str:
        raise AssertionError("every type has a text")

    def __str__(self) -> str:
        return self.text


@frozen
class Basic(Type):
    """A type with nothing to say but its name."""

    name: str

    @property
    def text(self) -> str:
        return self.name


@frozen
class Int(Type):
    """A number; between `low` and `high`, or one of `choices`, where the author said so."""

    low: int | None = None
    high: int | None = None
    choices: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return "int" if self.low is None or self.high is None else f"{self.low}..{self.high}"

    def allows(self, value: int) -> bool:
        """Whether a constant keeps to the range or is one of the choices."""
        if self.choices:
            return value in self.choices
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@frozen
class Kind(Type):
    """A thing of a kind. `lineage`: the kind, its parent and so on to `thing`. `also` names the card or keyword whose own
    states and zones it has besides (`this` in its body)."""

    name: str
    lineage: tuple[str, ...] = field(eq=False)
    also: str | None = field(default=None, eq=False)

    @property
    def text(self) -> str:
        return self.name

    @property
    def root(self) -> str:
        """seat, card, token or place; `thing` for a thing of any."""
        return self.lineage[-2] if len(self.lineage) > 1 else self.lineage[0]


@frozen
class OneOf(Type):
    """A thing of one of several kinds: `deed|wound`."""

    kinds: tuple[Kind, ...]

    @property
    def text(self) -> str:
        return "|".join(kind.name for kind in self.kinds)


@frozen
class Word(Type):
    """A word of a word kind."""

    name: str
    ordered: bool = field(default=False, eq=False)

    @property
    def text(self) -> str:
        return self.name


@frozen
class Die(Type):
    """A die, or (`rolled`) one that lies there; `face` is what its faces are."""

    rolled: bool
    face: Type = field(eq=False)

    @property
    def text(self) -> str:
        return "rolled" if self.rolled else "die"


@frozen
class Spot(Type):
    """A spot of a board; `place` is the kind of place that may lie there."""

    place: Kind | OneOf = field(eq=False)

    @property
    def text(self) -> str:
        return "spot"


@frozen
class Board(Type):
    """A board, and of what places it is."""

    place: Kind | OneOf = field(eq=False)

    @property
    def text(self) -> str:
        return "board"


@frozen
class Printed(Type):
    """A printed card."""

    of: Kind | OneOf

    @property
    def text(self) -> str:
        return f"printed<{self.of.text}>"


@frozen
class List(Type):
    of: Type

    @property
    def text(self) -> str:
        return f"list<{self.of.text}>"


@frozen
class Zone(Type):
    """A zone or slot for things of a kind."""

    of: Kind | OneOf

    @property
    def text(self) -> str:
        return f"zone<{self.of.text}>"


@frozen
class Tally(Type):
    """A count for each word or number; what is missing counts 0."""

    of: Type

    @property
    def text(self) -> str:
        return f"tally<{self.of.text}>"


@frozen
class By(Type):
    """A table by number of seats; read as a value, it is that for the seats at the start."""

    of: Type

    @property
    def text(self) -> str:
        return f"by<{self.of.text}>"


@frozen
class Table(Type):
    """A map as it is written, `{plains: 2, hills: 3}`: becomes a tally or a table by seats, or is read at once."""

    key: Type
    of: Type

    @property
    def text(self) -> str:
        return f"table<{self.key.text},{self.of.text}>"


@frozen
class Optional(Type):
    """What may be absent."""

    of: Type

    @property
    def text(self) -> str:
        return f"{self.of.text}?"


ERROR = Basic("error")
"""Of what was reported already."""
NEVER = Basic("never")
"""Of the members of `[]`: fits everything."""
NOTHING = Basic("nothing")
INT = Int()
FAR_INT = Basic("far_int")
"""A number or `far`."""
FLAG = Basic("flag")
WORDS = Basic("words")
KEYWORD = Basic("keyword")
ANYTHING = "any thing"
"""What every kind is in the end: no name that an author could give."""
THING = Kind(ANYTHING, (ANYTHING,))
ROOTS = {name: Kind(name, (name, ANYTHING)) for name in ("seat", "card", "token", "place")}
SEAT, CARD, TOKEN, PLACE = ROOTS["seat"], ROOTS["card"], ROOTS["token"], ROOTS["place"]
SPOT, BOARD = Spot(PLACE), Board(PLACE)
SIDE, POSITION, OUTCOME = Word("side"), Word("position"), Word("outcome")


def optional(of: Type) -> Type:
    """`of?`, once."""
    return of if isinstance(of, Optional) or of in (ERROR, NOTHING) else Optional(of)


def unwrap(of: Type) -> Type:
    """Without its `?`."""
    return of.of if isinstance(of, Optional) else of


def single(of: Type) -> Type:
    """What each single value is: without `?`, lists, tallies and tables."""
    while isinstance(of, Optional | List | Tally | By):
        of = of.of
    return of


def kinds_of(of: Type) -> tuple[Kind, ...]:
    """The kinds of a thing's or printed card's type; empty for any other."""
    if isinstance(of, Kind):
        return (of,)
    if isinstance(of, OneOf):
        return of.kinds
    return kinds_of(of.of) if isinstance(of, Printed) else ()


def is_thing(of: Type) -> bool:
    return isinstance(of, Kind | OneOf)


def one_of(kinds: tuple[Kind, ...]) -> Kind | OneOf:
    """The type of a thing of one of these kinds; a kind below another of them adds nothing."""
    kept = [
        k
        for i, k in enumerate(kinds)
        if not any(o is not k and o.name in k.lineage and (o != k or j < i) for j, o in enumerate(kinds))
    ]
    return kept[0] if len(kept) == 1 else OneOf(tuple(kept))


def subkind(sub: Type, of: Type) -> bool:
    """Whether every thing of the first type is one of the second; both are types of things."""
    return all(any(o.name in s.lineage for o in kinds_of(of)) for s in kinds_of(sub))


def related(one: Type, other: Type) -> bool:
    """Whether a thing may be of both types: some kind of one is a kind of the other."""
    return any(o.name in s.lineage or s.name in o.lineage for s in kinds_of(one) for o in kinds_of(other))


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of the one type is one of the other as it stands."""
    if actual is wanted or actual in (ERROR, NEVER) or wanted is ERROR:
        return True
    if isinstance(wanted, Optional):
        return actual is NOTHING or fits(unwrap(actual), wanted.of)
    if isinstance(wanted, Int):
        return isinstance(actual, Int)
    if wanted is FAR_INT:
        return isinstance(actual, Int) or actual == FAR_INT
    if is_thing(wanted):
        return is_thing(actual) and subkind(actual, wanted)
    if isinstance(wanted, Printed):
        return isinstance(actual, Printed) and subkind(actual.of, wanted.of)
    if isinstance(wanted, Zone):
        # What is asked of a zone is asked of what moves, so a zone for more kinds does as well as one for fewer.
        return isinstance(actual, Zone) and related(actual.of, wanted.of)
    if isinstance(wanted, List | Tally | By):
        return type(actual) is type(wanted) and fits(actual.of, wanted.of)
    if isinstance(wanted, Table):
        return isinstance(actual, Table) and fits(actual.key, wanted.key) and fits(actual.of, wanted.of)
    return actual == wanted


def join(one: Type, other: Type) -> Type | None:
    """The narrowest type that both fit, or None. A zone and a list join as a list."""
    if fits(one, other):
        return other if one is not ERROR else one
    if fits(other, one):
        return one
    if one is NOTHING or other is NOTHING:
        return optional(other if one is NOTHING else one)
    if isinstance(one, Optional) or isinstance(other, Optional):
        inner = join(unwrap(one), unwrap(other))
        return None if inner is None else optional(inner)
    if is_thing(one) and is_thing(other):
        return common_kind(one, other)
    if isinstance(one, Printed) and isinstance(other, Printed):
        kind = common_kind(one.of, other.of)
        return None if kind is None else Printed(kind)
    if isinstance(one, List | Zone) and isinstance(other, List | Zone):
        inner = join(one.of, other.of)
        return None if inner is None else List(inner)
    if isinstance(one, Table) and isinstance(other, Table):
        key, value = join(one.key, other.key), join(one.of, other.of)
        return None if key is None or value is None else Table(key, value)
    return None


def common_kind(one: Type, other: Type) -> Kind | None:
    """The nearest kind that all kinds of both types are, if it is more than `thing`."""
    kinds = kinds_of(one) + kinds_of(other)
    shared = reduce(lambda line, kind: tuple(n for n in line if n in kind.lineage), kinds[1:], kinds[0].lineage)
    if shared[0] == ANYTHING:
        return None if any(kind.name != ANYTHING for kind in kinds) else THING
    line = kinds[0].lineage
    return Kind(shared[0], line[line.index(shared[0]) :])


def say(of: Type) -> str:
    """The type for a reader: "a number", "a list of monster"."""
    if isinstance(of, Basic):
        return _BASICS[of.name]
    if isinstance(of, Int):
        if of.choices:
            return "one of " + ", ".join(map(str, of.choices))
        return "a number" if of.low is None else f"a number from {of.low} to {of.high}"
    if isinstance(of, Kind):
        return "a thing" if of is THING else f"{article(of.name)} {of.name}"
    if isinstance(of, Spot):
        return "a spot of a board"
    if isinstance(of, Board):
        return "a board"
    if isinstance(of, OneOf):
        return " or ".join(say(kind) for kind in of.kinds)
    if isinstance(of, Word):
        return f"{article(of.name)} {of.name}"
    if isinstance(of, Die):
        return "a rolled die" if of.rolled else "a die"
    if isinstance(of, Printed):
        return f"a printed {of.of.text}"
    if isinstance(of, Optional):
        return f"{say(of.of)} or nothing"
    if isinstance(of, List):
        return "an empty list" if of.of is NEVER else f"a list of {_several(of.of)}"
    if isinstance(of, Zone):
        return f"a zone of {'anything' if of.of is THING else of.of.text}"
    if isinstance(of, Tally):
        return f"a tally of {_several(of.of)}"
    if isinstance(of, By):
        return f"a table by players of {_several(of.of)}"
    return "a table"


def article(noun: str) -> str:
    vowel = noun[:1] in "aeiouAEIOU" and not noun.startswith(("uni", "use", "usu", "eu", "one"))
    return "an" if vowel else "a"


def _several(of: Type) -> str:
    name = say(of)
    for lead in ("a ", "an "):
        if name.startswith(lead):
            name = name[len(lead) :]
    return {"number": "numbers"}.get(name, name)


_BASICS = {
    "error": "something wrong",
    "never": "nothing at all",
    "nothing": "nothing",
    "far_int": "a distance",
    "flag": "yes or no",
    "words": "a text",
    "keyword": "a keyword",
}
