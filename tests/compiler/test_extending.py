"""A pack that extends and overrides another: compiled apart, linked and played together."""

import pytest

from greyc.compiler import compile_texts
from greyc.compiler.diagnostics import render_all
from greyc.runtime import Bundle, ContentError, Game, Seat, ir
from greyc.runtime.errors import LinkError
from greyc.runtime.testing import run_test

MANIFEST = 'name = "{0}"\ntitle = "{0}"\nversion = "1.0"\n'
BASE = """
game feud "Feud":
    players 2 to 4
    decides players
    option rounds: 1 .. 5 = 1 "Rounds"
    option size: 2 | 4 = 2 "Size"
    zone pile of spell ordered hidden "pile"
    setup:
        fill pile with s in cards of spell
    play:
        repeat rounds * size / 2:
            for each p in players:
                turn for p
        end game won
verb turn for player "turn":
    offer moves to player until pass
kind player is seat "player|players":
    state hp: int = 10 "HP"
    zone hand of spell "hand"
kind spell is card "spell|spells":
    active in hand
    decides owner
    cost: int = 0 "cost"
keyword quick on spell "Quick"
ability cast on spell "When cast"
verb hurt player for amount (int):
    text "{player} [lose|loses] {amount} HP"
    player.hp -= amount
function cost_of(s: spell) "the cost" = s.cost
action cast_it in moves by player "Cast {s}":
    with s in player.hand where cost_of(s) <= 3 or s.quick
    do:
        run cast of s
        move s to box
spell bolt "Bolt":
    cost 2
    quick
    cast:
        choose p in players "Who is hit?":
            hurt p for 2
"""
MORE = """
extend game feud:
    option hard: flag = no "Hard"
    state storm: int = 0 "storm"
    setup:
        storm = 1
after turn for player if hard:
    hurt player for storm
extend kind player:
    state mana: int = 3 until turn "mana"
extend kind spell:
    school: school? "school"
kind school: fire | ice
kind relic is card "relic|relics":
    active in hand
extend ability cast on relic
extend keyword quick:
    state swift_used: flag = no
    after hurt if not this.swift_used:
        this.swift_used = yes
extend verb hurt with by_fire = no:
    text "{player} [burn|burns] for {amount}"
override function cost_of(s: spell) "the cost" = s.cost + 1
override verb turn for player "turn":
    offer moves to player until pass
    log "A turn has ended."
action meditate in moves by player "Meditate":
    costs 1 from player.mana
    do:
        player.hp += 1
spell burn "Burn":
    cost 3, school fire
    cast:
        for each p in players where p != owner:
            hurt p for 1 with by_fire = yes
before hurt player for amount:
    amount += 1

test "extended":
    table feud with ann, bob
    put bolt, burn in ann.hand
    answers bob
    do cast_it by ann with s = bolt
    expect bob.hp == 7
    expect not can cast_it(player: ann, s: burn)
    do meditate by ann
    expect ann.mana == 2 and ann.hp == 11
"""


@pytest.fixture(scope="module")
def bundle() -> ir.Bundle:
    made = compile_texts(
        {
            "a/pack.toml": MANIFEST.format("base"),
            "a/rules.grey": BASE,
            "b/pack.toml": MANIFEST.format("more") + 'requires = ["base"]\n',
            "b/rules.grey": MORE,
        }
    )
    assert not made.diagnostics, render_all(made.diagnostics, made.sources)
    return made.bundle


def test_what_a_pack_adds_stands_in_the_pack(bundle: ir.Bundle) -> None:
    more = bundle.packs["more"]
    assert [(each.name, each.extension) for each in more.kinds] == [("player", True), ("spell", True), ("relic", False)]
    assert [(each.name, each.extension, each.override) for each in more.verbs] == [
        ("hurt", True, False),
        ("turn", False, True),
    ]
    assert [slot.label for slot in more.verbs[0].slots] == ["by_fire"]
    assert [(each.name, each.on, each.extension) for each in more.abilities] == [("cast", ["relic"], True)]
    assert [(each.extension, len(each.setup)) for each in more.games] == [(True, 1)]
    assert more.functions[0].override


