"""Same bundle, same seed, same answers: same game, also through saves, forks and undo."""

from __future__ import annotations

import gc
import json
import weakref
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.runtime import Game, NothingToUndo
from greyc.runtime.bots import RandomBot

from .tables import advance, any_table, bundle, play, state_of

GAMES = 200
# Of a game's first decisions each is looked at, then one in so many: a long game has thousands, all of a kind.
EACH = 200
SEEDS = st.integers(0, 10_000)


def log(game: Game) -> str:
    """The raw log: what happened, to the byte."""
    rows = [game.state.event(k) for k in range(game.state.happened - game.state.events_before)]
    return json.dumps([r[:3] + r[5:7] for r in rows], default=list)


@settings(max_examples=30)
@given(SEEDS)
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    first, second = any_table(seed), any_table(seed)
    play(first, seed)
    play(second, seed)
    assert log(first) == log(second)
    assert state_of(first) == state_of(second)
    late = max(0, first.state.happened - 20)
    assert json.dumps(first.events(None, late)) == json.dumps(second.events(None, late))


@pytest.mark.parametrize("block", range(10))
def test_save_and_load_at_every_decision_change_nothing(block: int) -> None:
    for seed in range(block * GAMES // 10, (block + 1) * GAMES // 10):
        straight, other = any_table(seed), any_table(seed)
        bot, rng = RandomBot(seed), Random(seed)
        bot2, rng2 = RandomBot(seed), Random(seed)
        for decision in count():
            if not straight.waiting():
                break
            if decision < EACH or decision % EACH == 0:
                saved = json.loads(json.dumps(other.save()))
                other = Game.load(bundle(), saved)
            assert state_of(other) == state_of(straight)
            assert advance(straight, bot, rng) == advance(other, bot2, rng2) == 1
        assert other.outcome == straight.outcome is not None
        assert state_of(other) == state_of(straight)


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 60))
def test_a_fork_goes_its_own_way(seed: int, steps: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    advance(game, bot, rng, steps)
    before = json.dumps(game.save())
    fork = game.fork()
    play(fork, seed + 1)
    assert json.dumps(game.save()) == before
    same = game.fork()
    play(same, seed + 2)
    play(game, seed + 2)
    assert state_of(same) == state_of(game)


@settings(max_examples=25)
@given(SEEDS)
def test_undo_and_redo_give_the_identical_log(seed: int) -> None:
    game = any_table(seed)
    rng = Random(seed)
    bot = RandomBot(seed)
    for _ in range(40):
        if not game.waiting():
            break
        advance(game, bot, rng)
        undone: list[tuple[int, Any]] = []
        after, log_after = state_of(game.fork()), log(game)
        while game.can_undo() and len(undone) < 10:
            step = game.steps[-1]
            undone.append((step.seat, step.answer))
            revision = game.revision
            game.undo()
            assert game.revision > revision
        for seat, answer in reversed(undone):
            game.take(seat, answer)
        assert state_of(game.fork()) == after
        assert log(game) == log_after


@settings(max_examples=15)
@given(SEEDS)
def test_undo_gives_back_the_state_to_the_cell(seed: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    for _ in range(60):
        if not game.waiting():
            return
        before = state_of(game.fork())
        cells = list(before[0])
        advance(game, bot, rng)
        if game.can_undo():
            redo = game.steps[-1]
            game.undo()
            assert [*state_of(game)[0]] == cells
            assert state_of(game)[1:] == before[1:]
            game.take(redo.seat, redo.answer)


def test_undo_stops_at_new_information() -> None:
    game = any_table(0)
    bot, rng = RandomBot(0), Random(0)
    stopped = 0
    while game.waiting():
        info = game.state.cells[11]
        advance(game, bot, rng)
        if game.state.cells[11] != info:
            assert not game.can_undo()
            with pytest.raises(NothingToUndo):
                game.undo()
            stopped += 1
    assert stopped


@settings(max_examples=10)
@given(SEEDS)
def test_a_save_is_replayed_by_names(seed: int) -> None:
    from greyc.runtime.saves import replay

    game = any_table(seed)
    play(game, seed)
    saved = json.loads(json.dumps(game.save()))
    again = replay(bundle(), saved)
    assert not again.changed_questions
    assert log(again) == log(game)
    assert state_of(again) == state_of(game)


def test_a_game_that_is_dropped_is_gone_without_the_garbage_collector() -> None:
    """Bots drop a game for each answer they try, and simulations hold the collector back."""
    for seed in range(4):
        gc.collect()
        gc.disable()
        try:
            game = any_table(seed)
            play(game, seed, 60)
            game.view(0), game.decision(0), game.events(0), game.save(), game.fork(1, 0)
            gone = weakref.ref(game)
            state = weakref.ref(game.state)
            del game
            assert gone() is None and state() is None
        finally:
            gc.enable()
