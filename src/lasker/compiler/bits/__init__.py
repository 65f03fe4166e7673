"""Bit programs: the bitboard language between move kinds and C, its generator, and its semantics."""
