"""The fast path in C: sets of squares as words, moves made and counted many at once."""
