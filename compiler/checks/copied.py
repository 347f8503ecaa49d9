"""Lines that stand in two packs: what two games say in the same words belongs in a pack that both require.

Compared is code, without comments and blanks, line by line; tests are left out, since each says all that it needs.
Within a pack, cards of one kind are meant to look alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.unit import Unit
from greyc.dsl import nodes

RUN: Final = 6  # lines that are a copy, no chance

_QUOTED_OR_COMMENT: Final = re.compile(r'("(?:\\"|[^"\n])*")|#.*')
Line = tuple[str, int, int]
"""The code of a line in its plainest form, where it begins and where it ends."""
Code = tuple[str, Sequence[Line]]
"""A file: its path and its lines."""


def code_of(units: Iterable[Unit]) -> list[Code]:
    """What is compared of a pack."""
    return [(unit.path, list(_lines(unit))) for unit in units]


def check_copied(packs: Mapping[str, Sequence[Code]], reporter: Reporter) -> None:
    """Notes each run of lines that an earlier one of these packs has too."""
    before: dict[tuple[str, ...], tuple[str, Sequence[Line], int]] = {}
    for files in packs.values():
        for path, lines in files:
            at = 0
            while at + RUN <= len(lines):
                found = before.get(_window(lines, at))
                if found is None:
                    at += 1
                    continue
                length = _same(lines, at, found[1], found[2])
                _report(reporter, (path, lines, at), found, length)
                at += length
        for path, lines in files:
            for at in range(len(lines) - RUN + 1):
                before.setdefault(_window(lines, at), (path, lines, at))


def _lines(unit: Unit) -> Iterator[Line]:
    for declaration in unit.declarations:
        if isinstance(declaration, nodes.Test):
            continue
        place = declaration.span[0]
        for line in unit.text[declaration.span[0] : declaration.span[1]].split("\n"):
            code = " ".join(_QUOTED_OR_COMMENT.sub(lambda match: match[1] or "", line).split())
            if code:
                start = place + len(line) - len(line.lstrip())
                yield code, start, place + len(line.rstrip())
            place += len(line) + 1


def _window(lines: Sequence[Line], at: int) -> tuple[str, ...]:
    return tuple([code for code, _, _ in lines[at : at + RUN]])


def _same(lines: Sequence[Line], at: int, others: Sequence[Line], other: int) -> int:
    length = RUN
    while (
        at + length < len(lines) and other + length < len(others) and lines[at + length][0] == others[other + length][0]
    ):
        length += 1
    return length


def _report(
    reporter: Reporter, here: tuple[str, Sequence[Line], int], there: tuple[str, Sequence[Line], int], length: int
) -> None:
    (path, lines, at), (first, others, other) = here, there
    span = (others[other][1], others[other + length - 1][2])
    reporter.report(
        "copied-lines",
        path,
        (lines[at][1], lines[at + length - 1][2]),
        count=str(length),
        other=first,
        related=[(first, span, "the same lines")],
    )


__all__ = ["Code", "Line", "check_copied", "code_of"]
