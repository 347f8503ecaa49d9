"""docs/language.md and docs/core.md: the examples are one small pack that compiles, passes its test and can be played;
what is built in is listed as the core declares it."""

from __future__ import annotations

from pathlib import Path

import pytest

from greyc.compiler import compile_paths
from greyc.compiler.reference import reference
from greyc.dsl import parse
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import RandomBot
from greyc.runtime.ir import core
from greyc.runtime.testing import run_test

from .pages import DOCS, Block, blocks

GREY = [block for block in blocks(DOCS / "language.md") if block.language == "grey"]


@pytest.mark.parametrize("block", GREY, ids=lambda block: f"line_{block.line}")
def test_every_example_parses(block: Block) -> None:
    parsed = parse(block.text, "language.md")
    assert parsed.declarations
    assert not parsed.errors


def test_the_examples_are_one_pack_that_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "harvest"\ntitle = "Harvest"\nversion = "1.0"\n', encoding="utf-8")
    for block in GREY:
        (tmp_path / f"line_{block.line}.grey").write_text(block.text, encoding="utf-8")
    compiled = compile_paths([tmp_path])
    assert [each for each in compiled.diagnostics if each.severity == "error"] == []
    bundle = Bundle.of(compiled.bundle)
    (pack,) = compiled.bundle.packs.values()
    assert pack.tests
    for test in pack.tests:
        assert run_test(bundle, pack.name, test).passed
    game = Game.start(bundle, "harvest", seats=[Seat("Ann"), Seat("Bob")], seed=1)
    bot = RandomBot(1)
    for _ in range(200):
        if game.outcome is None:
            seat = game.waiting()[0]
            game.take(seat, bot.choose(game, seat))
    assert game.outcome == "won"


def test_what_is_built_in_is_listed() -> None:
    page = (DOCS / "core.md").read_text(encoding="utf-8")
    assert page == reference(), "python -m greyc.compiler.reference > docs/core.md"
    for table in (core.VERBS, core.FUNCTIONS):
        assert all(f"| `{name}" in page for name in table)
    assert all(f"| `{name}` |" in page for name in core.NAMES)
    assert all(f"| `.{name}` |" in page for name in core.ATTRIBUTES)
