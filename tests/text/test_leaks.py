"""No text of any pack, and of any program of tests/programs, shows the code that it is made from, or is broken in a way
that can be seen without understanding it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from greyc.compiler.driver import Compiled, compile_paths
from greyc.compiler.text.language import language
from greyc.frontends.play.words import Words
from greyc.runtime import ir
from greyc.runtime.ir.words import CORE_TEXT

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(path.parent for path in (ROOT / "tests" / "programs").rglob("pack.toml"))
PACKS = sorted(path.parent.name for path in (ROOT / "cards").glob("*/pack.toml"))


@cache
def cards() -> Compiled:
    return compile_paths([ROOT / "cards"])


def printed(pack: ir.Pack, tag: str) -> Iterator[tuple[str, str]]:
    yield from pack.printed[tag].items()


def prompts(pack: ir.Pack, tag: str) -> Iterator[tuple[str, str]]:
    """Questions that the generator made; what is in braces is filled in when they are asked."""
    start = f"{CORE_TEXT}{pack.name}."
    yield from ((id_, text) for id_, text in pack.texts[tag].items() if id_.startswith(start))


def leaks(text: str) -> list[str]:
    found = [sign for sign in ("{", "}", "[", "]", "|", "  ", " / ", "\0", "¤", "““", '"“', "「「") if sign in text]
    found += [match[0] for match in re.finditer(r"\w*_\w*", text)]
    found += [match[0] for match in re.finditer(r"\b(it|you|them|they)'s\b", text)]
    found += [match[0] for match in re.finditer(r"\b([A-Za-z]+) \1\b", text) if match[1] not in ("that",)]
    found += [match[0] for match in re.finditer(r"\bfor[,.;:]|\(\)|（）| [.,;:]|[,;:]{2}|\.\.(?!\.)", text)]
    found += [match[0] for match in re.finditer(r"([的，。；：、])\1|[有是为為] ?[有是为為]", text)]
    return found


def unexplained(text: str) -> list[str]:
    """Letters that nothing explains: what brings a letter is the beginning of its line (*When ... X ..., *), or its end."""
    letters = str(language("en").facts["letters"])
    found = []
    for line in text.splitlines():
        heads = " ".join(re.findall(r"(?:After|Before|When)\b[^,]*|[當当在][^，]*", line))
        for letter in letters:
            standing = rf"(?<![A-Za-z]){letter}(?![A-Za-z])"
            if len(re.findall(standing, line)) == 1 and not re.search(standing, heads):
                found.append(f"{letter} in {line}")
    return found


def wrong_articles(text: str) -> list[str]:
    english = language("en")
    pairs = re.findall(r"(?<![\w'])([Aa]n?) ([\w'-]+)", text)
    return [f"{a} {word}" for a, word in pairs if english.article(word) != f"{a.lower()} {word}"]


@pytest.mark.parametrize("name", PACKS)
def test_no_text_of_a_pack_shows_the_code(name: str) -> None:
    pack = cards().bundle.packs[name]
    told = [(tag, id_, text) for tag in pack.printed for id_, text in printed(pack, tag)]
    asked = [(tag, id_, re.sub(r"\{[^{}]*\}", "Q", text)) for tag in pack.printed for id_, text in prompts(pack, tag)]
    assert told or not pack.cards
    assert [(tag, id_, leak) for tag, id_, text in told + asked for leak in leaks(text)] == []
    assert [(tag, id_, leak) for tag, id_, text in told for leak in unexplained(text)] == []
    assert [(id_, leak) for tag, id_, text in told + asked if tag == "en" for leak in wrong_articles(text)] == []


@pytest.mark.parametrize("name", PACKS)
def test_what_does_something_says_something(name: str) -> None:
    """But for what only does the bookkeeping that its keywords tell of."""
    pack = cards().bundle.packs[name]
    for tag in pack.printed:
        silent = [
            card.name
            for card in pack.cards
            if (
                card.keywords
                or card.words.abilities
                or card.words.hooks
                or card.words.modifiers
                or card.words.whenevers
            )
            and not pack.printed[tag].get(card.name)
        ]
        assert silent == []


@pytest.mark.parametrize("name", PACKS)
def test_no_english_in_another_language(name: str) -> None:
    pack = cards().bundle.packs[name]
    letters = str(language("en").facts["letters"])
    for tag in pack.printed:
        if tag == "en":
            continue
        texts = [(id_, text) for id_, text in (*printed(pack, tag), *prompts(pack, tag))]
        words = [(id_, w) for id_, text in texts for w in re.findall(r"[A-Za-z]+", re.sub(r"\{[^{}]*\}", "", text))]
        named = [pack.texts[tag].get(each.title or "", "") for each in (*pack.cards, *pack.abilities)]
        allowed = set(re.findall(r"[A-Za-z]+", " ".join(named)))
        assert [(id_, word) for id_, word in words if word not in letters and word not in allowed] == []


@pytest.mark.parametrize("name", PACKS)
def test_no_printed_value_shows_the_code(name: str) -> None:
    compiled = cards()
    pack = compiled.bundle.packs[name]
    closure = next(source.closure for source in compiled.packs if source.name == name)
    packs = [compiled.bundle.packs[source.name] for source in closure]
    for tag in pack.printed:
        words = Words(packs, tag)
        lines = [(card.name, line) for card in pack.cards for line in words.card_lines(card.name)]
        assert [(card, leak) for card, line in lines for leak in leaks(line)] == []


@pytest.mark.parametrize("folder", PROGRAMS, ids=lambda path: path.name)
def test_no_text_of_a_program_is_broken(folder: Path) -> None:
    """Programs have no titles, but their texts are whole sentences too."""
    pack = next(iter(reversed(compile_paths([folder]).bundle.packs.values())))
    told = list(printed(pack, "en"))
    assert [(id_, leak) for id_, text in told for leak in (*leaks(text), *unexplained(text))] == []
