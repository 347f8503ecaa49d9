"""Names that nothing has: what was meant is found by titles, texts, parts of names and words of other languages."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler.diagnostics import render
from greyc.compiler.driver import compile_paths, compile_texts

GAME = """
game harbour "Harbour":
    players 2 to 4 with captain
    decides players
    option stormy: flag = no "Stormy"
    state leader: player "the leader"
    zone market of cargo ordered "market"
    zone cargo_deck of cargo ordered "deck"
    setup:
        leader = seat(1)
        fill market with c in cards of cargo
        for each c in market:
            move c to cargo_deck
    play:
        offer deeds to players until all pass or stormy
        for each c in market:
            run on_sale of c
        for each p in players:
            pay_out 1 to p
            lose_coins 1 for p
            reward p for 1
            for each c in cargo_deck:
                load c to p
        end game won
kind player is seat:
    state coins: int = 3 "coins"
    zone hold of cargo "hold"
kind captain is card "captain|captains"
kind metal: tin < iron
kind goods is word "sort of goods|sorts of goods"
goods salt "salt"
goods fish "fish"
kind cargo is card "cargo|cargoes":
    active in market, hold
    decides leader
    sort: goods "goods"
    price: 1 .. 9 = 1 "price"
keyword rotten(n: int) on cargo "Rotten {n}":
    text "Loses {n}."
    state spoilt: flag = no
    after sell by player:
        this.spoilt = yes
        if this.spoilt:
            lose_coins n for player
keyword heavy on cargo "Heavy":
    text "Is heavy."
ability on_sale on cargo "When sold"
function dear_cargo() "dear cargo|dear cargoes" = [c in market where c.price > 3 and c.heavy and not c.rotten]
function worth(cargo) = cargo.price
captain ada "Ada"
captain bo "Bo"
captain cy "Cy"
cargo kelp "Kelp":
    sort salt, price 2
    heavy
    on_sale:
        pay_out worth(this) + count(dear_cargo()) to leader
cargo cod "Cod":
    sort fish, rotten 2
verb pay_out amount (int) to player:
    text "{player} [gain|gains] {amount} [coin|coins]"
    player.coins += amount
die d6_die: 1 2 3 4 5 6
verb reward player for amount (int):
    text "{player} [get|gets] {amount}"
    roll d6_die as r
    if any(d.face > 3 for d in r):
        player.coins += amount
verb lose_coins amount (int) for player:
    text "{player} [are|is] robbed of {amount} [coin|coins]"
    player.coins -= amount
verb load c (cargo) to player:
    text "{player} [load|loads] {c:from}"
    move c to player.hold
action sell in deeds by player "Sell {c}":
    with c in player.hold
    do:
        move c to market
