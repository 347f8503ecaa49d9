"""People and programs: the greyc command, the simulator, the terminal client."""
