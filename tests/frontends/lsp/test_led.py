"""Where helps lead: a slip in a sound game is one finding, and writing what is said first ends at a game without a mistake.

test_every_fix.py looks at one fix of each mistake that tests know; here each slip is followed to its end, as an author would who
writes what greyc says, whatever it says.
"""

import pytest

from greyc.compiler import check_text
from greyc.frontends.edits import Edit, applied

GAME = """game fair "Night Fair":
    players 2 to 3
    state oil: 0 .. 9 = 6 "oil"
    zone stack of ware ordered hidden refills from scraps "stack"
    zone scraps of ware "scraps"
    zone gloom of rat ordered hidden "gloom"
    zone alley of rat ordered "alley"
    decides players
    setup:
        fill stack with c in cards of ware
        fill gloom with r in cards of rat
        shuffle gloom
        for each p in players:
            take 2 by p
        crawl
    play:
        repeat:
            for each p in players:
                turn_of p

kind player is seat "player|players":
    zone stall of ware seen by owner "stall"
    state coins: int = 2 "coin|coins"
kind ware is card "ware|wares":
    active in stall
    decides owner
    shine: int = 0 "shine"
kind rat is card "rat|rats":
    active in alley
    bite: int "bite"
ability scares on ware "When sold"
die lamp: 0 1 1 2

verb take amount (int) by player:
    text "{player} [take|takes] {amount} [ware|wares]"
    pull amount from stack as taken
    move taken to player.stall
verb crawl:
    text "a rat comes"
    pull 1 from gloom as come
    move come to alley
verb burn by amount (int):
    text "the oil falls by {amount}"
    oil -= amount
    if oil <= 0:
        end game lost "It is dark."
verb chase rat:
    text "{rat} [are|is] chased away"
    move rat to box
verb turn_of player "turn":
    offer deeds to player until pass
    if count(gloom) == 0 and count(alley) == 0:
        end game won "Morning."
    if count(gloom) > 0:
        crawl
    if count(alley) > 5:
        burn by 2
    take 1 by player

action sell in deeds by player "Sell {c} to {r}":
    with c in player.stall
    with r in alley
    once per turn_of
    do:
        roll lamp as lamps
        let light = sum(d.face for d in lamps) + c.shine
        move c to scraps
        run scares of c
        if light >= r.bite:
            chase r
        else:
            burn by r.bite
action pay in deeds by player "Feed the lamp":
    costs 1 from player.coins
    do:
        oil += 1

ware fan "Fan":
    shine 1, copies 8
ware whistle "Whistle":
    copies 5
    scares:
        choose r in alley lowest r.bite "Which rat?":
            chase r
rat brown "Brown Rat":
    bite 1, copies 5
rat grey "Grey Rat":
    bite 3, copies 4

test "a fan against a brown rat":
    table fair with ann, bob
    put fan in ann.stall
    put brown in alley
    rolls 1
    do sell by ann with c = fan, r = brown
    expect brown is in box
test "dark":
    table fair with ann, bob
    oil = 1
    burn by 1
    expect outcome == lost
test "a coin for oil":
    table fair with ann, bob
    ann.coins = 1
    do pay by ann
    expect ann.coins == 0
"""
LOGS = "        move c to scraps\n"
LET = "        let light = sum(d.face for d in lamps) + c.shine\n"
ROLL = "        roll lamp as lamps\n"
CHOOSE = 'choose r in alley lowest r.bite "Which rat?":'
ENDS = 'end game lost "It is dark."'


def to_log(said: str) -> tuple[str, str]:
    return LOGS, f"        log {said}\n{LOGS}"


