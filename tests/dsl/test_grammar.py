"""The grammar has no conflict, and the tables beside it are those that Lark makes of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from lark.exceptions import GrammarError

from greyc.dsl import tables


@pytest.fixture(scope="module")
def made() -> dict[str, object]:
    return tables.generate(tables.GRAMMAR.read_text(encoding="utf-8"))


def test_the_tables_are_those_of_the_grammar(made: dict[str, object]) -> None:
    assert tables.text(made) == tables.TABLES.read_text(encoding="utf-8"), "run python -m greyc.dsl"


def test_a_conflict_in_the_grammar_is_an_error() -> None:
    grammar = 'declaration: expr\nexpr: expr "+" expr | NAME\nNAME: /[a-z]+/\n'
    with pytest.raises(GrammarError):
        tables.generate(grammar)


def test_a_changed_grammar_is_built_on_the_spot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = tables.GRAMMAR.read_text(encoding="utf-8") + "// changed\n"
    file = tmp_path / "grammar.lark"
    file.write_text(grammar, encoding="utf-8")
    monkeypatch.setattr(tables, "GRAMMAR", file)
    fresh = tables.load.__wrapped__()
    assert len(fresh.states) == len(tables.load().states)


def test_every_rule_has_its_function(made: dict[str, object]) -> None:
    tables.link(made)
    broken = json.loads(tables.text(made))
    broken["rules"][0] = ["nothing", 2, "no_such_function", [0, 1], -1]
    with pytest.raises(LookupError, match="no_such_function"):
        tables.link(broken)


def test_reading_a_file_needs_no_lark() -> None:
    code = "import greyc.dsl, sys; assert greyc.dsl.parse('kind a\\n').declarations; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
