"""What a user gets: the wheel holds the code, the packs, the schemas and the pages, and works by itself.

Marked `packaging`, since it builds and installs: `python3 bootstrap.py test` runs it, a plain `pytest` does not.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("dsl", "compiler", "runtime", "frontends", "cards", "schemas", "docs/diagnostics")
NOT_SHIPPED = {"cards/README.md"}

pytestmark = pytest.mark.packaging


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command away from the repository's modules; its standard output."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tracked files, so that no build leaves anything behind."""
    copy = tmp_path_factory.mktemp("source")
    for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", made, source, cwd=made)
    (found,) = made.glob("greyc-*.whl")
    return found


def test_the_wheel_holds_every_file_of_the_product(source: Path, wheel: Path) -> None:
    wanted = {
        path.relative_to(source).as_posix()
        for folder in SHIPPED
        for path in (source / folder).rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        found = {name.removeprefix("greyc/") for name in archive.namelist() if name.startswith("greyc/")}
        (entries,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert found == wanted - NOT_SHIPPED
    assert "[pygments.lexers]\ngrey = greyc.frontends.highlight:GreyLexer" in entries


def test_an_installed_wheel_works(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", cwd=tmp_path)
    scripts = Path(sysconfig.get_path("scripts", "venv", {"base": str(tmp_path / "venv")}))
    python = scripts / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel, cwd=tmp_path)
    assert "Usage: greyc" in run(scripts / "greyc", "--help", cwd=tmp_path)
    assert run(scripts / "greyc", "--version", cwd=tmp_path).startswith("greyc 0.")
    assert "unreadable-file" in run(scripts / "greyc", "explain", "G0001", cwd=tmp_path)
    where = "import greyc.runtime, pathlib; print(pathlib.Path(greyc.runtime.__file__).parents[1])"
    package = Path(run(python, "-c", where, cwd=tmp_path).strip())
    assert package.is_relative_to(tmp_path)
    assert "no mistakes found" in run(scripts / "greyc", "validate", package / "cards", cwd=tmp_path)
