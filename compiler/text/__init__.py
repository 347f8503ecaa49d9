"""Printed text, prompts and languages of a pack, generated from its IR (docs/text.md)."""
