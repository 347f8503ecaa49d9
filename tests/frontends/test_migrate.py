"""`greyc migrate`: an older form, migrated, is the newer form; comments and layout stay; all files or none."""

from __future__ import annotations

import io
import os
import random
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler.driver import compile_paths, compile_texts
from greyc.compiler.manifest import LANGUAGE
from greyc.dsl import parse
from greyc.frontends import cli
from greyc.frontends.edits import applied
from greyc.frontends.migrate.migrations import MIGRATIONS, Unclear, is_nothing
from greyc.runtime import ir

MANIFEST = '# a pack\nname = "shed"\ntitle = "Shed"\nversion = "1.0"  # its own\n'
TOOLS = """\
# tools

kind tool is card:
    weight: int?
    twin: tool?
function odd(tool) = tool.weight == nothing   # no weight
function even(tool)=tool.weight!=nothing and (tool.twin)==nothing
function pairs() = [t in every tool where (t.twin # the other
    != nothing)]
check "all have one": all(t.weight != nothing for t in cards of tool)
"""
NOW = """\
# tools

kind tool is card:
    weight: int?
    twin: tool?
function odd(tool) = tool.weight is nothing   # no weight
function even(tool)=tool.weight is not nothing and (tool.twin) is nothing
function pairs() = [t in every tool where (t.twin # the other
    is not nothing)]
check "all have one": all(t.weight is not nothing for t in cards of tool)
"""


@frozen
class Ran:
    code: int
    output: str


def run(*arguments: str) -> Ran:
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        code = cli.main(["migrate", *arguments])
    return Ran(code, told.getvalue())


def pack(folder: Path, manifest: str = MANIFEST, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.toml").write_bytes(manifest.encode())
    for name, text in files.items():
        (folder / f"{name}.grey").write_bytes(text.encode())
    return folder


def migrated(text: str) -> str:
    parsed = parse(text)
    assert not parsed.errors
    return applied(text, is_nothing(parsed))


def test_a_pack_is_rewritten_with_its_comments(tmp_path: Path) -> None:
    home = pack(tmp_path / "shed", tools=TOOLS)
    assert run(str(home)).code == 0
    assert (home / "tools.grey").read_text() == NOW
    assert (home / "pack.toml").read_text() == MANIFEST + f"language = {LANGUAGE}\n"
    assert compile_paths([home]).ok
    before = {each: each.stat().st_mtime_ns for each in home.iterdir()}
    again = run(str(home))
    assert (again.code, again.output) == (0, f"shed is in version {LANGUAGE} already\n")
    assert before == {each: each.stat().st_mtime_ns for each in home.iterdir()}


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_to_look_at_changes_nothing(tmp_path: Path, option: str) -> None:
    home = pack(tmp_path / "shed", tools=TOOLS)
    result = run(str(home), option)
    assert result.code == 1 and (home / "tools.grey").read_text() == TOOLS
    assert "tools.grey" in result.output and ("+function odd(tool) = tool.weight is nothing" in result.output) == (
        option == "--diff"
    )
    run(str(home))
    assert run(str(home), option).code == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MANIFEST + "language = 1\n", MANIFEST + "language = 2\n"),
        (
            MANIFEST + "language=1 # old\n[show.x]\nlanguage = 1\n",
            MANIFEST + "language=2 # old\n[show.x]\nlanguage = 1\n",
        ),
        (MANIFEST + '"language" = 1\n', MANIFEST + '"language" = 2\n'),
        (MANIFEST + "'language' = +1 # old\n", MANIFEST + "'language' = 2 # old\n"),
        (MANIFEST + "language = 0x1\n", MANIFEST + "language = 2\n"),
        (
            'title = """\nversion = 1\nlanguage = 1\n[x]\n"""\nname = "shed"\nversion = "1"\n',
            'title = """\nversion = 1\nlanguage = 1\n[x]\n"""\nname = "shed"\nversion = "1"\nlanguage = 2\n',
        ),
        (
            'name = "shed"\nversion = "1"\ntitle = """\nlanguage = 1\n"""\nlanguage = 1\n',
            'name = "shed"\nversion = "1"\ntitle = """\nlanguage = 1\n"""\nlanguage = 2\n',
        ),
        (
            'name="shed"\r\n"version"="1"\r\ntitle="T"\r\n',
            'language = 2\r\nname="shed"\r\n"version"="1"\r\ntitle="T"\r\n',
        ),
        (MANIFEST.rstrip("\n"), MANIFEST + "language = 2\n"),
        (MANIFEST.replace("\n", "\r\n"), MANIFEST.replace("\n", "\r\n") + "language = 2\r\n"),
        (MANIFEST + '[show.x]\nversion = "3"\n', MANIFEST + 'language = 2\n[show.x]\nversion = "3"\n'),
        ('name="shed"\n"version"="1"\ntitle="T"\n', 'language = 2\nname="shed"\n"version"="1"\ntitle="T"\n'),
    ],
)
def test_the_manifest_says_the_version(tmp_path: Path, before: str, after: str) -> None:
    home = pack(tmp_path / "shed", before)
    assert run(str(home)).code == 0
    assert (home / "pack.toml").read_bytes().decode() == after


