"""Fields that a pack prints as the rows of one table."""

from pathlib import Path
from typing import Any

import pytest

from greyc.compiler.driver import compile_texts
from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import Task

from .printing import MANIFEST, read

GAME = """
game fair "The Fair":
    players 1 to 2
    play:
        day
kind good "good": corn "corn" | salt "salt"
kind stall is card "stall|stalls":
    seller: printed person?
    sold: tally of int = {} "sold by day"
    dear: list of int = [] "days on which it costs one coin more"
    stock: tally of good = {} "in stock"
    lent: tally of good = {} "lent"
    need: int by players = {1: 0, 2: 0} "need"
kind person is card "person|people"
person ada "Ada, the Baker"
verb day "day":
    log "A day."
stall first "First":
    seller ada, sold {3: 2, 1: 4, 10: 7}, dear 3 5
    stock {salt: 1}, lent {corn: 2, salt: 3}
stall empty "Empty"
stall unnamed "Unnamed":
    sold {2: 5}
"""
DAYS = """
[show.stall.print.table]
head = "day"
sign = "*"
rows = [
    ["sold", "seller", "dear"],  # in a line of its own
]
[show.stall.print.icons]
sold = "coin #b4703c"
"""


def compiled(show: str = DAYS, game: str = GAME) -> Any:
    return compile_texts({"gems/pack.toml": MANIFEST + show, "gems/fair.grey": game})


def contents(show: str = DAYS, game: str = GAME) -> Contents:
    made = compiled(show, game)
    assert made.ok, [each.message for each in made.diagnostics]
    return Contents(Words([made.bundle.packs["gems"]], "en"))


def test_columns_are_in_order_and_rows_are_called_like_their_card() -> None:
    made = contents()
    table, note = made.face("first")["facts"][-2:]
    assert table["rows"] == [["Day", "1", "3", "10"], ["Ada, the Baker", "4", "2*", "7"]]
    assert [icon is not None for icon in table["icons"]] == [False, True]
    assert (note["title"], note["parts"][0]["text"]) == ("*", "days on which it costs one coin\xa0more")


def test_what_stands_in_the_table_stands_nowhere_else() -> None:
    titles = [fact["title"] for fact in contents().face("first")["facts"]]
    assert titles == ["In stock", "Lent", "", "*"]
    assert "Sold by day" in [fact["title"] for fact in contents("").face("first")["facts"]]


def test_a_card_without_values_has_no_table_and_one_without_signs_no_note() -> None:
    made = contents()
    assert made.face("empty")["facts"] == []
    assert [fact["rows"] for fact in made.face("unnamed")["facts"]] == [[["Day", "2"], ["Sold by day", "5"]]]


def test_rows_may_be_words_and_several() -> None:
    show = '[show.stall.print.table]\nrows = [["stock"], ["lent"]]\n'
    table = next(fact for fact in contents(show).face("first")["facts"] if fact["rows"])
    assert table["rows"] == [["", "salt", "corn"], ["In stock", "1", ""], ["Lent", "3", "2"]]


def test_a_table_wider_than_its_card_is_told() -> None:
    many = ", ".join(f"{day}: 10" for day in range(1, 41))
    made = contents(game=GAME.replace("{2: 5}", f"{{{many}}}"))
    assert [each.part for each in Task("en", [made.face("unnamed")], made.icons).spills()] == ["text"]
    few = ", ".join(f"{day}: 10" for day in range(1, 11))
    made = contents(game=GAME.replace("{2: 5}", f"{{{few}}}"))
    task = Task("en", [made.face("unnamed")], made.icons)
    assert task.spills() == []
    (page,) = read(task.made("pdf")[0])
    assert all(letter.left > 2 and letter.right < 61 for letter in page.letters)


@pytest.mark.parametrize(
    ("right", "wrong", "place", "reason", "instead"),
    [
        ('"sold", ', '"sol", ', "sol", "stall has no field called sol", "did you mean sold?"),
        ('"seller"', '"buyer"', "buyer", "stall has no field called buyer", None),
        ('head = "day"', 'head = "dya"', "dya", "there is no verb called dya", "did you mean day?"),
        ('head = "day"', "head = 3", "head", "it should be a text in quotes", None),
        ("sign =", "mark =", "mark", "[show.stall.print.table] knows no mark", "there is head, rows, sign"),
    ],
)
def test_a_slip_is_told_where_it_stands(right: str, wrong: str, place: str, reason: str, instead: str | None) -> None:
    assert right in DAYS
    show = DAYS.replace(right, wrong)
    (found,) = [each for each in compiled(show).diagnostics if each.severity == "error"]
    assert (found.code, found.path) == ("G0007", "gems/pack.toml")
    assert reason in found.message and (instead is None or found.suggestion == instead)
    assert (MANIFEST + show)[slice(*found.span)] == place


def test_waves_of_a_level_are_on_its_sheet() -> None:
    from greyc.compiler.driver import compile_paths

    made = compile_paths([Path(__file__).parents[3] / "cards" / "slay_legend"])
    packs = [made.bundle.packs[source.name] for source in made.packs]
    face = Contents(Words(packs, "en")).face("level_5")
    table = next(fact["rows"] for fact in face["facts"] if fact["rows"])
    assert table[0] == ["Round", "1", "2", "3", "4", "5"]
    assert table[1:] == [
        ["Shield Bearer", "2#", "", "1#", "", "2#"],
        ["Ash Wolf", "", "1#", "", "1#", ""],
        ["Iron Warlord", "", "", "", "1", ""],
    ]
