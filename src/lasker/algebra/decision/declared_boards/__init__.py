"""Moves on a declared board of unknown contents: their ways, as formulas, and the comparison of two moves."""
