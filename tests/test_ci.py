"""The hooks for pre-commit and the action for GitHub, run as they are written in a repository of packs.

What needs a network is left out: pre-commit and the action install this repository with pip, which tests/packaging tries.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
VAULT = ROOT / "tests" / "frontends" / "packs" / "vault"
HOOKS = {each["id"]: each for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a pack, and the command on the path, as installing makes it."""
    home = tmp_path / "repository"
    shutil.copytree(VAULT, home / "cards" / "vault")
    (home / "notes.md").write_text("Notes.\n", "utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=home, check=True)
    subprocess.run(["git", "add", "."], cwd=home, check=True)
    command = tmp_path / "bin" / "greyc"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m greyc.frontends.cli "$@"\n', "utf-8")
    command.chmod(0o755)
    return home


def run(repository: Path, command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{repository.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "GITHUB_WORKSPACE": str(repository), **more}
    return subprocess.run(
        command, cwd=repository, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )


def hook(repository: Path, name: str, *args: str) -> subprocess.CompletedProcess[str]:
    """As pre-commit runs a hook: with the tracked files that it is about, or without."""
    about = HOOKS[name]
    tracked = run(repository, ["git", "ls-files"]).stdout.splitlines()
    files = [each for each in tracked if re.search(about["files"], each)]
    assert files and "notes.md" not in files
    return run(repository, [*shlex.split(about["entry"]), *args, *(files if about.get("pass_filenames", True) else [])])


def steps(repository: Path, **inputs: str) -> list[subprocess.CompletedProcess[str]]:
    """As GitHub runs the steps of the action, but those that install; each ends the job if it fails."""
    given = {name: about["default"] for name, about in ACTION["inputs"].items()} | inputs
    done = []
    for step in ACTION["runs"]["steps"][2:]:
        assert step["shell"] == "bash"
        env = {key: filled(text, given) for key, text in step["env"].items()}
        done.append(run(repository, ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], **env))
        if done[-1].returncode:
            break
    return done


def filled(text: str, inputs: dict[str, Any]) -> str:
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


def spoil(repository: Path, old: str, new: str) -> Path:
    for path in sorted(repository.rglob("*.grey")):
        text = path.read_text("utf-8")
        if old in text:
            path.write_text(text.replace(old, new, 1), "utf-8")
            return path
    raise AssertionError(f"no file has {old!r}")


def test_the_hooks_are_what_pre_commit_wants() -> None:
    for about in HOOKS.values():
        assert about["language"] == "python" and about["name"] and about["description"]
        assert about["entry"].split()[0] == "greyc"


def test_the_hook_that_checks(repository: Path) -> None:
    assert re.search(HOOKS["greyc-validate"]["files"], "cards/vault/pack.toml")
    assert not re.search(HOOKS["greyc-validate"]["files"], "pyproject.toml")
    assert hook(repository, "greyc-validate").returncode == 0
    spoil(repository, "    players ", "    plyers ")
    done = hook(repository, "greyc-validate", "--deny", "warnings")
    assert done.returncode == 1 and "plyers" in done.stdout


def test_the_hook_that_lays_out(repository: Path) -> None:
    hook(repository, "greyc-fmt")
    before = {path: path.read_bytes() for path in repository.rglob("*.grey")}
    spoil(repository, "players 1 to", "players  1  to")
    assert hook(repository, "greyc-fmt").returncode == 0
    assert {path: path.read_bytes() for path in repository.rglob("*.grey")} == before


def test_the_action_installs_this_repository() -> None:
    first, second, *_ = ACTION["runs"]["steps"]
    assert ACTION["runs"]["using"] == "composite"
    assert first["uses"].startswith("actions/setup-python@")
    assert second["run"] == 'python -m pip install --quiet "$GITHUB_ACTION_PATH"'


def test_the_action_on_a_clean_pack(repository: Path) -> None:
    done = steps(repository)
    assert [each.returncode for each in done] == [0, 0]
    assert "no mistakes found" in done[0].stdout and "2 passed, 0 failed" in done[1].stdout


def test_the_action_finds_mistakes_warnings_and_failing_tests(repository: Path) -> None:
    path = repository / "cards" / "vault" / "more.grey"
    path.write_text('test "nothing":\n    game vault with ann\n', "utf-8")
    assert [each.returncode for each in steps(repository)] == [0, 0]
    (denied,) = steps(repository, **{"deny-warnings": "true", "paths": "cards/vault cards"})
    assert denied.returncode == 1 and denied.stdout.startswith("::warning file=cards/vault/more.grey,line=1,")
    path.write_text('test "sums":\n    game vault with ann\n    expect 1 + 1 == 3\n', "utf-8")
    checked, tested = steps(repository)
    assert (
        tested.returncode == 1
        and "::error file=cards/vault/more.grey,line=3,col=5,title=vault%3A sums::" in tested.stdout
    )
    path.write_text("x\n", "utf-8")
    (checked,) = steps(repository)
    assert checked.returncode == 1 and "::error file=cards/vault/more.grey,line=1," in checked.stdout
