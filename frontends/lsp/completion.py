"""Completion: what can stand where somebody writes.

A name that nothing is called by is put there, and the file compiled with it. The grammar says which words of the
language could stand in its place; the compiler, that it does not know this name, and what it looked for with which type
(`Reporter.ask`); the tree, what of a construct the name is. A line that is only begun is finished in a few ways until it
can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, get_args

from attrs import evolve, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import (
    AbilityInfo,
    ActionInfo,
    BoardInfo,
    CardInfo,
    Entry,
    Event,
    FunctionInfo,
    KeywordInfo,
    KindInfo,
    Member,
    OptionInfo,
    SlotInfo,
    VerbInfo,
    WordInfo,
)
from greyc.compiler.functions import lower_function
from greyc.compiler.owners import can_have
from greyc.compiler.scope import Asked
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import ERROR, FLAG, INT, ROOTS, THING, Kind, List, Printed, Type, kinds_of, related, unwrap
from greyc.dsl import cut, lexer, nodes, parse
from greyc.dsl.grammar import load
from greyc.frontends.lsp.hover import declared, documentation, type_of
from greyc.frontends.lsp.index import parts_of, place_of
from greyc.frontends.lsp.wanted import Wish, core_type, value_type, wish
from greyc.frontends.lsp.workspace import Analysis, Workspace
from greyc.runtime.ir import core

HERE: Final = "_what_stands_here_"
_TAILS: Final = (
    *("{rest}", "{rest}:{block}", "{rest}{block}", "", ":{block}"),
    *("{rest} as x_:{block}", " as x_:{block}"),
    *(" x_", " of x_", " by x_", " to x_", " in x_:{block}", " by x_:{block}", " = 0"),
)
"""How a line that is only begun may go on."""


_BEGUN: Final = re.compile(r"(?<!\{)\{(?:[^\W\d]\w*\.)*\Z")
_CLOSED: Final = re.compile(r"[^{}]*\}")
"""A placeholder of a text up to a name in it, and what ends it behind that."""
_LISTS: Final = {"every": List(THING), "cards": List(Printed(THING)), "players": List(ROOTS["seat"])}
"""Words of the grammar by which a value begins, and its type."""
_WITH_CARDS: Final = ("card", "place", "token")


@frozen
class Proposal:
    """Something to write. `sort`: what it is; `rank`: 0 for what fits the type that is wanted there."""

    text: str
    sort: str
    detail: str = ""
    doc: str = ""
    rank: int = 1


def complete(space: Workspace, path: str, offset: int) -> list[Proposal]:
    """What can stand at an offset, the likeliest first, whatever of it is written already."""
    text = space.text(path) or ""
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    found: dict[str, Proposal] = {}
    for each in _proposals(space, path, text, start, end):
        known = found.get(each.text)
        if known is None or each.rank < known.rank:
            found[each.text] = each
    return sorted(found.values(), key=lambda each: (each.rank, each.text))


def _proposals(space: Workspace, path: str, text: str, start: int, end: int) -> Iterator[Proposal]:
    tried = f"{text[:start]}{HERE}{text[end:]}"
    span = next((each for each in cut.cut(tried) if each[0] <= start < each[1]), None)
    grammar = load()
    tokens = lexer.lex(tried, span, grammar.keywords).tokens if span is not None else []
    at = next((number for number, token in enumerate(tokens) if token.value == HERE), None)
    if at is None:  # in a comment or between quotes
        within = next(
            (token for token in tokens if token.type == "STRING" and token.start_pos < start < token.end_pos), None
        )
        if within is not None:
            yield from _in_text(space, path, tried, start, within)
        return
    accepts = grammar.could_follow(tokens[:at], "declaration")
    words = {sign for kind in accepts & grammar.words if (sign := grammar.signs.get(kind))}
    known = space.tried(path, _readable(tried, start))
    if known is None:
        yield from (Proposal(word, "word", rank=2) for word in words)
        return
    call = _call(tokens[:at], known.symbols)
    if call is not None and "NAME" not in accepts:
        yield from _parts(call, {token.value for token in tokens[:at]}, words)
    yield from (Proposal(word, "word", rank=2) for word in words)
    if "NAME" in accepts:
        yield from _names(known, path, words)


def _in_text(space: Workspace, path: str, tried: str, start: int, within: lexer.Token) -> Iterator[Proposal]:
    """What a placeholder of a text may name, in the middle of one: `"{m.|"`."""
    behind = start + len(HERE)
    if _BEGUN.search(tried[within.start_pos + 1 : start]) is None:
        return
    closed = _CLOSED.match(tried, behind, within.end_pos - 1) is not None
    known = space.tried(path, tried if closed else f"{tried[:behind]}}}{tried[behind:]}")
    if known is None:
        return
    unit = known.unit(path)
    assert unit is not None
    for where, span, asked in known.noting.asked:
        if where == path and unit.text[slice(*span)] == HERE:
            for each in _asked(asked, known.symbols, None):
                if each.sort != "function":  # nothing is called in a text
                    yield evolve(each, rank=0) if each.sort == "local" else each


def _readable(tried: str, start: int) -> str:
    """The text with the line of HERE finished so that its declaration can be read, if a way is found."""
    line_end = tried.find("\n", start)
    line_end = len(tried) if line_end < 0 else line_end
    behind = start + len(HERE)
    line = tried[tried.rfind("\n", 0, start) + 1 : start]
    deeper = "\n" + " " * (len(line) - len(line.lstrip()) + 4) + 'log "x"'
    for tail in _TAILS:
        made = tried[:behind] + tail.format(rest=tried[behind:line_end], block=deeper) + tried[line_end:]
        span = next(each for each in cut.cut(made) if each[0] <= start < each[1])
        if parse(made[span[0] : span[1]]).declarations:
            return made
    return tried


def _names(known: Analysis, path: str, words: set[str]) -> Iterator[Proposal]:
    """The names that could stand in the place of HERE, and of the grammar's words those by which a value begins that fits."""
    symbols, unit = known.symbols, known.unit(path)
    assert unit is not None
    asked = [each for where, span, each in known.noting.asked if where == path and unit.text[slice(*span)] == HERE]
    above = _above(unit.declarations)
    if asked:
        of = asked[0].type if asked[0].sort == "value" else None
        wanted = wish(above, unit.text.index(HERE), of, symbols)
        yield from _asked(asked[0], symbols, wanted)
        if asked[0].sort == "value" and wanted is not None:
            yield from (Proposal(word, "word", rank=0) for word in words & _LISTS.keys() if wanted(_LISTS[word]))
    if not above:
        return
    holder, name = above[-1]
    if isinstance(holder, nodes.Setting):
        yield from _settings([node for node, _ in above], symbols)
    elif isinstance(holder, nodes.AbilityBlock | nodes.Prop) and not asked:
        yield from _entries(entry for entry in symbols.events.values() if isinstance(entry, AbilityInfo))
    else:
        look_up = place_of(type(holder), name)
        if look_up is not None and not asked:
            entries = [*symbols.kinds.values(), *symbols.word_kinds.values(), *symbols.values.values()]
            every: list[Entry] = [*entries, *symbols.events.values(), *symbols.games.values()]
            fitting = [each for each in every if look_up(symbols, each.name) is each]
            if isinstance(holder, nodes.Card):
                fitting = [each for each in fitting if not isinstance(each, KindInfo) or each.root in _WITH_CARDS]
            yield from _entries(fitting)


