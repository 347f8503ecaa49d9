"""Completion and signature help, in files that are broken where somebody writes."""

from pathlib import Path

import pytest

from greyc.dsl import Parsed
from greyc.frontends.lsp.completion import complete
from greyc.frontends.lsp.signature import signature
from greyc.frontends.lsp.workspace import Workspace

from .small import HEROES, RULES, opened

MORE = (
    RULES
    + """
kind faction: goblin | orc

kind spell is card "spell|spells":
    side: faction "side"

function twice(n: int, more: int) = n * 2 + more

verb shout amount (int) for player with loud = no:
    log "x"
"""
)


@pytest.mark.parametrize(
    ("written", "first", "also", "never"),
    [
        pytest.param("deal 2 |", {"to"}, {"and"}, {"from", "with", "slinger"}, id="the labels a verb lacks"),
        pytest.param("deal 2 to |", {"m"}, {"this", "every"}, {"deal"}, id="what fits a part comes first"),
        pytest.param("deal m.|", {"hp"}, {"zone"}, {"power", "slinger"}, id="fields of this kind"),
        pytest.param("deal m.|\n            deal 1 to m", {"hp"}, set(), {"power"}, id="in the middle of a block"),
        pytest.param("de|", set(), {"deal", "move", "choose"}, {"hero", "slinger"}, id="verbs where a line begins"),
        pytest.param("if m is |", {"rat"}, {"monster", "nothing"}, {"slinger", "hero"}, id="cards it may be"),
        pytest.param("shout 1 for owner with |", {"loud"}, set(), {"amount", "for"}, id="settings of this verb"),
        pytest.param("run |", set(), {"on_play"}, {"deal", "slinger"}, id="abilities"),
        pytest.param("for each x in every |", set(), {"hero", "monster"}, {"slinger", "deal"}, id="kinds"),
    ],
)
def test_completion_knows_the_place(
    tmp_path: Path, written: str, first: set[str], also: set[str], never: set[str]
) -> None:
    space, paths = opened(tmp_path, rules=MORE)
    text = HEROES.replace("deal 2 to m", written)
    space.write(paths["heroes"], text.replace("|", ""))
    found = complete(space, paths["heroes"], text.index("|"))
    assert first <= {each.text for each in found if each.rank == 0}
    texts = {each.text for each in found}
    assert also <= texts
    assert not never & texts


def test_completion_outside_of_bodies(tmp_path: Path) -> None:
    space, paths = opened(tmp_path, rules=MORE)

    def at(text: str) -> dict[str, int]:
        space.write(paths["heroes"], text.replace("|", ""))
        return {each.text: each.rank for each in complete(space, paths["heroes"], text.index("|"))}

    margin = at(HEROES + "\n|")
    assert {"hero", "spell", "verb", "test"} <= margin.keys() and not {"slinger", "player", "deal"} & margin.keys()
    card = at(HEROES + "\nspell fire:\n    |\n")
    assert card["side"] == 0 and "power" not in card and "on_play" not in card
    words = at(HEROES + "\nspell fire:\n    side |\n")
    assert words["goblin"] == words["orc"] == 0 and words.get("slinger") != 0
    assert {"hero", "int", "list"} - {"int"} <= at(HEROES + "\nverb x y (|)\n").keys()
    assert at(HEROES + "\n# nothing | here\n") == at('hero x "a | b":\n    power 1\n') == {}


def test_trying_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    complete(space, paths["heroes"], HEROES.index("deal 2"))
    quick = space.quick(paths["heroes"])
    assert quick is not None and quick.diagnostics == [] and space.text(paths["heroes"]) == HEROES


@pytest.mark.parametrize(
    ("written", "text", "active"),
    [
        ("deal |", "verb deal amount (int) to monster", "amount"),
        ("deal 2 to |", "verb deal amount (int) to monster", "monster"),
        ("deal twice(1, |", "function twice(n: int, more: int) = n * 2 + more", "more"),
        ("deal count(|", "count(list of T) -> int", None),
    ],
)
def test_a_signature_says_which_part_comes_next(tmp_path: Path, written: str, text: str, active: str | None) -> None:
    space, paths = opened(tmp_path, rules=MORE)
    file = HEROES.replace("deal 2 to m", written)
    space.write(paths["heroes"], file.replace("|", ""))
    found = signature(space, paths["heroes"], file.index("|"))
    assert found is not None
    assert found.text == text
    assert (None if found.active is None else found.text[slice(*found.parts[found.active])]) == active


