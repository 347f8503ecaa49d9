"""The findings of a run in the form that a user asks for: to be read, or for an editor or a CI service."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from greyc.compiler.diagnostics import Diagnostic, fails, render, summary, to_annotations, to_json, to_sarif
from greyc.frontends.cli import version
from greyc.frontends.terminal import wants_colour

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled
    from greyc.compiler.packs import PackSet
    from greyc.frontends.junit import Suite

FORMS: Final = ("text", "json", "sarif", "github", "junit")
STRAY: Final = "files of no pack"


def told(
    form: str, found: Sequence[Diagnostic], made: Compiled | PackSet, head: str, deny_warnings: bool = False
) -> str:
    """The findings as one of FORMS. `head`: what was looked at; the figures follow it where people read."""
    match form:
        case "json":
            return json.dumps(to_json(found, made.sources), indent=2, ensure_ascii=False)
        case "sarif":  # ASCII, so that it is UTF-8 however it is piped
            return json.dumps(to_sarif(found, made.sources, root=source_root(), version=version()), indent=2)
        case "junit":
            from greyc.frontends.junit import as_xml

            return as_xml("greyc validate", suites(found, made, deny_warnings))
        case "github":
            return "\n".join([*to_annotations(found, made.sources, root=source_root()), f"{head}: {summary(found)}"])
    shown = [f"{render(each, made.sources, colour=wants_colour())}\n" for each in found]
    return "\n".join([*shown, f"{head}: {summary(found)}"])


def source_root() -> Path:
    """What paths for CI are relative to: GitHub's checkout, where this runs in it, else the current folder."""
    here = Path.cwd()
    checkout = Path(os.path.abspath(os.environ.get("GITHUB_WORKSPACE") or here))
    return checkout if here.is_relative_to(checkout) else here


def suites(found: Sequence[Diagnostic], made: Compiled | PackSet, deny_warnings: bool) -> list[Suite]:
    """A suite for each pack, a case for each of its files, which fails if its findings let the check fail."""
    from greyc.frontends.junit import Case, Suite

    of_file: dict[str, list[Diagnostic]] = {}
    for each in found:
        of_file.setdefault(each.path, []).append(each)

    def case(path: str) -> Case:
        here = of_file.pop(path, [])
        text = "\n\n".join(render(each, made.sources) for each in here)
        if not fails(here, deny_warnings=deny_warnings):
            return Case(path, told=text)
        return Case(path, (here[0].message if len(here) == 1 else summary(here), text))

    made_of = []
    for pack in made.packs:
        paths = [pack.manifest_file.path, *(file.path for file in [*pack.files, *pack.catalogues.values()])]
        if pack.given or not of_file.keys().isdisjoint(paths):
            made_of.append(Suite(pack.name, [case(path) for path in paths]))
    if of_file:
        made_of.append(Suite(STRAY, [case(path) for path in list(of_file)]))
    return made_of
