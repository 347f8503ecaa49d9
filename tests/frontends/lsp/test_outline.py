"""Outline, folding, symbols of a workspace, formatting."""

from pathlib import Path

from greyc.dsl import parse
from greyc.frontends.lsp.layout import layout_edits
from greyc.frontends.lsp.outline import folds, matching, outline

from .small import HEROES, RULES, opened


def test_an_outline_has_declarations_and_their_members() -> None:
    items = outline(parse(RULES).declarations, RULES)
    assert [(item.name, item.detail) for item in items] == [
        ("hero", 'kind "hero|heroes"'),
        ("monster", 'kind "monster|monsters"'),
        ("player", 'kind "player|players"'),
        ("on_play", "ability"),
        ("deal", "verb"),
        ("small", 'game "Small"'),
    ]
    assert [(item.name, item.sort) for item in items[0].inside] == [("power", "field")]
    assert RULES[slice(*items[4].mark)] == "deal"
    assert RULES[slice(*items[0].span)].endswith('"power"')


def test_an_outline_lacks_only_what_is_broken() -> None:
    text = HEROES.replace("deal 2 to m", "deal 2 to (m")
    assert [item.name for item in outline(parse(text).declarations, text)] == ["archer", "rat"]


def test_blocks_and_comments_fold() -> None:
    text = "# a\n# b\nhero x:\n    on_play:\n        log 1\n\n        # still\n    power 1\nhero y\n"
    assert sorted(folds(text)) == [(0, 1, True), (2, 7, False), (3, 4, False)]


def test_symbols_are_found_by_some_of_their_letters(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    found = [(path, item.name) for path, item in matching("sl", space.all_units())]
    assert found[0] == (paths["heroes"], "slinger")
    assert "archer" not in [name for _, name in found]


def test_formatting_edits_only_lines_that_change() -> None:
    text = HEROES.replace("    power 2", "   power   2")
    edits = layout_edits(text)
    assert edits is not None
    ((span, new),) = edits
    assert text[: span[0]] + new + text[span[1] :] == HEROES
    assert layout_edits(HEROES) == []
    assert layout_edits("hero (:\n") is None