@pytest.mark.parametrize(
    ("written", "first", "also", "never"),
    [
        pytest.param('log "{|} hits"', {"m"}, {"this"}, {"deal", "count", "choose"}, id="what is known there"),
        pytest.param('log "It hits {|"', {"m"}, {"this"}, {"deal"}, id="before it is closed"),
        pytest.param('log "{m.|} of {m}"', {"hp"}, {"zone"}, {"power", "slinger", "m"}, id="members behind a dot"),
        pytest.param('log "{m.h| left}"', {"hp"}, set(), {"power"}, id="with more words in it"),
        pytest.param('log "{{|"', set(), set(), {"m", "this"}, id="no brace that stands for itself"),
        pytest.param('log "{m} |"', set(), set(), {"m", "this"}, id="not outside of braces"),
        pytest.param('log "m. |"', set(), set(), {"m", "hp"}, id="not in plain words"),
    ],
)
def test_completion_in_texts(tmp_path: Path, written: str, first: set[str], also: set[str], never: set[str]) -> None:
    space, paths = opened(tmp_path, rules=MORE)
    text = HEROES.replace("deal 2 to m", written)
    space.write(paths["heroes"], text.replace("|", ""))
    found = complete(space, paths["heroes"], text.index("|"))
    assert first <= {each.text for each in found if each.rank == 0}
    texts = {each.text for each in found}
    assert also <= texts and not never & texts


GREYPORT = Path(__file__).parents[3] / "cards" / "greyport"
CHOOSE = 'choose m in monsters_in_play() "Whom does the stone hit?":'
LISTS = {"foes", "hero_row", "monsters_in_play", "players", "every", "cards"}


@pytest.mark.parametrize(
    ("written", "first", "later"),
    [
        pytest.param("choose m in |", LISTS, {"goblin", "slinger", "this", "owner", "full_hp", "gold"}, id="lists"),
        pytest.param('choose m in | "Whom?":', LISTS, {"goblin", "slinger", "this"}, id="lists of a finished line"),
        pytest.param(
            'choose m in every monster by | "Whom?":', {"owner", "players"}, {"hero_row", "slinger"}, id="seats"
        ),
        pytest.param(
            "for each p in players:\n            choose h in |", {"p.hand"}, {"p", "p.name"}, id="zones of a local"
        ),
        pytest.param(
            "for each p in players:\n            choose h in p.|", {"hand"}, {"gold"}, id="zones behind a dot"
        ),
        pytest.param("let n = count(|)", LISTS, {"goblin", "this"}, id="arguments of functions of the core"),
        pytest.param("move this to |", {"box", "hero_deck"}, {"players", "monsters_in_play"}, id="parts of its verbs"),
        pytest.param("if this is in |:", {"hero_row"}, {"gold", "slinger"}, id="where it may be in"),
        pytest.param("split 3 over m in |", LISTS, {"goblin"}, id="lines that need more behind"),
        pytest.param("repeat |:", {"starting_hp", "pips"}, {"hero_row", "players"}, id="numbers"),
    ],
)
def test_what_fits_comes_first_of_all_names_in_a_large_pack(written: str, first: set[str], later: set[str]) -> None:
    path = GREYPORT / "heroes" / "physical.grey"
    text = path.read_text(encoding="utf-8").replace(CHOOSE, f"{written}§")
    text = text[: text.index("§")] + text[text.index("\n\n", text.index("§")) :]
    space = Workspace(parsed=KNOWN)
    space.write(path.as_posix(), text.replace("|", ""))
    found = complete(space, path.as_posix(), text.index("|"))
    ranks = {each.text: each.rank for each in found}
    assert {name for name in first if ranks.get(name) != 0} == set()
    assert {name for name in later if ranks.get(name) == 0} == set()
    assert sum(rank == 0 for rank in ranks.values()) < 60 < len(ranks) or "." in written
    assert [each.rank for each in found] == sorted(each.rank for each in found)


KNOWN: dict[str, tuple[str, Parsed]] = {}
"""Trees of the pack, read once for all of these."""


def test_completion_in_the_text_of_a_verb_knows_its_parts(tmp_path: Path) -> None:
    text = MORE.replace('log "x"', 'text "{§"\n    log "x"')
    space, paths = opened(tmp_path, rules=MORE)
    space.write(paths["rules"], text.replace("§", ""))
    found = complete(space, paths["rules"], text.index("§"))
    assert {"player", "amount", "loud"} <= {each.text for each in found if each.rank == 0}
