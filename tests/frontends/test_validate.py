"""`greyc validate`: exit codes, both forms of output, and what shows only when packs are linked."""

import json
from pathlib import Path

import jsonschema
import pytest

from .conftest import VAULT, Run

SCHEMAS = Path(__file__).parents[2] / "schemas"
MANIFEST = 'name = "{name}"\ntitle = "{name}"\nversion = "1.0"\n'
GAME = """game small "Small":
    players 1 to 2
    zone pool of beast "pool"
    setup:
        fill pool with b in cards of beast
    play:
        end game won "Done."

kind beast is card "beast|beasts":
    life: int = 1 "life"
"""


def pack(folder: Path, name: str, text: str, more: str = "") -> Path:
    home = folder / name
    home.mkdir(parents=True)
    (home / "pack.toml").write_text(MANIFEST.format(name=name) + more, encoding="utf-8")
    (home / "rules.grey").write_text(text, encoding="utf-8")
    return home


def test_a_clean_pack(greyc: Run) -> None:
    code, out, err = greyc("validate", VAULT)
    assert (code, err) == (0, "")
    assert out.startswith("1 pack, 2 files, 7 cards, 2 tests: no mistakes found (")


def test_mistakes_are_shown_with_their_lines(greyc: Run, tmp_path: Path) -> None:
    home = pack(tmp_path, "small", GAME + 'beast wolf "Wolf":\n    life yes\nbeast bear "Bear":\n    lief 2\n')
    code, out, _ = greyc("validate", home)
    assert code == 1
    assert " |     lief 2\n" in out and " |     ^^^^" in out and "did you mean the field life?" in out
    assert " |     life yes\n" in out
    assert "1 pack, 1 file, " in out and ": 2 errors (" in out
    assert "\x1b" not in out


def test_json(greyc: Run, tmp_path: Path) -> None:
    home = pack(tmp_path, "small", GAME + 'beast bear "Bear":\n    lief 2\n')
    code, out, err = greyc("validate", "--format", "json", home)
    report = json.loads(out)
    jsonschema.validate(report, json.loads((SCHEMAS / "diagnostics.schema.json").read_text(encoding="utf-8")))
    assert (code, err, report["errors"]) == (1, "", 1)
    assert report["diagnostics"][0]["span"]["start"]["line"] == GAME.count("\n") + 2
    assert json.loads(greyc("validate", "--format", "json", VAULT)[1])["diagnostics"] == []


def test_warnings_fail_only_where_they_are_denied(greyc: Run, tmp_path: Path) -> None:
    home = pack(tmp_path, "small", GAME + 'test "nothing":\n    game small with ann\n')
    code, out, _ = greyc("validate", home)
    assert "warning[" in out and code == 0
    assert greyc("validate", home, "--deny", "warnings")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["no/such/folder"], "There is no file or folder no/such/folder."),
        (["--format", "xml"], "xml"),
        (["--deny", "errors"], "errors"),
    ],
)
def test_wrong_use(greyc: Run, arguments: list[str], says: str) -> None:
    code, out, err = greyc("validate", *arguments)
    assert (code, out) == (2, "")
    assert says in err


def test_a_card_that_breaks_a_check_is_named_with_its_line(greyc: Run, tmp_path: Path) -> None:
    checks = '    check "a beast lives": this.life > 0\n    check "nothing is a hydra": this.life < 9\n'
    text = GAME + checks + 'beast wolf "Wolf":\n    life 0\nbeast hydra "Hydra":\n    life 9\n'
    text += 'check "there are three beasts": count(cards of beast) == 3\n'
    code, out, _ = greyc("validate", pack(tmp_path, "small", text))
    assert code == 1
    assert 'error[G0702] wolf breaks the check "a beast lives".' in out
    assert 'error[G0702] hydra breaks the check "nothing is a hydra".' in out
    assert 'error[G0701] The check "there are three beasts" does not hold.' in out
    assert ' | beast wolf "Wolf":' in out and "--- the check" in out.replace("-" * 10, "---")
    assert ": 3 errors" in out


def test_packs_that_do_not_go_together(greyc: Run, tmp_path: Path) -> None:
    pack(tmp_path, "small", GAME)
    for name in ("one", "two"):
        pack(tmp_path, name, f'beast wolf "Wolf of {name}"\n', 'requires = ["small"]\n')
    pack(tmp_path, "all", 'beast bear "Bear"\n', 'requires = ["one", "two"]\n')
    code, out, _ = greyc("validate", tmp_path)
    assert code == 1
    assert (
        "error[G0700] This pack does not go together with what it requires: both one and two declare the card wolf"
        in out
    )
    assert "/all/pack.toml:4:1\n" in out and '4 | requires = ["one", "two"]' in out


