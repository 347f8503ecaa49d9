"""Findings as JSON for editors and CI, in the form that schemas/diagnostics.schema.json publishes.

The classes here are the form: the schema is generated from them and a test holds the two together. Offsets count
characters of the file's text; lines and columns count from 1, so that a reader needs no copy of the file.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from attrs import asdict, frozen

from greyc.compiler.diagnostics.model import Diagnostic, Span
from greyc.compiler.diagnostics.pages import Severity
from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.schema import schema_of


@frozen
class PlaceJson:
    """One end of a span; line and column are null where the file could not be read."""

    offset: int
    line: int | None
    column: int | None


@frozen
class SpanJson:
    """The marked text, end exclusive."""

    start: PlaceJson
    end: PlaceJson


@frozen
class RelatedJson:
    """A second place that explains the finding."""

    path: str
    span: SpanJson
    message: str


@frozen
class DiagnosticJson:
    """One finding."""

    code: str
    name: str
    severity: Severity
    path: str
    span: SpanJson
    message: str
    suggestion: str | None
    related: tuple[RelatedJson, ...]


@frozen
class ReportJson:
    """What one run of greyc found, by file and place."""

    version: Literal[1]
    errors: int
    warnings: int
    diagnostics: tuple[DiagnosticJson, ...]


def to_json(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> dict[str, Any]:
    """The findings as plain JSON data."""
    found = list(diagnostics)
    report = ReportJson(
        version=1,
        errors=sum(each.severity == "error" for each in found),
        warnings=sum(each.severity == "warning" for each in found),
        diagnostics=tuple(_diagnostic(each, sources) for each in found),
    )
    return asdict(report, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value)


def diagnostics_schema() -> dict[str, Any]:
    """The JSON Schema of `to_json`'s result, as schemas/diagnostics.schema.json holds it."""
    return schema_of(ReportJson, title="greyc diagnostics")


def _diagnostic(found: Diagnostic, sources: Mapping[str, str]) -> DiagnosticJson:
    return DiagnosticJson(
        code=found.code,
        name=found.name,
        severity=found.severity,
        path=found.path,
        span=_span(found.path, found.span, sources),
        message=found.message,
        suggestion=found.suggestion,
        related=tuple(
            RelatedJson(place.path, _span(place.path, place.span, sources), place.message) for place in found.related
        ),
    )


def _span(path: str, span: Span, sources: Mapping[str, str]) -> SpanJson:
    def place(offset: int) -> PlaceJson:
        if path not in sources:
            return PlaceJson(offset, None, None)
        at = lines_of(sources[path]).position(offset)
        return PlaceJson(offset, at.line, at.column)

    return SpanJson(place(span[0]), place(max(span)))
