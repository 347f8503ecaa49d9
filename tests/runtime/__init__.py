"""Tests of the runtime: properties over random games of the packs that stand beside it."""
