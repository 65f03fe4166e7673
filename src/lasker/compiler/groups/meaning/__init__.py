"""Executable semantics of paths and move kinds: interpreters over plain tuples and sets of squares, without
C."""
