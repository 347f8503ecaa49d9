"""Choosing among copies that a seat can't tell: any client can answer, and nobody looks at what they are."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle, Game, IllegalAnswer, Seat
from greyc.runtime.bots import bot_of
from greyc.runtime.layout import ALL_SEATS, KNOWN, THINGS, ZONE

from .test_protocol import fits

MANIFEST = 'name = "raid"\ntitle = "Raid"\nversion = "1.0"\nlocales = ["en"]\n'
RULES = """game raid "Raid":
    players 2
    option way: manner = steal "What is done"
    state loot: int = 0 "loot"
    state rest: int = 0
    state shared: list of int = []
    state taken: loot_card?
    zone pile of loot_card ordered hidden "pile"
    zone heap of loot_card hidden "heap"
    zone row of loot_card "row"
    score loot
    decides players
    setup:
        fill pile with c in cards of loot_card
        shuffle pile
        for each p in players:
            pull 3 from pile as dealt
            move dealt to p.hand
        pull 4 from pile as others
        move others to heap
    play:
        raid_round seat(2)
        repeat 6:
            may "Done?" by seat(2):
                rest += 1
        end game won
kind manner: steal | several | sharing | each_one | acting | look | offered
kind player is seat:
    zone hand of loot_card seen by owner "hand"
kind loot_card is card:
    active in hand, row
    worth: int "worth"
    state coins: int = 0
kind gem is loot_card:
    state shine: int = 0
    state sparks: int = 0
verb take loot_card:
    taken = loot_card
    loot += loot_card.worth
    move loot_card to row
verb raid_round p (player):
    if way == steal:
        choose c in next(p).hand by p "Steal one":
            take c
    if way == several:
        choose 2 c in heap as found by p "Take two":
            for each c in found:
                take c
    if way == sharing:
        split 3 over c in pile by p as n:
            shared += [n]
            loot += c.worth * n
    if way == each_one:
        for each c in next(p).hand by p:
            take c
    if way == acting or way == offered:
        offer thieving to p until pass or taken is not nothing
    if way == look:
        choose c in next(p).hand by p "Point at one":
            may "Take it?" by p:
                take c
action swipe in thieving by player "Steal {c}":
    with c in next(player).hand
    when way == acting
    do:
        take c
action grab in thieving by player "Grab {found}":
    with 1 to 2 c in next(player).hand as found
    with d in pile
    when way == offered
    do:
        for each c in found:
            take c
        take d
loot_card gold "Gold":
    worth 5, copies 3
loot_card dirt "Dirt":
    worth 0, copies 3
loot_card junk "Junk":
    worth -3, copies 3
gem ruby "Ruby":
    worth 9
gem glass "Glass":
    worth -9
gem pearl "Pearl":
    worth 4
