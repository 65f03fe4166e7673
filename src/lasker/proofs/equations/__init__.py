"""Certificates of equations between moves, and their checker, which shares no code with the prover."""
