"""The client's own words in each language, and text measured in cells."""

import re
import tomllib
from pathlib import Path

import pytest

from greyc.frontends.cells import cut, pad, width, wrap
from greyc.frontends.play.phrases import LANG, Phrases

PLAY = Path(__file__).parents[2] / "frontends"
FILES = sorted(LANG.glob("*.toml"))


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_language_says_all_of_it(file: Path) -> None:
    english = tomllib.loads((LANG / "en.toml").read_text(encoding="utf-8"))
    texts = tomllib.loads(file.read_text(encoding="utf-8"))
    assert texts.keys() == english.keys()
    assert {name: holes(text) for name, text in texts.items()} == {name: holes(text) for name, text in english.items()}


def test_every_phrase_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in PLAY.rglob("*.py"))
    assert not [name for name in Phrases("en").texts if not re.search(rf"[\"']{name}[\"']", code)]


def test_there_are_three_languages_and_english_for_others() -> None:
    assert {"en", "zh-Hans", "zh-Hant"} <= {file.stem for file in FILES}
    assert Phrases("xx")("yes") == "Yes"
    assert Phrases("zh-Hant")("yes") == "是"
    assert Phrases("en")("beyond", number="{number}") == "There is no number {number} here."


def test_cells() -> None:
    assert (width("abc"), width("哥布林"), width("e\u0301"), width("ｗ")) == (3, 6, 1, 2)
    assert pad("哥布林", 8) == "哥布林  "
    assert cut("哥布林弓箭手", 9) == "哥布林..."
    assert cut("abc", 3) == "abc"


def test_lines_break_at_spaces_and_between_wide_characters() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("one two", 9, "- ", "  ") == ["- one two"]
    assert wrap("one two three", 9, "- ", "  ") == ["- one two", "  three"]
    assert wrap("哥布林弓箭手，攻擊", 10) == ["哥布林弓箭", "手，攻擊"]
    assert wrap("", 10, " ") == [""]
    long = wrap("中文與English混排的一段很長的文字。" * 5, 40)
    assert all(width(line) <= 40 for line in long)
    assert "".join(long) == "中文與English混排的一段很長的文字。" * 5
