"""`greyc coverage`: what never ran, which mutants no test notices, and the JSON of both."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from greyc.compiler.driver import compile_texts
from greyc.frontends.coverage_json import FORMS, schema
from greyc.frontends.mutation import marks, ranges, within
from greyc.frontends.written import written
from greyc.runtime import ir
from greyc.runtime.program import walk_node

from .conftest import VAULT, Run, piped

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"

RULES = """game pond "Pond":
    players 1 to 2
    state level: int = 0 "level"
    zone shore of frog "shore"
    play:
        fill shore with f in cards of frog where f.size < 3
        level = sum(f.size - 1 for f in shore)
        while level < 5:
            rain 1
        end game won
kind player is seat
kind frog is card "frog|frogs":
    active in shore
    size: int "size"
    loud: flag = no
frog small "Small":
    size 1
frog tall "Tall":
    size 3
keyword hopping on frog "Hopping"
verb rain amount (int):
    level += amount
    log "It rains."
verb dry amount (int):
    if level >= amount and amount > 0:
        level -= amount
after rain amount if amount > 100:
    level = 0
before rain amount if level < 0:
    stop
modify f in shore where f.loud: size +1, hopping
"""
TESTS = """test "rain fills, drought empties":
    table pond with ann
    rain 2
    expect level == 2
    dry 1
    expect level == 1
    dry 3
    expect level == 1
test "a whole game":
    game pond with ann
    expect level == 5
