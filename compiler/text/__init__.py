"""Printed text, prompts and languages of a pack, generated from its IR (docs/text.md)."""

from greyc.compiler.text.printed import CatalogueFinding, Generated, generate

__all__ = ["CatalogueFinding", "Generated", "generate"]
