"""Maps and places with sides: what of a drawing stands where, and that it is all drawn within its card."""

from typing import Any

import pytest

from greyc.compiler.driver import compile_texts
from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import Task

from .printing import read

MANIFEST = 'name = "maze"\ntitle = "Maze"\nversion = "1.0"\n'
GAME = """
kind floor "floor": mud "mud" | rock "rock"
kind find "find": well "well" | bones "bones"
kind room is place "room|rooms":
    floor: floor "floor"
    find: find? "find"
    ways: list of side = [] "ways"
    worth: int = 0
    numbers: list of int = []
    secret: flag = no
    state turns: int = 0
kind hall is room "hall|halls"
kind level is card "level|levels"
board maze: grid of room
room corner "Corner":
    floor mud, ways north east
room cave "Cave":
    floor rock, find well, worth 3, secret
hall long_hall "Long Hall":
    floor mud, ways north south, numbers 1 2
level first "First":
    \"\"\"
    C . c
    . H C
    \"\"\"
    "C": corner
    "c": corner, turns 1
    "H": long_hall
level second "Second":
    text "Dark."
    \"\"\"
    V V C
    \"\"\"
    "C": corner, turns 3
    "V": cave
"""
SHOW = """
[show.room.print.icons]
mud = "#6a4a2a"
rock = "mountain #8a8577"
well = "drop #2f6fb3"
secret = "eye #101010"
[show.room.print.map]
colour = "floor"
icon = ["find", "secret", "floor"]
label = ["worth", "numbers"]
sides = "ways"
rotation = "turns"
"""


def made(show: str = SHOW, game: str = GAME) -> Contents:
    found = compile_texts({"maze/pack.toml": MANIFEST + show, "maze/maze.grey": game})
    assert found.ok, [each.message for each in found.diagnostics]
    return Contents(Words([found.bundle.packs["maze"]], "en"))


def told(places: list[dict[str, Any]], *keys: str) -> list[Any]:
    return [tuple(place[key] for key in keys) for place in places]


def test_places_of_a_drawing_lie_where_they_stand_with_holes_between() -> None:
    found = made().face("first")["map"]
    assert (found["hex"], found["width"], found["height"]) == (False, 3, 2)
    assert told(found["places"], "x", "y") == [(0.5, 0.5), (2.5, 0.5), (1.5, 1.5), (2.5, 1.5)]


def test_sides_are_those_of_the_place_turned_as_the_drawing_says() -> None:
    contents = made()
    assert [each["open"] for each in contents.face("first")["map"]["places"]] == [[0, 90], [90, 180], [0, 180], [0, 90]]
    assert [each["open"] for each in contents.face("second")["map"]["places"]] == [None, None, [0, 270]]


def test_colours_icons_and_labels_come_from_the_fields_that_are_named() -> None:
    contents = made()
    found = contents.face("second")["map"]["places"]
    assert told(found, "colour", "label") == [("#8a8577", "3"), ("#8a8577", "3"), ("#6a4a2a", "")]
    assert "#2f6fb3" in contents.icons[found[0]["icon"]] and found[2]["icon"] is None
    assert contents.face("first")["map"]["places"][2]["label"] == "1-2"


@pytest.mark.parametrize(
    ("icons", "colour"),
    [('["secret"]', "#101010"), ('["floor"]', "#000000"), ('["worth", "floor"]', "#000000")],
)
def test_an_icon_stands_for_a_flag_and_is_never_of_the_colour_of_its_ground(icons: str, colour: str) -> None:
    contents = made(SHOW.replace('["find", "secret", "floor"]', icons))
    assert f'fill="{colour}"' in contents.icons[contents.face("second")["map"]["places"][0]["icon"]]


def test_a_key_tells_each_colour_and_icon_once() -> None:
    contents = made()
    (fact,) = contents.face("second")["facts"]
    assert [part["text"] for part in fact["parts"]] == ["rock", "well", "mud"]
    assert ["#8a8577" in contents.icons[fact["parts"][0]["icon"]], fact["between"]] == [True, ", "]