def test_signs_of_windows_stay(tmp_path: Path) -> None:
    home = pack(tmp_path / "shed", tools="\ufeff" + TOOLS.replace("\n", "\r\n"))
    assert run(str(home)).code == 0
    assert (home / "tools.grey").read_bytes() == ("\ufeff" + NOW.replace("\n", "\r\n")).encode()


def test_a_file_with_mistakes_keeps_all_from_being_written(tmp_path: Path) -> None:
    home, other = (
        pack(tmp_path / "p" / "shed", tools=TOOLS, bad="verb x:\n  )\n"),
        pack(tmp_path / "p" / "hut", MANIFEST.replace("shed", "hut"), tools=TOOLS),
    )
    result = run(str(tmp_path / "p"))
    assert result.code == 1 and "bad.grey:2" in result.output and "Nothing is written" in result.output
    assert (home / "tools.grey").read_text() == (other / "tools.grey").read_text() == TOOLS


def test_what_a_person_must_do_is_told(tmp_path: Path) -> None:
    text = "kind tool is card:\n    weight: int?\nfunction odd(tool) = (nothing # none\n    == tool.weight)\n"
    home = pack(tmp_path / "shed", tools=text, more=TOOLS.replace("tool", "rake"))
    result = run(str(home))
    assert result.code == 1 and "tools.grey:3: write is nothing behind what is asked for" in result.output
    assert (home / "tools.grey").read_text() == text and "== nothing" in (home / "more.grey").read_text()
    with pytest.raises(Unclear):
        migrated(text)


def test_versions_that_there_are_not(tmp_path: Path) -> None:
    home = pack(tmp_path / "shed", MANIFEST + "language = 99\n", tools=TOOLS)
    result = run(str(home))
    assert result.code == 1 and "needs a newer greyc" in result.output and (home / "tools.grey").read_text() == TOOLS
    assert run(str(home), "--from", "99").code == 2
    assert run(str(home), "--from", "0").code == 2
    assert run(str(tmp_path / "nowhere")).code == 2


def test_from_says_the_version_whatever_the_manifest_says(tmp_path: Path) -> None:
    home = pack(tmp_path / "shed", MANIFEST + "language = 2\n", tools=TOOLS)
    assert run(str(home)).code == 0 and (home / "tools.grey").read_text() == TOOLS
    assert run(str(home), "--from", "1").code == 0 and (home / "tools.grey").read_text() == NOW


