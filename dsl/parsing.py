"""The way in: `parse` never raises on any text. A file is cut into its declarations (cut.py), each is turned into
tokens (lexer.py) and read on its own (Lark's parser, grammar.py), and one with a mistake gives one
problem and is left out. Names in what was left out are kept, so that the compiler need not call each use of them
unknown: one mistake, one error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import define, field
from lark import UnexpectedToken

from . import cut, explain, lexer, nodes
from .grammar import load
from .problems import SyntaxProblem, SyntaxStop
from .source import Source


@define(eq=False)
class Parsed:
    """What stands in a file. `lost_names` are the words of the declarations that could not be read."""

    source: Source
    declarations: list[nodes.Declaration] = field(factory=list)
    errors: list[SyntaxProblem] = field(factory=list)
    lost_names: set[str] = field(factory=set)


_TITLE = re.compile(r'[^"\n]*"([^"\n]*)"')


def name_of_title(title: str) -> str:
    """The name that a declaration with this title most likely has, or should have had: what others call it by is not told
    where its own name is wrong."""
    return "_".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def parse(text: str, path: str = "<text>") -> Parsed:
    """The declarations of a text, and what is wrong with how it is written."""
    parsed = Parsed(Source(path, text))
    previous = 0
    no_block = False
    for span in cut.cut(text):
        declaration, problems = _declaration(text, span)
        # Lines at the margin that were meant to be the missing block of the declaration above are the same mistake.
        meant_as_block = no_block and declaration is None and not cut.begins_declaration(text, span[0])
        if not meant_as_block:
            parsed.errors.extend(problems)
            no_block = any(problem.kind == "missing-block" for problem in problems)
        if declaration is None:
            lost = text[span[0] : span[1]]
            parsed.lost_names.update(re.findall(r"[^\W\d]\w*", lost))
            if (title := _TITLE.match(lost)) is not None:
                parsed.lost_names.add(name_of_title(title[1]))
            parsed.lost_names.update(each.replace("-", "_") for each in re.findall(r"[^\W\d]\w*(?:-\w+)+", lost))
        else:
            declaration.doc = cut.doc_above(text, span, previous)
            parsed.declarations.append(declaration)
        previous = span[0]
    return parsed


def _declaration(text: str, span: nodes.Span) -> tuple[nodes.Declaration | None, Sequence[SyntaxProblem]]:
    """One declaration with the problems that leave it readable, or None and the one that does not."""
    grammar = load()
    if span[0] > 0 and text[span[0] - 1] in " \t":
        return None, [explain.indented_declaration(text, span)]
    lexed = lexer.lex(text, span, grammar.keywords)
    if lexed.broken is not None:
        return None, [*lexed.problems, lexed.broken][:1]
    try:
        declaration: nodes.Declaration = grammar.read(lexed, "declaration")
        foreign = frozenset(problem.words["word"] for problem in lexed.problems if problem.kind == "foreign-word")
        if foreign and (names := _declared(text, span, foreign)):
            lexed = lexer.lex(text, span, grammar.keywords, names)
            declaration = grammar.read(lexed, "declaration")
    except SyntaxStop as stop:
        return None, [*lexed.problems, stop.problem][:1]
    except UnexpectedToken as unexpected:
        if lexed.problems:
            return None, lexed.problems[:1]
        return None, [explain.explain(text, grammar, lexed, unexpected.accepts)]
    if lexed.docs:
        _attach(declaration, lexed.docs)
    reserved = [explain.reserved(name) for name in grammar.reserved(lexed)]
    return declaration, [*lexed.problems, *reserved]


def _declared(text: str, span: nodes.Span, words: frozenset[str]) -> frozenset[str]:
    """Which of these words of other languages are given to something as its name: all uses of it are that one mistake."""
    grammar = load()
    lexed = lexer.lex(text, span, grammar.keywords, words)
    grammar.read(lexed, "declaration")
    return words & {name.text for name in grammar.reserved(lexed)}


def _attach(declaration: nodes.Declaration, docs: dict[int, nodes.Doc]) -> None:
    """Gives `##` comments inside a declaration to the members that begin below them."""
    for member in getattr(declaration, "members", ()):
        if isinstance(member, nodes.Documented | nodes.Declaration):
            member.doc = docs.get(member.span[0])


def parse_expression(text: str, span: nodes.Span) -> nodes.Expr | SyntaxProblem:
    """The expression in a part of a text, such as between the braces of "{player.hand_limit}"."""
    grammar = load()
    lexed = lexer.lex(text, span, grammar.keywords)
    if lexed.broken is not None or lexed.problems:
        return [*lexed.problems, *([lexed.broken] if lexed.broken else [])][0]
    # An expression is no line of its own.
    lexed.tokens = [token for token in lexed.tokens if token.type != "_NL"]
    try:
        value: nodes.Expr = grammar.read(lexed, "expr")
    except SyntaxStop as stop:
        return stop.problem
    except UnexpectedToken as unexpected:
        return explain.explain(text, grammar, lexed, unexpected.accepts)
    return value


__all__ = ["Parsed", "parse", "parse_expression"]
