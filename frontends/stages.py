"""What the stages of the compiler made, as text for people: `greyc build --show STAGE`.

`syntax` needs no names to be right, so it is shown of files with mistakes too; the other stages stop at errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled
    from greyc.compiler.entries import Entry, ParamInfo
    from greyc.compiler.symbols import Symbols


def syntax(paths: Sequence[Path]) -> str:
    """The syntax tree of every file."""
    from greyc.compiler.diagnostics import Reporter
    from greyc.compiler.packs import find_packs
    from greyc.dsl import parse
    from greyc.dsl.printer import show

    found = find_packs(paths, Reporter())
    files = [*(file for pack in found.packs if pack.given for file in pack.files), *found.loose]
    parts = []
    for file in files:
        parsed = parse(file.text, file.path)
        parts.append(f"# {file.path}\n{show(parsed.declarations, parsed.source)}")
    return "\n".join(parts)


def names(paths: Sequence[Path]) -> str:
    """What each pack declares, and where."""
    return _tables(paths, lambda entry, _: "")


def typed(paths: Sequence[Path]) -> str:
    """The same, with the types of members, parameters and results."""
    return _tables(paths, _signature)


STAGES: Final[dict[str, Callable[[Sequence[Path]], str]]] = {"syntax": syntax, "names": names, "typed": typed}


def _tables(paths: Sequence[Path], tell: Callable[[Entry, Symbols], str]) -> str:
    from greyc.frontends.load import compiled

    made = compiled(paths)
    return "\n".join(f"# {name}\n" + "".join(_lines(symbols, made, tell)) for name, symbols in made.symbols.items())


def _lines(symbols: Symbols, made: Compiled, tell: Callable[[Entry, Symbols], str]) -> Iterator[str]:
    for entry in symbols.own:
        yield f"{entry.sort} {entry.name}{tell(entry, symbols)}{_where(entry, made)}\n"
        for name, member in getattr(entry, "members", {}).items():
            if member.pack == symbols.pack:
                yield f"    {member.sort} {name}{tell(member, symbols)}\n"


def _where(entry: Entry, made: Compiled) -> str:
    from greyc.compiler.diagnostics.text import lines_of

    if entry.unit is None:
        return ""
    at = lines_of(made.sources[entry.unit.path]).position(entry.span[0])
    return f"  @{entry.unit.path}:{at.line}:{at.column}"


def _signature(entry: Entry, symbols: Symbols) -> str:
    from greyc.compiler import entries

    match entry:
        case entries.Member():
            return f": {entry.type}"
        case entries.KindInfo():
            return f" is {entry.parent}" if entry.parent else ""
        case entries.CardInfo():
            return f": {entry.type}"
        case entries.FunctionInfo():
            return f"({_typed(entry.params)}) -> {entry.result}"
        case entries.KeywordInfo() | entries.AbilityInfo():
            return f"({_typed(entry.params)}) on {', '.join(entry.on)}"
        case entries.VerbInfo():
            slots = ", ".join(f"{slot.prep} {slot.name}: {slot.type}".strip() for slot in entry.slots)
            return f"({slots})" + (f" -> {entry.result}" if entry.result else "")
        case entries.ActionInfo():
            labels = entry.labels or {each.name: each.type for each in (entry.actor, *entry.givens)}
            return "(" + ", ".join(f"{label}: {of}" for label, of in labels.items()) + ")"
        case entries.OptionInfo():
            return f": {entry.type}"
    return ""


def _typed(params: Sequence[ParamInfo]) -> str:
    return ", ".join(f"{param.name}: {param.type}" for param in params)
