"""What is done for many at once is what would be done for each of them one after another."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from .tables import any_table, play

SEEDS = st.integers(0, 10_000)


@settings(max_examples=60)
@given(SEEDS)
def test_filling_a_zone_is_making_one_card_after_another(seed: int) -> None:

    chance = Random(seed)
    game = any_table(seed)
    play(game, seed, 3)
    program, P = game.engine.program, game.engine.gen.P
    zones = [member for member in program.table.values() if member.what == "zone"]
    if not zones:
        return
    for member in zones:
        kinds = {k for kind in member.decl.kinds for k in program.layouts[kind].children}  # type: ignore[union-attr]
        fitting = [d.number for d in program.defs if d.card is not None and d.kind in kinds]
        cards = [chance.choice(fitting) for _ in range(chance.randint(0, 6))] if fitting else []
        at_once, each = game.fork().state, game.fork().state
        at_once.dirty = each.dirty = 0
        before = at_once.cells.copy()
        P.fill(at_once, cards, member.offset)
        for d in cards:
            P.create(each, d, member.offset)
        assert at_once.cells == each.cells
        assert at_once.dirty == each.dirty
        at_once.rollback(0)
        assert at_once.cells == before


@given(SEEDS, st.integers(0, 40))
def test_a_shuffle_uses_the_numbers_of_the_generator_in_their_order(seed: int, size: int) -> None:
    game = any_table(seed % 20)
    at_once, each = game.fork().state, game.fork().state
    items, other = list(range(size)), list(range(size))
    at_once.shuffle(items)
    for i in range(size - 1, 0, -1):
        j = each.random(i + 1)
        other[i], other[j] = other[j], other[i]
    assert items == other
    assert at_once.cells == each.cells
