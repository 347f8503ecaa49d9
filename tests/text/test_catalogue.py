"""Translators lose nothing: new, changed, moved and dropped texts; holes that differ; approvals."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import polib
import pytest

from greyc.compiler.driver import compile_paths
from greyc.compiler.text import approved
from greyc.compiler.text.catalogue import Catalogue, line_of_translation, update
from greyc.compiler.text.po import BrokenCatalogue
from greyc.compiler.text.translators import missing, take
from greyc.frontends import cli

TAG = "zh-Hant"
ENGLISH = {"p.fox.title": "Fox", "p.fox.1": "Choose a card.", "p.fox.2": "{who} draws {n} cards.", "greyc.stop": "."}
WORDS = {"p.fox.title": "狐狸", "p.fox.1": "選擇一張牌。", "p.fox.2": "{who}抽{n}張牌。"}


def translated(english: dict[str, str] = ENGLISH, words: dict[str, str] = WORDS) -> str:
    text, _ = update(TAG, "Pack", None, english, {"p.fox.title": "animals.grey"})
    for id_, word in words.items():
        entry = f'msgctxt "{id_}"\nmsgid "{english[id_]}"\nmsgstr '
        assert f'{entry}""' in text
        text = text.replace(f'{entry}""', f'{entry}"{word}"')
    return text


def test_a_new_catalogue_has_every_text_with_where_it_stands() -> None:
    text, changes = update(TAG, "Pack", None, ENGLISH, {"p.fox.title": "animals.grey"})
    assert changes.added == ["p.fox.title", "p.fox.1", "p.fox.2"]
    assert "#. animals.grey\nmsgctxt" in text
    assert "greyc.stop" not in text


def test_nothing_changes_where_no_text_has() -> None:
    text = translated()
    assert update(TAG, "Pack", text, ENGLISH, {"p.fox.title": "animals.grey"})[0] == text


def test_changed_english_keeps_its_translation_as_fuzzy() -> None:
    english = {**ENGLISH, "p.fox.1": "Choose two cards."}
    text, changes = update(TAG, "Pack", translated(), english, {})
    assert changes.changed == ["p.fox.1"]
    catalogue = Catalogue.read(TAG, text)
    assert catalogue.entries["p.fox.1"].translation == "選擇一張牌。"
    assert catalogue.outdated(english) == ["p.fox.1"]
    assert "p.fox.1" not in catalogue.translations(english)


def test_comments_of_translators_stay() -> None:
    text = translated().replace('msgctxt "p.fox.1"', '# not the animal\nmsgctxt "p.fox.1"')
    assert "# not the animal" in update(TAG, "Pack", text, {**ENGLISH, "p.fox.1": "Take a card."}, {})[0]


def test_a_text_that_is_numbered_anew_keeps_its_translation() -> None:
    english = {
        "p.fox.title": "Fox",
        "p.fox.1": "First of all.",
        "p.fox.2": "Choose a card.",
        "p.fox.3": "{who} draws {n} cards.",
    }
    text, changes = update(TAG, "Pack", translated(), english, {})
    assert changes.moved == ["p.fox.2", "p.fox.3"]
    assert not changes.changed or changes.changed == ["p.fox.1"]
    now = Catalogue.read(TAG, text).translations(english)
    assert now == {"p.fox.title": "狐狸", "p.fox.2": "選擇一張牌。", "p.fox.3": "{who}抽{n}張牌。"}


def test_a_text_that_was_renamed_with_its_owner_keeps_its_translation() -> None:
    english = {id_.replace("fox", "vixen"): text for id_, text in ENGLISH.items()}
    text, changes = update(TAG, "Pack", translated(), english, {})
    assert not changes.added and not changes.dropped
    assert Catalogue.read(TAG, text).translations(english) == {
        id_.replace("fox", "vixen"): w for id_, w in WORDS.items()
    }


def test_what_is_no_longer_used_waits_and_comes_back() -> None:
    fewer = {"p.fox.1": ENGLISH["p.fox.1"]}
    text, changes = update(TAG, "Pack", translated(), fewer, {})
    assert changes.dropped == ["p.fox.title", "p.fox.2"]
    assert '#~ msgstr "狐狸"' in text
    again, changes = update(TAG, "Pack", text, ENGLISH, {})
    assert not changes.added
    assert Catalogue.read(TAG, again).translations(ENGLISH) == WORDS


@pytest.mark.parametrize(
    ("wrong", "lacks", "more"),
    [
        ("{who}抽牌。", ["n"], []),
        ("{who}抽{n}張{card}。", [], ["card"]),
        ("{who}抽{m}張{card}。", ["n"], ["card", "m"]),
    ],
)
def test_holes_that_differ(wrong: str, lacks: list[str], more: list[str]) -> None:
    text = translated(words={**WORDS, "p.fox.2": wrong})
    ((entry, *told),) = Catalogue.read(TAG, text).differing(ENGLISH)
    assert (entry.id, told) == ("p.fox.2", [lacks, more])
    assert text.split("\n")[line_of_translation(text, entry.line) - 1] == f'msgstr "{wrong}"'


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("p.fxo.title", ["p.fox.title"]),
        ("p.fox.titel", ["p.fox.title"]),
        ("q.hound.name", ["p.fox.title"]),  # it translates the same
        ("p.fox.title", []),
    ],
)
def test_an_id_that_nothing_has_tells_which_was_meant(wrong: str, meant: list[str]) -> None:
    text = translated().replace('msgctxt "p.fox.title"', f'msgctxt "{wrong}"')
    assert [(entry.id, id_) for entry, id_ in Catalogue.read(TAG, text).misspelt(ENGLISH)] == [
        (wrong, id_) for id_ in meant
    ]


def test_what_is_no_longer_used_is_no_mistake() -> None:
    fewer = {id_: text for id_, text in ENGLISH.items() if id_ != "p.fox.1"}
    assert list(Catalogue.read(TAG, translated()).misspelt(fewer)) == []


def test_a_broken_file_is_said_to_be_one() -> None:
    with pytest.raises(ValueError):
        Catalogue.read(TAG, 'msgctxt "x\nmsgid y\n')


@pytest.mark.parametrize("wrong", ['msgstr "狐狸', "msgstr 狐狸", 'msgstr "狐" 狸"', 'msgstr "狐狸\\"'])
def test_a_line_without_its_quote_is_reported_where_it_stands(wrong: str) -> None:
    text = translated().replace('msgstr "狐狸"', wrong)
    with pytest.raises(BrokenCatalogue) as broken:
        Catalogue.read(TAG, text)
    assert text.split("\n")[broken.value.line - 1] == wrong
    with pytest.raises(BrokenCatalogue):
        update(TAG, "Pack", text, ENGLISH, {})


def test_a_text_that_is_translated_twice_is_told() -> None:
    """As when two branches were merged: one of them would be lost."""
    entry = 'msgctxt "p.fox.1"\nmsgid "Choose a card."\nmsgstr "選擇一張牌。"\n'
    for other in (entry, entry.replace("選擇", "挑"), entry.replace("Choose", "Take"), entry.replace('"p', '""\n"p')):
        text = f"{translated()}\n{other}"
        with pytest.raises(BrokenCatalogue, match=r"p\.fox\.1 is translated twice, here and in line 14") as broken:
            update(TAG, "Pack", text, ENGLISH, {})
        assert text.split("\n")[broken.value.line - 1] == other.split("\n")[0]


def test_a_plural_entry_is_told() -> None:
    text = translated().replace('msgstr "狐狸"', 'msgid_plural "Foxes"\nmsgstr[0] "狐狸"')
    with pytest.raises(BrokenCatalogue, match="plural forms stand in one msgstr") as broken:
        update(TAG, "Pack", text, ENGLISH, {})
    assert text.split("\n")[broken.value.line - 1] == 'msgid_plural "Foxes"'


@pytest.mark.parametrize("obsolete", ["Choose any card.", "Choose a card."])
def test_what_waits_for_an_id_that_is_in_use_waits_on(obsolete: str) -> None:
    waiting = f'#~ msgctxt "p.fox.1"\n#~ msgid "{obsolete}"\n#~ msgstr "挑一張牌。"\n'
    text, changes = update(TAG, "Pack", f"{translated()}\n{waiting}", ENGLISH, {})
    assert waiting in text and "選擇一張牌。" in text
    assert update(TAG, "Pack", text, ENGLISH, {})[0] == text
    back, changes = update(TAG, "Pack", text, {**ENGLISH, "p.fox.1": "Choose any card."}, {})
    assert changes.moved == (["p.fox.1"] if obsolete == "Choose any card." else [])
    assert "挑一張牌。" in back and "選擇一張牌。" in back


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "said",
    [
        '"Plural-Forms: nplurals=x; plural=(n = 1;\\n"',
        '"PO-Revision-Date: yesterday\\n"',
        '"PO-Revision-Date: 2026-99-99 99:99+9999\\n"',
        '"Last-Translator: Ann \\"the first\\" \\\\ <ann@example.org>\\n"',
        '"Last-Translator: An"\n"n\\n"',
    ],
)
def test_what_a_header_says_is_its_translators_own(said: str, end: str) -> None:
    own = '"MIME-Version: 1.0\\n"\n'
    text = translated().replace(own, own + said + "\n")
    made = update(TAG, "Pack", text.replace("\n", end), ENGLISH, {"p.fox.title": "animals.grey"})[0]
    assert Catalogue.read(TAG, made).translations(ENGLISH) == WORDS
    assert said.replace('"\n"', "") in made
    assert update(TAG, "Pack", made, ENGLISH, {"p.fox.title": "animals.grey"})[0] == made


def test_a_header_may_begin_in_the_first_line() -> None:
    text = translated().replace('msgstr ""\n"Lang', 'msgstr "Last-Translator: Ann\\n"\n"Lang', 1)
    assert '"Last-Translator: Ann\\n"' in update(TAG, "Pack", text, ENGLISH, {})[0]


@pytest.mark.parametrize("charset", ["latin-1", "big5", "nonsense", "CHARSET"])
def test_letters_are_those_of_the_file_whatever_its_header_says(charset: str) -> None:
    text = translated().replace("charset=utf-8", f"charset={charset}")
    assert Catalogue.read(TAG, text).translations(ENGLISH) == WORDS
    assert update(TAG, "Pack", text, ENGLISH, {"p.fox.title": "animals.grey"})[0] == translated()


@pytest.mark.parametrize("sign", ["\u2028", "\x0b", "\x0c", "\x85", "\u2029", "\x1c"])
def test_no_sign_in_a_comment_breaks_the_file(sign: str) -> None:
    text = f"# Ann{sign} Smith\n#\n# of the{sign} zoo\n" + translated().replace(
        'msgctxt "p.fox.1"', f'# not{sign} the animal\nmsgctxt "p.fox.1"'
    ).replace("狐狸", f"狐{sign}狸")
    made = update(TAG, "Pack", text, ENGLISH, {})[0]
    assert Catalogue.read(TAG, made).translations(ENGLISH) == {**WORDS, "p.fox.title": f"狐{sign}狸"}
    assert f"# Ann{sign} Smith\n" in made and update(TAG, "Pack", made, ENGLISH, {})[0] == made


# ---- a pack on disk -------------------------------------------------------------------------

PACK = 'name = "zoo"\ntitle = "Zoo"\nversion = "1.0"\nlocales = ["en", "zh-Hant"]\n'
CARDS = """game zoo "Zoo":
    players 1 to 1
    state joy: int = 0 "joy"
    zone cage of animal "cage"
    setup:
        fill cage with a in cards of animal
    play:
        for each a in cage:
            run feed of a
        end game won
