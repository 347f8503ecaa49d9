"""The live preview: what an author saves, shown in a browser (docs/reference.md)."""
