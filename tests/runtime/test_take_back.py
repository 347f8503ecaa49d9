"""Players may take back what they did since the last new information, all of it, and nothing before that.

Played at random with every pack: after each answer it is worked out from the state alone whether it brought news (somebody
knows a thing that neither he nor the seat that answered could name before, or a random number was used), and what can be
taken back is held against it.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from greyc.runtime import Game, NothingToUndo
from greyc.runtime.bots import RandomBot
from greyc.runtime.layout import ALL_SEATS, KNOWN, RNG, THINGS

from .tables import advance, start, state_of, tables

ANSWERS = 150
TABLES = range(len(tables()))


def opening(number: int) -> Game:
    game, packs, seats = tables()[number]
    return start(game, packs, seats, number)


def news(before: list[Any], after: list[Any], seat: int) -> bool:
    """Whether an answer of a seat told anybody what that seat did not know either: which thing one is that nobody had
    told it, which thing was made for others alone, or a random number."""
    if before[RNG] != after[RNG]:
        return True
    for x in after[THINGS]:
        made = x not in before[THINGS]
        old = (0,) * len(after[x + KNOWN]) if made else before[x + KNOWN]
        told = any(now and not once for now, once in zip(after[x + KNOWN], old, strict=True))
        if told and not (after if made else before)[x + KNOWN][seat]:
            return True
    return False


def views(game: Game) -> list[str]:
    """What every seat and a spectator see, without the numbers that only ever rise."""
    seen = []
    for seat in [None, *range(len(game.state.cells[ALL_SEATS]))]:
        view = game.view(seat)
        view.pop("revision", None)
        seen.append(json.dumps(view, sort_keys=True))
    return seen


@pytest.mark.parametrize("number", TABLES)
def test_everything_since_the_last_news_and_nothing_before_it(number: int) -> None:
    game, bot, rng = opening(number), RandomBot(number), Random(number)
    back: list[tuple[Any, list[str]]] = []
    """What can be taken back to: the states since the last news."""
    longest = stops = 0
    for _ in range(ANSWERS):
        if not game.waiting():
            break
        before, seen = state_of(game.fork()), views(game)
        advance(game, bot, rng)
        if news(list(before[0]), list(game.state.cells), game.steps[-1].seat):
            back = []
            stops += 1
        else:
            back.append((before, seen))
        longest = max(longest, len(back))
        assert game.can_undo() == bool(back)
        if rng.random() < 0.15:
            after = state_of(game.fork())
            taken = []
            for state, view in reversed(back):
                step = game.steps[-1]
                taken.append((step.seat, step.answer))
                game.undo()
                assert [*state_of(game)[0]] == [*state[0]] and state_of(game)[1:] == state[1:]
                assert views(game) == view
            with pytest.raises(NothingToUndo):
                game.undo()
            for seat, answer in reversed(taken):
                game.take(seat, answer)
            assert state_of(game.fork()) == after
    assert longest > 1 and stops > 1


@pytest.mark.parametrize("number", TABLES)
def test_what_was_taken_back_gives_the_same_random_numbers_again(number: int) -> None:
    """Trying another answer first changes nothing about what chance brings later."""
    game, bot, rng = opening(number), RandomBot(number), Random(number)
    tried = 0
    for _ in range(ANSWERS):
        if not game.waiting():
            break
        straight = game.fork()
        seat = game.waiting()[0]
        other = bot.choose(game, seat)
        game.take(seat, other)
        if not game.can_undo():
            continue
        game.undo()
        wanted = bot.choose(straight, seat)
        game.take(seat, wanted)
        straight.take(seat, wanted)
        assert [*game.state.cells] == [*straight.state.cells]
        tried += 1
        advance(game, bot, rng)
    assert tried
