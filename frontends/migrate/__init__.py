"""`greyc migrate`: files of an older version of the language, rewritten for this one. docs/migrate.md tells how."""
