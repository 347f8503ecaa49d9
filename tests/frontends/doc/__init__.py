"""The reference site."""