def _asked(asked: Asked, symbols: Symbols, wanted: Wish | None) -> Iterator[Proposal]:
    of = asked.type
    if asked.sort == "value":
        yield from _values(asked, symbols, wanted)
    elif asked.sort == "is":
        kinds = [k for k in symbols.kinds.values() if of is None or related(unwrap(of), k.type)]
        cards = [
            v for v in symbols.values.values() if isinstance(v, CardInfo) and (not of or related(unwrap(of), v.type))
        ]
        yield from _entries([*kinds, *cards], lambda entry: 0 if isinstance(entry, CardInfo) else 1)
        yield Proposal("nothing", "word")
    elif of is not None:
        members = {"member": None, "property": ("field",), "change": ("field", "state")}[asked.sort]
        yield from _members(of, symbols, members, wanted)
        keywords = [v for v in symbols.values.values() if isinstance(v, KeywordInfo) and can_have(of, v, symbols)]
        yield from _entries(keywords)
        if asked.sort == "member":
            for each in core.ATTRIBUTES.values():
                fitting = wanted is not None and (made := core_type(each.type)) is not None and wanted(made)
                yield Proposal(each.name, "field", doc=each.doc, rank=0 if fitting else 2)
        if asked.sort == "property":
            kinds_there = {name for kind in kinds_of(of) for name in kind.lineage}
            events = [v for v in symbols.events.values() if isinstance(v, AbilityInfo)]
            yield from _entries(each for each in events if not each.on or kinds_there & set(each.on))


def _members(of: Type, symbols: Symbols, sorts: tuple[str, ...] | None, wanted: Wish | None) -> Iterator[Proposal]:
    of = of.of if isinstance(of, Printed) else of
    names = {name for kind in kinds_of(of) if kind.name in symbols.kinds for name in symbols.members(kind.name)}
    if isinstance(of, Kind) and isinstance(extra := symbols.values.get(of.also or ""), CardInfo | KeywordInfo):
        names |= set(extra.members)
    found = [member for name in names if (member := symbols.member(of, name)) is not None]
    shown = (m for m in found if sorts is None or m.what in sorts)
    yield from _entries(shown, lambda each: 0 if wanted is None or _fits(wanted, value_type(each)) else 1)


def _fits(wanted: Wish | None, of: Type | None) -> bool:
    return wanted is not None and of is not None and of is not ERROR and wanted(of)