"""


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    home = tmp_path / "pond"
    home.mkdir()
    (home / "pack.toml").write_text('name = "pond"\ntitle = "Pond"\nversion = "1.0"\nlocales = ["en"]\n', "utf-8")
    (home / "rules.grey").write_text(RULES, "utf-8")
    (home / "tests.grey").write_text(TESTS, "utf-8")
    return home


def line(text: str) -> int:
    return RULES[: RULES.index(text)].count("\n") + 1


def found(greyc: Run, *arguments: object) -> tuple[int, dict]:  # type: ignore[type-arg]
    code, out, _ = greyc("coverage", *arguments, "--format", "json")
    report = json.loads(out)
    form = "mutants" if "--mutants" in arguments else "coverage"
    Draft202012Validator(json.loads((SCHEMAS / f"{form}.schema.json").read_text("utf-8"))).validate(report)
    return code, report


@pytest.mark.parametrize("form", FORMS)
def test_the_published_schema_is_the_generated_one(form: str) -> None:
    published = json.loads((SCHEMAS / f"{form}.schema.json").read_text("utf-8"))
    assert published == schema(form), f"python -m greyc.frontends.coverage_json {form} > schemas/{form}.schema.json"


def test_what_never_ran(greyc: Run, pond: Path) -> None:
    code, report = found(greyc, pond, "-n", 2)
    assert code == 1
    assert (report["tests"], report["games"], report["broken"]) == (2, 2, [])
    (file,) = report["files"]
    told = {(each["line"], each["message"], each["points"]) for each in file["findings"]}
    assert told == {
        (line("frog tall"), "no copy of the card is ever made", 1),
        (line("after rain"), "the condition `amount > 100` is never true", 1),
        (line("level = 0"), "the statement never runs", 1),
        (line("before rain"), "the condition `level < 0` is never true", 1),
        (line("stop"), "the statement never runs", 1),
        (line("modify"), "the condition `f.loud` is never true", 1),
        (line("modify"), "the change is never applied", 1),
    }
    assert file["total"] - file["covered"] == report["total"] - report["covered"] == 8


def test_as_text(greyc: Run, pond: Path) -> None:
    out = greyc("coverage", pond, "-n", 2)[1]
    assert f'  {line("frog tall")} | frog tall "Tall":\n     = no copy of the card is ever made\n' in out
    assert out.splitlines()[-1].startswith("covered ") and out.rstrip().endswith("by 2 tests and 2 games")
    code, out, _ = greyc("coverage", VAULT, "-n", 20)
    assert code == 0 and "100 %" in out.splitlines()[-1]


def records(text: str) -> dict[str, tuple[dict[int, int], dict[tuple[int, ...], str]]]:
    """The lines and branches of each file of an lcov trace, whose grammar and sums are looked at."""
    found = {}
    for record in text.rstrip("\n").removesuffix("end_of_record").split("end_of_record\n"):
        pairs = [line.split(":", 1) for line in record.splitlines()]
        keys = [key for key, _ in pairs]
        assert keys == sorted(keys, key=["TN", "SF", "BRDA", "BRF", "BRH", "DA", "LF", "LH"].index)
        values = {key: value for key, value in pairs if key not in ("BRDA", "DA")}
        lines = dict(tuple(map(int, value.split(","))) for key, value in pairs if key == "DA")
        taken = [value.split(",") for key, value in pairs if key == "BRDA"]
        branches = {tuple(map(int, place)): hits for *place, hits in taken}
        assert (int(values["LF"]), int(values["LH"])) == (len(lines), sum(lines.values()))
        assert (int(values["BRF"]), int(values["BRH"])) == (len(taken), list(branches.values()).count("1"))
        assert (
            keys.count("DA") == len(lines)
            and len(branches) == len(taken)
            and {line for line, *_ in branches} <= set(lines)
        )
        found[values["SF"]] = (lines, branches)
    return found


def test_as_lcov(greyc: Run, pond: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pond.parent)
    code, out, _ = greyc("coverage", "pond", "-n", 2, "--format", "lcov")
    assert code == 1
    ((path, (lines, branches)),) = records(out).items()
    assert path == "pond/rules.grey"
    assert {each for each, hits in lines.items() if not hits} == {
        line("frog tall"),
        line("level = 0"),
        line("stop"),
    }
    where = line("after rain")
    assert (branches[where, 0, 0], branches[where, 0, 1]) == ("0", "1")
    (pond / "tests.grey").write_text(TESTS.replace("dry ", "rain 0 * "), "utf-8")
    branches = records(greyc("coverage", "pond", "-n", 0, "--format", "lcov")[1])[path][1]
    assert branches[line("    if level"), 0, 0] == branches[line("    if level"), 0, 1] == "-"


def test_as_a_page(greyc: Run, pond: Path) -> None:
    rules = RULES.replace('"Tall"', '"Größe & <龍>"')
    (pond / "rules.grey").write_text(rules, "utf-8")
    code, out, _ = greyc("coverage", pond, "-n", 2, "--format", "html")
    assert code == 1 and out.isascii() and not re.search(r"(src|href)=[\"'](?!#)|@import|url\(", out)
    rows = re.findall(r"^<tr(?: class=\"(\w+)\")?><td>(\d+)</td><td>(.?)</td><td>(.*)</td></tr>", out, re.MULTILINE)
    assert [unescape(text) for *_, text in rows] == rules.splitlines()
    marks = {int(number): (mark, sign) for mark, number, sign, _ in rows}
    assert marks[line("frog tall")] == ("never", "-") and marks[line("after rain")] == ("partly", "~")
    assert marks[line("    log")] == ("ran", "+") and marks[line("kind frog")] == ("", "")
    assert "the condition `amount &gt; 100` is never true" in out
    assert greyc("coverage", VAULT, "--format", "html")[0] == 0


def test_parts_that_never_ran_are_told_once(greyc: Run, pond: Path) -> None:
    (pond / "tests.grey").write_text(
        TESTS.replace("    dry 1\n    expect level == 1\n    dry 3\n", "    level -= 1\n"), "utf-8"
    )
    (file,) = found(greyc, pond, "-n", 0)[1]["files"]
    assert (line("verb dry"), "the verb dry is never called", 4) in {
        (each["line"], each["message"], each["points"]) for each in file["findings"]
    }


def test_mutants_that_nobody_notices(greyc: Run, pond: Path) -> None:
    code, report = found(greyc, pond, "--mutants")
    assert code == 1
    told = {(each["line"], each["change"], each["reached"]) for each in report["unnoticed"]}
    assert (line("    if level"), "`>` for `>=` in `level >= amount`", 0) in told
    assert (line("    if level"), "without the condition `amount > 0`", 0) in told
    assert (line("before rain"), "`<=` for `<` in `level < 0`", 2) not in told  # rain at level 0 would stop
    assert (line("stop"), "without the statement", 0) in told
    assert (line("fill shore"), "without the statement", 1) in told
    noticed = {each for each, *_ in told}
    assert line("level += amount") not in noticed
    assert line("rain 1") not in noticed  # without it the game never ends, and that is noticed
    assert not any("log" in each["source"] for each in report["unnoticed"])
    assert report["tried"] == report["noticed"] + len(report["unnoticed"])


def test_what_only_a_score_asks_is_not_changed(greyc: Run, pond: Path) -> None:
    scored = RULES.replace("    play:\n", "    score wet() + dear()\n    play:\n", 1)
    scored = scored.replace("if level >= amount and", "if dear() >= amount and")
    scored += "function wet() = 7 if deep() else 1\nfunction deep() = level > 3\nfunction dear() = level if level > 0 else 0\n"
    (pond / "rules.grey").write_text(scored, "utf-8")
    changed = {each["source"][:14] for each in found(greyc, pond, "--mutants")[1]["unnoticed"]}
    assert "function dear(" in changed and not changed & {"function wet()", "function deep("}


def test_marks_accept(greyc: Run, pond: Path) -> None:
    marked = RULES.replace("        fill shore", "        # allow mutant: the shore is for show\n        fill shore")
    marked = marked.replace("level -= amount", "level -= amount  # allow mutant: stale")
    marked = marked.replace("    stop\n", "    stop  # allow mutant\n")
    (pond / "rules.grey").write_text(marked, "utf-8")
    report = found(greyc, pond, "--mutants")[1]
    assert {(each["source"][:10], each["reason"]) for each in report["accepted"]} == {
        ("fill shore", "the shore is for show")
    }
    assert {each["message"] for each in report["marks"]} == {
        "nothing is left to accept here",
        "say why, behind a colon",
    }
    assert any(each["source"].startswith("stop") for each in report["unnoticed"])
    assert "accepted" in greyc("coverage", pond, "--mutants")[1].splitlines()[-1]


def test_some_mutants_only(greyc: Run, pond: Path) -> None:
    where = line("    if level")
    report = found(greyc, pond, "--mutants", "--only", f"rules.grey:{where}-{where + 1}")[1]
    assert report["tried"] == 5
    assert found(greyc, pond, "--mutants", "--sample", 4, "--seed", 1)[1]["tried"] == 4
    code, _, err = greyc("coverage", pond, "--mutants", "--only", "nosuch.grey")
    assert code == 2 and "nothing to change" in err
    assert greyc("coverage", pond, "--sample", 4)[0] == 2


def test_all_noticed_is_clean(greyc: Run, pond: Path) -> None:
    code, report = found(greyc, pond, "--mutants", "--only", f"rules.grey:{line('level += amount')}")
    assert code == 0 and report["noticed"] == report["tried"] == 1


def test_tests_that_fail_judge_nothing(greyc: Run, pond: Path) -> None:
    (pond / "tests.grey").write_text(TESTS.replace("level == 5", "level == 6"), "utf-8")
    code, out, err = greyc("coverage", pond, "--mutants")
    assert code == 1 and not out and "a whole game" in err
    code, report = found(greyc, pond, "-n", 0)
    assert code == 1 and re.search(
        r"a whole game: tests.grey:\d+: expected level == 6 \(level is 5\)", report["broken"][0]
    )


def test_processes_change_nothing(greyc: Run, pond: Path) -> None:
    for more in (["-n", 2], ["--mutants"]):
        assert greyc("coverage", pond, *more)[:2] == piped("coverage", pond, *more, "-j", 2)[:2]


def test_wrong_use(greyc: Run) -> None:
    assert greyc("coverage")[0] == 2
    assert greyc("coverage", "nosuchpack")[0] == 2
    for form in ("html", "lcov"):
        assert greyc("coverage", VAULT, "--mutants", "--format", form)[0] == 2
    for only in ("", ":3", f"rules.grey:{'9' * 5000}"):
        code, _, err = greyc("coverage", VAULT, "--mutants", "--only", only)
        assert code == 2 and ("--only wants FILE" in err or "nothing to change" in err)


def test_where_marks_stand() -> None:
    assert marks("a\n# allow mutant: why\nb\nc  # more; allow mutant: so\nd # allow mutant\n") == {
        3: "why",
        4: "so",
        5: "",
    }
    assert within("x/rules.grey", 4, ranges(["rules.grey:3-4"])) and not within(
        "x/rules.grey", 5, ranges(["rules.grey:4"])
    )
    assert within("rules.grey", 9, ranges(["rules.grey"])) and not within("myrules.grey", 9, ranges(["rules.grey"]))


def test_expressions_as_they_are_written() -> None:
    wanted = [
        "level >= amount and amount > 0",
        "count(f in shore where f.size > 2) == 1",
        "not (level < 3) or level is in 4 .. 5",
        "first(f in shore highest f.size) is nothing",
        "[f.size for f in shore]",
    ]
    functions = "".join(f"function f{i}(amount: int) = {text}\n" for i, text in enumerate(wanted))
    made = compile_texts({"a.grey": RULES + functions})
    assert made.ok
    results = [
        n.value
        for f in next(iter(made.bundle.packs.values())).functions
        for n in walk_node(f.body)
        if isinstance(n, ir.Result)
    ]
    assert [written(each).replace("(", "").replace(")", "") for each in results] == [
        each.replace("(", "").replace(")", "") for each in wanted
    ]
