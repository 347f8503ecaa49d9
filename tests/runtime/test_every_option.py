"""Games under any options, with any packs that add to them: every scenario is played, and options mix as they like.

What options there are, and which of their values choose a scenario (a printed card), is read from the bundle.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from greyc.frontends.seating import drawn
from greyc.runtime import Game
from greyc.runtime.bots import RandomBot
from greyc.runtime.errors import LinkError

from .tables import advance, bundle, play, start
from .test_what_a_seat_knows import other_table

MOST = 20_000


@cache
def companies(game: str) -> list[tuple[str, ...]]:
    """The packs that may be added to a game, alone and together, none included."""
    pack, _ = bundle().game_of(game)
    more = [p.name for p in bundle().ir.packs.values() if pack.name in [r.split()[0] for r in p.requires]]
    found = []
    for size in range(len(more) + 1):
        for packs in combinations(more, size):
            try:
                bundle().engine(game, packs)
            except LinkError:
                continue  # they say themselves that they can't be played together
            found.append(packs)
    return found


@cache
def options(game: str, packs: tuple[str, ...]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = bundle().describe(game, packs)["options"]
    return found


def most_seats(game: str, packs: tuple[str, ...]) -> int:
    """So many seats that as many as possible of the cards to bring are brought."""
    brings = bundle().engine(game, packs).gen.support.can_bring()
    high = bundle().game_of(game)[1].seats[1]
    return min(high, len(brings)) if brings else high


def scenarios() -> list[tuple[str, tuple[str, ...], str, str]]:
    return [
        (game, packs, option["name"], choice["value"])
        for game in bundle().games()
        for packs in companies(game)
        for option in options(game, packs)
        if option["type"].startswith("printed<")
        for choice in option["choices"]
    ]


@pytest.mark.parametrize(("game", "packs", "option", "value"), scenarios(), ids=str)
def test_every_scenario_with_every_company(game: str, packs: tuple[str, ...], option: str, value: str) -> None:
    played = start(game, packs, most_seats(game, packs), 7, **{option: value})
    play(played, 7, MOST)
    assert played.outcome in ("won", "lost")


def mixed(seed: int) -> Game:
    """Any game with any company, any number of seats and any options."""
    rng = Random(seed)
    game = rng.choice(bundle().games())
    packs = rng.choice(companies(game))
    seats = rng.randint(bundle().game_of(game)[1].seats[0], most_seats(game, packs))
    return start(game, packs, seats, seed, **drawn(options(game, packs), rng))


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_options_mix(seed: int) -> None:
    game = mixed(seed)
    play(game, seed, MOST)
    assert game.outcome in ("won", "lost")


@settings(max_examples=20)
@example(56, 52)  # a card in a closed hand bends a number that everybody sees
@given(st.integers(0, 10_000), st.integers(0, 60))
def test_under_no_options_a_view_tells_what_is_hidden(seed: int, steps: int) -> None:
    game = mixed(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    for seat in range(game.seats):
        assert json.dumps(other_table(game, seat, seed + 1).view(seat)) == json.dumps(game.fork().view(seat))
