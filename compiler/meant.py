"""What an author meant by a name that nothing has: a word of other languages, a name that has it in it, a title.

The nearest spelling is asked first (spell.py); this is for names that are no slip of the fingers. A game's own words are
found by what its authors say of them: the titles of cards, kinds and abilities, and the texts of verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from greyc.compiler.entries import Entry, FunctionInfo, WordKindInfo
from greyc.compiler.spell import listed, nearest
from greyc.compiler.symbols import Symbols
from greyc.dsl import Instead, nodes
from greyc.dsl.foreign import FIRST_WORDS

_MOST: Final = 4
_CALLS: Final = {
    **dict.fromkeys(("return", "yield"), "result VALUE ends a verb with a value, stop ends it without one"),
    **dict.fromkeys(("break", "exit", "quit"), "stop ends the verb; a while ends when its condition no longer holds"),
    **dict.fromkeys(("continue", "next"), "write an if, and below it what is not left out"),
    **dict.fromkeys(("pass", "noop"), "leave it out, together with what opens the block: no block is empty"),
    **dict.fromkeys(("print", "echo", "display"), 'write log "WORDS"'),
    "set": "write NAME = VALUE",
    **dict.fromkeys(("add", "increase", "increment"), "write NAME += NUMBER, or move THING to ZONE"),
    **dict.fromkeys(("subtract", "decrease", "decrement", "reduce"), "write NAME -= NUMBER"),
    "put": "write move THING to ZONE",
    **dict.fromkeys(("destroy", "delete", "remove"), "write move THING to box to take it out of the game"),
    **dict.fromkeys(("win", "wins", "winner", "won"), "write end game won"),
    **dict.fromkeys(("lose", "loses", "loser", "lost", "defeat"), "write end game lost"),
    "loop": "write repeat NUMBER:",
    "draw": "write pull NUMBER from ZONE as NAME, and move NAME to ZONE",
    **dict.fromkeys(
        ("ask", "prompt", "select", "pick", "decide"),
        'write choose x in SET by PLAYER "Question?":, may "Question?" by PLAYER: or offer GROUP to PLAYER',
    ),
    "answer": "in a test write answers VALUE, VALUE above what asks; a set is answered with a list: answers [VALUE]",
    **dict.fromkeys(("assert", "check", "verify", "should"), "in a test write expect CONDITION"),
    **dict.fromkeys(("game", "players"), "write end game won or end game lost"),
}
_KINDS: Final = {
    **dict.fromkeys(("number", "integer", "num", "Int", "float", "double"), "write int"),
    **dict.fromkeys(("bool", "boolean", "Bool", "yesno"), "write flag"),
    **dict.fromkeys(("text", "string", "str", "String", "char"), "write words"),
    **dict.fromkeys(("dict", "map", "counter"), "write tally of KIND, or TYPE by players"),
    **dict.fromkeys(("array", "set", "List"), "write list of KIND"),
}
_FUNCTIONS: Final = {
    **dict.fromkeys(
        ("random", "rand", "randint", "random_int", "d6"),
        "declare a die, die NAME: 1 2 3 4 5 6, and in a block roll NAME as r; a random card is the first of a shuffled zone",
    ),
    **dict.fromkeys(("len", "length", "size", "number"), Instead.of("write count(...)", "count")),
    **dict.fromkeys(("empty", "is_empty"), Instead.of("write not any(...)", "not any")),
    **dict.fromkeys(("exists", "some"), "write any(x in SET where CONDITION)"),
    **dict.fromkeys(("every_one", "forall"), "write all(CONDITION for x in SET)"),
}
_NUMBERS: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_NOTHING: Final = dict.fromkeys(("none", "empty", "absent", "missing", "undefined", "Nothing"), "write nothing")
_VALUES: Final = {
    **dict.fromkeys(("me", "self", "myself", "my", "it"), "this is the card itself, owner the player whose it is"),
    **dict.fromkeys(("you", "current_player"), "owner is the player whose card this is; players are all"),
    **dict.fromkeys(("everyone", "everybody", "all_players"), "write players"),
    **dict.fromkeys(("on", "On", "YES"), "write yes"),
    **dict.fromkeys(("off", "Off", "NO"), "write no"),
    **_NOTHING,
    **{word: f"write {number}" for number, word in enumerate(_NUMBERS)},
}
_FOREIGN: Final[Mapping[str, Mapping[str, str]]] = {
    "verb": _CALLS,
    "function": _FUNCTIONS,
    "kind": {**FIRST_WORDS, **_KINDS},
    "kind or card": _NOTHING,
    "value": _VALUES,
}


def foreign(name: str, what: str) -> str | None:
    """What to write for a word that greyc does not have."""
    return _FOREIGN.get(what, {}).get(name)


def guess(name: str, what: str, known: Sequence[str], symbols: Symbols) -> str | None:
    """Names that were likely meant, as a question: the same title, the nearest spelling, a word in common, a text."""
    titled = by_title(name, what, known, symbols)
    if titled is not None:
        return titled
    near = nearest(name, known)
    shared = [other for other in sharing_words(name, known) if other != near]
    if near is not None:
        # A short name is near to many, so one that has it in it may be meant as well.
        return _several([near, *shared] if len(name) < _SHORT else [near], symbols)
    return otherwise(name, what, known, symbols)


_SHORT: Final = 5


def by_title(name: str, what: str, known: Iterable[str], symbols: Symbols) -> str | None:
    """Names whose title is just this, as a question."""
    said = name.lower().replace("_", " ")
    entries = _entries(known, what, symbols)
    return _several([other for other, each in entries if said in map(_plain, _titles(each))], symbols)


def otherwise(name: str, what: str, known: Iterable[str], symbols: Symbols) -> str | None:
    """Names that have this one in them, or it them, and those whose text says it, as a question."""
    entries = _entries(known, what, symbols)
    found = dict.fromkeys(sharing_words(name, [other for other, _ in entries]))
    words = {name.lower(), name.lower().removesuffix("s")}
    found.update(dict.fromkeys(other for other, entry in entries if words & said_of(entry)))
    return _several(list(found), symbols)


_LET: Final = re.compile(r"[ \t]*(?:let[ \t]+)?(\w+)[ \t]*=[ \t]*\Z")


def verb_as_value(name: str, text: str, start: int, given: str | None = None) -> str:
    """What to write where a verb stands as a value: a line of its own, which names what comes of it. `given`: what was given
    to it; else all that stands behind it in its line."""
    begin, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)].split("#")[0].strip().removesuffix(":")
    call = line if given is None else f"{name} {given}".strip()
    target = _LET.match(text[begin:start])
    advice = f"{name} is a verb: write {call} as {target[1] if target else 'NAME'}"
    if target is None:
        return f"{advice} in a line above"
    indent = len(text[begin:]) - len(text[begin:].lstrip(" \t"))
    return Instead.of(advice, f"{call} as {target[1]}", at=(begin + indent, start + len(line)))


def sharing_words(name: str, known: Iterable[str]) -> list[str]:
    """The names that have this one in them, or it them."""
    return [other for other in known if _is_part(name, other) or _is_part(other, name)]


def _entries(known: Iterable[str], what: str, symbols: Symbols) -> list[tuple[str, Entry]]:
    return [(name, entry) for name in known if (entry := _entry(name, what, symbols)) is not None]


def said_of(entry: Entry) -> set[str]:
    """The words that people read of it."""
    texts = [_plain(title) for title in _titles(entry)]
    node = getattr(entry, "node", None)
    if isinstance(node, nodes.Verb):
        texts += [_plain(each.text.value) for each in node.body if isinstance(each, nodes.Text | nodes.Log)]
    return {word for text in texts for word in text.split()}


def _titles(entry: Entry) -> Iterator[str]:
    """Each form of its title: for one, for many."""
    node = getattr(entry, "node", None)
    title = getattr(node, "title", None) or getattr(entry, "title", None)
    if isinstance(title, nodes.String):
        for part in title.value.split(" / "):
            yield from part.split("|")


_FILLED: Final = re.compile(r"\{[^}]*\}")
_SIGNS: Final = re.compile(r"[^\w ]+")


@cache
def _plain(text: str) -> str:
    """Small letters and blanks, what is filled in left out; `[draw|draws]` is both words."""
    return " ".join(_SIGNS.sub(" ", _FILLED.sub(" ", text)).lower().split())


def _is_part(one: str, other: str) -> bool:
    """Whether a name is part of another, or its plural: `damage` of `deal_damage`."""
    parts = other.split("_")
    return len(one) > 2 and len(parts) > 1 and (one in parts or one.removesuffix("s") in parts or f"{one}s" in parts)


def _entry(name: str, what: str, symbols: Symbols) -> Entry | None:
    if what in ("verb", "ability", "action", "event"):
        return symbols.events.get(name)
    if what == "kind":
        return symbols.kinds.get(name) or symbols.word_kinds.get(name)
    words = symbols.words.get(name)
    return symbols.values.get(name) or (words[0] if words else None)


def as_written(name: str, symbols: Symbols) -> str:
    """How a value's name is written: a function's with its brackets."""
    entry = symbols.values.get(name)
    if isinstance(entry, FunctionInfo):
        return f"{name}({', '.join(param.name for param in entry.params)})"
    return name


def _several(names: list[str], symbols: Symbols) -> str | None:
    """The guess as a question."""
    shown = [as_written(name, symbols) for name in names[:_MOST]]
    return Instead.of(f"did you mean {listed(shown)}?", *shown) if shown else None


def kind_as_value(name: str, symbols: Symbols) -> str | None:
    """What to write for a kind, or its plural, where a value is wanted."""
    for kind in symbols.kinds.values():
        many = [_plain(title) for title in _titles(kind)][1:]
        if name == kind.name or name.lower().replace("_", " ") in (*many, f"{kind.name}s"):
            if kind.root == "seat":
                return "players for all of them, owner for the one whose card this is"
            sets = [entry.name for entry in symbols.values.values() if _lists(entry, kind.name)]
            shown = f", or {' or '.join(as_written(each, symbols) for each in sets[:_MOST])}" if sets else ""
            return f"every {kind.name} for all copies, cards of {kind.name} for the printed cards{shown}"
    word = symbols.word_kinds.get(name) or symbols.word_kinds.get(name.removesuffix("s"))
    if isinstance(word, WordKindInfo):
        shown = ", ".join(list(word.words)[:_MOST])
        return f"values({word.name}) for all its words: {shown}" + (", ..." if len(word.words) > _MOST else "")
    return None


def _lists(entry: Entry, kind: str) -> bool:
    """Whether a function without parts or a zone of the table gives things of a kind, by its name."""
    named = _is_part(kind, entry.name) or _is_part(f"{kind}es", entry.name)
    return named and (not isinstance(entry, FunctionInfo) or not entry.params)
