"""What the core language has built in: verbs, functions, attributes, names. Declared here once; the checker, the runtime,
the reference docs and the schema read these tables, and a test holds them together.

Types are written as in greyc.runtime.ir.expr; `T` stands for the same type wherever it stands in a signature, `thing` for
any seat, copy, token or place.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class CoreSlot:
    label: str
    prep: str
    """"" for the leading argument, "as" for the result."""
    type: str
    optional: bool = False


@frozen
class CoreVerb:
    name: str
    slots: tuple[CoreSlot, ...]
    result: str | None
    doc: str
    settings: bool = False
    """Takes `with FIELD = value` for the fields and states of what it makes."""


@frozen
class CoreFunction:
    name: str
    params: tuple[str, ...]
    """Types; a trailing `?` on the whole entry in brackets, `[int]`, marks an optional one, `...` repeats the last."""
    result: str
    doc: str
    named: tuple[tuple[str, str], ...] = ()
    query: bool = False
    """May be written over a query: `count(x in S where C)`, `sum(E for x in S)`."""
    only_tests: bool = False
    """Rules can't ask it, so it stands on no card."""


@frozen
class CoreName:
    name: str
    type: str
    doc: str


def _s(label: str, prep: str, type_: str, optional: bool = False) -> CoreSlot:
    return CoreSlot(label, prep, type_, optional)


VERBS: dict[str, CoreVerb] = {
    v.name: v
    for v in (
        CoreVerb(
            "move",
            (_s("what", "", "thing|list<thing>"), _s("to", "to", "zone<T>"), _s("position", "at", "position", True)),
            None,
            "Moves a thing, or a list one after another, to a zone: on top, or with `at bottom` below. Into an unordered "
            "zone it goes last. What leaves the game moves to `box`. A token that leaves its zone for the box vanishes.",
        ),
        CoreVerb(
            "pull",
            (_s("amount", "", "int"), _s("from", "from", "zone<T>")),
            "list<T>",
            "The next things of a zone, from the top. If too few are left and the zone refills from another, that one is "
            "shuffled under them first, which is a `shuffle` of the zone. They stay where they are until moved.",
        ),
        CoreVerb(
            "create",
            (_s("what", "", "printed<T>"), _s("into", "into", "zone<T>")),
            "T",
            "Makes a copy of a printed card, or a thing of a kind, in a zone.",
            settings=True,
        ),
        CoreVerb(
            "shuffle",
            (_s("what", "", "zone<T>"),),
            None,
            "Puts a zone (or a list state) in random order; whatever was known of it is known no more.",
        ),
        CoreVerb(
            "reveal",
            (_s("what", "", "thing|list<thing>|zone<thing>"), _s("to", "to", "seat|list<seat>")),
            None,
            "Lets seats know what it is, until it is shuffled or enters a zone they can't see.",
        ),
        CoreVerb(
            "roll", (_s("what", "", "die|list<die>"),), "list<rolled>", "Rolls dice. Each has `.face` and `.die`."
        ),
        CoreVerb(
            "attach",
            (_s("what", "", "keyword"), _s("to", "to", "thing")),
            None,
            "Gives a thing a keyword, with its parameters.",
        ),
        CoreVerb(
            "detach",
            (_s("what", "", "keyword"), _s("from", "from", "thing")),
            None,
            "Takes an attached keyword away again.",
        ),
        CoreVerb(
            "lay",
            (_s("what", "", "place|printed<place>"), _s("on", "on", "board"), _s("spot", "at", "spot")),
            None,
            "Puts a place on a board: one that is in the game, or a new one of a printed place; of a card with a drawing all "
            "its places, column 1 of row 1 at the spot. A place that lay elsewhere leaves there.",
        ),
        CoreVerb("link", (_s("from", "", "place"), _s("to", "to", "place")), None, "Joins two places."),
        CoreVerb("unlink", (_s("from", "", "place"), _s("to", "to", "place")), None, "Parts two places."),
        CoreVerb("eliminate", (_s("player", "", "seat"),), None, "A seat leaves the game; `players` has it no more."),
    )
}

