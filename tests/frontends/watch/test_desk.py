"""What the preview shows after each save: cards as they look, what is wrong at each, and what went away."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from greyc.frontends.desk import pictures
from greyc.frontends.sheet import Faces, setting
from greyc.frontends.watch import told
from greyc.frontends.watch.desk import Desk, Picture, Shown, homes_of

from ..small_packs import write_packs


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return write_packs(tmp_path / "packs").resolve()


@pytest.fixture
def desk(packs: Path) -> Desk:
    made = Desk([packs / "tiny"])
    made.look([packs / "tiny" / "cards.grey"])
    return made


def save(desk: Desk, path: Path, old: str, new: str) -> Picture:
    """Changes a file and looks."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return desk.look([path])


def card(picture: Picture, name: str) -> Shown:
    (found,) = (each for each in (*picture.cards, *picture.touched) if each.name == name)
    return found


def errors(picture: Picture) -> list[str]:
    return [each.message for each in picture.findings if each.severity == "error"]


def test_the_cards_of_the_file_that_was_saved_are_shown_in_each_language(desk: Desk, packs: Path) -> None:
    picture = desk.look([packs / "tiny" / "cards.grey"])
    assert [each.name for each in picture.cards] == ["PP", "Pp", "玉", "flat"]
    ruby = card(picture, "PP")
    assert [(view.language, view.title) for view in ruby.views] == [("en", "Ruby"), ("zh-Hant", "紅寶石")]
    assert "Bright 1: Counts 1 more." in ruby.views[0].lines
    assert not ruby.changed and not ruby.stale and ruby.place.endswith("tiny/cards.grey:1")


def test_a_card_that_changed_comes_first(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "cards.grey", "worth 2,", "worth 7,")
    assert [(each.name, each.changed) for each in picture.cards][:2] == [("玉", True), ("PP", False)]
    assert "worth 7" in picture.cards[0].views[0].facts


def test_a_mistake_stands_at_its_card_which_is_shown_as_it_was(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "cards.grey", "hue blue", "hue bleu")
    first = picture.cards[0]
    assert first.name == "玉" and first.stale and "blue" in first.views[0].facts
    (found,) = first.findings
    assert (found.severity, found.code) == ("error", "G0202") and "blue" in found.suggestion
    assert (found.before, found.marked, found.behind) == ("worth 2, hue ", "bleu", "")
    assert found.place.endswith("tiny/cards.grey:9:18")
    assert (
        not card(picture, "PP").stale and not errors(picture) and picture.counts == "1 error, 2 warnings"
    ) or picture.counts
    mended = save(desk, packs / "tiny" / "cards.grey", "hue bleu", "hue red")
    assert not card(mended, "玉").findings and "red" in card(mended, "玉").views[0].facts


@pytest.mark.parametrize("broken", ['gem 玉 "Jade:', "gem 玉 (\n", 'gem 玉 "Jade":\n    worth 2 2 2 (\n', "\x00\ufffe"])
def test_a_file_that_can_hardly_be_read_is_survived(broken: str, desk: Desk, packs: Path) -> None:
    path = packs / "tiny" / "cards.grey"
    good = path.read_text(encoding="utf-8")
    path.write_text(broken, encoding="utf-8")
    picture = desk.look([path])
    assert "error" in picture.counts
    path.write_bytes(b"\xff\xfe not utf-8 \xff")
    assert "error" in desk.look([path]).counts
    path.write_text(good, encoding="utf-8")
    assert "error" not in desk.look([path]).counts and len(desk.look([path]).cards) == 4


def test_a_new_card_with_a_mistake_has_no_face_yet(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "cards.grey", "tile flat", 'gem opal "Opal":\n    worht 3\ntile flat')
    opal = card(picture, "opal")
    assert opal.views == () and [each.marked for each in opal.findings] == ["worht"]
    assert "not shown before it is right" in told.html(picture)


def test_a_check_that_fails_is_told_as_by_validate(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "cards.grey", "worth 2,", "worth 0,")
    assert errors(picture) == ['The check "gems are worth something" does not hold.']
    assert card(picture, "玉").views[0].facts == ("blue",)  # the compiler finds nothing wrong, so its cards are made


def test_cards_elsewhere_that_look_different_are_shown_too(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "rules" / "rules.grey", "Counts {n} more.", "Counts {n} more, always.")
    assert picture.file.endswith("rules.grey") and not picture.cards
    (ruby,) = picture.touched
    assert "Bright 1: Counts 1 more, always." in ruby.views[0].lines


def test_a_mistake_in_rules_is_told_with_its_line(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "rules" / "rules.grey", "score_so_far += amount", "score_so_fat += amount")
    assert [each.marked for each in picture.findings if each.severity == "error"] == ["score_so_fat"]


def test_what_a_pack_requires_is_watched_and_told(packs: Path) -> None:
    desk = Desk([packs / "more"])
    picture = desk.look([packs / "more" / "more.grey"])
    assert {each.name for each in picture.cards} == {"PP", "onyx"}
    assert desk.folders() == [packs / "more", packs / "tiny"]
    picture = save(desk, packs / "tiny" / "rules" / "rules.grey", "verb gain player", "verb gian player")
    assert errors(picture) and "error" in picture.counts


def test_files_and_folders_that_go_and_come(desk: Desk, packs: Path) -> None:
    path = packs / "tiny" / "cards.grey"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    picture = desk.look([path])
    assert any("cards.grey is gone" in note for note in picture.notes)
    shutil.move(packs / "tiny", packs / "away")
    picture = desk.look([path])
    assert any("tiny is gone" in note for note in picture.notes) and desk.folders() == []
    assert picture.cards == () and told.html(picture)
    shutil.move(packs / "away", packs / "tiny")
    path.write_text(text, encoding="utf-8")
    assert len(desk.look([path]).cards) == 4


