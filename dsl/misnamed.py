"""Mistakes with names and texts: a name in two words, a part without its preposition, a text without its quotes.

Rules like those of mistakes.py, asked after all others, since almost any word may be a name.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from .lexer import Token
from .mistakes import BELONGS
from .problems import Instead, SyntaxProblem, insert, leave_out, write
from .scene import BEGINS, BREAKS, PARTS, Rule, Scene


def _all_words(tokens: list[Token]) -> bool:
    return all(token[3].isidentifier() and token[0] != "STRING" for token in tokens)


def _one_word(words: list[Token]) -> SyntaxProblem:
    joined = "_".join(token[3] for token in words)
    return SyntaxProblem("name-in-words", (words[0][1], words[-1][2]), {}, write(joined))


def ability_in_words(scene: Scene) -> str | None:
    """The name that is meant by `on play:` with a block below it: an ability's, in two words."""
    after = [token[0] for token in scene.tokens[scene.at + 1 : scene.at + 3]]
    words = scene.tokens[scene.line_start : scene.at]
    if scene.kind == "COLON" and after == ["_NL", "_INDENT"] and len(words) > 1 and scene.on_card and _all_words(words):
        return "_".join(token[3] for token in words)
    return None


def block_in_words(scene: Scene) -> SyntaxProblem | None:
    if ability_in_words(scene) is None or BELONGS.get(scene.line[0][3], "").startswith("in the block"):
        return None
    first = scene.line[0]
    return evolve(_one_word(scene.tokens[scene.line_start : scene.at]), about=(first[3], first[1:3]))


def name_in_words(scene: Scene) -> SyntaxProblem | None:
    """`hero fog hunter "Fog Hunter":`, `state fog count: int`"""
    if not _all_words([scene.token]) or scene.open_bracket() or not scene.declares(scene.at):
        return None
    if scene.opener == "VERB" or scene.kind in ("WHERE", "AND"):
        return None  # a part of a verb without its preposition, a set that is not named
    words = [scene.previous]
    rest = scene.tokens_left()
    while rest and _all_words(rest[:1]) and (rest[0][0] == "NAME" or rest[0][0] not in scene.expected):
        words.append(rest.pop(0))
    if (rest[0][0] if rest else "_NL") not in scene.expected:
        return None  # something else is missing
    opener = scene.at == scene.line_start + 1 or any(word[0] != "NAME" for word in words)
    if opener and scene.misspelt():
        return None  # `stat hp: int`, `knid x is card`
    titled = any(token[0] == "STRING" for token in rest)
    capital = any(token[3][0].isupper() for token in words[1:])
    if "STRING" in scene.expected and capital and not titled:
        return None  # a title without its quotes
    found = _one_word(words)
    if scene.opener in ("KEYWORD", "ABILITY") and len(words) == 2:
        found = evolve(found, suggestion=f"{found.suggestion}, or {words[0][3]}({words[1][3]}: int) for what it takes")
    return found


def preposition_missing(scene: Scene) -> SyntaxProblem | None:
    """`deal 3 m`, where the verb may be what is wrong."""
    verb = scene.called
    if verb is None or scene.kind not in BEGINS or not scene.expected >= PARTS or scene.open_bracket():
        return None
    if (one_too_many := _article(scene, verb)) is not None:
        return one_too_many
    words = {"verb": verb[3], "found": scene.token[3]}
    return SyntaxProblem("preposition-missing", scene.span, words, about=(verb[3], verb[1:3]))


def _article(scene: Scene, verb: Token) -> SyntaxProblem | None:
    """`shuffle the deck`"""
    _, start, end, word = scene.previous
    before = scene.tokens[scene.at - 2]
    if word not in ("a", "an", "the") or not (before is verb or before[0].lower() in PREPOSITIONS):
        return None
    if sum(token[3] == word for token in scene.tokens) > 1:
        return None  # something is called so
    return SyntaxProblem("foreign-word", (start, end), {"word": word}, leave_out())


PREPOSITIONS: Final = ("to", "from", "for", "into", "at", "by", "on", "through", "over", "of")
_NONE: Final = frozenset(
    [
        "in",
        "under",
        "against",
        "near",
        "behind",
        "upon",
        "onto",
        "between",
        "within",
        "towards",
        "toward",
        "inside",
        "above",
        "below",
        "about",
    ]
)
_BEHIND: Final = f"a part stands behind {', '.join(PREPOSITIONS[:-1])} or {PREPOSITIONS[-1]}"


def no_preposition(scene: Scene) -> SyntaxProblem | None:
    """`verb mend amount (int) in room:`, `move s in scrap`"""
    word = scene.token[3]
    if word not in _NONE or scene.next[0] not in BEGINS or scene.open_bracket() or not scene.here >= PARTS:
        return None
    if scene.opener == "VERB":
        advice = Instead.of(_BEHIND, *(each for each in ("at", "on", "for", "to", "from") if each != word))
        return SyntaxProblem("no-preposition", scene.span, {"word": word}, advice)
    verb = scene.called
    within = {token[0] for token in scene.tokens[scene.line_start : scene.at]} & {"IF", "WITH", "WHERE", "FOR", "IS"}
    if verb is None or within - {"FOR"} or scene.at < scene.line_start + 2:
        return None
    return SyntaxProblem("no-preposition", scene.span, {"word": word}, _BEHIND, about=(verb[3], verb[1:3]))


def quotes_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.kind != "NAME" or "STRING" not in scene.expected or scene.expected & {"LPAR", "TO", "EQUAL"}:
        return None
    if scene.previous[0] == "ONE" and any(token[0] == "IN" for token in scene.tokens_left()):
        return None  # `choose one x in SET`
    if scene.next[0] not in BREAKS | {"COLON"} and scene.misspelt(line_too=False):
        return None  # `zone chest of supply refill from scrap`
    words = [scene.token]
    for token in scene.tokens[scene.at + 1 :]:
        if token[0] in BREAKS or token[0] in ("COLON", "STRING"):
            break
        words.append(token)
    written = scene.written(words)
    if scene.opener == "CHECK":
        advice = f'say first what it holds: check "what holds": {scene.written(scene.tokens_left())}'
        return SyntaxProblem("quotes-missing", (words[0][1], words[-1][2]), {}, advice)
    return SyntaxProblem("quotes-missing", (words[0][1], words[-1][2]), {}, write(f'"{written}"'))


def name_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "STRING" and "NAME" in scene.expected:
        made = "_".join("".join(c if c.isalnum() else " " for c in scene.token[3].lower()).split()) or "name"
        instead = made if made[0].isalpha() else f"no_{made}"
        return SyntaxProblem(
            "name-missing",
            scene.span,
            {},
            insert(f"write a name before it, such as {instead}", f"{instead} ", scene.span[0]),
        )
    return None


NAMES: Final[list[Rule]] = [name_in_words, preposition_missing, quotes_missing, name_missing]
