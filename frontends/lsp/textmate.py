"""The TextMate grammar of `.grey` files, for editors that colour by patterns before, or without, a language server.

    python -m greyc.frontends.lsp.textmate > editors/vscode/syntaxes/grey.tmLanguage.json

It is made from the words and signs of the parser and the core, so that a new word has its colour; a test holds the file to
it. What a name means takes a compiler to know (semantic tokens, tokens.py); here its place says what it looks like. The
patterns are such as Python's `re` and Oniguruma both read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from greyc.compiler.core_entries import NAMED_TYPES
from greyc.dsl.grammar import load
from greyc.dsl.lexer import SIGNS
from greyc.runtime.ir import core

NAME: Final = r"[^\W\d]\w*"
OPERATORS: Final = ("and", "or", "not", "is", "in", "has")
BRACKETS: Final = "()[]{}:,"
# Behind these words stands the name of something that is declared or called, else that of a type.
CALLED: Final = ("verb", "action", "ability", "function", "before", "after", "run", "stop", "can", "do")
VARIABLES: Final = ("option", "state", "zone", "slot", "let", "as")


def grammar() -> dict[str, Any]:
    """The grammar, as JSON."""
    table = load()
    first = table.could_follow([], "declaration")
    declaring = [word for word, terminal in table.keywords.items() if terminal in first]
    constants = {word for some in core.WORDS.values() for word in some} | ({"nothing", "far"} & set(core.NAMES))
    plain = set(table.keywords) - set(OPERATORS)
    typed = sorted(set(declaring) - set(CALLED))
    return {
        "name": "Grey",
        "scopeName": "source.grey",
        "fileTypes": ["grey"],
        "patterns": [
            {"name": "string.quoted.triple.grey", "begin": '"""', "end": '"""'},
            _match("comment.line.documentation.grey", r"^[ \t]*##(?!#).*$"),
            _match("comment.line.number-sign.grey", r"#.*$"),
            {
                "name": "string.quoted.double.grey",
                "begin": '"',
                "end": '"|$',
                "patterns": [
                    _match("constant.character.escape.grey", r'\\"'),
                    _match("constant.other.placeholder.grey", r'\{[^{}"\n]*\}'),
                ],
            },
            _parts(rf"^(override[ \t]+)?({_one_of(set(declaring) & set(CALLED))})[ \t]+({NAME})",
                   "keyword.declaration.grey", "keyword.declaration.grey", "entity.name.function.grey"),
            _parts(rf"^(override[ \t]+)?({_one_of(typed)})[ \t]+({NAME})(?=[ \t]*(?:[:\"(#]|$|\b))",
                   "keyword.declaration.grey", "keyword.declaration.grey", "entity.name.type.grey"),
            _match("keyword.declaration.grey", rf"^(?:{_one_of(declaring)})\b"),
            _parts(rf"^({NAME})[ \t]+({NAME})(?=[ \t]*(?:[:\"#]|$))",
                   "entity.name.type.grey", "variable.other.enummember.grey"),
            _parts(rf"^[ \t]+({_one_of(VARIABLES)})[ \t]+({NAME})(?=[ \t]*[:=])", "keyword.other.grey", "variable.other.grey"),
            _parts(rf"(?<!\.)\.({NAME})", "variable.other.property.grey"),
            _match("constant.numeric.grey", r"\b[0-9]+\b"),
            _parts(rf"^[ \t]+({_one_of(core.VERBS)})\b", "support.function.grey"),
            _match("support.function.grey", rf"\b(?:{_one_of(core.FUNCTIONS)})(?=\()"),
            _parts(rf"\b(?:as)[ \t]+({NAME})", "variable.other.grey"),
            _match("storage.type.grey", rf"(?:(?<=: )|(?<= of ))(?:{_one_of(NAMED_TYPES)})\b"),
            _parts(rf"^[ \t]+({NAME})(?=:)", "variable.other.property.grey"),
            _match("constant.language.grey", rf"\b(?:{_one_of(constants)})\b"),
            _match("keyword.operator.word.grey", rf"\b(?:{_one_of(OPERATORS)})\b"),
            _match("variable.language.grey", rf"\b(?:{_one_of(set(core.NAMES) - constants)})\b(?![ \t]+[0-9])"),
            _match("keyword.control.grey", rf"\b(?:{_one_of(plain)})\b"),
            _match("entity.name.function.grey", rf"\b{NAME}(?=\()"),
            _match("source.name.grey", NAME),
            _match("keyword.operator.grey", _one_of(sign for sign in SIGNS if sign not in BRACKETS)),
            _match("punctuation.grey", f"[{re.escape(BRACKETS)}]"),
        ],
    }  # fmt: skip


def _match(name: str, pattern: str) -> dict[str, Any]:
    return {"name": name, "match": pattern}


def _parts(pattern: str, *names: str) -> dict[str, Any]:
    """A pattern of which each group has its own name."""
    return {"match": pattern, "captures": {str(at): {"name": name} for at, name in enumerate(names, 1)}}


def _one_of(words: Iterable[str]) -> str:
    """Any of these, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def as_text() -> str:
    """The file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")
