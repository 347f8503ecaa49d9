"""The same game to the byte on every platform and Python version: numbers and logs that must never change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

from greyc.compiler import compile_paths
from greyc.runtime import Budget, Bundle, Game, Seat
from greyc.runtime.bots import RandomBot
from greyc.runtime.layout import INFO, RNG, TABLE_SIZE
from greyc.runtime.state import State, seed_state

RULES = """
game orchard "Orchard":
    players 2 to 3
    state turns: int = 0
    zone pile of fruit ordered hidden "pile"
    zone basket of fruit "basket"
    decides players
    setup:
        fill pile with f in cards of fruit
        shuffle pile
        for each p in players:
            pull 2 from pile as dealt
            move dealt to p.hand
    play:
        while turns < 6:
            turns += 1
            for each p in players:
                turn by p
        end game won

die luck: 1 2 3 4 5 6
kind player is seat:
    state points: int = 0 "points"
    zone hand of fruit seen by owner "hand"
kind fruit is card:
    active in hand
    decides owner
    worth: int "worth"
fruit plum "Plum":
    worth 1, copies 6
fruit pear "Pear":
    worth 2, copies 4
    modify p in players: points +1

verb turn by player:
    text "[take|takes] a turn"
    roll luck as thrown
    may choose f in player.hand by player "Put which fruit into the basket?":
        move f to basket
        player.points += f.worth + sum(d.face for d in thrown)
    pull 1 from pile as drawn
    move drawn to player.hand
"""


def test_the_random_generator_gives_the_numbers_of_its_page() -> None:
    cells = [None] * TABLE_SIZE
    cells[RNG], cells[INFO] = seed_state(7), 0
    state = State(cells, 0, Budget())
    assert cells[RNG] == 0xDDB2F96C65016A30
    assert [state.random(6) for _ in range(12)] == [5, 1, 2, 1, 5, 0, 3, 2, 5, 4, 5, 1]
    assert [state.random(1_000_000) for _ in range(3)] == [588172, 537136, 155895]


def test_a_game_is_the_same_to_the_byte(tmp_path: Path) -> None:
    pack = tmp_path / "orchard"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "orchard"\ntitle = "Orchard"\nversion = "1.0"\n', encoding="utf-8")
    (pack / "rules.grey").write_text(RULES, encoding="utf-8")
    compiled = compile_paths([pack])
    assert not [d for d in compiled.diagnostics if d.severity == "error"]
    bundle = Bundle.of(compiled.bundle)
    whole = hashlib.sha256()
    for seed in range(5):
        game = Game.start(bundle, "orchard", seats=[Seat("Ann"), Seat("Bob"), Seat("Cy")], seed=seed)
        bot, rng = RandomBot(seed), Random(seed)
        while game.waiting():
            seat = game.waiting()[int(rng.random() * len(game.waiting()))]
            game.take(seat, bot.choose(game, seat))
        for reader in (None, 0, 1, 2):
            whole.update(json.dumps([game.events(reader), game.view(reader)]).encode())
    assert whole.hexdigest()[:16] == "3ad5af37d5fd8478"
