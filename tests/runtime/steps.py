"""Tests of the language as they are run for tests of how they end: a game's source and, below it, one test."""

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle
from greyc.runtime.testing import TestResult, run_test


def result_of(game: str, steps: str) -> TestResult:
    """What comes of a test with these steps, parted by `; `, each on a line of its own."""
    text = game + 'test "of these steps":\n' + "".join(f"    {step}\n" for step in steps.split("; "))
    made = compile_texts({"game.grey": text})
    assert made.ok, made.diagnostics
    (pack,) = made.bundle.packs
    return run_test(Bundle.of(made.bundle), pack, made.bundle.packs[pack].tests[0])
