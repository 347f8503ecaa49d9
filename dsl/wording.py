"""Tokens in an author's words: what was found, and what could have stood there.

What the tables call NAME, _NL or LESSTHAN is never shown. A set of twenty tokens is no help either, so what belongs
together is named together: all that begins a value is "a value", all that begins a statement "a statement", and the
signs that could go on with a finished value are left out as long as anything else remains to be said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .lexer import Token

LINE_ENDS: Final = frozenset(("_NL", "_DEDENT", "$END"))
_PLAIN: Final = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "LONGSTRING": "a drawing in triple quotes",
    "COLON": "a colon",
    "COMMA": "a comma",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "RPAR": "a closing bracket )",
    "RSQB": "a closing bracket ]",
    "RBRACE": "a closing bracket }",
    "CMP": "a comparison",
}
_VALUE: Final = frozenset(["NAME", "NUMBER", "STRING", "LPAR", "LSQB", "LBRACE", "EVERY", "CARDS", "MINUS"])
_VALUE_TOO: Final = _VALUE | {"CAN", "DURING", "NOT"}
_STATEMENT: Final = frozenset(["LET", "CHOOSE", "MAY", "IF", "FOR", "REPEAT", "WHILE", "RUN", "STOP"])
_STATEMENT_TOO: Final = _STATEMENT | frozenset(
    ["EITHER", "SPLIT", "TOGETHER", "OFFER", "MODIFY", "NEEDS", "RESULT", "END", "FILL", "TEXT", "LOG", "NAME"]
)
_GOES_ON: Final = frozenset(
    [
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "PERCENT",
        "CMP",
        "LESSTHAN",
        "DOTDOT",
        "DOT",
        "LPAR",
        "LSQB",
        "IS",
        "HAS",
        "AND",
        "OR",
        "IF",
        "VBAR",
        "QMARK",
    ]
)
_PREPOSITIONS: Final = frozenset(["TO", "FROM", "FOR", "INTO", "AT", "BY", "ON", "THROUGH", "OVER", "OF"])
_MOST: Final = 5


def found(token: Token) -> str:
    """A token as it stands in a sentence."""
    kind, _, _, text = token
    if kind == "_INDENT":
        return "a deeper line"
    if kind in LINE_ENDS:
        return "the end of the line"
    if kind == "STRING":
        return f'the text "{text if len(text) <= 30 else text[:29] + "…"}"'
    if kind == "LONGSTRING":
        return "a drawing"
    return text


def expected(kinds: set[str], signs: Mapping[str, str]) -> str:
    """What could stand there: `a colon or a text in quotes`."""
    left = set(kinds) - {"_DEDENT", "$END"}
    phrases = []
    if left >= _STATEMENT:
        phrases.append("a statement")
        left -= _STATEMENT_TOO
    if left >= _VALUE:
        phrases.append("a value")
        left -= _VALUE_TOO
    if left >= _PREPOSITIONS:
        phrases.append("a word such as to, from or by")
        left -= _PREPOSITIONS
    if left - _GOES_ON or phrases:
        left -= _GOES_ON
    order = [kind for kind in _PLAIN if kind in left]
    words = sorted(signs.get(kind, kind.lower()) for kind in left - set(order))
    phrases.extend(_PLAIN[kind] for kind in order)
    phrases.extend(words)
    if not phrases:
        return "the end of the line"
    if len(phrases) > _MOST:
        phrases = [*phrases[:_MOST], "others"]
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"
