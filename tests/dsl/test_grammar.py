"""The grammar has no conflict, each of its rules makes something, and the tables are saved where they may be."""

import re
from pathlib import Path

import pytest
from lark.exceptions import GrammarError

from greyc.dsl import build, grammar, nodes, parse
from greyc.dsl.lexer import lex
from greyc.dsl.misnamed import PREPOSITIONS


def test_a_conflict_in_the_grammar_is_an_error() -> None:
    with pytest.raises(GrammarError):
        grammar.build_tables('?declaration: expr\n?expr: expr "+" expr -> arithmetic | NAME\nNAME: /[a-z]+/\n')


def test_every_rule_has_its_function(monkeypatch: pytest.MonkeyPatch) -> None:
    text = grammar.GRAMMAR.read_text(encoding="utf-8")
    grammar.build_tables(text)
    monkeypatch.delattr(build, "let")
    with pytest.raises(LookupError, match="no function let"):
        grammar.build_tables(text)


def span_of_declaration(made: grammar.Grammar, text: str) -> nodes.Span:
    declaration: nodes.Declaration = made.read(lex(text, (0, len(text)), made.keywords), "declaration")
    return declaration.span


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A grammar of its own, with no tables beside it."""
    file = tmp_path / "grammar.lark"
    file.write_bytes(grammar.GRAMMAR.read_bytes())
    monkeypatch.setattr(grammar, "GRAMMAR", file)
    monkeypatch.setattr("sys.pycache_prefix", None)
    return file


def saved(copy: Path) -> list[Path]:
    return sorted((copy.parent / "__pycache__").glob("*"))


def test_tables_are_built_once(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = grammar.load.__wrapped__()
    assert len(saved(copy)) == 1
    monkeypatch.setattr(grammar, "build_tables", None)
    second = grammar.load.__wrapped__()
    for made in (first, second):
        assert span_of_declaration(made, "kind a\n") == (0, 6)
    assert first.keywords == second.keywords


def test_a_changed_grammar_is_built_anew(copy: Path) -> None:
    grammar.load.__wrapped__()
    copy.write_text(copy.read_text(encoding="utf-8").replace('"kind"', '"sort"'), encoding="utf-8")
    assert span_of_declaration(grammar.load.__wrapped__(), "sort abc\n") == (0, 8)


def test_damaged_tables_are_built_anew(copy: Path) -> None:
    grammar.load.__wrapped__()
    (file,) = saved(copy)
    for damage in (b"", file.read_bytes()[:1000], b"no tables"):
        file.write_bytes(damage)
        assert span_of_declaration(grammar.load.__wrapped__(), "kind a\n") == (0, 6)
        assert file.stat().st_size > 1000


def test_where_nothing_may_be_written_reading_goes_on(copy: Path) -> None:
    (copy.parent / "__pycache__").write_text("a file in the folder's place", encoding="utf-8")
    assert span_of_declaration(grammar.load.__wrapped__(), "kind a\n") == (0, 6)


def test_many_keywords_as_names_take_no_longer_than_names() -> None:
    parsed = parse("verb x:\n" + "    a = pass + any\n" * 5_000)
    assert not parsed.errors


def test_the_prepositions_that_are_told_are_those_of_the_grammar() -> None:
    line = next(each for each in grammar.GRAMMAR.read_text(encoding="utf-8").splitlines() if each.startswith("!prep:"))
    assert tuple(re.findall(r'"(\w+)"', line)) == PREPOSITIONS
