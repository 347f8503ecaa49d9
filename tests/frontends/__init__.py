"""The greyc command, the terminal client and the simulator."""
