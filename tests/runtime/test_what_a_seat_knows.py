"""A seat learns only what the rules let it learn: two tables that differ only in what it can't see look the same."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from greyc.runtime import Game
from greyc.runtime.bots import GreedyBot, RandomBot
from greyc.runtime.layout import BOX, THINGS, ZONE
from greyc.runtime.redeal import redeal
from greyc.runtime.search import SearchBot
from greyc.runtime.sound import sound

from .tables import advance, any_table

SEEDS = st.integers(0, 10_000)


def other_table(game: Game, seat: int, seed: int) -> Game:
    """The same for the seat, dealt anew where it can't see; the generator is left alone."""
    fork = game.fork()
    cells = fork.state.cells
    kept = cells[5], cells[11]
    redeal(fork.engine.gen, fork.state, seed, seat)
    cells[5], cells[11] = kept
    return fork


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 50))
def test_views_and_questions_tell_nothing_hidden(seed: int, steps: int) -> None:
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    for seat in range(game.seats):
        other = other_table(game, seat, seed + 1)
        assert json.dumps(other.view(seat)) == json.dumps(game.fork().view(seat))
        if seat in game.waiting():
            assert json.dumps(other.decision(seat)) == json.dumps(game.fork().decision(seat))
        mine, theirs = game.fork().decision(seat), other.decision(seat)
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert mine["waiting"] == theirs["waiting"]


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 40))
def test_events_tell_nothing_hidden(seed: int, steps: int) -> None:
    """The same answers on both tables, as long as they need nothing the seat can't see, give it the same events."""
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    for seat in range(game.seats):
        if seat not in game.waiting():
            continue
        mine, theirs = game.fork(), other_table(game, seat, seed + 1)
        info = mine.state.cells[11]
        value = RandomBot(seed).choose(mine, seat)
        mine.take(seat, value)
        theirs.take(seat, value)
        if mine.state.cells[11] == info and theirs.state.cells[11] == info:
            assert json.dumps(mine.events(seat, mine.state.events_before)) == json.dumps(
                theirs.events(seat, theirs.state.events_before)
            )


@settings(max_examples=15)
@example(974, 12)
@given(SEEDS, st.integers(0, 30))
def test_a_bot_does_not_look_at_hidden_cards(seed: int, steps: int) -> None:
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    for seat in game.waiting():
        other = other_table(game, seat, seed + 1)
        assert GreedyBot(seed).choose(game.fork(), seat) == GreedyBot(seed).choose(other, seat)
        assert RandomBot(seed).choose(game.fork(), seat) == RandomBot(seed).choose(other, seat)


@settings(max_examples=4)
@example(974, 12)
@given(SEEDS, st.integers(0, 30))
def test_searching_does_not_look_at_hidden_cards(seed: int, steps: int) -> None:
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    for seat in game.waiting():
        other = other_table(game, seat, seed + 1)
        assert SearchBot(seed).choose(game.fork(), seat) == SearchBot(seed).choose(other, seat)


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 60))
def test_a_table_dealt_anew_is_a_table(seed: int, steps: int) -> None:
    """Nothing is lost, what works is what should, and lists by kind have what is of that kind."""
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    gen = game.engine.gen
    for seat in range(game.seats):
        other = other_table(game, seat, seed + 1)
        mine, theirs = game.state.cells, other.state.cells
        sound(gen.program, other.state)
        assert Counter(mine[x] for x in mine[THINGS]) == Counter(theirs[x] for x in theirs[THINGS])
        cells = {item.cell for items in gen.P.items.values() for item in items} - {0}
        working = {(item.cell, item.uid, x) for x in theirs[THINGS] for item in gen.P.items_now(theirs, x) if item.cell}
        assert working == {(cell, entry[4], entry[5]) for cell in cells for entry in theirs[cell]}
        for kind, cell in gen.program.every_cell.items():
            there = [x for x in theirs[THINGS] if gen.program.defs[theirs[x]].kind == kind]
            assert theirs[cell] == tuple(x for x in there if theirs[x + ZONE] != BOX)
