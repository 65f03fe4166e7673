"""Executable semantics of bit programs: an evaluator over Python's integers."""