def test_without_a_path_the_packs_of_the_folder_are_meant(
    greyc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(tmp_path / "cards", "small", GAME)
    monkeypatch.chdir(tmp_path)
    assert greyc("validate")[1].startswith("1 pack, 1 file, 0 cards, 0 tests:")


def test_bad_files_are_findings_too(greyc: Run, tmp_path: Path) -> None:
    home = pack(tmp_path, "small", GAME)
    (home / "odd.grey").write_bytes(b"kind caf\xe9 is card\n")
    (home / "deep.grey").write_text('check "deep": ' + "(" * 10_000 + "\n", encoding="utf-8")
    code, out, err = greyc("validate", home)
    assert (code, err) == (1, "")
    assert "error[G0002]" in out and "Traceback" not in out


def test_two_packs_that_add_to_one_game_are_tried_together(greyc: Run, tmp_path: Path) -> None:
    pack(tmp_path, "small", GAME)
    pack(tmp_path, "one", 'beast wolf "Wolf":\n    life 2\n', 'requires = ["small"]\n')
    two = pack(tmp_path, "two", 'beast wolf "Wolf":\n    life 3\n', 'requires = ["small"]\n')
    code, out, _ = greyc("validate", tmp_path)
    assert code == 0 and "warning[G0703] one and two can't be played together: " in out and "wolf" in out
    assert "1 warning" in out and greyc("validate", "--deny", "warnings", tmp_path)[0] == 1
    assert "G0703" not in greyc("validate", two)[1]
    manifest = (two / "pack.toml").read_text(encoding="utf-8")
    (two / "pack.toml").write_text(manifest.rstrip() + "  # allow packs-apart\n", encoding="utf-8")
    assert "no mistakes found" in greyc("validate", tmp_path)[1]
    (two / "pack.toml").write_text(manifest, encoding="utf-8")
    (two / "rules.grey").write_text('beast bear "Bear":\n    life 3\n', encoding="utf-8")
    assert "no mistakes found" in greyc("validate", tmp_path)[1]


MOOR = """game moor "Moor":
    players 1 to 2
    option chart: printed map = plain
    play:
        lay chart on marsh at spot(marsh, 1, 1)
        end game won "Done."
kind map is card
kind field is place:
    wet: flag = no
    state trodden: flag = no
    check "land lies beside land": this.wet or any(not n.wet for n in neighbours(this))
board marsh: grid of field
board heath: grid of field
    \"\"\"
    g g
    ~ ~
    \"\"\"
    "g": wet no
    "~": wet
map plain "Plain":
    \"\"\"
    g g ~
    ~ ~ g
    \"\"\"
    "g": wet no
    "~": wet
field island "Island"
"""


def test_a_place_that_breaks_a_check_is_shown_in_its_drawing(greyc: Run, tmp_path: Path) -> None:
    """Each place is tried as it lies: on a board, in the drawing of a card, or, drawn nowhere, by itself."""
    code, out, _ = greyc("validate", pack(tmp_path, "moor", MOOR))
    assert code == 1
    assert out.count("error[") == 2
    assert 'error[G0704] The place at column 3, row 2 of plain breaks the check "land lies beside land".' in out
    line, column = next((i, x.index("~ ~ g") + 5) for i, x in enumerate(MOOR.split("\n"), 1) if "~ ~ g" in x)
    assert f"rules.grey:{line}:{column}" in out
    assert 'error[G0702] island breaks the check "land lies beside land".' in out


def test_places_that_keep_their_checks_are_silent(greyc: Run, tmp_path: Path) -> None:
    text = MOOR.replace("~ ~ g", "~ ~ ~").replace('field island "Island"', 'field island "Island":\n    wet')
    code, out, _ = greyc("validate", pack(tmp_path, "moor", text))
    assert (code, out.count("error[")) == (0, 0), out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("    state pace: int = 1 / 0\n", "error[G0705] No table of this game can be laid out, a division by zero."),
        ('    option pace: int = 6 % 0 "Pace"\n', "a printed number is divided by zero"),
        ("    state pace: list of int = 1 .. 9999999\n", "a list of more than 5000 numbers"),
    ],
)
def test_what_a_table_cannot_begin_with_is_told(greyc: Run, tmp_path: Path, line: str, told: str) -> None:
    code, out, err = greyc("validate", pack(tmp_path, "small", GAME.replace("    zone pool", line + "    zone pool")))
    assert (code, err) == (1, "")
    assert told in out
    assert line.strip() in out or "option" in line, "the line is shown"


def test_what_a_seat_cannot_begin_with_is_told_at_its_line(greyc: Run, tmp_path: Path) -> None:
    text = GAME.replace("    zone pool", "    state pace: int = 2\n    zone pool")
    text += "kind player is seat:\n    state ahead: int = pace + 1\n"
    code, out, err = greyc("validate", pack(tmp_path, "small", text))
    assert (code, err) == (1, "")
    assert "error[G0705]" in out and "state ahead: int = pace + 1" in out and "absent" in out


def test_fields_that_read_each_other_are_told(greyc: Run, tmp_path: Path) -> None:
    text = GAME.replace("life: int = 1", "size: int = this.life\n    life: int = this.size")
    code, out, err = greyc("validate", pack(tmp_path, "small", text + 'beast wolf "Wolf"\n'))
    assert (code, err) == (1, "")
    assert "of wolf is worked out from itself" in out
