"""What stands on a card and where, with and without a declaration of its pack."""

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from greyc.compiler.driver import compile_texts
from greyc.compiler.manifest import SCHEMA
from greyc.frontends.sheet.content import Contents, chosen
from greyc.frontends.sheet.layout import is_dark, shapes

from .printing import GAME, MANIFEST, compiled, contents


def told(parts: list[dict[str, Any]], *keys: str) -> list[Any]:
    return [tuple(part[key] for key in keys) if len(keys) > 1 else part[keys[0]] for part in parts]


def test_a_card_needs_no_declaration() -> None:
    face = contents().face("ruby")
    assert (face["title"], face["kind"], face["width"], face["height"]) == ("Ruby", "Stone", 63.0, 88.0)
    assert told(face["line"], "text") == ["red"]
    assert told(face["stats"], "value", "label") == [("12", "weight"), ("", "lucky die"), ("", "lucky die")]
    price, need = face["facts"]
    assert (price["title"], told(price["parts"], "text")) == ("Price", ["penny\xa0x2", "pound"])
    assert need["rows"] == [["Players", "2", "3"], ["Need", "4", "5"]]
    assert told(face["text"], "lead", "text") == [
        ("Shiny:", "It can be seen from afar."),
        ("", "Worth more than it weighs: a lot."),
    ]


def test_a_nought_is_printed_where_the_card_has_it() -> None:
    made = contents()
    assert told(made.face("pearl")["stats"], "value") == ["0"]
    assert made.face("pebble")["stats"] == []


def test_flags_and_keywords_without_words() -> None:
    face = contents().face("pearl")
    assert told(face["line"], "text") == ["blue", "is rare"]
    assert told(face["text"], "lead", "text") == [("Old", "")]


def test_names_with_commas_are_parted_by_semicolons() -> None:
    made = contents(more='crate big_box "Big Box":\n    contents pearl ruby\n')
    (fact,) = made.face("big_box")["facts"]
    assert (told(fact["parts"], "text"), fact["between"]) == (["Pearl, the Small", "Ruby"], "; ")
    (fact,) = made.face("small_box")["facts"]
    assert (told(fact["parts"], "text"), fact["between"]) == (["Pebble\xa0x3", "Ruby"], ", ")


def test_a_number_stays_in_the_line_of_what_it_counts() -> None:
    made = contents(more='stone opal "Opal":\n    hue red\n    text "Gain 2 coins at Level 3. 4 of them, 5 more."\n')
    (line,) = made.face("opal")["text"]
    assert line["text"] == "Gain 2\xa0coins at Level\xa03. 4\xa0of them, 5\xa0more."


def test_a_word_has_its_fields_title_unless_that_says_nothing_more() -> None:
    more = 'kind wish is card "wish|wishes":\n    wanted: hue "wanted hue"\nwish duke "Duke":\n    wanted red\n'
    assert told(contents(more=more).face("duke")["line"], "text") == ["wanted hue: red"]
    assert told(contents(more=more).face("ruby")["line"], "text") == ["red"]


SHOW = """
[show.stone.print]
colour = "hue"
corner = ["weight"]
line = ["price"]
hide = ["dice"]
facts = ["hue"]
size = [44, 67]
icon = "gem"
counted = ["crate.contents"]
[show.stone.print.back]
colour = "#123456"
icon = "star"
[show.stone.print.icons]
red = "drop #c0392b"
blue = "#2f6fb3"
shiny = "sun"
weight = "circle"
"""


def test_a_declaration_places_fields() -> None:
    face = contents(SHOW).face("ruby")
    assert (face["width"], face["height"], face["colour"]) == (44.0, 67.0, "#c0392b")
    assert told(face["corner"], "value", "label") == [("12", "weight")]
    assert told(face["line"], "text") == ["price: penny x2, pound"]
    assert face["stats"] == []
    assert told(face["facts"], "title") == ["Hue", ""]
    assert face["facts"][0]["parts"][0]["icon"] is not None


def test_icons_are_drawn_once_in_their_colours() -> None:
    made = contents(SHOW)
    face = made.face("ruby")
    (drop,) = [svg for svg in made.icons if "#c0392b" in svg]
    assert made.icons.index(drop) == face["facts"][0]["parts"][0]["icon"]
    assert shapes()["drop"]["path"] in drop
    sun = made.icons[face["text"][0]["icon"]]
    assert shapes()["sun"]["path"] in sun
    made.face("ruby")
    assert len(made.icons) == len(set(made.icons))


def test_a_back_has_a_colour_and_icon_of_its_own() -> None:
    back = contents(SHOW).back("ruby")
    assert (back["title"], back["colour"], back["ink"]) == ("Stone", "#123456", "#ffffff")


def test_copies_are_those_the_card_has_or_other_cards_call_for() -> None:
    plain, counted = contents(), contents(SHOW)
    assert [plain.copies(name) for name in ("ruby", "pebble", "small_box")] == [2, 1, 1]
    assert [counted.copies(name) for name in ("ruby", "pebble", "small_box")] == [1, 3, 1]


