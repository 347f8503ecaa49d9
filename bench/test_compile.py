"""How fast a pack is compiled, lints and texts included: lines a second in `extra_info`, for 1,000 to 20,000 cards."""

from pathlib import Path
from typing import Any

import pytest

from greyc.compiler import compile_paths, compile_texts

from .packs import pack_of

CARDS = Path(__file__).resolve().parents[1] / "cards"


@pytest.mark.parametrize("cards", [1_000, 5_000, 20_000])
def test_lines_a_second(benchmark: Any, cards: int) -> None:
    text = pack_of(cards)
    made = benchmark.pedantic(compile_texts, ({"a.grey": text},), rounds=1 if cards > 1_000 else 3)
    assert not made.diagnostics
    benchmark.extra_info["lines_a_second"] = round(text.count("\n") / benchmark.stats.stats.min)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in CARDS.glob("*/pack.toml")))
def test_a_whole_pack(benchmark: Any, name: str) -> None:
    made = benchmark.pedantic(compile_paths, ([CARDS / name],), rounds=3)
    assert made.ok
