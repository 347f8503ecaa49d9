"""What was found in a group of packs, as a value that can be sent to another process and kept as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from greyc.compiler.diagnostics import Diagnostic, Related


@frozen
class Found:
    """`counts`: cards and tests of each pack that could be built. `around`: the digest of all packs of the run, where what they
    declare was asked for; "" where nothing was. `kept`: whether another run may have it."""

    diagnostics: list[Diagnostic]
    counts: dict[str, tuple[int, int]] = field(factory=dict)
    around: str = ""
    kept: bool = True


@frozen
class Within:
    """What other groups may want to know of this one: the names that each pack declares, and its code by file, for
    finding what was copied (greyc.compiler.checks.copied)."""

    names: dict[str, list[str]]
    code: dict[str, list[tuple[str, list[tuple[str, int, int]]]]]


def found_to_json(found: Found) -> Any:
    return [diagnostics_to_json(found.diagnostics), found.counts, found.around]


def found_from_json(value: Any) -> Found:
    """Raises ValueError for what `found_to_json` never made."""
    try:
        diagnostics, counts, around = value
        made = {str(name): (int(cards), int(tests)) for name, (cards, tests) in counts.items()}
        return Found(diagnostics_from_json(diagnostics), made, str(around))
    except (TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error


def diagnostics_to_json(diagnostics: Iterable[Diagnostic]) -> Any:
    return [
        [
            *(each.code, each.name, each.severity, each.path, each.span, each.message, each.suggestion),
            [[other.path, other.span, other.message] for other in each.related],
            each.instead,
        ]
        for each in diagnostics
    ]


def diagnostics_from_json(value: Any) -> list[Diagnostic]:
    """Raises ValueError or TypeError for what `diagnostics_to_json` never made."""
    return [
        Diagnostic(
            *(code, name, severity, path, _span(span), message, suggestion),
            related=tuple(Related(where, _span(at), said) for where, at, said in related),
            instead=tuple(tuple((_span(at), str(text)) for at, text in edits) for edits in instead),
        )
        for code, name, severity, path, span, message, suggestion, related, instead in value
    ]


def _span(value: Any) -> tuple[int, int]:
    start, end = value
    return int(start), int(end)


def within_to_json(within: Within) -> Any:
    return [within.names, within.code]


def within_from_json(value: Any) -> Within:
    """Raises ValueError for what `within_to_json` never made."""
    try:
        names, code = value
        return Within(
            dict(names),
            {
                pack: [(path, [(line, start, end) for line, start, end in lines]) for path, lines in files]
                for pack, files in code.items()
            },
        )
    except (TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error
