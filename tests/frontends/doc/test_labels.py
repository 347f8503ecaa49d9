"""The site's own labels: all of them in every language, and in the language that a page is shown in."""

import re
from importlib.resources import files
from typing import get_args, get_type_hints

import pytest

from greyc.frontends.doc.about import FOUND
from greyc.frontends.doc.about import found as label_of
from greyc.frontends.doc.labels import catalogues, label
from greyc.frontends.doc.site import CALLED
from greyc.frontends.doc.tables import PLAYED
from greyc.frontends.report.forms import CardJson

from .pages import Page

FOLDER = files("greyc.frontends.doc")
TEXTS = {
    each.name: each.read_text(encoding="utf-8")
    for each in FOLDER.iterdir()
    if each.name.endswith((".html", ".js", ".py"))
}
COLUMNS = ("card", "kind", "pack", "says", "name", "written", "what it is", "used by", *PLAYED)


def labels() -> set[str]:
    """What templates, scripts and code have as labels."""
    found = {name for both in CALLED.values() for name in both} | set(COLUMNS)
    for name, text in TEXTS.items():
        if name.endswith(".html"):
            found |= set(re.findall(r'label\("([^"]+)"', text)) | set(re.findall(r"data-label>([^<]+)<", text))
            for element in re.findall(r"<[^>]*data-label-of=[^>]*>", text):
                (attributes,) = re.findall(r'data-label-of="([^"]+)"', element)
                found |= {re.findall(f'(?<![\\w-]){each}="([^"]+)"', element)[0] for each in attributes.split()}
        elif name.endswith(".js"):
            for said in re.findall(r"greycSays\(([^;]*)\)", text):
                found |= set(re.findall(r'"([^"]+)"', said))
    found |= set(re.findall(r'label\(\s*"([^"]+)"', TEXTS["about.py"])) | set(
        re.findall(r'return "(Nothing [^"]+)"', TEXTS["about.py"])
    )
    found |= {*get_args(get_type_hints(CardJson)["verdict"]), *FOUND}
    found |= set(re.findall(r'label\(\s*"([^"]+)"', TEXTS["site.py"]))
    found |= set(re.findall(r'_section\("\w+", "(\w+)"', TEXTS["builtin.py"])) | set(
        re.findall(r'"title": "(\w+)"', TEXTS["builtin.py"])
    )
    return found


@pytest.mark.parametrize("tag", catalogues())
def test_every_label_is_there_in_every_language_and_no_other(tag: str) -> None:
    made = catalogues()[tag]
    assert set(made) == labels()
    assert all(text and set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", key)) for key, text in made.items())


def test_both_ways_of_chinese_are_there() -> None:
    assert list(catalogues()) == ["zh-Hans", "zh-Hant"]


def test_a_label_is_marked_and_a_title_of_a_pack_is_not() -> None:
    assert label("Cards") == "<span data-label>Cards</span>"
    assert label("<b>") == "&lt;b&gt;"
    assert label("{low} to {high} players", low=1, high="<2") == (
        '<span data-label="{low} to {high} players" data-values="{&#34;low&#34;: 1, &#34;high&#34;: &#34;&lt;2&#34;}">'
        "1 to &lt;2 players</span>"
    )


def test_pages_have_english_labels_before_a_script_runs(site: dict[str, str]) -> None:
    page = Page(site["pack.tiny/card.-p-p.html"])
    for text in ("Where it is used", "What it uses", "Code", "To the text"):
        assert text in page.text("body")
    assert "1 to 2 players" in Page(site["pack.tiny/game.tiny.html"]).text("sub")
    assert site["script.js"].startswith('const LABELS = {"zh-Hans":')


def test_what_a_report_says_of_a_line_is_a_label() -> None:
    """All that it may say, with what is named in it."""
    assert 'data-label="the condition `{name}` is never true"' in label_of("the condition `{a} or b` is never true")
    assert "{a} or b" in label_of("the condition `{a} or b` is never true")
    for text in FOUND:
        said = text.replace("{name}", "x")
        assert "data-label" in label_of(said) and Page(label_of(said)).text() == said
