"""The parse tables: made by Lark from grammar.lark, kept in grammar.json, and ready for the parser.

Lark builds the LALR(1) tables with strict=True, so a conflict in the grammar is an error and never settled silently.
That takes a third of a second and importing Lark 40 ms, so the tables are built once and shipped as data beside the
grammar: starting takes a few milliseconds, needs no Lark and writes nothing, so a read-only install is no problem and
there is no cache to go stale. They are JSON and not a pickle, because data that is only data can't do harm and its
changes can be read. A test builds them anew and compares; `python -m greyc.dsl` writes them. If the
grammar beside them was changed, the hash inside tells, and they are built on the spot (which is how to work on the
grammar).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from attrs import define, frozen

from . import build

GRAMMAR: Final = Path(__file__).with_name("grammar.lark")
TABLES: Final = Path(__file__).with_name("grammar.json")
STARTS: Final = ("declaration", "expr")
# Keywords that may be names all the same: no place has a use for both, except that a line of a test which begins with
# one of the last four is never a call of a verb by that name.
FREE: Final = frozenset(("seed", "score", "costs", "given", "link", "table", "rolls", "answers"))

# What a rule makes of its parts; a span comes first.
Maker = Callable[..., Any]


@define(eq=False)
class Rule:
    """One right-hand side. `take` picks the parts that the maker gets; without a maker the only part is handed on."""

    origin: str
    size: int
    maker: Maker | None
    take: Callable[[list[Any]], Any] | None
    # How many parts the maker gets: with one, `take` gives the part itself and not a tuple of parts.
    arity: int
    # The part whose name is declared here and must not be a word of the language; -1 where there is none.
    declares: int


@frozen(eq=False)
class Tables:
    """`states[s][symbol]` is n > 0: go to state n, or n < 0: the rule `rules[-n]` ends here. Both count from 1."""

    states: list[dict[str, int]]
    rules: list[Rule]
    starts: Mapping[str, int]
    accepts: Mapping[str, int]
    keywords: Mapping[str, str]
    # The terminals that are keywords, and the words that can't be names.
    words: frozenset[str]
    reserved: frozenset[str]
    # How an author writes a terminal, for those that are always written alike.
    signs: Mapping[str, str]


@cache
def load() -> Tables:
    """The tables of the shipped grammar."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    try:
        data = json.loads(TABLES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = {}
    if data.get("grammar") != _hash(grammar):
        data = generate(grammar)
    return link(data)


def link(data: Mapping[str, Any]) -> Tables:
    """Tables with the functions of build.py in place of their names."""
    rules = [Rule("", 0, None, None, 0, -1)]
    for origin, size, name, parts, declares in data["rules"]:
        maker = getattr(build, name, None) if name else None
        if maker is None and len(parts) != 1:
            raise LookupError(f"build.py has no function {name} for the rule {origin}")
        take = itemgetter(*parts) if parts else None
        rules.append(Rule(origin, size, maker, take, len(parts), declares))
    symbols = data["symbols"]
    rows = [dict(zip(map(symbols.__getitem__, row[0]), row[1], strict=True)) for row in data["states"]]
    keywords = data["keywords"]
    words = frozenset(keywords.values())
    reserved = frozenset(keywords) - FREE
    return Tables([{}, *rows], rules, data["starts"], data["accepts"], keywords, words, reserved, data["signs"])


def generate(grammar: str) -> dict[str, Any]:
    """Lark's tables as plain data."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """lexer.py makes the tokens; Lark is only asked for tables."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, *args: object) -> Any:
            return iter(())

    made = Lark(grammar, parser="lalr", strict=True, lexer=NoLexer, maybe_placeholders=True, start=list(STARTS))
    table = made.parser.parser._parse_table
    # Lark's numbers of states may differ from run to run; the walk from the start states is always the same.
    order: dict[Any, int] = {}
    waiting = [table.start_states[start] for start in STARTS]
    for state in waiting:
        if state in order:
            continue
        order[state] = len(order)
        row = table.states[state]
        waiting.extend(row[symbol][1] for symbol in sorted(row) if row[symbol][0] is Shift)
    reductions = {entry[1] for row in table.states.values() for entry in row.values() if entry[0] is not Shift}
    rules = sorted(reductions, key=_content)
    number = {_content(rule): place for place, rule in enumerate(rules, 1)}
    symbols = sorted({symbol for row in table.states.values() for symbol in row})
    place_of = {symbol: place for place, symbol in enumerate(symbols)}

    def action(entry: Any) -> int:
        if entry[0] is Shift:
            return order[entry[1]] + 1
        return -number[_content(entry[1])]

    states = []
    for state in order:
        row = table.states[state]
        shown = sorted(row)
        states.append([[place_of[symbol] for symbol in shown], [action(row[symbol]) for symbol in shown]])
    keywords, signs = {}, {}
    for terminal in made.terminals:
        if terminal.pattern.type == "str":
            signs[terminal.name] = terminal.pattern.value
            if terminal.pattern.value.isidentifier():
                keywords[terminal.pattern.value] = terminal.name
    return {
        "grammar": _hash(grammar),
        "starts": {start: order[table.start_states[start]] + 1 for start in STARTS},
        "accepts": {start: order[table.end_states[start]] + 1 for start in STARTS},
        "keywords": dict(sorted(keywords.items())),
        "signs": dict(sorted(signs.items())),
        "symbols": symbols,
        "rules": [_rule(rule) for rule in rules],
        "states": states,
    }


def _content(rule: Any) -> tuple[str, ...]:
    """What tells a rule from all others, the same in every run."""
    return (rule.origin.name, *(symbol.name for symbol in rule.expansion))


def _rule(rule: Any) -> list[Any]:
    """Origin, size, name of the maker, which parts it takes (the size itself stands for None), what it declares."""
    size = len(rule.expansion)
    missing = rule.options.empty_indices or [False] * size
    parts: list[int] = []
    at = 0
    for absent in missing:
        if absent:
            parts.append(size)
            continue
        symbol = rule.expansion[at]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            parts.append(at)
        at += 1
    origin = rule.origin.name
    name = rule.alias or origin
    passes_on = origin.startswith("_") or (rule.options.expand1 and rule.alias is None and len(parts) == 1)
    declares = 0 if origin == "new" or name == "keyword_field" else -1
    return [origin, size, None if passes_on else name, parts, declares]


def _hash(grammar: str) -> str:
    return hashlib.sha256(grammar.replace("\r\n", "\n").encode()).hexdigest()


def text(data: Mapping[str, Any]) -> str:
    """The tables as they stand in the file: one line for each state, so that a change can be looked at."""

    def compact(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            parts.append(f"{compact(key)}:[\n" + ",\n".join(map(compact, value)) + "\n]")
        else:
            parts.append(f"{compact(key)}:{compact(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def write() -> None:
    """Writes the tables of the grammar as it is now."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    TABLES.write_text(text(generate(grammar)), encoding="utf-8", newline="\n")
