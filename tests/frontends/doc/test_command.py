"""`greyc doc`: what it needs, what it refuses, and the figures of a report."""

import json
import sys
from pathlib import Path

import pytest

from greyc.frontends.cli import CLEAN, FINDINGS, WRONG_USE

from ..conftest import Run
from .pages import Page


@pytest.mark.parametrize("missing", ["jinja2", "pygments"])
def test_without_the_extra_it_says_what_to_install(
    missing: str, packs: Path, tmp_path: Path, greyc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    code, _, err = greyc("doc", packs / "tiny", "-o", tmp_path / "site")
    assert code == WRONG_USE and f"needs {missing}" in err and "pip install 'greyc[doc]'" in err
    assert not (tmp_path / "site").exists()


def test_a_pack_with_a_mistake_is_told_and_the_site_stays(packs: Path, tmp_path: Path, greyc: Run) -> None:
    target = tmp_path / "site"
    code, out, _ = greyc("doc", packs / "tiny", "-o", target)
    assert code == CLEAN and "tiny on" in out
    before = (target / "index.html").read_bytes()
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "pack.toml").write_text('name = "broken"\ntitle = "B"\nversion = "1.0"\n', encoding="utf-8")
    (broken / "x.grey").write_text("kind x is cart\n", encoding="utf-8")
    code, out, err = greyc("doc", broken, "-o", target)
    assert code == FINDINGS and "error[" in out + err and "Traceback" not in out + err
    assert (target / "index.html").read_bytes() == before


def test_a_folder_of_others_is_refused_before_anything_is_done(tmp_path: Path, greyc: Run) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    code, _, err = greyc("doc", tmp_path / "no_such_pack", "-o", tmp_path)
    assert code == WRONG_USE and "did not make" in err


def test_the_figures_of_a_report_stand_on_cards_lists_and_the_pack(packs: Path, tmp_path: Path, greyc: Run) -> None:
    _, out, _ = greyc("simulate", packs / "tiny", "--report", "--format", "json", "-n", 3, "--seats", 1)
    report = json.loads(out)
    card = next(each for each in report["cards"] if each["card"] == "PP")
    card |= {
        "seen": 3,
        "used": 2,
        "chosen": 1,
        "ran": 2,
        "difference": 0.25,
        "low": 0.1,
        "high": 0.4,
        "verdict": "helps",
    }
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report), encoding="utf-8")
    code, _, err = greyc("doc", packs / "tiny", "--stats", file, "-o", tmp_path / "site")
    assert code == CLEAN, err
    told = Page((tmp_path / "site/pack.tiny/card.-p-p.html").read_text(encoding="utf-8")).text("stats")
    for part in ("3 of 3 games", "67 % of those", "+25 points, +10 to +40", "helps"):
        assert part in told
    page = (tmp_path / "site/pack.tiny/card.-p-p.html").read_text(encoding="utf-8")
    for name in ("helps", "points, {low} to {high}", "Played by {bots} bots with {packs}."):
        assert f"<span data-label>{name}</span>" in page or f'<span data-label="{name}"' in page
    listed = (tmp_path / "site/pack.tiny/kind.gem.html").read_text(encoding="utf-8")
    assert '<td class="number" data-value="0.2500"><span class="helps">+25</span></td>' in listed
    assert "3 games by bots" in Page((tmp_path / "site/pack.tiny/index.html").read_text(encoding="utf-8")).text("main")


def test_games_are_played_for_the_figures(packs: Path, tmp_path: Path, greyc: Run) -> None:
    code, _, err = greyc("doc", packs / "more", "--games", 1, "-o", tmp_path / "site")
    assert code == CLEAN, err
    assert "of 2 games" in Page((tmp_path / "site/pack.more/card.onyx.html").read_text(encoding="utf-8")).text("stats")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("{}", "is no report"),
        ('{"version": 1}', "is no report"),
        (None, "can't be read"),
    ],
)
def test_a_file_that_is_no_report(text: str | None, said: str, packs: Path, tmp_path: Path, greyc: Run) -> None:
    file = tmp_path / "report.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    code, _, err = greyc("doc", packs / "tiny", "--stats", file, "-o", tmp_path / "site")
    assert code == WRONG_USE and said in err and not (tmp_path / "site").exists()


def test_a_report_of_other_packs_is_refused(packs: Path, tmp_path: Path, greyc: Run) -> None:
    _, out, _ = greyc("simulate", packs / "tiny", "--report", "--format", "json", "-n", 1, "--seats", 1)
    file = tmp_path / "report.json"
    file.write_text(out.replace('"tiny"', '"other"'), encoding="utf-8")
    code, _, err = greyc("doc", packs / "tiny", "--stats", file, "-o", tmp_path / "site")
    assert code == WRONG_USE and "is about other" in err
