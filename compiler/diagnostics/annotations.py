"""Findings as GitHub's workflow commands, which a job prints to have them shown beside the changed lines.

What the runner makes of them decides two things here: of a place over several lines it takes the lines only, and it has the last
marked column where everything else in greyc has the one after it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from greyc.compiler.diagnostics.model import Diagnostic
from greyc.compiler.diagnostics.pages import Severity
from greyc.compiler.diagnostics.roots import below
from greyc.compiler.diagnostics.text import lines_of

COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "notice"}


def to_annotations(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], *, root: Path) -> list[str]:
    """One line of output for each finding. `root`: absolute, where the repository is checked out."""
    return [_annotation(each, sources, root) for each in diagnostics]


def annotation(severity: Severity, message: str, where: Mapping[str, object]) -> str:
    """The command that shows a message. `where`: file, line, endLine, col, endColumn, title, as far as they are known."""
    words = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in where.items())
    return f"::{COMMANDS[severity]} {words}::{_escaped(message)}"


def _annotation(found: Diagnostic, sources: Mapping[str, str], root: Path) -> str:
    where: dict[str, object] = {"file": below(found.path, root) or found.path}
    if found.path in sources:
        lines = lines_of(sources[found.path])
        start, end = lines.position(found.span[0]), lines.position(max(found.span))
        line = end.line
        if line > start.line and end.column == 1:  # the span ends with a line end: the next line is not marked
            line -= 1
        where |= {"line": start.line, "endLine": line}
        if line == start.line == end.line:
            where |= {"col": start.column, "endColumn": max(start.column, end.column - 1)}
    said = [found.message]
    if found.suggestion:
        said.append(f"help: {found.suggestion}")
    for each in found.related:
        at = f":{lines_of(sources[each.path]).position(each.span[0]).line}" if each.path in sources else ""
        said.append(f"{below(each.path, root) or each.path}{at}: {each.message}")
    return annotation(found.severity, "\n".join(said), {**where, "title": f"{found.code} {found.name}"})


def _escaped(text: str, more: str = "") -> str:
    """As the runner unescapes it: percent signs and line ends, and in the words before the message also `more`."""
    for each in f"%\r\n{more}":
        text = text.replace(each, f"%{ord(each):02X}")
    return text
