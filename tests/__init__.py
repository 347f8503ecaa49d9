"""Tests of the code; the games' own tests stand beside the games."""
