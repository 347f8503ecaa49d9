"""Small packs, each about one part of the language, with their tests in the language beside them."""
