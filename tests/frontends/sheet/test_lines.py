"""Where lines may not end: `|` marks a joiner, `~` a space that no line ends at."""

import pytest

from greyc.frontends.sheet.lines import JOIN, SPACE, Lines, longest


def shown(text: str) -> str:
    return text.replace(JOIN, "|").replace(SPACE, "~")


CHINESE = Lines(True, frozenset(["傷害", "生命值", "怪物傷害步驟", "攻"]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("每名玩家各失去1點生命值。", "每名玩家各失去1~點|生|命|值。"),
        ("每次怪物來到這裡之前，水位上升1。", "每次怪物來到這裡之前，水位|上|升~1。"),
        ("一隻怪物使該英雄的傷害-1。", "一隻怪物使該英雄的|傷|害|\u22121。"),
        ("此首領的傷害+1（當水位為5或以上時）。", "此首領的傷|害|+1（當水位為5~或|以|上|時）。"),
        ("抽牌。", "抽牌。"),
    ],
)
def test_chinese(text: str, said: str) -> None:
    assert shown(CHINESE.text(text)).replace("|。", "。").replace("|）", "）") == said


def test_names_are_whole_between_their_signs() -> None:
    assert shown(CHINESE.name("克羅諾斯，2級")) == "克|羅|諾|斯，2~級"


def test_letters() -> None:
    lines = Lines(False)
    assert (
        shown(lines.text("Deal 2 damage to a monster of another group."))
        == "Deal 2~damage to a monster of another~group."
    )
    assert shown(lines.text("That hero gets -1 damage.")) == "That hero gets \u22121~damage."
    assert shown(lines.text("The T-1 of a well-known 1-2.")) == "The T-1 of a well-known 1-2."


def test_what_no_line_ends_in_is_measured() -> None:
    assert longest(["one three", CHINESE.name("克羅諾斯")]) == CHINESE.name("克羅諾斯")
    assert longest(["Deal 2\u00a0damage"]) == "2\u00a0damage"


def test_a_short_chinese_text_does_not_end_with_a_line_of_one_number() -> None:
    """Also where its number follows a word, with or without a space."""
    said = Lines(True).text("選擇一項：攻擊2；或格擋2。")
    assert said.endswith(f"格{JOIN}擋{SPACE}2。")
    assert f"擋{SPACE}2" in Lines(True).text("選擇一項：攻擊 2；或格擋 2。")