def test_the_base_is_as_it_was(bundle: ir.Bundle) -> None:
    alone = compile_texts({"a/pack.toml": MANIFEST.format("base"), "a/rules.grey": BASE})
    assert alone.bundle.packs["base"] == bundle.packs["base"]


def test_together_they_play(bundle: ir.Bundle) -> None:
    for test in bundle.packs["more"].tests:
        found = run_test(Bundle.of(bundle), "more", test)
        assert found.failure is None, found.failure


def above(*packs: str) -> dict[str, str]:
    """The base, and packs named b, c, ... that rest on it."""
    files = {"a/pack.toml": MANIFEST.format("base"), "a/rules.grey": BASE}
    for name, text in zip("bcd", packs, strict=False):
        files[f"{name}/pack.toml"] = MANIFEST.format(name) + 'requires = ["base"]\n'
        files[f"{name}/rules.grey"] = text
    return files


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("option rounds = 9", "out-of-range"),
        ("option size = 3", "out-of-range"),
        ("option round = 2", "unknown-name"),
        ("option pile = 2", "unknown-name"),
        ("option rounds = yes", "wrong-type"),
        ("option rounds = count(players)", "not-known-yet"),
        ("option rounds = size", "not-known-yet"),
        ("option rounds = 2\n    option rounds = 3", "second-default"),
    ],
)
def test_a_default_that_is_none(line: str, code: str) -> None:
    files = above(f"extend game feud:\n    {line}\n")
    assert [each.name for each in compile_texts(files).diagnostics if each.severity == "error"] == [code]


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ('override spell bold "Bolt"', "unknown-name"),
        ('override curse bolt "Bolt"', "override-differs"),
        ('override spell bolt "One"\noverride spell bolt "Two"', "duplicate-name"),
        ('override spell bolt "Bolt":\n    price 3', "unknown-property"),
    ],
)
def test_a_card_that_overrides_none(card: str, code: str) -> None:
    found = compile_texts(above(f"kind curse is card\n{card}\n")).diagnostics
    assert [each.name for each in found if each.severity == "error"] == [code]


def test_a_card_without_a_title_keeps_the_one_it_had() -> None:
    made = compile_texts(above("override spell bolt:\n    cost 1\n"))
    assert made.ok
    game = Game.start(Bundle.of(made.bundle), "feud", ["b"], seats=[Seat("Ann"), Seat("Bob")])
    bolt = next(each for each in game.engine.program.defs if each.name == "bolt")
    assert bolt.fields == {"cost": 1} and not bolt.keywords
    assert made.bundle.packs["base"].texts["en"][str(bolt.title)] == "Bolt"
    assert "bolt.title" not in "".join(made.bundle.packs["b"].texts["en"])


@pytest.mark.parametrize(
    ("one", "what"),
    [
        ("override spell bolt", "the card bolt is overridden"),
        ("extend game feud:\n    option size = 4", "the option size is preset"),
    ],
)
def test_two_packs_that_change_the_same_are_named(one: str, what: str) -> None:
    made = compile_texts(above(one, one))
    with pytest.raises(LinkError) as caught:
        Game.start(Bundle.of(made.bundle), "feud", ["b", "c"], seats=[Seat("Ann"), Seat("Bob")])
    assert caught.value.message == f"{what} by both b and c: choose one of them"


