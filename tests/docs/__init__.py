"""Pages that show files and commands work as they are printed."""
