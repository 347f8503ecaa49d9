"""`greyc validate` with a cache says what it says without: whatever changed, whatever is in the cache, whoever else uses it."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from greyc.frontends.cache import store, version
from greyc.frontends.validation import group, run

from .conftest import Run
from .test_validate import GAME, pack

FORMS = ("text", "json", "sarif", "github", "junit")
LONG = "".join(f'verb step_{n} amount (int):\n    log "{{amount}} {n}"\n' for n in range(4))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Packs: `small`, `more` that requires it, `other` with a game of its own; an empty cache; this is the current folder."""
    monkeypatch.setenv(store.PLACE, str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    cards = tmp_path / "cards"
    pack(cards, "small", GAME)
    more = pack(
        cards, "more", 'beast wolf "Wolf":\n    life 2\n', 'requires = ["small"]\nlocales = ["en", "zh-Hant"]\n'
    )
    (more / "locale").mkdir()
    (more / "locale" / "zh-Hant.po").write_text(
        'msgid ""\nmsgstr ""\n\nmsgctxt "more.wolf.title"\nmsgid "Wolf"\nmsgstr "Wolf"\n'
    )
    pack(cards, "other", GAME.replace("small", "other").replace("beast", "bird") + LONG)
    return cards


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first pack of each group that was worked out."""
    names: list[str] = []
    real = group.looked_at

    def noting(of: group.Group, *more: object) -> object:
        names.append(of.packs[0].name)
        return real(of, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(group, "looked_at", noting)
    return names


def said(greyc: Run, *arguments: object) -> tuple[int, str]:
    """Exit code and output, without the time it took."""
    code, out, err = greyc("validate", *arguments)
    assert err == ""
    head, bracket, time = out.rpartition(" (")
    return code, head if bracket and time.endswith("s)\n") else out


def worked_out(greyc: Run, looked: list[str], *arguments: object) -> list[str]:
    """What is looked at now; and that it is said as without a cache."""
    looked.clear()
    with_cache = said(greyc, *arguments)
    found = sorted(looked)
    assert with_cache == said(greyc, "--no-cache", *arguments)
    return found


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# ---- what is looked at again ------------------------------------------------------------------


def test_what_did_not_change_is_not_looked_at_again(greyc: Run, folder: Path, looked: list[str]) -> None:
    assert worked_out(greyc, looked, "cards") == ["other", "small"]
    assert worked_out(greyc, looked, "cards") == []
    edit(folder / "other" / "rules.grey", "life: int = 1", "life: int = 2")
    assert worked_out(greyc, looked, "cards") == ["other"]
    edit(folder / "small" / "rules.grey", "life: int = 1", "life: int = 2")
    assert worked_out(greyc, looked, "cards") == ["small"]
    assert worked_out(greyc, looked, "cards") == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("small/rules.grey", GAME + "# a comment\n"),
        ("small/pack.toml", 'name = "small"\ntitle = "Tiny"\nversion = "1.1"\n'),
        ("more/locale/zh-Hant.po", 'msgid ""\nmsgstr ""\n'),
        ("more/locale/approved.toml", ""),
        ("more/new.grey", 'beast bear "Bear"\n'),
        ("more/rules.grey", None),
        ("more/locale/zh-Hant.po", None),
    ],
)
def test_a_file_of_a_pack_or_of_what_it_requires(
    greyc: Run, folder: Path, looked: list[str], file: str, text: str | None
) -> None:
    worked_out(greyc, looked, "cards/more")
    if text is None:
        (folder / file).unlink()
    else:
        (folder / file).write_text(text, encoding="utf-8")
    assert worked_out(greyc, looked, "cards/more") == ["small"]


def test_a_library_keeps_the_games_that_require_it_apart(greyc: Run, folder: Path, looked: list[str]) -> None:
    rules = pack(folder, "shelf", "function twice(n: int) = 2 * n\n") / "cards.grey"
    for name in ("small", "other"):
        manifest = folder / name / "pack.toml"
        manifest.write_text(manifest.read_text() + 'requires = ["shelf"]\n')
    rules = next(rules.parent.glob("*.grey"))
    assert said(greyc)[0] == 0
    assert sorted(looked) == ["shelf", "shelf", "shelf"]  # by itself, and before either game
    looked.clear()
    file = next((folder / "other").glob("*.grey"))
    file.write_text(file.read_text() + "# changed\n")
    assert said(greyc)[0] == 0
    assert looked == ["shelf"]
    looked.clear()
    rules.write_text("function twice(n: int) = 2 * m\n")
    code, out = said(greyc)
    assert (code, out.count("error["), len(looked)) == (1, 1, 3)


def test_time_and_mode_of_a_file_do_not_count(greyc: Run, folder: Path, looked: list[str]) -> None:
    worked_out(greyc, looked, "cards")
    for path in folder.rglob("*.*"):
        path.chmod(0o600)
        os.utime(path, (1, 1))
    assert worked_out(greyc, looked, "cards") == []


def test_options_are_no_part_of_what_is_kept(greyc: Run, folder: Path, looked: list[str]) -> None:
    edit(folder / "more" / "locale" / "zh-Hant.po", 'msgid "Wolf"', 'msgid "Fox"')
    code, out = said(greyc, "cards")
    assert code == 0 and "warning[" in out
    looked.clear()
    assert said(greyc, "cards", "--deny", "warnings")[0] == 1
    assert {form: said(greyc, "cards", "--format", form)[0] for form in FORMS} == dict.fromkeys(FORMS, 0)
    assert looked == []


def test_which_packs_are_given_counts(greyc: Run, folder: Path, looked: list[str]) -> None:
    edit(
        folder / "small" / "rules.grey",
        'zone pool of beast "pool"',
        'zone pool of beast "pool"\n    zone idle of beast',
    )
    told = [said(greyc, path)[1] for path in ("cards/more", "cards/small", "cards/more")]
    assert told[0] == told[2] and "idle" not in told[0] and "idle" in told[1]
    worked_out(greyc, looked, "cards/small/rules.grey")


def test_another_greyc_works_everything_out(
    greyc: Run, folder: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out(greyc, looked, "cards")
    monkeypatch.setattr(run, "own_digest", lambda: "another")
    assert worked_out(greyc, looked, "cards") == ["other", "small"]


def test_each_file_of_greyc_and_each_library_is_part_of_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in version.PARTS:
        (tmp_path / part / "inner").mkdir(parents=True)
        (tmp_path / part / "inner" / "file.toml").write_text("1")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    seen = [version.own_digest(tmp_path)]
    for part in version.PARTS:
        (tmp_path / part / "inner" / "file.toml").write_text("2")
        seen.append(version.own_digest(tmp_path))
    (tmp_path / "dsl" / "inner" / "file.toml").rename(tmp_path / "dsl" / "inner" / "other.toml")
    seen.append(version.own_digest(tmp_path))
    (tmp_path / "site" / "lark-9.9.dist-info").mkdir(parents=True)
    seen.append(version.own_digest(tmp_path))
    assert len(set(seen)) == len(seen)
    (tmp_path / "dsl" / "__pycache__").mkdir()
    (tmp_path / "dsl" / "__pycache__" / "x.pyc").write_text("1")
    assert version.own_digest(tmp_path) == seen[-1]
    assert version.own_digest() == version.own_digest()


# ---- the same output ----------------------------------------------------------------------------

MISTAKES = {
    "clean": ("", ""),
    "warnings": ('test "nothing":\n    game small with ann\n', LONG),
    "unknown name": ("verb go:\n    step_2 3\n", ""),
    "syntax": ("verb go(:\n    stop\n", "kind ="),
    "link": ('beast wolf "Wolf"\n', ""),
    "check": ('check "wolves": count(cards of beast) > 5\n', ""),
    "no text": ("\udcff", ""),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_every_form_is_the_same_to_the_byte(
    greyc: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    for name, text in zip(("small", "other"), MISTAKES[case], strict=True):
        with (folder / name / "rules.grey").open("a", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    for form in FORMS:
        for colour in ("", "1"):
            monkeypatch.setenv("FORCE_COLOR", colour)
            plain = said(greyc, "cards", "--format", form, "--no-cache", "-j", "1")
            assert [said(greyc, "cards", "--format", form, *more) for more in ([], [], ["-j", "1"])] == [plain] * 3
    assert said(greyc, "cards", "--no-cache", "-j", "2") == said(greyc, "cards", "--no-cache", "-j", "1")


def test_advice_follows_the_packs_it_speaks_of(greyc: Run, folder: Path, looked: list[str]) -> None:
    """Nothing of `small` changes here; but what is said of it does."""
    edit(folder / "small" / "rules.grey", 'end game won "Done."', "step_2 3")
    assert worked_out(greyc, looked, "cards") == ["other", "small"]
    assert "other" in said(greyc, "cards/small", "cards/other")[1].partition("rules.grey")[2]
    assert worked_out(greyc, looked, "cards") == [], "mistakes are remembered, too"
    edit(folder / "other" / "rules.grey", "verb step_2", "verb step_9")
    assert worked_out(greyc, looked, "cards") == ["other", "small"]


def test_copied_lines_are_found_between_remembered_packs(greyc: Run, folder: Path, looked: list[str]) -> None:
    assert "G0430" not in said(greyc, "cards")[1]
    edit(folder / "small" / "rules.grey", "kind beast", LONG + "kind beast")
    assert worked_out(greyc, looked, "cards") == ["small"]
    assert "G0430" in said(greyc, "cards")[1]


def test_any_edits_in_any_order(greyc: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written, emptied, dropped and brought back; after each the cache says what no cache says."""
    draw = random.Random(340)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    lines = ['beast bear "Bear"\n', "verb step_1:\n    stop\n", "  odd\n", "# allow copied-lines\n", "step_3\n", LONG]
    for _ in range(25):
        path = draw.choice(files)
        match draw.randrange(4):
            case 0:
                path.unlink(missing_ok=True)
            case 1:
                path.write_text(texts[path], encoding="utf-8")
            case 2:
                path.write_text(draw.choice(lines) + texts[path], encoding="utf-8")
            case 3:
                path.write_text(texts[path] + draw.choice(lines), encoding="utf-8")
        asked = draw.choice([["cards"], ["cards/more"], ["cards/other", "cards/more"]])
        if all(Path(each).exists() for each in asked):
            assert said(greyc, *asked) == said(greyc, *asked, "--no-cache")


# ---- the folder -------------------------------------------------------------------------------


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in (folder.parent / "cache").rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "damaged",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("1", "2"),
        lambda text: "not ours",
        lambda text: "\n",
        lambda text: signed('{"a": 1}'),
        lambda text: signed("[[[1]], {}, 2]"),
        lambda text: signed("[7]"),
        lambda text: "\udcff",
    ],
)
def test_a_damaged_entry_is_written_anew(greyc: Run, folder: Path, looked: list[str], damaged) -> None:  # type: ignore[no-untyped-def]
    worked_out(greyc, looked, "cards")
    good = {path: path.read_text() for path in entries(folder)}
    assert len(good) == 5
    for path, text in good.items():
        path.write_text(damaged(text), encoding="utf-8", errors="surrogateescape")
    assert worked_out(greyc, looked, "cards") == ["other", "small"]
    assert {path: path.read_text() for path in entries(folder)} == good


