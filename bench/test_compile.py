"""How fast a pack is compiled, lints and texts included: lines a second in `extra_info`, for 1,000 to 20,000 cards.

CPU time throughout: these runs last long enough for a busy machine to halve what a clock on the wall says.
"""

from pathlib import Path
from time import process_time
from typing import Any

import pytest

from greyc.compiler import compile_paths, compile_texts

from .packs import pack_of

CARDS = Path(__file__).resolve().parents[1] / "cards"


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("cards", [1_000, 5_000, 20_000])
def test_lines_a_second(benchmark: Any, cards: int) -> None:
    text = pack_of(cards)
    made = benchmark.pedantic(compile_texts, ({"a.grey": text},), rounds=1 if cards > 1_000 else 3)
    assert not made.diagnostics
    benchmark.extra_info["lines_a_second"] = round(text.count("\n") / benchmark.stats.stats.min)


def test_ten_times_the_cards_take_at_most_eleven_times_the_time() -> None:
    def seconds(cards: int) -> float:
        texts = {"a.grey": pack_of(cards)}
        begin = process_time()
        assert not compile_texts(texts).diagnostics
        return process_time() - begin

    seconds(20)
    small = [seconds(2_000) for _ in range(2)]
    large = seconds(20_000)
    small += [seconds(2_000) for _ in range(2)]
    assert large <= 11 * sum(small) / len(small)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in CARDS.glob("*/pack.toml")))
def test_a_whole_pack(benchmark: Any, name: str) -> None:
    made = benchmark.pedantic(compile_paths, ([CARDS / name],), rounds=3)
    assert made.ok
