"""Printed values of cards as tables, for spreadsheets, and back (docs/tables.md)."""
