"""Depth and size: no text makes reading crash, recurse or take long."""

import time

import pytest

from greyc.dsl import nodes, parse
from greyc.dsl.lexer import LONGEST_CHAIN, MOST_BLOCKS, MOST_BRACKETS

from .walk import below

DEEP = 10_000


def kinds(text: str) -> list[str]:
    return [problem.kind for problem in parse(text).errors]


def blocks(count: int) -> str:
    return "verb x:\n" + "".join(f"{'  ' * (i + 1)}repeat:\n" for i in range(count)) + "  " * (count + 1) + "stop\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("brackets-too-deep", "function f() = " + "(" * DEEP + "1" + ")" * DEEP + "\n"),
        ("brackets-too-deep", "function f() = " + "[" * DEEP + "\n"),
        ("brackets-too-deep", "function f() = " + "{a: (" * DEEP + "\n"),
        ("blocks-too-deep", "verb x:\n" + "".join(f"{' ' * (i + 1)}repeat:\n" for i in range(DEEP // 5))),
        ("expression-too-long", "function f() = " + "not " * DEEP + "a\n"),
        ("expression-too-long", "function f() = " + "-" * DEEP + "1\n"),
        ("expression-too-long", "function f() = " + "1 + " * DEEP + "1\n"),
        ("expression-too-long", "function f() = a" + ".a" * DEEP + "\n"),
        ("expression-too-long", "function f() = a" + "(1)" * DEEP + "\n"),
        ("expression-too-long", "function f() = a" + "[1]" * DEEP + "\n"),
        ("expression-too-long", "function f() = " + "a if b else " * DEEP + "c\n"),
        ("expression-too-long", "verb x:\n    a" + ".a" * DEEP + " = 3\n"),
        ("number-too-large", "die d: " + "9" * DEEP + "\n"),
    ],
)
def test_ten_thousand_levels_are_one_clear_error(kind: str, text: str) -> None:
    begin = time.process_time()
    assert kinds(text) == [kind]
    assert time.process_time() - begin < 5


def test_up_to_the_limits_all_is_well() -> None:
    assert kinds("function f() = " + "(" * MOST_BRACKETS + "1" + ")" * MOST_BRACKETS + "\n") == []
    assert kinds("function f() = " + "1 + " * LONGEST_CHAIN + "1\n") == []
    assert kinds("function f() = " + "1 + " * (LONGEST_CHAIN + 1) + "1\n") == ["expression-too-long"]
    assert kinds(blocks(MOST_BLOCKS - 1)) == []
    assert kinds(blocks(MOST_BLOCKS)) == ["blocks-too-deep"]


def height(text: str) -> int:
    """How high the tree is."""
    parsed = parse(text)
    assert parsed.errors == []
    level: list[nodes.Node] = list(parsed.declarations)
    count = 0
    while level:
        level = [part for node in level for part in below(node)]
        count += 1
    return count


def test_depth_adds_up_over_brackets_and_not_over_what_stands_beside() -> None:
    deep = "1"
    for _ in range(60):
        deep = f"({deep} + 1 + 1 + 1 + 1)"
    assert kinds(f"function f() = {deep}\n") == ["expression-too-long"]
    right = "1 + 1 + 1 + 1 + (" * 60 + "1" + ")" * 60
    assert height(f"function f() = {right}\n") < LONGEST_CHAIN
    assert height("function f() = " + "g(1 + 1, -" * 60 + "1" + ")" * 60 + "\n") < 2 * LONGEST_CHAIN
    assert kinds("function f() = [" + ", ".join(["a.b + 1"] * DEEP) + "]\n") == []
    assert kinds("verb x:\n    if a:\n        stop\n" + "    else if a.b:\n        stop\n" * DEEP) == []


def test_reading_is_linear() -> None:
    card = 'thing stone_{} "Stone":\n    weight {}, size 2\n    on_play:\n        deal 3 to m by this with x = 1\n\n'

    def seconds(count: int) -> float:
        text = "".join(card.format(i, i) for i in range(count))
        begin = time.process_time()
        assert len(parse(text).declarations) == count
        return time.process_time() - begin

    seconds(100)
    # Eight times the cards; what is quadratic would take 64 times as long. The best of some runs, on a busy machine.
    assert min(seconds(8000) for _ in range(2)) < 20 * max(min(seconds(1000) for _ in range(3)), 0.01)


@pytest.mark.parametrize(
    "line", ['"""\n', 'a """x"""\n', '"\n', "(\n", 'hero x "X": (\n', "a：\n", ")\n", "## a\n", "\0\n"]
)
def test_many_bad_lines_take_no_longer_than_good_ones(line: str) -> None:
    begin = time.process_time()
    parse(line * DEEP)
    assert time.process_time() - begin < 10
