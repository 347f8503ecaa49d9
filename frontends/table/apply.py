"""A plan carried out: in memory first, where the compiler looks at the result, then in the files.

The new texts are compiled, linked and their checks tried; what is wrong then and was not before is led back to the row and
column that it came from. Then the cards are read again: each must say what the sheet says, or the edits were wrong,
which would be a bug here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.driver import Compiled, Run, undisturbed
from greyc.compiler.packs import PackSource, SourceFile, find_packs
from greyc.frontends.table.card_edits import Cell, Edit
from greyc.frontends.table.plan import Plan, Problem, said_of
from greyc.frontends.table.printed import Card, cards_of


@frozen
class Placed:
    """Where an edit has come to stand in the new text."""

    path: str
    start: int
    end: int
    cell: Cell


@define
class Result:
    """`texts`: the new text of each file that changes. `problems`: what the table is to blame for; `others`: what is wrong
    besides. `sources`: all texts, for showing it."""

    texts: dict[str, str] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    others: list[Diagnostic] = field(factory=list)
    sources: dict[str, str] = field(factory=dict)


def edited(texts: Mapping[str, str], edits: Iterable[Edit]) -> tuple[dict[str, str], list[Placed]]:
    """The texts after the edits, and where these stand. Raises ValueError for edits that are in each other's way."""
    of_file: dict[str, list[Edit]] = {}
    for edit in edits:
        of_file.setdefault(edit.path, []).append(edit)
    made: dict[str, str] = {}
    placed: list[Placed] = []
    for path, some in of_file.items():
        text, parts, at, length = texts.get(path, ""), [""], 0, 0
        for edit in sorted(some, key=lambda each: (each.start, each.end)):
            if edit.start < at:
                raise ValueError(f"two edits for one place: {edit.cell}")
            length += edit.start - at
            parts += [text[at : edit.start], edit.text]
            placed.append(Placed(path, length, length + len(edit.text), edit.cell))
            length += len(edit.text)
            at = edit.end
        made[path] = "".join([*parts, text[at:]])
    return made, placed


def tried(plan: Plan, made: Compiled, pack: PackSource, path: Path) -> Result:
    """What would become of the pack. `path`: it was compiled from there."""
    result = Result()
    result.texts, placed = edited({file.path: file.text for file in pack.files}, plan.edits)
    new, errors = _compiled(path, pack.name, result.texts)
    result.sources = new.sources
    if errors:
        known = {(each.code, each.message) for each in _errors(made)}
        errors = [each for each in errors if (each.code, each.message) not in known]
    rows = {card.info.name: card for card in cards_of(new, pack.name)} if pack.name in new.symbols else {}
    for each in errors:
        cell = _cell(each, placed)
        if cell is None or not cell[1]:
            cell = _row(each, rows.values(), plan, placed) or cell
        if cell is None:
            result.others.append(each)
        else:
            result.problems.append(Problem(*cell, said_of(each.message, each.suggestion)))
    if not errors:
        for (name, head), wanted in plan.wanted.items():
            says = rows[name].cell(plan.columns[head])
            if says != wanted:
                raise AssertionError(f"{name} says {says!r} as {head}, not {wanted!r}")
    return result


def _compiled(path: Path, pack: str, texts: Mapping[str, str]) -> tuple[Compiled, list[Diagnostic]]:
    """The packs with other texts, and the errors in them."""
    reporter = Reporter()
    found = find_packs([path], reporter)
    for source in found.packs:
        if source.name == pack:
            known = {file.path for file in source.files}
            files = [evolve(file, text=texts.get(file.path, file.text)) for file in source.files]
            files += [SourceFile(new, new.rpartition("/")[2], text) for new, text in texts.items() if new not in known]
            source.files = files
    found.sources |= texts
    with undisturbed():
        run = Run(found, reporter)
        run.all()
        made = run.result()
        return made, _errors(made)


def _errors(made: Compiled) -> list[Diagnostic]:
    from greyc.frontends.validation.linked import linked

    found = made.diagnostics if not made.ok else linked(made)
    return [each for each in found if each.severity == "error"]


def _cell(found: Diagnostic, placed: Sequence[Placed]) -> Cell | None:
    """The cell whose text a finding is about."""
    for each in placed:
        if each.path == found.path and each.start <= found.span[0] < max(each.end, each.start + 1):
            return each.cell
    return None


def _row(found: Diagnostic, cards: Iterable[Card], plan: Plan, placed: Sequence[Placed]) -> Cell | None:
    """The row of the card that a finding is about, if the table changes that card, and the column where it is about a value."""
    for card in cards:
        start, end = card.declaration.span
        if card.unit.path == found.path and start <= found.span[0] < end:
            rows = [
                each.cell[0] for each in placed if each.path == found.path and each.start <= end and start <= each.end
            ]
            if not rows or card.info.name not in (*plan.changed, *plan.added):
                return None
            props = (n for n, each in card.props.items() if each.span[0] <= found.span[0] < each.span[1])
            heads = {column.prop: head for head, column in plan.columns.items() if column.prop}
            return rows[0], heads.get(next(props, ""), "")
    return None


def files_of(
    result: Result, pack: PackSource, read: Callable[[Path], bytes] = Path.read_bytes
) -> dict[Path, tuple[bytes | None, bytes]]:
    """For each file what it holds and what it shall hold, a byte order mark kept. Raises OSError."""
    known = {file.path for file in pack.files}
    out: dict[Path, tuple[bytes | None, bytes]] = {}
    for name, text in result.texts.items():
        path = Path(name)
        before = read(path) if name in known else None
        mark = b"\xef\xbb\xbf" if before is not None and before.startswith(b"\xef\xbb\xbf") else b""
        out[path] = (before, mark + text.encode("utf-8"))
    return out


__all__ = ["Result", "edited", "files_of", "tried"]
