"""`greyc build`: the same bytes each time, whole files or none, and a look at each stage."""

import json
import os
from pathlib import Path

import pytest

from greyc.compiler.files import write
from greyc.runtime import Bundle

from .conftest import VAULT, Run, piped


def test_twice_the_same_bytes(greyc: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.greyb", tmp_path / "other.greyb"
    assert greyc("build", VAULT, "-o", one)[0] == 0
    # A process of its own hashes texts otherwise; nothing may depend on it.
    assert piped("build", VAULT, "-o", other)[0] == 0
    assert one.read_bytes() == other.read_bytes()
    assert Bundle.load(one).games() == ["vault"]


def test_to_the_terminal(greyc: Run) -> None:
    code, out, err = greyc("build", VAULT, "-o", "-")
    assert (code, err) == (0, "")
    assert Bundle.from_json(json.loads(out)).games() == ["vault"]


def test_mistakes_write_nothing(greyc: Run, tmp_path: Path) -> None:
    home = tmp_path / "bad"
    home.mkdir()
    (home / "pack.toml").write_text('name = "bad"\ntitle = "Bad"\nversion = "1.0"\n', encoding="utf-8")
    (home / "a.grey").write_text("kind x is nosuch\n", encoding="utf-8")
    code, out, _ = greyc("build", home, "-o", tmp_path / "x.greyb")
    assert code == 1 and "error[" in out
    assert not (tmp_path / "x.greyb").exists()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "new \ud800")
    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="full"):
        write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["x.json"]


def test_a_link_leads_where_it_led_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    home, link = tmp_path / "home.txt", tmp_path / "link.txt"
    home.write_text("old", encoding="utf-8")
    home.chmod(0o640)
    link.symlink_to(home.name)
    write(link, "new")
    assert link.is_symlink() and home.read_text(encoding="utf-8") == "new"
    assert home.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe, "text")
    assert os.read(reader, 9) == b"text"
    os.close(reader)
    assert pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]


def fails(*_: object) -> None:
    raise OSError("the disk is full")


def test_a_place_that_cannot_be_written(greyc: Run, tmp_path: Path) -> None:
    code, _, err = greyc("build", VAULT, "-o", tmp_path / "no" / "x.greyb")
    assert code == 2 and "can't be written" in err


@pytest.mark.parametrize(
    ("stage", "has"),
    [
        ("syntax", ["# ", "rules.grey", "Kind  @", "name: find"]),
        ("names", ["# vault", "kind find  @", "    field worth\n", "verb stow_away  @"]),
        ("typed", ["    field worth: 0..9", "verb draw(amount: int", "option goal: 3..20"]),
        ("ir", ['"op": "bundle"', '"ir_version": 1']),
    ],
)
def test_stages(greyc: Run, stage: str, has: list[str]) -> None:
    code, out, _ = greyc("build", VAULT, "--show", stage)
    assert code == 0
    for each in has:
        assert each in out


@pytest.mark.parametrize("arguments", [[], ["-o", "x", "--show", "ir"], ["--show", "soup"]])
def test_wrong_use(greyc: Run, arguments: list[str]) -> None:
    assert greyc("build", VAULT, *arguments)[0] == 2