def test_a_kind_below_has_what_it_does_not_say_from_the_one_above() -> None:
    more = 'kind jade is stone "jade|jades"\njade leaf "Leaf":\n    hue blue\n'
    face = contents(SHOW + '[show.jade.print]\nicon = "leaf"\n', more).face("leaf")
    assert (face["width"], face["colour"]) == (44.0, "#2f6fb3")


def test_another_pack_prints_as_the_one_it_builds_on() -> None:
    made = compile_texts({
        "gems/pack.toml": MANIFEST + SHOW,
        "gems/gems.grey": GAME,
        "more/pack.toml": 'name = "more"\ntitle = "More"\nversion = "1.0"\nrequires = ["gems"]\n',
        "more/more.grey": 'stone agate "Agate":\n    hue red, weight 3\n',
    })  # fmt: skip
    from greyc.frontends.play.words import Words

    face = Contents(Words([made.bundle.packs[name] for name in ("gems", "more")], "en")).face("agate")
    assert (face["width"], told(face["corner"], "value")) == (44.0, ["3"])


def names(show: str, kinds: list[str], only: list[str]) -> list[str]:
    made = contents(show)
    return chosen(made.words, [*made.words.cards], made.layouts, kinds, only)


def test_which_cards_are_printed() -> None:
    """What has no title is none that is held in the hand, and what is skipped comes where it is asked for by its kind."""
    assert names("", [], []) == ["ruby", "pearl", "pebble", "small_box"]
    assert names("", ["stone"], []) == ["ruby", "pearl", "pebble"]
    assert names("", [], ["pe", "RUBY"]) == ["ruby", "pearl", "pebble"]
    skip = "[show.stone.print]\nskip = true\n"
    assert names(skip, [], []) == ["small_box"]
    assert names(skip, ["stone"], []) == ["ruby", "pearl", "pebble"]


@pytest.mark.parametrize(
    ("kinds", "only", "said"),
    [
        (["ston"], [], "There is no kind ston. did you mean stone?"),
        ([], ["rubby"], "No card here is called rubby. did you mean ruby?"),
    ],
)
def test_names_that_nothing_has(kinds: list[str], only: list[str], said: str) -> None:
    with pytest.raises(LookupError, match="^" + said.replace("?", r"\?")):
        names("", kinds, only)


def test_letters_are_white_on_what_is_dark() -> None:
    assert [is_dark(colour) for colour in ("#000000", "#2f8a4c", "#b5383a", "#d9a520", "#ffffff")] == [
        True,
        True,
        True,
        False,
        False,
    ]


# ---- pack.toml ------------------------------------------------------------------------------


def test_the_schema_knows_all_shapes() -> None:
    schema = tomllib.loads("") | __import__("json").loads(Path(SCHEMA).read_text(encoding="utf-8"))
    assert schema["$defs"]["shape"]["enum"] == sorted(shapes())
    pattern = schema["$defs"]["icons"]["additionalProperties"]
    for shape in shapes():
        jsonschema.validate(f"{shape} #0123ab", pattern)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate("blob", pattern)


@pytest.mark.parametrize(
    ("show", "at", "reason", "instead"),
    [
        ('[show.stone.print]\ncolor = "#123456"\n', "color", "[show.stone.print] knows no color", "did you mean colour?"),
        ('[show.stone.print]\nstats = ["wight"]\n', "wight", "stone has no field called wight", "did you mean weight?"),
        ('[show.stone.print]\ncolour = "hues"\n', "hues", "stone has no field called hues", "did you mean hue?"),
        ('[show.stone.print]\nicon = "gemm"\n', "icon", "'gemm' is no icon", "did you mean gem?"),
        ('[show.stone.print.icons]\nred = "drp #c0392b"\n', "red", "'drp #c0392b' is no icon", "did you mean drop?"),
        ('[show.stone.print.icons]\nred = "drop c0392b"\n', "red", "an icon is a shape, a colour such as", None),
        ("[show.stone.print]\nsize = [3, 88]\n", "size", "a size is width and height in mm", None),
        ("[show.stone.print]\nstats = 3\n", "stats", "it should be a list in [ ]", None),
        ('[show.stone.print.back]\ncolour = "hues"\n', "hues", "stone has no field called hues", "did you mean hue?"),
    ],
)  # fmt: skip
def test_a_slip_in_a_declaration_is_told_at_its_place(show: str, at: str, reason: str, instead: str | None) -> None:
    made = compile_texts({"gems/pack.toml": MANIFEST + show, "gems/gems.grey": GAME})
    (found,) = [each for each in made.diagnostics if each.severity == "error"]
    text = MANIFEST + show
    assert text[slice(*found.span)] == at or at in text[slice(*found.span)]
    assert reason in found.message
    assert found.suggestion == instead


def test_a_good_declaration_is_taken() -> None:
    assert compiled(SHOW).diagnostics == compiled().diagnostics