def test_without_a_declaration_a_map_shows_names_and_needs_no_key() -> None:
    face = made("").face("first")
    assert told(face["map"]["places"], "label", "open") == [
        ("Corner", None), ("Corner", None), ("Long Hall", None), ("Corner", None)
    ]  # fmt: skip
    assert face["facts"] == []


def test_a_place_with_sides_shows_itself_on_its_card_and_others_do_not() -> None:
    contents = made()
    (place,) = contents.face("corner")["map"]["places"]
    assert (place["open"], place["label"], place["icon"]) == ([0, 90], "", None)
    assert contents.face("cave")["map"] is None
    assert made("").face("corner")["map"] is None


HEX = (
    GAME.replace("board maze: grid of room", "board maze: hex of room")
    .replace("ways north east", "ways northeast east")
    .replace("ways north south", "ways west")
    .replace("    C . c\n    . H C\n", "      C   c\n    H   C   .\n      C\n")
)


def test_every_second_row_of_hexes_lies_half_a_place_to_the_right() -> None:
    found = made(SHOW, HEX).face("first")["map"]
    assert found["hex"] is True
    assert [place["x"] for place in found["places"]] == [1, 2, 0.5, 1.5, 1]
    rows = sorted({round(place["y"], 3) for place in found["places"]})
    assert rows == pytest.approx([0.577, 1.443, 2.309], abs=0.001)
    assert (found["width"], round(found["height"], 3)) == (2.5, 2.887)
    assert [place["open"] for place in found["places"]] == [[30, 90], [90, 150], [270], [30, 90], [30, 90]]
    assert made(SHOW, HEX).face("corner")["map"]["height"] == pytest.approx(1.1547, abs=0.001)


@pytest.mark.parametrize("game", [GAME, HEX], ids=["grid", "hex"])
def test_a_map_is_drawn_within_its_card_with_all_its_labels(game: str) -> None:
    contents = made(SHOW.replace('label = ["worth", "numbers"]', 'label = ["title"]'), game)
    task = Task("en", [contents.face(name) for name in ("first", "second", "corner")], contents.icons)
    assert task.spills() == []
    first, second, _ = read(task.made("pdf")[0])
    signs = "".join(letter.sign for letter in first.letters)
    assert signs.count("Corner") == (3 if game is GAME else 4) and signs.count("LongHall") == 1
    assert "Dark." in "".join(letter.sign for letter in second.letters)
    for page in (first, second):
        assert all(each.left > 2 and each.right < 61 and each.bottom > 2 and each.top < 86 for each in page.letters)


def test_what_has_no_room_is_told() -> None:
    """A label that is too long for its place, and a map too large for its card."""
    long = GAME.replace('"Corner"', '"Donaudampfschifffahrtsgesellschaft"')
    contents = made(SHOW.replace('label = ["worth", "numbers"]', 'label = ["title"]'), long)
    spills = Task("en", [contents.face("first")], contents.icons).spills()
    assert [(each.card, each.part) for each in spills] == [("first", "map")]
    contents = made(SHOW + "[show.level.print]\nsize = [17, 88]\n")
    spills = Task("en", [contents.face("first"), contents.face("second")], contents.icons).spills()
    assert {each.part for each in spills} >= {"map"}


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"worth", ', '"wroth", ', "room has no field called wroth"),
        ('sides = "ways"', 'sides = "way"', "room has no field called way"),
        ('rotation = "turns"', 'rotation = "turn"', "room has no field called turn"),
        ('icon = ["find"', 'icon = ["title"', "room has no field called title"),
        ("rotation =", "rotaton =", "rotaton"),
    ],
)
def test_what_is_misspelt_in_a_declaration_is_told(right: str, wrong: str, said: str) -> None:
    assert right in SHOW
    files = {"maze/pack.toml": MANIFEST + SHOW.replace(right, wrong), "maze/maze.grey": GAME}
    (found,) = [each for each in compile_texts(files).diagnostics if each.severity == "error"]
    assert found.path == "maze/pack.toml" and said in found.message
