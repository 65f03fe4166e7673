"""Proofs about whole games: equality of two games, and termination of all play."""
