"""Benchmarks: Lasker beside other programs, in one run."""
