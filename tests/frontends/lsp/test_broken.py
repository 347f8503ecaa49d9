"""Files in the middle of an edit: nothing that an editor may ask raises, wherever a file is cut or a letter is missing."""

from pathlib import Path

import pytest

from greyc.frontends.lsp.completion import complete
from greyc.frontends.lsp.fixes import fixes
from greyc.frontends.lsp.hover import hover
from greyc.frontends.lsp.layout import layout_edits
from greyc.frontends.lsp.lenses import lenses
from greyc.frontends.lsp.names import in_file, references
from greyc.frontends.lsp.outline import folds, outline
from greyc.frontends.lsp.places import text_of
from greyc.frontends.lsp.signature import signature
from greyc.frontends.lsp.tokens import encoded, tokens
from greyc.frontends.lsp.workspace import Workspace

from .small import HEROES, RULES, opened
from .test_names import TESTS

FILES = {"rules": RULES, "heroes": HEROES, "tests": TESTS}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", ["cut", "without", "opened"])
def test_any_edit_can_be_asked_about(tmp_path: Path, name: str, way: str) -> None:
    space, paths = opened(tmp_path, tests=TESTS)
    path, whole = paths[name], FILES[name]
    for place in range(0, len(whole), 11):
        text = {
            "cut": whole[:place],
            "without": whole[:place] + whole[place + 3 :],
            "opened": whole[:place] + '("' + whole[place:],
        }[way]
        space.write(path, text)
        complete(space, path, place)
        signature(space, path, place)
        hover(space, path, place)
        in_file(space, path, place)
        fixes(space, path, (0, len(text)))
        data = encoded(tokens(space, path), text_of(text))
        assert min(data, default=0) >= 0
        outline(space.tree(path).declarations, text)
        folds(text)
        layout_edits(text)
        lenses(space, path)
    references(space, path, place)
    space.write(path, whole)
    full = space.full(path)
    assert full is not None and full.diagnostics == []


@pytest.mark.parametrize("path", ["/" + "x" * 5000 + "/a.grey", "/a\0b/a.grey", "", "untitled:1", "/no/such/a.grey"])
@pytest.mark.parametrize("open_in_the_editor", [False, True])
def test_a_path_that_no_file_has(path: str, open_in_the_editor: bool) -> None:
    space = Workspace()
    if open_in_the_editor:
        space.write(path, HEROES)
    assert space.quick(path) is None and space.full(path) is None
    assert space.text(path) == (HEROES if open_in_the_editor else None)
    place = 7 if open_in_the_editor else 0
    assert hover(space, path, place) is None
    complete(space, path, place)
    fixes(space, path, (0, place))
    tokens(space, path)
    lenses(space, path)