"""
CARD = 'cargo crate "Crate":\n    sort salt\n{}\n'
SALE = CARD.format("    on_sale:\n        {}")
DEED = 'action dump in deeds by player "Dump":\n    {}\n    do:\n        lose_coins 1 for player\n'
BAD = [
    *(SALE.format(line) for line in ("gain 2 to owner", "robbed 1 for owner", "pay 2 to owner", "coins 2 to owner")),
    *(SALE.format(line) for line in ("return 2", "break", "continue", "pass", "print leader", "set leader to owner")),
    *(SALE.format(line) for line in ("add 1 to leader", "destroy this", "win", "stop game", "sells this")),
    *(SALE.format(f"pay_out 1 to {name}") for name in ("me", "self", "you", "player", "captain", "the_leader")),
    *(SALE.format(f"load {name} to leader") for name in ("cargo", "dear", "dear_cargoes", "hold", "cargoes")),
    SALE.format("if leader is none:\n            stop"),
    SALE.format("if this.price == 1 or 2 or 3:\n            stop"),
    SALE.format("if this.sort == salt or fish:\n            stop"),
    SALE.format("for each c in market where price > 3:\n            load c to leader"),
    SALE.format("pay_out 1 for leader"),
    SALE.format("pay_out 1 to leader by this"),
    SALE.format("load this by leader"),
    SALE.format("pay_out 2 coins to leader"),
    SALE.format("pay_out(2, leader)"),
    SALE.format("leader.pay_out(2)"),
    SALE.format("pay_out 1 to this"),
    SALE.format("create kelp"),
    *(SALE.format(f"let thrown = {value}") for value in ("roll d6_die", "roll(d6_die)", "roll [d6_die, d6_die]")),
    SALE.format("let thrown = roll [d6_die, d6_die]  # two"),
    SALE.format("pay_out roll(d6_die) to leader"),
    SALE.format("load this in market"),
    SALE.format("move this in market"),
    SALE.format("move this to the market"),
    SALE.format("kill this"),
    SALE.format("for each c in market:\n            kill c"),
    SALE.format("for each p in players:\n            pay_out 1 to this"),
    SALE.format("offer deed to players until all pass"),
    SALE.format("end game won if leader.coins > 3"),
    SALE.format("pay_out two to leader"),
    CARD.format("    price two"),
    CARD.format("    on_sale(leader):\n        stop"),
    "verb mend c (cargo) in player:\n    move c to player.hold\n" + SALE.format("mend this in leader"),
    'cargo big-crate "Big Crate":\n    sort salt\n'
    'test "a":\n    table harbour with ada as ann, bo as ben\n    put big_crate in market\n    expect count(market) == 1\n',
    'cargo kelp "Big Crate":\n    sort salt\n'
    'test "a":\n    table harbour with ada as ann, bo as ben\n    put big_crate in market\n    expect count(market) == 1\n',
    'action dump in deeds by player "Dump {c}":\n    do:\n        move c to market\n'
    'test "a":\n    table harbour with ada as ann, bo as ben\n    do dump by ann with c = kelp\n    expect ann.coins == 3\n',
    CARD.format("    when_sold:\n        stop"),
    CARD.format("    sold:\n        stop"),
    CARD.format("    salt"),
    CARD.format("    huge"),
    CARD.format("    bulk 3"),
    CARD.format("    state weight: number = 0"),
    CARD.format("    state weight: boolean = no"),
    CARD.format("    state weight: string"),
    CARD.format("    whenever this.coins > 3:\n        end game won"),
    *(SALE.format(line) for line in ("ask leader", "draw 2 for leader", "answer 1", "winner = owner", "gold = 3")),
    *(SALE.format(f"pay_out {value} to leader") for value in ("random(1, 6)", "len(market)", "d_price", "spoilt")),
    *(SALE.format(f"{line}:\n            stop") for line in ("if glory", "repeat glory")),
    SALE.format("pay_out glory to leader"),
    SALE.format("pay_out leader to 1"),
    SALE.format("reward 1 for leader"),
    SALE.format("roll [d6_die, d6_die] as r\n        leader.coins += r"),
    SALE.format("leader = nothing"),
    SALE.format("if first(market):\n            stop"),
    SALE.format("end game won for last(p in players where p.coins > 3)"),
    SALE.format("choose c in market by first(players):\n            load c to leader"),
    SALE.format("if this.spoilt:\n            stop"),
    CARD.format("    after sell c by player:\n        pay_out 1 to leader"),
    CARD.format("    after pay_out amount to p:\n        lose_coins amount for leader"),
    CARD.format("    whenever first(market).price > 3:\n        end game won"),
    DEED.format("with c in market where c.price == top(cargo_deck).price"),
    DEED.format("with n in 1 .. top(cargo_deck).price"),
    DEED.format("when top(cargo_deck).price > 3"),
    DEED.format("costs top(cargo_deck).price from player.coins"),
    "function dear() = top(cargo_deck).price\n",
    "modify c in market where top(cargo_deck).price > 3: price +1\n",
    'action dump in deed by player "Dump":\n    do:\n        lose_coins 1 for player\n',
    'test "a":\n    table harbour with ada as ann, bo as ben\n    expect spoilt\n',
    'creature wolf "Wolf"\n',
    "on load:\n    stop\n",
    "import harbour\n",
    'test "a":\n    table harbour with ann, ben\n    expect ann.coins == ben.coins\n',
    'test "a":\n    table harbour with ann as ada, ben as bo\n    expect ann.coins == ben.coins\n',
    'test "a":\n    table harbour with adda as ann, bo as ben\n    expect ann.coins == ben.coins\n',
    'test "a":\n    table harbour with ada as ann, bo as ben\n    do sell by ann with kelp\n    expect ann.coins == 3\n',
    'test "a":\n    table harbour with ada as ann, bo as ben\n    do load by ann with c = kelp\n    expect ann.coins == 3\n',
]


def said(text: str) -> str:
    made = compile_texts({"game.grey": GAME, "extra.grey": text})
    return "\n\n".join(render(each, made.sources) for each in made.diagnostics)


def test_the_game_is_sound() -> None:
    assert said("") == ""


def test_what_was_meant(snapshot: SnapshotAssertion) -> None:
    assert "\n\n".join(f"{text}----\n{said(text)}" for text in BAD) == snapshot


@pytest.mark.parametrize("text", BAD)
def test_one_mistake_is_told_once_and_with_what_to_write(text: str) -> None:
    made = compile_texts({"game.grey": GAME, "extra.grey": text})
    assert len(made.diagnostics) == 1
    assert made.diagnostics[0].suggestion


def written(home: Path, name: str, requires: str, text: str) -> Path:
    pack = home / name
    pack.mkdir()
    manifest = f'name = "{name}"\ntitle = "T"\nversion = "1.0"\n{requires}'
    (pack / "pack.toml").write_text(manifest, encoding="utf-8")
    (pack / "cards.grey").write_text(text, encoding="utf-8")
    return pack


EXTRA = (
    SALE.format("pay_out 1 to leader")
    + 'test "a":\n    table harbour with ada as ann, bo as ben\n    expect ann.coins == 3\n'
)


def test_the_line_that_is_missing_in_pack_toml_is_one_mistake(tmp_path: Path) -> None:
    written(tmp_path, "harbour", "", GAME)
    extra = written(tmp_path, "extra", "", EXTRA)
    found = compile_paths([extra]).diagnostics
    assert [(each.name, each.suggestion) for each in found] == [
        ("not-required", 'add "harbour" to requires in pack.toml')
    ]
    (extra / "pack.toml").unlink()
    extra.rename(tmp_path / "old")
    assert not compile_paths([written(tmp_path, "more", 'requires = ["harbour"]\n', EXTRA)]).diagnostics


def test_a_pack_with_a_game_of_its_own_is_not_taken_for_an_extension(tmp_path: Path) -> None:
    written(tmp_path, "harbour", "", GAME)
    game = 'game raft "Raft":\n    players 1 to 1\n    play:\n        load 3 to seat(1)\n        end game won\n'
    found = compile_paths([written(tmp_path, "raft", "", game)]).diagnostics
    assert [each.name for each in found] == ["unknown-name"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("deed", "did you mean deeds?"), ("hold", "there is deeds"), ("markt", "there is deeds")],
)
def test_a_group_is_guessed_among_groups(wrong: str, says: str) -> None:
    made = compile_texts({"a.grey": GAME.replace("offer deeds", f"offer {wrong}")})
    assert [each.suggestion for each in made.diagnostics if each.code == "G0201"] == [says]