SLIPS = [
    *(
        ("costs 1 from player.coins", f"costs {said}")
        for said in (
            "player.coins 1",
            "1 player.coins",
            "player.coins",
            "player.coins: 1",
            "1 of player.coins",
            "1 coins",
        )
    ),
    *(
        ("sum(d.face for d in lamps) + c.shine", said)
        for said in ("lamps + c.shine", "c.shine + lamps", "sum(lamps) + 1")
    ),
    ("sum(d.face for d in lamps) + c.shine", "lamps.face + c.shine"),
    ("light >= r.bite", "lamps >= r.bite"),
    *(
        ("count(alley) > 5", said)
        for said in (
            "alley.count > 5",
            "alley.size > 5",
            "alley.count() > 5",
            "len(alley) > 5",
            "alley > 5",
            "alley + 1 > 6",
        )
    ),
    *(("if count(alley) > 5", f"if {said}") for said in ("not alley.empty", "alley.bite > 5", "alley is nothing")),
    *(
        to_log(said)
        for said in ('player + " sells"', '"sold: " + c', 'player, " sells"', 'f"{player} sells"', '("sold")', "player")
    ),
    to_log('count(alley) + " rats"'),
    *(
        ("seen by owner", said)
        for said in (
            "visible to owner",
            "visible to all",
            "private",
            "seen to owner",
            "seen owner",
            "hidden from others",
        )
    ),
    ("ordered hidden refills", "ordered facedown refills"),
    ('zone scraps of ware "scraps"', 'zone scraps ware "scraps"'),
    ('zone scraps of ware "scraps"', 'zone scraps: ware "scraps"'),
    ("move come to alley", "move come from gloom to alley"),
    ("move come to alley", "move come into alley"),
    ("move c to scraps", "move c from player.stall to scraps"),
    (ROLL, "        roll lamp\n"),
    (ROLL, "        lamps = roll lamp\n"),
    (ROLL, "        let lamps = roll(lamp)\n"),
    *(
        (ROLL, f"        roll {said} as lamps\n")
        for said in ("2 lamp", "lamp 2", "2 of lamp", "lamp * 2", "2d6", "d6", "2 d6")
    ),
    ("pull 1 from gloom as come", "pull 1 from gloom"),
    (ROLL + LET, f'        log "{{light}}"\n{ROLL}{LET}'),
    (LET + LOGS, f"        burn by light\n{LET}{LOGS}"),
    ("kind rat is card", "card rat"),
    ("kind rat is card", "rat is card"),
    ("kind rat is card", "kind rat: card"),
    *(
        (ENDS, said)
        for said in ("lose game", "lose", "lose the game", "end lost", "lost", "game over", "end game", "end game loss")
    ),
    *(("if oil <= 0", f"if oil {said}") for said in ("is None", "== None", "is nothing", "is 0", "= 0")),
    ("shine 1, copies 8", "shine 1, copies 8\n    flavour true"),
    ("shine 1, copies 8", "shine 1, copies 8\n    flavour 3"),
    (CHOOSE, 'choose alley lowest r.bite "Which rat?":'),
    (CHOOSE, 'choose up to 2 r in alley as gone "Which rats?":'),
    (CHOOSE, 'choose up to 2 r in alley "Which rats?":'),
    *(
        ("expect outcome == lost", f"expect {said}")
        for said in ("lost", "game lost", "outcome lost", "outcome is lost")
    ),
    ("expect outcome == lost", "expect not won"),
    *(("do pay by ann", f"do pay by {name}") for name in ("chloe", "anna")),
    ("put fan in ann.stall", "put fan in stall"),
    ("put fan in ann.stall", "put fan in chloe.stall"),
    ("ann.coins = 1", "coins = 1"),
]


def test_the_game_is_sound() -> None:
    assert check_text({"fair.grey": GAME}) == []


@pytest.mark.parametrize(("right", "slip"), SLIPS)
def test_helps_lead_to_a_game_without_a_mistake(right: str, slip: str) -> None:
    assert right in GAME
    text = GAME.replace(right, slip, 1)
    said = []
    for _ in range(4):
        found = check_text({"fair.grey": text})
        if not found:
            break
        said.append([(each.message, each.suggestion) for each in found])
        assert found[0].instead, said
        text = applied(text, [Edit(found[0].path, span, new) for span, new in found[0].instead[0]])
    assert said and len(said[0]) == 1 and not check_text({"fair.grey": text}), said
