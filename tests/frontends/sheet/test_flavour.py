"""What a card says that is no rule: set apart below the text, and left out where the text would be small beside it."""

from pathlib import Path

import pytest

from greyc.compiler.driver import compile_texts
from greyc.frontends.desk.face import face, view_of
from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents
from greyc.frontends.sheet.setting import Task

from ..conftest import Run
from .printing import GAME, MANIFEST, contents, read, written
from .test_figure import GAME as MAZE
from .test_figure import MANIFEST as OF_MAZE

SAID = "Nobody has seen its like."
ROOM = 24
"""Sentences of rules beside which there is room for the flavour; beside twice as many there is none."""


def gem(sentences: int, flavour: str = SAID) -> str:
    text = " ".join(["It is worth a coin more."] * sentences)
    return f'stone opal "Opal":\n    hue red, flavour "{flavour}"\n' + (f'    text "{text}"\n' if text else "")


def lines_of(made: Contents, tag: str = "en") -> tuple[str, Task]:
    task = Task(tag, [made.face("opal")], made.icons)
    assert task.spills() == []
    (page,) = read(task.made("pdf")[0])
    return " ".join(" ".join(page.lines).split()), task


@pytest.mark.parametrize("sentences", [0, 1, ROOM])
def test_it_stands_below_the_text(sentences: int) -> None:
    said, task = lines_of(contents(more=gem(sentences)))
    assert said.index(SAID) > said.rindex("more.") if sentences else SAID in said
    assert task.left_out() == []


def test_it_is_left_out_where_the_rules_would_be_small_beside_it() -> None:
    said, task = lines_of(contents(more=gem(2 * ROOM)))
    assert SAID not in said and said.count("more.") == 2 * ROOM
    assert task.left_out() == ["opal"]


def test_alone_it_may_be_long() -> None:
    said, task = lines_of(contents(more=gem(0, " ".join([SAID] * 30))))
    assert said.count(SAID) == 30 and task.left_out() == []


def test_the_command_says_where_it_is_left_out(greyc: Run, tmp_path: Path) -> None:
    home = written(tmp_path, more=gem(2 * ROOM))
    code, _, err = greyc("sheet", home, "-o", tmp_path / "out")
    assert (code, err) == (0, "without their flavour, beside which the text would be small: Opal\n")


def test_on_a_card_with_a_map() -> None:
    game = MAZE.replace('level first "First":\n', f'level first "First":\n    flavour "{SAID}"\n')
    made = compile_texts({"maze/pack.toml": OF_MAZE, "maze/maze.grey": game})
    found = Contents(Words([made.bundle.packs["maze"]], "en"))
    task = Task("en", [found.face("first")], found.icons)
    (page,) = read(task.made("pdf")[0])
    assert SAID in page.lines and (task.spills(), task.left_out()) == ([], [])


PO = """msgid ""
msgstr "Language: zh-Hant\\n"

msgctxt "gems.opal.flavour"
msgid "Nobody has seen its like."
msgstr "前所未見。"

msgctxt "gems.opal.motto"
msgid "Shine!"
msgstr "發光吧！"
"""


def test_it_and_other_texts_of_a_card_are_translated() -> None:
    """Also what a field for texts holds."""
    game = GAME.replace("    secret: int = 0\n", '    secret: int = 0\n    motto: words = "" "motto"\n')
    game += gem(1).replace("hue red", 'hue red, motto "Shine!"')
    manifest = MANIFEST + 'locales = ["en", "zh-Hant"]\n'
    made = compile_texts({"gems/pack.toml": manifest, "gems/gems.grey": game, "gems/locale/zh-Hant.po": PO})
    assert not [each for each in made.diagnostics if each.severity == "error"]
    shown = {}
    for tag in ("en", "zh-Hant"):
        words = Words([made.bundle.packs["gems"]], tag)
        found = Contents(words)
        shown[tag] = (words.flavour("opal"), words.flavour("ruby"), found.face("opal")["facts"][-1]["parts"][0]["text"])
        view = view_of(words, "opal")
        assert f'<p class="face-flavour">{words.flavour("opal")}</p>' in face(view)
        assert "face-flavour" not in face(view_of(words, "ruby"))
        assert words.card_lines("opal")[-1] == words.flavour("opal")
    assert shown["en"] == (SAID, "", "motto: Shine!")
    assert shown["zh-Hant"][:2] == ("前所未見。", "") and "發光吧！" in shown["zh-Hant"][2].replace("\u2060", "")
