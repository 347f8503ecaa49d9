"""How fast .grey files are read: lines a second in `extra_info`, for cards, for rules and for one huge declaration."""

from pathlib import Path
from typing import Any

import pytest

from greyc.dsl import parse
from greyc.dsl.grammar import load

CARDS = Path(__file__).resolve().parents[1] / "cards"


def text_of(folder: str, lines: int) -> str:
    text = "".join(path.read_text(encoding="utf-8") + "\n" for path in sorted((CARDS / folder).rglob("*.grey")))
    return text * (lines // text.count("\n") + 1)


@pytest.mark.parametrize("folder", ["greyport/heroes", "greyport/rules", "greyport/tests"])
@pytest.mark.parametrize("lines", [1_000, 10_000])
def test_lines_a_second(benchmark: Any, folder: str, lines: int) -> None:
    text = text_of(folder, lines)
    parsed = benchmark(parse, text)
    assert not parsed.errors
    benchmark.extra_info["lines_a_second"] = round(text.count("\n") / benchmark.stats.stats.min)


def test_one_declaration_of_ten_thousand_lines(benchmark: Any) -> None:
    text = "verb x:\n" + "    deal 3 to m by this with strong = yes\n" * 10_000
    assert not benchmark(parse, text).errors


def test_loading_the_tables(benchmark: Any) -> None:
    benchmark(load.__wrapped__)
