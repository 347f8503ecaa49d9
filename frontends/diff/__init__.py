"""`greyc diff`: two versions of a pack, and what changed in words of its author. docs/diff.md tells how."""