def test_an_older_pack_is_one_mistake_with_all_that_requires_it(tmp_path: Path) -> None:
    pack(tmp_path / "shed", MANIFEST + "language = 1\n", tools=TOOLS, bad="verb x:\n  )\n")
    pack(tmp_path / "hut", MANIFEST.replace("shed", "hut") + 'requires = ["shed"]\n')
    (found,) = compile_paths([tmp_path]).diagnostics
    assert (found.name, found.path.endswith("shed/pack.toml")) == ("pack-language-old", True)
    assert found.suggestion is not None and "greyc migrate " in found.suggestion
    (found,) = compile_texts({"pack.toml": MANIFEST + "language = 3\n", "a.grey": "verb x:\n  )\n"}).diagnostics
    assert (found.name, found.suggestion) == ("pack-language-new", "it needs a newer greyc")
    (found,) = compile_texts({"pack.toml": MANIFEST + 'language = "en"\n'}).diagnostics
    assert found.name == "pack-bad-value" and "languages of people are locales" in found.message


def test_all_or_none_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = pack(tmp_path / "shed", a=TOOLS, b=TOOLS)
    real = os.replace

    def replace(source: str, to: Path) -> None:
        if to.name == "b.grey" and TOOLS not in Path(source).read_text():
            raise OSError(28, "No space left on device")
        real(source, to)

    monkeypatch.setattr(os, "replace", replace)
    assert run(str(home)).code == 2
    assert sorted(each.name for each in home.iterdir()) == ["a.grey", "b.grey", "pack.toml"]
    assert {each.read_text() for each in home.glob("*.grey")} == {TOOLS}


def test_each_version_has_its_migration() -> None:
    assert [each.version for each in MIGRATIONS] == list(range(2, LANGUAGE + 1))


# ---- the older form, migrated, is the newer form ---------------------------------------------

HEAD = "kind tool is card:\n    weight: int?\n    twin: tool?\nfunction heavy(tool) = tool.weight\n"
ASKED = (
    "{0}.weight", "{0}.twin", "({0}.weight)", "heavy({0})", "first({0}u in every tool where {0}u.twin is nothing)",
    "(first({0}u in every tool where {0}u.weight is not nothing and {0}u.twin is nothing))",
)  # fmt: skip


def condition(rng: random.Random, depth: int, name: str = "t") -> str:
    if depth == 0 or rng.random() < 0.3:
        return f"{rng.choice(ASKED).format(name)} is {rng.choice(['', 'not '])}nothing"
    match rng.randrange(4):
        case 0:
            return f"not ({condition(rng, depth - 1, name)})"
        case 1:
            return (
                f"({condition(rng, depth - 1, name)}) {rng.choice(['and', 'or'])} ({condition(rng, depth - 1, name)})"
            )
        case 2:
            return f"any({name}x in every tool where {condition(rng, depth - 1, name + 'x')})"
    return f"(1 if {condition(rng, depth - 1, name)} else 2) == {rng.choice('12')}"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_generated_programs(seed: int) -> None:
    rng = random.Random(seed)
    new = HEAD + "".join(
        f"# is nothing == nothing\nfunction f{n}(t: tool) =   {condition(rng, 3)}   # != nothing\n" for n in range(2)
    )
    code = re.compile(r"^(?!#).*?(?=   #|$)", re.MULTILINE)

    def older(line: re.Match[str]) -> str:
        return re.sub(r"is (not )?nothing", lambda m: "!= nothing" if m[1] else "== nothing", line[0])

    old = code.sub(older, new)
    assert migrated(old) == new and migrated(new) == new
    tight = old.replace(" == nothing", "==nothing")
    turned = code.sub(lambda m: re.sub(r"\b(\w+\.\w+) ([!=]=) nothing", r"nothing \2 \1", m[0]), old)
    assert migrated(turned) == new
    made = [compile_texts({"a.grey": text}) for text in (new, migrated(tight))]
    assert [(each.name, each.message) for each in made[0].diagnostics] == [
        (each.name, each.message) for each in made[1].diagnostics
    ]
    assert "is-nothing" not in {each.name for each in made[1].diagnostics}
    assert ir.node_to_json(made[0].bundle) == ir.node_to_json(made[1].bundle)
    assert old == new or {each.name for each in compile_texts({"a.grey": old}).diagnostics} >= {"is-nothing"}
