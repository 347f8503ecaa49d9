"""Texts that somebody broke: whatever is wrong, there are findings inside the text, and never a traceback."""

import random
import re
from pathlib import Path

import pytest

from greyc.compiler import compile_texts
from greyc.compiler.diagnostics import render_all

from .test_extending import BASE, MORE

BAD = Path(__file__).parent / "bad"
SOURCES = [BASE, BASE + MORE, *(path.read_text(encoding="utf-8") for path in sorted(BAD.glob("*.grey")))]
TOKEN = re.compile(r'("[^"\n]*"|\w+|[^\w\s])')
TOKENS = [token for text in SOURCES for token in TOKEN.findall(text)]


def broken(text: str, chance: random.Random) -> str:
    """The text with a few tokens lost, doubled, swapped or replaced."""
    parts = TOKEN.split(text)
    for _ in range(chance.choice([1, 1, 2, 4, 9])):
        at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(4):
            case 0:
                parts[at] = ""
            case 1:
                parts[at] = chance.choice(TOKENS)
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case _:
                parts.insert(at, chance.choice(TOKENS))
    return "".join(parts)


@pytest.mark.parametrize("seed", range(80))
def test_a_broken_text_gives_findings_inside_it(seed: int) -> None:
    chance = random.Random(seed)
    text = broken(chance.choice(SOURCES), chance)
    made = compile_texts({"a.grey": text})
    for found in made.diagnostics:
        for path, (start, end) in [(found.path, found.span), *((each.path, each.span) for each in found.related)]:
            assert 0 <= start <= end <= len(made.sources[path]), found
    assert render_all(made.diagnostics, made.sources)
    assert [each.sort_key for each in made.diagnostics] == sorted(each.sort_key for each in made.diagnostics)