"""


@cache
def bundle() -> Bundle:
    made = compile_texts({"raid/pack.toml": MANIFEST, "raid/rules.grey": RULES})
    assert not (wrong := [each for each in made.diagnostics if each.severity == "error"]), wrong
    return Bundle.of(made.bundle)


def raid(way: str, seed: int = 1) -> Game:
    return Game.start(bundle(), "raid", seats=[Seat("Ann"), Seat("Bob")], options={"way": way}, seed=seed)


def candidates(asked: dict[str, Any]) -> list[str]:
    return [each["id"] for each in asked["candidates"]]


@pytest.mark.parametrize("way", ["steal", "several", "sharing", "each_one", "look"])
def test_the_questions_own_default_is_taken(way: str) -> None:
    game = raid(way)
    while game.waiting():
        decision = game.decision(1)
        assert decision is not None
        fits("decision", decision)
        assert game.auto(1)
    assert game.outcome == "won"


def test_what_is_not_told_has_an_id_for_the_question() -> None:
    game = raid("steal")
    decision = game.decision(1)
    assert decision is not None
    assert decision["candidates"] == [{"id": f"u{n}", "label": {"kind": "loot_card"}} for n in (1, 2, 3)]
    with pytest.raises(IllegalAnswer):
        game.answer({"decision": 1, "seat": 1, "pick": "u4"})
    with pytest.raises(IllegalAnswer):
        game.answer({"decision": 1, "seat": 1, "pick": None})
    game.answer({"decision": 1, "seat": 1, "pick": "u2"})
    assert len(game.view(1)["zones"]["row"]["things"]) == 1


def test_each_id_is_another_copy() -> None:
    taken = set()
    for name in ("u1", "u2", "u3"):
        game = raid("steal")
        game.answer({"decision": 1, "seat": 1, "pick": name})
        taken.add(game.save()["answers"][0][2])
    assert len(taken) == 3


def test_cards_of_a_closed_pile_are_numbered_from_its_top() -> None:
    game = raid("sharing")
    pile = game.state.cells[game.engine.program.table["pile"].offset]
    decision = game.decision(1)
    assert decision is not None
    ids = candidates(decision)
    assert ids == [f"u{n + 1}" for n in range(len(pile))]
    game.answer({"decision": 1, "seat": 1, "shares": {"u1": 1, "u2": 2}})
    assert game.view()["states"]["shared"] == [1, 2]


def test_several_of_them() -> None:
    game = raid("several")
    with pytest.raises(IllegalAnswer):
        game.answer({"decision": 1, "seat": 1, "pick": ["u1", "u1"]})
    game.answer({"decision": 1, "seat": 1, "pick": ["u4", "u1"]})
    assert game.view()["zones"]["row"]["count"] == 2


def test_parameters_of_actions() -> None:
    game = raid("acting")
    decision = game.decision(1)
    assert decision is not None
    fits("decision", decision)
    (parameter,) = decision["actions"][0]["params"]
    assert candidates(parameter) == ["u1", "u2", "u3"]
    game.answer({"decision": 1, "seat": 1, "action": "swipe", "with": {"c": "u3"}})
    assert game.view()["zones"]["row"]["count"] == 1
    game = raid("offered")
    partial = {"decision": 1, "action": "grab", "with": {"found": ["u1", "u2"]}}
    completion = game.complete(1, partial)
    fits("completion", completion)
    assert candidates(completion["next"])[0] == "u1"
    assert game.why_not(1, {**partial, "with": {"found": ["u1", "u9"]}}) is not None
    game.answer({"decision": 1, "seat": 1, "action": "grab", "with": {"found": ["u1", "u2"], "d": "u1"}})
    assert game.view()["zones"]["row"]["count"] == 3


def test_what_the_seat_can_tell_comes_first_with_its_own_id() -> None:
    game = raid("steal")
    P, state = game.engine.gen.P, game.state
    bob = state.cells[ALL_SEATS][1]
    shown = state.pending[3][2]
    P.reveal(state, (shown,), bob)
    decision = game.decision(1)
    assert decision is not None
    first, *others = candidates(decision)
    assert first.startswith("t") and others == ["u1", "u2"]
    game.answer({"decision": 1, "seat": 1, "pick": first})
    assert state.cells[shown + ZONE] == game.engine.program.table["row"].offset


def test_a_save_has_such_an_answer_by_name() -> None:
    game = raid("offered")
    game.answer({"decision": 1, "seat": 1, "action": "grab", "with": {"found": ["u3", "u1"], "d": "u2"}})
    saved = json.loads(json.dumps(game.save()))
    for older in ({"bundle": "another"}, {"save_version": 1}):
        again = Game.load(game.bundle, saved | older)
        assert again.state.cells == game.state.cells


def exchanged(game: Game) -> Game:
    """The same table but that what a closed zone holds lies there the other way round; what waits points at the same
    places."""
    other = game.fork()
    st, cells = game.state.cells, other.state.cells
    swaps: dict[Any, Any] = {}
    for zone in {st[x + ZONE] for x in st[THINGS] if not st[x + KNOWN][1]}:
        cells[zone] = st[zone][::-1]
        swaps |= dict(zip(st[zone], st[zone][::-1], strict=True))

    def pointing(value: Any) -> Any:
        return tuple([pointing(each) for each in value]) if isinstance(value, tuple) else swaps.get(value, value)

    other.state.pending = pointing(other.state.pending)
    other.state.frames = tuple([(uid, pc, pointing(local)) for uid, pc, local in other.state.frames])
    return other


@pytest.mark.parametrize("way", ["steal", "several", "sharing"])
def test_the_order_tells_nothing_of_what_they_are(way: str) -> None:
    """The same id means the same place, whatever lies there."""
    game = raid(way)
    other = exchanged(game)
    assert json.dumps(game.fork().decision(1)) == json.dumps(other.decision(1))
    places = []
    for each in (game, other):
        assert each.state.pending is not None
        ids = each.values.ids(each.state, each.state.pending[3], "loot_card", 1)
        places.append({name: place_of(each, x) for x, name in ids.items()})
    assert places[0] == places[1]


def place_of(game: Game, value: Any) -> Any:
    """A value with each copy by where it lies."""
    st = game.state.cells
    if isinstance(value, tuple):
        return tuple([place_of(game, each) for each in value])
    if value in st[THINGS] and st[value + ZONE] is not None:
        return st[value + ZONE], st[st[value + ZONE]].index(value)
    return value


@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
@pytest.mark.parametrize("way", ["steal", "several", "sharing", "each_one", "acting", "offered"])
def test_a_bot_does_not_look_at_what_it_chooses(bot: str, way: str) -> None:
    for seed in range(6):
        game = raid(way, seed)
        other = exchanged(game)
        mine = bot_of(bot, seed, 12 if bot == "search" else None).choose(game.fork(), 1)
        theirs = bot_of(bot, seed, 12 if bot == "search" else None).choose(other, 1)
        assert place_of(game, mine) == place_of(other, theirs)


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_does_not_know_what_was_chosen_blindly(bot: str) -> None:
    """A copy that waiting rules point at is looked at no more than one that lies somewhere."""
    for name in ("u1", "u2", "u3"):
        for seed in range(4):
            game = raid("look", seed)
            game.answer({"decision": 1, "seat": 1, "pick": name})
            think = 20 if bot == "search" else None
            mine = bot_of(bot, seed, think).choose(game.fork(), 1)
            assert mine == bot_of(bot, seed, think).choose(exchanged(game), 1)


CHESTS = """game chests "Chests":
    players 1
    option inside: flag = no "A coin is chosen"
    state trail: list of int = []
    zone closed of chest hidden ordered "closed"
    zone opened of coin ordered "opened"
    decides players
    setup:
        fill closed with c in cards of chest
        shuffle closed
        day
    play:
        end game won
