"""Messages in words, from the bundle alone."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from greyc.compiler.driver import compile_paths
from greyc.runtime.say import Voice

SAMPLE = Path(__file__).parent / "sample"
ANN = {"seat": 0, "name": "Ann"}


@cache
def voice(tag: str) -> Voice:
    return Voice.of(compile_paths([SAMPLE]).bundle.packs.values(), tag)


def said(id_: str, tag: str = "en", **args: Any) -> str:
    return voice(tag).say({"id": f"forest.{id_}", "args": args})


@pytest.mark.parametrize(
    ("tag", "id_", "args", "text"),
    [
        ("en", "verb.fetch.text", {"ranger": ANN, "amount": 1}, "Ann draws 1 card."),
        ("en", "verb.fetch.text", {"ranger": ANN, "amount": 2}, "Ann draws 2 cards."),
        ("zh-Hant", "verb.fetch.text", {"ranger": ANN, "amount": 2}, "Ann抽2張牌。"),
        ("en", "verb.hurt.text", {"source": {"card": "owl"}, "amount": 2, "creature": {"card": "fox"}}, "Owl deals 2 damage to Fox."),
        ("en", "verb.hurt.text", {"source": None, "amount": 2, "creature": {"card": "fox"}}, "Fox takes 2 damage."),
        ("zh-Hant", "verb.hurt.text", {"source": None, "amount": 2, "creature": {"card": "fox"}}, "狐狸受到2點傷害。"),
        ("en", "verb.banish.text", {"creature": {"card": "fox"}}, "Fox is sent away."),
        ("en", "verb.banish.text", {"creature": [{"card": "fox"}, {"card": "owl"}]}, "Fox and Owl are sent away."),
        ("en", "verb.bloom.text", {}, "The forest blooms."),
        ("zh-Hant", "verb.bloom.text", {}, "森林開花。"),
        ("en", "owl.toil.1", {}, "Which?"),
    ],
)  # fmt: skip
def test_reports_and_prompts(tag: str, id_: str, args: dict[str, Any], text: str) -> None:
    assert said(id_, tag, **args) == text


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        (3, "3", "3"),
        (True, "yes", "是"),
        ("as it is", "as it is", "as it is"),
        ({"card": "boar"}, "Boar", "野豬"),
        ({"kind": "animal"}, "an animal", "動物"),
        ({"kind": "ranger"}, "a ranger", "巡林員"),
        ({"word": "acorn", "of": "food"}, "Acorn", "橡實"),
        ({"word": "won", "of": "outcome"}, "won", "勝利"),
        ({"word": "northwest", "of": "side"}, "northwest", "西北"),
        ({"die": "d6", "face": 4}, "die: 4", "骰子：4"),
        ({"name": "forest.game.forest.den.title"}, "den", "巢穴"),
        ({"zone": "forest.game.forest.woods.title"}, "the woods", "樹林"),
        ({"zone": "forest.kind.ranger.hand.title", "of": ANN}, "Ann's hand", "Ann的手牌"),
        ([], "nothing", "無"),
        ([1, 2, 3], "1, 2 and 3", "1、2與3"),
    ],
)
def test_arguments(value: Any, english: str, chinese: str) -> None:
    for tag, text in (("en", english), ("zh-Hant", chinese)):
        speaker = voice(tag)
        speaker.texts["test"] = "{x}"
        assert speaker.say({"id": "test", "args": {"x": value}}) == text


@pytest.mark.parametrize(
    ("zone", "english", "chinese"),
    [
        ({"zone": "forest.game.forest.den.title"}, "in the den into the den", "巢穴中 放入巢穴"),
        (
            {"zone": "forest.kind.ranger.field.title", "of": {"seat": 1, "name": "Boss"}},
            "in front of Boss in front of Boss",
            "Boss面前 放到Boss面前",
        ),
        (
            {"zone": "forest.kind.ranger.hand.title", "of": {"seat": 1, "name": "Jess"}},
            "in Jess' hand into Jess' hand",
            "Jess的手牌中 放入Jess的手牌",
        ),
    ],
)
def test_zones_with_their_prepositions(zone: Any, english: str, chinese: str) -> None:
    for tag, text in (("en", english), ("zh-Hant", chinese)):
        speaker = voice(tag)
        speaker.texts["test"] = "{z:in} {z:into}"
        assert speaker.say({"id": "test", "args": {"z": zone}}) == text


def test_what_is_not_yet_known_is_left_open() -> None:
    speaker = voice("en")
    speaker.texts["test"] = "Play {a} on {b}"
    assert speaker.say({"id": "test", "args": {"b": ANN}}) == "Play … on Ann"


def test_an_unknown_id_is_shown_and_an_unknown_language_is_english() -> None:
    assert said("nowhere") == "forest.nowhere"
    assert said("verb.bloom.text", "tlh") == "The forest blooms."
