"""Messages about names: unknown ones with the likely guess, taken ones with where they were declared.

Kept apart from the tables so that every namespace answers a misspelt name in the same way: first whether the name means
something of another sort, then whether a pack that is not required has it, then the nearest spelling.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from greyc.compiler import meant
from greyc.compiler.diagnostics import Related, Reporter
from greyc.compiler.entries import Entry
from greyc.compiler.spell import listed, nearest
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import article
from greyc.compiler.unit import Unit
from greyc.dsl import nodes
from greyc.dsl.mistakes import NEW_NAME, new_name
from greyc.runtime.ir import core

RESERVED = frozenset(core.NAMES) - {"players"}
"""Built-in names: no declaration and no local may take them. (That `players` is none either, the parser says.)"""
WORDS = frozenset(word for words in core.WORDS.values() for word in words)
"""Words of the core: no value may be called like one, since what is meant by the word would be the value."""


def namespace(symbols: Symbols, what: str) -> Iterable[str]:
    """The names that could have been meant where a `what` is wanted."""
    if what == "kind":
        from greyc.compiler.core_entries import NAMED_TYPES

        return [*symbols.kinds, *symbols.word_kinds, *NAMED_TYPES]
    if what in ("verb", "ability", "action"):
        return [name for name, event in symbols.events.items() if event.sort == what]
    if what == "event":
        return symbols.events
    if what == "game":
        return symbols.games
    if what == "group":
        return symbols.groups
    if what in ("card", "keyword", "function", "die", "board", "option"):
        return [name for name, value in symbols.values.items() if value.sort == what]
    return [*symbols.values, *symbols.words, *core.NAMES]


def report_unknown(
    symbols: Symbols,
    unit: Unit,
    reporter: Reporter,
    name: nodes.Name,
    what: str,
    *,
    known: Iterable[str] | None = None,
    suggestion: str | None = None,
    shown: Sequence[str] = (),
) -> None:
    """There is no `what` called like this; without a guess, some of `shown` are named. Silent if the declaration of that name was
    itself in error."""
    text = name.text
    if text in symbols.broken or (unit.path, text) in reporter.told:
        return
    if reporter.misnamed and nearest(text, namespace(symbols, what) if known is None else known) is None:
        return  # most likely it means what is declared with a name that it can't have, or in a file that can't be read
    reporter.told.add((unit.path, text))
    other = symbols.any_entry(text)
    if other is None and (pack := symbols.elsewhere.get(text)) is not None:
        missing = (f"pack {symbols.pack}", f"requires {pack}")
        if missing not in reporter.told:  # one line of pack.toml is missing, whatever else of that pack is used
            reporter.told.add(missing)
            advice = f'add "{pack}" to requires in pack.toml'
            reporter.report("not-required", unit.path, name.span, suggestion=advice, name=text, pack=pack)
        return
    related: list[Related] = []
    suggestion = suggestion or meant.foreign(text, what)
    guessed = suggestion is None
    if guessed:
        names = list(namespace(symbols, what) if known is None else known)
        suggestion = meant.guess(text, what, names, symbols)
        if suggestion is None and shown:
            suggestion = f"there is {listed(shown, last='and')}"
    if other is not None and other.sort != what:
        related = declared_here(other)
        is_other = f"{text} is {article(other.sort)} {other.sort}"
        suggestion = f"{suggestion} ({is_other})" if suggestion and guessed else suggestion or is_other
    reporter.report(
        "unknown-name",
        unit.path,
        name.span,
        suggestion=suggestion,
        related=related,
        what={"event": "verb, ability or action"}.get(what, what),
        name=text,
    )


def report_taken(unit: Unit, reporter: Reporter, name: nodes.Name, other: Entry) -> None:
    """The name is declared already."""
    reporter.misnamed = reporter.misnamed or other.unit is None
    reporter.report(
        "duplicate-name",
        unit.path,
        name.span,
        suggestion=NEW_NAME,
        related=declared_here(other),
        name=name.text,
        what=f"{article(other.sort)} {other.sort}",
    )


def declared_here(entry: Entry) -> list[Related]:
    """Where an entry was declared, as a second place of a finding."""
    if entry.unit is None:
        return []
    return [Related(entry.unit.path, entry.span, f"{entry.name} is declared here")]


def is_reserved(
    unit: Unit, reporter: Reporter, name: nodes.Name, extra: Iterable[str] = (), sort: str | None = None
) -> bool:
    """Whether a name that is being declared belongs to the language (reported). `sort`: what is declared."""
    if name.text not in RESERVED and name.text not in extra:
        return False
    reporter.misnamed = True
    reporter.report(
        "built-in-name", unit.path, name.span, suggestion=new_name(name.text, sort or "one"), name=name.text
    )
    return True
