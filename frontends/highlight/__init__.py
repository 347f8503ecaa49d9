"""A lexer of the language for Pygments: the only thing here that other programs import, by the entry point in pyproject.toml."""

from greyc.frontends.highlight.lexer import GreyLexer

__all__ = ["GreyLexer"]
