"""Quick fixes: what a finding says to write instead, as edits; and for what is no error, the comment that allows it.

Only what a finding holds as data is offered (`Diagnostic.instead`), never a sentence taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.diagnostics.model import Edits
from greyc.dsl.nodes import Span
from greyc.frontends.edits import Edit
from greyc.frontends.lsp.workspace import Workspace


@frozen
class Fix:
    """A change that is offered for a finding. `preferred`: the only thing that it can mean."""

    title: str
    found: Diagnostic
    edits: tuple[Edit, ...]
    preferred: bool = False


def _title(found: Diagnostic, text: str, edits: Edits) -> str:
    """What a change is called: what is written or left out; of one of blanks alone or in several places, what the finding
    says."""
    ((start, end), instead), marked = edits[0], " ".join(text[slice(*edits[0][0])].split())
    if len(edits) == 1 and instead.strip():
        return f"Write {' '.join(instead.split())}"
    if len(edits) > 1 or instead or start == end or not marked:
        said = found.suggestion or "put it right"
        return said[0].upper() + said[1:].partition(":")[0]
    return f"Leave out {marked}"


def fixes(space: Workspace, path: str, span: Span) -> list[Fix]:
    """What can be done about the findings that a part of a file touches."""
    known = space.quick(path)
    if known is not None:
        found = known.diagnostics
    else:
        found = space.loose(path) if path.endswith(".grey") else space.beside(path)
    text = space.text(path) or ""
    near = [each for each in found if each.path == path and each.span[0] <= span[1] and span[0] <= max(each.span)]
    return [fix for each in near for fix in _of(each, text)]


def _of(found: Diagnostic, text: str) -> Iterator[Fix]:
    marked = text[slice(*found.span)]
    for change in found.instead:
        edits = tuple(Edit(found.path, span, instead) for span, instead in change)
        # A name is only put in the place of a name: of a longer part it would take the rest away.
        cuts = not marked.isidentifier() and any(at == found.span and new.isidentifier() for at, new in change)
        if not cuts and any(text[slice(*span)] != instead for span, instead in change):
            yield Fix(_title(found, text, change), found, edits, len(found.instead) == 1)
    if found.severity != "error":
        start = text.rfind("\n", 0, found.span[0]) + 1
        line = text[start : found.span[0]]
        indent = line[: len(line) - len(line.lstrip())]
        allowed = Edit(found.path, (start, start), f"{indent}# allow {found.name}\n")
        yield Fix(f"Allow it here: # allow {found.name}", found, (allowed,))
