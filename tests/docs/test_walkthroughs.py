"""The pages that build something up, from top to bottom: their files are written, their commands typed, and they answer
what the page shows.

Of an answer the page shows the lines that matter: each must be there, in this order.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from greyc.frontends import cli
from tests.frontends.conftest import piped

from .pages import DOCS, Block, blocks, commands


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("authoring.md", {"lighthouse/pack.toml", "lighthouse/story.grey", "lighthouse/locale"}),
        ("new-game.md", {"dike/game.grey", "dike/tests/night.grey", "high_water/cards.grey"}),
    ],
)
def test_everything_on_the_page_works(
    name: str, made: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / name
    typed = 0
    for block in blocks(page):
        if block.language == "console":
            for command, shown in commands(block.text):
                check(command, shown, answer(command, capsys), f"{name}:{block.line}")
                typed += 1
        else:
            write(tmp_path, block, f"{name}:{block.line}")
    assert typed > 10
    assert all((tmp_path / path).exists() for path in made)


def write(home: Path, block: Block, where: str) -> None:
    """A whole file; of a catalogue, one entry with its translation."""
    assert block.file is not None, f"{where} has no file name above it"
    path = home / block.file
    path.parent.mkdir(parents=True, exist_ok=True)
    if block.language != "po":
        path.write_text(block.text, encoding="utf-8")
        return
    entry, translation = block.text.rsplit('msgstr "', 1)
    catalogue = path.read_text(encoding="utf-8")
    assert f'{entry}msgstr ""\n' in catalogue
    path.write_text(catalogue.replace(f'{entry}msgstr ""\n', f'{entry}msgstr "{translation}'), encoding="utf-8")


def answer(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and all that is said; a game is left at its first question."""
    program, *arguments = shlex.split(command)
    assert program == "greyc"
    if arguments[0] == "play":
        code, out, errors = piped(*arguments, lines="quit\n")
        return code, out + errors
    capsys.readouterr()
    code = cli.main(arguments)
    said = capsys.readouterr()
    return code, said.out + said.err


def check(command: str, shown: list[str], answer: tuple[int, str], where: str) -> None:
    code, said = answer
    lines = [plain(line) for line in said.splitlines()]
    at = 0
    for line in map(plain, shown):
        found = next((i for i in range(at, len(lines)) if line in lines[i]), None)
        assert found is not None, f"{where}: {command}\n{said}\nlacks: {line}"
        at = found + 1
    wrong = any(line.startswith(("error[", "FAILED")) for line in shown)
    assert code == (1 if wrong else 0), f"{where}: {command}\n{said}"


def plain(line: str) -> str:
    """Without the signs that frame a source line, which a page may leave out."""
    return re.sub(r"\s+", " ", line).strip()
