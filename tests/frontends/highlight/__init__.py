"""The lexer for Pygments."""
