"""Text to syntax tree and back. Knows how a file is written, not what it means.

What others use is loaded when first asked for, so that who wants a small part of it does not wait for the parser.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .parsing import Parsed, name_of_title, parse, parse_expression
    from .problems import Instead, SyntaxProblem
    from .source import Source, decode, read

_HOME = {
    "Instead": "problems",
    "Parsed": "parsing",
    "Source": "source",
    "SyntaxProblem": "problems",
    "decode": "source",
    "name_of_title": "parsing",
    "parse": "parsing",
    "parse_expression": "parsing",
    "read": "source",
}

__all__ = [
    "Instead",
    "Parsed",
    "Source",
    "SyntaxProblem",
    "decode",
    "name_of_title",
    "parse",
    "parse_expression",
    "read",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module greyc.dsl has no attribute {name!r}")
    return getattr(import_module(f"greyc.dsl.{_HOME[name]}"), name)
