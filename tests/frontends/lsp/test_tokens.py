"""Semantic tokens, and the lens that runs a test."""

from pathlib import Path

from greyc.frontends.lsp.lenses import lenses, run
from greyc.frontends.lsp.places import text_of
from greyc.frontends.lsp.tokens import TYPES, encoded, tokens

from .small import HEROES, opened
from .test_names import TESTS


def test_each_name_has_the_colour_of_what_it_is(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    text = "# a comment\n" + HEROES
    space.write(paths["heroes"], text)
    found = {text[slice(*span)]: (sort, bits) for span, sort, bits in tokens(space, paths["heroes"])}
    assert found["hero"] == ("class", 0)
    assert found["slinger"] == ("enumMember", 1)
    assert found["power"] == found["row"] == ("property", 0)
    assert found["on_play"] == ("event", 0) and found["deal"] == ("method", 0)
    assert found["choose"] == found["by"] == ("keyword", 0)
    assert found["m"] == ("variable", 0) and found["owner"] == ("variable", 2)
    assert found["2"] == ("number", 0) and found["# a comment"] == ("comment", 0)
    assert found['"Slinger"'] == ("string", 0)


def test_names_in_texts_are_names(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    text = space.text(paths["rules"]) or ""
    found = [(text[slice(*span)], sort) for span, sort, _ in tokens(space, paths["rules"])]
    at = found.index(('"{', "string"))
    assert found[at : at + 5] == [
        ('"{', "string"),
        ("amount", "parameter"),
        ("} to {", "string"),
        ("monster", "parameter"),
        ('}"', "string"),
    ]


def test_tokens_do_not_overlap_and_count_from_each_other() -> None:
    text = text_of("ab\n  \U0001f0a1 cd")
    data = encoded([((0, 2), "class", 1), ((5, 6), "string", 0), ((7, 9), "method", 0)], text)
    kinds = [TYPES.index(each) for each in ("class", "string", "method")]
    assert data == [0, 0, 2, kinds[0], 1, 1, 2, 2, kinds[1], 0, 0, 3, 2, kinds[2], 0]


def test_a_lens_runs_its_test_as_the_editor_has_it(tmp_path: Path) -> None:
    space, paths = opened(tmp_path, tests=TESTS)
    (lens,) = lenses(space, paths["tests"])
    assert lens.title == "A stone hurts"
    assert run(space, paths["tests"], lens.title).text == "passed: A stone hurts"
    space.write(paths["tests"], TESTS.replace("rat.hp == 3", "rat.hp == 4"))
    failed = run(space, paths["tests"], lens.title)
    assert not failed.passed and "rat.hp is 3" in failed.text
    space.write(paths["tests"], TESTS.replace("rat.hp", "rat.hpp"))
    assert run(space, paths["tests"], lens.title).text == "small has 1 error, so no test runs."
