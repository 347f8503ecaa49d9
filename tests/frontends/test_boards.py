"""Boards in the terminal: a map of places in columns and rows, shifted on a hex board, and who stands where."""

from io import StringIO

import pytest

from greyc.compiler.driver import compile_texts
from greyc.frontends.cells import width
from greyc.frontends.play.lines import Lines
from greyc.frontends.play.table import Table
from greyc.frontends.play.words import Words
from greyc.runtime import Bundle, Game, Seat

RULES = '''game isle "Isle":
    players 1 to 2
    decides players
    setup:
        if place_at(map, 1, 2) as harbour:
            create boat into harbour.crew
            create boat into harbour.crew
    play:
        may "Go?":
            end game won "Gone."

kind sailor is seat "sailor|sailors"
kind ground "ground": sea "Sea" | beach "Beach" | forest "Great Forest"
kind field is place "field|fields":
    ground: ground "ground"
    zone crew of boat "here"
kind boat is token "boat|boats"

board map "the map": SHAPE of field
    """
ROWS
    """
    "~": ground sea
    "b": ground beach
    "f": ground forest
'''


ROWS = {"grid": ("~ b f", "~ ~ b", ". f ~"), "hex": (" ~ b f", "~ ~ b", " . f ~")}


@pytest.mark.parametrize(("shape", "shift"), [("grid", ""), ("hex", "      ")])
def test_a_map(shape: str, shift: str) -> None:
    rows = "\n".join(f"    {row}" for row in ROWS[shape])
    made = compile_texts({"rules.grey": RULES.replace("SHAPE", shape).replace("ROWS", rows)})
    assert made.ok, made.diagnostics
    bundle = Bundle.of(made.bundle)
    game = Game.start(bundle, "isle", seats=[Seat("Ann")])
    lines = Table(Words(list(bundle.ir.packs.values()), "en"), 80).lines(game.view(0), "Isle")
    at = lines.index(" the map")
    head, first, second, third, *_ = lines[at + 1 :]
    assert head.split() == ["1", "2", "3"]
    assert first == f"  1  {shift}Sea          Beach        Great Forest"
    assert second == "  2  *Sea         Sea          Beach"
    assert third == f"  3  {shift}             Great Forest Sea"
    assert "   Sea (1,2): boat x2" in lines
    assert all(width(line) <= 80 for line in lines)


def test_lines_go_where_they_are_told() -> None:
    target = StringIO()
    lines = Lines(StringIO("one\n"), target)
    lines.write(["a", "b"], "good")
    assert lines.ask("> ") == "one\n" and lines.ask("> ") is None
    assert target.getvalue() == "a\nb\n> one\n> \n"
