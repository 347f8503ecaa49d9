"""The set-up script finds a way on machines that lack something; the usual way is what every clean checkout takes."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / "bootstrap.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", str(tmp_path / "venv"))
    return module


def test_without_ensurepip_the_outer_pip_fills_the_environment(bootstrap: ModuleType, tmp_path: Path) -> None:
    bootstrap.venv_with_ensurepip = list
    pip = bootstrap.make_venv()
    assert pip[0] == bootstrap.venv_python()
    listed = subprocess.run([*pip, "list", "--format", "json"], capture_output=True, text=True, check=True)
    assert [each["name"] for each in json.loads(listed.stdout)] == ["pip"], "apart from the system's packages"


def test_with_neither_it_says_what_to_install(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    for way in ("venv_with_ensurepip", "venv_with_outer_pip", "venv_with_system_wheel"):
        setattr(bootstrap, way, list)
    assert bootstrap.main(["demo"]) == 2
    assert "sudo apt-get install python3-venv" in capsys.readouterr().err


def test_wrong_use_says_how(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main([]) == bootstrap.main(["demo", "test"]) == 2
    assert "bootstrap.py test" in capsys.readouterr().err


def test_the_first_command_that_fails_ends_it(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(bootstrap, "install", lambda target: ran.append(target))
    monkeypatch.setattr(bootstrap, "call", lambda command: ran.append(command[2]) or (command[2] == "mypy") * 7)
    assert bootstrap.main(["test"]) == 7
    assert ran == [".[dev]", "ruff", "ruff", "mypy"]
    assert "worked" not in capsys.readouterr().out


def test_it_can_be_read_by_old_pythons_and_needs_only_the_standard_library() -> None:
    tree = ast.parse((ROOT / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert modules <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))


def test_the_gate_and_the_readme_name_the_same_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 bootstrap.py demo\n" in readme
    assert "python3 bootstrap.py test\n" in readme
    assert "\npython3 bootstrap.py test\n" in gate
