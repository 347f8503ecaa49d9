"""Quick fixes: what a finding says to write instead, as edits; and for what is no error, the comment that allows it.

Only what a finding holds as data is offered (`Diagnostic.instead`), never a sentence taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from greyc.compiler.diagnostics import Diagnostic
from greyc.dsl.nodes import Span
from greyc.frontends.edits import Edit
from greyc.frontends.lsp.workspace import Workspace


@frozen
class Fix:
    """A change that is offered for a finding. `preferred`: the only thing that it can mean."""

    title: str
    found: Diagnostic
    edit: Edit
    preferred: bool = False


def _title(found: Diagnostic, marked: str, instead: str) -> str:
    """What a change is called: what is written or left out; of one of blanks alone, what the finding says."""
    if instead.strip():
        return f"Write {' '.join(instead.split())}"
    if instead or not marked.strip():
        said = found.suggestion or "put it right"
        return said[0].upper() + said[1:].partition(":")[0]
    return f"Leave out {' '.join(marked.split())}"


def fixes(space: Workspace, path: str, span: Span) -> list[Fix]:
    """What can be done about the findings that a part of a file touches."""
    known = space.quick(path)
    found = space.loose(path) if known is None else known.diagnostics
    text = space.text(path) or ""
    near = [each for each in found if each.path == path and each.span[0] <= span[1] and span[0] <= max(each.span)]
    return [fix for each in near for fix in _of(each, text)]


def _of(found: Diagnostic, text: str) -> Iterator[Fix]:
    span = found.place or found.span
    marked = text[slice(*span)]
    for instead in found.instead:
        # A name is only put in the place of a name: of a longer part it would take the rest away.
        if instead != marked and (found.place or marked.isidentifier() or not instead.isidentifier()):
            yield Fix(_title(found, marked, instead), found, Edit(found.path, span, instead), len(found.instead) == 1)
    if found.severity != "error":
        start = text.rfind("\n", 0, found.span[0]) + 1
        line = text[start : found.span[0]]
        indent = line[: len(line) - len(line.lstrip())]
        allowed = Edit(found.path, (start, start), f"{indent}# allow {found.name}\n")
        yield Fix(f"Allow it here: # allow {found.name}", found, allowed)
