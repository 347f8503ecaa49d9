"""The author's desk: what the reference site and the live preview show alike (docs/reference.md)."""
