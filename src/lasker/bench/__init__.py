"""Benchmarks of perft and playouts against other programs, in one run."""
