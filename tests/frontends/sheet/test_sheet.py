"""`greyc sheet`: what it writes, and what it says when it can't."""

import sys
from pathlib import Path

import pytest

from greyc.compiler.files import write_all
from greyc.frontends.sheet import Faces
from greyc.frontends.sheet.setting import CannotPrint, font_for

from ..conftest import Run, piped
from .printing import GAME, compiled, read, written

TINY = "[show.stone.print]\nsize = [20, 20]\n"


def test_a_pdf_of_the_right_size(greyc: Run, tmp_path: Path) -> None:
    code, out, err = greyc("sheet", written(tmp_path), "-o", tmp_path / "out")
    assert (code, out, err) == (0, f"wrote {tmp_path / 'out' / 'gems-en.pdf'}\n", "")
    (page,) = read((tmp_path / "out" / "gems-en.pdf").read_bytes())
    assert (page.width, page.height) == pytest.approx((210, 297), abs=0.01)
    signs = "".join(letter.sign for letter in page.letters)
    assert [signs.count(name) for name in ("Ruby", "Pebble", "SmallBox")] == [2 + 1, 1 + 1, 1]
    first = next(letter for letter in page.letters if letter.sign == "R")
    assert 10.5 + 2 < first.left < 10.5 + 6 and 297 - 16.5 - 12 < first.bottom < 297 - 16.5


def test_pictures_a_page(greyc: Run, tmp_path: Path) -> None:
    home, out = written(tmp_path), tmp_path / "out"
    assert greyc("sheet", home, "-o", out, "--format", "png", "--once", "--backs", "--paper", "letter")[0] == 0
    assert sorted(path.name for path in out.iterdir()) == ["gems-en-01.png", "gems-en-02.png"]
    head = (out / "gems-en-01.png").read_bytes()[16:24]
    assert (int.from_bytes(head[:4]), int.from_bytes(head[4:])) == (2550, 3300)  # 8.5 x 11 inches of 300 dots
    assert greyc("sheet", home, "-o", out, "--format", "svg", "--only", "ruby, small box")[0] == 0
    assert 'width="595.2' in (out / "gems-en-01.svg").read_text(encoding="utf-8")[:300]


def test_the_same_pack_gives_the_same_bytes(greyc: Run, tmp_path: Path) -> None:
    """Here and in a process of its own, in which sets have another order."""
    home = written(tmp_path)
    for form in ("pdf", "svg"):
        assert greyc("sheet", home, "-o", tmp_path / "one", "--format", form)[0] == 0
        code, _, err = piped("sheet", home, "-o", tmp_path / "two", "--format", form)
        assert (code, err) == (0, "")
        (one, two) = (next(iter((tmp_path / place).glob(f"*.{form}"))) for place in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_what_does_not_fit_is_told_and_nothing_is_written(greyc: Run, tmp_path: Path) -> None:
    home, out = written(tmp_path, TINY), tmp_path / "out"
    code, _, err = greyc("sheet", home, "-o", out)
    assert code == 1
    assert 'error[G0612] The text, weight, lucky die of "Ruby" does not fit on its card in en' in err
    line = GAME.splitlines().index('stone ruby "Ruby":') + 1
    assert f"gems/gems.grey:{line}:" in err
    assert "Small Box" not in err
    assert not out.exists()


@pytest.mark.parametrize("word", ["Donaudampfschifffahrtsgesellschaftskapitänsmützenband", "x" * 200])
def test_a_word_longer_than_a_line_is_told(greyc: Run, tmp_path: Path, word: str) -> None:
    home = written(
        tmp_path, "[show.stone.print]\nsize = [40, 80]\n", f'stone o "O":\n    hue red\n    text "{word} a."\n'
    )
    code, _, err = greyc("sheet", home, "-o", tmp_path / "out", "--only", "o")
    assert (code, err.count("G0612")) == (1, 1)


def test_a_letter_that_no_font_has_is_told_and_others_are_printed(greyc: Run, tmp_path: Path) -> None:
    cards = 'stone o "O 龍 가 あ → ½ é ж":\n    hue red\nstone moon "Moon 🌙 and die 🎲 🎲":\n    hue red\n'
    home = written(tmp_path, "", cards)
    assert greyc("sheet", home, "-o", tmp_path / "out", "--only", "o")[0] == 0
    code, _, err = greyc("sheet", home, "-o", tmp_path / "none")
    assert (code, err.count("error[")) == (1, 1)
    assert 'error[G0613] No font has 🌙 🎲 on "Moon 🌙 and die 🎲 🎲" in en, so a box would be printed.' in err
    assert not (tmp_path / "none").exists()


def test_wrong_use(greyc: Run, tmp_path: Path) -> None:
    home, out = written(tmp_path), tmp_path / "out"
    for arguments, said in (
        (["--locale", "zh-Hant"], "gems has no texts in zh-Hant; it has en."),
        (["--kind", "ston"], "There is no kind ston. did you mean stone?"),
        (["--only", "nobody"], "No card here is called nobody."),
        (["--kind", "tray", "--only", "ruby"], "No cards are left to print."),
        (["--font", "No Such Letters"], "no font called No Such Letters is installed"),
    ):
        code, _, err = greyc("sheet", home, "-o", out, *arguments)
        assert code == 2 and said in err
    assert not out.exists()
    big = written(tmp_path / "more" if (tmp_path / "more").mkdir() is None else tmp_path, "[show.crate.print]\nsize = [200, 200]\n[show.stone.print]\nsize = [200, 60]\n")  # fmt: skip
    assert greyc("sheet", big, "-o", out, "--kind", "crate")[0] == 0


def test_without_the_typesetter_it_says_what_to_install(
    greyc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    code, out, err = greyc("sheet", written(tmp_path), "-o", tmp_path / "out")
    assert (code, out) == (2, "")
    assert err == "greyc: printing needs typst, which is not installed: pip install 'greyc[print]'\n"


def test_without_a_font_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from greyc.frontends.sheet import setting

    monkeypatch.setattr(setting, "FONT_PACKAGE", "no_such_package")
    monkeypatch.setattr(setting, "HAN", {"zh-Hant": ("TW", ("No Such Letters",))})
    setting.font_for.cache_clear()
    with pytest.raises(CannotPrint, match=r"no font with the characters of zh-Hant .* pip install 'greyc\[print\]'"):
        font_for("zh-Hant")
    setting.font_for.cache_clear()


def test_files_are_written_all_or_none(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError):
        write_all({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b"]
    write_all({tmp_path / "new" / "a": b"1", tmp_path / "c": b"2"})
    assert (tmp_path / "new" / "a").read_bytes() == b"1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c", "new"]


def test_a_face_for_a_page_elsewhere() -> None:
    faces = Faces([compiled().bundle.packs["gems"]])
    svg = faces.face("pearl", "en")
    assert svg.startswith('<svg role="img" width="63mm" height="88mm" ')
    assert "<title>Pearl, the Small</title>" in svg and svg.endswith("</svg>")
    both = faces.faces(["pearl", "small_box"], "en")
    assert list(both) == ["pearl", "small_box"] and both["pearl"] == svg
    assert faces.faces([], "en") == {}
