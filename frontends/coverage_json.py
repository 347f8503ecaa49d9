"""The reports of `greyc coverage` as JSON, in the forms that two schemas publish.

The classes here are the forms: schemas/coverage.schema.json and schemas/mutants.schema.json are generated from them, and a
test holds them together. `python -m greyc.frontends.coverage_json coverage` (or `mutants`) prints one.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final, Literal

from attrs import asdict, frozen

from greyc.compiler.schema import schema_of
from greyc.frontends.cells import number_of


@frozen
class FindingJson:
    """Something that never ran. `points` is how many it stands for: what stands in it, or 1."""

    line: int
    column: int
    what: str
    message: str
    points: int
    source: str


@frozen
class FileJson:
    """A file with its figures."""

    path: str
    covered: int
    total: int
    findings: tuple[FindingJson, ...]


@frozen
class CoverageJson:
    """What tests and games never ran. `broken`: tests that failed and games that broke, in words."""

    version: Literal[1]
    tests: int
    games: int
    broken: tuple[str, ...]
    covered: int
    total: int
    files: tuple[FileJson, ...]


@frozen
class MutantJson:
    """A mutant that no test noticed; `reached`: how many tests ran what was changed. `reason`: why it is accepted."""

    path: str
    line: int
    column: int
    what: str
    change: str
    source: str
    reached: int
    reason: str | None


@frozen
class MarkJson:
    """A mark `allow mutant` that accepts nothing: every mutant of its line is noticed, or the reason is missing."""

    path: str
    line: int
    message: str


@frozen
class MutantsJson:
    """Which mutants no test noticed. `tried` does not count those accepted."""

    version: Literal[1]
    tests: int
    tried: int
    noticed: int
    unnoticed: tuple[MutantJson, ...]
    accepted: tuple[MutantJson, ...]
    marks: tuple[MarkJson, ...]


FORMS: Final[dict[str, type]] = {"coverage": CoverageJson, "mutants": MutantsJson}


def as_text(report: CoverageJson | MutantsJson) -> str:
    """The report as the JSON text that the command prints."""
    plain = asdict(report, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value)
    return json.dumps(plain, ensure_ascii=False, indent=2)


def figures(report: CoverageJson) -> str:
    """How much is covered, and by how many tests and games."""
    share = f" ({percent(report.covered, report.total)})" if report.total else ""
    return f"covered {report.covered} of {report.total}{share} by {number_of(report.tests, 'test')} and {number_of(report.games, 'game')}"


def percent(part: int, whole: int) -> str:
    """A share, rounded down so that only all is 100 %."""
    return f"{100 * part // whole} %"


def schema(form: str) -> dict[str, Any]:
    """The schema of one of the forms."""
    return schema_of(FORMS[form], title=f"greyc {form}")


if __name__ == "__main__":
    print(json.dumps(schema(sys.argv[1]), indent=2))
