"""Zones that a kind writes again (decision 0325): one zone for who plays, and no rule puts into it what may not lie there."""

from typing import Any

import pytest

from greyc.compiler.driver import Compiled, compile_texts
from greyc.runtime import Bundle, ContentError, Game, Seat
from greyc.runtime.saves import SaveMismatch, seal

RULES = """
game attic "Attic":
    players 2
    zone floor of card "floor"
    setup:
        for each p in players:
            fill p.deck with c in [hat, hat, cap]
        fill floor with c in [hat, mouse]
    play:
        repeat:
            offer tidying to players until all pass
kind keeper is seat "keeper|keepers":
    zone box_of of card "box"
    zone deck of card ordered hidden "deck"
kind child is keeper "child|children":
    zone box_of of clothing | toy seen by owner
    zone deck of clothing "chest"
kind clothing is card "piece of clothing|pieces of clothing"
kind toy is card "toy|toys"
kind animal is card "animal|animals"
clothing hat "Hat"
clothing cap "Cap"
toy top_toy "Top"
animal mouse "Mouse"
verb put_away card by keeper:
    move card to keeper.box_of
verb drop card into place_for (zone of card):
    move card to place_for
verb make c (printed card) by keeper:
    create c into keeper.box_of
verb make_many c (printed card) by keeper:
    fill keeper.box_of with x in [c, c]
action tidy in tidying by child "Put {c} away":
    with c in floor
    do:
        put_away c by child
action toss in tidying by child "Toss {c}":
    with c in floor
    do:
        drop c into child.box_of
action catch_one in tidying by child "Catch one":
    do:
        make mouse by child
action catch_two in tidying by child "Catch two":
    do:
        make_many mouse by child
"""


def compiled() -> Compiled:
    made = compile_texts({"attic.grey": RULES})
    assert not [each for each in made.diagnostics if each.severity == "error"], made.diagnostics
    return made


def started() -> Game:
    return Game.start(Bundle.of(compiled().bundle), "attic", seats=[Seat("Ann"), Seat("Bob")], seed=1)


def answered(game: Game, action: str, card: str | None = None) -> None:
    decision = game.decision(0)
    assert decision is not None
    picked: dict[str, Any] = {}
    if card is not None:
        things = game.view(0)["zones"]["floor"]["things"]
        picked = {"c": next(each["id"] for each in things if each["card"] == card)}
    game.answer({"decision": decision["decision"], "seat": 0, "action": action, "with": picked})


@pytest.mark.parametrize(
    ("action", "card", "line"),
    [("tidy", "mouse", 26), ("toss", "mouse", 28), ("catch_one", None, 30), ("catch_two", None, 32)],
)
def test_what_may_not_lie_there_is_an_error_at_the_line_that_moves_it(action: str, card: str | None, line: int) -> None:
    game = started()
    before = list(game.state.cells)
    with pytest.raises(ContentError) as caught:
        answered(game, action, card)
    assert caught.value.message == "mouse is of the kind animal, and box_of of child is for clothing and toy alone"
    assert caught.value.place is not None and caught.value.place.line == line
    assert game.state.cells == before
    answered(game, "tidy", "hat")  # and the game goes on
    assert game.view(0)["seats"][0]["zones"]["box_of"]["things"][0]["card"] == "hat"


def test_a_zone_is_seen_once_with_the_title_it_has_there() -> None:
    game = started()
    zones = game.view(0)["seats"][0]["zones"]
    assert list(zones) == ["box_of", "deck"]
    titles = game.engine.program.linked.packs[0].texts["en"]
    assert [titles[zones[name]["title"]] for name in zones] == ["box", "chest"]
    assert zones["deck"] == {"count": 3, "title": zones["deck"]["title"]}


def test_a_save_is_taken_up_and_refused_with_another_kind_in_the_zone() -> None:
    game = started()
    answered(game, "tidy", "hat")
    save = game.save()
    assert Game.load(game.bundle, save).state.cells == game.state.cells
    program = game.engine.program
    hat, mouse = program.card_number["hat"], program.card_number["mouse"]
    seat = program.layouts["child"].members["box_of"]
    cells = save["checkpoint"]["cells"]
    (lying,) = cells[game.state.cells[15][0] + seat.offset]
    assert cells[lying] == hat
    cells[lying] = mouse
    with pytest.raises(SaveMismatch, match="can't lie in box_of"):
        Game.load(game.bundle, {**save, "seal": seal(save)})


def test_the_ir_says_all_that_holds_and_of_which_kind_the_zone_is() -> None:
    pack = next(iter(compiled().bundle.packs.values()))
    above, below = (next(kind for kind in pack.kinds if kind.name == name) for name in ("keeper", "child"))
    chest = below.zones[1]
    assert (chest.kinds, chest.ordered, chest.hidden, chest.narrows) == (["clothing"], True, True, "keeper")
    assert above.zones[1].narrows is None
    assert below.zones[0].title == above.zones[0].title != None  # noqa: E711