kind player is seat
kind chest is card:
    zone inner of coin hidden returns to opened until day "inside"
kind coin is card:
    worth: int "worth"
coin small "Small":
    worth 1
coin large "Large":
    worth 2
chest oak "Oak"
chest elm "Elm"
verb day:
    for each c in closed:
        if position(c, closed) == 1:
            create large into c.inner
        else:
            create small into c.inner
    if inside:
        choose c in join(each_chest.inner for each_chest in closed) by seat(1) "Which?":
            trail += [c.worth]
"""


@pytest.mark.parametrize("inside", [False, True])
def test_what_lay_in_closed_cards_tells_nothing_of_them(inside: bool) -> None:
    """What comes out of them, or can be chosen there, stands in the order in which they lie, and not in that in which they
    were made."""
    made = compile_texts({"chests/pack.toml": MANIFEST.replace("raid", "chests"), "chests/rules.grey": CHESTS})
    assert not (wrong := [each for each in made.diagnostics if each.severity == "error"]), wrong
    of, tops, seen = Bundle.of(made.bundle), set(), set()
    for seed in range(12):
        game = Game.start(of, "chests", seats=[Seat("Ann")], options={"inside": inside}, seed=seed)
        tops.add(game.state.cells[game.state.cells[game.engine.program.table["closed"].offset][0]])
        if inside:
            game.answer({"decision": 1, "seat": 0, "pick": "u1"})
        view = game.view(0)
        seen.add(view["states"]["trail"][0] if inside else tuple(c["card"] for c in view["zones"]["opened"]["things"]))
    assert len(tops) == 2 and len(seen) == 1
