"""What must hold of the code as a whole: directions of imports, sizes, and that it knows no game."""
