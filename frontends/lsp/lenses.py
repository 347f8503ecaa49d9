"""Code lens: `run this test` above each test, and what came of it.

A test is run by the runtime as `greyc test` runs it, on the packs as they stand in the editor, saved or not.
"""

from __future__ import annotations

from attrs import frozen

from greyc.dsl import nodes
from greyc.dsl.nodes import Span
from greyc.frontends.cells import number_of
from greyc.frontends.lsp.workspace import Workspace
from greyc.runtime import Bundle, GreycError, ir
from greyc.runtime.testing import Failure, run_test


@frozen
class Lens:
    """A test that can be run: where its first line is, and its title."""

    span: Span
    title: str


@frozen
class Outcome:
    """What came of a test."""

    passed: bool
    text: str


def lenses(space: Workspace, path: str) -> list[Lens]:
    """The tests of a file."""
    tests = [node for node in space.tree(path).declarations if isinstance(node, nodes.Test)]
    return [Lens((node.span[0], node.title.span[1]), node.title.value) for node in tests]


def run(space: Workspace, path: str, title: str) -> Outcome:
    """Runs the test of a file that has this title."""
    full = space.full(path)
    if full is None:
        return Outcome(False, "This file belongs to no pack that can be built.")
    errors = sum(found.severity == "error" for found in full.diagnostics)
    if errors:
        return Outcome(False, f"{full.pack.name} has {number_of(errors, 'error')}, so no test runs.")
    unit = full.unit(path)
    declared = full.made[full.pack.name]
    test = next((each for each in declared.tests if unit and (each.file, each.title) == (unit.index, title)), None)
    if test is None:
        return Outcome(False, f"There is no test {title!r} here.")
    packs = {pack.name: full.made[pack.name] for pack in full.pack.closure}
    try:
        result = run_test(Bundle.of(ir.Bundle(ir.IR_VERSION, packs)), full.pack.name, test)
    except GreycError as error:
        return Outcome(False, f"failed: {title}\n{error}")
    if result.failure is None:
        return Outcome(True, f"passed: {title}")
    return Outcome(False, f"failed: {title}\n{_told(result.failure)}")


def _told(failure: Failure) -> str:
    """What was expected and what was there."""
    where = f"line {failure.place.line}: " if failure.place is not None else ""
    lines = [where + " ".join(filter(None, (failure.message, failure.expectation)))]
    return "\n".join([*lines, *(f"{source} is {value}" for source, value in failure.values)])
