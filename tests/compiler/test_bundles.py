"""Bundles that were made: they keep to the published schema, and the same files give the same bytes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from greyc.compiler import compile_paths, compile_texts
from greyc.compiler.bundle_schema import bundle_schema
from greyc.compiler.diagnostics import pages, render_all
from greyc.runtime import ir

CARDS = Path(__file__).resolve().parents[2] / "cards"
PACKS = sorted(path.parent.name for path in CARDS.glob("*/pack.toml"))
VALIDATOR = Draft202012Validator(bundle_schema())

BUILD = """
import hashlib, json, sys
from greyc.compiler import compile_paths
from greyc.runtime import ir
made = compile_paths(sys.argv[1:])
text = json.dumps([ir.bundle_to_json(made.bundle), [str(each) for each in made.diagnostics]])
print(hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.parametrize("name", PACKS)
def test_the_packs_that_come_with_greyc_are_without_fault(name: str) -> None:
    """Whether all of it is translated is for its translators: that is told, too, and no fault of the pack."""
    made = compile_paths([CARDS / name])
    found = [each for each in made.diagnostics if not each.code.startswith("G06")]
    assert not found, render_all(found, made.sources)


@pytest.mark.parametrize("page", [page for page in pages().values() if page.right], ids=lambda page: page.code)
def test_what_is_made_of_an_example_keeps_to_the_schema(page: object) -> None:
    made = compile_texts(page.right)  # type: ignore[attr-defined]
    value = ir.bundle_to_json(made.bundle)
    assert not list(VALIDATOR.iter_errors(value))
    assert ir.bundle_to_json(ir.bundle_from_json(json.loads(json.dumps(value)))) == value


@pytest.mark.parametrize("name", PACKS)
def test_the_same_files_give_the_same_bytes(name: str) -> None:
    def build(seed: str) -> str:
        command = [sys.executable, "-c", BUILD, str(CARDS / name)]
        return subprocess.run(
            command,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            text=True,
            capture_output=True,
            check=True,
        ).stdout

    assert build("1") == build("2")
