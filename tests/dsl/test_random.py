"""Whatever the text: reading gives a tree and problems, never an exception, and all places lie inside the text."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler.diagnostics.pages import page
from greyc.dsl import SyntaxProblem, nodes, parse, parse_expression
from greyc.dsl.cut import cut
from greyc.dsl.grammar import load
from greyc.dsl.printer import show

from . import samples
from .bad_sources import BAD
from .walk import all_below

SIGNS = [
    "..",
    "+=",
    "-=",
    "==",
    "!=",
    '"a"',
    '"',
    '"""',
    "'",
    "\n",
    "\n    ",
    "\n        ",
    "\n\t",
    "\r\n",
    "  ",
    "7",
    "x",
]
SIGNS += [*"+-*/%.,:|?=<>!()[]{}#\\;&~$", "##", "：", "“", "」", "\u3000", "\u00a0", "\ufeff", "\0", "²", "1.5", "true"]
PIECES = sorted(load().keywords) + SIGNS
LINES = sorted({line for text in (*samples.ALL.values(), *BAD) for line in text.splitlines(keepends=True)})


def check(text: str) -> None:
    parsed = parse(text, "some.grey")
    for problem in parsed.errors:
        check_problem(problem, text)
    for declaration in parsed.declarations:
        for node in all_below(declaration):
            assert 0 <= node.span[0] <= node.span[1] <= len(text)
    show(parsed.declarations, parsed.source)
    spans = cut(text)
    assert all(one[1] == other[0] for one, other in pairwise(spans))


def check_problem(problem: SyntaxProblem, text: str) -> None:
    assert 0 <= problem.span[0] <= problem.span[1] <= len(text)
    assert page(problem.kind).message(dict(problem.words))


@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(PIECES), max_size=60), st.sampled_from(["", " "]))
@settings(max_examples=300)
def test_any_words_of_the_language(pieces: list[str], between: str) -> None:
    check(between.join(pieces))


@given(st.lists(st.sampled_from(LINES), max_size=30))
@settings(max_examples=200)
def test_lines_in_any_order(lines: list[str]) -> None:
    check("".join(lines))


@given(st.sampled_from(sorted(samples.ALL)), st.data())
@settings(max_examples=200)
def test_good_text_with_a_part_replaced(name: str, data: st.DataObject) -> None:
    text = samples.ALL[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    check(text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:])


@given(st.lists(st.sampled_from(PIECES), max_size=20))
def test_any_expression(pieces: list[str]) -> None:
    text = "x = " + " ".join(pieces)
    made = parse_expression(text, (4, len(text)))
    if isinstance(made, SyntaxProblem):
        check_problem(made, text)
    else:
        assert isinstance(made, nodes.Expr)
