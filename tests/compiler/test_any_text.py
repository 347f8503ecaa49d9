"""Whatever is written, the compiler says what is wrong with it and never breaks."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler.driver import compile_texts

from .small import GAME
from .test_hooks_and_calls import WRONG
from .test_mistakes import EXPRESSIONS

TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|==|!=|<=|>=|[-+*/%=<>.,:?|()\[\]{}]|\"[^\"\n]*\"")
LINES = [text for text, _, _ in WRONG] + [f"function f({params}) = {text}\n" for text, params, _, _ in EXPRESSIONS]
SOURCES = [GAME, *LINES]
WORDS = sorted({token for source in SOURCES for token in TOKEN.findall(source)})


@st.composite
def mangled(draw: st.DrawFn) -> tuple[str, str]:
    """The small game and a line for it, with a few tokens of one of them replaced, put in or left out."""
    line = draw(st.sampled_from(LINES))
    texts = [GAME, line]
    which = draw(st.integers(0, 1))
    for _ in range(draw(st.integers(1, 3))):
        spans = [match.span() for match in TOKEN.finditer(texts[which])]
        if not spans:
            break
        start, end = draw(st.sampled_from(spans))
        new = draw(st.one_of(st.sampled_from(WORDS), st.just("")))
        if draw(st.booleans()):
            new = f"{texts[which][start:end]} {new}"
        texts[which] = texts[which][:start] + new + texts[which][end:]
    return texts[0], texts[1]


@settings(max_examples=80)
@given(mangled())
def test_a_mistake_never_breaks_the_compiler(texts: tuple[str, str]) -> None:
    game, extra = texts
    result = compile_texts({"game.grey": game, "extra.grey": extra})
    for found in result.diagnostics:
        source = result.sources[found.path]
        assert 0 <= found.span[0] <= found.span[1] <= len(source)
        assert "AssertionError" not in found.message