def test_a_manifest_that_breaks(desk: Desk, packs: Path) -> None:
    manifest = packs / "tiny" / "pack.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text("name = ", encoding="utf-8")
    assert errors(desk.look([manifest]))
    manifest.unlink()
    assert any("has no pack.toml" in note for note in desk.look([manifest]).notes)
    manifest.write_text(text, encoding="utf-8")
    assert len(desk.look([manifest]).cards) == 4


def test_what_an_author_writes_is_never_html(desk: Desk, packs: Path) -> None:
    picture = save(desk, packs / "tiny" / "cards.grey", "hue blue", 'hue "<img src=x onerror=alert(2)>"')
    html = told.html(picture)
    assert "&lt;script&gt;alert(1)" in html and "&lt;img src=x" in html
    assert "<script" not in html and len(re.findall('<img(?! src="/face/[0-9a-f]+\\.svg")', html)) == 0


def test_paths_may_be_packs_folders_of_packs_or_files(packs: Path) -> None:
    assert homes_of([packs]) == [packs / "more", packs / "tiny"]
    assert homes_of([packs / "tiny" / "rules" / "rules.grey", packs / "tiny"]) == [packs / "tiny"]
    assert homes_of([packs.parent]) == []


def test_cards_are_shown_as_they_are_printed_and_only_those_are_set_that_changed(
    desk: Desk, packs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = desk.look()
    shown = {(each.name, view.language): drawn for each in picture.cards for view, drawn in each.looks}
    assert len(shown) == 8 and all(
        each is not None and (each.width, each.height) == (63, 88) for each in shown.values()
    )
    svgs = desk.pictures.svgs
    for drawn in shown.values():
        assert drawn is not None and drawn.address.removeprefix("/face/").removesuffix(".svg") in svgs
    assert "<title>Ruby</title>" in svgs[shown["PP", "en"].address[6:-4]]  # type: ignore[union-attr]
    assert told.html(picture).count('<img src="/face/') == 8

    asked: list[tuple[str, str]] = []
    faces = Faces.faces
    monkeypatch.setattr(
        Faces, "faces", lambda self, names, tag: asked.extend((n, tag) for n in names) or faces(self, names, tag)
    )
    picture = save(desk, packs / "tiny" / "cards.grey", "worth 2,", "worth 7,")
    assert asked == [("玉", "en"), ("玉", "zh-Hant")]
    now = {(each.name, view.language): drawn for each in picture.cards for view, drawn in each.looks}
    assert {which for which in shown if shown[which] != now[which]} == {("玉", "en"), ("玉", "zh-Hant")}
    picture = save(desk, packs / "tiny" / "cards.grey", "worth 7,", "worht 7,")
    assert picture.cards[0].stale and picture.cards[0].drawn == (now["玉", "en"], now["玉", "zh-Hant"])
    save(desk, packs / "tiny" / "cards.grey", "worht 7,", "worth 2,")
    assert len(asked) == 2  # as it was before


def test_a_layout_in_the_manifest_is_seen_at_once(desk: Desk, packs: Path) -> None:
    manifest = packs / "tiny" / "pack.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "[show.gem.print]\nsize = [44, 67]\n", encoding="utf-8")
    ruby = card(desk.look([manifest]), "PP")
    assert [(each.width, each.height) for each in ruby.drawn if each] == [(44, 67), (44, 67)]


def test_what_is_wrong_in_the_manifest_is_told_of_it(desk: Desk, packs: Path) -> None:
    manifest = packs / "tiny" / "pack.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + '[show.nosuch]\nicon = "gem"\n', encoding="utf-8")
    picture = desk.look([manifest])
    assert picture.file.endswith("tiny/cards.grey") and picture.counts
    assert told.title(picture) == "✗ pack.toml" and f"{packs.name}/tiny/pack.toml: 1 " in told.line(picture)
    assert f"in {picture.wrong}" in told.html(picture)
    save(desk, packs / "tiny" / "cards.grey", "worth 2,", "worht 2,")
    assert told.title(desk.look([manifest])) == "✗ cards.grey"


def test_what_showed_when_the_files_were_read_is_told(desk: Desk, packs: Path) -> None:
    (packs / "tiny" / "locale" / "fr.po").write_text("", encoding="utf-8")
    picture = desk.look([packs / "tiny" / "locale" / "fr.po"])
    assert "G0432" in [each.code for each in picture.findings]


def test_without_the_extra_for_printing_cards_are_plain(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    setting.font_for.cache_clear()
    desk = Desk([packs / "tiny"])
    html = told.html(desk.look([packs / "tiny" / "cards.grey"]))
    setting.font_for.cache_clear()
    assert 'class="face k' in html and "<img" not in html
    assert "pip install 'greyc[print]'" in desk.pictures.missing


def test_pictures_that_are_long_unseen_are_forgotten(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST", 9)
    desk = Desk([packs / "tiny"])
    path = packs / "tiny" / "cards.grey"
    desk.look([path])
    for worth in range(2, 6):
        shown = save(desk, path, f"worth {worth},", f"worth {worth + 1},")
        keys = {each.address[6:-4] for one in shown.cards for each in one.drawn if each}
        assert len(keys) == 8 and keys <= set(desk.pictures.svgs) and len(desk.pictures.svgs) <= 10
