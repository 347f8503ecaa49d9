"""An open question of a save that no statement asks is refused when the save is loaded, and breaks no bot some answers later."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle, Game, SaveMismatch, Seat
from greyc.runtime.saves import seal

RULES = """game small "Small":
    players 2 to 2
    option asks: sort = choosing
    zone pool of gem
    state day_over: flag = no
    decides players
    setup:
        fill pool with g in cards of gem
    play:
        day
        end game won
verb day with depth = 1:
    if depth > 0:
        day with depth = depth - 1
    else if asks == choosing:
        choose up to 2 g in pool as gs:
            move gs to pool
    else if asks == sharing:
        split 3 over p in players by players as n:
            p.points += n
    else if asks == offering:
        offer acting to players until all pass
    else:
        choose one by players:
            option "this":
                day_over = yes
            option "that":
                day_over = no
kind sort: choosing | sharing | offering | either_way
kind gem is card:
    copies: int = 3
gem ruby
kind player is seat:
    state points: int = 0
    state rest: int = 5 until day
action act in acting by player "Act":
    once per day
    do:
        player.points += 1
"""
Damage = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def small() -> Bundle:
    return Bundle.of(compile_texts({"small.grey": RULES}).bundle)


def part(at: int, value: Any) -> Damage:
    return lambda point: point["pending"].__setitem__(at, value)


@pytest.mark.parametrize(
    ("sort", "damage"),
    [
        ("choosing", lambda point: point["pending"].append(1)),
        ("choosing", lambda point: point["pending"].pop()),
        ("choosing", part(0, "offer")),
        ("choosing", part(0, [])),
        ("choosing", part(1, [0, 0])),
        ("choosing", part(2, [])),
        ("choosing", part(2, [1])),
        ("choosing", part(3, [])),
        ("choosing", part(3, [0])),
        ("choosing", part(4, -1)),
        ("choosing", part(5, 4)),
        ("choosing", part(5, 0)),
        ("choosing", part(5, None)),
        ("choosing", part(6, True)),
        ("sharing", part(4, 0)),
        ("sharing", part(4, None)),
        ("sharing", part(4, 10**30)),
        ("sharing", part(3, [])),
        ("offering", part(3, ["else"])),
        ("offering", part(4, [1])),
        ("offering", part(5, ["g"])),
        ("either_way", part(3, [2])),
        ("either_way", part(3, ["a"])),
        ("either_way", part(3, [])),
        ("choosing", lambda point: point["frames"][-1][2].pop()),
        ("choosing", lambda point: point["frames"][-1][2].append(None)),
        ("choosing", lambda point: point["frames"][-1].__setitem__(1, 999)),
        ("choosing", lambda point: point["frames"].clear()),
        ("choosing", lambda point: point["cells"].__setitem__(8, [[1, 2]])),
        ("choosing", lambda point: point["cells"].__setitem__(10, [1])),
        ("choosing", lambda point: point["cells"].__setitem__(17, 0)),
        ("choosing", lambda point: point["cells"].__setitem__(18, [])),
    ],
)
def test_a_question_that_nothing_asks_is_not_loaded(small: Bundle, sort: str, damage: Damage) -> None:
    game = Game.start(small, "small", seats=[Seat("Ann"), Seat("Bob")], options={"asks": sort}, seed=1)
    saved = json.loads(json.dumps(game.save()))
    assert Game.load(small, saved).save() == saved
    damage(saved["checkpoint"])
    with pytest.raises(SaveMismatch, match="damaged"):
        Game.load(small, saved)
    with pytest.raises(SaveMismatch, match="well-formed"):
        Game.load(small, {**saved, "seal": seal(saved)})


LOCALS = [True, "ruby", 10**20, [], None]


@pytest.mark.parametrize("value", LOCALS, ids=str)
@pytest.mark.parametrize("sort", ["choosing", "sharing", "offering", "either_way"])
def test_a_save_with_other_values_for_what_waits_is_not_loaded(small: Bundle, sort: str, value: Any) -> None:
    game = Game.start(small, "small", seats=[Seat("Ann"), Seat("Bob")], options={"asks": sort}, seed=1)
    saved = json.loads(json.dumps(game.save()))
    for frame, (_, _, known) in enumerate(saved["checkpoint"]["frames"]):
        for at, was in enumerate(known):
            if was == value and type(was) is type(value):
                continue
            damaged = json.loads(json.dumps(saved))
            damaged["checkpoint"]["frames"][frame][2][at] = value
            with pytest.raises(SaveMismatch, match="damaged"):
                Game.load(small, damaged)


def test_the_order_of_keys_is_no_damage(small: Bundle) -> None:
    game = Game.start(small, "small", seats=[Seat("Ann"), Seat("Bob")], options={"asks": "choosing"}, seed=1)
    turned = json.loads(json.dumps(game.save()), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert Game.load(small, turned).save() == game.save()