FUNCTIONS: dict[str, CoreFunction] = {
    f.name: f
    for f in (
        CoreFunction("count", ("list<T>",), "int", "How many.", query=True),
        CoreFunction("sum", ("list<int>",), "int", "The sum; 0 of nothing.", query=True),
        CoreFunction("any", ("list<T>",), "flag", "Is there one?", query=True),
        CoreFunction("all", ("list<T>",), "flag", "Do all of them?", query=True),
        CoreFunction(
            "min", ("int", "..."), "int", "The least of numbers, of a list, or of a query's terms.", query=True
        ),
        CoreFunction("max", ("int", "..."), "int", "The greatest; of an empty list an error.", query=True),
        CoreFunction("first", ("list<T>",), "T?", "The first, or nothing.", query=True),
        CoreFunction("last", ("list<T>",), "T?", "The last, or nothing.", query=True),
        CoreFunction(
            "top",
            ("zone<T>", "[int]"),
            "T?",
            "The top thing of a zone, or nothing; with a number, the top n as a list. Looks only, never refills.",
        ),
        CoreFunction("join", ("list<T>", "..."), "list<T>", "Lists put end to end, or those of a query.", query=True),
        CoreFunction("position", ("T", "list<T>"), "int", "Place in a list, from 1; 0 if it is not there."),
        CoreFunction("abs", ("int",), "int", "Without its sign."),
        CoreFunction("values", ("word",), "list<T>", "All words of a word kind, in order."),
        CoreFunction("keys", ("tally<T>",), "list<T>", "The words or numbers a tally counts more than 0 of, in order."),
        CoreFunction("total", ("tally<T>",), "int", "All counts of a tally together."),
        CoreFunction("next", ("seat",), "seat", "The next seat to the left that still plays."),
        CoreFunction("seats_from", ("seat",), "list<seat>", "All seats that still play, from this one on, leftwards."),
        CoreFunction("seat", ("int",), "seat", "The seat of that number, from 1."),
        CoreFunction(
            "neighbours", ("place?",), "list<place>", "The places linked to this one; none where there is no place."
        ),
        CoreFunction("adjacent", ("spot",), "list<place>", "The places beside a spot of a board."),
        CoreFunction(
            "distance",
            ("place", "place|list<place>"),
            "far_int",
            "Steps on the shortest way to the place, or to the nearest of a list; far where there is none.",
            named=(("within", "list<place>"),),
        ),
        CoreFunction(
            "reachable",
            ("place", "int"),
            "list<place>",
            "Places at most so many steps away, nearest first, without the start.",
            named=(("within", "list<place>"),),
        ),
        CoreFunction(
            "path",
            ("place", "place"),
            "list<place>",
            "One shortest way, without the start; empty where there is none.",
            named=(("within", "list<place>"),),
        ),
        CoreFunction("spot", ("board", "int", "int"), "spot", "The spot of a board at column and row."),
        CoreFunction("place_at", ("spot|board", "[int]", "[int]"), "place?", "The place that lies at a spot."),
        CoreFunction(
            "places", ("board",), "list<place>", "The places that lie on a board, also where a list is wanted."
        ),
        CoreFunction("spots", ("board",), "list<spot>", "The empty spots beside the places of a board."),
        CoreFunction("side", ("place|spot", "place|spot"), "side", "On which side of the first the second lies."),
        CoreFunction("toward", ("place|spot", "side"), "spot", "The spot on that side."),
        CoreFunction(
            "turn",
            ("side", "int", "[board]"),
            "side",
            "A side after so many quarter (hex: sixth) turns clockwise. The board says which, where a game has both.",
        ),
        CoreFunction(
            "sees",
            ("seat", "thing"),
            "flag",
            "In tests alone: whether the seat knows which copy or token that is. Rules treat all seats alike in this.",
            only_tests=True,
        ),
    )
}

NAMES: dict[str, CoreName] = {
    n.name: n
    for n in (
        CoreName("players", "list<seat>", "The seats that still play, in order."),
        CoreName("this", "thing", "The copy on which these words stand; for a keyword, its bearer."),
        CoreName("owner", "seat", "The seat to which `this` belongs: from holder to holder up to the seat."),
        CoreName("holder", "thing", "The thing whose zone holds `this`."),
        CoreName("nothing", "nothing", "What is absent."),
        CoreName("yes", "flag", "True."),
        CoreName("no", "flag", "False."),
        CoreName("box", "zone<thing>", "Where things go that leave the game."),
        CoreName("far", "far_int", "Greater than every number: the distance where there is no way."),
        CoreName("outcome", "outcome?", "`won` or `lost` once the game has ended."),
        CoreName("winner", "seat?", "Who won, where one seat wins alone."),
    )
}

ATTRIBUTES: dict[str, CoreName] = {
    n.name: n
    for n in (
        CoreName("zone", "zone<T>?", "The zone it lies in."),
        CoreName("owner", "seat?", "The seat it belongs to."),
        CoreName("holder", "thing?", "The thing whose zone holds it."),
        CoreName("place", "place?", "The place it stands on."),
        CoreName("card", "printed<T>", "The printed card of a copy."),
        CoreName("die", "die", "Of a rolled die: which die it is."),
        CoreName("face", "int", "Of a rolled die: what it shows. May be assigned."),
        CoreName("faces", "list<int>", "Of a die: its faces."),
    )
}

WORDS: dict[str, tuple[str, ...]] = {
    "flag": ("yes", "no"),
    "outcome": ("won", "lost"),
    "position": ("top", "bottom"),
    "side": ("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"),
}
"""Word kinds of the core. A grid has the four sides, a hex board east, west and the four slanting ones."""

ACTION_PASS = "pass"
"""The built-in action by which a seat is done with an offer."""

COPY_FIELDS: tuple[tuple[str, str], ...] = (("copies", "int"), ("flavour", "words"))
"""Fields every card kind has, with 1 and nothing as defaults."""


__all__ = [
    "ACTION_PASS",
    "ATTRIBUTES",
    "COPY_FIELDS",
    "FUNCTIONS",
    "NAMES",
    "VERBS",
    "WORDS",
    "CoreFunction",
    "CoreName",
    "CoreSlot",
    "CoreVerb",
]
