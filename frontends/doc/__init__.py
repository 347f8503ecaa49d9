"""The reference site: packs as a folder of pages (docs/reference.md)."""
