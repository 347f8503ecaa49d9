"""A pack's folder rewritten: what each file would be, and all of them written or none.

Every file is read again after its edits; one that would have mistakes, or would still have something to migrate, is a bug here
and nothing is written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.manifest import LANGUAGE, read_manifest
from greyc.compiler.packs import PackFolder, SourceFile, read_folders
from greyc.compiler.syntax import report_syntax
from greyc.dsl import parse
from greyc.frontends.edits import applied
from greyc.frontends.migrate.migrations import MIGRATIONS, Migration, Unclear

OLDEST: Final = 1
_VERSION: Final = re.compile(r"^[ \t]*version[ \t]*=[^\n]*\n?", re.MULTILINE)
_LANGUAGE: Final = re.compile(r"""^[ \t]*(?:language|"language"|'language')[ \t]*=[ \t]*([^\s#]+)""", re.MULTILINE)


@define
class Plan:
    """What to do with a pack. `texts`: of each file that changes, before and after; `done`: how often each migration
    found something; `refused`: why nothing is done, in words."""

    name: str
    language: int
    texts: dict[Path, tuple[str, str]] = field(factory=dict)
    shown: dict[Path, str] = field(factory=dict)
    done: dict[str, int] = field(factory=dict)
    refused: str = ""


def plans(
    paths: Sequence[str | Path], reporter: Reporter, written_in: int | None = None
) -> tuple[list[Plan], dict[str, str]]:
    """A plan for each pack below the paths, and the texts of all files by path. What can't be read is reported, and there
    are no plans then. `written_in`: the version, whatever the manifests say. Raises ValueError for a bug here."""
    folders = read_folders(paths, reporter)
    files = [file for folder in folders for file in (folder.manifest_file, *folder.files)]
    made = [_plan(folder, reporter, written_in) for folder in folders]
    sources = {file.path: file.text for file in files}
    return ([] if reporter.has_errors else [each for each in made if each is not None]), sources


def _plan(folder: PackFolder, reporter: Reporter, written_in: int | None) -> Plan | None:
    file = folder.manifest_file
    manifest = read_manifest(file.text, file.path, reporter)
    if manifest is None or folder.home is None:
        return None
    said = tomllib.loads(file.text).get("language")
    language = written_in or said or OLDEST
    plan = Plan(manifest.name, language)
    if (said or 0) > LANGUAGE:
        plan.refused = (
            f"it is written in version {said} of the language, and this greyc reads {LANGUAGE}: it needs a newer greyc"
        )
        return plan
    todo = [each for each in MIGRATIONS if each.version > language]
    for each in folder.files:
        _rewrite(plan, folder.home, each, todo, reporter)
    if said != LANGUAGE:
        _into(plan, folder.home, file, _with_language(file.text))
    return plan


def _rewrite(plan: Plan, home: Path, file: SourceFile, todo: Sequence[Migration], reporter: Reporter) -> None:
    text = file.text
    for migration in todo:
        parsed = parse(text, file.path)
        if parsed.errors:
            for problem in parsed.errors:
                report_syntax(problem, file.path, reporter)
            return
        try:
            edits = list(migration.edits(parsed))
        except Unclear as unclear:
            line = parsed.source.position(unclear.offset)[0]
            plan.refused = plan.refused or f"{file.path}:{line}: {unclear}"
            return
        text = applied(text, edits)
        if edits:
            plan.done[migration.what] = plan.done.get(migration.what, 0) + len(edits)
            again = parse(text, file.path)
            if again.errors or next(migration.edits(again), None) is not None:
                raise ValueError(f"{file.path} would not be right after the migration to version {migration.version}")
    if text != file.text:
        _into(plan, home, file, text)


def _into(plan: Plan, home: Path, file: SourceFile, text: str) -> None:
    path = home / file.name
    mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    plan.texts[path] = (mark + file.text, mark + text)
    plan.shown[path] = file.path


def _with_language(text: str) -> str:
    """A manifest that says the current version of the language: in place of the older one, else below the pack's own version,
    else at the top. What a line means is the parser's to say: it may be part of a text."""
    wanted: dict[str, Any] = {**tomllib.loads(text), "language": LANGUAGE}
    made = (each for each in _candidates(text) if _says(each, wanted))
    if (first := next(made, None)) is None:
        raise ValueError("pack.toml would say something else")
    return first


def _candidates(text: str) -> Iterator[str]:
    for found in _LANGUAGE.finditer(text):
        yield f"{text[: found.start(1)]}{LANGUAGE}{text[found.end(1) :]}"
    line = f"language = {LANGUAGE}"
    for found in _VERSION.finditer(text):
        before = text[: found.end()]
        ending = "\r\n" if before.endswith("\r\n") else "\n"
        yield before + ("" if before.endswith("\n") else "\n") + line + ending + text[found.end() :]
    yield line + ("\r\n" if "\r\n" in text else "\n") + text


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


__all__ = ["OLDEST", "Plan", "plans"]
