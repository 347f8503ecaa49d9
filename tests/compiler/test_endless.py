"""What never ends: an error where that is certain, a warning where something on the way may still end it."""

import pytest

from greyc.compiler.driver import check_text

GAME = """
game stones "Stones":
    players 1 to 2
    decides players
    state pile: int = 9 "pile"
    state told: int = 0 "told"
    zone row of stone ordered "row"
    play:
        start
        tell
        end game won
kind player is seat:
    state hp: int = 9 "HP"
kind stone is card:
    active in row
    decides players
    weight: int = 1 "weight"
stone flint "Flint":
    weight 2
verb start:
    fill row with s in cards of stone
verb tell:
    told += 1
verb hurt player for amount (int):
    player.hp -= amount
verb ask player for amount (int):
    needs player.hp > 0
    player.hp -= amount
"""

CERTAIN = [
    ("whenever pile > 3:\n    told += 1\n", "stays-true"),
    ("whenever pile > 3:\n    tell\n", "stays-true"),
    ("whenever count(row) > 0:\n    for each p in players:\n        p.hp -= 1\n", "stays-true"),
    ('stone chalk "Chalk":\n    whenever pile > 3:\n        told += 1\n', "stays-true"),
    ("after tell:\n    tell\n", "endless-cycle"),
    ("before tell:\n    tell\n", "endless-cycle"),
    ("before tell:\n    told += 1\n    tell\n", "endless-cycle"),
    ("verb more:\n    more\nafter tell:\n    more\n", "endless-cycle"),
    ("verb more:\n    less\nverb less:\n    more\nafter tell:\n    more\n", "endless-cycle"),
    ("after tell:\n    together:\n        tell\n", "endless-cycle"),
    ("after hurt player:\n    hurt player for 1\nafter tell:\n    hurt seat(1) for 1\n", "endless-cycle"),
    ('stone chalk "Chalk":\n    after tell:\n        tell\n', "endless-cycle"),
    ('stone chalk "Chalk":\n    after hurt for amount:\n        hurt seat(1) for amount\n', "endless-cycle"),
    ("after tell:\n    while pile > 3:\n        told += 1\n", "hanging-loop"),
    ("after tell:\n    repeat:\n        told += 1\n", "hanging-loop"),
    ("after tell:\n    repeat:\n        hurt seat(1) for 1\n", "hanging-loop"),
]
MAYBE = [
    ("whenever pile > 3:\n    if told > 3:\n        end game won\n", "may-do-nothing"),
    ("whenever pile > 3:\n    if told > 3:\n        pile = 0\n", "may-do-nothing"),
    (
        "whenever pile > 3:\n    if told > 3:\n        pile = 0\n    else if told < 3:\n        pile = 1\n",
        "may-do-nothing",
    ),
    (
        "whenever pile > 3:\n    let x = told\n    if x > 3:\n        pile = 0\n    if x < 3:\n        pile = 0\n",
        "may-do-nothing",
    ),
    (
        "whenever count(row) > 0:\n    if first(row) as s:\n        if s.weight > 3:\n            end game won\n",
        "may-do-nothing",
    ),
    (
        "whenever first(row) is not nothing:\n    if first(row) as s:\n        if s.weight > 3:\n            end game won\n",
        "may-do-nothing",
    ),
    (
        'stone chalk "Chalk":\n    whenever pile > 3:\n        if told > 3:\n            end game won\n',
        "may-do-nothing",
    ),
    ("whenever pile > 3:\n    tell\nwhenever told > 3:\n    pile = 0\n    told = 0\n", "may-stay-true"),
    ("after ask player:\n    ask player for 1\nafter tell:\n    ask seat(1) for 1\n", "may-be-endless"),
    ("after tell:\n    tell\nbefore tell if told > 9:\n    stop\n", "may-be-endless"),
    ("after tell:\n    start\n    tell\nwhenever told > 9:\n    end game lost\n", "may-be-endless"),
    (
        'stone chalk "Chalk":\n    after tell:\n        start\nstone slate "Slate":\n    after start:\n        tell\n',
        "may-be-endless",
    ),
    ('after tell:\n    repeat:\n        may "More?":\n            told += 1\n', "endless-loop"),
]
ENDS = [
    "whenever pile > 3:\n    pile -= 1\n",
    "whenever pile > 3 once per tell:\n    told += 1\n",
    "whenever pile > 3:\n    end game lost\n",
    # What stands below an `if` happens where the condition above says that it holds, where there is an `else`, and once.
    "whenever pile > 3 and told > 2:\n    if told > 2:\n        pile = 0\n",
    "whenever first(row) is not nothing:\n    if first(row) as s:\n        move s to box\n",
    "whenever pile > 3:\n    if told > 3:\n        end game won\n    else:\n        pile = 0\n",
    "whenever pile > 3:\n    if told > 3:\n        told = 0\n    pile = 0\n",
    "whenever pile > 3 once per tell:\n    if told > 3:\n        pile = 0\n",
    "after tell if told < 5:\n    tell\n",
    "after tell:\n    if told < 5:\n        tell\n",
    "after tell:\n    stop\n    tell\n",
    "after hurt player for amount if amount > 1:\n    hurt player for 1\nafter tell:\n    hurt seat(1) for 3\n",
    "after tell:\n    while pile > 3:\n        pile -= 1\n",
    "after tell:\n    repeat:\n        told += 1\n        if told > 9:\n            stop\n",
    "after tell:\n    repeat:\n        hurt seat(1) for 1\nwhenever any(p in players where p.hp < 1):\n    end game lost\n",
]


def found(text: str) -> list[tuple[str, str]]:
    unlooked = ("unreachable", "unused-verb")
    lints = check_text({"example.grey": GAME + text})
    return [
        (each.name, each.severity) for each in lints if each.name not in unlooked and not each.code.startswith("G06")
    ]


@pytest.mark.parametrize(("text", "name"), CERTAIN)
def test_what_surely_never_ends_is_an_error(text: str, name: str) -> None:
    assert found(text) == [(name, "error")]


@pytest.mark.parametrize(("text", "name"), MAYBE)
def test_what_may_never_end_is_a_warning(text: str, name: str) -> None:
    assert found(text) == [(name, "warning")]


@pytest.mark.parametrize("text", ENDS)
def test_what_ends_is_fine(text: str) -> None:
    assert found(text) == []
