"""Names in pack.toml: where they stand, and that each names something."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.driver import compile_texts
from greyc.compiler.toml_places import spots

ROOT = Path(__file__).resolve().parents[2]
GNARLY = '''# name = "no"
name = "toys" # "not this"
a."b.c" . d = 'x # y'
list = [ # one
  "p", ["q", 'r'], 3.5, # "s"
  { k = "t", "k 2" = ["u"] },
]
when = 1979-05-27T07:32:00Z
many = """
[x]
y = "z"
"""
raw = \'\'\'it's\'\'\'
[ show . "sand box" ]
on = true
none = []
[show.last]
'''


def flat(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str | None]]:
    """The ways to all keys, and those to all texts with the texts."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield (*way, key), None
            yield from flat(each, (*way, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from flat(each, (*way, number))
    elif isinstance(value, str):
        yield way, value


@pytest.mark.parametrize("text", [GNARLY, *(each.read_text("utf-8") for each in ROOT.glob("cards/*/pack.toml"))])
def test_all_keys_and_texts_of_a_file_have_their_places(text: str) -> None:
    found = spots(text)
    assert all(text[slice(*each.span)] == each.text for each in found)
    assert {(each.way, None if each.is_key else each.text.lstrip("\n")) for each in found} == set(
        flat(tomllib.loads(text))
    )
    assert len({each.span for each in found}) == len(found)


MANIFEST = 'name = "sand"\ntitle = "Sand"\nversion = "1.0"\n'
RULES = """
game sandbox "Sandbox":
    players 1
    zone row of toy "row"
    play:
        end game won
kind player is seat:
    zone hand of toy "hand"
kind colour: red "red" | blue "blue"
kind toy is card "toy|toys":
    worth: int "worth"
    paint: colour "paint"
    parts: list of printed toy "parts"
    state dust: int = 0 "dust"
keyword soft on toy "Soft"
ability squeezed on toy "When squeezed"
die coin: 0 1
verb shake toy "Shake":
    stop
toy bear "Bear":
    worth 1, paint red, parts bear, soft
    squeezed:
        shake this
"""


def found_in(show: str) -> list[Diagnostic]:
    made = compile_texts({"pack.toml": MANIFEST + show, "rules.grey": RULES}).diagnostics
    return [each for each in made if each.path == "pack.toml"]


GOOD = """
[show.sandbox.zones]
row = "pile"
[show.player.zones]
hand = "row"
[show.toy]
glance = ["dust", "worth"]
[show.sandbox.print.icons]
worth = "coin"
red = "#aa0000"
"colour.blue" = "#0000aa"
soft = "hand"
squeezed = "hand"
coin = "coin"
bear = "leaf"
[show.toy.print]
colour = "paint"
corner = ["worth"]
counted = ["toy.parts"]
[show.toy.print.icons]
dust = "drop"
[show.toy.print.back]
colour = "paint"
[show.toy.print.map]
label = ["title", "worth"]
rotation = "dust"
[show.toy.print.table]
head = "shake"
rows = [["worth", "paint", ""]]
"""


def test_names_of_what_there_is_are_fine() -> None:
    assert found_in(GOOD) == []


@pytest.mark.parametrize(
    ("right", "wrong", "severity", "said"),
    [
        ("sandbox.zones", "sandbx.zones", "error", "no kind or game called sandbx"),
        ('row = "pile"', 'rwo = "pile"', "warning", "sandbox has no zone called rwo"),
        ('hand = "row"', 'hnad = "row"', "warning", "player has no zone called hnad"),
        ('"dust", "worth"', '"dust", "wroth"', "warning", "toy has no field or state called wroth"),
        ('red = "#', 'rde = "#', "warning", "no word, field, die, card, keyword or ability is called rde"),
        ("colour.blue", "colour.bleu", "warning", "colour has no word called bleu"),
        ("colour.blue", "color.blue", "warning", "no kind of words called color"),
        ('dust = "drop"', 'dusk = "drop"', "warning", "is called dusk"),
        ("toy.parts", "toy.prats", "warning", "toy has no field called prats"),
        ("toy.parts", "tyo.parts", "warning", "there is no kind called tyo"),
        ('colour = "paint"\ncorner', 'colour = "pain"\ncorner', "error", "toy has no field called pain"),
        ('corner = ["worth"', 'corner = ["woth"', "error", "toy has no field called woth"),
        ('back]\ncolour = "paint"', 'back]\ncolour = "piant"', "error", "toy has no field called piant"),
        ('rotation = "dust"', 'rotation = "dsut"', "error", "toy has no field called dsut"),
        ('head = "shake"', 'head = "shaek"', "error", "there is no verb called shaek"),
        ('["worth", "paint", ""]', '["worth", "piant", ""]', "error", "toy has no field called piant"),
    ],
)
def test_a_name_of_nothing_is_told_and_put_right_where_it_stands(
    right: str, wrong: str, severity: str, said: str
) -> None:
    assert GOOD.count(right) == 1
    show = GOOD.replace(right, wrong)
    (found,) = found_in(show)
    assert found.severity == severity and said in found.message
    (((place, new),),) = found.instead
    start, end = place or found.span
    assert start >= len(MANIFEST)
    assert (MANIFEST + show)[:start] + new + (MANIFEST + show)[end:] == MANIFEST + GOOD


def test_a_comment_says_that_a_name_is_meant_so() -> None:
    line = 'rwo = "pile"'
    assert found_in(GOOD.replace('row = "pile"', f"{line}  # allow nothing-to-show")) == []


def test_what_cannot_be_read_is_not_told_again() -> None:
    broken = RULES.replace("keyword soft on toy", "keyword soft toy")
    made = compile_texts({"pack.toml": MANIFEST + GOOD, "rules.grey": broken}).diagnostics
    assert [each.path for each in made] == ["rules.grey"]
