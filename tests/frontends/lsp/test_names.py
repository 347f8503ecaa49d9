"""Hover, definition, references, rename."""

from pathlib import Path

import pytest

from greyc.frontends.edits import applied
from greyc.frontends.lsp.hover import hover
from greyc.frontends.lsp.names import Refused, definition, references, renamable, rename
from greyc.frontends.lsp.workspace import Workspace

from .small import HEROES, RULES, opened

TESTS = """test "A stone hurts":
    table small with ann
    put slinger in ann.hand
    put rat in row
    run on_play of slinger
    expect slinger.power == 1
    expect rat.hp == 3
"""


def shown(space: Workspace, path: str, text: str, part: str) -> str:
    """The hover where a part of a text first stands."""
    found = hover(space, path, text.index(part) + 1)
    assert found is not None
    return found.text


MANIFEST = """name = "small"
title = "Small"
version = "1.0"
# power is no name here
[show.hero.print]
stats = ["power"]
colour = "#123456"
[show.hero.print.back]
icon = "star"
[show.hero.print.map]
label = ["title", "power"]
[show.hero.print.table]
rows = [["power"], ["power", "power"]]
"""


def test_hover_tells_declaration_type_doc_and_printed_text(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    space.full(paths["heroes"])
    assert shown(space, paths["heroes"], HEROES, "deal") == (
        "```grey\nverb deal amount (int) to monster\n```\n\nHurts a monster."
    )
    assert shown(space, paths["heroes"], HEROES, "slinger") == (
        '```grey\nhero slinger "Slinger"\n```\n\n'
        "**en** On play: This hero's player chooses a monster in the row. Deal 2 to that monster."
    )
    assert "A number" in shown(space, paths["heroes"], HEROES, "power")
    assert shown(space, paths["heroes"], HEROES, "m in row").startswith("```grey\nm: monster")
    assert shown(space, paths["heroes"], HEROES, "owner").startswith("```grey\nowner: seat")
    assert shown(space, paths["rules"], RULES, "create").startswith("```grey\ncreate")


def test_a_definition_is_found_in_another_file(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    found = definition(space, paths["heroes"], HEROES.index("deal"))
    assert found is not None
    path, span = found
    assert (path, RULES[span[0] - 5 : span[1]]) == (paths["rules"], "verb deal")


def test_what_can_be_read_beside_something_broken_keeps_its_names(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    space.write(paths["heroes"], text := HEROES.replace("deal 2 to m", "deal 2 to (m"))
    found = definition(space, paths["heroes"], text.index("power 2"))
    assert found == (paths["rules"], (RULES.index("power"), RULES.index("power") + 5))


def test_references_are_found_in_all_files_and_in_texts(tmp_path: Path) -> None:
    space, paths = opened(tmp_path, tests=TESTS)
    uses = references(space, paths["rules"], RULES.index("monster:\n    log"))
    assert [(use.path, RULES[: use.span[0]].count("\n")) for use in uses] == [(paths["rules"], n) for n in (13, 14)]
    uses = references(space, paths["heroes"], HEROES.index("slinger"), declaration=False)
    assert [use.path for use in uses] == [paths["tests"]] * 3


def test_a_rename_changes_all_places_and_nothing_else(tmp_path: Path) -> None:
    space, paths = opened(tmp_path, tests=TESTS)
    edits = rename(space, paths["heroes"], HEROES.index("slinger"), "thrower")
    assert {edit.path for edit in edits} == {paths["heroes"], paths["tests"]}
    own = [edit for edit in edits if edit.path == paths["tests"]]
    assert applied(TESTS, own) == TESTS.replace("slinger", "thrower")


@pytest.mark.parametrize(
    ("part", "name", "why"),
    [
        ("slinger", "archer", "mistake"),
        ("slinger", "2x", "no name"),
        ("slinger", "owner", "word of the language"),
        ("m in row", "row", r"mistake in heroes\.grey, line 4: "),
        ("owner", "someone", "Nothing that can be renamed"),
        ("on_play", "this", "this is a word of the language"),
        ("physical", "bodily", "Nothing that can be renamed"),
    ],
)
def test_a_rename_that_would_break_something_is_refused(tmp_path: Path, part: str, name: str, why: str) -> None:
    space, paths = opened(tmp_path)
    text = HEROES + "# physical\n"
    space.write(paths["heroes"], text)
    with pytest.raises(Refused, match=why):
        rename(space, paths["heroes"], text.index(part), name)


def test_what_is_declared_outside_of_the_workspace_is_refused_before_a_name_is_asked_for(tmp_path: Path) -> None:
    """An expansion alone stands on packs that come with greyc: other workspaces, and packs beside those, are none of its."""
    home = tmp_path / "alone"
    home.mkdir()
    (home / "pack.toml").write_text('name = "alone"\ntitle = "A"\nversion = "1.0"\nrequires = ["common"]\n')
    text = 'kind hare is card "hare|hares":\n    active in nowhere\n\nverb scare hare for player (card_player):\n    throw_away hare for player\n'
    (home / "hares.grey").write_text(text)
    space, path = Workspace(), (home / "hares.grey").as_posix()
    shelf = space.shelf(path)
    assert shelf is not None and [pack.name for pack in shelf.found.packs] == ["common", "alone"]
    said = "^throw_away is declared in common, which is not in this workspace"
    with pytest.raises(Refused, match=said):
        renamable(space, path, text.index("throw_away"))
    with pytest.raises(Refused, match=said):
        rename(space, path, text.index("throw_away"), "drop")
    assert renamable(space, path, text.index("is card") + 1) is None
    use = renamable(space, path, text.index("hare"))
    assert use is not None and text[slice(*use.span)] == "hare"
    assert list(space.shelves) == [tmp_path]


def test_translations_follow_a_rename(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    home = Path(paths["heroes"]).parent
    (home / "locale").mkdir()
    catalogue = 'msgid ""\nmsgstr ""\n\nmsgctxt "small.slinger.title"\nmsgid "Slinger"\nmsgstr "X"\n'
    (home / "locale" / "zh-Hant.po").write_text(catalogue)
    space.refresh()
    edits = rename(space, paths["heroes"], HEROES.index("slinger"), "thrower")
    changed = [edit.text for edit in edits if edit.path.endswith(".po")]
    assert changed == ["small.thrower.title"]


@pytest.mark.parametrize(
    ("part", "name", "expected"),
    [
        ("hero is card", "helper", MANIFEST.replace("show.hero", "show.helper")),
        ("power: int", "might", MANIFEST.replace('"power"', '"might"')),
    ],
)
def test_what_pack_toml_says_of_how_a_thing_is_shown_is_renamed_along(
    tmp_path: Path, part: str, name: str, expected: str
) -> None:
    space, paths = opened(tmp_path)
    manifest = Path(paths["rules"]).parent / "pack.toml"
    manifest.write_text(MANIFEST)
    space.refresh()
    full = space.full(paths["rules"])
    assert full is not None and full.diagnostics == []
    edits = rename(space, paths["rules"], RULES.index(part), name)
    there = [edit for edit in edits if edit.path == manifest.as_posix()]
    assert applied(MANIFEST, there) == expected


ICONS = """name = "small"
title = "Small"
version = "1.0"
[show.small.print.icons]
power = "star"
goblin = "leaf"
"tint.light" = "sun"
brave = "flag"
"coin" = "coin"
size = "boot #101010"
[show.monster]
glance = ["size"]
[show.monster.print]
counted = ["hero.foes"]
[show.hero.print.icons]
size = "hand"
on_play = "hand"
"""
MORE = """
extend kind hero:
    size: int = 1 "size"
    foes: list of printed monster = [] "foes"
extend kind monster:
    state size: int = 1 "size"
    of_kind: faction = orc "faction"
    of_tint: tint = light "tint"
kind faction: goblin "goblin" | orc "orc"
kind tint: light "light" | dark "dark"
keyword brave on hero "Brave"
die coin: 0 1
"""


@pytest.mark.parametrize(
    ("part", "name", "expected"),
    [
        ("goblin ", "gobbo", {"\ngoblin": "\ngobbo"}),
        ("brave on", "bold", {"brave": "bold"}),
        ("coin:", "penny", {'"coin" =': '"penny" ='}),
        ("light ", "bright", {"tint.light": "tint.bright"}),
        ("foes: ", "enemies", {"hero.foes": "hero.enemies"}),
        ("on_play on", "played", {"on_play": "played"}),
        (
            "size: int = 1 ",
            "bulk",
            {'10"\n[show.monster]': '10"\nbulk = "boot #101010"\n[show.monster]', "s]\nsize": "s]\nbulk"},
        ),
        ('size: int = 1 "size"\n    of_kind', "bulk", {'"size"': '"bulk"', '10"\n': '10"\nbulk = "boot #101010"\n'}),
        ("hero is card", "helper", {"hero.foes": "helper.foes", "show.hero": "show.helper"}),
    ],
)
def test_what_has_an_icon_or_is_counted_is_renamed_along_in_pack_toml(
    tmp_path: Path, part: str, name: str, expected: dict[str, str]
) -> None:
    """Where one name stands for several things, those that keep it keep their line."""
    rules = RULES + MORE
    space, paths = opened(tmp_path, rules=rules)
    manifest = Path(paths["rules"]).parent / "pack.toml"
    manifest.write_text(ICONS)
    space.refresh()
    full = space.full(paths["rules"])
    assert full is not None
    told = [each for each in full.diagnostics if each.severity == "error" or each.path == manifest.as_posix()]
    assert told == []
    there = [
        edit for edit in rename(space, paths["rules"], rules.index(part), name) if edit.path == manifest.as_posix()
    ]
    wanted = ICONS
    for before, after in expected.items():
        assert before in ICONS
        wanted = wanted.replace(before, after)
    assert applied(ICONS, there) == wanted
    assert len(there) > 0


def test_parts_called_as_a_kind_keep_their_names_and_say_its_new_one(tmp_path: Path) -> None:
    """In a hook, where the name of a kind is that of what was given too, the kind is meant."""
    more = """
function strong(monster) = monster.hp > 2
verb weigh what (card):
    stop
after weigh monster if monster.hp > 1:
    log "{monster} is heavy"
"""
    rules = RULES + more
    space, paths = opened(tmp_path, rules=rules)
    edits = rename(space, paths["rules"], rules.index("monster is card"), "foe")
    made = applied(rules, [edit for edit in edits if edit.path == paths["rules"]])
    for line in (
        "kind foe is card",
        "verb deal amount (int) to monster (foe):",
        'log "{amount} to {monster}"',
        "zone row of foe",
        "for each c in cards of foe:",
        "function strong(monster: foe) = monster.hp > 2",
        "after weigh foe if foe.hp > 1:",
        'log "{foe} is heavy"',
    ):
        assert line in made
    space.write(paths["heroes"], applied(HEROES, [edit for edit in edits if edit.path == paths["heroes"]]))
    space.write(paths["rules"], made)
    full = space.full(paths["rules"])
    assert full is not None and [each.message for each in full.diagnostics if each.severity == "error"] == []
    again = rename(space, paths["rules"], made.index("foe.hp"), "monster")
    assert len(again) == len(edits)


def test_hover_on_a_word_of_the_language_says_what_it_does_and_how_it_is_written(tmp_path: Path) -> None:
    space, paths = opened(tmp_path, tests=TESTS)
    choose = shown(space, paths["heroes"], HEROES, "choose")
    assert choose.startswith('```grey\nchoose x in SET where CONDITION by PLAYER "Question?":\n```\n\nSomebody chooses')
    assert "```grey\nchoose f in market" in choose
    for part, said in (
        ("each p", "for each x"),
        ("setup:", "`play`"),
        ("kind hero", "kind NAME"),
        ("card ", "printed"),
    ):
        assert said in shown(space, paths["rules"], RULES, part)
    assert "begin" in shown(space, paths["tests"], TESTS, "table small").lower()


def test_hover_takes_no_word_for_one_of_the_language_in_texts_and_comments(tmp_path: Path) -> None:
    text = '# choose one\nhero slinger "Slinger or may":\n    power 1 # when\n    flavour "if you choose"\n'
    space, paths = opened(tmp_path, heroes=text)
    for part in ("choose one", "or may", "when", "if you"):
        assert hover(space, paths["heroes"], text.index(part) + 1) is None


def test_hover_explains_words_of_a_line_that_is_still_broken(tmp_path: Path) -> None:
    text = HEROES.replace('choose m in row by owner "Whom?":', "choose m in row where (")
    space, paths = opened(tmp_path, heroes=text)
    assert "holds" in shown(space, paths["heroes"], text, "where")


def test_hover_on_a_field_tells_the_words_that_its_type_has(tmp_path: Path) -> None:
    rules = RULES.replace("    power: int", "    of_kind: card_type?\n    foe: monster?\n    power: int")
    space, paths = opened(tmp_path, rules=rules + "\nkind card_type: weak | strong\n")
    assert shown(space, paths["rules"], rules, "of_kind").endswith("A `card_type` or nothing: `weak`, `strong`.")
    assert shown(space, paths["rules"], rules, "foe").endswith("A `monster` or nothing.")
