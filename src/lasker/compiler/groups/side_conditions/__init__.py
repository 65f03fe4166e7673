"""Side conditions of classification and their proofs: disjoint moves, live marks, single royal pieces."""
