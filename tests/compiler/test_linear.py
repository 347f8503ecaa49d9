"""Twice the cards take twice the time: no pass and no lint looks at everything for each thing."""

import time

from bench.packs import pack_of
from greyc.compiler import compile_texts
from greyc.compiler.diagnostics import render_all


def seconds(cards: int) -> float:
    text = {"a.grey": pack_of(cards)}
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        made = compile_texts(text)
        best = min(best, time.process_time() - started)
        assert not made.diagnostics, render_all(made.diagnostics, made.sources)
    return best


def test_time_grows_with_the_pack_and_not_faster() -> None:
    seconds(50)  # what is loaded once
    small, large = seconds(150), seconds(1200)
    assert large < small * 8 * 2, f"150 cards take {small:.2f} s, 1200 take {large:.2f} s"
