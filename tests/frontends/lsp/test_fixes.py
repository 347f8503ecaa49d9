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


def test_a_manifest_is_put_right(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    manifest = Path(paths["rules"]).with_name("pack.toml")
    right = manifest.read_text(encoding="utf-8")
    wrong = "".join(line for line in right.splitlines(keepends=True) if not line.startswith("version"))
    manifest.write_text(wrong, encoding="utf-8")
    space.refresh()
    (fix,) = fixes(space, str(manifest), (0, len(wrong)))
    assert fix.title == 'Write version = "1.0"' and 'version = "1.0"\n' in applied(wrong, fix.edits)


def test_a_fix_moves_along_with_what_it_is_for(tmp_path: Path) -> None:
    """What only a full look finds is kept while the author writes above it."""
    words = '"{amount} [card|cards] [lose|loses] a sign"'
    rules = RULES + f"\nverb fade amount (int):\n    text {words}\n    log {words}\n"
    space, paths = opened(tmp_path, rules=rules)
    manifest = Path(paths["rules"]).with_name("pack.toml")
    manifest.write_text(manifest.read_text(encoding="utf-8") + 'locales = ["en"]\n', encoding="utf-8")
    space.refresh()
    assert space.full(paths["rules"]) is not None
    now = "# More.\n" + rules
    space.write(paths["rules"], now)
    (fix,) = [
        fix for fix in fixes(space, paths["rules"], (0, len(now))) if fix.found.name == "forms-misfit" and fix.preferred
    ]
    assert applied(now, fix.edits) == now.replace("[lose|loses]", "[loses|lose]", 1)