def test_the_last_of_a_chain_of_packs_wins() -> None:
    """A pack may write anew what one that it requires, itself or by another, has written anew."""
    ours = "override spell bolt:\n    cost {n}\nextend game feud:\n    option size = {size}\n"
    files = above(ours.format(n=1, size=4), ours.format(n=3, size=2))
    manifest = next(name for name in files if name.startswith("c") and name.endswith("pack.toml"))
    files[manifest] = files[manifest].replace("base", "b")
    made = compile_texts(files)
    assert made.ok, made.diagnostics
    bundle, seats = Bundle.of(made.bundle), [Seat("Ann"), Seat("Bob")]
    for last, cost, size in (("b", 1, 4), ("c", 3, 2)):
        game = Game.start(bundle, "feud", [last], seats=seats)
        bolt = next(each for each in game.engine.program.defs if each.name == "bolt")
        assert (bolt.fields, game.view()["options"]["size"]) == ({"cost": cost}, size)


def test_a_lobby_shows_the_other_default_and_another_value_may_be_chosen() -> None:
    bundle = Bundle.of(compile_texts(above("extend game feud:\n    option size = 4")).bundle)
    shown = {option["name"]: option["default"] for option in bundle.describe("feud", ("b",))["options"]}
    assert shown == {"rounds": 1, "size": 4}
    seats = [Seat("Ann"), Seat("Bob")]
    assert Game.start(bundle, "feud", ["b"], seats=seats).view()["options"]["size"] == 4
    assert Game.start(bundle, "feud", ["b"], seats=seats, options={"size": 2}).view()["options"]["size"] == 2
    assert Game.start(bundle, "feud", ["base"], seats=seats).view()["options"]["size"] == 2


LIBRARY = """kind good is card
verb give price (int) to taker (seat) with loud = no:
    log "Gives {price}."
action ask in asking by owner_ (seat) "Ask":
    do:
        give 1 to owner_
function twice(price: int, whom: list of seat) = price * 2 + count(whom)
"""
GAME = """game shop "Shop":
    players 1 to 2
    state sold: int = 0
    decides players
    play:
        give 2 to seat(1)
        offer asking to players until all pass
        end game won
kind player is seat:
    state points: int = 0 "points"
kind price is good
kind taker is word
kind owner_: red | blue
price penny
override verb give price (int) to taker (seat) with loud = no:
    if price > 1 or loud:
        taker.points += price
override action ask in asking by owner_ (seat) "Ask":
    do:
        give 3 to owner_
override function twice(price: int, whom: list of seat) = price * 3 + sum(p.points for p in whom)
test "the parts of what is overridden keep their names and types":
    game shop with ann
    expect ann.points == 2
    do ask by ann
    expect ann.points == 5 and twice(3, [ann]) == 14
    give 1 to ann
    expect ann.points == 5
"""


def test_an_override_keeps_the_names_of_the_header_whatever_is_called_so_in_the_game() -> None:
    made = compile_texts(
        {
            "a/pack.toml": MANIFEST.format("lib"),
            "a/rules.grey": LIBRARY,
            "b/pack.toml": MANIFEST.format("shop") + 'requires = ["lib"]\n',
            "b/rules.grey": GAME,
        }
    )
    assert made.ok, render_all(made.diagnostics, made.sources)
    for test in made.bundle.packs["shop"].tests:
        found = run_test(Bundle.of(made.bundle), "shop", test)
        assert found.failure is None, found.failure


def test_an_error_in_a_setup_is_told_in_the_file_of_the_pack_that_says_it() -> None:
    more = """# The first line of another file.
extend game shop:
    setup:
        sold = 7 / sold
"""
    files = {"a/pack.toml": MANIFEST.format("lib"), "a/rules.grey": LIBRARY}
    files |= {"b/pack.toml": MANIFEST.format("shop") + 'requires = ["lib"]\n', "b/rules.grey": GAME}
    files |= {"c/pack.toml": MANIFEST.format("more") + 'requires = ["shop"]\n', "c/extra.grey": more}
    made = compile_texts(files)
    assert made.ok, render_all(made.diagnostics, made.sources)
    with pytest.raises(ContentError, match=r"^more/extra.grey:4:9: a division by zero"):
        Game.start(Bundle.of(made.bundle), "shop", ["more"], seats=[Seat("Ann")])
