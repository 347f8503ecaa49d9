"""What an unexpected token means, in an author's words."""

from __future__ import annotations

from . import parser
from .lexer import Lexed
from .nodes import Name, Span
from .problems import SyntaxProblem
from .tables import Tables


def indented_declaration(text: str, span: Span) -> SyntaxProblem:
    return SyntaxProblem("indented-declaration", (span[0], span[0] + 1))


def reserved(name: Name) -> SyntaxProblem:
    return SyntaxProblem("reserved-word", name.span, {"word": name.text}, f"call it {name.text}_ or find another word")


def explain(text: str, tables: Tables, lexed: Lexed, unexpected: parser.Unexpected) -> SyntaxProblem:
    token = lexed.tokens[unexpected.at]
    return SyntaxProblem("unexpected", token[1:3], {"found": token[3]})
