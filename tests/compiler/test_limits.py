"""What no author writes but a program may: huge files, deep nesting, very many of something. No traceback, no stall."""

import time

import pytest

from greyc.compiler import check_text, compile_texts

KIND = 'kind spell is card:\n    power: int = 0 "power"\n'


def names(text: str) -> list[str]:
    return [each.name for each in check_text({"a.grey": text})]


@pytest.mark.parametrize(
    "text",
    [
        "# nothing but comments\n" * 450_000,
        "kind spell is card\n" + 'spell s "' + "x" * 10_000_000 + '"\n',
    ],
    ids=["comments", "one text"],
)
def test_a_file_of_ten_megabytes(text: str) -> None:
    assert len(text) > 9_500_000
    started = time.monotonic()
    check_text({"a.grey": text})
    assert time.monotonic() - started < 120


@pytest.mark.parametrize(
    "text",
    [
        f"function f(n: int) = {'(' * 10_000}n{')' * 10_000}\n",
        f"function f(n: int) = {'-' * 10_000}n\n",
        f"function f(n: int) = {' + '.join(['n'] * 10_000)}\n",
        f"function f(n: int) = n{'.card' * 10_000}\n",
        f"function f(a: flag) = {'not ' * 10_000}a\n",
        "verb v of n (int):\n"
        + "".join(" " * (i + 1) + "if n > 1:\n" for i in range(10_000))
        + " " * 10_001
        + 'log "x"\n',
        "function f(n: int) = " + "1 if n == 1 else " * 10_000 + "2\n",
        'verb v of n (int):\n    if n == 0:\n        log "x"\n'
        + "".join(f'    else if n == {i}:\n        log "x"\n' for i in range(1, 10_000)),
    ],
    ids=["parentheses", "signs", "sum", "dots", "nots", "blocks", "choices", "else if"],
)
def test_ten_thousand_levels_are_one_finding_or_none(text: str) -> None:
    found = names(text + KIND)
    assert len(found) <= 1, found


def test_what_stands_beside_what_is_too_deep_is_still_looked_at() -> None:
    deep = (
        "verb v of n (int):\n" + "".join(" " * (i + 1) + "if n > 1:\n" for i in range(3000)) + " " * 3001 + 'log "x"\n'
    )
    found = check_text({"a.grey": deep + "function f(n: int) = m\n"})
    assert found[-1].name == "unknown-value"
    assert len(found) == 2


def test_calls_that_lead_on_and_on_are_followed() -> None:
    verbs = "".join(f"verb v{i} of n (int):\n    v{i + 1} of n as m\n    result m\n" for i in range(40))
    assert names(verbs + "verb v40 of n (int):\n    result n\n") == []


def test_an_empty_pack_is_one() -> None:
    made = compile_texts({"a.grey": ""})
    assert made.diagnostics == []
    assert list(made.bundle.packs) == ["example"]