def signed(text: str) -> str:
    from hashlib import sha256

    return f"{sha256(text.encode()).hexdigest()}\n{text}"


def test_without_a_place_to_write_everything_works(
    greyc: Run, folder: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / "file").write_text("")
    for place in (folder.parent / "file", folder.parent / "file" / "below", Path("/dev/null/x")):
        monkeypatch.setenv(store.PLACE, str(place))
        for _ in range(2):
            assert worked_out(greyc, looked, "cards") == ["other", "small"]


def test_no_cache_reads_and_writes_nothing(greyc: Run, folder: Path, looked: list[str]) -> None:
    said(greyc, "cards", "--no-cache")
    assert entries(folder) == []
    said(greyc, "cards")
    looked.clear()
    said(greyc, "cards", "--no-cache")
    assert sorted(looked) == ["other", "small"]


def test_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setenv(store.PLACE, str(tmp_path))
    assert store.place() == tmp_path
    monkeypatch.setenv(store.PLACE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.place() == tmp_path / "xdg" / "greyc"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.place() == tmp_path / ".cache" / "greyc"


def test_several_at_once(folder: Path) -> None:
    command = [sys.executable, "-m", "greyc.frontends.cli", "validate", "cards", "--format", "json"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    told = [each.communicate(timeout=120)[0] for each in running]
    assert len(set(told)) == 1 and json.loads(told[0])["errors"] == 0
    assert len(entries(folder)) == 5, "and nothing half written"


FOREIGN = ("precious", "my-photo.jpg", ".gitignore", "found-me.json", "found-0123.json", "within-" + "g" * 64 + ".json")


def test_old_entries_go_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 10)
    kept = store.Store(tmp_path)
    for name in FOREIGN:
        (tmp_path / name).write_text("not ours")
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / f"found-{'f' * 64}.json").mkdir()
    half = tmp_path / f".found-{99:064x}.json.ab_12xyz"
    half.write_text("half")
    os.utime(half, (0, 0))
    for number in range(30):
        kept.save("found", f"{number:064x}", number)
        os.utime(tmp_path / f"found-{number:064x}.json", (number, number))
    assert 5 <= len([each for each in tmp_path.glob("found-0*") if each.name not in FOREIGN]) <= 10
    assert kept.load("found", f"{29:064x}") == 29 and kept.load("found", f"{0:064x}") is None
    assert not half.exists() and all((tmp_path / name).read_text() == "not ours" for name in FOREIGN)


# ---- a warm start -----------------------------------------------------------------------------


def test_a_warm_start_imports_no_compiler(folder: Path) -> None:
    program = (
        "import sys; from greyc.frontends.cli import main; main(['validate', 'cards']);"
        "print(*sorted({'lark', 'cattrs', 'babel', 'jsonschema', 'greyc.runtime.ir', 'greyc.dsl.nodes'} & set(sys.modules)))"
    )
    told = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in "12"]
    first, warm = (each.stdout.splitlines()[-1].split() for each in told)
    assert "lark" in first and "greyc.dsl.nodes" in first
    assert warm == []
