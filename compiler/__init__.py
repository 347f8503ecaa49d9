"""Syntax tree to IR bundle: names, types, checks, lowering, generated text, diagnostics.

What others use is loaded when first asked for, so that a small module of the compiler does not wait for the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from greyc.compiler.driver import Compiled, check_text, compile_paths, compile_texts

__all__ = ["Compiled", "check_text", "compile_paths", "compile_texts"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module greyc.compiler has no attribute {name!r}")
    return getattr(import_module("greyc.compiler.driver"), name)
