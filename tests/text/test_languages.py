"""No form of the IR, verb, function or attribute of the core lacks its words in any language."""

import ast
import re
import tomllib
import typing
from pathlib import Path

import pytest

import greyc.compiler.text
from greyc.compiler.text.forms import FORMS, SILENT, THROUGH_ITS_PARTS
from greyc.compiler.text.language import FOLDER, SOURCE, language, languages, plural_rule
from greyc.dsl.nodes_value import Preposition
from greyc.frontends.play.phrases import LANG
from greyc.runtime import ir
from greyc.runtime.ir import core
from greyc.runtime.ir.words import INSIDE, holes, plural_index

LANGUAGES = languages()
RAW = {tag: tomllib.loads((FOLDER / f"{tag}.toml").read_text(encoding="utf-8")) for tag in LANGUAGES}
SECTIONS = [section for section in RAW[SOURCE] if section not in ("facts",)]


def keys(tag: str) -> set[str]:
    return {f"{section}.{key}" for section in RAW[tag] if section != "facts" for key in RAW[tag][section]}


def test_every_node_class_that_can_stand_on_a_card_has_its_form() -> None:
    classes = {*typing.get_args(ir.Expr), *typing.get_args(ir.Stmt)}
    told = [*FORMS, *SILENT, *THROUGH_ITS_PARTS]
    assert len(told) == len(set(told))
    assert {c.__name__ for c in classes - set(told)} == set()
    assert {c.__name__ for c in set(told) - classes} == set()


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_form_has_its_template(tag: str) -> None:
    wanted = {key for forms in FORMS.values() for key in forms}
    wanted |= {f"verb.{verb}" for verb in core.VERBS}
    wanted |= {f"fn.{function}" for function, found in core.FUNCTIONS.items() if not found.only_tests}
    wanted |= {f"attr.{attribute}" for attribute in core.ATTRIBUTES}
    wanted |= {f"word.{word}" for words in core.WORDS.values() for word in words}
    wanted |= {
        f"hook.{slot.prep}" for verb in core.VERBS.values() for slot in verb.slots if slot.prep not in ("", "as")
    }
    assert wanted - keys(tag) == set()


@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != SOURCE])
def test_a_language_has_the_templates_of_english_with_the_same_holes(tag: str) -> None:
    optional = {"np.possessive_bare"}  # a rule of spelling that other languages do not have
    assert keys(tag) ^ keys(SOURCE) <= optional
    spelling = {
        "an",
        "article",
        "bare_possessive",
        "auxiliary",
        "not",
        "counter",
        "many",
        "determiner",
        "infinitive",
        "third_person",
        "sibilant",
        "same_for_all",
        "leads_in",
    }  # articles, apostrophes, negation; measure words; what only authors' English is looked at for
    assert set(RAW[tag]["facts"]) ^ set(RAW[SOURCE]["facts"]) <= spelling
    free = {
        "counter",
        "noun",
        "other",
        "where",
        "core",
        "what",
    }  # measure words; what one language names and the other implies
    for section in SECTIONS:
        for key, english in RAW[SOURCE][section].items():
            other = RAW[tag][section].get(key, english)
            assert holes(other) - free <= holes(english) | {""}, f"{section}.{key}"


def test_no_template_is_left_over() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(greyc.compiler.text.__file__).parent.glob("*.py")
    )
    strings = {n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    starts = tuple(s for s in strings if re.fullmatch(r"[a-z]+\.([a-z]+_)?", s))
    free = {key for key in keys(SOURCE) if key.startswith(starts)}
    assert keys(SOURCE) - strings - free - {f"runtime.{key}" for key in RAW[SOURCE]["runtime"]} <= {"act.once_game"}


@pytest.mark.parametrize(("tag", "characters"), [("zh-Hans", "gb2312"), ("zh-Hant", "big5")])
@pytest.mark.parametrize("folder", [FOLDER, LANG], ids=["core", "client"])
def test_each_chinese_is_written_in_its_own_characters(folder: Path, tag: str, characters: str) -> None:
    """The national character set of each script lacks what is written otherwise in the other."""
    text = (folder / f"{tag}.toml").read_text(encoding="utf-8").replace(INSIDE, "")
    strange = {sign for sign in text if sign != sign.encode(characters, "ignore").decode(characters)}
    assert strange == set()


def test_plural_rules_come_from_cldr() -> None:
    assert [plural_index(plural_rule("pl"), n) for n in (1, 2, 5, 12, 22)] == [0, 1, 2, 2, 1]
    assert [plural_index(plural_rule("ar"), n) for n in (0, 1, 2, 3, 11, 100)] == [0, 1, 2, 3, 4, 5]
    assert plural_rule("zh-Hant") == ""


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("Goblin", "a Goblin"),
        ("item", "an item"),
        ("unit", "a unit"),
        ("uninvited guest", "an uninvited guest"),
        ("one-eyed dog", "a one-eyed dog"),
        ("hour", "an hour"),
        ("other monster", "another monster"),
    ],
)
def test_english_articles(word: str, told: str) -> None:
    assert language("en").article(word) == told


def test_possessives_and_lists() -> None:
    english = language("en")
    assert english.possessive("Ann") == "Ann's"
    assert english.possessive("all players") == "all players'"
    assert english.listed(["a", "b", "c"]) == "a, b and c"
    assert language("zh-Hant").listed(["甲", "乙", "丙"], "acts") == "甲，乙，並丙"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_sentence_that_has_its_end_gets_no_second(tag: str) -> None:
    """What an author wrote and nobody translated yet stands among words of another language."""
    words = language(tag)
    stop = str(words.facts["stop"])
    for ended in ("You gain 1 HP.", "你恢復1點生命值。", "Is it over?", "(Once.)", '"Halt!"', "「停！」", "Well…"):
        assert words.sentences([ended]).strip() == ended
    assert words.sentences(["Twice"]) == "Twice" + stop


def test_each_preposition_of_a_verb_has_its_words_behind_a_clause() -> None:
    assert {f"hook.{preposition}" for preposition in typing.get_args(Preposition)} <= keys(SOURCE)
