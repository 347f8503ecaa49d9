"""Lints in all the places where their mistake can be made, and what they leave alone."""

import pytest

from greyc.compiler.driver import check_text

GAME = """
game stones "Stones":
    players 1 to 2
    decides players
    option many: flag = no "Many"
    state pile: 0 .. 9 = 9 "pile"
    zone row of stone ordered "row"
    play:
        fill row with s in cards of stone
        offer deeds to players until all pass
        for each s in row:
            run polished of s
        if many and pile > 0:
            tell
        tell
        end game won
kind player is seat:
    zone bag of pebble "bag"
kind stone is card:
    active in row
    decides players
    weight: 1 .. 6 = 1 "weight"
kind pebble is token
ability polished on stone "Polished"
stone flint "Flint":
    weight 2
verb tell:
    log "Told."
action drop in deeds by player "Drop {s}":
    with s in row
    do:
        move s to box
        create pebble into player.bag
"""
CARD = 'stone chalk "Chalk":\n    {}\n'
PLACES = [
    "after tell if {}:\n    pile -= 1\n",
    "before tell if {}:\n    stop\n",
    "whenever {}:\n    end game won\n",
    'stone chalk "Chalk":\n    polished when {}:\n        tell\n',
    'stone chalk "Chalk":\n    after tell if {}:\n        pile -= 1\n',
    'action pick in deeds by player "Pick":\n    when {}\n    do:\n        tell\n',
    "after tell:\n    if {}:\n        pile -= 1\n",
    "verb hush:\n    needs {}\n    pile -= 1\nafter tell:\n    hush\n",
    'after tell:\n    choose one:\n        option "A" if {}:\n            pile -= 1\n        option "B":\n            pile = 3\n',
    'test "it":\n    game stones with ann\n    expect {}\n',
]
ALWAYS = [
    "yes",
    "no",
    "not yes",
    "1 > 2",
    "3 == 3",
    "pile > 9",
    "pile >= 0",
    "pile < 0",
    "pile == 11",
    "count(row) < 0",
]
ALWAYS += ["pile > 3 and no", "pile > 3 or 1 < 2", "any(s in row where s.weight > 3) and 2 != 2", "12 <= pile"]
ALWAYS += [
    "pile < pile",
    "count(row) == count(row)",
    "count(row) == 0 and count(row) > 0",
    "pile > 5 and many and pile < 3",
]
OPEN = [
    "pile > 8",
    "pile >= 1",
    "pile != 3",
    "count(row) > 0",
    "many",
    "not many",
    "pile > 3 and many",
    "pile == 9 or no",
    "pile > 5 and pile < 7",
    "count(row) == 0 and pile > 0",
    "count(row) < pile",
]


def found(text: str) -> list[tuple[str, str]]:
    texts = {"example.grey": GAME + text}
    return [
        (each.name, texts[each.path][slice(*each.span)])
        for each in check_text(texts)
        if not each.code.startswith("G06") and each.name != "unread-name"
    ]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("condition", ALWAYS)
def test_a_condition_that_is_always_the_same(place: str, condition: str) -> None:
    assert [name for name, _ in found(place.format(condition))] == ["constant-condition"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("condition", OPEN)
def test_a_condition_that_may_be_so_or_not(place: str, condition: str) -> None:
    assert not found(place.format(condition))


OTHERS = [
    ("extend game stones:\n    zone well of stone\n", [("unused-zone", "well")]),
    ('extend kind player:\n    slot cap of stone "cap"\n', [("unused-zone", "cap")]),
    (CARD.format("zone inside of pebble"), [("unused-zone", "inside")]),
    ("extend game stones:\n    zone well of stone ordered refills from row\n", [("unused-zone", "well")]),
    ("extend game stones:\n    zone well of stone\nafter tell:\n    move row to well\n", []),
    (
        "extend game stones:\n    zone well of stone\n    zone pit of stone returns to well\nafter tell:\n    move row to pit\n",
        [],
    ),
    (CARD.format("state worn: int = 0"), [("unused-value", "worn")]),
    (CARD.format("state worn: int = 0\n    after tell:\n        this.worn += 1"), [("unused-value", "worn")]),
    (CARD.format("state worn: int = 0\n    whenever this.worn < pile:\n        this.worn += 1"), []),
    (CARD.format('state worn: int = 0 "worn"'), []),
    (
        'keyword hot on stone "Hot":\n    state heat: int = 0\nstone coal "Coal":\n    hot\n',
        [("unused-value", "heat")],
    ),
    (CARD.format("copies 0"), [("no-copies", "chalk")]),
    (CARD.format("copies 0") + "after tell:\n    create chalk into row\n", []),
    (CARD.format("active in bag:\n        after tell:\n            pile -= 1"), [("never-in-zone", "after")]),
    (CARD.format("active in bag:\n        whenever pile == 3:\n            pile = 2"), [("never-in-zone", "whenever")]),
    (CARD.format("active in bag:\n        polished:\n            tell"), [("never-in-zone", "polished")]),
    (
        'keyword hot on stone "Hot":\n    active in bag:\n        after tell:\n            pile -= 1\nstone coal "Coal":\n    hot\n',
        [("never-in-zone", "after")],
    ),
    (CARD.format("active in row:\n        after tell:\n            pile -= 1"), []),
    ('test "a":\n    game stones with ann\n    expect pile == 3\n' * 2, [("title-twice", '"a"')]),
    ('check "a": count(cards of stone) > 1\n' * 2, [("title-twice", '"a"')]),
    ('check "a": count(cards of stone) > 1\ntest "a":\n    game stones with ann\n    expect pile == 3\n', []),
]


@pytest.mark.parametrize(("text", "expected"), OTHERS)
def test_in_all_places(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected
