"""Text to syntax tree and back. Knows how a file is written, not what it means."""
