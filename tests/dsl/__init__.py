"""Tests of reading .grey files."""
