"""Sizes and contents of the tracked files, and what goes into a wheel."""

import re
import tomllib
from pathlib import Path

from .files import CODE, ROOT, tracked

LONGEST = 600
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
TEXT = {".py", ".md", ".toml", ".grey", ".po", ".json", ".lark", ".yml", ".yaml", ".cfg", ".ambr", ".sh", ".txt", ""}

# Written so that this file does not hold what it looks for.
FOLDERS = "|".join(["wor" + "k", "roo" + "t", "hom" + "e", "User" + "s", "op" + "t", "mn" + "t", "tm" + "p"])
MACHINE_PATH = re.compile(rf"(?<![\w.~>/\-])/(?:{FOLDERS})/\w")
REGISTRY = re.compile("|".join(["pypi" + r"\.org", "python" + "hosted", "npmjs" + r"\.", "debian" + r"\.org"]))


def texts() -> list[tuple[Path, str]]:
    return [(name, (ROOT / name).read_text(encoding="utf-8")) for name in tracked() if name.suffix in TEXT]


def test_no_python_file_is_long() -> None:
    long = {
        str(name): lines for name, text in texts() if name.suffix == ".py" and (lines := text.count("\n")) > LONGEST
    }
    assert not long


def test_every_module_says_what_it_is() -> None:
    silent = [str(name) for name, text in texts() if name.suffix == ".py" and text and not text.startswith('"""')]
    assert not silent


def test_no_paths_of_a_machine_and_no_registry() -> None:
    wrong = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line) or REGISTRY.search(line)
    ]
    assert not wrong, "\n".join(wrong)


def test_what_counts_as_a_path_of_a_machine() -> None:
    for line in ("see /wor" + "k/x", 'open("/tm' + 'p/x")', "/hom" + "e/ann/greyc"):
        assert MACHINE_PATH.search(line)
    for line in ("docs/work/x", "../ho" + "me/x", "a /workers/b", "https://x/op" + "t/y", "choose /tm" + "p"):
        assert not MACHINE_PATH.search(line)


def test_nothing_is_left_for_later() -> None:
    words = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error", r"mark\.(skip|x" + "fail)"]))
    left = [str(name) for name, text in texts() if name.suffix == ".py" and words.search(text)]
    assert not left


def test_the_wheel_has_every_folder_of_code() -> None:
    folders = {name.parent for name in tracked() if name.suffix == ".py" and name.parts[0] in CODE}
    assert {".".join(("greyc", *folder.parts)) for folder in folders} <= set(SETUPTOOLS["packages"])


def test_the_wheel_has_every_file_of_data() -> None:
    folders = SETUPTOOLS["package-dir"]
    shipped = {
        path.relative_to(ROOT)
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in (ROOT / folders[package]).glob(pattern)
    }
    wanted = {
        name for name in tracked() if name.suffix != ".py" and any(name.is_relative_to(f) for f in folders.values())
    }
    assert wanted - shipped == set()
