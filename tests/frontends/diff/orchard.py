"""A small pack with a little of everything, and helpers to compare two versions of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from greyc.compiler.driver import compile_texts
from greyc.frontends.diff.compare import Compared, compare
from greyc.frontends.diff.sides import Side, side_of
from greyc.runtime import Game, Seat
from greyc.runtime.bots import RandomBot

MANIFEST = 'name = "orchard"\ntitle = "Orchard"\nversion = "1.0"\nlocales = ["en"]\n'

GAME = """\
game orchard "Orchard":
    players 1 to 3 with picker
    option quick: flag = no "Quick game"
    option length: 3 .. 9 = 5 "Rounds"
    state round: int = 0 "round"
    zone market of fruit ordered "market"
    zone pile of fruit ordered hidden
    decides players
    setup:
        fill pile with f in cards of fruit
        shuffle pile
    play:
        repeat:
            season_round
    score sum(p.points for p in players)
kind player is seat "player|players":
    state points: int = 3 "points"
    zone basket of fruit "basket"
kind picker is card "picker|pickers":
    skill: int = 1 "skill"
kind fruit is card "fruit|fruits":
    active in market, basket
    worth: int = 1 "worth"
    price: int by players = 1 "price"
    ripe: flag = no
    check "worth something": this.worth > 0
keyword thorny(n: int) on fruit "Thorny {n}":
    text "Whoever picks this loses {n} points."
    after pick this by player:
        player.points -= n
keyword sweet on fruit "Sweet":
    text "Sweet."
ability eaten(p: player) on fruit "When eaten"
function juicy(p: player) "juicy fruit|juicy fruits" = [f in p.basket where f.worth > 2]
verb season_round "round":
    round += 1
    pull 2 from pile as shown
    move shown to market
    offer picking to players until all pass
    if round >= length or quick or count(pile) < 2:
        end game won "The harvest is in."
verb gain amount (int) by player:
    text "{player} [gain|gains] {amount} [point|points]"
    player.points += amount
verb pick fruit by player:
    text "{player} [pick|picks] {fruit}"
    log "{player} picks {fruit}."
    needs fruit is in market
    move fruit to player.basket
    gain fruit.worth by player
    run eaten of fruit with p = player
action pick_one in picking by player "Pick {f}":
    with f in market
    once per season_round
    do:
        pick f by player
action rest in picking by player "Rest":
    once per season_round
    do:
        gain 1 by player
after pick fruit by player if fruit.worth > 4:
    gain 2 by player
modify f in market where f.ripe: worth +1
check "no fruit is worthless": all(f.worth > 0 for f in cards of fruit)
"""

CARDS = """\
picker ann "Ann":
    skill 2
picker bob "Bob"
picker cyd "Cyd":
    skill 3
fruit plum "Plum":
    worth 2, copies 4, ripe
    thorny 1
    eaten:
        gain 1 by p
fruit pear "Pear":
    worth 5, copies 3
    eaten:
        choose f in market by p "Which falls down?":
            move f to box
fruit fig "Fig":
    worth 3, copies 2, sweet
    price {1: 1, 2: 2, 3: 3}
    eaten:
        for each q in players where q != p:
            gain 1 by q
fruit nut "Nut":
    worth 1, copies 4
fruit quince "Quince":
    worth 4, copies 2
    eaten when round > 1:
        gain 3 by p
"""

TESTS = """\
test "a pear is worth five":
    table orchard with ann as a, bob as b seed 1
    put pear in market
    pick pear by a
    expect a.points == 10
"""

FILES = {"pack.toml": MANIFEST, "game.grey": GAME, "cards.grey": CARDS, "tests.grey": TESTS}


def side(files: Mapping[str, str]) -> Side:
    """Compiled; the pack must be sound."""
    made = compile_texts(files)
    assert made.ok, [(each.path, each.message) for each in made.diagnostics]
    return side_of("side", made)


OLD = side({**FILES})


def after(changes: Mapping[str, str]) -> Side:
    """The pack with other files."""
    return side({**FILES, **changes})


def edited(file: str, old: str, new: str) -> Side:
    """The pack with one place of a file written otherwise."""
    assert FILES[file].count(old) == 1, (old, FILES[file].count(old))
    return after({file: FILES[file].replace(old, new)})


def compared(new: Side, old: Side = OLD) -> Compared:
    return compare(old, new)


def lines(made: Compared) -> list[tuple[Any, ...]]:
    """Changes without what a test does not look at."""
    return [(each.group, each.what, each.title, each.said, each.old, each.new) for each in made.changes]


def played(of: Side, seed: int, most: int = 60) -> Game:
    """A game of random answers, for a while or to its end."""
    rng = Random(seed)
    brought = rng.sample(["ann", "bob", "cyd"], rng.randint(1, 3))
    options = {"quick": rng.random() < 0.2} if rng.random() < 0.5 else {}
    seats = [Seat(name.capitalize(), name) for name in brought]
    game = Game.start(of.bundle, "orchard", ["orchard"], seats, options, seed)
    bot = RandomBot(seed)
    for _ in range(rng.randint(1, most)):
        if game.outcome is not None:
            break
        seat = rng.choice(game.waiting())
        game.take(seat, bot.choose(game, seat))
    return game
