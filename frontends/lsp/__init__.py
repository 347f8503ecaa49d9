"""The language server: what editors ask about `.grey` files. docs/lsp.md says how its parts fit together."""
