"""A small pack of its own for the tests of the commands, and a way to run `greyc` with lines of input."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from greyc.frontends import cli
from greyc.frontends.load import Loaded, load

PACKS = Path(__file__).parent / "packs"
VAULT = PACKS / "vault"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def greyc(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: exit code, output, errors."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = cli.main([str(each) for each in arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


@pytest.fixture(scope="session")
def vault() -> Loaded:
    return load(str(VAULT))


def piped(*arguments: object, lines: str = "") -> tuple[int, str, str]:
    """Runs the command as a program of its own, with lines piped into it."""
    done = subprocess.run(
        [sys.executable, "-m", "greyc.frontends.cli", *map(str, arguments)],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr
