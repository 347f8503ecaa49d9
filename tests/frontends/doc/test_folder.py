"""Where a site is written: new, empty or made before; all or nothing; what others put there stays."""

import json
import os
from pathlib import Path

import pytest

from greyc.frontends.doc import folder
from greyc.frontends.doc.folder import MARKER, NotOurs, write

PAGES = {"index.html": "one", "a/b.html": "two 玉"}


def held(place: Path) -> dict[str, str]:
    return {
        file.relative_to(place).as_posix(): file.read_text(encoding="utf-8")
        for file in place.rglob("*")
        if file.is_file() and file.name != MARKER
    }


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "site"


def test_a_new_and_an_empty_folder(place: Path, tmp_path: Path) -> None:
    write(place, PAGES)
    assert held(place) == PAGES
    (tmp_path / "empty").mkdir()
    write(tmp_path / "empty", PAGES)
    assert held(tmp_path / "empty") == PAGES


def test_what_is_ours_is_replaced_and_what_is_no_longer_wanted_goes(place: Path) -> None:
    write(place, PAGES)
    write(place, {"index.html": "three", "c.html": "four"})
    assert held(place) == {"index.html": "three", "c.html": "four"}
    assert not (place / "a").exists()


def test_what_is_not_ours_stays(place: Path) -> None:
    write(place, PAGES)
    for name in ("CNAME", "a/notes.txt", ".git/config"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text("mine", encoding="utf-8")
    write(place, {"index.html": "three"})
    assert held(place) == {"index.html": "three", "CNAME": "mine", "a/notes.txt": "mine", ".git/config": "mine"}


def test_a_folder_of_others_is_refused_and_left_as_it_is(place: Path) -> None:
    place.mkdir(parents=True)
    (place / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(NotOurs, match="did not make"):
        write(place, PAGES)
    assert held(place) == {"thesis.txt": "mine"}
    with pytest.raises(NotOurs, match="is a file"):
        write(place / "thesis.txt", PAGES)


def test_a_page_never_takes_the_place_of_a_file_of_others(place: Path) -> None:
    write(place, PAGES)
    (place / "new.html").write_text("mine", encoding="utf-8")
    with pytest.raises(NotOurs, match=r"new\.html was not made"):
        write(place, {"index.html": "three", "new.html": "ours"})
    (place / "a" / "b.html").unlink()
    (place / "a" / "b.html").mkdir()
    (place / "a" / "b.html" / "x").write_text("mine", encoding="utf-8")
    with pytest.raises(NotOurs, match=r"b\.html was not made"):
        write(place, {"index.html": "three"})
    assert held(place) == {"index.html": "one", "new.html": "mine", "a/b.html/x": "mine"}


@pytest.mark.parametrize("fails_at", range(7))
def test_a_mistake_on_the_way_puts_all_back(place: Path, fails_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place, PAGES)
    before = (held(place), (place / MARKER).read_text(encoding="utf-8"))
    real, calls = os.replace, []

    def replace(source: object, target: object) -> None:
        calls.append(target)
        if len(calls) == fails_at + 1:
            raise OSError("the disk is full")
        real(source, target)  # type: ignore[arg-type]

    monkeypatch.setattr(folder.os, "replace", replace)
    with pytest.raises(OSError, match="full"):
        write(place, {"index.html": "three", "c/d/e.html": "four", "c/f.html": "five"})
    monkeypatch.undo()
    assert (held(place), (place / MARKER).read_text(encoding="utf-8")) == before
    assert {file.name for file in place.iterdir()} == {MARKER, "index.html", "a"}


def test_a_mistake_in_a_new_folder_leaves_none(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(folder, "_move", no)
    with pytest.raises(KeyboardInterrupt):
        write(place, PAGES)
    assert not place.exists()


def test_a_marker_that_lists_what_lies_elsewhere_is_not_believed(place: Path, tmp_path: Path) -> None:
    write(place, PAGES)
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    (place / "link").symlink_to(tmp_path)
    listed = ["index.html", "../../thesis.txt", str(tmp_path / "thesis.txt"), "link/thesis.txt", ".greyc-doc.json", 7]
    (place / MARKER).write_text(json.dumps({"files": listed}), encoding="utf-8")
    write(place, {"index.html": "three"})
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"
    (place / MARKER).write_text(json.dumps({"files": [*listed, "a\0b", "\0/b"]}), encoding="utf-8")
    write(place, {"index.html": "four"})
    for wrong in ("[1]", "", '{"files": 5}', '{"files": null}', "[" * 100_000):
        (place / MARKER).write_text(wrong, encoding="utf-8")
        with pytest.raises(NotOurs, match="can't be read"):
            write(place, {"index.html": "five"})


def test_a_run_that_was_killed_is_no_hindrance(place: Path) -> None:
    write(place, PAGES)
    (place / folder.NEW / "x").mkdir(parents=True)
    (place / folder.NEW / "x" / "y.html").write_text("half", encoding="utf-8")
    write(place, PAGES)
    assert held(place) == PAGES
