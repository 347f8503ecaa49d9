"""`greyc texts PACK`: a card as it will read, with its printed values."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import VAULT, Run

Gems = Callable[[str], str]


@pytest.fixture
def gems(greyc: Run, tmp_path: Path) -> Gems:
    """What `greyc texts` prints of a pack with these cards."""

    def told(source: str) -> str:
        home = tmp_path / "gems"
        home.mkdir()
        (home / "pack.toml").write_text('name = "gems"\ntitle = "Gems"\nversion = "1.0"\n', encoding="utf-8")
        (home / "gems.grey").write_text(source, encoding="utf-8")
        code, out, err = greyc("texts", home)
        assert (code, err) == (0, "")
        return out

    return told


def test_printed_values_that_have_a_title_are_shown(gems: Gems) -> None:
    out = gems(
        'kind hue: red "red" | blue "blue"\n'
        'kind gem is card "gem|gems":\n'
        '    hue: hue "hue"\n    weight: int "weight"\n    secret: int = 0\n'
        '    price: int by players = {2: 1, 3: 2} "price"\n'
        'gem ruby "Ruby":\n    hue red, weight 4, secret 7, price {2: 5, 3: 6}\n'
    )
    assert out == "Ruby (gem)\nred · weight 4 · price 5/6 (2/3 players)\n\n"


def test_a_tally_tells_what_is_in_it(gems: Gems) -> None:
    out = gems(
        'kind coin: penny "penny|pennies" | pound "pound|pounds"\n'
        'kind gem is card "gem|gems":\n    cost: tally of coin = {} "cost"\n'
        'gem ruby "Ruby":\n    cost {penny: 1, pound: 2}\n'
        'gem pearl "Pearl":\n    cost {}\n'
    )
    assert out == "Ruby (gem)\ncost: penny 1, pound 2\n\nPearl (gem)\n\n"


def test_values_are_told_as_a_reader_needs_them(gems: Gems) -> None:
    """A word that is a thing with its title, names with commas apart, what is counted in its form, what is true of one
    thing, and the number that a card leaves out where others of its kind print it."""
    out = gems(
        'kind coin: penny "penny|pennies" | pound "pound|pounds"\n'
        'kind gem is card "gem|gems":\n'
        '    cost: coin "cost"\n    facets: int = 1 "facet|facets"\n    flaws: int = 2 "flaws"\n'
        '    rare: flag = no "[are|is] rare"\n    set_in: list of printed gem = [] "set in"\n'
        'gem ruby "Ruby":\n    cost penny, facets 3, rare yes\n'
        'gem pearl "Pearl, the Small":\n    cost pound, set_in ruby pearl\n'
    )
    assert out == (
        "Ruby (gem)\ncost: penny · facets 3 · is rare\n\n"
        "Pearl, the Small (gem)\ncost: pound · facet 1 · set in: Ruby; Pearl, the Small\n\n"
    )


def test_every_card_of_a_pack(greyc: Run) -> None:
    out = greyc("texts", VAULT)[1]
    assert "worth 3" in out or "worth 1" in out


@pytest.mark.parametrize("wanted", [("ruby",), ("Ruby, the", "Red"), ("the red",)], ids=["name", "beginning", "part"])
def test_one_card_is_asked_for_by_name_or_title(greyc: Run, tmp_path: Path, wanted: tuple[str, ...]) -> None:
    (tmp_path / "pack.toml").write_text('name = "gems"\ntitle = "Gems"\nversion = "1.0"\n', encoding="utf-8")
    source = 'kind gem is card "gem|gems"\ngem ruby "Ruby, the Red"\ngem pearl "Pearl"\n'
    (tmp_path / "gems.grey").write_text(source, encoding="utf-8")
    assert greyc("texts", tmp_path, *wanted) == (0, "Ruby, the Red (gem)\n\n", "")


def test_several_words_may_be_several_cards(greyc: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "gems"\ntitle = "Gems"\nversion = "1.0"\n', encoding="utf-8")
    source = 'kind gem is card "gem|gems"\ngem ruby "Ruby"\ngem opal "Opal"\ngem pearl "Pearl"\n'
    (tmp_path / "gems.grey").write_text(source, encoding="utf-8")
    assert greyc("texts", tmp_path, "pearl", "ruby") == (0, "Ruby (gem)\n\nPearl (gem)\n\n", "")
    assert greyc("texts", tmp_path, "pearl", "rubi")[0] == 2


def test_a_card_that_is_not_there_is_said_so(greyc: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "gems"\ntitle = "Gems"\nversion = "1.0"\n', encoding="utf-8")
    (tmp_path / "gems.grey").write_text('kind gem is card "gem|gems"\ngem ruby "Ruby"\n', encoding="utf-8")
    code, out, err = greyc("texts", tmp_path, "rubi")
    assert (code, out) == (2, "")
    assert "gems has no card rubi. did you mean ruby?" in err


def test_what_can_not_be_written_is_said_so(greyc: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(
        'name = "gems"\ntitle = "Gems"\nversion = "1"\nlocales = ["zh-Hant"]\n', encoding="utf-8"
    )
    (tmp_path / "gems.grey").write_text('kind gem is card\ngem ruby "Ruby"\n', encoding="utf-8")
    (tmp_path / "locale").write_text("no folder", encoding="utf-8")
    code, _, err = greyc("texts", tmp_path, "--update")
    assert code == 2 and "can't be written" in err
