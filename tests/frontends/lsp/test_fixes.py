"""Quick fixes: what findings say to write instead."""

from pathlib import Path

import pytest

from greyc.frontends.edits import applied
from greyc.frontends.lsp.fixes import fixes

from .small import HEROES, RULES, opened


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("deal 2", "dael 2"),
        ("power 1", "pwer 1"),
        ("in row", "in rwo"),
        ("hero archer", "heroo archer"),
        ("to m", "for m"),
        ("choose m", "CHOOSE m"),
        ("deal 2", "deal\u00a02"),
        ("on_play:", "on_paly:"),
    ],
)
def test_a_slip_is_put_right(tmp_path: Path, right: str, wrong: str) -> None:
    space, paths = opened(tmp_path)
    text = HEROES.replace(right, wrong)
    space.write(paths["heroes"], text)
    found = fixes(space, paths["heroes"], (0, len(text)))
    assert HEROES in [applied(text, fix.edits) for fix in found]


def test_a_warning_can_be_allowed(tmp_path: Path) -> None:
    rules = RULES + '\nverb unused_one:\n    log "x"\n'
    space, paths = opened(tmp_path, rules=rules)
    full = space.full(paths["rules"])
    assert full is not None and len(full.diagnostics) == 1
    (fix,) = fixes(space, paths["rules"], full.diagnostics[0].span)
    space.write(paths["rules"], applied(rules, fix.edits))
    again = space.full(paths["rules"])
    assert again is not None and again.diagnostics == []


def test_elsewhere_nothing_is_offered(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    space.write(paths["heroes"], HEROES.replace("deal 2", "dael 2"))
    assert fixes(space, paths["heroes"], (0, 3)) == []
