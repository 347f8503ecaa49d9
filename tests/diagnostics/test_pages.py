"""docs/diagnostics keeps to its format, and checks report only what it declares."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from greyc.compiler.diagnostics import Page, Reporter, UnknownCode, explain, page, pages
from greyc.compiler.diagnostics.pages import PAGES, PageError, read_page

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for folder in ("dsl", "compiler", "frontends") for path in sorted((ROOT / folder).rglob("*.py"))]
NOT_WORDS = {"suggestion", "related"}  # of report() itself


@pytest.mark.parametrize("each", pages().values(), ids=lambda each: each.code)
def test_a_page_keeps_to_the_format(each: Page) -> None:
    assert re.fullmatch(r"G0[0-8]\d\d", each.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.name)
    assert re.fullmatch(r"\d+\.\d+", each.since)
    assert each.template.endswith((".", "?", "!")), "the message is a sentence"
    assert not re.search(r"\{(?!\w+\})|(?<!\w)\}", each.template), "braces hold one word each"
    assert bool(each.wrong) == bool(each.right), "either both examples are files or neither is"
    assert each.wrong != each.right or not each.wrong


def test_every_page_is_read_and_names_differ() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} == {*pages(), "README"}
    names = [each.name for each in pages().values()]
    assert len(set(names)) == len(names)


def calls_of_report() -> Iterator[tuple[str, str, set[str] | None]]:
    """Every `report("name", ..., word=...)` in the sources: where it stands, its name, its words (None if spread)."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            name = node.args[0].value
            if called == "report" and isinstance(name, str):
                words = {keyword.arg for keyword in node.keywords}
                spread = None in words
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield where, name, None if spread else {word for word in words if word} - NOT_WORDS


def test_every_report_names_a_page_and_fills_its_template() -> None:
    wrong = []
    for where, name, words in calls_of_report():
        try:
            wanted = page(name).placeholders
        except UnknownCode as error:
            wrong.append(f"{where}: {error}")
            continue
        if words is not None and words != wanted:
            wrong.append(f"{where}: {name} wants {sorted(wanted)}, not {sorted(words)}")
    assert not wrong, "\n".join(wrong)


def test_a_page_explains_itself_by_code_and_by_name() -> None:
    assert explain("G0001") == explain("g0001") == explain("unreadable-file")
    assert explain("G0001").startswith("# G0001 unreadable-file (error)\n")
    with pytest.raises(UnknownCode, match="Did you mean unreadable-file"):
        explain("unreadible-file")


GOOD = """---
code: G0999
name: odd-thing
severity: warning
template: {thing} is odd.
since: 0.1
---
What it means.

## Wrong
```grey
kind a is card
```
```po locale/de.po
msgid "a"
```

## Right
```toml
name = "x"
```
"""


def test_examples_are_files_by_path() -> None:
    made = read_page(GOOD, "G0999.md")
    assert made.wrong == {"example.grey": "kind a is card\n", "locale/de.po": 'msgid "a"\n'}
    assert made.right == {"pack.toml": 'name = "x"\n'}
    assert made.message({"thing": "{thing}"}) == "{thing} is odd."
    with pytest.raises(TypeError, match=r"wants the words \['thing'\], not \[\]"):
        made.message({})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("---\ncode", "code", "no front matter"),
        ("since: 0.1\n", "", "it should have"),
        ("warning", "fatal", "severity is"),
        ("G0999", "G0998", "holds the code G0998"),
        ("## Wrong", "## Bad", "then ## Wrong"),
        ("What it means.", "", "a sentence of explanation"),
        ("name: odd-thing", "name odd-thing", "without a colon"),
    ],
)
def test_a_page_off_the_format_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(PageError, match=re.escape(says)):
        read_page(GOOD.replace(old, new, 1), "G0999.md")


def test_one_mistake_is_kept_once_and_findings_are_sorted() -> None:
    reporter = Reporter()
    first = reporter.report("unreadable-file", "b.grey", (5, 6), reason="it is a folder")
    again = reporter.report("unreadable-file", "b.grey", (5, 6), reason="another pass says so too")
    reporter.report("unreadable-file", "b.grey", (1, 2), reason="x")
    reporter.report("unreadable-file", "a.grey", (9, 9), reason="x")
    assert again is first
    assert [(found.path, found.span) for found in reporter.diagnostics] == [
        ("a.grey", (9, 9)),
        ("b.grey", (1, 2)),
        ("b.grey", (5, 6)),
    ]
    assert reporter.has_errors


def test_no_page_is_without_a_check() -> None:
    literals = {
        node.value
        for path in [*SOURCES, *sorted((ROOT / "runtime").rglob("*.py"))]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    silent = {each.code: each.name for each in pages().values() if each.name not in literals}
    assert not silent
