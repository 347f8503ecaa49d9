"""The lexer for Pygments: each class of token at its place, every pack without an error, any text back as it was."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import STANDARD_TYPES, Error

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.dsl.grammar import load
from greyc.dsl.lexer import SIGNS
from greyc.frontends.highlight import GreyLexer
from greyc.frontends.highlight import lexer as made
from greyc.runtime.ir import core

ROOT = Path(__file__).parents[3]
LEXER = GreyLexer(stripnl=False, ensurenl=False)

TEXT = '''# a note
## What it is.
kind hero is card "hero|heroes":
    active in hand
    power: int = 2 "power"
    state tired: flag = no
keyword quick(n: int) on hero "Quick {n}"
function ready(h: hero) = not h.tired and count(every hero) > 1 # said \\" here
verb deal amount (int) to hero by source (hero?):
    let x = [h in hand where h.link is not nothing]
    move hero to box
    run on_play of this as made
    log "{amount} to \\"{hero}\\" {"
hero slinger "Slinger":
    power 1, quick 2
    ## When it comes.
    on_play:  # its own
        may deal 2 to this by owner
board field: grid of place
    """
    A .
    """
'''


def pieces(text: str) -> list[tuple[str, str]]:
    """The class and the text of each piece but blanks."""
    return [(STANDARD_TYPES[kind], piece) for _, kind, piece in LEXER.get_tokens_unprocessed(text) if piece.strip()]


def classes(text: str, piece: str) -> set[str]:
    return {kind for kind, found in pieces(text) if found == piece}


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("# a note", "c1"),
        ("# its own", "c1"),
        ('# said \\" here', "c1"),
        ("## What it is.", "sd"),
        ("## When it comes.", "sd"),
        ("kind", "kd"),
        ("verb", "kd"),
        ("active", "k"),
        ("every", "k"),
        ("state", "k"),
        ("and", "ow"),
        ("is", "ow"),
        ("no", "kc"),
        ("nothing", "kc"),
        ("int", "kt"),
        ("slinger", "nc"),
        ("quick", "nc"),
        ("ready", "nf"),
        ("deal", "nf"),
        ("tired", "nv"),
        ("x", "nv"),
        ("made", "nv"),
        ("link", "na"),
        ("count", "nb"),
        ("move", "nb"),
        ("this", "bp"),
        ("owner", "bp"),
        ("box", "bp"),
        ("2", "mi"),
        ("=", "o"),
        (">", "o"),
        ("?", "o"),
        ("(", "p"),
        (":", "p"),
        ('"""\n    A .\n    """', "sh"),
        ('\\"', "se"),
        ("{n}", "si"),
        ("{amount}", "si"),
        ("Slinger", "s2"),
        ("source", "n"),
    ],
)
def test_a_piece_has_its_class(piece: str, kind: str) -> None:
    assert kind in classes(TEXT, piece)


def test_what_is_declared_and_what_is_used_differ() -> None:
    found = pieces(TEXT)
    assert [kind for kind, piece in found if piece == "hero"] == ["nc", "n", "n", "n", "n", "n", "n", "kt"]
    assert [kind for kind, piece in found if piece == "on_play"] == ["nf", "nl"]
    assert [kind for kind, piece in found if piece == "tired"] == ["nv", "na"]


def test_a_word_of_the_language_is_one_only_where_it_can_be() -> None:
    assert classes("    any(x in y)", "any") == {"nb"} and classes("    choose any x in y:", "any") == {"k"}
    assert classes("    players 2 to 4", "players") == {"k"} and classes("    hurt players", "players") == {"bp"}
    assert classes("    let a = b.text", "text") == {"na"} and classes("    let a = 1 .. all", "all") == {"k"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('    log "no end\n', '"no end'),
        ('    log "ends in \\"\n', '"ends in \\"'),
        ("    let x = 2nd\n", "2nd"),
        ("    let x = a ; b\n", ";"),
        ("    let x = “a”\n", "“"),
    ],
)
def test_what_no_token_begins_with_is_an_error_and_the_rest_is_read(text: str, wrong: str) -> None:
    errors = [piece for kind, piece in pieces(text) if kind == "err"]
    assert errors[:1] == [wrong]
    assert [kind for kind, piece in pieces(f"{text}verb deal:\n") if piece == "verb"] == ["kd"]


def test_its_words_are_the_parsers_and_the_cores() -> None:
    """No list of its own: those few words that it treats apart are words of the grammar."""
    known = made.words()
    assert known.keywords == set(load().keywords)
    assert set(core.FUNCTIONS) == known.functions and set(core.VERBS) == known.verbs
    assert known.names | known.constants >= set(core.NAMES)
    assert known.types == set(NAMED_TYPES)
    assert known.keywords >= made.WORD_OPERATORS | made.FUNCTIONS | made.THINGS | made.VARIABLES
    for sign in SIGNS:
        assert pieces(f"a {sign} b")[1][1] == sign
    for word in known.declaring:
        assert pieces(f"{word} x")[0] == ("kd", word)


def test_every_file_of_the_packs_has_no_error_and_comes_back() -> None:
    files = sorted((ROOT / "cards").rglob("*.grey"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        found = list(LEXER.get_tokens_unprocessed(text))
        assert "".join(piece for _, _, piece in found) == text, file
        assert not [(file, piece) for _, kind, piece in found if kind is Error]


@given(st.text(alphabet=st.sampled_from('ab\\"{}#:. \n\t\r"""1_é怪;is verb'), max_size=60))
def test_any_text_comes_back(text: str) -> None:
    found = list(LEXER.get_tokens_unprocessed(text))
    assert "".join(piece for _, _, piece in found) == text
    assert all(text.startswith(piece, start) for start, _, piece in found)


def test_pygments_finds_it_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((name, where),) = project["entry-points"]["pygments.lexers"].items()
    module, found = where.split(":")
    assert getattr(import_module(module), found) is GreyLexer
    assert name in GreyLexer.aliases and "*.grey" in GreyLexer.filenames
