"""No card of any pack is too small for its text, in any language: measured in the PDF by another program than the one that
set it. Letters lie inside the card's frame and not on one another; lines of Chinese begin and end as they may."""

from collections import defaultdict
from pathlib import Path

import pytest

from greyc.compiler.driver import compile_paths, compile_texts
from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents, chosen
from greyc.frontends.sheet.setting import Task

from .printing import MANIFEST, Letter, Printed, contents, read

ROOT = Path(__file__).parents[3]
FRAME = 2.0
"""mm: what a card leaves free at its edges."""
NOT_FIRST = "、。，．：；！？）」』】〉》’”…・·%"
NOT_LAST = "（「『【〈《‘“"


def outside(page: Printed) -> str:
    """The letters that leave the frame."""
    return "".join(
        letter.sign
        for letter in page.letters
        if letter.left < FRAME
        or letter.bottom < FRAME
        or letter.right > page.width - FRAME
        or letter.top > page.height - FRAME
    )


def over_one_another(page: Printed) -> list[str]:
    """Pairs of letters whose ink lies on one another by more than a third of the lesser. Neighbours may: *ffl* is one glyph,
    and the Q of *Queen* reaches below the u."""
    near: dict[tuple[int, int], set[int]] = defaultdict(set)
    found = []
    for at, letter in enumerate(page.letters):
        for cell in {
            (int(x / 3), int(y / 3)) for x in (letter.left, letter.right) for y in (letter.bottom, letter.top)
        }:
            for other in (page.letters[each] for each in near[cell] if each < at - 2):
                wide = min(letter.right, other.right) - max(letter.left, other.left)
                high = min(letter.top, other.top) - max(letter.bottom, other.bottom)
                if wide > 0 and high > 0:
                    least = min((each.right - each.left) * (each.top - each.bottom) for each in (letter, other))
                    if wide * high > least / 3:
                        found.append(f"{other.sign} on {letter.sign}")
            near[cell].add(at)
    return list(dict.fromkeys(found))


def badly_broken(page: Printed) -> list[str]:
    return [line for line in page.lines if line[0] in NOT_FIRST or line.rstrip()[-1] in NOT_LAST]


def test_every_card_of_every_pack_fits_in_every_language() -> None:
    """One test, since what takes long is to compile all packs."""
    made = compile_paths([ROOT / "cards"])
    wrong = []
    count = 0
    for source in (each for each in made.packs if made.bundle.packs[each.name].cards):  # a library has none
        packs = [made.bundle.packs[each.name] for each in source.closure]
        for tag in source.manifest.locales:
            found = Contents(Words(packs, tag))
            names = chosen(found.words, [card.name for card in packs[-1].cards], found.layouts, [], [])
            task = Task(tag, [found.face(name) for name in names], found.icons)
            wrong += [f"{source.name} {tag} {spill.card}: {spill.part} does not fit" for spill in task.spills()]
            for name, page in zip(names, read(task.made("pdf")[0]), strict=True):
                title = "".join(found.words.card(name).split())
                assert set(title) <= {letter.sign for letter in page.letters}, (source.name, tag, name)
                told = f"{source.name} {tag} {name}"
                wrong += [f"{told}: {out} leaves its frame" for out in [outside(page)] if out]
                wrong += [f"{told}: {pair}" for pair in over_one_another(page)]
                wrong += [f"{told}: a line {line!r}" for line in badly_broken(page) if tag.startswith("zh")]
                count += 1
    assert wrong == []
    assert count > 1500  # about 800 cards, each in two languages


# ---- that the measures see something ----------------------------------------------------------


def page_of(text: str, tag: str = "en", width: float = 63) -> Printed:
    """A card with this text, set in a language."""
    made = contents(f"[show.stone.print]\nsize = [{width}, 88]\n", f'stone o "O":\n    hue red\n    text "{text}"\n')
    (page,) = read(Task(tag, [made.face("o")], made.icons).made("pdf")[0])
    return page


def test_letters_outside_of_the_frame_are_seen() -> None:
    assert "x" in outside(page_of("x" * 200))
    assert outside(page_of("A fine text.")) == ""


def test_letters_on_one_another_are_seen() -> None:
    first, apart = Letter("a", 10, 10, 12, 12), Letter("-", 50, 50, 51, 51)
    letters = [first, apart, apart]
    assert over_one_another(Printed(63, 88, [*letters, Letter("b", 12.1, 10, 14, 12)], [])) == []
    assert over_one_another(Printed(63, 88, [*letters, Letter("b", 11, 10, 13, 12)], [])) == ["a on b"]


@pytest.mark.parametrize("tag", ["zh-Hant", "zh-Hans"])
def test_chinese_is_broken_between_characters_but_not_before_closing_signs(tag: str) -> None:
    """At every width the signs come to lie elsewhere; Latin words stay whole."""
    text = "「當你打出此牌時」，選擇（一名）玩家。《Battle for Greyport》：該玩家獲得「護盾」！" * 3
    for width in (40, 44, 48, 52, 56, 60, 63):
        page = page_of(text, tag, width)
        assert badly_broken(page) == []
        assert outside(page) == ""
        whole = "".join(page.lines)
        assert len(page.lines) > 8
        assert whole.count("Battle") == 3 and whole.count("Greyport") == 3
        for line in page.lines:
            assert not line.endswith(("Batt", "Grey", "B", "G")) and not line.startswith(("tle", "port"))


def test_badly_broken_lines_are_seen() -> None:
    assert badly_broken(Printed(63, 88, [], ["牌時", "，選擇（"])) == ["，選擇（"]


def test_the_games_a_reader_may_make() -> None:
    """A pack without any declaration and with the longest of everything is printed or told, never cut."""
    long = "A rather long title of a card that nobody would print, with a comma and more words after it"
    game = f'kind stone is card "stone|stones":\n    weight: int "a weight with a long name"\nstone o "{long}":\n    weight 123456789\n'
    made = compile_texts({"gems/pack.toml": MANIFEST, "gems/gems.grey": game})
    found = Contents(Words([made.bundle.packs["gems"]], "en"))
    task = Task("en", [found.face("o")], found.icons)
    (page,) = read(task.made("pdf")[0])
    assert task.spills() != [] or outside(page) == ""
