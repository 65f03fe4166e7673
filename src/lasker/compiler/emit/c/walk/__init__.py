"""The walk in C: backtracking code, one function per block, which makes changes, continues, and undoes
them."""
