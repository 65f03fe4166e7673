"""Benchmarks of the algebra: how fast the reference evaluator, the parser and the command line are."""