def _values(asked: Asked, symbols: Symbols, wanted: Wish | None) -> Iterator[Proposal]:
    def rank(of: Type | None) -> int:
        return 0 if _fits(wanted, of) else 1

    for name, local in asked.scope.locals.items():
        if local.supposed is None:
            yield Proposal(name, "local", local.type.text, rank=rank(local.type))
            if wanted is not None and not wanted(INT) and not wanted(FLAG):  # what it has: `player.hand`
                for member in _members(local.type, symbols, None, wanted):
                    if member.rank == 0:
                        yield evolve(member, text=f"{name}.{member.text}")
    for words in symbols.words.values():
        for word in words:
            yield evolve(_entry(word), rank=rank(symbols.word_kinds[word.kind].type))
    for value in symbols.values.values():
        if isinstance(value, FunctionInfo):
            lower_function(value, symbols, Reporter())  # where the quick way did not need to know what it gives
        if not isinstance(value, KeywordInfo):
            yield evolve(_entry(value), rank=rank(value_type(value)))
    for each in core.NAMES.values():
        yield Proposal(each.name, "word", each.type, each.doc, 0 if _fits(wanted, core_type(each.type)) else 2)
    for function in core.FUNCTIONS.values():
        gives = core_type(function.result)
        yield Proposal(function.name, "function", "", function.doc, 1 if _fits(wanted, gives) else 2)


# ---- calls ----------------------------------------------------------------------------------------
def _call(tokens: list[lexer.Token], symbols: Symbols) -> Event | None:
    """The verb that the line before HERE calls or watches."""
    for token in reversed(tokens):
        if token.type in ("_NL", "_INDENT", "_DEDENT", "COLON"):
            return None
        if token.type == "NAME" and (event := symbols.events.get(token.value)) is not None:
            return event
    return None


def _parts(event: Event, written: set[str], words: set[str]) -> Iterator[Proposal]:
    """The prepositions that a call of the verb still lacks; all others of the language are taken back."""
    if not isinstance(event, VerbInfo):
        return
    own = {slot.prep: slot for slot in event.slots if slot.prep}
    for prep, slot in own.items():
        if prep in words and (prep not in written or prep == "with"):
            of = type_of(slot)
            yield Proposal(prep, "part", f"{slot.name}: {of.text}" if of is not None else slot.name, rank=0)
    words -= {*get_args(nodes.Preposition), "with"} - set(own)


def _settings(above: list[nodes.Node], symbols: Symbols) -> Iterator[Proposal]:
    """The names that may stand behind `with`."""
    found: list[Entry] = []
    for node in reversed(above):
        if isinstance(node, nodes.VerbCall):
            verb = symbols.verb(node.verb.text)
            found = [slot for slot in verb.slots if slot.prep == "with"] if verb is not None else []
        elif isinstance(node, nodes.Run):
            ability = symbols.ability(node.ability.text)
            found = list(ability.params) if ability is not None else []
        elif isinstance(node, nodes.Offer):
            actions = [action for group in node.groups for action in symbols.groups.get(group.text, ())]
            found = [given for action in actions for given in action.givens]
        elif isinstance(node, nodes.TestGame):
            found = [value for value in symbols.values.values() if isinstance(value, OptionInfo)]
        if found:
            break
    yield from _entries(found, lambda _: 0)


# ---- from entries to proposals --------------------------------------------------------------------
def _entries(entries: Iterable[Entry], rank: Callable[[Entry], int] = lambda _: 1) -> Iterator[Proposal]:
    for entry in entries:
        if entry.name.isidentifier():  # one of the core is a description
            yield evolve(_entry(entry), rank=rank(entry))


def _entry(entry: Entry) -> Proposal:
    if isinstance(entry, WordInfo):
        return Proposal(entry.name, "word", entry.kind)
    of = type_of(entry)
    if isinstance(entry, Member | OptionInfo | SlotInfo) and of is not None:
        return Proposal(entry.name, entry.sort, of.text, documentation(entry))
    if isinstance(entry, CardInfo):
        return Proposal(entry.name, entry.sort, entry.kind, documentation(entry))
    shown = isinstance(entry, VerbInfo | FunctionInfo | ActionInfo | AbilityInfo | KeywordInfo | BoardInfo)
    return Proposal(entry.name, entry.sort, declared(entry) if shown else entry.sort, documentation(entry))


def _above(tree: Iterable[nodes.Node]) -> list[tuple[nodes.Node, str]]:
    """The nodes that HERE stands in, from the outermost, each with the field it stands in."""
    waiting: list[tuple[nodes.Node, list[tuple[nodes.Node, str]]]] = [(node, []) for node in tree]
    while waiting:
        node, above = waiting.pop()
        for name, part in parts_of(node):
            way = [*above, (node, name)]
            if isinstance(part, nodes.Name):
                if part.text == HERE:
                    return way
            else:
                waiting.append((part, way))
    return []
