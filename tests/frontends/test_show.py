"""`[show]` in pack.toml: how a client draws zones, those of the table included."""

import pytest

from greyc.compiler.driver import Compiled, compile_texts
from greyc.frontends.play.table import Table
from greyc.frontends.play.words import Words
from greyc.runtime import Bundle, Game, Seat

MANIFEST = 'name = "sand"\ntitle = "Sand"\nversion = "1.0"\n'
MORE = 'name = "more"\ntitle = "More"\nversion = "1.0"\nrequires = ["sand"]\n'
GAME = """
game sandbox "Sandbox":
    players 1
    decides players
    zone row of toy "row"
    zone bag of toy hidden "bag"
    setup:
        fill row with t in cards of toy
        fill bag with t in cards of toy
    play:
        offer playing to players until pass
        end game won
kind player is seat
kind toy is card
toy spade "Spade"
toy bucket "Bucket"
action dig in playing by player "Dig":
    do:
        move row to bag
"""


def compiled(show: str, more: str | None = None) -> Compiled:
    files = {"sand/pack.toml": MANIFEST + show, "sand/game.grey": GAME}
    if more is not None:
        files |= {
            "more/pack.toml": MORE + more,
            "more/more.grey": 'extend game sandbox:\n    zone box_of of toy "box"\n',
        }
    return compile_texts(files)


def drawn(made: Compiled) -> list[str]:
    assert made.ok, made.diagnostics
    bundle = Bundle.of(made.bundle)
    game = Game.start(bundle, "sandbox", list(made.bundle.packs), seats=[Seat("Ann")], seed=1)
    return Table(Words(list(made.bundle.packs.values()), "en"), 80).lines(game.view(0), "Sand")


@pytest.mark.parametrize(
    ("show", "lines"),
    [
        ("", ["row: Spade, Bucket", "bag 2"]),
        ('[show.sandbox.zones]\nrow = "pile"\n', ["bag 2", "row 2 (Spade)"]),
        ('[show.sandbox.zones]\nrow = "none"\n', ["bag 2"]),
        ('[show.sandbox.zones]\nrow = "list"\n', ["row", "Spade", "Bucket", "bag 2"]),
        ('[show.sandbox.zones]\nbag = "list"\n', ["row: Spade, Bucket", "bag 2"]),  # nobody sees into it
    ],
)
def test_zones_of_the_table(show: str, lines: list[str]) -> None:
    table = " ".join(" ".join(drawn(compiled(show))).split())
    assert all(line in table for line in lines), table
    assert ("Spade" in table) == any("Spade" in line for line in lines)


def test_what_adds_to_a_game_may_say_how_it_is_drawn() -> None:
    base = '[show.sandbox.zones]\nrow = "pile"\n'
    made = compiled(base, '[show.sandbox.zones]\nbox_of = "none"\n')
    words = Words(list(made.bundle.packs.values()), "en")
    assert words.shown_table()["zones"] == {"row": "pile", "box_of": "none"}


def test_a_misspelt_game_is_told() -> None:
    (found,) = [each for each in compiled("[show.sandbx]\n").diagnostics if each.severity == "error"]
    assert (found.name, found.suggestion) == ("pack-bad-value", "did you mean sandbox?")
