"""Benchmarks; run them with `pytest bench`."""
