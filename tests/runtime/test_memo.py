"""What is remembered (functions, fields of distances) is what would come out anew, after every answer of a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from greyc.runtime import Game
from greyc.runtime.bots import RandomBot
from greyc.runtime.consts import FAR

from .tables import advance, any_table, bundle, tables

REMEMBERING = [number for number, (game, packs, _) in enumerate(tables()) if bundle().engine(game, packs).gen.memo_bits]
SEEDS = [number + more for more in (0, len(tables())) for number in REMEMBERING]


def kept(game: Game) -> Iterator[tuple[str, Any, Any, Any]]:
    """Function, arguments, what is remembered and what it would be now."""
    gen, state = game.engine.gen, game.state
    for name, bit in gen.memo_bits.items():
        if state.dirty & bit:
            continue
        for key, value in list(state.memo.get(f"f_{name}", {}).items()):
            args = (key,) if len(gen.linked.functions[name].params) == 1 else key
            yield name, args, value, gen.ns[f"f_{name}_anew"](state, *args)


def steps_between(game: Game, start: int, goals: tuple[int, ...], allowed: Any) -> Any:
    """The distance, as it is defined: step by step from the start."""
    P, state = game.engine.gen.P, game.state
    seen, front, n = {start}, [start], 0
    while front:
        if any(p in goals for p in front):
            return n
        ways = {q for p in front for q in P.neighbours(state, p) if q not in seen and (allowed is None or q in allowed)}
        seen |= ways
        front = sorted(ways)
        n += 1
    return FAR


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_remembered_is_right(seed: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    looked = 0
    for _ in range(60):
        if not game.waiting():
            break
        advance(game, bot, rng)
        for name, args, old, new in kept(game):
            assert old == new, (name, args)
            looked += 1
        fields = [key for key in game.state.cache if key[0] == "steps"]
        for _, goals, within in fields[-2:]:
            for start in game.engine.gen.P.neighbours(game.state, goals[0]) if goals else ():
                found = game.engine.gen.P.distance(game.state, start, goals, within)
                assert found == steps_between(game, start, goals, within)
    assert looked or not game.state.memo


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fork_remembers_and_forgets_by_itself(seed: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    for _ in range(6):
        advance(game, bot, rng, 5)
        if not game.waiting():
            break
        ahead = game.fork(seed=seed, unseen_by=game.waiting()[0])
        advance(ahead, bot, rng, 5)
        for each in (ahead, game):
            for name, args, old, new in kept(each):
                assert old == new, (name, args)
