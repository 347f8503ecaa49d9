"""The text and JSON forms of findings."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from greyc.compiler.diagnostics import Diagnostic, Related, fails, render, render_all, summary, to_json
from greyc.compiler.diagnostics.machine import diagnostics_schema
from greyc.compiler.diagnostics.text import TAB, Lines, cells

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "diagnostics.schema.json"

SOURCE = """kind thing is card "thing":
\tweight: int
    龍 "飛龍在天": wieght 3
    e\u0301a\u200b: x
one
two
three
four
five
six
"""


def found(marked: str, severity: str = "error", **more: object) -> Diagnostic:
    start = SOURCE.index(marked)
    span = (start, start + len(marked))
    return Diagnostic("G0201", "odd", severity, "a.grey", span, "It is odd.", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "each",
    [
        pytest.param(found("weight: int"), id="after a tab"),
        pytest.param(found("wieght"), id="after wide characters"),
        pytest.param(found("飛龍在天"), id="wide characters"),
        pytest.param(found("x\n", "note"), id="an invisible and a combining character before, the line end marked"),
        pytest.param(found("one\ntwo\nthree"), id="three lines"),
        pytest.param(found("ne\ntwo\nthree\nfour\nfive\nsi", "warning"), id="six lines"),
        pytest.param(Diagnostic("G0201", "odd", "error", "a.grey", (9999, 9999), "It ends early."), id="at the end"),
        pytest.param(Diagnostic("G0001", "odd", "error", "gone.grey", (0, 0), "It is gone."), id="no source"),
        pytest.param(
            found(
                "wieght",
                suggestion="did you mean weight?\nA field stands once on a card.",
                related=(
                    Related("a.grey", (29, 35), "weight is declared here"),
                    Related("other.grey", (0, 1), "and again here"),
                ),
            ),
            id="suggestion and related places",
        ),
    ],
)
def test_text_of_one_finding(each: Diagnostic, snapshot: SnapshotAssertion) -> None:
    assert render(each, {"a.grey": SOURCE}) == snapshot


def test_colour_adds_only_escapes(snapshot: SnapshotAssertion) -> None:
    coloured = render(found("wieght", suggestion="weight"), {"a.grey": SOURCE}, colour=True)
    assert coloured == snapshot
    plain = render(found("wieght", suggestion="weight"), {"a.grey": SOURCE})
    assert "\x1b" not in plain
    stripped = coloured
    for code in ("1;31", "1;32", "34", "1", "0"):
        stripped = stripped.replace(f"\x1b[{code}m", "")
    assert stripped == plain


def test_a_very_long_line_is_cut_around_the_mark() -> None:
    text = "a" * 5000 + "HERE" + "b" * 5000
    shown = render(Diagnostic("G0201", "odd", "error", "a", (5000, 5004), "x."), {"a": text}).splitlines()
    source, marks = shown[-2], shown[-1]
    assert len(source) < 200
    assert source[marks.index("^") : marks.rindex("^") + 1] == "HERE"


@given(st.text(st.sampled_from("aé龍\t\u0301\u200b（ "), max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_the_underline_stands_under_the_marked_text(line: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(line)), min(other, len(line))))
    text = render(Diagnostic("G0201", "odd", "error", "a", (start, end), "x."), {"a": line})
    marks = text.splitlines()[-1]
    before = cells(line[:start])[1]
    width = cells(line[start:end], before)[1] - before
    assert marks == f"  | {' ' * before}{'^' * max(1, width)}"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_shown_text_is_as_wide_as_counted_and_moves_no_cursor(line: str) -> None:
    shown, width = cells(line)
    assert not any(unicodedata.category(char) in ("Cc", "Cf") for char in shown)
    assert width == sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown
    )
    assert cells("\t")[1] == TAB


@given(st.lists(st.tuples(st.text("ab龍", max_size=5), st.sampled_from(["\n", "\r\n", "\r"])), max_size=8))
def test_positions_with_every_kind_of_line_end(rows: list[tuple[str, str]]) -> None:
    text, at = "", []
    for number, (row, end) in enumerate(rows, 1):
        at += [(len(text) + column, number, column + 1) for column in range(len(row))]
        text += row + end
        if text.endswith("\r") and number < len(rows) and not rows[number][0] and rows[number][1] == "\n":
            return  # \r and \n meet and are one line end
    lines = Lines.of(text)
    assert [(offset, lines.position(offset).line, lines.position(offset).column) for offset, _, _ in at] == at


def test_summary_and_what_fails() -> None:
    error, warning = found("one"), found("two", "warning")
    assert summary([error, warning, warning]) == "1 error, 2 warnings"
    assert summary([]) == "no mistakes found"
    assert render_all([], {}) == "no mistakes found\n"
    assert fails([error]) and not fails([warning]) and fails([warning], deny_warnings=True)
    assert not fails([found("one", "note")], deny_warnings=True)


def test_json_is_valid_under_the_published_schema_which_is_the_generated_one() -> None:
    published = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert published == diagnostics_schema(), "python -m greyc.compiler.diagnostics writes it"
    lost = Diagnostic("G0001", "odd", "error", "gone", (2, 3), "x.", related=(Related("a.grey", (0, 1), "here"),))
    report = to_json([found("wieght", "warning", suggestion="weight"), lost], {"a.grey": SOURCE})
    Draft202012Validator(published).validate(json.loads(json.dumps(report)))
    assert (report["errors"], report["warnings"]) == (1, 1)
    place = report["diagnostics"][0]["span"]["start"]
    assert (place["line"], place["column"]) == (3, 15)
    assert report["diagnostics"][1]["span"]["start"] == {"offset": 2, "line": None, "column": None}
    report["diagnostics"][0]["severity"] = "odd"
    assert not Draft202012Validator(published).is_valid(report)
