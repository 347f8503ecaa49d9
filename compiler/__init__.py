"""Syntax tree to IR bundle: names, types, checks, lowering, generated text, diagnostics."""
