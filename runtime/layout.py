"""Where everything lies in the state: one flat list of immutable values.

A thing (the table, a seat, a copy, a token, a place, a rolled die) is the index of its first cell, its base; its cells
follow in a fixed order: the header, then the fields fixed per copy, states and zones of its kind and of the kinds above
it, so that a cell has the same distance from the base in every kind that has it. A zone takes two cells: what lies in
it (a tuple, top first) and (holder, zone number); a zone as a value is the index of the first of them. So a copy of the
whole table is one copy of one list, a write is one assignment, and undo needs index and old value alone.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from . import ir

# Header of every thing.
DEF, ZONE, KNOWN, AGE, KEYWORDS = 0, 1, 2, 3, 4
HEADER = 5
# A place has three more: on which board, column, row.
BOARD, X, Y = 5, 6, 7
PLACE_HEADER = 8
# A rolled die is no thing with a zone: its die and its face.
DIE, FACE = 1, 2
ROLLED_SIZE = 3

# The table is the thing at 0; these are its cells before those the game declares.
RNG = 5  # the random generator, one integer
SERIAL = 6  # counts who learned of what: the handles of things, from 2 (1: known from the start)
AGES = 7  # counts activations
RUNNING = 8  # calls that `during`, `until`, `stop` and `once` care about: ((verb, call number, arguments), ...)
CALLS = 9  # counts such calls
TEMPORARY = 10  # modifiers with `until`
INFO = 11  # counts news (see greyc.runtime.sight) and random numbers
OUTCOME = 12
WINNER = 13
SEATS = 14  # seats that still play
ALL_SEATS = 15
TOGETHER = 16  # how many `together` are open
FIRING = 17  # `whenever` whose bodies run
LINKS = 18  # links made and cut in play
THINGS = 19  # every thing made, by age
BOX = 20  # zone, two cells
TABLE_SIZE = 22


@define
class Member:
    """A field, state or zone of a kind."""

    name: str
    kind: str
    """The kind that declares it."""
    what: str
    """"field", "state" or "zone"."""
    type: str
    offset: int
    """Distance from the base; -1: a printed field, read from the tables of printed cards."""
    default: ir.Expr | None
    decl: ir.FieldDecl | ir.StateDecl | ir.ZoneDecl
    pack: int
    zone_number: int = -1


@define
class KindLayout:
    name: str
    parent: str | None
    root: str
    number: int
    members: dict[str, Member] = field(factory=dict)
    size: int = HEADER
    ancestors: tuple[str, ...] = ()
    """Itself first, the root kind last."""
    children: set[str] = field(factory=set)
    """Names of itself and all kinds below."""
    active_in: frozenset[str] = frozenset()
    decides: ir.Expr | None = None
    pack: int = 0


@define
class ZoneInfo:
    """What the runtime needs of a zone's declaration; `number` is the zone number in a zone's second cell."""

    number: int
    name: str
    kind: str
    """The kind that has it, "" for the table."""
    offset: int
    decl: ir.ZoneDecl
    open: bool
    first: str
    """The kind that has it first, where `kind` writes it again (decision 0325); what is read of it goes by this name."""
    mask: int = 0
    """Bits of all that must be looked at again when something enters or leaves."""
    refills: int | None = None
    """Distance from this zone's cell to that of the zone it refills from (same holder)."""
    returns: tuple[str, int] | None = None
    """("holder", offset) or ("owner", offset) or ("table", offset)."""


GREATEST = 10**15
"""Numbers of a game lie between this and its negative: as many digits as can be written, and exact in JSON."""


def clamp_range(type_: str) -> tuple[int, int] | None:
    """The bounds of a range type, `0..20`."""
    low, dots, high = type_.rstrip("?").partition("..")
    return (int(low), int(high)) if dots else None


def encode(value: Any) -> Any:
    """A value of the state as JSON: tuples, tables and sets are tagged lists."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        return [encode(v) for v in value]
    if isinstance(value, dict):
        return {"m": [[encode(k), encode(v)] for k, v in value.items()]}
    if isinstance(value, frozenset):
        return {"s": [encode(v) for v in sorted(value)]}
    if value == float("inf"):
        return {"far": True}
    raise TypeError(f"{value!r} can't be saved")


PLAIN = frozenset({int, str, bool, type(None)})
"""Types of values that JSON holds as they are: nearly all of a save."""


def decode(value: Any) -> Any:
    """The inverse of `encode`. Raises ValueError for what no state holds."""
    if isinstance(value, list):
        if PLAIN.issuperset(map(type, value)):
            return tuple(value)
        return tuple([v if type(v) in PLAIN else decode(v) for v in value])
    if isinstance(value, dict):
        if "m" in value:
            return {decode(k): decode(v) for k, v in value["m"]}
        if "s" in value:
            return frozenset(decode(v) for v in value["s"])
        return float("inf")
    if isinstance(value, float):
        raise ValueError(f"no state has the number {value}")
    return value