kind animal is card "animal|animals":
    active in cage
ability feed on animal "When fed"
animal fox "Fox":
    text "When fed: you laugh."
    feed:
        cheer {n}
animal owl "Owl":
    feed:
        cheer 1
verb cheer amount (int):
    text "the zoo gains {{amount}} joy"
    joy += amount
"""


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "zoo"
    folder.mkdir()
    (folder / "pack.toml").write_text(PACK, encoding="utf-8")
    (folder / "zoo.grey").write_text(CARDS.format(n=2), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def run(*arguments: str, ends: int | None = None) -> str:
    """What `greyc texts` prints; as users start it, since click keeps what the first start of a command settles."""
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = cli.main(["texts", *arguments])
    assert code == ends if ends is not None else code in (cli.CLEAN, cli.FINDINGS), out.getvalue()
    return out.getvalue()


def names() -> list[str]:
    return [found.name for found in compile_paths(["zoo"]).diagnostics]


def test_the_whole_workflow(zoo: Path) -> None:
    assert names() == ["translation-missing"]
    assert "7 new" not in run("zoo", "--update") and names() == ["translation-missing"]
    catalogue = zoo / "locale" / "zh-Hant.po"
    text = catalogue.read_text(encoding="utf-8")
    for english, word in [
        ("Owl", "貓頭鷹"),
        ("the zoo gains {amount} joy", "動物園獲得{amount 點}歡樂"),
        ("When fed", "餵食時"),
    ]:
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{word}"')
    catalogue.write_text(text, encoding="utf-8")
    assert "貓頭鷹 (animal)\n餵食時：動物園獲得1點歡樂。" in run("zoo", "--show", "--locale", "zh-Hant")
    assert "Owl (animal)\nWhen fed: The zoo gains 1 joy." in run("zoo")
    assert "nothing to write" in run("zoo", "--update")


def test_an_authored_text_is_asked_about_when_its_code_moves_on(zoo: Path) -> None:
    run("zoo", "--update")
    assert "text-outdated" not in names()
    (zoo / "zoo.grey").write_text("# moved\n\n" + CARDS.format(n=2), encoding="utf-8")
    assert "text-outdated" not in names()
    (zoo / "zoo.grey").write_text(CARDS.format(n=3), encoding="utf-8")
    assert "text-outdated" in names()
    assert "nothing to write" in run("zoo", "--update")  # an update approves nothing that was known
    assert "text-outdated" in names()
    assert "approved zoo.fox.text" in run("zoo", "--approve", "zoo.fox.text")
    assert "text-outdated" not in names()


def test_approving_what_is_no_text(zoo: Path) -> None:
    assert "zoo.fox.text" in run("zoo", "--approve", "zoo.fox.txt", ends=cli.WRONG_USE)


def test_fingerprints_do_not_count_names_of_locals() -> None:
    def made(local: str, amount: int) -> str:
        from greyc.runtime import ir

        query = ir.Query(local, ir.Players(), None, None, "seat")
        call = ir.CallVerb("heal", {"who": ir.Local(local), "n": ir.Int(amount)}, None, (1, amount))
        return approved.fingerprint([ir.ForEach(query, None, [call], (1, amount))])

    assert made("p", 1) == made("q", 1) != made("p", 2)


# ---- other people's tools -----------------------------------------------------------------------

SHIPPED = Path(__file__).parents[2] / "cards"


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*/locale/*.po")), ids=lambda path: path.parts[-3])
@pytest.mark.parametrize("width", [0, 40, 110])
def test_a_po_editor_loses_nothing_and_neither_do_we(path: Path, width: int, tmp_path: Path) -> None:
    """Another library reads the file, somebody signs it, it is written in other lines; what comes back differs by the name."""
    text = path.read_text(encoding="utf-8")
    english = {entry.id: entry.english for entry in Catalogue.read(path.stem, text).entries.values()}
    edited = polib.pofile(str(path), wrapwidth=width)
    places = {str(entry.msgctxt): entry.comment for entry in edited if entry.comment}
    edited.metadata["Last-Translator"] = "Ann <ann@example.org>"
    edited.save(str(tmp_path / "edited.po"))
    saved = (tmp_path / "edited.po").read_text(encoding="utf-8")
    back, changes = update(path.stem, "Pack", saved, english, places)
    assert not (changes.added or changes.changed or changes.moved or changes.dropped)
    own = '"Content-Transfer-Encoding: 8bit\\n"\n'
    assert back == text.replace(own, own + '"Last-Translator: Ann <ann@example.org>\\n"\n')
    assert update(path.stem, "Pack", back, english, places)[0] == back


def test_what_is_missing_goes_out_and_comes_back(tmp_path: Path) -> None:
    english = {**ENGLISH, "p.fox.1": "Choose two cards.", "p.owl.title": "Owl"}
    part, count = missing(TAG, "Pack", translated(), english, {})
    (tmp_path / "part.po").write_text(part, encoding="utf-8")
    out = polib.pofile(str(tmp_path / "part.po"))
    assert [(entry.msgctxt, entry.msgstr, entry.fuzzy) for entry in out] == [
        ("p.fox.1", "選擇一張牌。", True),
        ("p.owl.title", "", False),
    ]
    assert count == 2
    for entry in out:
        entry.msgstr = {"p.fox.1": "選擇兩張牌。", "p.owl.title": "貓頭鷹"}[entry.msgctxt]
        entry.flags = []
    english["p.fox.title"] = "Red fox"  # meanwhile
    text, taken = take(TAG, "Pack", translated(), str(out), english, {})
    assert (taken.done, taken.left) == (["p.fox.1", "p.owl.title"], [])
    made = Catalogue.read(TAG, text)
    assert made.translations(english) == {
        "p.fox.1": "選擇兩張牌。",
        "p.fox.2": WORDS["p.fox.2"],
        "p.owl.title": "貓頭鷹",
    }
    assert made.outdated(english) == ["p.fox.title"], "what nobody sent is as it was"
    assert take(TAG, "Pack", text, str(out), english, {}) == (text, type(taken)())


def test_what_comes_back_too_late_or_unfinished_is_not_taken() -> None:
    late = translated(
        {"p.fox.title": "Wolf", "p.gone": "Gone", "p.fox.1": "Choose a card."}, {"p.fox.title": "狼", "p.gone": "x"}
    )
    text, taken = take(TAG, "Pack", translated(), late, ENGLISH, {"p.fox.title": "animals.grey"})
    assert (taken.done, taken.left) == ([], ["p.fox.title", "p.gone"])
    assert text == translated()
    fuzzy = translated(words={"p.fox.1": "y"}).replace('msgctxt "p.fox.1"', '#, fuzzy\nmsgctxt "p.fox.1"')
    nameless = '\nmsgid "Fox"\nmsgstr "狼"\n'
    _, taken = take(TAG, "Pack", translated(), fuzzy + nameless, ENGLISH, {})
    assert (taken.done, taken.left, taken.fuzzy, taken.nameless) == ([], [], ["p.fox.1"], 1)


def test_the_command_for_translators(zoo: Path, tmp_path: Path) -> None:
    told, out = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(told):
        assert cli.main(["texts", str(zoo), "--missing", "--locale", TAG]) == 0
    part = tmp_path / "part.po"
    part.write_text(out.getvalue(), encoding="utf-8")
    entries = polib.pofile(str(part))
    assert f"{len(entries)} to translate" in told.getvalue() and len(entries) > 1
    entries[0].msgstr = "字"
    entries.save()
    out = StringIO()
    with redirect_stdout(out):
        assert cli.main(["texts", str(zoo), "--take", str(part), "--locale", TAG]) == 0
    assert f"{TAG}: 1 taken\n" in out.getvalue() and f"wrote {zoo.as_posix()}/locale/{TAG}.po" in out.getvalue()
    assert [each.msgstr for each in polib.pofile(str(zoo / "locale" / f"{TAG}.po")) if each.msgstr] == ["字"]
    with redirect_stderr(told):
        assert cli.main(["texts", str(zoo), "--missing", "--locale", "xx"]) == 2
        part.write_text('msgid "\n', encoding="utf-8")
        assert cli.main(["texts", str(zoo), "--take", str(part), "--locale", TAG]) == 2
    assert "is no .po file: this line is no keyword with a text between quotes (line 1)" in told.getvalue()


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("zh-Hant", True),
        ("zh_Hant_TW", True),
        ("zh_TW", True),
        ("", True),
        ("zh", True),
        ("zh-Hans", False),
        ("fr", False),
    ],
)
def test_a_file_of_another_language_is_not_taken(zoo: Path, tmp_path: Path, said: str, right: bool) -> None:
    part = tmp_path / "part.po"
    header = f'msgid ""\nmsgstr ""\n"Language: {said}\\n"\n\n'
    part.write_text(header + 'msgctxt "zoo.owl.title"\nmsgid "Owl"\nmsgstr "貓頭鷹"\n', encoding="utf-8")
    out = run(str(zoo), "--take", str(part), "--locale", TAG, ends=0 if right else 2)
    assert ("1 taken" in out) == right and (f"is in {said}, as its header says" in out) != right
    assert (zoo / "locale").exists() == right


def test_what_is_not_taken_is_told(zoo: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.po"
    entry = 'msgctxt "zoo.owl.title"\nmsgid "Owl"\nmsgstr "貓頭鷹"\n'
    part.write_text(f"#, fuzzy\n{entry}\n" + 'msgid "Fox"\nmsgstr "狐狸"\n', encoding="utf-8")
    out = run(str(zoo), "--take", str(part), "--locale", TAG)
    assert "0 taken, 1 left, since they are marked fuzzy: zoo.owl.title, 1 left, since they have no msgctxt\n" in out
    part.write_bytes(entry.encode("utf-16"))
    assert f"{part} is not UTF-8: save it so." in run(str(zoo), "--take", str(part), "--locale", TAG, ends=2)


ODD = """name = "odd"
title = "Odd"
version = "1.0"
locales = ["en", "zh-Hant"]
"""
ODD_GAME = 'game odd "Odd":\n    players 1\n    state worth: int = 1 "cost / costs"\n    play:\n        worth = 2\n        end game won\n'


def odd_pack(tmp_path: Path, catalogue: bytes) -> list[str]:
    (tmp_path / "locale").mkdir()
    (tmp_path / "pack.toml").write_text(ODD, encoding="utf-8")
    (tmp_path / "odd.grey").write_text(ODD_GAME, encoding="utf-8")
    (tmp_path / "locale/zh-Hant.po").write_bytes(catalogue)
    return [each.name for each in compile_paths([tmp_path]).diagnostics]


def po(language: str, worth: str, more: str = "") -> bytes:
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n\n' if language else ""
    title = 'msgctxt "odd.game.odd.title"\nmsgid "Odd"\nmsgstr "奇"\n\n'
    entry = f'msgctxt "odd.game.odd.worth.title"\nmsgid "cost / costs"\nmsgstr "{worth}"\n'
    return f"{head}{title}{entry}{more}".encode()


@pytest.mark.parametrize("language", ["zh-Hant", "zh_Hant", "zh_TW", ""])
def test_what_gettext_and_its_tools_write_is_nothing_to_tell_of(tmp_path: Path, language: str) -> None:
    gone = '\n#~ msgctxt "odd.gone.title"\n#~ msgid "Gone"\n#~ msgstr "沒了"\n' * 2
    assert odd_pack(tmp_path, po(language, "費用 / [a|b|c]{value}", gone)) == []


@pytest.mark.parametrize("language", ["zh-Hans", "en", "klingon"])
def test_a_header_of_another_language_is_told(tmp_path: Path, language: str) -> None:
    assert odd_pack(tmp_path, po(language, "費用")) == ["language-differs"]


def test_a_file_that_is_not_utf_8_is_one_mistake(tmp_path: Path) -> None:
    assert odd_pack(tmp_path, po("zh-Hant", "費用").decode().encode("big5")) == ["not-utf-8"]
