"""Words of the language: each is explained, and each example is one."""

import pytest

from greyc.dsl import cut, lexer, parse, words
from greyc.dsl.forms import FORMS
from greyc.dsl.grammar import load

from .test_mistakes import BODIES

BOARD_AND_GAME = ["{}\n", "game a:\n    {}\n", "verb a:\n    {}\n", "action a by player:\n    {}\n"]
EVERYWHERE = [*BOARD_AND_GAME, *(body for bodies in BODIES.values() for body in bodies)]


def placed(example: str) -> list[str]:
    """An example in all places where a line may stand."""
    made = []
    for body in EVERYWHERE:
        before = body[: body.index("{}")]
        indent = before[before.rfind("\n") + 1 :]
        made.append(body.replace("{}", example.replace("\n", "\n" + indent)))
    return made


def test_every_word_of_the_grammar_is_explained() -> None:
    assert set(load().keywords) <= words.explained()


@pytest.mark.parametrize("name", sorted(words.explained()))
def test_an_example_can_be_read_and_holds_its_word(name: str) -> None:
    word = words.word(name)
    assert word is not None and word.does.endswith((".", "!"))
    readable = [text for text in placed(word.example) if not parse(text).errors]
    assert readable, word.example
    grammar = load()
    found = {
        (token.value, token.type in grammar.words)
        for text in readable
        for span in cut.cut(text)
        for token in lexer.lex(text, span, grammar.keywords).tokens
    }
    assert (name, name in grammar.keywords) in found


def test_a_word_is_written_as_the_forms_of_lines_say() -> None:
    word = words.word("modify")
    assert word is not None and word.written == (FORMS["kind"]["modify"], FORMS["block"]["modify"])
    each = words.word("each")
    assert each is not None and each.name == "for each" and each.written == (FORMS["block"]["for"],)
    assert words.word("cheese") is None
